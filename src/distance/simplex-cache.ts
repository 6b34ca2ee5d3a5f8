/**
 * Simplex of the last GJK query of a pair: up to two vertex pairs in 2-D, three in 3-D. Store one per pair of bodies and pass it again: the
 * search then warm-starts near the solution. Plain numbers, so it can be saved and replayed; a fresh cache means a cold start.
 */
export interface SimplexCache {
  /** Cached vertex pairs: 0 to 3. */
  count: number;
  vertexA0: number;
  vertexB0: number;
  vertexA1: number;
  vertexB1: number;
  vertexA2: number;
  vertexB2: number;
}

export function createSimplexCache(): SimplexCache {
  return { count: 0, vertexA0: 0, vertexB0: 0, vertexA1: 0, vertexB1: 0, vertexA2: 0, vertexB2: 0 };
}

export function clearSimplexCache(cache: SimplexCache): void {
  cache.count = 0;
}
