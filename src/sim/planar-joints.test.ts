import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readScene } from '../scene/read.ts';
import { createWorldFromScene } from '../world/world-from-scene.ts';
import type { BodyState, JointRow, LedgerRow, RunSummary, SimEvent } from './observer.ts';
import { runScene } from './simulate.ts';

const G = 9.81;

interface Frame {
  readonly time: number;
  readonly bodies: readonly BodyState[];
  readonly joints: readonly JointRow[];
  readonly ledger: LedgerRow;
}

interface Result {
  readonly frames: Frame[];
  readonly last: Frame;
  readonly events: SimEvent[];
  readonly summary: RunSummary;
}

function sceneOf(document: object) {
  return readScene(JSON.stringify({ world: 'planar', title: 't', description: 'd', ...document }), 'x');
}

function run(document: object): Result {
  const frames: { -readonly [key in keyof Frame]: Frame[key] }[] = [];
  const events: SimEvent[] = [];
  const summary = runScene(sceneOf(document), {
    frame: (time, bodies, ledger) => frames.push({ time, bodies: structuredClone(bodies), joints: [], ledger }),
    joints(_, rows) {
      frames[frames.length - 1].joints = rows;
    },
    contact() {},
    event: (event) => events.push(event),
  });
  return { frames, last: frames[frames.length - 1], events, summary };
}

const rod = (name: string, position: readonly number[], rest: object = {}) => ({
  name,
  shape: { kind: 'rectangle', halfExtents: [0.5, 0.05] },
  position,
  mass: 1,
  ...rest,
});
const steps = (end: number, step: number) => ({ end, method: 'steps', step });
const energyOf = ({ ledger }: Frame) => ledger.kineticEnergy + ledger.potentialEnergy;

