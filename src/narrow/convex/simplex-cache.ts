/**
 * Where the last query of a pair ended: up to two pairs of vertices. Keep one per pair of bodies and hand it in again: the
 * search then starts next to the answer. Plain numbers, so it can be saved and replayed; a fresh one means a cold start.
 */
export interface SimplexCache {
  /** Vertex pairs kept: 0, 1 or 2. */
  count: number;
  vertexA0: number;
  vertexB0: number;
  vertexA1: number;
  vertexB1: number;
}

export function createSimplexCache(): SimplexCache {
  return { count: 0, vertexA0: 0, vertexB0: 0, vertexA1: 0, vertexB1: 0 };
}

export function clearSimplexCache(cache: SimplexCache): void {
  cache.count = 0;
}
