import { createSpatialBody } from '../../src/dynamics/rigid-body.ts';
import { createMat3 } from '../../src/math/mat3.ts';
import { createPose } from '../../src/math/pose.ts';
import type { ReadonlyVec3 } from '../../src/math/vec3.ts';
import { dockRigid } from '../../src/response/docking.ts';
import { attenuationStroke } from '../../src/response/latch-formulas.ts';
import { createBox } from '../../src/shapes/box.ts';
import { createWorld } from '../../src/world/create-world.ts';
import type { DockingOptions } from '../../src/world/docking-options.ts';
import { atMost, equals, type ReportItem } from '../report-item.ts';

/** Two cubes, of 1 m and 0.8 m [kg]. */
const MASSES = [300, 100] as const;
const SPEED = 0.1;

type Triple = [number, number, number];

/** A vehicle in front of a station, in a world with a joint elsewhere; the ports are 2 cm off the faces. */
function meeting(docking: Partial<DockingOptions>, lateral: number, rate: Triple) {
  const world = createWorld({ gravity: [0, 0, 0], timeStep: 0.005, timeToSleep: 0 });
  const station = world.addBody({ shape: createBox([0.5, 0.5, 0.5]), mass: MASSES[0] });
  const vehicle = world.addBody({
    shape: createBox([0.4, 0.4, 0.4]),
    position: [1, lateral, 0],
    velocity: [-SPEED, 0, 0],
    angularVelocity: rate,
    mass: MASSES[1],
  });
  const [a, b] = [9, 10].map((x) => world.addBody({ shape: createBox([0.2, 0.2, 0.2]), position: [x, 9, 0], mass: 1 }));
  world.addJoint({ kind: 'hinge', bodies: [a, b], position: [9.5, 9, 0] });
  const id = world.addDocking({
    ports: [
      { body: station, point: [0.52, 0, 0], axis: [1, 0, 0] },
      { body: vehicle, point: [-0.42, 0, 0], axis: [-1, 0, 0] },
    ],
    tolerance: 0.05,
    ...docking,
  });
  return { world, station, vehicle, id };
}

const difference = (p: ReadonlyVec3, q: ReadonlyVec3) => Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);

/** Largest errors of velocities and loss of a docking off the axis of a vehicle that rotates, against the closed form of the merge. */
function merge(): { readonly velocity: number; readonly angularVelocity: number; readonly loss: number } {
  const { world, station, vehicle, id } = meeting({}, 0.03, [0.02, -0.01, 0.03]);
  let loss = Number.NaN;
  world.on('docking', ({ event }) => {
    if (event.type === 'docking') loss = event.energyLoss ?? Number.NaN;
  });
  let before = [station, vehicle].map((body) => world.state(body));
  while (world.docking(id).state !== 'docked') {
    before = [station, vehicle].map((body) => world.state(body));
    world.step();
  }
  const after = [station, vehicle].map((body) => world.state(body));
  // poses of the docking, velocities before it: no force acts until then
  const [a, b] = after.map(({ position: { x, y, z } }, k) => {
    const inertia = (MASSES[k] * (2 * (k === 0 ? 1 : 0.8) ** 2)) / 12;
    const { velocity, angularVelocity } = before[k];
    return createSpatialBody(createPose([x, y, z]), MASSES[k], createMat3(inertia, inertia, inertia), velocity, angularVelocity); // biome-ignore format: one body
  });
  const exact = dockRigid(a, b);
  return {
    velocity: Math.max(difference(after[0].velocity, exact.velocityA), difference(after[1].velocity, exact.velocityB)),
    angularVelocity: difference(after[0].angularVelocity, exact.angularVelocityA),
    loss: Math.abs(loss / (exact.energyLoss ?? Number.NaN) - 1),
  };
}

/** Displacement of a latch from its rest length over time, and the largest one [m]. */
function stroke(ratio: number): { readonly curve: [number, number][]; readonly found: number; readonly exact: number } {
  const reduced = (MASSES[0] * MASSES[1]) / (MASSES[0] + MASSES[1]);
  const stiffness = 900;
  const damping = 2 * ratio * Math.sqrt(stiffness * reduced);
  const softCapture = { stiffness, damping, angularStiffness: 100, stroke: 0.3, attenuation: 100 };
  const { world, id } = meeting({ softCapture }, 0, [0, 0, 0]);
  const curve: [number, number][] = [];
  let [start, since, found] = [0, 0, 0];
  while (since === 0 || world.time < since + 1.2) {
    world.step();
    const { state, relative } = world.docking(id);
    if (state !== 'captured') continue;
    if (since === 0) [start, since] = [relative.gap, world.time];
    found = Math.max(found, start - relative.gap);
    curve.push([world.time - since, 1000 * (start - relative.gap)]);
  }
  return { curve, found, exact: attenuationStroke(SPEED, reduced, stiffness, damping) };
}

export function dockingWithJoints(): ReportItem {
  const { velocity, angularVelocity, loss } = merge();
  const ratios = [0, 0.3, 1] as const;
  const strokes = ratios.map(stroke);
  return {
    id: 'docking-with-joints',
    source: '[SOLID-29], [DOCK-1]',
    title: 'Docking and soft capture in a world with joints',
    description:
      'In a world with joints a fixed joint holds docked bodies, and a latch is a joint of springs and dampers. The merge of a rotating vehicle off the axis has the velocities and the loss of the closed form; the stroke of the latch is that of a damped oscillator.',
    checks: [
      atMost('merge: largest error of the velocities [m/s]', velocity, 1e-12),
      atMost('merge: error of the angular velocity [rad/s]', angularVelocity, 1e-12),
      atMost('merge: relative error of the energy lost', loss, 1e-9),
      ...ratios.map(
        (ratio, k) =>
        equals(`stroke at the damping ratio ${ratio}, relative to the closed form`, strokes[k].found / strokes[k].exact, 1, 1e-4), // biome-ignore format: one check
      ),
    ],
    plots: [
      {
        title: 'Displacement of the latch',
        x: { label: 'time since the capture [s]' },
        y: { label: 'displacement [mm]' },
        series: ratios.map((ratio, k) => ({
          name: `damping ratio ${ratio}`,
          points: strokes[k].curve.filter((_, i) => i % 4 === 0),
        })),
      },
    ],
  };
}
