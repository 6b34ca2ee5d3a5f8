/**
 * The unknowns of the source: two angles on each body, x(u, v) = r + B s with s = (cos u cos v, cos u sin v, sin u), and the line
 * Δ = x2 - x1 perpendicular to the four surface tangents. [PATH98-3.5]
 *
 * For comparison, and only near the solution: farthest and saddle points solve the equations too, and at u = ±π/2 (the poles)
 * the parameters are singular. From a cold start 1 % of pairs fail at an aspect ratio of 2 and 80 % at 1000.
 */
import { atan2 } from '../../math/inverse-trig.ts';
import { solveLinear } from '../../math/linear-solve.ts';
import { cos, sin } from '../../math/trig.ts';
import { CERTIFIED, UNCONVERGED } from './ellipsoid-pair.ts';
import { PAIR_STRIDE } from './maximize-gap.ts';
import { ELLIPSOID_STRIDE } from './packed-ellipsoid.ts';

const MAX_STEPS = 60;
/** |tangent · Δ| relative to the squared size: converged; and acceptable where rounding error prevents a lower value. */
const TOLERANCE = 1e-15;
const ACCEPTABLE = 1e-12;

/** u1, v1, u2, v2. */
const angles = new Float64Array(4);
/** s, s_u, s_v, s_uu, s_uv, s_vv of a body, xyz each, then the same times B. */
const sphere = new Float64Array(18);
const jets = [new Float64Array(18), new Float64Array(18)];
const residual = new Float64Array(4);
const jacobian = new Float64Array(16);
const gap = new Float64Array(3);

/**
 * As `ellipsoidPair`: from the normal in `out`, or from the line of the centres if that is zero. `CERTIFIED` only means
 * that the four equations hold, not that the points are the closest.
 */
// biome-ignore format: one body per pair of arguments
export function ellipsoidPairByAngles(
  out: Float64Array, index: number, a: Float64Array, i: number, b: Float64Array, j: number,
): number {
  const o = PAIR_STRIDE * index;
  const ia = ELLIPSOID_STRIDE * i;
  const ib = ELLIPSOID_STRIDE * j;
  const cold = out[o + 1] === 0 && out[o + 2] === 0 && out[o + 3] === 0;
  for (let k = 0; k < 3; k++) gap[k] = cold ? b[ib + k] - a[ia + k] : out[o + 1 + k];
  anglesOfSupport(0, a, ia, 1);
  anglesOfSupport(2, b, ib, -1);
  let steps = 0;
  let error = Number.POSITIVE_INFINITY;
  while (steps < MAX_STEPS) {
    steps++;
    error = assemble(a, ia, b, ib);
    if (error <= TOLERANCE || !solveLinear(jacobian, residual, 4, 1)) break;
    for (let k = 0; k < 4; k++) angles[k] -= residual[k];
  }
  writeEntry(out, o, a, ia, steps);
  return error <= ACCEPTABLE ? CERTIFIED : UNCONVERGED;
}

/** Support point of a body in direction ± `gap`: s = ± Bᵀn / |Bᵀn|. */
function anglesOfSupport(k: number, packed: Float64Array, at: number, sign: number): void {
  const component = (c: number) =>
    sign * (packed[at + 3 + c] * gap[0] + packed[at + 6 + c] * gap[1] + packed[at + 9 + c] * gap[2]);
  const x = component(0);
  const y = component(1);
  const z = component(2);
  angles[k] = atan2(z, Math.sqrt(x * x + y * y));
  angles[k + 1] = atan2(y, x);
}

/** The four equations and their derivatives at the current angles; returns the largest residual relative to the size². */
function assemble(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  const size = evaluate(jets[0], a, ia, 0) + evaluate(jets[1], b, ib, 2);
  const [p, q] = jets;
  let distance = 0;
  for (let k = 0; k < 3; k++) {
    gap[k] = b[ib + k] - a[ia + k] + q[k] - p[k];
    distance += Math.abs(gap[k]);
  }
  let worst = 0;
  for (let row = 0; row < 4; row++) {
    const own = row < 2 ? p : q;
    // own tangent, 1 for u and 2 for v
    const t = 3 * (1 + (row % 2));
    residual[row] = dot(own, t, gap, 0);
    worst = Math.max(worst, Math.abs(residual[row]));
    for (let column = 0; column < 4; column++) {
      const other = column < 2 ? p : q;
      let entry = (column < 2 ? -1 : 1) * dot(own, t, other, 3 * (1 + (column % 2)));
      // second derivatives uu, uv, vv are at 3, 4, 5
      if (own === other) entry += dot(own, 3 * (3 + (row % 2) + (column % 2)), gap, 0);
      jacobian[4 * row + column] = entry;
    }
  }
  return worst / ((size + distance) * (size + distance));
}

/** B s and its derivatives at the angles from `k` on; returns the sum of the absolute entries of B. */
function evaluate(out: Float64Array, packed: Float64Array, at: number, k: number): number {
  const cu = cos(angles[k]);
  const su = sin(angles[k]);
  const cv = cos(angles[k + 1]);
  const sv = sin(angles[k + 1]);
  sphere.set([cu * cv, cu * sv, su, -su * cv, -su * sv, cu, -cu * sv, cu * cv, 0]);
  sphere.set([-cu * cv, -cu * sv, -su, su * sv, -su * cv, 0, -cu * cv, -cu * sv, 0], 9);
  let size = 0;
  for (let row = 0; row < 3; row++) {
    const from = at + 3 + 3 * row;
    for (let d = 0; d < 18; d += 3) out[d + row] = dot(packed, from, sphere, d);
    size += Math.abs(packed[from]) + Math.abs(packed[from + 1]) + Math.abs(packed[from + 2]);
  }
  return size;
}

/** The outward normal of A at its point is B⁻ᵀs, by cross products of the columns of B. */
function writeEntry(out: Float64Array, o: number, a: Float64Array, ia: number, steps: number): void {
  evaluate(jets[0], a, ia, 0);
  const m = a.subarray(ia + 3, ia + 12);
  const [s1, s2, s3] = [cos(angles[0]) * cos(angles[1]), cos(angles[0]) * sin(angles[1]), sin(angles[0])];
  const normal = [0, 1, 2].map((row) => {
    const p = 3 * ((row + 1) % 3);
    const q = 3 * ((row + 2) % 3);
    const minor = (c: number, d: number) => m[p + c] * m[q + d] - m[q + c] * m[p + d];
    return s1 * minor(1, 2) + s2 * minor(2, 0) + s3 * minor(0, 1);
  });
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const n = normal.map((component) => component / length);
  const distance = n[0] * gap[0] + n[1] * gap[1] + n[2] * gap[2];
  const tangential = [0, 1, 2].map((k) => gap[k] - distance * n[k]);
  out[o] = distance;
  for (let k = 0; k < 3; k++) {
    out[o + 1 + k] = n[k];
    out[o + 4 + k] = a[ia + k] + jets[0][k];
    out[o + 7 + k] = out[o + 4 + k] + distance * n[k];
  }
  out[o + 10] = Math.abs(tangential[0]) + Math.abs(tangential[1]) + Math.abs(tangential[2]);
  out[o + 11] = steps;
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}
