import { clohessyWiltshire } from '../../src/dynamics/orbit.ts';
import { createVec3, lengthVec3, subVec3 } from '../../src/math/vec3.ts';
import { attenuationStroke, reducedMass, separationSpeed } from '../../src/response/latch-formulas.ts';
import { readScene } from '../../src/scene/read.ts';
import type { BodyState, RunSummary, SimEvent } from '../../src/sim/observer.ts';
import { runScene } from '../../src/sim/simulate.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';
import { copyState } from './run-document.ts';

/** Two boxes along x with ports that face each other, 20 cm apart. */
const MASS_A = 300;
const MASS_B = 100;
const GAP = 0.2;
const SPEED = 0.1;
const STIFFNESS = 400;

interface Run {
  readonly summary: RunSummary;
  readonly events: readonly SimEvent[];
  readonly frames: readonly { readonly time: number; readonly bodies: readonly BodyState[] }[];
}

function run(document: object): Run {
  const frames: { time: number; bodies: BodyState[] }[] = [];
  const events: SimEvent[] = [];
  const text = JSON.stringify({ world: 'solids', title: 'Docking', description: 'A test.', ...document });
  const summary = runScene(readScene(text, 'docking'), {
    frame: (time, bodies) => frames.push({ time, bodies: bodies.map(copyState) }),
    contact: () => undefined,
    event: (event) => events.push(event),
  });
  return { summary, events, frames };
}

const box = (half: number) => ({ kind: 'box', halfExtents: [half, half, half] });

function pair(docking: object, gap: number, speed: number, time: object): Run {
  return run({
    bodies: [
      { name: 'station', shape: box(0.5), position: [0, 0, 0], mass: MASS_A },
      { name: 'vehicle', shape: box(0.4), position: [0.9 + gap, 0, 0], velocity: [-speed, 0, 0], mass: MASS_B },
    ],
    sensors: [
      { name: 'port', body: 'station', point: [0.5, 0, 0], axis: [1, 0, 0] },
      { name: 'probe', body: 'vehicle', point: [-0.4, 0, 0], axis: [-1, 0, 0] },
    ],
    docking: [{ sensors: ['port', 'probe'], ...docking }],
    time,
    record: { interval: 5e-3 },
  });
}

const gapOf = ([a, b]: readonly BodyState[]) => b.position.x - a.position.x - 0.9;

/** Largest compression of a latch with this damping ratio, and its course. */
function attenuate(ratio: number) {
  const mass = reducedMass(MASS_A, MASS_B);
  const damping = 2 * ratio * Math.sqrt(STIFFNESS * mass);
  const softCapture = { stiffness: STIFFNESS, damping, attenuation: 100 };
  const { frames, summary } = pair({ tolerance: GAP + 1e-9, softCapture }, GAP, SPEED, { end: 2.5, step: 5e-3 });
  const course = frames.map(({ time, bodies }) => [time, 1000 * (GAP - gapOf(bodies))] as const);
  const stroke = Math.max(...course.map(([, value]) => value)) / 1000;
  return { ratio, course, stroke, expected: attenuationStroke(SPEED, mass, STIFFNESS, damping), summary };
}

export function softCapture(): ReportItem {
  const runs = [0, 0.2, 0.7, 1, 2].map(attenuate);
  return {
    id: 'soft-capture',
    source: '[CP13-5.5], [DOCK-2]',
    title: 'Soft capture: stroke of a spring-damper latch',
    description:
      'A vehicle of 100 kg reaches a free station of 300 kg at 10 cm/s and is caught by a latch of 400 N/m. The largest compression is (v/ω) exp(-ζφ/√(1-ζ²)) with φ = atan2(√(1-ζ²), ζ), v √(m/k) without damping, m the reduced mass. Exact events to the capture, then fixed steps of 5 ms.',
    checks: runs.flatMap(({ ratio, stroke, expected, summary }) => [
      equals(`stroke at the damping ratio ${ratio}, relative to the closed form`, stroke / expected, 1, 1e-4),
      atMost(`balance error of momentum, ${ratio}`, summary.balance.momentumError, 1e-12),
      atMost(`balance error of energy, ${ratio}`, summary.balance.energyError, 1e-12),
    ]),
    plots: [
      {
        title: 'Compression of the latch',
        x: { label: 'time [s]' },
        y: { label: 'compression [mm]' },
        series: runs.map(({ ratio, course }) => ({ name: `damping ratio ${ratio}`, points: course })),
      },
    ],
  };
}

