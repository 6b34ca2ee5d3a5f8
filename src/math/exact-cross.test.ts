import { describe, expect, it } from 'vitest';
import { crossIsZero } from './exact-cross.ts';

describe('crossIsZero', () => {
  it('detects a difference of one ulp', () => {
    expect(crossIsZero(0, 0, 3, 1, 5, 5, 8, 6)).toBe(true);
    expect(crossIsZero(0, 0, 3, 1, 5, 5, 8, 6 + 2 ** -50)).toBe(false);
  });

  it('is exact where the difference of two doubles is not a double', () => {
    // 1 - 2^-60 rounds to 1: the rounded directions are parallel, the true ones are not
    expect(crossIsZero(2 ** -60, 0, 1, 1, 0, 0, 1, 1)).toBe(false);
    expect(crossIsZero(2 ** -60, 2 ** -60, 1, 1, 0, 0, 1, 1)).toBe(true);
  });

  it('works at any scale', () => {
    for (const k of [2 ** -1000, 2 ** -500, 2 ** 500, 2 ** 1000]) {
      expect(crossIsZero(0, 0, 3 * k, k, k, k, 7 * k, 3 * k)).toBe(true);
      expect(crossIsZero(0, 0, 3 * k, k, k, k, 7 * k, 4 * k)).toBe(false);
    }
  });
});