describe('a planar hinge', () => {
  it('lets a pendulum swing with the period of the closed form to 1e-6', () => {
    const inertia = (1 + 0.01) / 12 + 0.25;
    const amplitude = 0.02;
    const rate = Math.sqrt((2 * G * 0.5 * (1 - Math.cos(amplitude))) / inertia);
    const { frames, summary } = run({
      bodies: [rod('rod', [0.5, 0], { velocity: [0, 0.5 * rate], angularVelocity: rate })],
      joints: [{ name: 'hinge', kind: 'hinge', bodies: ['world', 'rod'], position: [0, 0] }],
      forces: { gravity: [G, 0] },
      time: steps(4, 5e-4),
      record: { interval: 5e-4 },
    });
    const crossings: number[] = [];
    for (const [k, { time, joints }] of frames.entries()) {
      const before = frames[k - 1]?.joints[0].position ?? 0;
      const { position } = joints[0];
      if (before * position < 0) crossings.push(time - (5e-4 * position) / (position - before));
    }
    const exact = 2 * Math.PI * Math.sqrt(inertia / (G * 0.5)) * (1 + amplitude ** 2 / 16);
    expect(Math.abs((crossings[2] - crossings[0]) / exact - 1)).toBeLessThan(1e-6);
    expect(summary.balance.energyError).toBeLessThan(1e-12);
    expect(summary.balance.momentumError).toBeLessThan(1e-11);
  });

  it('moves a double pendulum as the same one in space', () => {
    const planar = run({
      bodies: [rod('a', [0.5, 0]), rod('b', [1.5, 0])],
      joints: [
        { name: 'h', kind: 'hinge', bodies: ['world', 'a'], position: [0, 0] },
        { name: 'e', kind: 'hinge', bodies: ['a', 'b'], position: [1, 0], friction: 0.2 },
      ],
      forces: { gravity: [0, -G] },
      time: steps(1, 1e-3),
    });
    const bar = { kind: 'box', halfExtents: [0.5, 0.05, 0.05] };
    const solid = readScene(
      JSON.stringify({
        world: 'solids',
        title: 't',
        description: 'd',
        bodies: [
          { name: 'a', shape: bar, position: [0.5, 0, 0], mass: 1 },
          { name: 'b', shape: bar, position: [1.5, 0, 0], mass: 1 },
        ],
        joints: [
          { name: 'h', kind: 'hinge', bodies: ['world', 'a'], position: [0, 0, 0] },
          { name: 'e', kind: 'hinge', bodies: ['a', 'b'], position: [1, 0, 0], friction: 0.2 },
        ],
        forces: { gravity: [0, -G, 0] },
        time: { end: 1, method: 'steps', step: 1e-3, substeps: 1, timeToSleep: 0 },
      }),
      'x',
    );
    if (solid.world !== 'solids') throw new Error('not a rigid-body scene');
    const world = createWorldFromScene(solid);
    for (let k = 0; k < 1000; k++) world.step();
    for (const [k, row] of planar.last.joints.entries()) {
      const state = world.jointState(k);
      expect(row.position).toBeCloseTo(state.position, 9);
      expect(row.force.x).toBeCloseTo(state.force.x, 6);
      expect(row.loss).toBeCloseTo(state.loss, 9);
    }
    // with friction energy is lost, and accounted for
    expect(planar.last.joints[1].loss).toBeGreaterThan(0.1);
    expect(energyOf(planar.frames[0]) - energyOf(planar.last)).toBeCloseTo(planar.last.joints[1].loss, 4);
    expect(planar.summary.balance.energyError).toBeLessThan(1e-12);
  });

  it('keeps a four-bar linkage closed at 240 Hz, and its energy', () => {
    const bar = (name: string, half: number[], position: number[], rest: object = {}) => ({
      name,
      shape: { kind: 'rectangle', halfExtents: half },
      position,
      mass: 1,
      ...rest,
    });
    const hinge = (name: string, bodies: string[], position: number[]) => ({ name, kind: 'hinge', bodies, position });
    const { frames, summary } = run({
      bodies: [
        bar('crank', [0.01, 0.15], [0, 0.15], { angularVelocity: -5, velocity: [0.75, 0] }),
        bar('coupler', [0.5, 0.01], [0.5, 0.3], { velocity: [1.5, 0] }),
        bar('rocker', [0.01, 0.15], [1, 0.15], { angularVelocity: -5, velocity: [0.75, 0] }),
      ],
      contacts: { pairs: [{ bodies: ['crank', 'rocker'], collide: false }] },
      joints: [
        hinge('a', ['world', 'crank'], [0, 0]),
        hinge('b', ['crank', 'coupler'], [0, 0.3]),
        hinge('c', ['coupler', 'rocker'], [1, 0.3]),
        hinge('d', ['rocker', 'world'], [1, 0]),
      ],
      forces: { gravity: [0, -G] },
      time: steps(5, 1 / 240),
    });
    const [first] = frames;
    for (const frame of frames) {
      expect(Math.abs(energyOf(frame) - energyOf(first))).toBeLessThan(1e-3 * 2 * G * 0.6);
      // the end of the crank is that of the coupler
      const [crank, coupler] = frame.bodies;
      const [c, k] = [crank, coupler].map(({ angle }) => angle);
      const x = crank.position.x - 0.15 * Math.sin(c) - (coupler.position.x - 0.5 * Math.cos(k));
      const y = crank.position.y + 0.15 * Math.cos(c) - (coupler.position.y - 0.5 * Math.sin(k));
      expect(Math.hypot(x, y)).toBeLessThan(1e-9);
    }
    expect(summary.balance.energyError).toBeLessThan(1e-10);
  });

  it('has motors, limits, springs and a break force as in space', () => {
    const scene = (joint: object, end: number) => ({
      bodies: [rod('rod', [0.5, 0])],
      joints: [{ name: 'h', kind: 'hinge', bodies: ['world', 'rod'], position: [0, 0], ...joint }],
      time: steps(end, 1e-3),
    });
    const inertia = (1 + 0.01) / 12 + 0.25;
    const driven = run(scene({ motor: { velocity: 2, maxForce: 1.5 } }, 0.3)).last.joints[0];
    expect(driven.velocity).toBeCloseTo((1.5 / inertia) * 0.3, 10);
    expect(driven.motorWork).toBeCloseTo(0.5 * inertia * driven.velocity ** 2, 7);
    const stopped = run(scene({ motor: { force: 1 }, limits: { max: 0.2 } }, 1)).last.joints[0];
    expect(stopped.position).toBeCloseTo(0.2, 12);
    const sprung = run(scene({ stiffness: 40, rest: 1 }, 1)).last.joints[0];
    expect(sprung.position).toBeCloseTo(1 - Math.cos(Math.sqrt(40 / inertia)), 3);
    const broken = run(scene({ motor: { velocity: 30 }, breakForce: 100 }, 0.5));
    expect(broken.last.joints[0].broken).toBe(true);
    expect(broken.events.map(({ type }) => type)).toContain('joint-break');
  });
});

