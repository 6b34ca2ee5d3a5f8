/**
 * Where the last query of a pair ended: up to two pairs of vertices in the plane, three in space. Keep one per pair of bodies and hand it in again: the
 * search then starts next to the answer. Plain numbers, so it can be saved and replayed; a fresh one means a cold start.
 */
export interface SimplexCache {
  /** Vertex pairs kept: 0 to 3. */
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
