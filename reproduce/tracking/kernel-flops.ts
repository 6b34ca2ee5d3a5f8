import type { EvaluationCounts } from '../../src/distance/smooth/tracking/tracker-evaluations.ts';

/**
 * Floating-point operations of the kernels: additions, subtractions, multiplications, divisions and square roots, one each; comparisons, changes
 * of sign and index arithmetic are not counted. A test runs the sources with counters and compares.
 */

/**
 * A rational biquadratic patch with first and second derivatives, by Horner's scheme (`evaluateQuadratic`). For each of four homogeneous
 * components: three rows and their derivatives 18, value 4, derivatives 2 + 4 + 1 + 2 + 5, together 36; then 2 for 2u and 2v, one division, and 7 for
 * each coordinate: 4 · 36 + 2 + 1 + 3 · 7.
 */
export const FACE_FLOPS = 168;
/** A rational quadratic curve with first and second derivative (`evaluateBezierCurve`, for any degree up to 3). */
export const CURVE_FLOPS = 111;
/** Without second derivatives 8 fewer per component of a patch: what a gradient needs. */
export const FACE_GRADIENT_FLOPS = FACE_FLOPS - 4 * 8;

/** From the jets to E, g and 𝓗, a factorisation LDLᵀ with its test of definiteness, and the solution. */
export interface LinearFlops {
  readonly assemble: number;
  readonly factor: number;
  readonly solve: number;
  /** Relative pose of the bodies, once per step. */
  readonly pose: number;
  /** E, g and the squared lengths of the tangents alone: Δ, and a dot product for each. */
  readonly gradient: number;
}

/** Two faces, four unknowns: `assembleFacePair`, `factorFacePair`, `solveFacePair`. */
export const FACE_PAIR: LinearFlops = { assemble: 226, factor: 59, solve: 28, pose: 60, gradient: 82 };
/** A face and a point, two unknowns: `assembleFacePoint`, `factorFacePoint`, `solveFacePoint`. */
export const FACE_POINT: LinearFlops = { assemble: 76, factor: 14, solve: 6, pose: 18, gradient: 29 };

/** A dot product with a direction: one vertex of a support query, or one control point of a half-space test with its offset. */
export const VERTEX_FLOPS = 5;
export const CONTROL_POINT_FLOPS = 7;
/** Halving a biquadratic polynomial along one direction by de Casteljau's scheme, at any fraction: 3 rows of 3 interpolations of 3 operations. */
export const HALVING_FLOPS = 27;

/** Operations of evaluated pairs with as many linear systems; on edges and vertices, where the systems are smaller, an upper bound. */
export function newtonFlops(
  { pairs, faces, curves }: EvaluationCounts,
  { assemble, factor, solve }: LinearFlops,
): number {
  return faces * FACE_FLOPS + curves * CURVE_FLOPS + pairs * (assemble + factor + solve);
}

/** Operations of a descent: evaluations without second derivatives, and g with the metric of the parameters. */
export function gradientFlops({ pairs, faces, curves }: EvaluationCounts, { gradient }: LinearFlops): number {
  return faces * FACE_GRADIENT_FLOPS + curves * CURVE_FLOPS + pairs * gradient;
}
