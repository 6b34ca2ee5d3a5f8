import { expect, it } from 'vitest';
import { rowOrder } from './row-order.ts';

it('rows are sorted by value in both directions; empty cells are last and equal ones stay in their order', () => {
  const values = Float64Array.of(3, Number.NaN, 1, 3, -2, Number.NaN);
  expect([...rowOrder({ values }, 'ascending')]).toEqual([4, 2, 0, 3, 1, 5]);
  expect([...rowOrder({ values }, 'descending')]).toEqual([0, 3, 2, 4, 1, 5]);
});
