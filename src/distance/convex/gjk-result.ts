/** The numbers of a GJK result, in A's frame. In an array, because numbers returned by a call may be boxed. */

/** Status. */
export const APART = 0;
/** Overlapping, or so close that no direction is reliable. */
export const OVERLAP = 1;
/** Apart, but the bounds did not converge within the iteration limit; they still hold. */
export const UNCONVERGED = 2;
/** Apart, and the witness points are unique: no edge or face is parallel to another. */
export const UNIQUE_WITNESS = 3;

/**
 * Offsets in the result of a GJK query (`GjkWorkspace`): distance and its bounds [m], unit normal from A to B, point of A, largest |w|, steps, simplex size, and the maximum distance
 * of the point of B from its core [m].
 */
export const DISTANCE = 0;
export const LOWER = 1;
export const UPPER = 2;
export const NORMAL = 3;
export const POINT_A = 6;
export const LARGEST = 9;
export const STEPS = 10;
export const COUNT = 11;
export const OFF = 12;
export const GJK_RESULT_LENGTH = 13;

/** Bounds closer than this fraction of the size differ by rounding: the distance is exact, and its error bound is set to 0. */
export const EXACT = 4e-15;
