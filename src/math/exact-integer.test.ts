import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowestExponent, toBigInt } from './exact-integer.ts';

describe('toBigInt', () => {
  it('worked examples', () => {
    expect([lowestExponent(1), lowestExponent(12), lowestExponent(0.375), lowestExponent(5e-324)]).toEqual([
      0, 2, -3, -1074,
    ]);
    expect(lowestExponent(0)).toBe(Number.POSITIVE_INFINITY);
    expect([toBigInt(-12, 2), toBigInt(12, 0), toBigInt(0.375, -4), toBigInt(0, 7)]).toEqual([-3n, 12n, 6n, 0n]);
  });

  it('is odd at its lowest exponent, and converts back to any double', () => {
    const check = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      if (value === 0) return;
      const exponent = lowestExponent(value);
      const integer = toBigInt(value, exponent);
      expect(integer % 2n === 0n).toBe(false);
      // two factors: 2^-1074 and 2^1023 are outside the range of one
      const half = Math.trunc(exponent / 2);
      expect(Number(integer) * 2 ** half * 2 ** (exponent - half)).toBe(value);
      expect(toBigInt(value, exponent - 3)).toBe(8n * integer);
    });
    fc.assert(check, { seed: 7, numRuns: 2000 });
  });
});
