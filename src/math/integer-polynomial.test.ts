import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cubicInCell,
  degreeOf,
  discriminant,
  divideOutRoot,
  type IntegerCubic,
  pseudoRemainder,
  quadraticInCell,
  signAtFraction,
  signOnUnit,
  signVariations,
} from './integer-polynomial.ts';

const integer = fc.bigInt({ min: -50n, max: 50n });
const cubics = fc.tuple(integer, integer, integer, integer);
const quadratics = fc.tuple(integer, integer, integer);

function valueAt(f: readonly bigint[], t: bigint): bigint {
  return f.reduceRight((sum, c) => sum * t + c, 0n);
}

function holds<T extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (...values: T) => void,
) {
  fc.assert(fc.property(...arbitraries, check), { seed: 31, numRuns: 500 });
}

describe('integer polynomials', () => {
  it('worked examples: t² - 2t + 1 has a double root, its sign at ½ is positive', () => {
    expect(discriminant([1n, -2n, 1n, 0n])).toBe(0n);
    expect(signAtFraction([1n, -2n, 1n], 1n, 2n)).toBe(1);
    expect(divideOutRoot([1n, -2n, 1n, 0n], 1n, 1n)).toEqual([-1n, 1n, 0n, 0n]);
    expect(degreeOf([0n, 3n, 0n, 0n])).toBe(1);
  });

  it('a polynomial in the coordinate of a cell has the same values there', () => {
    holds([cubics, quadratics, fc.bigInt({ min: 0n, max: 7n })], (f, q, part) => {
      // 8 cells; y = 8 k lies k cells further on
      const [inCell, quadratic] = [cubicInCell(f, 3, part), quadraticInCell(q, 3, part)];
      for (const k of [-2n, 0n, 1n, 3n]) {
        expect(valueAt(inCell, 8n * k - part)).toBe(512n * valueAt(f, k));
        expect(valueAt(quadratic, 8n * k - part)).toBe(64n * valueAt(q, k));
      }
    });
  });

  it('dividing out a root and multiplying by its factor gives the same polynomial', () => {
    holds([quadratics, fc.bigInt({ min: -9n, max: 9n })], ([c0, c1, c2], n) => {
      const m = 10n * (n < 0n ? -n : n) + 1n; // no common factor with n
      const f: IntegerCubic = [-n * c0, m * c0 - n * c1, m * c1 - n * c2, m * c2];
      expect(divideOutRoot(f, n, m)).toEqual([c0, c1, c2, 0n]);
    });
  });

  it('the remainder differs from the polynomial by a multiple of the divisor: equal where the divisor vanishes', () => {
    holds([cubics, integer, integer, integer], (f, a, b, k) => {
      if (k === 0n) return;
      // a divisor with the integer roots a and b
      const [r0, r1] = pseudoRemainder(f, [k * a * b, -k * (a + b), k]);
      for (const root of [a, b]) expect(r0 + r1 * root).toBe(k * k * valueAt(f, root));
    });
  });

  it('the discriminant of three integer roots is the product of their squared differences, times a⁴', () => {
    holds([integer, integer, integer, integer], (a, p, q, r) => {
      if (a === 0n) return;
      const f: IntegerCubic = [-a * p * q * r, a * (p * q + q * r + r * p), -a * (p + q + r), a];
      const differences = (p - q) * (q - r) * (r - p);
      expect(discriminant(f)).toBe(a * a * a * a * differences * differences);
    });
  });

  it('a constant sign on the unit interval holds at every sample, and sign changes are counted', () => {
    holds([quadratics, cubics], (q, f) => {
      const samples = Array.from({ length: 17 }, (_, i) => BigInt(i));
      const sign = signOnUnit(q);
      if (sign !== 0) for (const n of samples) expect(signAtFraction(q, n, 16n)).toBe(sign);
      const signs = samples.map((n) => signAtFraction(f, n, 16n)).filter((s) => s !== 0);
      const changes = signs.filter((s, i) => i > 0 && s !== signs[i - 1]).length;
      expect(signVariations(f)).toBeGreaterThanOrEqual(changes);
    });
  });
});
