import { describe, expect, it } from 'vitest';
import type { StepWorld } from '../../src/sim/solids/steps/step-world.ts';
import { advance, createWorldOf, cube, FLOOR, vectorOf } from './fixed-steps.ts';

const HALF = 0.05;

/** Maximum distance of a cube of a column from its place [m]. Body 0 is the floor. */
function displacement({ bodies }: StepWorld): number {
  let max = 0;
  for (let i = 1; i < bodies.count; i++) {
    const [x, y, z] = vectorOf(bodies.positions, i);
    max = Math.max(max, Math.hypot(x, y, z - (2 * i - 1) * HALF));
  }
  return max;
}

function column(masses: readonly object[]): StepWorld {
  const cubes = masses.map((mass, i) => cube(`cube ${i}`, HALF, [0, 0, (2 * i + 1) * HALF], mass));
  // without sleep, which would hide a motion
  return createWorldOf({ bodies: [FLOOR, ...cubes], friction: 0.5, time: { timeToSleep: 0 } });
}

function maxDisplacement(world: StepWorld, seconds: number): number {
  let max = 0;
  advance(world, seconds, () => {
    max = Math.max(max, displacement(world));
  });
  return max;
}

describe('a column of exact cubes of 0.1 m', () => {
  it.each([
    [10, 10],
    [14, 10],
    [20, 60],
  ])('of %i stands for %i s, and no cube leaves its place by a millimetre', (count, seconds) => {
    expect(maxDisplacement(column(Array(count).fill({ density: 1000 })), seconds)).toBeLessThan(1e-3);
  });
});

describe('a heavy cube on a light one', () => {
  it.each([1e3, 1e4])('%d times as heavy stays within a quarter of a millimetre for 60 s, without sleeping', (mass) => {
    expect(maxDisplacement(column([{ mass: 1 }, { mass }]), 60)).toBeLessThan(2.5e-4);
  });

  it('10 000 times as heavy stays within a quarter of a millimetre with the default settings, and sleeps', () => {
    const cubes = [
      cube('light', HALF, [0, 0, HALF], { mass: 1 }),
      cube('heavy', HALF, [0, 0, 3 * HALF], { mass: 1e4 }),
    ];
    const world = createWorldOf({ bodies: [FLOOR, ...cubes], friction: 0.5 });
    expect(maxDisplacement(world, 10)).toBeLessThan(2.5e-4);
    expect([...world.asleep.subarray(1)]).toEqual([1, 1]);
  });
});
