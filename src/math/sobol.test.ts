import { describe, expect, it } from 'vitest';
import { MAX_SOBOL_DIMENSIONS, sobolDirections, sobolWord } from './sobol.ts';

const dimensions = Array.from({ length: MAX_SOBOL_DIMENSIONS }, (_, d) => sobolDirections(d));

/** Rank of a matrix of bits, rows as integers, by elimination over GF(2). */
function rank(rows: readonly bigint[]): number {
  const basis: bigint[] = [];
  for (let row of rows) {
    for (const other of basis) if ((row ^ other) < row) row ^= other;
    if (row !== 0n) basis.push(row);
  }
  return basis.length;
}

describe('the Sobol sequence', () => {
  it('has the points of the published direction numbers', () => {
    // point 11 of scipy.stats.qmc.Sobol(21, scramble=False), times 16
    const expected = [7, 9, 3, 11, 13, 1, 11, 11, 11, 1, 15, 5, 3, 3, 9, 3, 9, 1, 11, 9, 15];
    expect(dimensions.map((directions) => sobolWord(directions, 11) / 2 ** 28)).toEqual(expected);
  });

  it('fills every dimension uniformly: the first 2^k points have one point in each of 2^k equal intervals', () => {
    for (const directions of dimensions) {
      for (const k of [1, 4, 9]) {
        const cells = Array.from({ length: 2 ** k }, (_, i) => Math.floor(sobolWord(directions, i) / 2 ** (32 - k)));
        expect(new Set(cells).size).toBe(2 ** k);
      }
    }
  });

  it('has property A of Sobol: the first 2^d points have one point in each half-space cell of the d dimensions', () => {
    for (let d = 1; d <= MAX_SOBOL_DIMENSIONS; d++) {
      // row i: the first bits of the direction numbers of dimension i
      const rows = dimensions.slice(0, d).map((directions) => {
        const bits = Array.from({ length: d }, (_, k) => (directions[k] >>> 31).toString());
        return BigInt(`0b${bits.join('')}`);
      });
      expect(rank(rows)).toBe(d);
    }
  });

  it('uses all 32 bits of the index: direction numbers are independent', () => {
    for (const directions of dimensions) expect(rank(Array.from(directions, BigInt))).toBe(32);
  });
});
