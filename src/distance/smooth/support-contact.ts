import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';
import { hasCore } from '../convex/core.ts';
import { closestSolids } from '../convex/solid-contact.ts';
import { clearSimplexCache, createSimplexCache } from '../simplex-cache.ts';
import { isUnique } from './contact-normal.ts';
import type { ColdSearch } from './search/search-witnesses.ts';
import { nameFeatures } from './tracking/tracker-contact.ts';
import { SUPPORT_SLACK } from './witness/support-tiled.ts';

const cache = createSimplexCache();

/**
 * Contact of two convex spatial bodies whose closest points were found but not certified: parallel flat faces, or an edge and a flat face,
 * may be so near that the segment between the points has no direction for a certificate. GJK on support points needs none. Returns false if
 * the bodies overlap, or if one of them has no support function.
 */
export function closestBySupport(
  out: Contact,
  { shapeA, shapeB, solver, iterations }: ColdSearch,
  poseA: ReadonlyPose,
  poseB: ReadonlyPose,
): boolean {
  if (shapeA.kind === 'point' || shapeB.kind === 'point' || !hasCore(shapeA) || !hasCore(shapeB)) return false;
  clearSimplexCache(cache);
  closestSolids(out, shapeA, poseA, shapeB, poseB, cache);
  if (!(out.distance > 0) || out.status === 'iteration-limit') return false;
  out.status = 'bounded';
  out.errorBound += SUPPORT_SLACK * (shapeA.radius + shapeB.radius);
  out.iterations += iterations;
  out.unique = isUnique(solver.pair);
  nameFeatures(out, solver.pair);
  return true;
}
