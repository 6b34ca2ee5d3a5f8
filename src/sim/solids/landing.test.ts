import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../test/scenes.ts';
import { createPose } from '../../math/pose.ts';
import { closest } from '../../pairs/query.ts';
import { readScene } from '../../scene/read.ts';
import { balance } from '../ledger-totals.ts';
import { advanceToNextEvent } from './events/advance-events.ts';
import { createEventWorld } from './events/create-event-world.ts';
import { stateOf } from './events/world-state.ts';
import { solidLedger } from './solid-ledger.ts';

const g = 9.81;
const floor = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };
const dry = (friction: number) => ({ law: 'algebraic', static: friction, dynamic: friction });

const crate = (height: number, drop: number, velocity: number[]) => ({
  name: 'crate',
  shape: { kind: 'box', halfExtents: [0.3, 0.2, height] },
  position: [0, 0, height + drop],
  velocity,
  density: 500,
});

const textOf = (document: object) =>
  JSON.stringify({
    title: 'test',
    description: 'A test.',
    world: 'solids',
    forces: { gravity: [0, 0, -g] },
    ...document,
  });

function run(document: object) {
  const log = runAnyText(textOf({ record: { interval: 0.1 }, ...document }), 'test');
  const last = log.frames[log.frames.length - 1];
  const hits = log.events.filter(({ type }) => type === 'collision');
  return { ...log, last: last.bodies[1], hits };
}

describe('a crate that lands flat and slides', () => {
  const landing = (friction: number, restitution: number, end = 2) => ({
    bodies: [floor, crate(0.3, 0.2, [2, 0, 0])],
    contacts: { restitution, friction: dry(friction) },
    time: { end },
  });
  const fall = Math.sqrt(2 * g * 0.2);

  it.each([0.2, 0.4, 0.6])(
    'has one impact if it does not bounce, and stops at the position of the closed form, friction %f',
    (friction) => {
      const { last, hits, frames } = run(landing(friction, 0));
      expect(hits).toHaveLength(1);
      const left = Math.max(0, 2 - friction * fall);
      // 2 m/s while it falls, then v²/(2 μ g)
      expect(last.position.x).toBeCloseTo((2 * fall) / g + left ** 2 / (2 * friction * g), 4);
      for (const { bodies } of frames) expect(bodies[1].rotation.zz).toBeGreaterThan(1 - 1e-8);
    },
  );

  it.each([
    ['cylinder', { kind: 'cylinder', radius: 0.3, halfHeight: 0.3 }],
    ['capsule', { kind: 'capsule', radius: 0.3, halfHeight: 0.4 }, { axis: [0, 1, 0], angle: '90 deg' }],
  ])('as a %s does, on its end or its side', (_, shape, rotation = { axis: [0, 0, 1], angle: '0 deg' }) => {
    const ground = {
      name: 'floor',
      shape: { kind: 'box', halfExtents: [3, 3, 0.5] },
      position: [0, 0, -0.5],
      motion: 'fixed',
    };
    const { last, hits } = run({
      ...landing(0.3, 0),
      bodies: [ground, { ...crate(0.3, 0.2, [2, 0, 0]), shape, rotation }],
    });
    expect(hits).toHaveLength(1);
    expect(last.position.x).toBeCloseTo((2 * fall) / g + (2 - 0.3 * fall) ** 2 / (0.6 * g), 4);
  });

  it('bounces flat, and its displacement is that of its bounces and of the slide after them', () => {
    const friction = 0.15;
    const { last } = run(landing(friction, 0.5, 3));
    let [displacement, speed, down] = [(2 * fall) / g, 2, fall];
    for (let bounce = 0; bounce < 60; bounce++) {
      speed -= friction * 1.5 * down;
      down *= 0.5;
      displacement += (speed * 2 * down) / g;
    }
    expect(last.position.x).toBeCloseTo(displacement + speed ** 2 / (2 * friction * g), 4);
    expect(last.rotation.zz).toBeGreaterThan(1 - 1e-8);
  });

  it('on a slope continues with the speed left by friction', () => {
    const [sine, cosine, friction] = [0.5, Math.sqrt(0.75), 0.3];
    const { last, frames } = run({
      ...landing(friction, 0, 1),
      bodies: [floor, crate(0.3, 0.2, [0, 0, 0])],
      forces: { gravity: [g * sine, 0, -g * cosine] },
    });
    const time = Math.sqrt(0.4 / (g * cosine));
    const landed = g * sine * time - friction * g * cosine * time;
    const slid = frames[frames.length - 1].time - time;
    expect(last.velocity.x).toBeCloseTo(landed + g * (sine - friction * cosine) * slid, 4);
  });

  it('of two materials slides with the friction of each, before and after its impacts accumulate', () => {
    const both = [0.2, 0.5].map((_, k) => {
      const { shape, ...rest } = crate(0.2, 0.1, [1.5, 0, 0]);
      return { ...rest, shape, name: `crate ${k}`, position: [0, 2 * k, 0.3] };
    });
    const pairs = both.map(({ name }, k) => ({ bodies: ['floor', name], friction: dry(0.2 + 0.3 * k) }));
    const { frames } = run({ bodies: [floor, ...both], contacts: { restitution: 0, pairs }, time: { end: 2 } });
    const down = Math.sqrt(0.2 * g);
    for (const [k, friction] of [0.2, 0.5].entries()) {
      const expected = (1.5 * down) / g + (1.5 - friction * down) ** 2 / (2 * friction * g);
      expect(frames[frames.length - 1].bodies[1 + k].position.x).toBeCloseTo(expected, 4);
    }
  });
});

