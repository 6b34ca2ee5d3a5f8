/**
 * Simplex of the last GJK query of a pair: up to two vertex pairs in 2-D, three in 3-D. Store one per pair of bodies and pass it again: the
 * search then warm-starts near the solution. Plain numbers, so it can be saved and replayed; a fresh cache means a cold start.
 */
export interface SimplexCache {
  /** Cached vertex pairs: 0 to 3. */
  count: number;
  /** Vertex index on A of the first cached pair. */
  vertexA0: number;
  /** Vertex index on B of the first cached pair. */
  vertexB0: number;
  /** Vertex index on A of the second pair. */
  vertexA1: number;
  /** Vertex index on B of the second pair. */
  vertexB1: number;
  /** Vertex index on A of the third pair. */
  vertexA2: number;
  /** Vertex index on B of the third pair. */
  vertexB2: number;
}

/** An empty cache: the next query with it is a cold start. Use one for each pair of bodies. */
export function createSimplexCache(): SimplexCache {
  return { count: 0, vertexA0: 0, vertexB0: 0, vertexA1: 0, vertexB1: 0, vertexA2: 0, vertexB2: 0 };
}

export function clearSimplexCache(cache: SimplexCache): void {
  cache.count = 0;
}
