import { closestInto, createContact, createSimplexCache } from '../../src/index.ts';
import { placedIn } from '../view/placed.ts';
import type { JobContext } from './job-context.ts';
import type { Jobs } from './jobs.ts';

type Gaps = Jobs['gaps'];

/** Queries the pair table in every frame. Docked bodies, and others of one composite body, may overlap. */
export async function findGaps(input: Gaps['input'], context: JobContext): Promise<Gaps['output']> {
  const { scene, places, frameCount, pairs } = input;
  const contact = createContact();
  const distances = pairs.map(() => new Float64Array(frameCount).fill(Number.NaN));
  const caches = pairs.map(() => createSimplexCache());
  for (let frame = 0; frame < frameCount; frame++) {
    for (const [i, pair] of pairs.entries()) {
      const [a, b] = pair.map((body) => placedIn(places, scene, frame, body));
      if (a === undefined || b === undefined) continue;
      const { distance } = closestInto(contact, a.shape, a.pose, b.shape, b.pose, caches[i]);
      if (Number.isFinite(distance)) distances[i][frame] = distance;
    }
    if (context.isDue()) await context.breathe({ done: frame, total: frameCount });
  }
  return distances;
}
