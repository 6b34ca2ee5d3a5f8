/** Summary of a column. */
export interface ColumnSummary {
  /** Number of values; empty cells (NaN) are left out. */
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the values, with n - 1; 0 for one value. */
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
  /** Value of a probability from 0 to 1, by linear interpolation between the sorted values. */
  quantile(probability: number): number;
}

/** Summary of a column; undefined if it has no values. */
export function summarize(values: ArrayLike<number>): ColumnSummary | undefined {
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const count = sorted.length;
  if (count === 0) return undefined;
  let mean = 0;
  for (let i = 0; i < count; i++) mean += (sorted[i] - mean) / (i + 1);
  let squares = 0;
  for (const value of sorted) squares += (value - mean) * (value - mean);
  return {
    count,
    mean,
    deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0,
    min: sorted[0],
    max: sorted[count - 1],
    quantile(probability) {
      const at = probability * (count - 1);
      const below = Math.min(Math.max(Math.floor(at), 0), count - 1);
      const above = Math.min(below + 1, count - 1);
      return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    },
  };
}
