/** The three stages in sequence: filter in doubles, polishing in double-double, integer arithmetic. [VBC24-6] */
import { type AlgebraicNumber, algebraicToNumber } from '../math/algebraic-number.ts';
import { isCulled, VECTORS_LENGTH } from './cull-pair.ts';
import { CULLED, EXACT_HIT, EXACT_MISS, HIT, OPEN, POLISHED_HIT } from './decision-stage.ts';
import { type BigIntVectors, bigIntEdges, bigIntTriangle, exactContact } from './exact-contact.ts';
import { ENDS, filterContact, VELOCITIES } from './float-filter.ts';
import type { PointMotion } from './point-motion.ts';
import { polishRoot } from './polish-root.ts';

const vectors = new Float64Array(VECTORS_LENGTH);

/** Required accuracy of a time, as a fraction of the step. */
export const TIME_ACCURACY = 1e-12;

const EPSILON = 2 ** -53;
/** Times below this fraction of the step are only known to lie between zero and their value. */
const MIN_TIME = 2 ** -800;

/**
 * Exact first contact of node `s` and triangle `a b c` (point indices); τ of a hit and its error bound are in `found`.
 */
export function decideNodeTriangle(
  found: Float64Array,
  motion: PointMotion,
  s: number,
  a: number,
  b: number,
  c: number,
): number {
  return decide(found, motion, false, 3 * s, 3 * s, 3 * a, 3 * b, 3 * c, 3 * c);
}

/**
 * Exact first contact of the edges `p0 p1` and `p2 p3` (point indices); τ of a hit and its error bound are in `found`.
 */
export function decideEdgeEdge(
  found: Float64Array,
  motion: PointMotion,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
): number {
  return decide(found, motion, true, 3 * p0, 3 * p1, 3 * p2, 3 * p3, 3 * p2, 3 * p3);
}

/** The offsets are those of `isCulled`. */
// biome-ignore format: as in isCulled
function decide(
  found: Float64Array, motion: PointMotion, edges: boolean, o: number, m: number, i: number, j: number, k: number, l: number,
): number {
  if (isCulled(motion, edges, o, m, i, j, k, l, vectors)) return CULLED;
  const verdict = filterContact(found, motion.given === 'ends' ? ENDS : VELOCITIES, edges, vectors);
  if (verdict === HIT) {
    if (found[1] <= TIME_ACCURACY) return HIT;
    polishRoot(found, motion, o, m, i, j, k);
    if (found[1] <= TIME_ACCURACY) return POLISHED_HIT;
  } else if (verdict !== OPEN) {
    return verdict;
  }
  return decideExactly(found, edges ? bigIntEdges(motion, o, m, i, j) : bigIntTriangle(motion, o, i, j, k));
}

function decideExactly(found: Float64Array, vectors: BigIntVectors): number {
  const root = exactContact(vectors);
  return root ? setExactHit(found, root) : EXACT_MISS;
}

/** Writes an exact time, rounded, to `found`. */
export function setExactHit(found: Float64Array, root: AlgebraicNumber): number {
  found[0] = algebraicToNumber(root);
  found[1] = roundingOfTime(found[0]);
  return EXACT_HIT;
}

/** Bound of the error of an exact τ that was rounded. */
export function roundingOfTime(tau: number): number {
  return tau > MIN_TIME ? 2 * EPSILON * tau : tau;
}
