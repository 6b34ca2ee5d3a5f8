import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveComplementarity } from './complementarity.ts';

/** A = M Mᵀ with M n x rank: singular when the rank is below n. */
function semiDefinite(entries: readonly number[], n: number, rank: number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [i, k] = [Math.floor(at / n), at % n];
    let sum = 0;
    for (let r = 0; r < rank; r++) sum += entries[i * rank + r] * entries[k * rank + r];
    return sum;
  });
}

function expectSolved(a: Float64Array, b: Float64Array, scale: number): void {
  const { j, residual, status } = solveComplementarity(a, b);
  expect(status).toBe('solved');
  expect(residual).toBeLessThanOrEqual(1e-12 * scale);
  for (let i = 0; i < b.length; i++) {
    const w = b[i] + j.reduce((sum, value, k) => sum + a[i * b.length + k] * value, 0);
    expect(j[i]).toBeGreaterThanOrEqual(0);
    expect(w).toBeGreaterThan(-1e-12 * scale);
    if (j[i] > 0) expect(Math.abs(w)).toBeLessThan(1e-12 * scale);
  }
}

describe('the complementarity problem', () => {
  const entry = fc.integer({ min: -64, max: 64 }).map((i) => i / 32);
  const size = fc.integer({ min: 1, max: 8 });

  it('is solved for random positive definite problems: w ≥ 0, j ≥ 0, and one of each pair zero', () => {
    const problem = size.chain((n) =>
      fc.record({
        n: fc.constant(n),
        entries: fc.array(entry, { minLength: n * n, maxLength: n * n }),
        b: fc.array(entry, { minLength: n, maxLength: n }),
      }),
    );
    const check = fc.property(problem, ({ n, entries, b }) => {
      const a = semiDefinite(entries, n, n).map((value, at) => value + (at % (n + 1) === 0 ? 0.1 : 0));
      expectSolved(a, Float64Array.from(b), 1);
    });
    fc.assert(check, { seed: 341, numRuns: 500 });
  });

  it('is solved when contacts are redundant: A singular, b the speeds of some motion', () => {
    const problem = fc.integer({ min: 2, max: 8 }).chain((n) =>
      fc.record({
        n: fc.constant(n),
        rank: fc.integer({ min: 1, max: n - 1 }),
        entries: fc.array(entry, { minLength: n * n, maxLength: n * n }),
        motion: fc.array(entry, { minLength: n, maxLength: n }),
      }),
    );
    const check = fc.property(problem, ({ n, rank, entries, motion }) => {
      const a = semiDefinite(entries, n, rank);
      for (let i = 0; i < n; i++) fc.pre(a[i * n + i] > 0.01);
      const b = Float64Array.from({ length: n }, (_, i) => {
        let sum = 0;
        for (let r = 0; r < rank; r++) sum += entries[i * rank + r] * motion[r];
        return sum;
      });
      expectSolved(a, b, 10);
    });
    fc.assert(check, { seed: 342, numRuns: 500 });
  });

  it('has the solution zero when no contact approaches', () => {
    const { j, residual } = solveComplementarity(Float64Array.of(2, 1, 1, 2), Float64Array.of(0, 3));
    expect([...j, residual]).toEqual([0, 0, 0]);
  });

  it('drops a contact again that another one unloads', () => {
    // alone, the first contact would have the impulse 1; the second unloads it
    const { j } = solveComplementarity(Float64Array.of(1, 0.9, 0.9, 1), Float64Array.of(-1, -2));
    expect([...j]).toEqual([0, 2]);
  });
});
