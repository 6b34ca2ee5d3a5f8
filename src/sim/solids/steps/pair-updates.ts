import { updatePersistentPairs } from '../../../broad/persistent-pairs.ts';
import { closeSlot, openSlot } from './contact-cache.ts';
import type { StepWorld } from './step-world.ts';

/** In units of both inner radii: the farthest a contact is looked for; what moves farther in a step is stopped at its impacts. */
export const MAX_SPECULATIVE_MARGIN = 0.25;

/** Steps for which pairs are looked for at once. */
const AHEAD = 4;

/** Brings the pairs up to date with the boxes; new ones get their memory, old ones lose it. */
export function updatePairs(world: StepWorld): void {
  const { pairs, cache, scene, shapes, laws } = world;
  updatePersistentPairs(
    pairs,
    world.boxes,
    world.active,
    world.wanted,
    world.bodies.velocities,
    AHEAD * scene.time.step,
  );
  for (let k = 0; k < pairs.dropped.count; k++) {
    const slot = pairs.dropped.slots[k];
    if (cache.touching[slot] === 1) report(world, slot, false);
    closeSlot(cache, slot);
  }
  for (let k = 0; k < pairs.fresh.count; k++) {
    const slot = pairs.fresh.slots[k];
    const i = pairs.first[slot];
    const j = pairs.second[slot];
    const trigger = scene.bodies[i].trigger || scene.bodies[j].trigger;
    openSlot(cache, slot, laws(i, j).material, trigger, isWide(shapes[i].kind) || isWide(shapes[j].kind));
  }
}

/** Can a body of this kind touch another in more places than one? */
function isWide(kind: string): boolean {
  return kind === 'compound' || kind === 'trimesh' || kind === 'tiled';
}

export function report({ pairs, begun, ended, options }: StepWorld, slot: number, touching: boolean): void {
  const a = pairs.first[slot];
  const b = pairs.second[slot];
  (touching ? begun : ended).push(a, b);
  options.onContact?.(a, b, touching);
}
