import { updatePersistentPairs } from '../../../broad/persistent-pairs.ts';
import { closeSlot, openSlot } from './contact-cache.ts';
import type { StepWorld } from './step-world.ts';

/** In units of both inner radii: maximum search margin of contacts; bodies that move farther in a step are handled by CCD. */
export const MAX_SPECULATIVE_MARGIN = 0.25;

/** Number of steps that one update of the pairs covers. */
const AHEAD = 4;

/** Updates the pairs from the boxes; new ones get a cache slot, old ones lose it. */
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

/** Whether a body of this kind can touch another in several regions. */
function isWide(kind: string): boolean {
  return kind === 'compound' || kind === 'trimesh' || kind === 'tiled' || kind === 'brep';
}

export function report({ pairs, begun, ended, options }: StepWorld, slot: number, touching: boolean): void {
  const a = pairs.first[slot];
  const b = pairs.second[slot];
  (touching ? begun : ended).push(a, b);
  options.onContact?.(a, b, touching);
}