describe('other planar joints', () => {
  it('a slider, a rope, a distance and a spring have their closed forms', () => {
    const disc = (name: string, position: number[], rest: object = {}) => ({
      name,
      shape: { kind: 'disc', radius: 0.1 },
      position,
      mass: 2,
      ...rest,
    });
    const { last, summary } = run({
      bodies: [
        disc('sliding', [0, 0]),
        disc('hanging', [5, -0.5]),
        disc('circling', [10, 1], { velocity: [3, 0] }),
        disc('oscillating', [15, -1.2]),
        disc('fixed', [20, 0]),
      ],
      joints: [
        { name: 's', kind: 'slider', bodies: ['world', 'sliding'], position: [0, 0], axis: [3, -4] },
        {
          name: 'r',
          kind: 'distance',
          bodies: ['world', 'hanging'],
          points: [
            [5, 0],
            [5, -0.5],
          ],
          length: 1,
          rope: true,
        },
        {
          name: 'd',
          kind: 'distance',
          bodies: ['world', 'circling'],
          points: [
            [10, 0],
            [10, 1],
          ],
        },
        {
          name: 'k',
          kind: 'spring',
          bodies: ['world', 'oscillating'],
          points: [
            [15, 0],
            [15, -1.2],
          ],
          length: 1,
          stiffness: 50,
        },
        { name: 'f', kind: 'fixed', bodies: ['world', 'fixed'] },
      ],
      forces: { gravity: [0, -G] },
      time: steps(1, 5e-4),
    });
    const [s, r, d, k, f] = last.joints;
    expect(s.position).toBeCloseTo(0.5 * G * 0.8, 9);
    expect(r.position).toBeCloseTo(1, 12);
    expect(r.force.y).toBeCloseTo(2 * G, 6);
    expect(d.position).toBeCloseTo(1, 12);
    const sag = (2 * G) / 50;
    expect(k.position).toBeCloseTo(1 + sag + (0.2 - sag) * Math.cos(5), 3);
    expect(f.force.y).toBeCloseTo(2 * G, 9);
    expect(summary.balance.energyError).toBeLessThan(1e-10);
    expect(summary.balance.momentumError).toBeLessThan(1e-12);
  });

  it('a gripper of 1 kg holds 1000 kg by friction', () => {
    const finger = (side: number) => ({
      name: `finger ${side}`,
      shape: { kind: 'rectangle', halfExtents: [0.05, 0.3] },
      position: [0.45 * side, 0.5],
      mass: 1,
    });
    const slider = (side: number) => ({
      name: `slider ${side}`,
      kind: 'slider',
      bodies: ['base', `finger ${side}`],
      position: [0.45 * side, 0.9],
      axis: [-side, 0],
      motor: { force: 8000 },
    });
    const { last } = run({
      bodies: [
        { name: 'base', shape: { kind: 'rectangle', halfExtents: [0.6, 0.05] }, position: [0, 1], mass: 1 },
        { name: 'load', shape: { kind: 'rectangle', halfExtents: [0.4, 0.4] }, position: [0, 0.4], mass: 1000 },
        finger(-1),
        finger(1),
      ],
      joints: [{ name: 'mounting', kind: 'fixed', bodies: ['world', 'base'] }, slider(-1), slider(1)],
      contacts: { restitution: 0, friction: { law: 'algebraic', static: 0.8, dynamic: 0.8 } },
      forces: { gravity: [0, -G] },
      time: steps(1, 1 / 240),
    });
    expect(Math.abs(last.bodies[1].position.y - 0.4)).toBeLessThan(1e-9);
    expect(Math.abs(last.bodies[1].velocity.y)).toBeLessThan(1e-12);
    expect(last.joints[0].force.y).toBeCloseTo(1003 * G, 8);
  });

  it('an impact on one rod moves the rod that is joined to it at the same time, with the mass of both', () => {
    // a disc hits the free end of the second of two fixed rods: they act as one body
    const scene = (joints: object[], bodies: object[]) => ({
      bodies: [
        ...bodies,
        { name: 'disc', shape: { kind: 'disc', radius: 0.1 }, position: [1.9, 0.3], mass: 1, velocity: [0, -2] },
      ],
      joints,
      contacts: { restitution: 0.5 },
      time: steps(0.2, 1e-3),
    });
    const joined = run(
      scene(
        [{ name: 'f', kind: 'fixed', bodies: ['a', 'b'], position: [1, 0] }],
        [rod('a', [0.5, 0]), rod('b', [1.5, 0])],
      ),
    );
    const single = run(
      scene([], [{ name: 'ab', shape: { kind: 'rectangle', halfExtents: [1, 0.05] }, position: [1, 0], mass: 2 }]),
    );
    expect(joined.last.bodies[2].velocity.y).toBeCloseTo(single.last.bodies[1].velocity.y, 3);
    expect(joined.last.bodies[0].angularVelocity.z).toBeCloseTo(single.last.bodies[0].angularVelocity.z, 3);
    expect(joined.summary.balance.momentumError).toBeLessThan(1e-14);
    expect(joined.summary.balance.energyError).toBeLessThan(1e-12);
    expect(joined.summary.balance.energyCreationError).toBeLessThan(1e-6);
    expect(joined.events.filter(({ type }) => type === 'collision')).toHaveLength(1);
  });

  it('a hinge that follows another one transmits its torque like a gear', () => {
    // wheels of inertia 1 and 4 kg m², the second at -1/2 of the first: a torque on the first accelerates 1 + 4/4
    const wheel = (name: string, x: number, inertia: number) => ({
      name,
      shape: { kind: 'disc', radius: 0.1 },
      position: [x, 0],
      mass: 1,
      inertia,
    });
    const { last, summary } = run({
      bodies: [wheel('fast', 0, 1), wheel('slow', 1, 4)],
      joints: [
        {
          name: 'slow',
          kind: 'hinge',
          bodies: ['world', 'slow'],
          position: [1, 0],
          mimic: { joint: 'fast', multiplier: -0.5 },
        },
        { name: 'fast', kind: 'hinge', bodies: ['world', 'fast'], position: [0, 0], motor: { force: 3 } },
      ],
      time: steps(1, 1e-3),
    });
    expect(last.joints[1].velocity).toBeCloseTo(1.5, 10);
    expect(last.joints[0].position).toBeCloseTo(-0.5 * last.joints[1].position, 12);
    expect(last.joints[1].torque.z).toBeCloseTo(1.5, 9); // 3 of the motor less 1.5 of the gear
    expect(last.joints[0].torque.z).toBeCloseTo(-3, 9);
    expect(last.joints[1].motorWork).toBeCloseTo(0.5 * 2 * 1.5 ** 2, 6);
    expect(summary.balance.energyError).toBeLessThan(1e-13);
  });
});

