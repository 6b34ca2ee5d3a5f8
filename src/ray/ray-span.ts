/**
 * A ray in the frame of a body, and the interval inside the body. Kernels read the ray from a Float64Array and write the span: numbers in
 * arrays are passed between functions without allocation.
 */

/** A ray: a point on it, near the body, xyz, and its unit direction, xyz. Distances along it are measured from that point. */
export const RAY_LENGTH = 6;
/** The ray of the current query. */
export const ray = new Float64Array(RAY_LENGTH);

// Offsets in `span`.
/** Start and end of the interval inside [m]; the start is Infinity for a miss. */
export const ENTER = 0;
export const EXIT = 1;
/** Outward unit normal at the entry. */
export const NORMAL = 2;
/** Index of the feature hit there, and of its piece; -1 for none. */
export const FEATURE = 5;
export const PIECE = 6;
/** Bound of the error of the entry [m]. */
export const ERROR = 7;
/** Start and end of the ray. */
export const FROM = 8;
export const TO = 9;
export const span = new Float64Array(10);

export function missBody(): void {
  span[ENTER] = Number.POSITIVE_INFINITY;
  span[EXIT] = Number.POSITIVE_INFINITY;
}

export function setNormal(x: number, y: number, z: number): void {
  span[NORMAL] = x;
  span[NORMAL + 1] = y;
  span[NORMAL + 2] = z;
}