describe('where impacts accumulate (Zeno)', () => {
  const pile = {
    bodies: [
      floor,
      { ...crate(0.2, 0.4, [0.5, 0.1, 0]), rotation: { axis: [1, 2, 0.5], angle: 0.4 }, angularVelocity: [1, -2, 0.5] },
      { name: 'ball', shape: { kind: 'sphere', radius: 0.2 }, position: [0.1, 0.1, 1.4], density: 800 },
    ],
    contacts: { restitution: 0.3, friction: dry(0.4) },
    time: { end: 4 },
  };

  it('no body is inside another, and the ledger is that of the events', () => {
    const scene = readScene(textOf(pile), 'test');
    if (scene.world !== 'solids') throw new Error('not a rigid-body world');
    const world = createEventWorld(scene);
    const ledgerOf = () => {
      const { bodies, totals, time } = stateOf(world);
      return solidLedger(bodies, totals, scene.forces.gravity, time);
    };
    const start = ledgerOf();
    while (advanceToNextEvent(world, 4).status === 'happened');
    expect(world.time).toBeLessThan(3);
    const { momentumError, angularMomentumError, energyError } = balance(start, ledgerOf());
    expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-13);
    const { positions: x, orientations: q } = stateOf(world).bodies;
    const poses = scene.bodies.map((_, i) =>
      createPose([...x.slice(3 * i, 3 * i + 3)], [...q.slice(4 * i, 4 * i + 4)]),
    );
    for (const [i, a] of scene.bodies.entries()) {
      for (const [j, b] of scene.bodies.slice(0, i).entries()) {
        // the contact tolerance
        expect(closest(a.shape, poses[i], b.shape, poses[j]).distance).toBeGreaterThan(-1e-9);
      }
    }
  });

  it.each([0.21, 0.22, 0.26])('a ball of %f m bounces ever lower on a slab, and then rolls', (radius) => {
    const slab = {
      name: 'floor',
      shape: { kind: 'box', halfExtents: [3, 3, 0.5] },
      position: [0, 0, -0.5],
      motion: 'fixed',
    };
    const ball = {
      name: 'ball',
      shape: { kind: 'sphere', radius },
      position: [0, 0, 0.6],
      velocity: [1, 0, 0],
      mass: 1,
    };
    const { summary, last } = run({
      bodies: [slab, ball],
      contacts: { restitution: 0.2, friction: dry(0.5) },
      time: { end: 0.45 },
    });
    expect(summary.status).toBe('end');
    expect(summary.steps).toBeGreaterThan(0);
    // friction at the ground conserves the angular momentum about it
    expect(last.velocity.x).toBeCloseTo(5 / 7, 3);
  });

  it('steps continue with the same ledger: momentum, angular momentum and energy balance over the whole run', () => {
    const { summary, events } = run(pile);
    expect(events.some(({ type }) => type === 'zeno')).toBe(true);
    expect(summary.steps).toBeGreaterThan(100);
    const { momentumError, angularMomentumError, energyError } = summary.balance;
    expect(Math.max(momentumError, angularMomentumError)).toBeLessThan(1e-12);
    // steps integrate rotation to sixth order, not to machine precision
    expect(energyError).toBeLessThan(1e-9);
  });
});
