import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../test/scenes.ts';
import { composePose, createPose, relativePose } from '../../math/pose.ts';
import { createVec3, lengthVec3, subVec3 } from '../../math/vec3.ts';
import type { BodyState } from '../observer.ts';

const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };
const left = {
  name: 'left',
  shape: { kind: 'box', halfExtents: [0.2, 0.2, 0.2] },
  position: [-0.5, 0, 1],
  velocity: [1.5, 0, 0],
  mass: 2,
};
const right = {
  name: 'right',
  shape: { kind: 'box', halfExtents: [0.3, 0.2, 0.1] },
  position: [0.4, 0.05, 1],
  angularVelocity: [0, 0, 0.1],
  mass: 1,
};
const sensors = [
  { name: 'probe', body: 'left', point: [0.2, 0, 0] },
  { name: 'cone', body: 'right', point: [-0.3, 0, 0] },
];
const joint = { sensors: ['probe', 'cone'], tolerance: 0.1 };
const falling = {
  bodies: [floor, left, right],
  sensors,
  docking: [joint],
  contacts: { restitution: 0.2, friction: { law: 'algebraic', static: 0.5, dynamic: 0.5 } },
  forces: { gravity: [0, 0, -9.81] },
  time: { end: 3, timeToSleep: 0 },
  record: { interval: 0.1 },
};

function run(document: object) {
  return runAnyText(JSON.stringify({ title: 'test', description: 'A test.', world: 'solids', ...document }), 'test');
}

/** Deviation of the second body from a fixed position relative to the first since `then` [m]. */
function deviation(now: readonly BodyState[], then: readonly BodyState[], a: number, b: number): number {
  const place = composePose(createPose(), now[a], relativePose(createPose(), then[a], then[b]));
  return lengthVec3(subVec3(createVec3(), place.position, now[b].position));
}

function expectBalance({ summary }: ReturnType<typeof run>): void {
  const { momentumError, angularMomentumError, energyError } = summary.balance;
  expect(Math.max(momentumError, angularMomentumError)).toBeLessThan(1e-12);
  // steps integrate rotation to sixth order, not to machine precision
  expect(energyError).toBeLessThan(1e-9);
}

describe('bodies that have docked and come to rest', () => {
  it('fall, bounce and rest as one, from exact impacts to fixed steps, and the balance closes', () => {
    const log = run(falling);
    const types = log.events.map(({ type }) => type);
    expect(types.indexOf('docking')).toBeLessThan(types.indexOf('zeno'));
    expect(log.summary).toMatchObject({ status: 'end', dockings: 1 });
    expect(log.summary.steps).toBeGreaterThan(50);
    const docked = log.frames.filter(({ time }) => time > log.events[types.indexOf('docking')].time);
    for (const { bodies } of docked) expect(deviation(bodies, docked[0].bodies, 1, 2)).toBeLessThan(1e-9);
    const last = docked[docked.length - 1].bodies;
    expect(lengthVec3(last[2].velocity)).toBeLessThan(1e-3);
    // the thicker one rests on the floor, with the other in the air or an edge of it on the floor
    expect(last[1].position.z).toBeLessThan(0.25);
    expectBalance(log);
  });

  it('report which of them is in contact', () => {
    const { contacts, frames } = run(falling);
    const settled = contacts.filter(({ time }) => time > 2.5);
    expect(settled.length).toBeGreaterThan(0);
    const { bodies } = frames[frames.length - 1];
    for (const { bodyA, bodyB, point } of settled) {
      expect(bodyA).toBe(0);
      // within the bounding radius of that body
      const { position } = bodies[bodyB];
      expect(lengthVec3(subVec3(createVec3(), point, position))).toBeLessThan(bodyB === 1 ? 0.36 : 0.39);
    }
  });

  it('separate at their release, and each falls by itself', () => {
    const log = run({ ...falling, docking: [{ ...joint, release: 1.5 }] });
    const release = log.events.find(({ type }) => type === 'release');
    expect(release?.time).toBeCloseTo(1.5, 1);
    expect(release?.time).toBeGreaterThanOrEqual(1.5);
    const { bodies } = log.frames[log.frames.length - 1];
    // both lie flat: at half their heights
    expect(bodies[1].position.z).toBeCloseTo(0.2, 3);
    expect(bodies[2].position.z).toBeCloseTo(0.1, 3);
    expectBalance(log);
  });

  it('dock in steps as well, when others have come to rest before', () => {
    const stone = { name: 'stone', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 3, 0.1001], mass: 1 };
    const slow = { ...left, position: [-0.7, 0, 0.2001], velocity: [1.5, 0, 0] };
    const waiting = { ...right, position: [0.4, 0, 0.1001], angularVelocity: [0, 0, 0] };
    const log = run({
      ...falling,
      contacts: { restitution: 0, friction: { law: 'algebraic', static: 0.1, dynamic: 0.1 } },
      bodies: [floor, slow, waiting, stone],
      docking: [{ ...joint, tolerance: 0.15 }],
    });
    expect(log.events.map(({ type }) => type)).toContain('docking');
    const [zeno] = log.events.filter(({ type }) => type === 'zeno');
    const [docking] = log.events.filter(({ type }) => type === 'docking');
    expect(docking.time).toBeGreaterThan(zeno.time);
    const docked = log.frames.filter(({ time }) => time > docking.time);
    for (const { bodies } of docked) expect(deviation(bodies, docked[0].bodies, 1, 2)).toBeLessThan(1e-9);
    expectBalance(log);
  });

  it('to a fixed body stay there while others come to rest on them', () => {
    const station = {
      name: 'left',
      shape: { kind: 'box', halfExtents: [0.2, 0.2, 0.2] },
      motion: 'fixed',
      position: [0, 0, 1],
    };
    const pod = { ...right, position: [0.8, 0, 1.02], velocity: [-3, 0, 0], angularVelocity: [0, 0, 0] };
    const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0.5, 0, 2], mass: 1 };
    const log = run({ ...falling, bodies: [floor, station, pod, ball], docking: [{ ...joint, tolerance: 0.12 }] });
    expect(log.summary).toMatchObject({ status: 'end', dockings: 1 });
    const { bodies } = log.frames[log.frames.length - 1];
    expect(bodies[2].velocity).toEqual(createVec3());
    expect(bodies[3].position.z).toBeCloseTo(bodies[2].position.z + 0.2, 3);
    const settled = log.contacts.filter(({ time }) => time > 2.5);
    expect(settled.length).toBeGreaterThan(0);
    expect(settled.every(({ bodyA, bodyB }) => bodyA === 2 && bodyB === 3)).toBe(true);
  });

  it('cannot continue in steps with different materials for one other body, and the run reports it', () => {
    const pairs = [{ bodies: ['floor', 'left'], restitution: 0.1 }];
    const { summary } = run({ ...falling, contacts: { ...falling.contacts, pairs } });
    expect(summary.status).toBe('failed');
    expect(summary.failure).toContain('one material per pair of bodies');
  });
});
