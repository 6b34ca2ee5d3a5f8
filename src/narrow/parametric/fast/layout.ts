/**
 * What the fast kernels work on: one Float64Array, so that no number is boxed on its way from one kernel to the next. Everything
 * is in A's frame, but for B's jet, which stays in B's (Δ is turned into B's frame instead of six derivatives into A's).
 * A pair of a face and a point uses the same places: the face is A's, the point is the origin of B.
 */

/** Parameters u v of A's face, r s of B's. */
export const X = 0;
/** Rotation of B's axes into A's, by rows, and B's origin [m]. */
export const ROTATION = 4;
export const SHIFT = 13;
/** Jets of the two faces, see `evaluate-powers.ts`. */
export const JET_A = 16;
export const JET_B = 40;
/** Δ = F - H [m], the same in B's frame, and E = ½ Δ·Δ [m²]. */
export const DELTA = 64;
export const DELTA_B = 67;
export const ENERGY = 70;
/** g = ∂E/∂x; squared lengths of the tangents; 𝓗 by columns of its upper triangle: uu, uv vv, ur vr rr, us vs rs ss. */
export const GRADIENT = 71;
export const LENGTHS_SQ = 75;
export const HESSIAN = 79;
/** Solution of the last linear system. */
export const STEP = 89;
/** LDLᵀ of the last matrix: l10, l20, l30, l21, l31, l32, then one over the four pivots; a bound of its smallest eigenvalue. */
export const FACTORS = 93;
export const SMALLEST = 103;
/** x before the step under trial, and the share of the step that is tried, then made. */
export const BEFORE = 104;
export const SHARE = 108;
/** How far STEP moves a witness [m]. */
export const MOVE = 109;

export const WORK_SIZE = 110;
