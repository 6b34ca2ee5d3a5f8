import { describe, expect, it } from 'vitest';
import { runAnyText } from '../../../../test/scenes.ts';
import { fixedSolid, freeSolid, solidScene } from '../../../../test/solid-scenes.ts';
import { createContact } from '../../../distance/contact.ts';
import { createRandom } from '../../../math/random.ts';
import { createVec3 } from '../../../math/vec3.ts';
import { closestInto } from '../../../pairs/query.ts';
import type { SolidLoad, SolidScene } from '../../../scene/solid-scene.ts';
import { createBox } from '../../../shapes/box.ts';
import { createHalfspace } from '../../../shapes/halfspace.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { balance } from '../../ledger-totals.ts';
import { flightAt } from '../solid-composite.ts';
import { solidLedger } from '../solid-ledger.ts';
import { advanceToNextEvent } from './advance-events.ts';
import { createEventWorld } from './create-event-world.ts';
import type { EventWorld } from './event-world.ts';
import { stateOf } from './world-state.ts';

const NEVER = Number.POSITIVE_INFINITY;

function overloaded(scene: SolidScene, ...loads: (Partial<SolidLoad> & Pick<SolidLoad, 'force'>)[]): EventWorld {
  const complete = loads.map((load) => ({ body: 0, torque: createVec3(), from: 0, until: NEVER, ...load }));
  return createEventWorld({ ...scene, forces: { ...scene.forces, loads: complete } });
}

function ledgerOf(world: EventWorld, time = world.time) {
  const { bodies, totals } = stateOf(world, time);
  return solidLedger(bodies, totals, world.scene.forces.gravity, time);
}

function expectBalance(world: EventWorld, start: ReturnType<typeof ledgerOf>, tolerance = 1e-14): void {
  const { momentumError, angularMomentumError, energyError } = balance(start, ledgerOf(world));
  expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(tolerance);
}

