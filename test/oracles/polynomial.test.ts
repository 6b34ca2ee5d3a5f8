import { describe, expect, it } from 'vitest';
import { commonDivisor, divide, multiply, type Polynomial, rootCount, sturmChain } from './polynomial.ts';
import { rootsInUnit, rounded, signAtRoot } from './real-root.ts';

/** The polynomial with the given rational roots, [numerator, denominator] each. */
function withRoots(...roots: [bigint, bigint][]): Polynomial {
  return roots.reduce<Polynomial>((p, [numerator, denominator]) => multiply(p, [-numerator, denominator]), [1n]);
}

const times = (p: Polynomial) => rootsInUnit(p).map((root) => rounded(root).value);

describe('polynomials with integer coefficients', () => {
  it('divide with the remainder of a positive multiple', () => {
    // x² + 1 = (-2x + 1)(-x/2 - 1/4) + 5/4, here times 4
    expect(divide([1n, 0n, 1n], [1n, -2n])).toEqual({ quotient: [-1n, -2n], remainder: [5n] });
  });

  it('have the factor in common that both were built with', () => {
    const shared = withRoots([1n, 3n], [2n, 7n]);
    const divisor = commonDivisor(multiply(shared, [5n, 1n]), multiply(shared, [1n, 0n, 1n]));
    expect([shared, shared.map((c) => -c)]).toContainEqual(divisor);
  });

  it('have as many different roots in a half-open interval as Sturm counts', () => {
    const chain = sturmChain(withRoots([1n, 4n], [1n, 2n], [1n, 2n], [1n, 2n], [3n, 4n], [9n, 4n]));
    expect([rootCount(chain, 0n, 4n, 2), rootCount(chain, 1n, 2n, 2), rootCount(chain, 2n, 3n, 2)]).toEqual([3, 1, 1]);
    expect([rootCount(chain, -9n, 0n, 0), rootCount(chain, 0n, 9n, 0)]).toEqual([0, 4]);
  });
});

describe('roots in [0, 1]', () => {
  it('are found once each, the ends included, and rounded to the nearest double', () => {
    expect(times(withRoots([0n, 1n], [0n, 1n], [1n, 3n], [1n, 3n], [2n, 3n], [1n, 1n], [5n, 4n]))).toEqual([
      0,
      1 / 3,
      2 / 3,
      1,
    ]);
    expect(times([-1n, 0n, 2n])).toEqual([Math.SQRT1_2]);
    expect(times([1n, 0n, 1n])).toEqual([]);
  });

  it('round as a tie when they lie halfway between two doubles', () => {
    const unit = 1n << 54n;
    expect(times(withRoots([unit - 1n, unit]))).toEqual([1]);
    expect(times(withRoots([unit - 3n, unit]))).toEqual([1 - 2 ** -52]);
  });

  it('are distinguished when they are 2^-200 apart', () => {
    const fine = 3n << 200n;
    expect(
      rootsInUnit(withRoots([(1n << 200n) - 1n, fine], [1n << 200n, fine], [(1n << 200n) + 1n, fine])),
    ).toHaveLength(3);
  });

  it('give other polynomials their sign, zero included', () => {
    const [, root] = rootsInUnit(multiply([-1n, 0n, 2n], withRoots([1n, 3n]))); // sqrt(1/2)
    expect(signAtRoot(multiply([-1n, 0n, 2n], [7n, 1n]), root)).toBe(0);
    expect(signAtRoot([], root)).toBe(0);
    // sqrt(1/2) lies 4.8e-17 below its double, and above the double before that
    const close = BigInt(Math.SQRT1_2 * 2 ** 53);
    expect(signAtRoot([-close, 1n << 53n], root)).toBe(-1);
    expect(signAtRoot([1n - close, 1n << 53n], root)).toBe(1);
  });
});
