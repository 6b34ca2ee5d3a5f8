import { createVec3, normalizeVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { PatchSide } from '../nurbs/curve.ts';
import { evaluatePatch, type Patch } from '../nurbs/patch.ts';

/** The four sides in the order of a body's lists. */
export const PATCH_SIDES: readonly PatchSide[] = ['u0', 'u1', 'v0', 'v1'];

/** Is u the running parameter of this side? On the others it is v. */
export function runsAlongU(side: PatchSide): boolean {
  return side === 'v0' || side === 'v1';
}

/** The constant value, 0 or 1, of the other parameter on this side. */
function fixedValue(side: PatchSide): 0 | 1 {
  return side === 'u0' || side === 'v0' ? 0 : 1;
}

/**
 * +1 if the running parameter goes counter-clockwise around the face, seen from outside (v0, u1), else -1. The two faces of
 * an edge have opposite directions along it.
 */
export function sideOrientation(side: PatchSide): 1 | -1 {
  return side === 'v0' || side === 'u1' ? 1 : -1;
}

/** The patch's jet at the running parameter t of a side. */
export function evaluateSide(out: Float64Array, patch: Patch, side: PatchSide, t: number): Float64Array {
  const fixed = fixedValue(side);
  return runsAlongU(side) ? evaluatePatch(out, patch, t, fixed) : evaluatePatch(out, patch, fixed, t);
}

/** Unit outward normal from a patch's jet; zero where f_u and f_v do not span a plane (a degenerate side). */
export function jetNormal(out: Vec3, jet: Float64Array): Vec3 {
  const [ux, uy, uz] = jet.subarray(3, 6);
  const [vx, vy, vz] = jet.subarray(6, 9);
  return normalizeVec3(out, setVec3(out, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx));
}

/** Components `index`, `index + 1`, `index + 2` of a jet as a vector: its point at 0, its tangents at 3 and 6. */
export function jetVector(jet: Float64Array, index: number): Vec3 {
  return createVec3(jet[index], jet[index + 1], jet[index + 2]);
}
