/**
 * Separation test of two ellipsoids by the roots of a quartic, without points or distance: a cross-check independent of
 * the other methods. Wang, Wang, Kim (CAGD 18, 2001, 531). [PATH98-3.4]
 */
import { solveLinear } from '../../math/linear-solve.ts';
import { ELLIPSOID_STRIDE } from './packed-ellipsoid.ts';

/**
 * f(x) = det(x A + B) of the two quadrics in coordinates where A is the unit sphere: coefficients of x⁴, x³ ... 1. With
 * K = B2⁻¹B1: N = KᵀK, e = B1⁻¹d, w = N e. The roots span twelve decades at an aspect ratio of 1000: usable up to 100.
 */
// biome-ignore format: one quantity per line
export function characteristicPolynomial(a: Float64Array, i: number, b: Float64Array, j: number): number[] {
  const ia = ELLIPSOID_STRIDE * i, ib = ELLIPSOID_STRIDE * j;
  const k = a.slice(ia + 3, ia + 12);
  solveLinear(b.slice(ib + 3, ib + 12), k, 3, 3);
  const e = Float64Array.from([0, 1, 2], (axis) => b[ib + axis] - a[ia + axis]);
  solveLinear(a.slice(ia + 3, ia + 12), e, 3, 1);
  const n = (p: number, q: number) => k[p] * k[q] + k[3 + p] * k[3 + q] + k[6 + p] * k[6 + q];
  const xx = n(0, 0), yy = n(1, 1), zz = n(2, 2), xy = n(0, 1), yz = n(1, 2), zx = n(2, 0);
  const wx = xx * e[0] + xy * e[1] + zx * e[2], wy = xy * e[0] + yy * e[1] + yz * e[2], wz = zx * e[0] + yz * e[1] + zz * e[2];
  // cofactors of N
  const cxx = yy * zz - yz * yz, cyy = zz * xx - zx * zx, czz = xx * yy - xy * xy;
  const cxy = yz * zx - xy * zz, cyz = zx * xy - yz * xx, czx = xy * yz - zx * yy;
  const offset = e[0] * wx + e[1] * wy + e[2] * wz - 1;
  const trace = xx + yy + zz;
  const minors = cxx + cyy + czz;
  const determinant = xx * cxx + xy * cxy + zx * czx;
  const q2 = wx * wx + wy * wy + wz * wz;
  const q1 = trace * q2 - form(xx, yy, zz, xy, yz, zx, wx, wy, wz);
  const q0 = form(cxx, cyy, czz, cxy, cyz, czx, wx, wy, wz);
  return [
    -1,
    offset - trace,
    offset * trace - minors - q2,
    offset * minors - determinant - q1,
    offset * determinant - q0,
  ];
}

/** wᵀSw of a symmetric matrix. */
// biome-ignore format: the matrix, then the vector
function form(
  xx: number, yy: number, zz: number, xy: number, yz: number, zx: number, x: number, y: number, z: number,
): number {
  return xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + yz * y * z + zx * z * x);
}

/** Apart if and only if the polynomial has two distinct positive roots. */
export function areEllipsoidsApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return countPositiveRoots(characteristicPolynomial(a, i, b, j)) === 2;
}

/** Number of distinct positive real roots by a Sturm sequence: sign changes at zero minus those at infinity. */
export function countPositiveRoots(coefficients: readonly number[]): number {
  const degree = coefficients.length - 1;
  let divisor = coefficients.slice(0, -1).map((c, k) => c * (degree - k));
  const chain = [[...coefficients], divisor];
  for (;;) {
    const rest = remainder(chain[chain.length - 2], divisor).map((c) => -c);
    if (rest.length === 0) break;
    chain.push(rest);
    divisor = rest;
  }
  const changesAtZero = countChanges(chain.map((p) => p[p.length - 1]));
  const changesFarOut = countChanges(chain.map((p) => p[0]));
  return changesAtZero - changesFarOut;
}

/** Remainder of a polynomial division, without leading zeros, divided by its largest coefficient: only signs matter. */
function remainder(dividend: readonly number[], divisor: readonly number[]): number[] {
  const rest = [...dividend];
  while (rest.length >= divisor.length) {
    const factor = rest[0] / divisor[0];
    for (let k = 1; k < divisor.length; k++) rest[k] -= factor * divisor[k];
    rest.shift();
  }
  while (rest.length > 0 && rest[0] === 0) rest.shift();
  const largest = Math.max(...rest.map(Math.abs));
  return rest.map((c) => c / largest);
}

function countChanges(values: readonly number[]): number {
  const signs = values.filter((value) => value !== 0).map((value) => value > 0);
  return signs.filter((sign, k) => k > 0 && sign !== signs[k - 1]).length;
}
