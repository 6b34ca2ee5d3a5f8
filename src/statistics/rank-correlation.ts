import { exp, log } from '../math/exponential.ts';
import { normalQuantile } from '../math/normal-distribution.ts';
import { isConstant, sortedOrder } from './sorted-order.ts';

/** Ranks from 1; equal values get the mean of their ranks. No value may be NaN. */
export function averageRanks(values: ArrayLike<number>): Float64Array {
  const order = sortedOrder(values);
  const ranks = new Float64Array(values.length);
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (end < order.length && values[order[end]] === values[order[first]]) end++;
    for (let k = first; k < end; k++) ranks[order[k]] = (first + 1 + end) / 2;
    first = end;
  }
  return ranks;
}

/** Spearman's rank correlation of two columns. */
export interface RankCorrelation {
  /** From -1 to 1: 1 if one column increases with the other, whatever the shape of the curve. */
  readonly value: number;
  /** Lower limit of the 95 % confidence interval: Fisher's transformation with the variance of Bonett and Wright (2000). */
  readonly low: number;
  /** Its upper limit. */
  readonly high: number;
  /** Number of rows in which both columns have a value. */
  readonly count: number;
}

/** Fewer rows have no confidence interval. */
const MIN_ROWS = 4;

/**
 * Spearman's rank correlation: the correlation coefficient of the ranks. Rows in which a column is empty (NaN) are left out. Undefined
 * for fewer than 4 rows, or if a column has a single value.
 *
 * @example
 * ```ts
 * import { rankCorrelation } from 'appulse/sweeps';
 *
 * const speed = Float64Array.of(1, 2, 3, 4, 5);
 * const energy = speed.map((v) => v ** 2);
 * console.log(rankCorrelation(speed, energy)?.value); // 1
 * ```
 */
export function rankCorrelation(x: ArrayLike<number>, y: ArrayLike<number>): RankCorrelation | undefined {
  const [a, b] = completeRows(x, y);
  const count = a.length;
  if (count < MIN_ROWS || isConstant(a) || isConstant(b)) return undefined;
  const value = correlation(averageRanks(a), averageRanks(b));
  const deviation = Math.sqrt((1 + (value * value) / 2) / (count - 3));
  const reach = normalQuantile(0.975) * deviation;
  return { value, low: shifted(value, -reach), high: shifted(value, reach), count };
}

/** tanh(atanh(r) + shift), without overflow. */
function shifted(r: number, shift: number): number {
  if (r >= 1 || r <= -1) return r;
  const e = exp(log((1 + r) / (1 - r)) + 2 * shift);
  return e === Number.POSITIVE_INFINITY ? 1 : (e - 1) / (e + 1);
}

/** The rows in which neither column is empty. */
function completeRows(x: ArrayLike<number>, y: ArrayLike<number>): [Float64Array, Float64Array] {
  const a = new Float64Array(x.length);
  const b = new Float64Array(x.length);
  let count = 0;
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i]) || Number.isNaN(y[i])) continue;
    a[count] = x[i];
    b[count] = y[i];
    count++;
  }
  return [a.subarray(0, count), b.subarray(0, count)];
}

/** Correlation coefficient of two columns that are not constant. */
function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [da, db] = [a[i] - meanA, b[i] - meanB];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return Math.min(Math.max(ab / Math.sqrt(aa * bb), -1), 1);
}
