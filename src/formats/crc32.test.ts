import { describe, expect, it } from 'vitest';
import { crc32, formatCrc32 } from './crc32.ts';
import { encodeUtf8 } from './text-bytes.ts';

describe('CRC-32', () => {
  it('gives the check value of its standard, and 0 for no bytes', () => {
    expect(crc32(encodeUtf8('123456789'))).toBe(0xcbf43926);
    expect(crc32(new Uint8Array())).toBe(0);
  });

  it('of pieces is that of the whole, wherever it is divided', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * i) % 251);
    for (let cut = 0; cut <= bytes.length; cut += 7) {
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(crc32(bytes));
    }
  });

  it('is written with all its digits', () => {
    expect(formatCrc32(0xab)).toBe('000000ab');
  });
});
