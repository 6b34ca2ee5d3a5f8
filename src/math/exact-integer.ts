/** Every double is an integer times a power of two: conversion of doubles for exact integer arithmetic. */

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Which of the two words holds sign and exponent. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;
const LOW = 1 - HIGH;

/** The largest e for which value / 2^e is an integer; +Infinity for zero. */
export function lowestExponent(value: number): number {
  if (value === 0) return Number.POSITIVE_INFINITY;
  double[0] = value;
  const low = words[LOW];
  const biased = (words[HIGH] >>> 20) & 0x7ff;
  const high = (words[HIGH] & 0xfffff) | (biased === 0 ? 0 : 0x100000);
  const zeros = low !== 0 ? trailingZeros(low) : 32 + trailingZeros(high);
  return Math.max(biased, 1) - 1075 + zeros;
}

/** value / 2^exponent, for an exponent not above `lowestExponent(value)`. */
export function toBigInt(value: number, exponent: number): bigint {
  if (value === 0) return 0n;
  double[0] = value;
  const biased = (words[HIGH] >>> 20) & 0x7ff;
  const high = (words[HIGH] & 0xfffff) | (biased === 0 ? 0 : 0x100000);
  const fraction = high * 0x100000000 + words[LOW];
  const shift = Math.max(biased, 1) - 1075 - exponent;
  const size = shift >= 0 ? BigInt(fraction) << BigInt(shift) : BigInt(fraction / 2 ** -shift);
  return value < 0 ? -size : size;
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}
