import { describe, expect, it } from 'vitest';
import { trimmed } from '../../test/oracles/polynomial.ts';
import { rounded, rootsInUnit as sturmRoots, signAtRoot as sturmSign } from '../../test/oracles/real-root.ts';
import { commonDivisor, divideByRoot, multiplyPolynomials, polynomialQuotient } from './exact-polynomial.ts';
import { compareRoots, polynomialRootsInUnit, rootToNumber, signAtRoot } from './polynomial-root.ts';
import { createRandom } from './random.ts';

const CASES = 400;

/** Products of small factors, so that rational, multiple and shared roots are common; sometimes with a random factor. */
function drawPolynomial(next: () => number): bigint[] {
  const small = (size: number) => BigInt(Math.floor(next() * (2 * size + 1)) - size);
  let f: bigint[] = [1n + BigInt(Math.floor(next() * 3))];
  const factors = 1 + Math.floor(next() * 3);
  for (let i = 0; i < factors; i++) {
    const kind = next();
    const factor = kind < 0.4 ? [small(4), small(8) || 8n] : [small(9), small(9), small(9) || 1n];
    f = multiplyPolynomials(f, kind > 0.9 ? multiplyPolynomials(factor, factor) : factor);
  }
  return f;
}

describe('roots of polynomials in [0, 1]', () => {
  it(`are those of Sturm's theorem, and so are the signs of other polynomials there (${CASES} cases)`, () => {
    const random = createRandom(11);
    const next = () => random.next();
    let [found, zeros] = [0, 0];
    for (let i = 0; i < CASES; i++) {
      const [f, q] = [drawPolynomial(next), drawPolynomial(next)];
      const product = multiplyPolynomials(q, i % 3 === 0 ? f : [1n]);
      const [roots, expected] = [polynomialRootsInUnit(f), sturmRoots(trimmed(f))];
      expect(roots.map(rootToNumber)).toEqual(expected.map((root) => rounded(root).value));
      const signs = polynomialRootsInUnit(f).map((root) => signAtRoot(product, root));
      expect(signs).toEqual(expected.map((root) => sturmSign(trimmed(product), root)));
      found += roots.length;
      zeros += signs.filter((sign) => sign === 0).length;
    }
    expect(found).toBeGreaterThan(CASES / 2);
    expect(zeros).toBeGreaterThan(CASES / 8);
  });

  it('x^6 - 2 y^6: a root of two sextics is recognised as the same, and its neighbour as another', () => {
    const sextic = [-1n, 0n, 0n, 0n, 0n, 0n, 2n];
    const [a] = polynomialRootsInUnit(sextic);
    const [b] = polynomialRootsInUnit(multiplyPolynomials(sextic, [1n, 5n, 7n]));
    const [c] = polynomialRootsInUnit([-(2n ** 120n) + 1n, 0n, 0n, 0n, 0n, 0n, 2n ** 121n]);
    expect(compareRoots(a, b)).toBe(0);
    expect(compareRoots(c, b)).toBeLessThan(0);
    expect(rootToNumber(a)).toBe(2 ** (-1 / 6));
  });

  it('two roots that share 300 bits are two', () => {
    const digits = 2n ** 300n;
    const f = multiplyPolynomials([-1n, 3n], [-digits - 1n, 3n * digits]);
    expect(polynomialRootsInUnit(f)).toHaveLength(2);
    expect(polynomialRootsInUnit(multiplyPolynomials(f, f))).toHaveLength(2);
  });
});

describe('factors of polynomials', () => {
  it('the common divisor divides both, and the quotients have none', () => {
    const [a, b, c] = [[1n, -3n, 2n], [5n, 0n, 7n, 1n], [-2n, 9n, 4n]]; // biome-ignore format: three polynomials
    const [f, g] = [multiplyPolynomials(a, b), multiplyPolynomials(a, c)];
    const common = commonDivisor(f, g);
    expect(common.map((x) => x * (a[0] / common[0]))).toEqual(a);
    expect(polynomialQuotient(f, a).map(String)).toEqual(b.map(String));
    expect(commonDivisor(b, c)).toHaveLength(1);
    expect(divideByRoot([-1n, 0n, 4n], 1n, 2n)).toEqual([1n, 2n]);
  });
});
