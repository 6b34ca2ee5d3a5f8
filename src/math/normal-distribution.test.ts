import { describe, expect, it } from 'vitest';
import { normalProbability, normalQuantile } from './normal-distribution.ts';

/** Integral of the density from `from` to `to`, by Simpson's rule. */
function integral(from: number, to: number): number {
  const steps = 20_000;
  const h = (to - from) / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const x = from + i * h;
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-0.5 * x * x);
  }
  return (sum * h) / 3 / Math.sqrt(2 * Math.PI);
}

describe('the normal distribution', () => {
  it('has the probabilities of the integral of its density', () => {
    for (let x = -6; x <= 6; x += 0.37) {
      const expected = x < 0 ? integral(x - 12, x) : 1 - integral(-x - 12, -x);
      expect(Math.abs(normalProbability(x) / expected - 1)).toBeLessThan(1e-9); // error of the quadrature
    }
  });

  it('has published values', () => {
    // computed with 50 digits
    expect(normalProbability(1.96)).toBeCloseTo(0.9750021048517796, 14);
    expect(Math.abs(normalProbability(-10) / 7.61985302416053e-24 - 1)).toBeLessThan(1e-13);
    expect(Math.abs(normalProbability(-37) / 5.725571222524577e-300 - 1)).toBeLessThan(1e-12);
    expect(normalQuantile(0.975)).toBeCloseTo(1.9599639845400545, 14);
    expect(Math.abs(normalQuantile(1e-300) / -37.0471 - 1)).toBeLessThan(1e-6);
  });

  it('quantile and probability are inverse functions, without a step between their approximations', () => {
    for (let x = -8; x < 8; x += 0.0431) {
      const p = normalProbability(x);
      // close to 1 the probability has fewer digits
      const tolerance = 1e-13 + (2e-16 * Math.sqrt(2 * Math.PI)) / Math.exp(-0.5 * x * x);
      expect(Math.abs(normalQuantile(p) - x)).toBeLessThan(20 * tolerance);
    }
    expect(normalProbability(-3)).toBeCloseTo(normalProbability(-3 + 1e-12), 13);
    expect(normalProbability(0)).toBe(0.5);
    expect(normalQuantile(0.5)).toBe(0);
  });

  it('has infinite ends', () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect([normalProbability(Number.NEGATIVE_INFINITY), normalProbability(Number.POSITIVE_INFINITY)]).toEqual([0, 1]);
    expect(normalProbability(-60)).toBe(0);
  });
});
