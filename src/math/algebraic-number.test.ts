import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { algebraicToNumber, compareAlgebraic, rootsInUnit, signAt } from './algebraic-number.ts';
import { lowestExponent, toBigInt } from './exact-integer.ts';
import { type IntegerCubic, type IntegerQuadratic, isZeroPolynomial } from './integer-polynomial.ts';

/** (q1 t - p1)(q2 t - p2)(q3 t - p3) */
function product(factors: [bigint, bigint][]): IntegerCubic {
  let f = [1n];
  for (const [p, q] of factors) {
    const next = new Array<bigint>(f.length + 1).fill(0n);
    f.forEach((c, i) => {
      next[i] -= p * c;
      next[i + 1] += q * c;
    });
    f = next;
  }
  return [f[0] ?? 0n, f[1] ?? 0n, f[2] ?? 0n, f[3] ?? 0n];
}

const small = fc.bigInt({ min: -6n, max: 12n });
const below = fc.bigInt({ min: 1n, max: 8n });
const fractions = fc.array(fc.tuple(small, below), { minLength: 1, maxLength: 3 });

describe('rootsInUnit', () => {
  it('finds the roots of 100 reference cubics, each to the last digits', () => {
    const file = new URL('../../reference/velocity-contact/cubics.json', import.meta.url);
    for (const { id, c, roots, identicallyZero } of JSON.parse(readFileSync(file, 'utf8')).cases) {
      if (identicallyZero) continue;
      const unit = Math.min(...c.map(lowestExponent));
      const f = c.map((value: number) => toBigInt(value, unit)) as IntegerCubic;
      const found = rootsInUnit(f).map(algebraicToNumber);
      expect(found.length, id).toBe(roots.length);
      // two units in the last place
      roots.forEach(({ t }: { t: string }, i: number) => {
        expect(Math.abs(found[i] - Number(t)), id).toBeLessThanOrEqual(2 ** -51 * Number(t));
      });
    }
  });

  it('finds the roots of products of small linear factors: multiple, at 0, at 1, at midpoints', () => {
    const check = fc.property(fractions, (factors) => {
      const expected = [
        ...new Set(factors.filter(([p, q]) => p >= 0n && p <= q).map(([p, q]) => Number(p) / Number(q))),
      ];
      expected.sort((a, b) => a - b);
      const found = rootsInUnit(product(factors)).map(algebraicToNumber);
      expect(found.length).toBe(expected.length);
      found.forEach((root, i) => {
        expect(Math.abs(root - expected[i])).toBeLessThanOrEqual(2 ** -52);
      });
    });
    fc.assert(check, { seed: 64, numRuns: 3000 });
  });

  it('separates roots that differ by 2^-200', () => {
    const m = 1n << 200n;
    const roots = rootsInUnit(
      product([
        [m / 3n, m],
        [m / 3n + 1n, m],
        [-1n, 1n],
      ]),
    );
    expect(roots).toHaveLength(2);
    expect(compareAlgebraic(roots[0], roots[1])).toBeLessThan(0);
  });
});

describe('signAt', () => {
  it('is the sign of the quadratic at a fraction, also where it is zero and the root is known only as a cell', () => {
    const q = fc.tuple(small, small, small);
    const check = fc.property(fractions, q, fc.boolean(), (factors, coefficients, fraction) => {
      const [p, d] = factors[0];
      // with a common factor the sign at that root is zero
      const quadratic: IntegerQuadratic = fraction
        ? [-p * coefficients[0], d * coefficients[0] - p * coefficients[1], d * coefficients[1]]
        : coefficients;
      for (const root of rootsInUnit(product(factors))) {
        const match = factors.find(([n, m]) => Math.abs(Number(n) / Number(m) - algebraicToNumber(root)) < 1e-9);
        if (!match) throw new Error('no such root');
        const [n, m] = match;
        const value = quadratic[0] * m * m + quadratic[1] * n * m + quadratic[2] * n * n;
        expect(signAt(quadratic, root)).toBe(value > 0n ? 1 : value < 0n ? -1 : 0);
      }
    });
    fc.assert(check, { seed: 65, numRuns: 3000 });
  });

  it('detects that √½ is a root of 2t² - 1, and the signs of nearby polynomials', () => {
    // (2t² - 1)(t + 3), with an irrational root in the unit interval
    const [root] = rootsInUnit([-3n, -1n, 6n, 2n]);
    expect(signAt([-1n, 0n, 2n], root)).toBe(0);
    const m = 10n ** 60n;
    expect(signAt([-m - 1n, 0n, 2n * m], root)).toBe(-1);
    expect(signAt([-m + 1n, 0n, 2n * m], root)).toBe(1);
    expect(algebraicToNumber(root)).toBe(Math.SQRT1_2);
  });
});

describe('compareAlgebraic', () => {
  it('the same irrational number from two different cubics is equal, its neighbour is not', () => {
    const [a] = rootsInUnit([-3n, -1n, 6n, 2n]); // (2t² - 1)(t + 3)
    const [b] = rootsInUnit([5n, -1n, -10n, 2n]); // (2t² - 1)(t - 5)
    const [c] = rootsInUnit([-1n, 0n, 2n, 0n]);
    expect(compareAlgebraic(a, b)).toBe(0);
    expect(compareAlgebraic(c, a)).toBe(0);
    const m = 10n ** 80n;
    const [above] = rootsInUnit([-m - 1n, 0n, 2n * m, 0n]);
    expect(compareAlgebraic(a, above)).toBeLessThan(0);
    expect(compareAlgebraic(above, b)).toBeGreaterThan(0);
  });

  it('orders the roots of random small cubics as their values', () => {
    const cubic = fc.tuple(small, small, small, small).filter((f) => !isZeroPolynomial(f));
    const check = fc.property(cubic, cubic, (f, g) => {
      for (const a of rootsInUnit(f)) {
        for (const b of rootsInUnit(g)) {
          const order = compareAlgebraic(a, b);
          const difference = algebraicToNumber(a) - algebraicToNumber(b);
          // different roots of cubics this small differ by much more than an ulp
          expect(Math.abs(difference) > 1e-14 ? Math.sign(difference) : 0).toBe(Math.sign(order));
        }
      }
    });
    fc.assert(check, { seed: 66, numRuns: 3000 });
  });
});
