import { clearSimplexCache, createSimplexCache, type SimplexCache } from '../distance/simplex-cache.ts';

/**
 * Cached data of a pair of bodies between queries for contact points. Plain numbers, so it can be saved and replayed; a new cache
 * means a cold start. Always pass the bodies in the same order with it.
 */
export interface PairCache extends SimplexCache {
  /**
   * A direction from A to B, in A's axes, that separated the bodies in the last query; zero for none. Then, for the caller, a lower
   * bound of their distance [m] if the query ended early because it exceeds the margin.
   */
  readonly direction: Float64Array;
}

/** Index of that distance in `direction`. */
export const APART = 3;

/** An empty cache: the next query with it is a cold start. Use one for each pair of bodies. */
export function createPairCache(): PairCache {
  return { ...createSimplexCache(), direction: new Float64Array(4) };
}

export function clearPairCache(cache: PairCache): void {
  clearSimplexCache(cache);
  cache.direction.fill(0);
}

/** Length of a packed cache. */
export const PAIR_CACHE_LENGTH = 10;

/**
 * Writes a cache as `PAIR_CACHE_LENGTH` numbers to `out`, starting at `at`. Vertices beyond its count are left over from earlier queries, also of
 * other pairs: they are written as 0, so that equal worlds have equal snapshots.
 */
export function packPairCache(out: Float64Array, at: number, cache: PairCache): void {
  const { count } = cache;
  out[at] = count;
  out[at + 1] = count > 0 ? cache.vertexA0 : 0;
  out[at + 2] = count > 0 ? cache.vertexB0 : 0;
  out[at + 3] = count > 1 ? cache.vertexA1 : 0;
  out[at + 4] = count > 1 ? cache.vertexB1 : 0;
  out[at + 5] = count > 2 ? cache.vertexA2 : 0;
  out[at + 6] = count > 2 ? cache.vertexB2 : 0;
  packDirection(out, at, cache.direction);
}

/** Inverse of `packPairCache`, except for the distance, which the next query computes. */
export function unpackPairCache(cache: PairCache, from: Float64Array, at: number): void {
  cache.count = from[at] | 0;
  cache.vertexA0 = from[at + 1] | 0;
  cache.vertexB0 = from[at + 2] | 0;
  cache.vertexA1 = from[at + 3] | 0;
  cache.vertexB1 = from[at + 4] | 0;
  cache.vertexA2 = from[at + 5] | 0;
  cache.vertexB2 = from[at + 6] | 0;
  unpackDirection(cache.direction, from, at);
}

/** Writes only the direction of a packed cache. */
export function packDirection(out: Float64Array, at: number, direction: Float64Array): void {
  out[at + 7] = direction[0];
  out[at + 8] = direction[1];
  out[at + 9] = direction[2];
}

/** Reads only the direction of a packed cache. */
export function unpackDirection(direction: Float64Array, from: Float64Array, at: number): void {
  direction[0] = from[at + 7];
  direction[1] = from[at + 8];
  direction[2] = from[at + 9];
  direction[APART] = 0;
}
