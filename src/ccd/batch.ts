/**
 * First contact of many pairs in one call: typed arrays in, typed arrays out; only the rare query that needs integer arithmetic
 * allocates. Pairs are independent, so ranges of pairs may be processed by different workers in any order.
 */

import { decideEdgeEdge, decideNodeTriangle } from './decide-contact.ts';
import { HIT_LENGTH, isHit } from './decision-stage.ts';
import { distanceAt } from './feature-distance.ts';
import { checkItemIndex, checkPointIndex, isPointIndex } from './point-index.ts';
import type { PointMotion } from './point-motion.ts';
import { createRelativeMotion, loadEdgeEdge, loadNodeTriangle } from './relative-motion.ts';

const found = new Float64Array(HIT_LENGTH);

/** Results of a batch of pairs: entry k belongs to pair k. */
export interface ContactBatch {
  /** First contact [s], within 1e-12 of the step; the end of the step when there is none. */
  readonly times: Float64Array;
  /** Bit 0: contact. The next two bits, how it was decided: culled 0, filter 1, polish 2, exact 3. */
  readonly flags: Uint8Array;
  /** Contact location: three corner weights per pair, or the parameters u, v on both edges. Not written if empty. */
  readonly weights: Float64Array;
}

/**
 * A new batch with capacity for `count` pairs. `weightCount` is 3 for nodes and triangles, 2 for edges, 0 if only the
 * times are needed.
 */
export function createContactBatch(count: number, weightCount: 0 | 2 | 3 = 0): ContactBatch {
  return {
    times: new Float64Array(count),
    flags: new Uint8Array(count),
    weights: new Float64Array(weightCount * count),
  };
}

const relativeMotion = createRelativeMotion();
const weights = new Float64Array(3);

/**
 * First contacts of nodes and triangles, written into `out`: `pairs` holds (node, triangle) (node, triangle) ...,
 * `triangles` three point indices each. Computes the pairs `from` (inclusive) to `to` (exclusive). Throws a RangeError
 * at the first pair with an index out of range; the pairs before it are computed.
 *
 * @example
 * ```ts
 * import { constantVelocityMotion, createContactBatch, nodeTriangleBatch } from 'appulse/meshes';
 *
 * const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 1); // triangle 0 1 2, and node 3 above it
 * const v = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4);
 * const batch = createContactBatch(1);
 * nodeTriangleBatch(batch, constantVelocityMotion(x, v, 1), Int32Array.of(3, 0), Int32Array.of(0, 1, 2));
 * console.log(batch.times[0], batch.flags[0] & 1); // 0.25 1
 * ```
 */
export function nodeTriangleBatch(
  out: ContactBatch,
  motion: PointMotion,
  pairs: Int32Array,
  triangles: Int32Array,
  from = 0,
  to = pairs.length >> 1,
): void {
  for (let i = from; i < to; i++) {
    const node = pairs[2 * i];
    const t = 3 * pairs[2 * i + 1];
    const a = triangles[t];
    const b = triangles[t + 1];
    const c = triangles[t + 2];
    if (!(isPointIndex(node, motion) && arePointIndices(a, b, c, motion))) {
      checkPointIndex(`nodeTriangleBatch: pairs[${2 * i}]`, node, motion);
      checkItem('nodeTriangleBatch', motion, pairs, 2 * i + 1, triangles, 3);
    }
    const verdict = decideNodeTriangle(found, motion, node, a, b, c);
    writeEntry(out, i, motion, verdict);
    if (!isHit(verdict) || out.weights.length === 0) continue;
    distanceAt(weights, loadNodeTriangle(relativeMotion, motion, node, a, b, c), found[0]);
    for (let k = 0; k < 3; k++) out.weights[3 * i + k] = weights[k];
  }
}

/**
 * First contacts of pairs of edges, written into `out`: `pairs` holds (edge, edge) (edge, edge) ..., `edges` two point
 * indices each; otherwise as `nodeTriangleBatch`.
 */
export function edgeEdgeBatch(
  out: ContactBatch,
  motion: PointMotion,
  pairs: Int32Array,
  edges: Int32Array,
  from = 0,
  to = pairs.length >> 1,
): void {
  for (let i = from; i < to; i++) {
    const first = 2 * pairs[2 * i];
    const second = 2 * pairs[2 * i + 1];
    const p0 = edges[first];
    const p1 = edges[first + 1];
    const p2 = edges[second];
    const p3 = edges[second + 1];
    if (!(isPointIndex(p0, motion) && arePointIndices(p1, p2, p3, motion))) {
      checkItem('edgeEdgeBatch', motion, pairs, 2 * i, edges, 2);
      checkItem('edgeEdgeBatch', motion, pairs, 2 * i + 1, edges, 2);
    }
    const verdict = decideEdgeEdge(found, motion, p0, p1, p2, p3);
    writeEntry(out, i, motion, verdict);
    if (!isHit(verdict) || out.weights.length === 0) continue;
    distanceAt(weights, loadEdgeEdge(relativeMotion, motion, p0, p1, p2, p3), found[0]);
    for (let k = 0; k < 2; k++) out.weights[2 * i + k] = weights[k];
  }
}

function arePointIndices(i: number, j: number, k: number, motion: PointMotion): boolean {
  return isPointIndex(i, motion) && isPointIndex(j, motion) && isPointIndex(k, motion);
}

/** Throws unless entry `at` of `pairs` is the index of a triangle or edge whose points the motion has. */
function checkItem(
  caller: string,
  motion: PointMotion,
  pairs: Int32Array,
  at: number,
  items: Int32Array,
  points: 2 | 3,
): void {
  checkItemIndex(`${caller}: pairs[${at}]`, pairs[at], Math.floor(items.length / points));
  for (let k = points * pairs[at]; k < points * (pairs[at] + 1); k++) {
    checkPointIndex(`${caller}: ${points === 3 ? 'triangles' : 'edges'}[${k}]`, items[k], motion);
  }
}

function writeEntry(out: ContactBatch, i: number, motion: PointMotion, verdict: number): void {
  out.flags[i] = verdict;
  out.times[i] = isHit(verdict) ? found[0] * motion.duration : motion.duration;
}
