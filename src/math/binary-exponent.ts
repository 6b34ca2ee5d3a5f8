/** Exponents of doubles, read and written as bits: exact, and the same in every engine. */

const bits = new DataView(new ArrayBuffer(8));

/** 2^n for an integer n from -1022 to 1023. */
export function powerOfTwo(n: number): number {
  bits.setUint32(0, (n + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

/** The integer n with 2^n <= |x| < 2^(n+1), for finite x other than zero. */
export function binaryExponent(x: number): number {
  bits.setFloat64(0, x);
  const n = (bits.getUint32(0) >>> 20) & 2047;
  // subnormal doubles have the exponent field 0: scale by 2^64 first
  return n > 0 ? n - 1023 : binaryExponent(x * 2 ** 64) - 64;
}

/** x 2^n, rounded once, for 1/2 <= |x| < 2 and an integer n from -1100 to 1100. */
export function scaleByPowerOfTwo(x: number, n: number): number {
  if (n > 1023) return x * powerOfTwo(1023) * powerOfTwo(n - 1023);
  if (n < -1021) return x * powerOfTwo(n + 100) * powerOfTwo(-100);
  return x * powerOfTwo(n);
}
