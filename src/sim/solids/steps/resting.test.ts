import { describe, expect, it } from 'vitest';
import { type BodyWords, fixedBox, floorAt, stepScene } from '../../../../test/step-scenes.ts';
import { createRandom } from '../../../math/random.ts';
import { createBox } from '../../../shapes/box.ts';
import { advanceStep } from './advance-step.ts';
import { createStepWorld, type StepWorld } from './step-world.ts';

const cube = createBox([1, 1, 1]);
const fastest = ({ bodies }: StepWorld) => bodies.velocities.reduce((most, v) => Math.max(most, Math.abs(v)), 0);

describe('a pile', () => {
  const SIDE = 4;
  const LAYERS = 5;
  /** Between the centres [m]: beyond the diagonal of a box, so that none overlap however they are turned. */
  const SPACING = 1.8;
  const REACH = (SIDE * SPACING) / 2;

  it('of boxes that fall into a bin and may not sleep comes to rest without drift or jitter', () => {
    const random = createRandom(6);
    const place = (k: number) => ((k % SIDE) - (SIDE - 1) / 2) * SPACING;
    const boxes = Array.from(
      { length: SIDE * SIDE * LAYERS },
      (_, k): BodyWords => ({
        shape: cube,
        at: [place(k), place(Math.floor(k / SIDE)), 1 + Math.floor(k / SIDE ** 2) * SPACING],
        turned: [0, 0, 0, 0].map(() => random.between(-1, 1)),
      }),
    );
    const walls = [
      fixedBox([-REACH - 1, -REACH - 1, 0], [-REACH, REACH + 1, 12]),
      fixedBox([REACH, -REACH - 1, 0], [REACH + 1, REACH + 1, 12]),
      fixedBox([-REACH, -REACH - 1, 0], [REACH, -REACH, 12]),
      fixedBox([-REACH, REACH, 0], [REACH, REACH + 1, 12]),
    ];
    const world = createStepWorld(stepScene([floorAt(), ...walls, ...boxes], { time: { substeps: 8 } }));
    const { positions } = world.bodies;
    for (let k = 0; k < 480; k++) advanceStep(world);
    const before = positions.slice();
    for (let k = 0; k < 60; k++) advanceStep(world);
    const drift = positions.reduce((most, x, k) => Math.max(most, Math.abs(x - before[k])), 0);
    // pushing out of overlaps that let neighbours fall back would keep it at millimetres in a second
    expect(fastest(world)).toBeLessThan(1e-6);
    expect(drift).toBeLessThan(1e-5);
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
        { time: { step: 0.01, substeps: 8 }, restSpeed: 0.2 },
      ),
    );

  it.each([
    [0, 3e-4],
    // the impulses of a landing grow over a few substeps, what they let in is pushed out again
    [0.05, 5e-3],
  ])('does not press it into the ground, from %d m above', (above, deepest) => {
    const heavy = world(above);
    const { positions } = heavy.bodies;
    for (let k = 0; k < 200; k++) {
      advanceStep(heavy);
      expect(positions[8]).toBeGreaterThan(1.5 - deepest);
    }
    // two contacts, each with at most twice the 0.1 mm that are left alone
    expect(positions[8]).toBeGreaterThan(1.5 - 4e-4);
    expect(fastest(heavy)).toBeLessThan(1e-4);
  });
});