describe('forces on bodies between exact times of impact', () => {
  const box = freeSolid('box', createBox([0.5, 1, 0.25]), {
    at: [1, 2, 3],
    velocity: [1, 0, 0],
    angularVelocity: [1, 2, 3],
  });

  it('a thrust of limited duration gives three exact parabolas, for any tumbling of the body', () => {
    // 1 kg under gravity; 4 N from 0.5 s to 1.5 s
    const scene = solidScene([box], { gravity: [0, 0, -10], end: 3 });
    const world = overloaded(scene, { force: createVec3(0, 4, 0), from: 0.5, until: 1.5 });
    const start = ledgerOf(world);
    expect(advanceToNextEvent(world, 3).status).toBe('reached');
    const { positions, velocities } = stateOf(world).bodies;
    // y: 2 + 4/2 + 4 × 1.5
    for (const [k, place] of [4, 10, 3 - 45].entries()) expect(positions[k]).toBeCloseTo(place, 13);
    for (const [k, speed] of [1, 4, -30].entries()) expect(velocities[k]).toBeCloseTo(speed, 13);
    // force times displacement while it acted
    expect(ledgerOf(world).externalWork).toBeCloseTo(4 * 2, 13);
    expectBalance(world, start);
  });

  it('affects the time of impact: a ball accelerated towards a wall collides at the time of the closed form', () => {
    const ball = freeSolid('ball', createSphere(0.5), { at: [2.5, 0, 0] });
    const scene = solidScene([ball, fixedSolid('wall', createHalfspace([1, 0, 0]))], { end: 4 });
    // 1 m/s² towards the wall, which is 2 m away, from 0.5 s on; two forces add up
    const half = createVec3(-0.5 * ball.mass, 0, 0);
    const world = overloaded(scene, { force: half, from: 0.5 }, { force: half, from: 0.5 });
    const start = ledgerOf(world);
    const first = advanceToNextEvent(world, 4);
    expect(first.events).toMatchObject([{ type: 'collision' }]);
    expect(first.time).toBeCloseTo(2.5, 9);
    expect(advanceToNextEvent(world, 4).status).toBe('reached');
    // back with 2 m/s, and slower again
    expect(stateOf(world).bodies.velocities[0]).toBeCloseTo(2 - 1.5, 9);
    expectBalance(world, start);
  });

  it('a torque of limited duration rotates a bar into a post at the time of the closed form', () => {
    // a bar of 2 m along x, and a post of radius 0.1 at (0, 0.8): the side of the bar touches it when it has rotated by the angle below
    const bar = freeSolid('bar', createBox([1, 0.05, 0.05]), { at: [0, 0, 0] });
    const post = fixedSolid('post', createSphere(0.1), { at: [0, 0.8, 0] });
    const inertia = bar.moments.z;
    const angle = Math.PI / 2 - Math.asin(0.15 / 0.8);
    const acceleration = 0.5;
    const world = overloaded(solidScene([bar, post], { end: 20 }), {
      force: createVec3(),
      torque: createVec3(0, 0, acceleration * inertia),
      from: 1,
      until: 2,
    });
    const start = ledgerOf(world);
    const first = advanceToNextEvent(world, 20);
    expect(first.events).toMatchObject([{ type: 'collision' }]);
    // α/2 until 2 s, then at the rate α
    expect(first.time).toBeCloseTo(2 + (angle - 0.5 * acceleration) / acceleration, 8);
    expectBalance(world, start, 1e-12); // rounding of some hundred rotations
    expect(ledgerOf(world).externalWork).toBeCloseTo(0.5 * inertia * acceleration ** 2, 12);
    expect(advanceToNextEvent(world, first.time + 0.1).status).toBe('reached');
    expectBalance(world, start, 1e-12); // rounding of some hundred rotations
  });

  it('a torque that acts all the time gives the same: √(2 angle/α)', () => {
    const bar = freeSolid('bar', createBox([1, 0.05, 0.05]), { at: [0, 0, 0] });
    const post = fixedSolid('post', createSphere(0.1), { at: [0, 0.8, 0] });
    const angle = Math.PI / 2 - Math.asin(0.15 / 0.8);
    const torque = createVec3(0, 0, 3 * bar.moments.z);
    const world = overloaded(solidScene([bar, post], { end: 20 }), { force: createVec3(), torque });
    expect(advanceToNextEvent(world, 20).time).toBeCloseTo(Math.sqrt((2 * angle) / 3), 8);
  });

  it('property: bodies that tumble under a torque never overlap before the time of impact', () => {
    const random = createRandom(11);
    const three = (size: number): [number, number, number] => [
      random.between(-size, size),
      random.between(-size, size),
      random.between(-size, size),
    ];
    let hits = 0;
    for (let trial = 0; trial < 12; trial++) {
      const [moving, other] = [createBox([1, 0.3, 0.1]), createBox([0.4, 0.9, 0.2])];
      const tumbling = freeSolid('tumbling', moving, { at: [0, 0, 0], angularVelocity: three(2) });
      const flying = freeSolid('flying', other, { at: [3, 0, 0], velocity: [-1, 0, 0], angularVelocity: three(1) });
      const torque = createVec3(...three(0.1));
      const world = overloaded(solidScene([tumbling, flying], { end: 4 }), { force: createVec3(), torque });
      const { time, status } = advanceToNextEvent(world, 4);
      if (status === 'happened') hits++;
      // brute force: the distance at many times before, by a world that has not been searched
      const { composites } = overloaded(solidScene([tumbling, flying], { end: 4 }), { force: createVec3(), torque });
      const gapAt = (t: number) => {
        const [first, second] = composites.map((composite) => flightAt(composite, t).pose);
        return closestInto(createContact(), moving, first, other, second).distance;
      };
      for (let k = 0; k < 400; k++) expect(gapAt((time * k) / 400)).toBeGreaterThan(-1e-8);
      if (status === 'happened') expect(Math.abs(gapAt(time))).toBeLessThan(1e-8);
    }
    expect(hits).toBeGreaterThan(4);
  });

  it('press a body onto a wall without gravity: steps continue with the same force, and its end releases the body', () => {
    const { frames, events, summary } = runAnyText(
      JSON.stringify({
        title: 'test',
        description: 'A test.',
        world: 'solids',
        bodies: [
          { name: 'wall', shape: { kind: 'halfspace', normal: [1, 0, 0] }, motion: 'fixed' },
          { name: 'box', shape: { kind: 'box', halfExtents: [0.5, 0.5, 0.5] }, position: [1, 0, 0], mass: 2 },
        ],
        contacts: { restitution: 0 },
        forces: {
          loads: [
            { body: 'box', force: [-8, 0, 0], until: 2 },
            { body: 'box', force: [0, 1, 0] },
          ],
        },
        time: { end: 3 },
        record: { interval: 0.5 },
      }),
      'test',
    );
    expect(events.filter(({ type }) => type === 'collision')).toHaveLength(1);
    const [, box] = frames[frames.length - 1].bodies;
    // it is released within the slop of steps, as slowly; 0.5 m/s² along the wall all the time
    expect(Math.abs(box.position.x - 0.5)).toBeLessThan(1e-3);
    const { time } = frames[frames.length - 1];
    expect(box.position.y).toBeCloseTo(0.25 * time ** 2, 6);
    expect(Math.abs(box.angularVelocity.z)).toBeLessThan(1e-3);
    const { momentumError, angularMomentumError, energyError } = summary.balance;
    expect(Math.max(momentumError, angularMomentumError, energyError)).toBeLessThan(1e-12);
  });
});
