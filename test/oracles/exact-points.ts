import { lowestExponent, toBigInt } from '../../src/math/exact-integer.ts';

/**
 * Points as triples of integers in one unit 2^exponent, and the few vector operations that exact geometry needs. Every double is
 * an integer times a power of two, so poses and shapes have exact world coordinates.
 */
export type ExactVector = readonly [bigint, bigint, bigint];

export function difference(a: ExactVector, b: ExactVector): ExactVector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a: ExactVector, b: ExactVector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: ExactVector, b: ExactVector): ExactVector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Sign of the volume of the tetrahedron a b c d. */
export function side(a: ExactVector, b: ExactVector, c: ExactVector, d: ExactVector): number {
  const volume = dot(cross(difference(b, a), difference(c, a)), difference(d, a));
  return volume > 0n ? 1 : volume < 0n ? -1 : 0;
}

/** The smallest power of two that all values are multiples of; 0 if all are zero. */
export function commonExponent(values: Iterable<number>): number {
  let min = Number.POSITIVE_INFINITY;
  for (const value of values) min = Math.min(min, lowestExponent(value));
  return Number.isFinite(min) ? min : 0;
}

export function exactVector(x: number, y: number, z: number, exponent: number): ExactVector {
  return [toBigInt(x, exponent), toBigInt(y, exponent), toBigInt(z, exponent)];
}

/** value · 2^exponent as a double, correct to a few units in the last place. */
export function toDouble(value: bigint, exponent: number): number {
  const plain = Number(value) * 2 ** exponent;
  if (Number.isFinite(plain) && Math.abs(plain) > 1e-300) return plain;
  const size = value < 0n ? -value : value;
  const shift = Math.max(0, size.toString(2).length - 64);
  const high = Number(size >> BigInt(shift));
  // in two steps: a single power of two may leave the range of doubles
  const half = Math.trunc((exponent + shift) / 2);
  const result = high * 2 ** half * 2 ** (exponent + shift - half);
  return value < 0n ? -result : result;
}

/** The square root of numerator / denominator · 4^exponent, correct to a few units in the last place. */
export function rootOfRatio(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  // about 130 bits of the ratio, an even shift
  const lengths = numerator.toString(2).length - denominator.toString(2).length;
  const shift = Math.max(0, 130 - lengths) & ~1;
  const ratio = (numerator << BigInt(shift)) / denominator;
  return toDouble(wholeRoot(ratio), exponent - shift / 2);
}

/** The whole part of a square root. */
function wholeRoot(value: bigint): bigint {
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
