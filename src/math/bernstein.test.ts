import { describe, expect, it } from 'vitest';
import {
  addScaledBernstein,
  type Bernstein,
  createBernstein,
  differentiateU,
  differentiateV,
  isNonNegative,
  largestCoefficient,
  multiplyBernstein,
} from './bernstein.ts';
import { createRandom } from './random.ts';

/** By de Casteljau's recurrence, row by row: independent of the basis functions. */
function value(a: Bernstein, u: number, v: number): number {
  const casteljau = (values: number[], t: number): number =>
    values.length === 1
      ? values[0]
      : casteljau(
          values.slice(1).map((next, i) => (1 - t) * values[i] + t * next),
          t,
        );
  const row = a.degreeV + 1;
  const alongU = Array.from({ length: a.degreeU + 1 }, (_, i) =>
    casteljau([...a.coefficients.subarray(i * row, (i + 1) * row)], v),
  );
  return casteljau(alongU, u);
}

const random = createRandom(31);

function randomPolynomial(degreeU: number, degreeV: number): Bernstein {
  const a = createBernstein(degreeU, degreeV);
  return { ...a, coefficients: a.coefficients.map(() => random.between(-1, 1)) };
}

describe('Bernstein polynomials', () => {
  it('property: sums, products and derivatives agree with those of the values', () => {
    for (let run = 0; run < 100; run++) {
      const a = randomPolynomial(random.below(5), random.below(5));
      const b = randomPolynomial(random.below(5), random.below(5));
      const [u, v] = [random.between(0.1, 0.9), random.between(0.1, 0.9)];
      const [p, q] = [value(a, u, v), value(b, u, v)];
      // values up to 1, coefficients of the product up to 1: a few rounding errors
      expect(value(multiplyBernstein(a, b), u, v)).toBeCloseTo(p * q, 13);
      expect(value(addScaledBernstein(a, b, -2), u, v)).toBeCloseTo(p - 2 * q, 13);
      // central differences with h = 1e-5: error h² times a third derivative below 100, and rounding 1e-16/h
      const h = 1e-5;
      expect(value(differentiateU(a), u, v)).toBeCloseTo((value(a, u + h, v) - value(a, u - h, v)) / (2 * h), 7);
      expect(value(differentiateV(a), u, v)).toBeCloseTo((value(a, u, v + h) - value(a, u, v - h)) / (2 * h), 7);
      expect(Math.abs(p)).toBeLessThanOrEqual(largestCoefficient(a));
    }
  });

  it('a square is non-negative everywhere, and not after a small subtraction', () => {
    const one = { ...createBernstein(0, 0), coefficients: Float64Array.of(1) };
    for (let run = 0; run < 30; run++) {
      const a = randomPolynomial(2, 0);
      const square = multiplyBernstein(a, a);
      // rounding moves its double zeros below zero by at most 1e-12
      expect(isNonNegative(square, 1e-12)).toBe(true);
      const hasZero = Array.from({ length: 101 }, (_, i) => value(a, i / 100, 0)).some((x) => x * value(a, 0, 0) <= 0);
      if (hasZero) expect(isNonNegative(addScaledBernstein(square, one, -1e-6), 1e-12)).toBe(false);
    }
  });

  it('worked example: (u - v)² + 1e-4 is positive although its coefficients are not', () => {
    const difference = { degreeU: 1, degreeV: 1, coefficients: Float64Array.of(0, -1, 1, 0) };
    const small = { degreeU: 0, degreeV: 0, coefficients: Float64Array.of(1e-4) };
    const square = multiplyBernstein(difference, difference);
    expect(Math.min(...square.coefficients)).toBeLessThan(0);
    expect(isNonNegative(addScaledBernstein(square, small, 1), 0)).toBe(true);
    expect(isNonNegative(addScaledBernstein(square, small, -1), 0)).toBe(false);
  });
});
