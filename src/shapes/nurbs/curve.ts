import type { BezierCurve } from './bezier.ts';
import { evaluateBezierCurve } from './evaluate-bezier.ts';
import { evaluatePatchAt, type Patch } from './patch.ts';

/** A side of a patch with the patch's own parameter: the edges of patches that are not Bezier patches. */
export interface SideCurve {
  readonly kind: 'side';
  readonly patch: Patch;
  readonly side: PatchSide;
}

/** Sides of the parameter square: u = 0, u = 1 (parameter v), v = 0, v = 1 (parameter u). */
export type PatchSide = 'u0' | 'u1' | 'v0' | 'v1';

/** A spatial curve over [0, 1]; planar curves have z = 0. */
export type Curve = BezierCurve | SideCurve;

/** Length of a curve's jet: p, p', p''. */
export const CURVE_JET = 9;

const patchJet = new Float64Array(18);
const uv = new Float64Array(2);
const parameter = new Float64Array(1);

/**
 * Writes point [m], first and second derivative at t of [0, 1] into `out` and returns it: p at `out[0]`, p' at
 * `out[3]`, p'' at `out[6]`.
 */
export function evaluateCurve(out: Float64Array, curve: Curve, t: number): Float64Array {
  parameter[0] = t;
  return evaluateCurveAt(out, curve, parameter);
}

/** The same at t = x[0]. */
export function evaluateCurveAt(out: Float64Array, curve: Curve, x: Float64Array): Float64Array {
  if (curve.kind === 'bezier') return evaluateBezierCurve(out, curve, x);
  const { patch, side } = curve;
  const alongU = side === 'v0' || side === 'v1';
  uv[alongU ? 0 : 1] = x[0];
  uv[alongU ? 1 : 0] = side === 'u0' || side === 'v0' ? 0 : 1;
  evaluatePatchAt(patchJet, patch, uv);
  const first = alongU ? 3 : 6;
  const second = alongU ? 9 : 15;
  for (let k = 0; k < 3; k++) {
    out[k] = patchJet[k];
    out[3 + k] = patchJet[first + k];
    out[6 + k] = patchJet[second + k];
  }
  return out;
}