export function undocking(): ReportItem {
  const mass = reducedMass(MASS_A, MASS_B);
  const speeds = [0.1, 0.5, 2].map((energy) => {
    const separationSprings = { energy, stroke: 0.05 };
    const docking = { tolerance: 0.05, release: 0.5, separationSprings };
    const { frames, summary } = pair(docking, 0, 0, { end: 5, step: 1e-3 });
    const [a, b] = frames[frames.length - 1].bodies;
    return { energy, found: b.velocity.x - a.velocity.x, expected: separationSpeed(energy, mass), summary };
  });
  return {
    id: 'undocking',
    source: '[CP13-5.5], [DOCK-3]',
    title: 'Undocking: speed from separation springs',
    description:
      'A vehicle of 100 kg leaves a free station of 300 kg; springs of the energy E act over 5 cm. The relative speed is √(2E/m), m the reduced mass, and the bodies are not captured again.',
    checks: speeds.flatMap(({ energy, found, expected, summary }) => [
      equals(`separation speed for ${energy} J, relative to the closed form`, found / expected, 1, 1e-3),
      equals(`dockings, ${energy} J`, summary.dockings, 1),
      atMost(`balance error of momentum, ${energy} J`, summary.balance.momentumError, 1e-12),
    ]),
  };
}

/** A low orbit [rad/s]. */
const RATE = 1.13e-3;

export function relativeOrbit(): ReportItem {
  const start = { position: createVec3(-100, 0, 20), velocity: createVec3(0.01, 0.17, 0) };
  const { x, y, z } = start.position;
  const { x: u, y: v, z: w } = start.velocity;
  const end = (2 * Math.PI) / RATE;
  const flights = (['events', 'steps'] as const).map((method) => {
    const { frames, summary } = run({
      bodies: [{ name: 'vehicle', shape: box(0.4), position: [x, y, z], velocity: [u, v, w], mass: MASS_B }],
      forces: { orbit: { rate: RATE } },
      time: { end, step: 2, method, substeps: 4 },
      record: { interval: 50 },
    });
    const errors = frames.map(({ time, bodies: [{ position }] }) => {
      const expected = clohessyWiltshire(start, RATE, time).position;
      return lengthVec3(subVec3(createVec3(), position, expected));
    });
    const path = frames.map(({ bodies: [{ position }] }) => [position.y, position.x] as const);
    return { method, path, error: Math.max(...errors), summary };
  });
  return {
    id: 'relative-orbit',
    source: '[CP13-5.5], [DOCK-4]',
    title: 'Relative motion in orbit',
    description:
      'One orbit in a Clohessy-Wiltshire frame (x away from the central body, y along the orbit) with both methods, in steps of 2 s, against the closed form.',
    checks: flights.flatMap(({ method, error, summary }) => [
      atMost(`largest error of the position in one orbit, ${method} [m]`, error, 2e-3),
      atMost(`balance error of energy, ${method}`, summary.balance.energyError, 1e-11),
      atMost(`balance error of angular momentum, ${method}`, summary.balance.angularMomentumError, 1e-11),
    ]),
    plots: [
      {
        title: 'Path relative to the station',
        x: { label: 'along the orbit [m]' },
        y: { label: 'away from the central body [m]' },
        series: flights.map(({ method, path }) => ({
          name: method,
          points: path,
          ...(method === 'steps' && { style: 'dots' as const }),
        })),
      },
    ],
  };
}
