/** Fractions of integers of any size as doubles, rounded to the nearest. */

/** Bits that decide the rounding of most numbers to a double. */
const SIGNIFICANT = 64;

/** The double nearest to n/m, n >= 0, m > 0. */
export function fractionToNumber(n: bigint, m: bigint): number {
  if (n === 0n) return 0;
  const shift = Math.max(SIGNIFICANT + bitCount(m) - bitCount(n), 0);
  const shifted = n << BigInt(shift);
  const quotient = shifted / m;
  // sticky bit: a nonzero remainder prevents a number just above half-way from being rounded as a tie
  return dyadicToNumber(2n * quotient + (quotient * m === shifted ? 0n : 1n), shift + 1);
}

/** [bits] 2^512 and its reciprocal are both normal doubles. */
const HALF_RANGE = 512;

/** The double nearest to n / 2^bits, for n >= 0 of any size. */
export function dyadicToNumber(n: bigint, bits: number): number {
  const excess = Math.max(bitCount(n) - 2 * SIGNIFICANT, 0);
  const top = n >> BigInt(excess);
  // sticky bit for the discarded bits, as above
  let value = Number(2n * top + (top << BigInt(excess) === n ? 0n : 1n));
  let exponent = bits + 1 - excess;
  for (; exponent > HALF_RANGE && value !== 0; exponent -= HALF_RANGE) value /= 2 ** HALF_RANGE;
  return value === 0 ? 0 : value / 2 ** exponent;
}

function bitCount(n: bigint): number {
  return 4 * n.toString(16).length;
}
