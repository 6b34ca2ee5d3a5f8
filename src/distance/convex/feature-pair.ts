/**
 * Two pieces in contact and the linear equations that move them, world axes, places seen from A's origin. With n from A to B, pA and pB the
 * points of the cores, g the gap between these and t two unit vectors square to n, a change dn = Σ x t of the normal and slides λ, μ
 * along the straight directions e of A and f of B obey
 *
 *   (g + WA + WB) dn + Σ λ e - Σ μ f = what the points are pushed apart by, across n
 *   e·dn - c λ = how far A's directions are turned against n,   f·dn + c μ likewise
 *
 * The sum on the left is the matrix H of [PATH98] spec 3.2 for bodies that are round all over.
 */
import { solveLinear } from '../../math/linear-solve.ts';
import type { ReadonlyMat3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import type { ContactFeature } from './contact-feature.ts';

/** Unknowns: two of the normal, and up to two slides of each body. */
export const MAX_UNKNOWNS = 6;

export interface FeaturePair {
  /** n, then t1 and t2. */
  readonly axes: Float64Array;
  /** pA, then pB. */
  readonly points: Float64Array;
  /** WA, then WB, by rows. */
  readonly bending: Float64Array;
  /** Directions to slide along, A's first; those of B begin at number `countA`. And the rates c they turn at [1/m]. */
  readonly straight: Float64Array;
  readonly turning: Float64Array;
  countA: number;
  count: number;
  /** n·(pB - pA) [m]. */
  gap: number;
  /** Slides count in units of this length [m], so that all unknowns are of one size. */
  size: number;
  /** The matrix of the equations, `unknowns` squared numbers; destroyed by solving. */
  readonly matrix: Float64Array;
}

export function createFeaturePair(): FeaturePair {
  return {
    axes: new Float64Array(9),
    points: new Float64Array(6),
    bending: new Float64Array(18),
    straight: new Float64Array(12),
    turning: new Float64Array(4),
    countA: 0,
    count: 0,
    gap: 0,
    size: 1,
    matrix: new Float64Array(MAX_UNKNOWNS * MAX_UNKNOWNS),
  };
}

/** Sets n and two unit vectors square to it. */
// biome-ignore format: one vector per line
export function setPairNormal({ axes }: FeaturePair, x: number, y: number, z: number): void {
  axes[0] = x; axes[1] = y; axes[2] = z;
  // Duff et al., Building an Orthonormal Basis, Revisited
  const sign = z < 0 ? -1 : 1, a = -1 / (sign + z), b = x * y * a;
  axes[3] = 1 + sign * x * x * a; axes[4] = sign * b; axes[5] = -sign * x;
  axes[6] = b; axes[7] = sign + y * y * a; axes[8] = -y;
}

/** n seen from a body, turned around for B: the outward normal in the frame of the body. */
export function normalInBody(out: Float64Array, { axes: n }: FeaturePair, r: ReadonlyMat3, sign: number): void {
  out[0] = sign * (r.xx * n[0] + r.yx * n[1] + r.zx * n[2]);
  out[1] = sign * (r.xy * n[0] + r.yy * n[1] + r.zy * n[2]);
  out[2] = sign * (r.xz * n[0] + r.yz * n[1] + r.zz * n[2]);
}

/** Takes over both pieces; the normal is set already. */
export function loadPair(
  pair: FeaturePair,
  a: ContactFeature,
  poseA: ReadonlyPose,
  b: ContactFeature,
  poseB: ReadonlyPose,
): void {
  const { points, axes } = pair;
  pair.countA = a.straightCount;
  pair.count = a.straightCount + b.straightCount;
  loadFeature(pair, a, poseA.rotation, 0, 0);
  loadFeature(pair, b, poseB.rotation, 1, a.straightCount);
  points[3] += poseB.position.x - poseA.position.x;
  points[4] += poseB.position.y - poseA.position.y;
  points[5] += poseB.position.z - poseA.position.z;
  pair.gap = 0;
  for (let c = 0; c < 3; c++) pair.gap += axes[c] * (points[3 + c] - points[c]);
}

function loadFeature(pair: FeaturePair, feature: ContactFeature, r: ReadonlyMat3, body: number, first: number): void {
  const { point, straight, straightCount } = feature;
  rotateInto(pair.points, 3 * body, r, point, 0);
  for (let k = 0; k < straightCount; k++) {
    rotateInto(pair.straight, 3 * (first + k), r, straight, 3 * k);
    pair.turning[first + k] = feature.turning[k];
  }
  rotateBending(pair.bending, 9 * body, r, feature.bending);
}

function rotateInto(out: Float64Array, to: number, r: ReadonlyMat3, v: Float64Array, at: number): void {
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  out[to] = r.xx * x + r.xy * y + r.xz * z;
  out[to + 1] = r.yx * x + r.yy * y + r.yz * z;
  out[to + 2] = r.zx * x + r.zy * y + r.zz * z;
}

const column = new Float64Array(9);

/** R W Rᵀ by rows: the columns of R W, turned once more. */
// biome-ignore format: one row per line
function rotateBending(out: Float64Array, to: number, r: ReadonlyMat3, w: Float64Array): void {
  const xx = w[0], yy = w[1], zz = w[2], xy = w[3], yz = w[4], zx = w[5];
  // row k of W Rᵀ is W's row k seen in world axes
  column[0] = xx; column[1] = xy; column[2] = zx;
  column[3] = xy; column[4] = yy; column[5] = yz;
  column[6] = zx; column[7] = yz; column[8] = zz;
  for (let k = 0; k < 9; k += 3) rotateInto(column, k, r, column, k);
  for (let j = 0; j < 3; j++) {
    const x = column[j], y = column[3 + j], z = column[6 + j];
    out[to + j] = r.xx * x + r.xy * y + r.xz * z;
    out[to + 3 + j] = r.yx * x + r.yy * y + r.yz * z;
    out[to + 6 + j] = r.zx * x + r.zy * y + r.zz * z;
  }
}

/** The component along axis `axis` (1 or 2: across n) of the vector at `at` of `v`. */
export function alongAxis({ axes }: FeaturePair, axis: number, v: Float64Array, at: number): number {
  return axes[3 * axis] * v[at] + axes[3 * axis + 1] * v[at + 1] + axes[3 * axis + 2] * v[at + 2];
}

const bent = new Float64Array(3);

/** W t of one body (0 or 1) for a vector in `v`; the answer is kept in place of the last one. */
export function bend({ bending }: FeaturePair, body: number, v: Float64Array, at: number): Float64Array {
  for (let k = 0; k < 3; k++) {
    const row = 9 * body + 3 * k;
    bent[k] = bending[row] * v[at] + bending[row + 1] * v[at + 1] + bending[row + 2] * v[at + 2];
  }
  return bent;
}

/**
 * Solves the equations for `columns` right-hand sides, which `right` has by rows, as many as there are unknowns: two across n, then one for
 * each straight direction. `right` becomes the unknowns. False if they are not determined: pieces lie along each other, or corners
 * touch. With `hold` they are determined all the same: the normal does not turn where nothing says how far, and slides are short.
 */
export function solvePair(pair: FeaturePair, right: Float64Array, columns: number, hold = false): boolean {
  const { matrix, straight, turning, count, countA, axes, gap, size } = pair;
  const unknowns = 2 + count;
  matrix.fill(0);
  for (let i = 0; i < 2; i++) {
    for (let body = 0; body < 2; body++) {
      const w = bend(pair, body, axes, 3 + 3 * i);
      for (let j = 0; j < 2; j++) matrix[unknowns * j + i] += alongAxis(pair, 1 + j, w, 0);
    }
    matrix[(unknowns + 1) * i] += gap;
    for (let k = 0; k < count; k++) {
      const fraction = size * alongAxis(pair, 1 + i, straight, 3 * k);
      matrix[unknowns * i + 2 + k] = k < countA ? fraction : -fraction;
      matrix[unknowns * (2 + k) + i] = fraction;
      for (let c = 0; c < columns && i === 0; c++) right[columns * (2 + k) + c] *= size;
    }
  }
  for (let k = 0; k < count; k++) {
    const rate = size * size * turning[k];
    matrix[(unknowns + 1) * (2 + k)] = k < countA ? -rate : rate;
  }
  if (hold) holdLoose(pair, unknowns);
  if (!solveLinear(matrix, right, unknowns, columns)) return false;
  for (let k = 2 * columns; k < unknowns * columns; k++) right[k] *= size;
  return true;
}

/** Radii below this share of the size do not hold a normal; what does is stiffer by far. */
const LOOSE = 1e-6;
const STIFF = 1e6;
/** How much shorter slides are preferred to longer ones: a little, so that they still solve the equations. */
const SHORT = 1e-3;

/** Adds stiffness to the matrix along the directions across n that have no radius of their own, and to all slides. */
function holdLoose({ matrix, countA, size }: FeaturePair, unknowns: number): void {
  const xx = matrix[0];
  const xy = matrix[1];
  const yy = matrix[unknowns + 1];
  const midpoint = 0.5 * (xx + yy);
  const spread = Math.sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
  const smaller = Math.abs(midpoint - spread) < LOOSE * size;
  const larger = Math.abs(midpoint + spread) < LOOSE * size;
  const stiff = STIFF * size;
  if (smaller && larger) {
    matrix[0] += stiff;
    matrix[unknowns + 1] += stiff;
  } else if (smaller || larger) {
    // the projection on one eigenvector is H less the other eigenvalue, over their difference
    const other = smaller ? midpoint + spread : midpoint - spread;
    const k = (smaller ? -stiff : stiff) / (2 * spread);
    matrix[0] += k * (xx - other);
    matrix[1] += k * xy;
    matrix[unknowns] += k * xy;
    matrix[unknowns + 1] += k * (yy - other);
  }
  for (let k = 2; k < unknowns; k++) matrix[(unknowns + 1) * k] += (k - 2 < countA ? -SHORT : SHORT) * size;
}
