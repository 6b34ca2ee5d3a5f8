import { ANCHOR_A, CACHED_IMPULSE, POINT, type SearchCache } from './contact-cache.ts';
import type { FoundPoints } from './found-points.ts';

/** In units of the smaller body's radius: a point without a known feature inherits the impulse of one this near. */
const NEAR = 0.1;

/** Indices of the deepest points, if there are more than the block can hold. */
const chosen = new Int32Array(64);
const oldFeatures = new Int32Array(64);
const oldAnchors = new Float64Array(3 * 64);
const oldImpulses = new Float64Array(CACHED_IMPULSE * 64);

/**
 * Writes the points found, in the axes of the bodies, to the block of a pair, each with the impulse of the previous point of its feature, or
 * of one nearby, or zero. `size[0]`: radius of the smaller body [m].
 */
export function inheritImpulses(cache: SearchCache, slot: number, found: FoundPoints, size: Float64Array): void {
  const { points, features, impulses } = cache;
  const block = cache.blocks[slot];
  const before = cache.counts[slot];
  const count = choosePoints(found, cache.capacities[slot]);
  if (count === before && hasSameFeatures(features, block, found, count)) {
    for (let k = 0; k < count; k++) writePoint(cache, block + k, found, chosen[k]);
    return;
  }
  for (let k = 0; k < before; k++) {
    oldFeatures[k] = features[block + k];
    const anchor = POINT * (block + k) + ANCHOR_A;
    oldAnchors[3 * k] = points[anchor];
    oldAnchors[3 * k + 1] = points[anchor + 1];
    oldAnchors[3 * k + 2] = points[anchor + 2];
    copyImpulse(oldImpulses, CACHED_IMPULSE * k, impulses, CACHED_IMPULSE * (block + k));
  }
  cache.counts[slot] = count;
  for (let k = 0; k < count; k++) {
    const point = block + k;
    writePoint(cache, point, found, chosen[k]);
    features[point] = found.features[chosen[k]];
    const old = partnerOf(cache, point, before, size);
    partners[k] = old;
    if (old < 0) clearImpulse(impulses, CACHED_IMPULSE * point);
    else {
      copyImpulse(impulses, CACHED_IMPULSE * point, oldImpulses, CACHED_IMPULSE * old);
      oldFeatures[old] = INHERITED;
    }
  }
  if (count > 0) distributeRest(impulses, block, count, before);
}

/** Whether the points found have the same features as before. Usually true: then their impulses are already in order. */
function hasSameFeatures(features: Int32Array, block: number, found: FoundPoints, count: number): boolean {
  for (let k = 0; k < count; k++) if (features[block + k] !== found.features[chosen[k]]) return false;
  return true;
}

/** Writes point `from` of those found to the cache, without its feature. */
export function writePoint(cache: SearchCache, point: number, found: FoundPoints, from: number): void {
  const { points } = cache;
  const { numbers } = found;
  const k = POINT * point;
  const l = POINT * from;
  points[k] = numbers[l];
  points[k + 1] = numbers[l + 1];
  points[k + 2] = numbers[l + 2];
  points[k + 3] = numbers[l + 3];
  points[k + 4] = numbers[l + 4];
  points[k + 5] = numbers[l + 5];
  points[k + 6] = numbers[l + 6];
  points[k + 7] = numbers[l + 7];
  points[k + 8] = numbers[l + 8];
}

// statements: loops over three or four numbers take longer

function copyImpulse(out: Float64Array, to: number, impulses: Float64Array, from: number): void {
  out[to] = impulses[from];
  out[to + 1] = impulses[from + 1];
  out[to + 2] = impulses[from + 2];
  out[to + 3] = impulses[from + 3];
}

function clearImpulse(impulses: Float64Array, at: number): void {
  impulses[at] = 0;
  impulses[at + 1] = 0;
  impulses[at + 2] = 0;
  impulses[at + 3] = 0;
}

/** For each point found, the previous point whose impulse it has inherited; -1 for none. */
const partners = new Int32Array(64);
/** Marks a point whose impulse has been inherited: not a valid feature. */
const INHERITED = -(2 ** 31);

/**
 * Distributes the impulses of previous points without a successor to the new points, in equal parts, or to all if none is new: a
 * manifold that consists of other points than before still carries the same total.
 */
function distributeRest(impulses: Float64Array, block: number, count: number, before: number): void {
  let unmatched = 0;
  for (let k = 0; k < count; k++) if (partners[k] < 0) unmatched++;
  for (let old = 0; old < before; old++) {
    if (oldFeatures[old] === INHERITED || oldImpulses[CACHED_IMPULSE * old] === 0) continue;
    for (let k = 0; k < count; k++) {
      if (unmatched > 0 && partners[k] >= 0) continue;
      const i = CACHED_IMPULSE * (block + k);
      for (let l = 0; l < CACHED_IMPULSE; l++)
        impulses[i + l] += oldImpulses[CACHED_IMPULSE * old + l] / (unmatched > 0 ? unmatched : count);
    }
  }
}

/** The first points (deepest first) up to the capacity, sorted by feature: the order does not depend on the search. */
function choosePoints({ count: foundCount, features }: FoundPoints, capacity: number): number {
  const count = Math.min(foundCount, capacity);
  for (let k = 0; k < count; k++) {
    const feature = features[k];
    let l = k;
    while (l > 0 && features[chosen[l - 1]] > feature) {
      chosen[l] = chosen[l - 1];
      l--;
    }
    chosen[l] = k;
  }
  return count;
}

/** The previous point that matches this one: the same feature, else the nearest one; -1 for none. */
function partnerOf(cache: SearchCache, point: number, before: number, size: Float64Array): number {
  const { points } = cache;
  const at = POINT * point + ANCHOR_A;
  const feature = cache.features[point];
  for (let k = 0; k < before; k++) if (oldFeatures[k] === feature) return k;
  let nearest = -1;
  let min = (NEAR * size[0]) ** 2;
  for (let k = 0; k < before; k++) {
    if (oldFeatures[k] === INHERITED) continue;
    const x = oldAnchors[3 * k] - points[at];
    const y = oldAnchors[3 * k + 1] - points[at + 1];
    const z = oldAnchors[3 * k + 2] - points[at + 2];
    const distanceSq = x * x + y * y + z * z;
    if (distanceSq >= min) continue;
    min = distanceSq;
    nearest = k;
  }
  return nearest;
}
