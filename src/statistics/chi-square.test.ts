import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../math/normal-distribution.ts';
import { chiSquareProbability, chiSquareQuantile, fProbability, fQuantile, logGamma } from './chi-square.ts';

describe('the chi-square distribution', () => {
  it('has the closed form of two degrees of freedom', () => {
    for (const x of [1e-6, 0.1, 1, 5.991464547107979, 20]) {
      expect(chiSquareProbability(x, 2)).toBeCloseTo(1 - Math.exp(-x / 2), 13);
    }
    for (const p of [0.001, 0.5, 0.95, 0.999]) expect(chiSquareQuantile(p, 2)).toBeCloseTo(-2 * Math.log(1 - p), 10);
  });

  it('is the square of a normal variable with one degree of freedom', () => {
    for (const p of [0.1, 0.5, 0.95, 0.99]) {
      expect(chiSquareQuantile(p, 1)).toBeCloseTo(normalQuantile((1 + p) / 2) ** 2, 10);
    }
  });

  it('agrees with sums of Poisson probabilities for even degrees of freedom', () => {
    for (const freedom of [4, 10, 30]) {
      for (const x of [0.5, 3, 12, 40, 90]) {
        let term = Math.exp(-x / 2);
        let sum = 0;
        for (let k = 0; k < freedom / 2; k++) {
          sum += term;
          term *= x / 2 / (k + 1);
        }
        expect(chiSquareProbability(x, freedom)).toBeCloseTo(1 - sum, 12);
      }
    }
  });
});

describe('the F distribution', () => {
  it('has the closed form of two degrees of freedom above', () => {
    for (const below of [1, 5, 20]) {
      for (const x of [0.1, 1, 4]) {
        expect(fProbability(x, 2, below)).toBeCloseTo(1 - (1 + (2 * x) / below) ** (-below / 2), 12);
      }
    }
  });

  it('becomes the chi-square distribution, and its quantile inverts it', () => {
    expect(3 * fQuantile(0.95, 3, 1e7)).toBeCloseTo(chiSquareQuantile(0.95, 3), 4);
    for (const [a, b] of [
      [1, 1],
      [2, 7],
      [6, 3],
    ]) {
      expect(fProbability(fQuantile(0.95, a, b), a, b)).toBeCloseTo(0.95, 10);
    }
  });
});

it('the gamma function has the factorials', () => {
  for (let n = 1, factorial = 1; n < 15; factorial *= n, n++) expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 11);
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12);
});
