const PRIME_LOW = 435;

/** 64-bit FNV-1a over the bits of doubles, as 16 hex digits: equal hashes mean equal bits; -0 and 0 differ. */
export function hashNumbers(values: ArrayLike<number>): string {
  const bytes = new Uint8Array(Float64Array.from(values).buffer);
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < bytes.length; i++) {
    // times the prime 2^40 + 435 modulo 2^64, in halves of 32 bits: low * 435 is exact in a double
    low = (low ^ bytes[i]) >>> 0;
    const product = low * PRIME_LOW;
    high = (Math.imul(high, PRIME_LOW) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return hexDigits(high) + hexDigits(low);
}

const DIGITS = '0123456789abcdef';

function hexDigits(half: number): string {
  let text = '';
  for (let shift = 28; shift >= 0; shift -= 4) text += DIGITS[(half >>> shift) & 15];
  return text;
}
