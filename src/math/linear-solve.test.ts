import { describe, expect, it } from 'vitest';
import { solveLinear } from './linear-solve.ts';
import { createRandom } from './random.ts';

describe('solveLinear', () => {
  it('worked example: a matrix with a zero first pivot needs a row swap', () => {
    const a = Float64Array.of(0, 2, 1, 3);
    const b = Float64Array.of(4, 7);
    expect(solveLinear(a, b, 2, 1)).toBe(true);
    expect([...b]).toEqual([1, 2]);
  });

  it('property: the matrix times the solution is the right-hand side, for several columns at once', () => {
    const random = createRandom(8);
    for (let run = 0; run < 200; run++) {
      const n = 1 + (run % 4);
      const a = Float64Array.from({ length: n * n }, () => random.between(-0.5, 0.5));
      const b = Float64Array.from({ length: n * 3 }, () => random.between(-0.5, 0.5));
      const x = b.slice();
      expect(solveLinear(a.slice(), x, n, 3)).toBe(true);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < 3; j++) {
          let back = 0;
          let size = 1;
          for (let k = 0; k < n; k++) {
            back += a[i * n + k] * x[3 * k + j];
            size += Math.abs(x[3 * k + j]);
          }
          // elimination is backward stable: the residual is a rounding error relative to the solution
          expect(Math.abs(back - b[3 * i + j])).toBeLessThan(1e-14 * size);
        }
      }
    }
  });

  it('degenerate: a singular matrix is rejected, also one that is singular within rounding error; zero unknowns are valid', () => {
    expect(solveLinear(Float64Array.of(1, 2, 2, 4), new Float64Array(2), 2, 1)).toBe(false);
    expect(solveLinear(Float64Array.of(0.1, 0.3, 0.3, 0.9), new Float64Array(2), 2, 1)).toBe(false);
    expect(solveLinear(new Float64Array(1), new Float64Array(1), 1, 1)).toBe(false);
    expect(solveLinear(new Float64Array(0), new Float64Array(0), 0, 1)).toBe(true);
  });
});
