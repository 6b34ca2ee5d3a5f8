import { expect, it } from 'vitest';
import { floorAt, stepScene } from '../../../../test/step-scenes.ts';
import { createRandom } from '../../../math/random.ts';
import { createBox } from '../../../shapes/box.ts';
import { createCapsule } from '../../../shapes/capsule.ts';
import { advanceStep } from './advance-step.ts';
import { renumberSlots } from './order-slots.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';
import { createStepWorld } from './step-world.ts';

it('no motion depends on the order of pairs in memory', () => {
  const random = createRandom(23);
  const bodies = Array.from({ length: 60 }, (_, k) => ({
    shape: k % 4 === 3 ? createCapsule(0.3, 0.4) : createBox([0.5, 0.4, 0.3]),
    at: [1.3 * (k % 4), 1.3 * (Math.floor(k / 4) % 3), 0.8 + 1.2 * Math.floor(k / 12)],
    rotated: [1, random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)],
    velocity: [random.between(-2, 2), random.between(-2, 2), 0],
  }));
  const scene = stepScene([floorAt(), ...bodies], { time: { substeps: 4 } });
  const [plain, ordered] = [createStepWorld(scene), createStepWorld(scene)];
  for (let step = 0; step < 150; step++) {
    advanceStep(plain);
    if (step % 7 === 3) {
      renumberSlots(ordered.pairs, ordered.cache);
      const { slots, count } = ordered.pairs;
      expect([...slots.subarray(0, count)]).toEqual(Array.from({ length: count }, (_, k) => k));
      // a valid state: a snapshot of it can be restored
      restoreSnapshot(ordered, takeSnapshot(ordered));
    }
    advanceStep(ordered);
    expect(ordered.bodies.positions).toEqual(plain.bodies.positions);
    expect(ordered.bodies.angularVelocities).toEqual(plain.bodies.angularVelocities);
    expect([ordered.begun, ordered.ended]).toEqual([plain.begun, plain.ended]);
  }
  expect(plain.contacts.rowCount).toBeGreaterThan(50);
});
