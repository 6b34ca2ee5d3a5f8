/**
 * First contact in integer arithmetic: exact for any doubles. [VBC24-6.4]
 *
 * The vectors P Q R T and in-plane functions E1 to E4 are those of `cull-pair.ts`. Their factors (P, Q), (T, R), (R, P) and
 * (Q, T) are also the edges, each relative to the point that may lie on it: a point is on a closed segment if the ends are in
 * opposite directions, p×q = 0 and p·q ≤ 0. For a triangle (T, R) is the corner x3 alone and adds nothing.
 */
import {
  type AlgebraicNumber,
  algebraicZero,
  compareAlgebraic,
  rootsInUnit,
  signAt,
} from '../math/algebraic-number.ts';
import { lowestExponent, toBigInt } from '../math/exact-integer.ts';
import {
  cubicOf,
  type IntegerCubic,
  type IntegerQuadratic,
  isZeroPolynomial,
  signOf,
} from '../math/integer-polynomial.ts';
import type { PointMotion } from './point-motion.ts';

/** One vector: xyz at the start and its change over the step, in a common unit of the query. */
export interface BigIntVector {
  readonly start: readonly [bigint, bigint, bigint];
  readonly change: readonly [bigint, bigint, bigint];
}

/** P, Q, R, T */
export type BigIntVectors = readonly [BigIntVector, BigIntVector, BigIntVector, BigIntVector];

/** Converts points to integers of a common unit, a power of two. */
export function bigIntPoints(motion: PointMotion, points: readonly number[]): BigIntVector[] {
  const { start, endOrVelocity } = motion;
  const offsets = points.flatMap((point) => [point, point + 1, point + 2]);
  const lowest = (values: Float64Array) => offsets.reduce((low, i) => Math.min(low, lowestExponent(values[i])), 1024);
  const vector = (read: (i: number) => bigint, i: number) => [read(i), read(i + 1), read(i + 2)] as const;
  if (motion.given === 'ends') {
    const unit = Math.min(lowest(start), lowest(endOrVelocity));
    const change = (i: number) => toBigInt(endOrVelocity[i], unit) - toBigInt(start[i], unit);
    return points.map((i) => ({ start: vector((j) => toBigInt(start[j], unit), i), change: vector(change, i) }));
  }
  // v Δt exactly: the product of two integers, in the product of their units
  const speedUnit = lowest(endOrVelocity);
  const timeUnit = lowestExponent(motion.duration);
  const unit = Math.min(lowest(start), speedUnit + timeUnit);
  const duration = toBigInt(motion.duration, timeUnit) << BigInt(speedUnit + timeUnit - unit);
  const change = (i: number) => toBigInt(endOrVelocity[i], speedUnit) * duration;
  return points.map((i) => ({ start: vector((j) => toBigInt(start[j], unit), i), change: vector(change, i) }));
}

export function differenceOf(a: BigIntVector, b: BigIntVector): BigIntVector {
  return {
    start: [a.start[0] - b.start[0], a.start[1] - b.start[1], a.start[2] - b.start[2]],
    change: [a.change[0] - b.change[0], a.change[1] - b.change[1], a.change[2] - b.change[2]],
  };
}

export function sumOf(a: BigIntVector, b: BigIntVector): BigIntVector {
  return {
    start: [a.start[0] + b.start[0], a.start[1] + b.start[1], a.start[2] + b.start[2]],
    change: [a.change[0] + b.change[0], a.change[1] + b.change[1], a.change[2] + b.change[2]],
  };
}

/** The vectors of node `s` and triangle `a b c`, by offsets into the packed points. */
export function bigIntTriangle(motion: PointMotion, s: number, a: number, b: number, c: number): BigIntVectors {
  const [node, ...corners] = bigIntPoints(motion, [s, a, b, c]);
  const [p, q, r] = corners.map((corner) => differenceOf(corner, node));
  return [p, q, r, r];
}

/** The vectors of the edges `a b` and `c d`, by offsets into the packed points. */
export function bigIntEdges(motion: PointMotion, a: number, b: number, c: number, d: number): BigIntVectors {
  const [p0, p1, p2, p3] = bigIntPoints(motion, [a, b, c, d]);
  return [differenceOf(p2, p0), differenceOf(p3, p0), differenceOf(p2, p1), differenceOf(p3, p1)];
}

