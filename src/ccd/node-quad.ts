/**
 * First contact of a node and a quadrilateral, treated as four triangles (corner k, corner k + 1, centroid).
 * [VBC24-1.5], [VBC24-6.5]
 *
 * The centroid is not a double in general, so it is not computed: R = T = 4 (centroid - node) is the sum of the differences
 * of the corners. The factor changes no sign of F or of an in-plane function, and no root.
 */
import { type AlgebraicNumber, compareAlgebraic } from '../math/algebraic-number.ts';
import { describeValue } from '../math/describe-value.ts';
import { coplanarityCubic, createCoplanarityCubic } from './coplanarity.ts';
import { isSeparatedByAxis, loadCorner, VECTORS_LENGTH } from './cull-pair.ts';
import { setExactHit, TIME_ACCURACY } from './decide-contact.ts';
import { CULLED, EXACT_MISS, HIT, HIT_LENGTH, isHit, OPEN, POLISHED_HIT } from './decision-stage.ts';
import {
  type BigIntVectors,
  bigIntPoints,
  differenceOf,
  exactContact,
  sumOf,
  volumeSignAtStart,
} from './exact-contact.ts';
import { createFirstContact, type FirstContact, writeContact } from './first-contact.ts';
import { ENDS_OF_QUAD, filterContact, VELOCITIES_OF_QUAD } from './float-filter.ts';
import { checkPointIndex, isPointIndex } from './point-index.ts';
import type { PointMotion } from './point-motion.ts';
import { polishQuadRoot } from './polish-root.ts';
import { createRelativeMotion, loadNodeQuad } from './relative-motion.ts';
import { tolerantContact } from './tolerant.ts';

const found = new Float64Array(HIT_LENGTH);
const vectors = new Float64Array(VECTORS_LENGTH);

/** First contact of a node with a quadrilateral; see `FirstContact`. */
export interface NodeQuadContact extends FirstContact {
  /** Weights of the four corners at the contact, adding up to 1. */
  readonly weights: [number, number, number, number];
  /** Index k of the touched triangle, the lowest of several; -1 without contact. */
  triangle: number;
}

/** A new result of `nodeQuadContact`, which may be used again. */
export function createNodeQuadContact(): NodeQuadContact {
  return { ...createFirstContact(), weights: [1, 0, 0, 0], triangle: -1 };
}

/** Start, end and magnitude of the difference of each corner and the node, xyz each. */
const corners = new Float64Array(36);
const relativeMotion = createRelativeMotion();
const cubic = createCoplanarityCubic();
const location = new Float64Array(3);

/** The earliest triangle so far. */
const best = { triangle: -1, verdict: CULLED, tau: 0.5, bound: 0.5, root: undefined as AlgebraicNumber | undefined };

/**
 * First contact of node `node` and the quadrilateral with the corners `quad`, in order (point indices of the motion),
 * written into `out` and returned. A tolerance of 0 gives the exact decision for the given doubles; above zero [m], the
 * first time the distance is at most the tolerance. Throws a RangeError for an index that the motion does not have.
 *
 * @example
 * ```ts
 * import { constantVelocityMotion, createNodeQuadContact, nodeQuadContact } from 'appulse/meshes';
 *
 * const x = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.25, 1); // a square, and a node above it
 * const v = new Float64Array(15);
 * v[14] = -2; // the node falls at 2 m/s
 * const { hit, time } = nodeQuadContact(createNodeQuadContact(), constantVelocityMotion(x, v, 1), 4, [0, 1, 2, 3]);
 * console.log(hit, time); // true 0.5
 * ```
 */
export function nodeQuadContact(
  out: NodeQuadContact,
  motion: PointMotion,
  node: number,
  quad: ArrayLike<number>,
  tolerance = 0,
): NodeQuadContact {
  checkPointIndex('nodeQuadContact: node', node, motion);
  checkCorners(quad, motion);
  best.triangle = -1;
  best.verdict = CULLED;
  if (tolerance > 0) findWithin(motion, node, quad, tolerance);
  else findExactly(motion, node, quad);
  found[0] = best.tau;
  found[1] = best.bound;
  const k = Math.max(best.triangle, 0);
  loadNodeQuad(relativeMotion, motion, node, quad, k);
  writeContact(out, found, motion, best.verdict, relativeMotion, location);
  out.triangle = best.triangle;
  out.weights.fill(0.25 * location[2]);
  out.weights[k] += location[0];
  out.weights[(k + 1) % 4] += location[1];
  out.side = startSide(motion, node, quad, k);
  return out;
}

