/**
 * Records of pairs of boxes, from the relative pose to the candidate points: input and output of the kernels in WebAssembly that search
 * several pairs at once. Two pairs share a block: number `field` of pair k is at `recordOf(k) + 2 * field`, so that a kernel loads the numbers of
 * both pairs with one instruction. The contact frame, the reference box X and the other box Y are those of `boxContactPoints`.
 */

// input
/** Pose of B in the axes of A: quaternion, position. */
export const POSE = 0;
/** Half sizes of A and B [m]. */
export const SIZES_A = 7;
export const SIZES_B = 10;
/** Maximum gap of a candidate [m]. */
export const MARGIN = 13;
/** Number of the axis of the SAT: that of the last search, later that of this one. */
export const AXIS = 14;
/** The numbers 0 and 1. */
export const ZERO = 15;
export const ONE = 16;

// separating axis test
/** Rotation matrix and position of B relative to A, as in `boxSat`. */
export const RELATIVE = 17;
/** Unit vector along the axis from A to B, and the separation [m]. */
export const DIRECTION = 29;
export const SEPARATION = 32;
/** 1 if another axis may be better: `boxSatFrom` has to find it. */
export const OTHER_AXIS = 33;

// contact frame and faces
/** n, t1, t2 in the axes of X. */
export const FRAME = 34;
/** Pose of Y relative to X, as `RELATIVE`. */
export const POSE_Y = 43;
/** Face of X: v of the centre (u is 0), half sides along u and v, height and its slope along v; number of its axis, 1 if negative. */
export const CENTRE_X = 55;
export const SIDES_X = 56;
export const HEIGHT_X = 58;
export const SLOPE_X = 59;
export const AXIS_X = 60;
export const NEGATIVE_X = 61;
/** Face of Y: centre, P, Q and height as in `BoxFace`, 1/(P × Q), number of its axis, 1 if negative. */
export const FACE_Y = 62;
export const INVERSE_AREA_Y = 71;
export const AXIS_Y = 72;
export const NEGATIVE_Y = 73;

// candidates
/** Sum of 2 ** k over the accepted candidates k, and the smallest gap of them [m]. */
export const ACCEPTED = 74;
export const MIN_GAP = 75;
/** `CANDIDATE` numbers each: u, v, height of the point of X, gap [m], and the name of the vertex; see `clipByRectangle`. */
export const CANDIDATES = 76;
export const CANDIDATE = 5;
const CANDIDATE_COUNT = 12;

export const RECORD_LENGTH = CANDIDATES + CANDIDATE * CANDIDATE_COUNT;

/** Index of the first number of pair k. */
export function recordOf(k: number): number {
  return (k >> 1) * 2 * RECORD_LENGTH + (k & 1);
}
