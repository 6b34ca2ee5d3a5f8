/** 64-bit FNV-1a over the bits of doubles, as 16 hex digits: equal hashes mean equal bits, -0 and 0 kept apart. */
export function hashNumbers(values: ArrayLike<number>): string {
  const bytes = new Uint8Array(Float64Array.from(values).buffer);
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, '0');
}
