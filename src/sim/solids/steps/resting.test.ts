import { describe, expect, it } from 'vitest';
import { type BodyWords, fixedBox, floorAt, stepScene } from '../../../../test/step-scenes.ts';
import { createRandom } from '../../../math/random.ts';
import { createBox } from '../../../shapes/box.ts';
import { advanceStep } from './advance-step.ts';
import { createStepWorld, type StepWorld } from './step-world.ts';

const cube = createBox([0.5, 0.5, 0.5]);
const fastest = ({ bodies }: StepWorld) => bodies.velocities.reduce((max, v) => Math.max(max, Math.abs(v)), 0);

/** `PILE=10` makes it a thousand boxes, which take minutes; few are sufficient to show jitter. */
const SIDE = Number(process.env['PILE'] ?? 4);
/** Between the centres [m]: beyond the diagonal of a box, so that none overlap at any rotation. */
const SPACING = 1.8;

/** Randomly rotated boxes over a bin. */
function fallingPile(timeToSleep: number, seed = 6): StepWorld {
  const random = createRandom(seed);
  const halfWidth = (SIDE * SPACING) / 2;
  const height = 3 * SIDE;
  const place = (k: number) => ((k % SIDE) - (SIDE - 1) / 2) * SPACING;
  const boxes = Array.from(
    { length: SIDE * SIDE * (SIDE === 4 ? 5 : SIDE) },
    (_, k): BodyWords => ({
      shape: cube,
      at: [place(k), place(Math.floor(k / SIDE)), 1 + Math.floor(k / SIDE ** 2) * SPACING],
      rotated: [0, 0, 0, 0].map(() => random.between(-1, 1)),
    }),
  );
  const walls = [
    fixedBox([-halfWidth - 1, -halfWidth - 1, 0], [-halfWidth, halfWidth + 1, height]),
    fixedBox([halfWidth, -halfWidth - 1, 0], [halfWidth + 1, halfWidth + 1, height]),
    fixedBox([-halfWidth, -halfWidth - 1, 0], [halfWidth, -halfWidth, height]),
    fixedBox([-halfWidth, halfWidth, 0], [halfWidth, halfWidth + 1, height]),
  ];
  return createStepWorld(stepScene([floorAt(), ...walls, ...boxes], { time: { substeps: 8, timeToSleep } }));
}

/** Maximum displacement of a coordinate in a second [m]. */
function driftOfSecond(world: StepWorld): number {
  const { positions } = world.bodies;
  const before = positions.slice();
  for (let k = 0; k < 60; k++) advanceStep(world);
  return positions.reduce((max, x, k) => Math.max(max, Math.abs(x - before[k])), 0);
}

describe('a pile of boxes that fell into a bin', () => {
  // several piles: when the last box of one topples is a matter of chance; after that its speeds decay by half in a second or faster
  it.each([1, 6, 7])('comes to rest without drift or jitter even if sleeping is disabled (pile %i)', (seed) => {
    const world = fallingPile(Number.POSITIVE_INFINITY, seed);
    for (let k = 0; k < (SIDE === 4 ? 720 : 1800); k++) advanceStep(world);
    // position correction that lets neighbours fall back would keep it at millimetres per second
    expect(driftOfSecond(world)).toBeLessThan(1e-6);
    const before = fastest(world);
    expect(before).toBeLessThan(1e-6);
    expect(driftOfSecond(world)).toBeLessThan(1e-6);
    expect(fastest(world)).toBeLessThan(before);
  });

  it('falls asleep as a whole within 20 s, and then does not move at all', () => {
    const world = fallingPile(0.5);
    const { free, asleep } = world;
    const isAwake = () => free.some((is, i) => is === 1 && asleep[i] === 0);
    for (let k = 0; k < 1200 && isAwake(); k++) advanceStep(world);
    expect(isAwake()).toBe(false);
    expect(driftOfSecond(world)).toBe(0);
    expect(fastest(world)).toBe(0);
  });
});

describe('a box a hundred times as heavy as the one it stands on', () => {
  const world = (above: number) =>
    createStepWorld(
      stepScene(
        [
          floorAt(),
          { shape: cube, at: [0, 0, 0.5] },
          { shape: cube, at: [0.03, 0.02, 1.5 + above], density: 100 * 1000 },
        ],
        { time: { step: 0.01, substeps: 8 }, restitutionThreshold: 0.2 },
      ),
    );

  it.each([
    [0, 3e-4],
    // the impulses of a landing grow over a few substeps; the resulting penetration is corrected
    [0.05, 5e-3],
  ])('does not press it into the ground, from %d m above', (above, deepest) => {
    const heavy = world(above);
    const { positions } = heavy.bodies;
    for (let k = 0; k < 200; k++) {
      advanceStep(heavy);
      expect(positions[8]).toBeGreaterThan(1.5 - deepest);
    }
    // two contacts, each with at most twice the slop of 0.1 mm
    expect(positions[8]).toBeGreaterThan(1.5 - 4e-4);
    expect(fastest(heavy)).toBeLessThan(1e-4);
  });
});
