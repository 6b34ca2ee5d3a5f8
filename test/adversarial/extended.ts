/**
 * Double-double arithmetic for the judges of adversarial tests: numbers of about 106 bits as pairs [high, low] (Dekker, Knuth). Plain values
 * instead of the packed arrays of `src/math/double-double.ts`: slower, easier to read, and written independently of what they judge.
 */

export type Extended = readonly [high: number, low: number];

export interface ExtendedVector {
  readonly x: Extended;
  readonly y: Extended;
  readonly z: Extended;
}

export const ZERO: Extended = [0, 0];

/** 2^27 + 1 splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;

export function extended(value: number): Extended {
  return [value, 0];
}

export function toNumber([high, low]: Extended): number {
  return high + low;
}

/** a + b of two doubles, exactly. */
function twoSum(a: number, b: number): Extended {
  const sum = a + b;
  const back = sum - a;
  return [sum, a - (sum - back) + (b - back)];
}

/** a b of two doubles, exactly. */
function twoProduct(a: number, b: number): Extended {
  const product = a * b;
  const as = SPLITTER * a;
  const aHigh = as - (as - a);
  const aLow = a - aHigh;
  const bs = SPLITTER * b;
  const bHigh = bs - (bs - b);
  const bLow = b - bHigh;
  return [product, aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)];
}

export function add(a: Extended, b: Extended): Extended {
  const [high, error] = twoSum(a[0], b[0]);
  const [low, rest] = twoSum(a[1], b[1]);
  const [sum, left] = twoSum(high, error + low);
  return twoSum(sum, left + rest);
}

export function negate([high, low]: Extended): Extended {
  return [-high, -low];
}

export function subtract(a: Extended, b: Extended): Extended {
  return add(a, negate(b));
}

export function multiply(a: Extended, b: Extended): Extended {
  const [product, error] = twoProduct(a[0], b[0]);
  return twoSum(product, error + (a[0] * b[1] + a[1] * b[0]));
}

/** a / b for b not zero. */
export function divide(a: Extended, b: Extended): Extended {
  const first = a[0] / b[0];
  const rest = subtract(a, multiply(extended(first), b));
  const second = rest[0] / b[0];
  const left = subtract(rest, multiply(extended(second), b));
  return add(twoSum(first, second), extended(left[0] / b[0]));
}

export function sqrt(a: Extended): Extended {
  if (!(a[0] > 0)) return ZERO;
  const root = Math.sqrt(a[0]);
  const rest = subtract(a, twoProduct(root, root));
  return twoSum(root, toNumber(rest) / (2 * root));
}

export function compare(a: Extended, b: Extended): number {
  return toNumber(subtract(a, b));
}

export function absolute(a: Extended): Extended {
  return a[0] < 0 ? negate(a) : a;
}

export function largest(a: Extended, b: Extended): Extended {
  return compare(a, b) >= 0 ? a : b;
}

export function smallest(a: Extended, b: Extended): Extended {
  return compare(a, b) <= 0 ? a : b;
}

export function clamp(a: Extended, low: Extended, high: Extended): Extended {
  return largest(low, smallest(a, high));
}

export function vector(x: number, y: number, z: number): ExtendedVector {
  return { x: extended(x), y: extended(y), z: extended(z) };
}

export function fromVec3({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }): ExtendedVector {
  return vector(x, y, z);
}

export function addVectors(a: ExtendedVector, b: ExtendedVector): ExtendedVector {
  return { x: add(a.x, b.x), y: add(a.y, b.y), z: add(a.z, b.z) };
}

export function subtractVectors(a: ExtendedVector, b: ExtendedVector): ExtendedVector {
  return { x: subtract(a.x, b.x), y: subtract(a.y, b.y), z: subtract(a.z, b.z) };
}

export function scaleVector(a: ExtendedVector, k: Extended): ExtendedVector {
  return { x: multiply(a.x, k), y: multiply(a.y, k), z: multiply(a.z, k) };
}

export function dot(a: ExtendedVector, b: ExtendedVector): Extended {
  return add(add(multiply(a.x, b.x), multiply(a.y, b.y)), multiply(a.z, b.z));
}

export function cross(a: ExtendedVector, b: ExtendedVector): ExtendedVector {
  return {
    x: subtract(multiply(a.y, b.z), multiply(a.z, b.y)),
    y: subtract(multiply(a.z, b.x), multiply(a.x, b.z)),
    z: subtract(multiply(a.x, b.y), multiply(a.y, b.x)),
  };
}

export function length(a: ExtendedVector): Extended {
  return sqrt(dot(a, a));
}

/** a / |a|; the zero vector stays. */
export function unit(a: ExtendedVector): ExtendedVector {
  const size = length(a);
  return size[0] > 0 ? { x: divide(a.x, size), y: divide(a.y, size), z: divide(a.z, size) } : a;
}
