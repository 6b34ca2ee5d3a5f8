import { FRICTION_IMPULSE, IMPULSE, NORMAL_IMPULSE, ROW } from '../../../response/solver/contact-rows.ts';
import { CACHED_IMPULSE } from './contact-cache.ts';
import type { StepWorld } from './step-world.ts';

/** Stores the impulses of the step in the cache, and the sum of the mean normal impulses of each manifold; marks the pairs with an impulse. */
export function storeImpulses(world: StepWorld): void {
  const { cache, contacts, manifoldSlots, pairs } = world;
  if (world.pressedSlots.length < pairs.slotCount) world.pressedSlots = new Uint8Array(2 * pairs.slotCount);
  const { pressedSlots } = world;
  pressedSlots.fill(0, 0, pairs.slotCount);
  const { impulses, loads } = cache;
  const { rows, starts, meanImpulses } = contacts;
  for (let patch = 0; patch < contacts.manifoldCount; patch++) {
    const slot = manifoldSlots[patch];
    let isPressed = 0;
    loads[slot] = meanImpulses[patch] * (starts[patch + 1] - starts[patch]);
    if (cache.resisting) {
      for (let l = 0; l < 3; l++) cache.angularImpulses[3 * slot + l] = contacts.angularImpulses[3 * patch + l];
    }
    let i = CACHED_IMPULSE * cache.blocks[slot];
    for (let at = ROW * starts[patch]; at < ROW * starts[patch + 1]; at += ROW, i += CACHED_IMPULSE) {
      impulses[i] = rows[at + NORMAL_IMPULSE];
      impulses[i + 1] = rows[at + FRICTION_IMPULSE];
      impulses[i + 2] = rows[at + FRICTION_IMPULSE + 1];
      impulses[i + 3] = rows[at + FRICTION_IMPULSE + 2];
      if (rows[at + IMPULSE] !== 0 || rows[at + IMPULSE + 1] !== 0 || rows[at + IMPULSE + 2] !== 0) isPressed = 1;
    }
    pressedSlots[slot] = isPressed;
  }
}
