import { boxesOverlap } from '../../../broad/pairs.ts';
import { APART } from '../../../manifold/pair-cache.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { addBoxPair, clearBoxPairs, findBoxPairPoints, searchBoxPairs } from './box-pairs.ts';
import { PLACE, PLACE_APART, PLACE_MARGIN, type SearchCache, SLACK } from './contact-cache.ts';
import { type ContactSearch, createSearchWorkspace } from './contact-search.ts';
import { inheritImpulses } from './inherit-impulses.ts';
import type { NarrowPhasePairs } from './narrow-phase-pairs.ts';
import { areBoxes, isSearchDue } from './pair-motion.ts';
import { findPairPoints } from './pair-points.ts';
import { moveImpulsesToFirst } from './predicted-planes.ts';

export const SEARCH = 3;

const workspace = createSearchWorkspace();

/** Searches the pairs `from` to `to` - 1 of a list. */
export function searchPairs(search: ContactSearch, { numbers }: NarrowPhasePairs, from: number, to: number): void {
  clearBoxPairs();
  for (let at = SEARCH * from; at < SEARCH * to; at += SEARCH) {
    findContacts(search, numbers[at], numbers[at + 1], numbers[at + 2]);
  }
  searchBoxPairs(workspace, search);
}

/**
 * Writes the contact points of bodies a and b, the pair in `slot`, that may become active in the step, into the cache. While the relative
 * pose is unchanged, the points remain fixed on the bodies; the gaps follow from the poses. Writes only to the slot.
 */
function findContacts(search: ContactSearch, slot: number, a: number, b: number): void {
  const { cache, radii, boxes, shapes } = search;
  if (!boxesOverlap(boxes, a, boxes, b)) {
    cache.slacks[SLACK * slot] = -1;
    if (cache.counts[slot] > 0) clearContacts(cache, slot);
    return;
  }
  if (areBoxes(search, a, b)) {
    if (!isSearchDue(workspace, search, slot, a, b, false)) return;
    if (addBoxPair(workspace, search, slot, a, b)) return;
    if (findBoxPairPoints(workspace, search, slot, a, b)) storePoints(cache, slot, radii, a, b);
    return;
  }
  if (!isSearchDue(workspace, search, slot, a, b, isRound(shapes[a]) || isRound(shapes[b]))) return;
  const isHollow = findPairPoints(workspace, search, slot, a, b);
  storePoints(cache, slot, radii, a, b);
  if (isHollow) moveImpulsesToFirst(cache, slot);
}

/** Stores the points found, or the distance of the bodies. */
function storePoints(cache: SearchCache, slot: number, radii: Float64Array, a: number, b: number): void {
  const { found, pairCache, size } = workspace;
  cache.places[PLACE * slot + PLACE_APART] = found.count === 0 ? pairCache.direction[APART] : 0;
  size[0] = Math.min(radii[a], radii[b]);
  if (found.count > 0 || cache.counts[slot] > 0) inheritImpulses(cache, slot, found, size);
}

/** Clears a pair that is too far apart for contacts. */
function clearContacts(cache: SearchCache, slot: number): void {
  cache.counts[slot] = 0;
  // marks the pair as not searched
  cache.places[PLACE * slot + PLACE_MARGIN] = -1;
}

function isRound({ kind }: Shape): boolean {
  return kind !== 'box' && kind !== 'hull' && kind !== 'compound' && kind !== 'trimesh' && kind !== 'halfspace';
}
