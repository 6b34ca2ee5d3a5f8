import { MAX_DEGREE } from './evaluate-bezier.ts';
import type { NurbsCurve, NurbsSurface } from './nurbs.ts';
import { projectCurveJet, projectPatchJet } from './project-jet.ts';

/** Points and derivatives of NURBS curves and surfaces by their basis functions (recursion of Cox and de Boor). */

const basisU = new Float64Array(3 * (MAX_DEGREE + 1));
const basisV = new Float64Array(3 * (MAX_DEGREE + 1));
const sums = new Float64Array(24);

/**
 * Writes p [m] at `out[0]`, p' at `out[3]`, p'' at `out[6]` and returns `out`; t outside the range of the knots is
 * clamped.
 */
export function evaluateNurbsCurve(out: Float64Array, curve: NurbsCurve, t: number): Float64Array {
  const { degree, count, control, knots } = curve;
  const first = 4 * (splineBasis(basisU, knots, degree, count, t) - degree);
  const size = degree + 1;
  sums.fill(0, 0, 12);
  for (let i = 0; i < size; i++) {
    for (let order = 0; order < 3; order++) {
      const b = basisU[order * size + i];
      for (let k = 0; k < 4; k++) sums[4 * order + k] += b * control[first + 4 * i + k];
    }
  }
  return projectCurveJet(out, sums);
}

/**
 * Writes f [m] at `out[0]`, f_u at 3, f_v at 6, f_uu at 9, f_uv at 12, f_vv at 15 and returns `out`; u and v outside
 * the range of the knots are clamped.
 */
export function evaluateNurbsSurface(out: Float64Array, surface: NurbsSurface, u: number, v: number): Float64Array {
  const { degreeU, degreeV, countU, countV, control, knotsU, knotsV } = surface;
  const firstU = splineBasis(basisU, knotsU, degreeU, countU, u) - degreeU;
  const firstV = splineBasis(basisV, knotsV, degreeV, countV, v) - degreeV;
  const sizeU = degreeU + 1;
  const sizeV = degreeV + 1;
  sums.fill(0);
  for (let i = 0; i < sizeU; i++) {
    for (let j = 0; j < sizeV; j++) {
      const controlPoint = 4 * ((firstU + i) * countV + firstV + j);
      // the six products of the jet: orders (u, v) = 00, 10, 01, 20, 11, 02
      let at = 0;
      for (let total = 0; total < 3; total++) {
        for (let orderV = 0; orderV <= total; orderV++) {
          const b = basisU[(total - orderV) * sizeU + i] * basisV[orderV * sizeV + j];
          for (let k = 0; k < 4; k++) sums[at + k] += b * control[controlPoint + k];
          at += 4;
        }
      }
    }
  }
  return projectPatchJet(out, sums);
}

/**
 * The p + 1 nonzero basis functions at t, their first and second derivatives: N_i at `out[i]`, N_i' at `out[p + 1 + i]`,
 * N_i'' at `out[2 (p + 1) + i]`. Returns the knot span s of t: control point s - p + i belongs to entry i.
 */
function splineBasis(out: Float64Array, knots: Float64Array, p: number, count: number, at: number): number {
  const t = Math.min(Math.max(at, knots[p]), knots[count]);
  const s = knotSpan(knots, p, count, t);
  const size = p + 1;
  // computed from degree 0 to p in place; the rows of degree p - 1 and p - 2 are stored for the derivatives
  out.fill(0, 0, 3 * size);
  out[0] = 1;
  for (let k = 1; k <= p; k++) {
    if (k === p - 1) out.copyWithin(2 * size, 0, k);
    if (k === p) out.copyWithin(size, 0, k);
    let left = 0;
    for (let r = 0; r < k; r++) {
      const high = knots[s + 1 + r];
      const low = knots[s + 1 + r - k];
      const fraction = out[r] / (high - low);
      out[r] = left + (high - t) * fraction;
      left = (t - low) * fraction;
    }
    out[k] = left;
  }
  if (p > 1) differentiate(out, 2 * size, knots, s, p - 1);
  differentiate(out, 2 * size, knots, s, p);
  differentiate(out, size, knots, s, p);
  return s;
}

/** From a row c of degree k - 1 to the derivatives of degree k: N_r' = k (c_{r-1} / d_{r-1} - c_r / d_r), d the supports. */
function differentiate(out: Float64Array, start: number, knots: Float64Array, s: number, k: number): void {
  let before = 0;
  for (let r = 0; r < k; r++) {
    const slope = (k * out[start + r]) / (knots[s + 1 + r] - knots[s + 1 + r - k]);
    out[start + r] = before - slope;
    before = slope;
  }
  out[start + k] = before;
}

/** The s with knots[s] <= t < knots[s + 1]; at the end of the range the last nonempty one. */
function knotSpan(knots: Float64Array, p: number, count: number, t: number): number {
  let low = p;
  let high = count;
  if (t >= knots[count]) {
    while (knots[high - 1] === knots[count]) high--;
    return high - 1;
  }
  while (high - low > 1) {
    const midpoint = (low + high) >> 1;
    if (t < knots[midpoint]) high = midpoint;
    else low = midpoint;
  }
  return low;
}