describe('the example of a crank and a slider', () => {
  it('moves its ram by the closed form, and leaves the block where the ram does not reach it', () => {
    const text = readFileSync(new URL('../../examples/crank-slider.scene.json', import.meta.url), 'utf8');
    const scene = JSON.parse(text);
    const { frames, last, summary, events } = run({ ...scene, time: { ...scene.time, end: 3 } });
    // the motor begins with the velocity of the crank after the first step
    const phase = frames[1].joints[0].position - 3 * frames[1].time;
    expect(Math.abs(phase)).toBeLessThan(1e-2);
    for (const { time, joints } of frames.slice(1)) {
      // impacts slow the crank down, until the motor has its velocity again
      expect(Math.abs(joints[0].position - (3 * time + phase))).toBeLessThan(1e-2);
      const angle = Math.PI + joints[0].position;
      const reach = 0.3 * Math.cos(angle) + Math.sqrt(1 - (0.3 * Math.sin(angle)) ** 2);
      expect(joints[3].position).toBeCloseTo(reach - 0.7, 10);
    }
    // 1.3 m is the largest distance of the hinge of the ram; its face is 0.15 m ahead, the centre of the block another 0.15 m
    const [, , , , block] = last.bodies;
    expect(block.position.x).toBeGreaterThan(1.6 - 1e-3);
    expect(block.position.x).toBeLessThan(1.9);
    expect(events.some(({ type }) => type === 'collision')).toBe(true);
    expect(summary.balance.energyError).toBeLessThan(1e-10);
    expect(summary.balance.energyCreationError).toBeLessThan(1e-4);
  });
});

