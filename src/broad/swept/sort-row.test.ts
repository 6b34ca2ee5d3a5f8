import { describe, expect, it } from 'vitest';
import { createRandom } from '../../math/random.ts';
import { sortRow } from './sort-row.ts';

describe('sorting a row', () => {
  it('gives the same result as the built-in sort, and leaves the rest of the array unchanged', () => {
    const random = createRandom(39);
    for (const length of [0, 1, 2, 24, 25, 26, 100, 1000, 20_000]) {
      for (const range of [2, 50, 1e9]) {
        const row = Int32Array.from({ length: length + 2 }, () => random.below(range));
        const rising = row.slice(1, length + 1).sort();
        const expected = [row[0], ...rising, row[length + 1]];
        sortRow(row, 1, length + 1);
        expect([...row]).toEqual(expected);
        sortRow(row.subarray(1, length + 1).reverse(), 0, length);
        expect([...row]).toEqual(expected);
      }
    }
  });
});
