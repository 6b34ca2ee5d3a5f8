import { clearSimplexCache, createSimplexCache, type SimplexCache } from '../distance/simplex-cache.ts';

/**
 * What is kept for a pair of bodies from one search for contact points to the next. Plain numbers, so it can be saved and
 * replayed; a fresh one means a cold start. Always hand the bodies in the same order with it.
 */
export interface PairCache extends SimplexCache {
  /**
   * A direction from A to B, in A's axes, that parted the bodies last time; zero for none. Then, for the caller, how far apart they are at
   * least if the search was given up because that is more than the margin [m].
   */
  readonly direction: Float64Array;
}

/** Place of that distance in `direction`. */
export const APART = 3;

export function createPairCache(): PairCache {
  return { ...createSimplexCache(), direction: new Float64Array(4) };
}

export function clearPairCache(cache: PairCache): void {
  clearSimplexCache(cache);
  cache.direction.fill(0);
}

/** How many numbers a packed cache has. */
export const PAIR_CACHE_LENGTH = 10;

/** Writes a cache as `PAIR_CACHE_LENGTH` numbers to `out`, from place `at` on. */
export function packPairCache(out: Float64Array, at: number, cache: PairCache): void {
  out[at] = cache.count;
  out[at + 1] = cache.vertexA0;
  out[at + 2] = cache.vertexB0;
  out[at + 3] = cache.vertexA1;
  out[at + 4] = cache.vertexB1;
  out[at + 5] = cache.vertexA2;
  out[at + 6] = cache.vertexB2;
  for (let k = 0; k < 3; k++) out[at + 7 + k] = cache.direction[k];
}

/** The way back from `packPairCache`; how far apart the bodies are is for the next search to say. */
export function unpackPairCache(cache: PairCache, from: Float64Array, at: number): void {
  cache.count = from[at] | 0;
  cache.vertexA0 = from[at + 1] | 0;
  cache.vertexB0 = from[at + 2] | 0;
  cache.vertexA1 = from[at + 3] | 0;
  cache.vertexB1 = from[at + 4] | 0;
  cache.vertexA2 = from[at + 5] | 0;
  cache.vertexB2 = from[at + 6] | 0;
  for (let k = 0; k < 3; k++) cache.direction[k] = from[at + 7 + k];
  cache.direction[APART] = 0;
}
