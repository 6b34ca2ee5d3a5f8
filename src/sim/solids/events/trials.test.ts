import { describe, expect, it } from 'vitest';
import { centredHull, fixedSolid, freeSolid, roomWalls, solidScene } from '../../../../test/solid-scenes.ts';
import { createRandom, type Random } from '../../../math/random.ts';
import type { SolidBody } from '../../../scene/solid-scene.ts';
import { createBox } from '../../../shapes/box.ts';
import { createCylinder } from '../../../shapes/cylinder.ts';
import { createHalfspace } from '../../../shapes/halfspace.ts';
import type { SolidShape } from '../../../shapes/solid.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { balance } from '../../ledger-totals.ts';
import type { LedgerRow } from '../../observer.ts';
import { solidLedger } from '../solid-ledger.ts';
import { advanceToNextEvent } from './advance-events.ts';
import { createEventWorld } from './create-event-world.ts';
import type { EventWorld } from './event-world.ts';
import { stateOf } from './world-state.ts';

type Three = [number, number, number];

function ledgerOf(world: EventWorld): LedgerRow {
  const { bodies, totals, time } = stateOf(world);
  return solidLedger(bodies, totals, world.scene.forces.gravity, time);
}

const three = (random: Random, max: number): Three => [
  random.between(-max, max),
  random.between(-max, max),
  random.between(-max, max),
];

function anyHull(random: Random): SolidShape {
  return centredHull(
    Array.from({ length: 12 }, () => {
      const [x, y, z] = [random.normal(), random.normal(), random.normal()];
      const size = 0.5 / Math.hypot(x, y, z);
      return [size * x, size * y, size * z] as const;
    }),
  );
}

const SHAPES: readonly ((random: Random) => SolidShape)[] = [
  (random) => createBox([random.between(0.3, 1) / 2, random.between(0.3, 1) / 2, random.between(0.3, 1) / 2]),
  (random) => createSphere(random.between(0.2, 0.5)),
  anyHull,
  (random) => createCylinder(random.between(0.2, 0.4), random.between(0.2, 0.5)),
];

describe('trials of elastic impacts [SOLID-16]', () => {
  it('a box, a ball, a hull and a cylinder in a room: 1000 hits in a chain', () => {
    const random = createRandom(61);
    const positions: readonly Three[] = [
      [-1, -1, -1],
      [1, 1, -1],
      [-1, 1, 1],
      [1, -1, 1],
    ];
    const bodies = SHAPES.map((shapeOf, k) =>
      freeSolid(`body ${k}`, shapeOf(random), {
        at: positions[k],
        velocity: three(random, 2),
        angularVelocity: three(random, 3),
      }),
    );
    const world = createEventWorld(solidScene([...bodies, ...roomWalls(2)], { end: 1e4 }));
    const start = ledgerOf(world);
    let before = start;
    let [sum, worst] = [0, 0];
    while (world.collisions < 1000) {
      expect(advanceToNextEvent(world, 1e4).status).toBe('happened');
      const after = ledgerOf(world);
      // including the flight before the hit
      const change = Math.abs(after.kineticEnergy - before.kineticEnergy) / start.kineticEnergy;
      sum += change;
      worst = Math.max(worst, change);
      if (world.collisions === 200) {
        expect(Math.abs(after.kineticEnergy / start.kineticEnergy - 1)).toBeLessThan(1e-12);
      }
      before = after;
    }
    expect(sum / 1000).toBeLessThan(1e-14);
    expect(worst).toBeLessThan(1e-13);
    expect(Math.abs(before.kineticEnergy / start.kineticEnergy - 1)).toBeLessThan(1e-12);
    const { momentumError, angularMomentumError } = balance(start, before);
    expect(Math.max(momentumError, angularMomentumError)).toBeLessThan(1e-13);
  });

  it('two free bodies of any kinds conserve momentum, angular momentum and energy', () => {
    const random = createRandom(62);
    let hits = 0;
    for (let k = 0; k < 100; k++) {
      const a = SHAPES[k % 4](random);
      const b = SHAPES[Math.floor(k / 4) % 4](random);
      const world = createEventWorld(
        solidScene(
          [
            freeSolid('a', a, { at: [-2, 0, 0], velocity: [1, 0.1, 0], angularVelocity: three(random, 3) }),
            freeSolid('b', b, { at: [2, 0.1, 0.1], velocity: [-1, 0, 0], angularVelocity: three(random, 3) }),
          ],
          { end: 5 },
        ),
      );
      const start = ledgerOf(world);
      while (advanceToNextEvent(world, 5).status === 'happened') hits++;
      const { momentumError, angularMomentumError, energyError } = balance(start, ledgerOf(world));
      expect(momentumError).toBeLessThan(1e-14);
      expect(Math.max(angularMomentumError, energyError)).toBeLessThan(1e-13);
    }
    expect(hits).toBeGreaterThan(80);
  });
});