function checkCorners(quad: ArrayLike<number>, motion: PointMotion): void {
  if (quad?.length !== 4) {
    const message = `nodeQuadContact: quad must be four point indices, got ${describeValue(quad)}`;
    throw typeof quad === 'object' && quad !== null ? new RangeError(message) : new TypeError(message);
  }
  for (let k = 0; k < 4; k++) {
    if (!isPointIndex(quad[k], motion)) checkPointIndex(`nodeQuadContact: quad[${k}]`, quad[k], motion);
  }
}

function findWithin(motion: PointMotion, node: number, quad: ArrayLike<number>, tolerance: number): void {
  for (let k = 0; k < 4; k++) {
    const verdict = tolerantContact(found, loadNodeQuad(relativeMotion, motion, node, quad, k), tolerance);
    if (!isHit(verdict)) recordMiss(verdict);
    else if (best.triangle < 0 || found[0] < best.tau) recordHit(k, verdict, undefined);
  }
}

function findExactly(motion: PointMotion, node: number, quad: ArrayLike<number>): void {
  for (let k = 0; k < 4; k++) loadCorner(corners, 9 * k, motion, 3 * node, 3 * quad[k]);
  if (isSeparatedByAxis(corners, motion)) return;
  for (let k = 0; k < 4; k++) {
    loadTriangle(k);
    let verdict = filterContact(found, motion.given === 'ends' ? ENDS_OF_QUAD : VELOCITIES_OF_QUAD, false, vectors);
    let root: AlgebraicNumber | undefined;
    if (verdict === HIT && found[1] > TIME_ACCURACY) {
      polishQuadRoot(found, motion, node, quad, k);
      verdict = found[1] <= TIME_ACCURACY ? POLISHED_HIT : OPEN;
    }
    if (verdict === OPEN) {
      root = exactContact(bigIntQuadTriangle(motion, node, quad, k));
      verdict = root ? setExactHit(found, root) : EXACT_MISS;
    }
    if (!isHit(verdict)) {
      recordMiss(verdict);
      continue;
    }
    if (best.triangle >= 0) {
      const apart = Math.abs(found[0] - best.tau) > found[1] + best.bound;
      if (!apart) {
        root ??= exactContact(bigIntQuadTriangle(motion, node, quad, k));
        best.root ??= exactContact(bigIntQuadTriangle(motion, node, quad, best.triangle));
      }
      const earlier = apart || !root || !best.root ? found[0] < best.tau : compareAlgebraic(root, best.root) < 0;
      if (!earlier) continue;
    }
    recordHit(k, verdict, root);
  }
}

function recordMiss(verdict: number): void {
  if (best.triangle < 0) best.verdict = Math.max(best.verdict, verdict);
}

function recordHit(triangle: number, verdict: number, root: AlgebraicNumber | undefined): void {
  best.triangle = triangle;
  best.verdict = verdict;
  best.tau = found[0];
  best.bound = found[1];
  best.root = root;
}

/** P, Q and R of triangle k: two corners and the sum of all four. */
function loadTriangle(k: number): void {
  const p = 9 * k;
  const q = 9 * ((k + 1) % 4);
  for (let i = 0; i < 9; i++) {
    vectors[i] = corners[p + i];
    vectors[9 + i] = corners[q + i];
    vectors[18 + i] = corners[i] + corners[9 + i] + (corners[18 + i] + corners[27 + i]);
  }
}

/** The vectors of the node and triangle k as integers. */
export function bigIntQuadTriangle(
  motion: PointMotion,
  node: number,
  quad: ArrayLike<number>,
  k: number,
): BigIntVectors {
  const [s, ...ends] = bigIntPoints(motion, [3 * node, 3 * quad[0], 3 * quad[1], 3 * quad[2], 3 * quad[3]]);
  const differences = ends.map((corner) => differenceOf(corner, s));
  const r = differences.reduce(sumOf);
  return [differences[k], differences[(k + 1) % 4], r, r];
}

/** The side of triangle k on which the node starts. */
function startSide(motion: PointMotion, node: number, quad: ArrayLike<number>, k: number): number {
  const { k: coefficients, bound } = coplanarityCubic(cubic, relativeMotion);
  if (Math.abs(coefficients[0]) > bound) return Math.sign(coefficients[0]);
  // P·(Q×R) has the opposite sign
  return -volumeSignAtStart(bigIntQuadTriangle(motion, node, quad, k)) || 0;
}
