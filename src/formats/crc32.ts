/** The polynomial of ZIP, gzip and PNG, lowest bit first. */
const POLYNOMIAL = 0xedb88320;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? POLYNOMIAL ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/**
 * CRC-32 of ZIP, gzip and PNG. `before` is the checksum of the preceding bytes, so that a long file can be checked in
 * pieces.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before;
  for (let i = 0; i < bytes.length; i++) rest = TABLE[(rest ^ bytes[i]) & 0xff] ^ (rest >>> 8);
  return ~rest >>> 0;
}

/** As 8 hex digits. */
export function formatCrc32(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