/** Velocities at the end, by the names of the bodies, for any order in the scene. */
function velocitiesAfter(bodies: readonly SolidBody[], order: readonly number[], restitution = 1, end = 5) {
  const world = createEventWorld(
    solidScene(
      order.map((i) => bodies[i]),
      { end, material: { restitution } },
    ),
  );
  const start = ledgerOf(world);
  while (advanceToNextEvent(world, end).status === 'happened');
  const { velocities } = stateOf(world).bodies;
  const { momentumError, energyError } = balance(start, ledgerOf(world));
  expect(Math.max(momentumError, energyError)).toBeLessThan(1e-14);
  return bodies.map((_, i) => {
    const k = 3 * order.indexOf(i);
    return [...velocities.slice(k, k + 3)];
  });
}

describe('simultaneous hits', () => {
  const ball = (name: string, at: Three, velocity: Three = [0, 0, 0]) =>
    freeSolid(name, createSphere(0.5), { at, velocity });
  const rotations = [0, 1, 2].map((k) => [Math.cos((2 * Math.PI * k) / 3), Math.sin((2 * Math.PI * k) / 3)]);
  const star = rotations.map(([x, y], k) => ball(`ball ${k}`, [2 * x, 2 * y, 0], [-x, -y, 0]));

  it.each([
    [1, [0, 1, 2, 3]],
    [1, [3, 2, 0, 1]],
    [0.5, [1, 3, 0, 2]],
  ])(
    'three balls that collide at 120 degrees separate as uniformly, restitution %f, order %j',
    (restitution, order) => {
      const alone = velocitiesAfter(
        star,
        order.filter((i) => i < 3),
        restitution,
      );
      const onOne = velocitiesAfter([...star, ball('centre', [0, 0, 0])], order, restitution);
      for (const [k, [x, y]] of rotations.entries()) {
        for (const velocity of [alone[k], onOne[k]]) {
          expect(velocity[0]).toBeCloseTo(restitution * x, 12);
          expect(velocity[1]).toBeCloseTo(restitution * y, 12);
        }
      }
      expect(Math.hypot(...onOne[3])).toBeLessThan(1e-12);
    },
  );

  it.each([[[0, 1, 2]], [[0, 2, 1]], [[2, 1, 0]]])(
    'a ball that hits two at once rebounds straight back, order %j',
    (order) => {
      const [cue, left, right] = velocitiesAfter(
        [ball('cue', [-3, 0, 0], [1, 0, 0]), ball('left', [0, 0.5, 0]), ball('right', [0, -0.5, 0])],
        order,
      );
      // -1/5, and 2 √3/5 along the lines of the centres
      for (const [k, part] of [-0.2, 0, 0].entries()) expect(cue[k]).toBeCloseTo(part, 12);
      for (const [k, part] of [0.6, Math.sqrt(0.12), 0].entries()) expect(left[k]).toBeCloseTo(part, 12);
      for (const [k, part] of [0.6, -Math.sqrt(0.12), 0].entries()) expect(right[k]).toBeCloseTo(part, 12);
    },
  );

  it.each([[[0, 1, 2, 3, 4]], [[4, 3, 2, 1, 0]], [[2, 0, 4, 1, 3]]])(
    'five touching balls in a row pass the impulse on, and two from both sides cross, order %j',
    (order) => {
      const row = (positions: readonly number[], speeds: readonly number[]) =>
        positions.map((x, k) => ball(`ball ${k}`, [x, 0, 0], [speeds[k], 0, 0]));
      const along = (velocities: number[][]) => velocities.map(([x]) => x);
      const one = along(velocitiesAfter(row([-3, 0, 1, 2, 3], [1, 0, 0, 0, 0]), order));
      const two = along(velocitiesAfter(row([-3, 0, 1, 2, 5], [1, 0, 0, 0, -1]), order));
      for (const [k, speed] of [0, 0, 0, 0, 1].entries()) expect(one[k]).toBeCloseTo(speed, 13);
      for (const [k, speed] of [-1, 0, 0, 0, 1].entries()) expect(two[k]).toBeCloseTo(speed, 13);
    },
  );

  it('a ball in a corner hits three walls at once and returns along its path', () => {
    const walls = [0, 1, 2].map((axis) => {
      const normal = [0, 0, 0];
      normal[axis] = 1;
      return fixedSolid(`wall ${axis}`, createHalfspace(normal));
    });
    for (const order of [
      [0, 1, 2, 3],
      [3, 1, 0, 2],
    ]) {
      const velocities = velocitiesAfter([ball('ball', [1, 1, 1], [-1, -1, -1]), ...walls], order, 1, 2);
      for (const part of velocities[0]) expect(part).toBeCloseTo(1, 14);
    }
  });
});
