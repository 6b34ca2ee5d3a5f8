import { describe, expect, it } from 'vitest';
import { type BodyWords, floorAt, rotatedAbout, stepScene } from '../../../../test/step-scenes.ts';
import { createRandom } from '../../../math/random.ts';
import { createBox } from '../../../shapes/box.ts';
import { createCapsule } from '../../../shapes/capsule.ts';
import { createCylinder } from '../../../shapes/cylinder.ts';
import { createSphere } from '../../../shapes/sphere.ts';
import { balance } from '../../ledger-totals.ts';
import { solidLedger } from '../solid-ledger.ts';
import { advanceStep } from './advance-step.ts';
import { createStepWorld, type StepWorld } from './step-world.ts';

/** 3 x 3 x 8 mixed bodies of `size` [m] that fall on a floor, each a little displaced and rotated. */
function createPile(size: number, restitution: number, step: number): StepWorld {
  const random = createRandom(5);
  const shapes = [
    createBox([size, 0.75 * size, 0.5 * size]),
    createSphere(0.85 * size),
    createCapsule(0.5 * size, 0.75 * size),
    createCylinder(0.7 * size, 0.8 * size),
  ];
  const bodies = Array.from({ length: 72 }, (_, k): BodyWords => {
    const [column, row, layer] = [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)];
    const at = [column - 1, row - 1, layer + 1].map((x) => 2.5 * size * (x + random.between(-0.05, 0.05)));
    return { shape: shapes[layer % 4], at, rotated: rotatedAbout([0.6, 0, 0.8], random.between(-0.4, 0.4)) };
  });
  return createStepWorld(
    stepScene([floorAt(), ...bodies], {
      material: { restitution, staticFriction: 0.5 },
      // twice the speed that gravity gives in a step, and a thousandth of a body
      restitutionThreshold: 2 * 9.81 * step,
      slop: 1e-3 * size,
      time: { step, substeps: 8 },
    }),
  );
}

function ledgerOf({ bodies, totals, scene, time }: StepWorld) {
  return solidLedger(bodies, totals, scene.forces.gravity, time);
}

describe('a pile that collapses in long steps', () => {
  it.each([
    // bodies that move by a fraction of their size in a step, and bodies that move by several sizes
    [0.2, 0.1, 40, 0.5],
    [0.02, 0, 20, 3],
    [0.02, 0.5, 20, 3],
  ])(
    'of bodies of %d m with restitution %d has few impacts and searches in every step',
    (size, restitution, steps, most) => {
      const world = createPile(size, restitution, 1 / 60);
      const start = ledgerOf(world);
      const count = 72;
      let impacts = 0;
      for (let k = 0; k < steps; k++) {
        advanceStep(world);
        const { counts } = world;
        impacts += counts.impacts + counts.fastImpacts;
        expect(counts.impacts).toBeLessThan(3 * count);
        expect(counts.fastImpacts).toBeLessThan(most * count);
        expect(counts.impactSearches).toBeLessThan(40 * count);
      }
      // the pile has collapsed
      expect(impacts).toBeGreaterThan(count);
      for (let i = 1; i <= count; i++) expect(world.bodies.positions[3 * i + 2]).toBeGreaterThan(0.3 * size);
      const errors = balance(start, ledgerOf(world));
      expect(Math.max(errors.momentumError, errors.energyError)).toBeLessThan(1e-12);
      // of the whole energy: bodies that meet inside a step of this length overlap, and the correction lifts them
      expect(errors.energyCreationError).toBeLessThan(0.05);
    },
  );
});
