/**
 * Two features in contact and the linear system that moves them, in world axes relative to A's origin. With n from A to B, pA and pB the
 * points of the cores, g the gap between these and t two unit vectors perpendicular to n, a change dn = Σ x t of the normal and slides λ, μ
 * along the straight directions e of A and f of B obey
 *
 *   (g + WA + WB) dn + Σ λ e - Σ μ f = tangential relative displacement of the points
 *   e·dn - c λ = deviation of A's directions from perpendicular to n,   f·dn + c μ likewise
 *
 * The sum on the left is the matrix H of [PATH98-3.2] for smooth bodies.
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
  readonly curvatureRadii: Float64Array;
  /** Sliding directions, A's first; those of B start at `countA`. And their rotation rates c [1/m]. */
  readonly straight: Float64Array;
  readonly rotationRates: Float64Array;
  countA: number;
  count: number;
  /** n·(pB - pA) [m]. */
  gap: number;
  /** Unit of length of the slides [m], so that all unknowns have similar magnitudes. */
  size: number;
  /** Matrix of the system, `unknowns` squared numbers; overwritten by the solver. */
  readonly matrix: Float64Array;
}

export function createFeaturePair(): FeaturePair {
  return {
    axes: new Float64Array(9),
    points: new Float64Array(6),
    curvatureRadii: new Float64Array(18),
    straight: new Float64Array(12),
    rotationRates: new Float64Array(4),
    countA: 0,
    count: 0,
    gap: 0,
    size: 1,
    matrix: new Float64Array(MAX_UNKNOWNS * MAX_UNKNOWNS),
  };
}

/** Sets n and two unit vectors perpendicular to it. */
// biome-ignore format: one vector per line
export function setPairNormal({ axes }: FeaturePair, x: number, y: number, z: number): void {
  axes[0] = x; axes[1] = y; axes[2] = z;
  // Duff et al., Building an Orthonormal Basis, Revisited
  const sign = z < 0 ? -1 : 1, a = -1 / (sign + z), b = x * y * a;
  axes[3] = 1 + sign * x * x * a; axes[4] = sign * b; axes[5] = -sign * x;
  axes[6] = b; axes[7] = sign + y * y * a; axes[8] = -y;
}

/** n in the frame of a body, reversed for B: its outward normal. */
export function normalInBody(out: Float64Array, { axes: n }: FeaturePair, r: ReadonlyMat3, sign: number): void {
  out[0] = sign * (r.xx * n[0] + r.yx * n[1] + r.zx * n[2]);
  out[1] = sign * (r.xy * n[0] + r.yy * n[1] + r.zy * n[2]);
  out[2] = sign * (r.xz * n[0] + r.yz * n[1] + r.zz * n[2]);
}

/** Loads both features; the normal must be set. */
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
    pair.rotationRates[first + k] = feature.rotationRates[k];
  }
  rotateRadii(pair.curvatureRadii, 9 * body, r, feature.curvatureRadii);
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

/** R W Rᵀ by rows: the columns of R W, rotated again. */
// biome-ignore format: one row per line
function rotateRadii(out: Float64Array, to: number, r: ReadonlyMat3, w: Float64Array): void {
  const xx = w[0], yy = w[1], zz = w[2], xy = w[3], yz = w[4], zx = w[5];
  // row k of W Rᵀ is row k of W in world axes
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

/** Component along axis `axis` (1 or 2: tangential) of the vector at `at` of `v`. */
export function alongAxis({ axes }: FeaturePair, axis: number, v: Float64Array, at: number): number {
  return axes[3 * axis] * v[at] + axes[3 * axis + 1] * v[at + 1] + axes[3 * axis + 2] * v[at + 2];
}

const product = new Float64Array(3);

/** W t of one body (0 or 1) for a vector in `v`; the next call overwrites the result. */
export function multiplyRadii(
  { curvatureRadii }: FeaturePair,
  body: number,
  v: Float64Array,
  at: number,
): Float64Array {
  for (let k = 0; k < 3; k++) {
    const row = 9 * body + 3 * k;
    product[k] =
      curvatureRadii[row] * v[at] + curvatureRadii[row + 1] * v[at + 1] + curvatureRadii[row + 2] * v[at + 2];
  }
  return product;
}

/**
 * Solves the system for `columns` right-hand sides, stored in `right` by rows, one row per unknown: two tangential, then one per
 * straight direction. `right` becomes the unknowns. False if they are not determined: parallel features, or touching
 * corners. With `hold` they are: undetermined components of the normal stay fixed, and slides are short.
 */
export function solvePair(pair: FeaturePair, right: Float64Array, columns: number, hold = false): boolean {
  const { matrix, straight, rotationRates, count, countA, axes, gap, size } = pair;
  const unknowns = 2 + count;
  matrix.fill(0);
  for (let i = 0; i < 2; i++) {
    for (let body = 0; body < 2; body++) {
      const w = multiplyRadii(pair, body, axes, 3 + 3 * i);
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
    const rate = size * size * rotationRates[k];
    matrix[(unknowns + 1) * (2 + k)] = k < countA ? -rate : rate;
  }
  if (hold) holdLoose(pair, unknowns);
  if (!solveLinear(matrix, right, unknowns, columns)) return false;
  for (let k = 2 * columns; k < unknowns * columns; k++) right[k] *= size;
  return true;
}

/** Radii below this fraction of the size do not determine a normal; the added stiffness is much larger. */
const LOOSE = 1e-6;
const STIFF = 1e6;
/** Weight of the preference for short slides: small, so that they still solve the system. */
const SHORT = 1e-3;

/** Regularises the matrix: adds stiffness along the tangential directions without curvature radius, and to all slides. */
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
    // the projection on one eigenvector is H minus the other eigenvalue, divided by their difference
    const other = smaller ? midpoint + spread : midpoint - spread;
    const k = (smaller ? -stiff : stiff) / (2 * spread);
    matrix[0] += k * (xx - other);
    matrix[1] += k * xy;
    matrix[unknowns] += k * xy;
    matrix[unknowns + 1] += k * (yy - other);
  }
  for (let k = 2; k < unknowns; k++) matrix[(unknowns + 1) * k] += (k - 2 < countA ? -SHORT : SHORT) * size;
}
