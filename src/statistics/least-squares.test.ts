import { describe, expect, it } from 'vitest';
import { createRandom } from '../math/random.ts';
import { covarianceOf, fitLeastSquares, jacobianOf, type LeastSquares } from './least-squares.ts';

/** Residuals of a function of the parameters, one for each item. */
function problem(count: number, residual: (p: Float64Array, i: number) => number, size: number): LeastSquares {
  return {
    count,
    scales: new Float64Array(size).fill(1),
    residuals(out, p) {
      for (let i = 0; i < count; i++) out[i] = residual(p, i);
      return out.every(Number.isFinite);
    },
  };
}

describe('least squares', () => {
  it('finds the straight line of the closed form, and its covariance', () => {
    const random = createRandom(3);
    const xs = Array.from({ length: 20 }, (_, i) => i / 4);
    const ys = xs.map((x) => 2 + 3 * x + random.normal());
    const line = problem(20, (p, i) => ys[i] - p[0] - p[1] * xs[i], 2);
    const fit = fitLeastSquares(line, Float64Array.of(0, 0));
    const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
    const sxx = xs.reduce((sum, x) => sum + (x - mean(xs)) ** 2, 0);
    const slope = xs.reduce((sum, x, i) => sum + (x - mean(xs)) * ys[i], 0) / sxx;
    expect(fit.status).toBe('converged');
    expect(fit.parameters[1]).toBeCloseTo(slope, 8);
    expect(fit.parameters[0]).toBeCloseTo(mean(ys) - slope * mean(xs), 8);
    const covariance = covarianceOf(jacobianOf(line, fit.parameters), 2);
    expect(covariance?.[3]).toBeCloseTo(1 / sxx, 10);
    expect(covariance?.[0]).toBeCloseTo(1 / 20 + mean(xs) ** 2 / sxx, 10);
  });

  it("reaches the minimum of Rosenbrock's valley", () => {
    const valley = problem(2, (p, i) => (i === 0 ? 1 - p[0] : 10 * (p[1] - p[0] * p[0])), 2);
    const { parameters, cost, status } = fitLeastSquares(valley, Float64Array.of(-1.2, 1));
    expect(status).toBe('converged');
    expect(cost).toBeLessThan(1e-12);
    expect(Math.abs(parameters[0] - 1) + Math.abs(parameters[1] - 1)).toBeLessThan(1e-5);
  });

  it('holds a parameter at its limit and fits the others', () => {
    const two = problem(2, (p, i) => (i === 0 ? p[0] + p[1] - 3 : p[0] - 2), 2);
    const { parameters } = fitLeastSquares({ ...two, high: Float64Array.of(1, 10) }, Float64Array.of(0, 0));
    expect(parameters[0]).toBe(1);
    expect(parameters[1]).toBeCloseTo(2, 6);
  });

  it('avoids parameters without residuals', () => {
    const root = problem(1, (p) => Math.sqrt(p[0]) - 0.01, 1);
    expect(fitLeastSquares(root, Float64Array.of(4)).parameters[0]).toBeCloseTo(1e-4, 6);
    expect(fitLeastSquares(root, Float64Array.of(-1)).status).toBe('no-start');
  });

  it('has no covariance where the residuals leave a direction free', () => {
    const sum = problem(3, (p, i) => (i + 1) * (p[0] + p[1]), 2);
    expect(covarianceOf(jacobianOf(sum, Float64Array.of(1, 1)), 2)).toBeUndefined();
    const unused = problem(2, (p) => p[0], 2);
    expect(covarianceOf(jacobianOf(unused, Float64Array.of(1, 1)), 2)).toBeUndefined();
  });
});
