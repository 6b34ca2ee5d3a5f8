import { leftSingularVectors3 } from '../../math/jacobi-svd.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createVec3 } from '../../math/vec3.ts';
import { maximizeGap, PAIR_STRIDE } from './maximize-gap.ts';
import { ELLIPSOID_STRIDE, unpackMatrix } from './packed-ellipsoid.ts';

/** The distance is certified: the bodies are apart, or overlap by less than their smallest radii of curvature. */
export const CERTIFIED = 0;
/** A deep overlap: the smallest depth from many starts, without a certificate that it is the global minimum. */
export const DEEP = 1;
/** Not converged; only the error bound is valid. */
export const UNCONVERGED = 2;

/** Entries of `PAIR_STRIDE` numbers for the results of `count` pairs, all of which start cold. */
export function createEllipsoidPairs(count: number): Float64Array {
  return new Float64Array(PAIR_STRIDE * count);
}

/**
 * Signed distance [m], normal from A to B and points of ellipsoid `i` of `a` and ellipsoid `j` of `b`, into entry
 * `index` of `out`. The normal in the entry is the initial guess: reuse the entry of a pair for a warm start; zero is a
 * cold start. Returns 0 if the distance is certified, 1 for a deep overlap without a certificate, 2 if the search did
 * not converge. [PATH98-3.2]
 *
 * @example
 * ```ts
 * import { ellipsoid, pose } from 'appulse';
 * import { createEllipsoidPairs, ELLIPSOID_STRIDE, ellipsoidPair, packPosedEllipsoid } from 'appulse/vehicles';
 *
 * const packed = new Float64Array(2 * ELLIPSOID_STRIDE);
 * packPosedEllipsoid(packed, 0, ellipsoid([2, 1, 1]), pose());
 * packPosedEllipsoid(packed, 1, ellipsoid([2, 1, 1]), pose([0, 5, 0]));
 * const out = createEllipsoidPairs(1);
 * const status = ellipsoidPair(out, 0, packed, 0, packed, 1);
 * console.log(status, out[0].toFixed(9)); // 0 3.000000000
 * ```
 */
// biome-ignore format: one body per pair of arguments
export function ellipsoidPair(
  out: Float64Array, index: number, a: Float64Array, i: number, b: Float64Array, j: number,
): number {
  const o = PAIR_STRIDE * index;
  const hasConverged = maximizeGap(out, o, a, i, b, j);
  if (hasConverged && (out[o] >= 0 || -out[o] < CERTAIN * (leastRadius(a, i) + leastRadius(b, j)))) return CERTIFIED;
  return resolveOverlap(out, o, hasConverged, a, i, b, j);
}

/**
 * `ellipsoidPair` for the pairs (i, j) (i, j) ... of the packed `ellipsoids`: entry and status of each, from pair
 * `from` up to, not including, `to`.
 */
export function ellipsoidPairBatch(
  out: Float64Array,
  statuses: Uint8Array,
  ellipsoids: Float64Array,
  pairs: Int32Array,
  from = 0,
  to = pairs.length >> 1,
): void {
  for (let k = from; k < to; k++) {
    statuses[k] = ellipsoidPair(out, k, ellipsoids, pairs[2 * k], ellipsoids, pairs[2 * k + 1]);
  }
}

/** Margin for the rounding of `leastRadius`. */
const CERTAIN = 1 - 1e-12;

/**
 * Lower bound of the smallest radius of curvature c²/a of a body [m], without its axes: Gershgorin's theorem for BᵀB, whose eigenvalues are the
 * squared semi-axes. Tight where the columns of B are nearly orthogonal, as those of a body that deforms little.
 */
// biome-ignore format: one column per line
function leastRadius(packed: Float64Array, index: number): number {
  const i = ELLIPSOID_STRIDE * index;
  const xx = packed[i + 3], xy = packed[i + 4], xz = packed[i + 5];
  const yx = packed[i + 6], yy = packed[i + 7], yz = packed[i + 8];
  const zx = packed[i + 9], zy = packed[i + 10], zz = packed[i + 11];
  const p = xx * xx + yx * yx + zx * zx, qr = Math.abs(xy * xz + yy * yz + zy * zz);
  const q = xy * xy + yy * yy + zy * zy, rp = Math.abs(xz * xx + yz * yx + zz * zx);
  const r = xz * xz + yz * yz + zz * zz, pq = Math.abs(xx * xy + yx * yy + zx * zy);
  const least = Math.min(p - pq - rp, q - pq - qr, r - qr - rp);
  return least > 0 ? least / Math.sqrt(Math.max(p + pq + rp, q + pq + qr, r + qr + rp)) : 0;
}

const values = createVec3();
const matrix = createMat3();
const left = createMat3();
/** Directions to start from: the principal axes of both bodies, and the line of the centres. */
const starts = new Float64Array(3 * 7);
const trial = createEllipsoidPairs(1);

/**
 * A body shrunk on all sides by up to its smallest radius of curvature, c²/a, stays convex; if the shrunk bodies are
 * separate, g has a single maximum. So a depth below the sum of the two radii is certified. Otherwise the search restarts from
 * many directions, and the smallest depth is taken.
 */
// biome-ignore format: one body per pair of arguments
function resolveOverlap(
  out: Float64Array, o: number, hasConverged: boolean, a: Float64Array, i: number, b: Float64Array, j: number,
): number {
  const radii = takeAxes(0, a, i) + takeAxes(9, b, j);
  if (hasConverged && -out[o] < radii) return CERTIFIED;
  for (let k = 0; k < 3; k++) starts[18 + k] = b[ELLIPSOID_STRIDE * j + k] - a[ELLIPSOID_STRIDE * i + k];
  const concentric = starts[18] === 0 && starts[19] === 0 && starts[20] === 0;
  let steps = out[o + 11];
  let found = hasConverged;
  for (let s = 0; s < 14; s++) {
    const from = 3 * (s % 7);
    const sign = s < 7 ? 1 : -1;
    for (let k = 0; k < 3; k++) trial[1 + k] = sign * starts[from + k];
    const better = maximizeGap(trial, 0, a, i, b, j) && (!found || trial[0] > out[o]);
    steps += trial[11];
    if (!better) continue;
    found = true;
    for (let k = 0; k < PAIR_STRIDE; k++) out[o + k] = trial[k];
  }
  // two equal minimum translations: take the one with a positive first component
  if (concentric && (out[o + 1] || out[o + 2] || out[o + 3]) < 0) {
    for (let k = 1; k < 4; k++) out[o + k] = -out[o + k];
    maximizeGap(out, o, a, i, b, j);
  }
  out[o + 11] = steps;
  if (!found) return UNCONVERGED;
  return out[o] >= 0 || -out[o] < radii ? CERTIFIED : DEEP;
}

/** Writes the principal axes of a body from start `from` on, and returns its smallest radius of curvature [m]. */
function takeAxes(from: number, packed: Float64Array, index: number): number {
  const { x: longest, z: shortest } = leftSingularVectors3(values, left, unpackMatrix(matrix, packed, index));
  starts[from] = left.xx;
  starts[from + 1] = left.yx;
  starts[from + 2] = left.zx;
  starts[from + 3] = left.xy;
  starts[from + 4] = left.yy;
  starts[from + 5] = left.zy;
  starts[from + 6] = left.xz;
  starts[from + 7] = left.yz;
  starts[from + 8] = left.zz;
  return longest > 0 ? (shortest * shortest) / longest : 0;
}
