/** What a search for the distance of two cores leaves behind, in A's frame. Numbers a call returns would be boxed. */

/** Verdicts. */
export const APART = 0;
/** Overlapping, or so near to it that no direction can be told. */
export const OVERLAP = 1;
/** Apart, but the bounds did not meet within the limit of steps; they hold all the same. */
export const UNSETTLED = 2;
/** Apart, and nowhere else as near: no edge or face lies along another. */
export const ONE_PLACE = 3;

/**
 * Places in `found`: distance and its bounds [m], unit normal from A to B, point of A, largest |w|, steps, points left, and how far the
 * point of B may be off its core [m].
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
/** What the last query found. Point B is point A + distance · normal. */
export const found = new Float64Array(13);

/** Bounds no farther apart than this share of the size are rounding: the distance is exact, and its error bound is written as 0. */
export const EXACT = 4e-15;
