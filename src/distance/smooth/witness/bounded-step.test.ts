import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../math/random.ts';
import { boundedStep, heldByGradient } from './bounded-step.ts';
import { allFree, factorShifted, solveFactored } from './cholesky.ts';

/** Rows of 4 from an n x n list. */
function packed(matrix: readonly (readonly number[])[]): Float64Array {
  const out = new Float64Array(16);
  matrix.forEach((row, i) => {
    out.set(row, 4 * i);
  });
  return out;
}

const ONES = new Float64Array(4).fill(1);

function randomDefinite(next: () => number, n: number): number[][] {
  const root = Array.from({ length: n }, () => Array.from({ length: n }, next));
  return root.map((_, i) => root.map((_, j) => root.reduce((sum, row) => sum + row[i] * row[j], i === j ? 0.05 : 0)));
}

describe('factorShifted', () => {
  it('succeeds exactly when the smallest eigenvalue is above the shift', () => {
    // eigenvalues 1 and 3
    const matrix = packed([
      [2, 1],
      [1, 2],
    ]);
    const out = new Float64Array(16);
    expect(factorShifted(out, matrix, ONES, 0.999, 2, allFree(2))).toBe(true);
    expect(factorShifted(out, matrix, ONES, 1.001, 2, allFree(2))).toBe(false);
    expect(factorShifted(out, matrix, ONES, -1, 2, allFree(2))).toBe(true);
  });

  it('solves the system of the free unknowns and leaves the others at zero', () => {
    const random = createRandom(5);
    for (let n = 1; n <= 4; n++) {
      for (let free = 0; free <= allFree(n); free++) {
        const rows = randomDefinite(() => random.between(-1, 1), n);
        const q = Float64Array.from({ length: 4 }, () => random.between(-1, 1));
        const factor = new Float64Array(16);
        const w = new Float64Array(4).fill(9);
        expect(factorShifted(factor, packed(rows), ONES, 0, n, free)).toBe(true);
        solveFactored(w, factor, q, n, free);
        for (let i = 0; i < n; i++) {
          const residual = rows[i].reduce((sum, value, k) => sum + value * w[k], q[i]);
          if (free & (1 << i))
            expect(Math.abs(residual)).toBeLessThan(1e-12); // conditions up to 100
          else expect(w[i]).toBe(0);
        }
      }
    }
  });
});

describe('boundedStep [PG05-4.5]', () => {
  it('P10: fixes only the second parameter in the corner where zeroing would stop', () => {
    const w = new Float64Array(4);
    const matrix = packed([
      [1, -0.9],
      [-0.9, 1],
    ]);
    const gradient = Float64Array.of(0.1, -1, 0, 0);
    const held = boundedStep(w, matrix, gradient, 2, { lower: 0, upper: 3 }, 0);
    expect(held).toBe(2);
    expect(w[0]).toBeCloseTo(-0.1, 15);
    expect(w[1]).toBe(0);
    // the unconstrained solution points out over both bounds
    boundedStep(w, matrix, gradient, 2, { lower: 0, upper: 0 }, 0);
    expect(w[0]).toBeGreaterThan(0);
    expect(w[1]).toBeGreaterThan(0);
  });

  it('finds the minimum over the cone: no feasible direction decreases the objective', () => {
    const random = createRandom(45);
    for (let trial = 0; trial < 2000; trial++) {
      const n = 1 + random.below(4);
      const rows = randomDefinite(() => random.between(-1, 1), n);
      const q = Float64Array.from({ length: 4 }, () => random.between(-1, 1));
      const bounds = { lower: random.below(16), upper: 0 };
      bounds.upper = random.below(16) & ~bounds.lower;
      const w = new Float64Array(4);
      boundedStep(w, packed(rows), q, n, bounds, 0);
      for (let i = 0; i < n; i++) {
        const slope = rows[i].reduce((sum, value, k) => sum + value * w[k], q[i]);
        const bit = 1 << i;
        const rounding = 1e-12; // conditions up to 1e3 on numbers of size 1
        if (bounds.lower & bit) {
          expect(w[i]).toBeGreaterThanOrEqual(0);
          expect(slope).toBeGreaterThan(-rounding);
        } else if (bounds.upper & bit) {
          expect(w[i]).toBeLessThanOrEqual(0);
          expect(slope).toBeLessThan(rounding);
        }
        // free, or not at its bound: stationary
        if (w[i] !== 0 || !((bounds.lower | bounds.upper) & bit)) expect(Math.abs(slope)).toBeLessThan(rounding);
      }
    }
  });

  it('does not move at a point that is optimal already', () => {
    const w = new Float64Array(4).fill(1);
    const matrix = packed([
      [2, 1],
      [1, 2],
    ]);
    boundedStep(w, matrix, Float64Array.of(0.3, 0, 0, 0), 2, { lower: 1, upper: 0 }, 0);
    expect([w[0], Math.abs(w[1])]).toEqual([0, 0]);
  });

  it('descends by the diagonal when the matrix is not definite, and never outward', () => {
    const w = new Float64Array(4);
    const matrix = packed([
      [1, 2],
      [2, 1],
    ]);
    boundedStep(w, matrix, Float64Array.of(1, -1, 0, 0), 2, { lower: 0, upper: 0 }, 0);
    expect([...w.subarray(0, 2)]).toEqual([-0.5, 0.5]);
    expect(boundedStep(w, matrix, Float64Array.of(1, -1, 0, 0), 2, { lower: 0, upper: 0 }, 3)).toBe(3);
    expect([...w.subarray(0, 2)]).toEqual([0, 0]);
  });

  it('heldByGradient fixes parameters whose gradient points outward', () => {
    const gradient = Float64Array.of(1, -1, -1, 1);
    expect(heldByGradient(gradient, 4, { lower: 0b0011, upper: 0b1100 })).toBe(0b0101);
    expect(heldByGradient(gradient, 4, { lower: 0, upper: 0 })).toBe(0);
    expect(heldByGradient(new Float64Array(4), 4, { lower: 0b0011, upper: 0b1100 })).toBe(0);
  });
});