describe('planar scenes with joints', () => {
  const joint = { name: 'j', kind: 'hinge', bodies: ['world', 'rod'], position: [0, 0] };
  const scene = (rest: object) => () =>
    sceneOf({ bodies: [rod('rod', [0.5, 0])], joints: [joint], time: steps(1, 1e-3), ...rest });

  it('are rejected where they contradict, with the path', () => {
    expect(scene({ time: { end: 1 } })).toThrow(/joints\[0\]: joints need time\.method "steps": the motion of joined/);
    expect(scene({ contacts: { response: 'penalty' } })).toThrow(
      /joints\[0\]: joints need contacts\.response "impulse"/,
    );
    expect(scene({ joints: [{ ...joint, bodies: ['rod', 'rod'] }] })).toThrow(
      /joints\[0\]\.bodies: must be two different bodies/,
    );
    expect(scene({ joints: [{ ...joint, mimic: { joint: 'j' } }] })).toThrow(
      /joints\[0\]\.mimic\.joint: must not lead back/,
    );
    expect(scene({ joints: [joint, { ...joint, name: 'k', position: [1, 0], motor: { velocity: 1 } }] })).toThrow(
      /joints\[\d\]: cannot hold together with the other joints: .* m\/s there/,
    );
    const crank = { name: 'crank', shape: { kind: 'disc', radius: 0.1 }, motion: 'prescribed', velocity: [1, 0] };
    expect(
      scene({
        bodies: [rod('rod', [0.5, 0]), crank],
        joints: [joint, { name: 'k', kind: 'hinge', bodies: ['crank', 'rod'], position: [1, 0] }],
      }),
    ).toThrow(/joints\[\d\]: cannot hold together/);
  });

  it('may have redundant joints that hold together', () => {
    const { last } = run({
      bodies: [rod('rod', [0.5, 0])],
      joints: [joint, { ...joint, name: 'k', position: [1, 0] }],
      forces: { gravity: [0, -G] },
      time: steps(0.1, 1e-3),
    });
    expect(last.joints[0].force.y + last.joints[1].force.y).toBeCloseTo(G, 8);
    expect(Math.abs(last.bodies[0].angle)).toBeLessThan(1e-12);
  });
});
