import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../test/scenes.ts';

const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };
const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0, 1.1], mass: 1 };
const EARTH = { gravity: [0, 0, -9.81] };

function run(document: object) {
  return runAnyText(JSON.stringify({ title: 'test', description: 'A test.', world: 'solids', ...document }), 'test');
}

describe('a rigid-body run', () => {
  const drop = { bodies: [floor, ball], contacts: { restitution: 0.5 }, forces: EARTH };

  it('by events records frames at their times and all impacts, and continues with steps where impacts accumulate (Zeno)', () => {
    const { frames, events, contacts, summary } = run({ ...drop, time: { end: 2 }, record: { interval: 0.1 } });
    const fall = Math.sqrt(2 / 9.81);
    const times = events.filter(({ type }) => type === 'collision').map(({ time }) => time);
    // t0 (1 + 2 (e + e² + ...))
    expect(times.slice(0, 3)).toEqual([fall, 2 * fall, 2.5 * fall].map((time) => expect.closeTo(time, 12)));
    expect(contacts.length).toBeGreaterThanOrEqual(times.length);
    expect(events.some(({ type }) => type === 'zeno')).toBe(true);
    expect(summary.steps).toBeGreaterThan(0);
    // one frame each 0.1 s; those of steps are recorded at the nearest step
    expect(frames).toHaveLength(21);
    for (const [k, { time }] of frames.entries()) expect(Math.abs(time - 0.1 * k)).toBeLessThan(0.0051);
    expect(frames[frames.length - 1].bodies[1].position.z).toBeCloseTo(0.1, 4);
  });

  it('by steps comes to rest at the same position, and its balance closes', () => {
    const { frames, summary } = run({ ...drop, time: { end: 2, method: 'steps' }, record: { interval: 0.1 } });
    expect(frames).toHaveLength(21);
    expect(frames[20].bodies[1].position.z).toBeCloseTo(0.1, 3);
    expect(summary.balance.momentumError).toBeLessThan(1e-9);
    expect(summary.balance.energyError).toBeLessThan(1e-6);
  });

  it('gives the same bits for any recording interval', () => {
    const [coarse, fine] = [0.5, 0.01].map((interval) => run({ ...drop, time: { end: 0.6 }, record: { interval } }));
    expect(fine.frames.length).toBeGreaterThan(coarse.frames.length);
    expect(fine.summary.stateHash).toBe(coarse.summary.stateHash);
  });

  it('stops at the number of events the scene allows', () => {
    const { summary } = run({ ...drop, time: { end: 2, maxEvents: 2 } });
    expect(summary).toMatchObject({ status: 'event-limit', collisions: 2 });
  });
});

describe.each(['events', 'steps'] as const)('with the method %s', (method) => {
  it('a trigger reports bodies that pass it, without contact response', () => {
    const gate = {
      name: 'gate',
      shape: { kind: 'box', halfExtents: [1, 1, 0.05] },
      position: [0, 0, 0.5],
      motion: 'fixed',
      trigger: true,
    };
    const { events, frames } = run({ bodies: [gate, ball], forces: EARTH, time: { end: 0.6, method } });
    expect(events.map(({ type }) => type)).toEqual(['contact-begin', 'contact-end']);
    const last = frames[frames.length - 1];
    expect(last.bodies[1].position.z).toBeCloseTo(1.1 - 0.5 * 9.81 * last.time ** 2, 9);
  });

  it('bodies of groups that do not collide pass through each other', () => {
    const other = { ...ball, name: 'other', position: [3, 0, 1.1], velocity: [-2, 0, 0], group: 'ghosts' };
    const scene = { bodies: [ball, other], time: { end: 3, method } };
    const collided = run({ ...scene, contacts: { restitution: 1 } });
    expect(collided.frames[collided.frames.length - 1].bodies[1].velocity.x).toBeCloseTo(0, 9);
    const ghosts = { bodies: [{ ...ball, group: 'ghosts' }, other], time: scene.time };
    const passed = run({ ...ghosts, contacts: { groups: [{ groups: ['ghosts', 'ghosts'], collide: false }] } });
    expect(passed.summary.collisions).toBe(0);
    expect(passed.frames[passed.frames.length - 1].bodies[1].velocity.x).toBe(-2);
  });
});

describe('docking in space', () => {
  const probe = { name: 'probe', body: 'ball', point: [0.1, 0, 0] };
  const cone = { name: 'cone', body: 'other', point: [-0.1, 0, 0] };
  const other = {
    ...ball,
    name: 'other',
    position: [3, 0, 1.1],
    velocity: [-1, 0, 0],
    angularVelocity: [0, 0, 0.01],
    mass: 3,
  };

  it('conserves momentum, reports the energy loss, and separates at the release', () => {
    const { events, summary, frames } = run({
      bodies: [ball, other],
      sensors: [probe, cone],
      docking: [{ sensors: ['probe', 'cone'], tolerance: 0.05, release: 4 }],
      time: { end: 5 },
      record: { interval: 0.5 },
    });
    expect(events.map(({ type }) => type)).toEqual(['docking', 'release']);
    expect(summary.dockings).toBe(1);
    expect(summary.balance.momentumError).toBeLessThan(1e-14);
    expect(summary.balance.angularMomentumError).toBeLessThan(1e-14);
    expect(summary.balance.energyError).toBeLessThan(1e-14);
    // together they continue at 3/4 of the speed
    const { bodies } = frames[7];
    expect((bodies[0].velocity.x + 3 * bodies[1].velocity.x) / 4).toBeCloseTo(-0.75, 12);
  });
});
