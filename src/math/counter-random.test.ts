import { describe, expect, it } from 'vitest';
import { permutedIndex, uniformAt } from './counter-random.ts';

const COUNT = 100_000;

function correlation(a: readonly number[], b: readonly number[]): number {
  // of uniform numbers: mean 1/2, variance 1/12
  return (12 / a.length) * a.reduce((sum, value, i) => sum + (value - 0.5) * (b[i] - 0.5), 0);
}

describe('uniformAt', () => {
  const draw = (seed: number, stream: number, first = 0) =>
    Array.from({ length: COUNT }, (_, i) => uniformAt(seed, stream, first + i));

  it('gives numbers between 0 and 1 that depend on seed, stream and index alone', () => {
    expect(uniformAt(3, 1, 77)).toBe(draw(3, 1)[77]);
    expect(draw(3, 1).every((value) => value > 0 && value < 1)).toBe(true);
    const one = new Set([uniformAt(1, 0, 5), uniformAt(2, 0, 5), uniformAt(1, 1, 5), uniformAt(1, 0, 6)]);
    expect(one.size).toBe(4);
  });

  it.each([
    [1, 0, 0],
    [0, 3, 0],
    [12345, 7, 2 ** 33],
  ])('is uniform: seed %i, stream %i, from index %i', (seed, stream, first) => {
    const cells = new Float64Array(100);
    for (const value of draw(seed, stream, first)) cells[Math.floor(100 * value)]++;
    const expected = COUNT / 100;
    const chiSquare = cells.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 99 degrees of freedom: mean 99, deviation 14
    expect(chiSquare).toBeGreaterThan(99 - 60);
    expect(chiSquare).toBeLessThan(99 + 60);
  });

  it('has no correlation between streams, seeds and neighbouring indices', () => {
    // standard error 1 / sqrt(COUNT) = 0.0032
    const base = draw(1, 0);
    for (const other of [draw(1, 1), draw(2, 0), draw(1, 0, 1), draw(1, 0, 2 ** 32), draw(0, 1)]) {
      expect(Math.abs(correlation(base, other))).toBeLessThan(0.015);
    }
  });
});

describe('permutedIndex', () => {
  it.each([1, 2, 3, 5, 16, 17, 1000, 4096, 4097])('is a permutation of %i elements', (count) => {
    const found = new Set(Array.from({ length: count }, (_, i) => permutedIndex(i, count, 7, 2)));
    expect(found.size).toBe(count);
    expect(Math.max(...found)).toBe(count - 1);
    expect(Math.min(...found)).toBe(0);
  });

  it('depends on seed and stream', () => {
    const list = (seed: number, stream: number) =>
      Array.from({ length: 50 }, (_, i) => permutedIndex(i, 50, seed, stream)).join();
    expect(new Set([list(1, 0), list(2, 0), list(1, 1)]).size).toBe(3);
  });

  it('has neither fixed order nor correlation with the index', () => {
    const count = 10_000;
    const scaled = Array.from({ length: count }, (_, i) => (permutedIndex(i, count, 1, 0) + 0.5) / count);
    const index = Array.from({ length: count }, (_, i) => (i + 0.5) / count);
    expect(Math.abs(correlation(scaled, index))).toBeLessThan(0.05);
  });
});
