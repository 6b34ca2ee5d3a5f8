import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashNumbers } from './hash.ts';

/** FNV-1a by definition, in integers of any length. */
function definition(values: readonly number[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(Float64Array.from(values).buffer)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) % 2n ** 64n;
  }
  return hash.toString(16).padStart(16, '0');
}

describe('hashNumbers', () => {
  it('is FNV-1a with 64 bits', () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 20 }), (values) => {
        expect(hashNumbers(values)).toBe(definition(values));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('retains leading zeros and distinguishes -0 and 0', () => {
    const short = Array.from({ length: 500 }, (_, k) => [k, k / 3]).filter((values) =>
      definition(values).startsWith('0'),
    );
    expect(short.length).toBeGreaterThan(0);
    for (const values of short) expect(hashNumbers(values)).toBe(definition(values));
    expect(hashNumbers([-0])).not.toBe(hashNumbers([0]));
  });
});
