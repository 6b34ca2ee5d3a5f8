import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDoubleDouble,
  divideDoubleDouble,
  multiplyDoubleDouble,
  setDifference,
  subtractDoubleDouble,
} from './double-double.ts';
import { toBigInt } from './exact-integer.ts';

/** Unit of the exact check; every number here is a multiple of it. */
const UNIT = -600;

function exact(r: Float64Array, at: number): bigint {
  return toBigInt(r[at], UNIT) + toBigInt(r[at + 1], UNIT);
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value;
}

const values = fc
  .tuple(
    fc.integer({ min: -(2 ** 30), max: 2 ** 30 }),
    fc.integer({ min: 0, max: 2 ** 22 }),
    fc.integer({ min: -30, max: 30 }),
  )
  .map(([high, low, exponent]) => (high + low / 2 ** 22) * 2 ** exponent);

function each(check: (r: Float64Array) => void): void {
  const property = fc.property(values, values, values, values, (a, b, c, d) => {
    const r = new Float64Array(6);
    const x = Float64Array.of(a, b, c, d);
    setDifference(r, 0, x, 0, 1);
    setDifference(r, 2, x, 2, 3);
    expect(exact(r, 0)).toBe(toBigInt(a, UNIT) - toBigInt(b, UNIT));
    check(r);
  });
  fc.assert(property, { seed: 106, numRuns: 2000 });
}

describe('double-double', () => {
  it('1 - 2^-80 retains its last digit', () => {
    const r = new Float64Array(2);
    setDifference(r, 0, Float64Array.of(1, 2 ** -80), 0, 1);
    expect(Array.from(r)).toEqual([1, -(2 ** -80)]);
  });

  it('sums and differences of exact differences are accurate to 2^-103 of their magnitudes', () => {
    each((r) => {
      const [a, b] = [exact(r, 0), exact(r, 2)];
      const bound = (size(a) + size(b)) >> 103n;
      addDoubleDouble(r, 4, 0, 2);
      expect(size(exact(r, 4) - (a + b)) <= bound).toBe(true);
      subtractDoubleDouble(r, 4, 0, 2);
      expect(size(exact(r, 4) - (a - b)) <= bound).toBe(true);
    });
  });

  it('products are accurate to 2^-102', () => {
    each((r) => {
      const product = exact(r, 0) * exact(r, 2);
      multiplyDoubleDouble(r, 4, 0, 2);
      const error = size((exact(r, 4) << BigInt(-UNIT)) - product);
      expect(error <= size(product) >> 102n).toBe(true);
    });
  });

  it('quotients are accurate to 2^-100', () => {
    each((r) => {
      if (r[2] === 0) return;
      divideDoubleDouble(r, 4, 0, 2);
      const error = size(exact(r, 4) * exact(r, 2) - (exact(r, 0) << BigInt(-UNIT)));
      expect(error <= size(exact(r, 0) << BigInt(-UNIT)) >> 100n).toBe(true);
    });
  });

  it('a result may overwrite an operand', () => {
    each((r) => {
      const copy = r.slice();
      multiplyDoubleDouble(r, 4, 0, 2);
      multiplyDoubleDouble(copy, 0, 0, 2);
      expect([copy[0], copy[1]]).toEqual([r[4], r[5]]);
      addDoubleDouble(r, 4, 0, 2);
      const again = r.slice();
      addDoubleDouble(again, 2, 0, 2);
      expect([again[2], again[3]]).toEqual([r[4], r[5]]);
    });
  });
});
