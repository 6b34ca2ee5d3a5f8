/**
 * First contact of many pairs in one call: typed arrays in, typed arrays out, nothing allocated but by the rare query that needs
 * whole numbers. Every pair is decided by itself, so that ranges of pairs may be given to different workers in any order.
 */
import { decideEdgeEdge, decideNodeTriangle } from './decide.ts';
import type { PointMotion } from './point-motion.ts';
import { found, isHit } from './verdict.ts';

/** One entry a pair. */
export interface ContactBatch {
  /** First contact [s]; +Infinity for none. */
  readonly times: Float64Array;
  /** Bit 0: contact. The next two bits: culled 0, filter 1, polish 2, exact 3. */
  readonly flags: Uint8Array;
}

export function createContactBatch(count: number): ContactBatch {
  return { times: new Float64Array(count), flags: new Uint8Array(count) };
}

/**
 * Nodes against triangles: `pairs` holds (node, triangle) (node, triangle) ..., `triangles` three point numbers each. Writes the
 * entries of `out` from pair `from` up to, not including, pair `to`.
 */
export function nodeTriangleBatch(
  out: ContactBatch,
  motion: PointMotion,
  pairs: Int32Array,
  triangles: Int32Array,
  from = 0,
  to = pairs.length >> 1,
): void {
  const { times, flags } = out;
  const { duration } = motion;
  for (let i = from; i < to; i++) {
    const t = 3 * pairs[2 * i + 1];
    const verdict = decideNodeTriangle(motion, pairs[2 * i], triangles[t], triangles[t + 1], triangles[t + 2]);
    flags[i] = verdict;
    times[i] = isHit(verdict) ? found[0] * duration : Number.POSITIVE_INFINITY;
  }
}

/** Edges against edges: `pairs` holds (edge, edge) (edge, edge) ..., `edges` two point numbers each; else as above. */
export function edgeEdgeBatch(
  out: ContactBatch,
  motion: PointMotion,
  pairs: Int32Array,
  edges: Int32Array,
  from = 0,
  to = pairs.length >> 1,
): void {
  const { times, flags } = out;
  const { duration } = motion;
  for (let i = from; i < to; i++) {
    const a = 2 * pairs[2 * i];
    const b = 2 * pairs[2 * i + 1];
    const verdict = decideEdgeEdge(motion, edges[a], edges[a + 1], edges[b], edges[b + 1]);
    flags[i] = verdict;
    times[i] = isHit(verdict) ? found[0] * duration : Number.POSITIVE_INFINITY;
  }
}
