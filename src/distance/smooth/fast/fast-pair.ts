import { JET_SIZE } from './evaluate-powers.ts';
import type { PackedFaces } from './packed-faces.ts';

/**
 * A face of A and a face of B, or a point, with all quantities of a Newton step. Everything is in the frame of A except the jet of B: Δ is
 * rotated into the frame of B instead of six derivatives into that of A. [PG05-2], [PG05-5.4]
 */
export interface FastPair {
  readonly facesA: PackedFaces;
  /** Null if B is a point, its origin. */
  readonly facesB: PackedFaces | null;
  /** Number of parameters: 4, or 2 with a point. */
  readonly count: 2 | 4;
  /** Size of the larger body [m]. */
  readonly size: number;
  faceA: number;
  faceB: number;
  /** u v on the face of A, r s on that of B; and both halves of that array. */
  readonly x: Float64Array;
  readonly xA: Float64Array;
  readonly xB: Float64Array;
  /** Rotation from B to A, by rows, then the origin of B [m]. */
  readonly pose: Float64Array;
  /** See `evaluate-powers.ts`. */
  readonly jetA: Float64Array;
  readonly jetB: Float64Array;
  /** Δ = F - H [m], then the same in the frame of B. */
  readonly delta: Float64Array;
  /** E = ½ Δ·Δ [m²]. */
  energy: number;
  /** g = ∂E/∂x */
  readonly gradient: Float64Array;
  /** Squared lengths of the tangents: D. */
  readonly lengthsSq: Float64Array;
  /** 𝓗 by columns of its upper triangle: uu, uv vv, ur vr rr, us vs rs ss. */
  readonly hessian: Float64Array;
  /** LDLᵀ of the last matrix: l10, l20, l30, l21, l31, l32, then one over the four pivots. */
  readonly factors: Float64Array;
  /** Lower bound of the smallest eigenvalue of that matrix in scaled form. */
  smallest: number;
  /** Solution of the last system; its displacement of a witness [m]; the fraction of it that was made. */
  readonly step: Float64Array;
  move: number;
  fraction: number;
  /** x before the step. */
  readonly before: Float64Array;
  /** Newton steps of the last search. */
  iterations: number;
  /** Number of evaluations of the pair so far, in an array: a large count is not boxed. */
  readonly evaluations: Float64Array;
}

export function createFastPair(facesA: PackedFaces, facesB: PackedFaces | null, size: number): FastPair {
  const x = new Float64Array(4);
  return {
    facesA,
    facesB,
    count: facesB === null ? 2 : 4,
    size,
    faceA: 0,
    faceB: 0,
    x,
    xA: x.subarray(0, 2),
    xB: x.subarray(2, 4),
    pose: new Float64Array(12),
    jetA: new Float64Array(JET_SIZE),
    jetB: new Float64Array(JET_SIZE),
    delta: new Float64Array(6),
    energy: 0,
    gradient: new Float64Array(4),
    lengthsSq: new Float64Array(4),
    hessian: new Float64Array(10),
    factors: new Float64Array(10),
    smallest: 0,
    step: new Float64Array(4),
    move: 0,
    fraction: 1,
    before: new Float64Array(4),
    iterations: 0,
    evaluations: new Float64Array(1),
  };
}
