import type { Column } from './sweep-results.ts';

/** Rows in the order of a column; empty cells are last in both directions, equal ones in the order of the file. */
export function rowOrder({ values }: Pick<Column, 'values'>, direction: 'ascending' | 'descending'): Uint32Array {
  const sign = direction === 'ascending' ? 1 : -1;
  const order = new Uint32Array(values.length);
  let filled = 0;
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row])) order[filled++] = row;
  order.subarray(0, filled).sort((a, b) => sign * (values[a] - values[b]) || a - b);
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row])) order[filled++] = row;
  return order;
}
