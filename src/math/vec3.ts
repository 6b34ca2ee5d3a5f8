/** Three numbers. Planar quantities are vectors with z = 0, so the same formulas apply in 2-D and 3-D. */
export interface Vec3 {
  x: number;
  y: number;
  z: number;
}

/** A vector that the receiver does not change. Every `Vec3` is one. */
export type ReadonlyVec3 = Readonly<Vec3>;

/**
 * A new vector from its coordinates; without arguments the zero vector. Not checked: queries check what they are given.
 */
export function createVec3(x = 0, y = 0, z = 0): Vec3 {
  return { x, y, z };
}

/** Writes the coordinates into `out` and returns it. */
export function setVec3(out: Vec3, x: number, y: number, z: number): Vec3 {
  out.x = x;
  out.y = y;
  out.z = z;
  return out;
}

// The functions below write each component themselves: passed to `setVec3` the three numbers are boxed where the call is not inlined.

export function copyVec3(out: Vec3, a: ReadonlyVec3): Vec3 {
  out.x = a.x;
  out.y = a.y;
  out.z = a.z;
  return out;
}

export function addVec3(out: Vec3, a: ReadonlyVec3, b: ReadonlyVec3): Vec3 {
  out.x = a.x + b.x;
  out.y = a.y + b.y;
  out.z = a.z + b.z;
  return out;
}

/** a - b into `out`, which may be a or b. */
export function subVec3(out: Vec3, a: ReadonlyVec3, b: ReadonlyVec3): Vec3 {
  out.x = a.x - b.x;
  out.y = a.y - b.y;
  out.z = a.z - b.z;
  return out;
}

export function scaleVec3(out: Vec3, a: ReadonlyVec3, k: number): Vec3 {
  out.x = a.x * k;
  out.y = a.y * k;
  out.z = a.z * k;
  return out;
}

/** a + k b into `out`, which may be a or b. */
export function addScaledVec3(out: Vec3, a: ReadonlyVec3, b: ReadonlyVec3, k: number): Vec3 {
  out.x = a.x + k * b.x;
  out.y = a.y + k * b.y;
  out.z = a.z + k * b.z;
  return out;
}

/** The same with k in `factor[0]`, which is not boxed where the call is not inlined. */
export function addScaledVec3By(out: Vec3, a: ReadonlyVec3, b: ReadonlyVec3, factor: Float64Array): Vec3 {
  const k = factor[0];
  out.x = a.x + k * b.x;
  out.y = a.y + k * b.y;
  out.z = a.z + k * b.z;
  return out;
}

/** a k with k in `factor[0]`. */
export function scaleVec3By(out: Vec3, a: ReadonlyVec3, factor: Float64Array): Vec3 {
  const k = factor[0];
  out.x = a.x * k;
  out.y = a.y * k;
  out.z = a.z * k;
  return out;
}

export function crossVec3(out: Vec3, a: ReadonlyVec3, b: ReadonlyVec3): Vec3 {
  const x = a.y * b.z - a.z * b.y;
  const y = a.z * b.x - a.x * b.z;
  out.z = a.x * b.y - a.y * b.x;
  out.x = x;
  out.y = y;
  return out;
}

/** Scalar product of two vectors. */
export function dotVec3(a: ReadonlyVec3, b: ReadonlyVec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/** Euclidean length; scaled by the largest component, so that it neither overflows nor underflows. */
export function lengthVec3(a: ReadonlyVec3): number {
  const largest = Math.max(Math.abs(a.x), Math.abs(a.y), Math.abs(a.z));
  if (largest > 1e-70 && largest < 1e70) return Math.sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
  if (largest === 0 || largest === Number.POSITIVE_INFINITY) return largest;
  const x = a.x / largest;
  const y = a.y / largest;
  const z = a.z / largest;
  return largest * Math.sqrt(x * x + y * y + z * z);
}

/** a / |a|; the zero vector stays zero. */
export function normalizeVec3(out: Vec3, a: ReadonlyVec3): Vec3 {
  const length = lengthVec3(a);
  return length > 0 ? setVec3(out, a.x / length, a.y / length, a.z / length) : setVec3(out, 0, 0, 0);
}
