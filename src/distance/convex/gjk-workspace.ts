import { GJK_RESULT_LENGTH } from './gjk-result.ts';

/** Result and simplex of a GJK query. Its owner passes it to the query and reads it afterwards; the next query overwrites it. */
export interface GjkWorkspace {
  /** The numbers of the result, in A's frame, see `gjk-result.ts`; point B is point A + distance · normal. */
  readonly result: Float64Array;
  /** Up to four points w = a - b of the Minkowski difference, xyz xyz ..., the newest last. */
  readonly simplex: Float64Array;
  /** Vertex numbers of the points: four of A, then of B. */
  readonly vertexNumbers: Int32Array;
  /** The point v of the simplex closest to the origin, and |v|². */
  readonly nearest: Float64Array;
  /** Barycentric coordinates of v: weights of the points, which sum to 1. */
  readonly weights: Float64Array;
}

export function createGjkWorkspace(): GjkWorkspace {
  return {
    result: new Float64Array(GJK_RESULT_LENGTH),
    simplex: new Float64Array(12),
    vertexNumbers: new Int32Array(8),
    nearest: new Float64Array(4),
    weights: new Float64Array(4),
  };
}
