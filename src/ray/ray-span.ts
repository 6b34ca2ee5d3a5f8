/**
 * A ray in the frame of a body, and the part of it that is inside. Kernels read the ray from a Float64Array and write the span: numbers
 * in arrays cost no memory on the way through a call.
 */

/** A ray: a point on it, near the body, xyz, and its unit direction, xyz. Ways along it are counted from that point. */
export const RAY_LENGTH = 6;
/** The ray of the query under way. */
export const ray = new Float64Array(RAY_LENGTH);

// Places in `span`.
/** The ray is inside from here to there [m]; from Infinity on for a miss. */
export const ENTER = 0;
export const EXIT = 1;
/** Outward unit normal at the entry. */
export const NORMAL = 2;
/** The number of what is met there, and the piece it belongs to; -1 for none. */
export const FEATURE = 5;
export const PIECE = 6;
/** Bound of the error of the entry [m]. */
export const ERROR = 7;
/** Where the ray begins and ends. */
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
