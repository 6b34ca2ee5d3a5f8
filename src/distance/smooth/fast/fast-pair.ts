import { JET_SIZE } from './evaluate-powers.ts';
import type { PackedFaces } from './packed-faces.ts';

/**
 * A face of A and a face of B, or a point, with all the numbers of a Newton step. Everything is in A's frame, but for B's jet,
 * which stays in B's: Δ is turned into B's frame instead of six derivatives into A's. [PG05] spec 2, 5.4
 */
export interface FastPair {
  readonly facesA: PackedFaces;
  /** Null: the other side is a point, the origin of B. */
  readonly facesB: PackedFaces | null;
  /** Parameters: 4, or 2 with a point. */
  readonly count: 2 | 4;
  /** Size of the larger body [m]. */
  readonly size: number;
  faceA: number;
  faceB: number;
  /** u v of A's face, r s of B's; and the halves of that array. */
  readonly x: Float64Array;
  readonly xA: Float64Array;
  readonly xB: Float64Array;
  /** Rotation of B's axes into A's, by rows, then B's origin [m]. */
  readonly pose: Float64Array;
  /** See `evaluate-powers.ts`. */
  readonly jetA: Float64Array;
  readonly jetB: Float64Array;
  /** Δ = F - H [m], then the same in B's frame. */
  readonly delta: Float64Array;
  /** E = ½ Δ·Δ [m²]. */
  energy: number;
  /** g = ∂E/∂x */
  readonly gradient: Float64Array;
  /** Squares of the tangents' lengths: D. */
  readonly lengthsSq: Float64Array;
  /** 𝓗 by columns of its upper triangle: uu, uv vv, ur vr rr, us vs rs ss. */
  readonly hessian: Float64Array;
  /** LDLᵀ of the last matrix: l10, l20, l30, l21, l31, l32, then one over the four pivots. */
  readonly factors: Float64Array;
  /** Of that matrix in the scaled form: the smallest eigenvalue is not below this. */
  smallest: number;
  /** Solution of the last system; how far it moves a witness [m]; the share of it that was made. */
  readonly step: Float64Array;
  move: number;
  fraction: number;
  /** x before the step. */
  readonly before: Float64Array;
  /** Newton steps of the last search. */
  iterations: number;
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
  };
}