/** Time of first contact, or undefined. */
export function exactContact(vectors: BigIntVectors): AlgebraicNumber | undefined {
  const volume = tripleProduct(vectors);
  if (!isZeroPolynomial(volume)) return rootsInUnit(volume).find((root) => touchesAt(vectors, root));
  // all four points stay in one plane: contact begins at the start, or when a point crosses the line of an edge
  const start = algebraicZero();
  if (touchesAt(vectors, start)) return start;
  const candidates = edgePairs(vectors).flatMap(([a, b]) => collinearTimes(a, b));
  return candidates.sort(compareAlgebraic).find((root) => touchesAt(vectors, root));
}

/** Sign of F at the start. */
export function volumeSignAtStart(vectors: BigIntVectors): number {
  return signOf(tripleProduct(vectors)[0]);
}

/** E1 to E4 as pairs of factors. */
function edgePairs([p, q, r, t]: BigIntVectors): [BigIntVector, BigIntVector][] {
  return [
    [p, q],
    [t, r],
    [r, p],
    [q, t],
  ];
}

/** Is there contact at this root of F? */
function touchesAt(vectors: BigIntVectors, root: AlgebraicNumber): boolean {
  const pairs = edgePairs(vectors);
  const [p, q, r] = vectors;
  const [edgeA, edgeB] = [differenceOf(p, r), differenceOf(q, p)];
  for (let axis = 0; axis < 3; axis++) {
    const normal = signAt(cross(edgeA, edgeB, axis), root);
    if (normal !== 0) return pairs.every(([a, b]) => signAt(cross(a, b, axis), root) !== -normal);
  }
  // no plane: a degenerate triangle or parallel edges
  return pairs.some(([a, b]) => isBetween(a, b, root));
}

/** Does the origin lie on the closed segment from a to b? */
function isBetween(a: BigIntVector, b: BigIntVector, root: AlgebraicNumber): boolean {
  if (signAt(dot(a, b), root) > 0) return false;
  return [0, 1, 2].every((axis) => signAt(cross(a, b, axis), root) === 0);
}

/** Times when the origin crosses the line through a and b or, if always on it, passes a or b. */
function collinearTimes(a: BigIntVector, b: BigIntVector): AlgebraicNumber[] {
  const quadratics = [cross(a, b, 0), cross(a, b, 1), cross(a, b, 2), dot(a, b)];
  const first = quadratics.find((q) => !isZeroPolynomial(q));
  return first ? rootsInUnit(cubicOf(first)) : [];
}

/** One component of a×b as a polynomial of τ. */
function cross(a: BigIntVector, b: BigIntVector, axis: number): IntegerQuadratic {
  const i = axis === 2 ? 0 : axis + 1;
  const j = 3 - axis - i;
  const { start: a0, change: a1 } = a;
  const { start: b0, change: b1 } = b;
  return [
    a0[i] * b0[j] - a0[j] * b0[i],
    a0[i] * b1[j] - a0[j] * b1[i] + a1[i] * b0[j] - a1[j] * b0[i],
    a1[i] * b1[j] - a1[j] * b1[i],
  ];
}

function dot({ start: a0, change: a1 }: BigIntVector, { start: b0, change: b1 }: BigIntVector): IntegerQuadratic {
  return [
    a0[0] * b0[0] + a0[1] * b0[1] + a0[2] * b0[2],
    a0[0] * b1[0] + a0[1] * b1[1] + a0[2] * b1[2] + a1[0] * b0[0] + a1[1] * b0[1] + a1[2] * b0[2],
    a1[0] * b1[0] + a1[1] * b1[1] + a1[2] * b1[2],
  ];
}

/** F = P·(Q×R) */
function tripleProduct([{ start, change }, q, r]: BigIntVectors): IntegerCubic {
  const h = [cross(q, r, 0), cross(q, r, 1), cross(q, r, 2)];
  const term = (v: readonly bigint[], i: number) => v[0] * h[0][i] + v[1] * h[1][i] + v[2] * h[2][i];
  return [term(start, 0), term(change, 0) + term(start, 1), term(change, 1) + term(start, 2), term(change, 2)];
}
