import type { BezierPatch } from './bezier.ts';
import { evaluateBezierPatch } from './evaluate-bezier.ts';
import { evaluateSuperquadric, type SuperquadricPatch } from './superquadric.ts';

/** A surface patch over the unit square. Spheres, cones, cylinders, tori, planes are exact Bezier patches. */
export type Patch = BezierPatch | SuperquadricPatch;

/** Length of a patch's jet: f, f_u, f_v, f_uu, f_uv, f_vv. */
export const PATCH_JET = 18;

const uv = new Float64Array(2);

/**
 * Writes f [m] at `out[0]`, f_u at 3, f_v at 6, f_uu at 9, f_uv at 12, f_vv at 15 for u, v of [0, 1] and returns `out`.
 */
export function evaluatePatch(out: Float64Array, patch: Patch, u: number, v: number): Float64Array {
  uv[0] = u;
  uv[1] = v;
  return evaluatePatchAt(out, patch, uv);
}

/** The same at u = x[0], v = x[1]: numbers in an array are never boxed in a call, others may be. */
export function evaluatePatchAt(out: Float64Array, patch: Patch, x: Float64Array): Float64Array {
  return patch.kind === 'bezier' ? evaluateBezierPatch(out, patch, x) : evaluateSuperquadric(out, patch, x);
}
