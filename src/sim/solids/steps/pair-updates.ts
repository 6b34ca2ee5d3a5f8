import { updateKeptPairs } from '../../../broad/kept-pairs.ts';
import { closeSlot, openSlot } from './contact-memory.ts';
import type { StepWorld } from './step-world.ts';

/** In units of both inner radii: the farthest a contact is looked for; what moves farther in a step is stopped at its impacts. */
export const FARTHEST_LOOK = 0.25;

/** Steps for which pairs are looked for at once. */
const AHEAD = 4;

/** Brings the pairs up to date with the boxes; new ones get their memory, old ones lose it. */
export function updatePairs(world: StepWorld): void {
  const { pairs, memory, scene, shapes, laws } = world;
  updateKeptPairs(pairs, world.boxes, world.active, world.wanted, world.bodies.velocities, AHEAD * scene.time.step);
  for (let k = 0; k < pairs.dropped.count; k++) {
    const slot = pairs.dropped.slots[k];
    if (memory.touching[slot] === 1) tell(world, slot, false);
    closeSlot(memory, slot);
  }
  for (let k = 0; k < pairs.fresh.count; k++) {
    const slot = pairs.fresh.slots[k];
    const i = pairs.first[slot];
    const j = pairs.second[slot];
    const sensor = scene.bodies[i].sensor || scene.bodies[j].sensor;
    openSlot(memory, slot, laws(i, j).material, sensor, isWide(shapes[i].kind) || isWide(shapes[j].kind));
  }
}

/** Can a body of this kind touch another in more places than one? */
function isWide(kind: string): boolean {
  return kind === 'compound' || kind === 'trimesh' || kind === 'tiled';
}

export function tell({ pairs, begun, ended, options }: StepWorld, slot: number, touching: boolean): void {
  const a = pairs.first[slot];
  const b = pairs.second[slot];
  (touching ? begun : ended).push(a, b);
  options.onContact?.(a, b, touching);
}
