import { formatNumber } from './format-number.ts';

/** Statistics of repeated measurements. */
export interface Spread {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { mean: sum / values.length, min, max };
}

/** mean [min, max] */
export function formatSpread({ mean, min, max }: Spread): string {
  return `${formatNumber(mean)} [${formatNumber(min)}, ${formatNumber(max)}]`;
}

/** Exponent of the power law fitted to the points: the slope of a regression line through their logarithms. */
export function fittedExponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const meanX = spreadOf(logs.map(([x]) => x)).mean;
  const meanY = spreadOf(logs.map(([, y]) => y)).mean;
  let product = 0;
  let square = 0;
  for (const [x, y] of logs) {
    product += (x - meanX) * (y - meanY);
    square += (x - meanX) * (x - meanX);
  }
  return product / square;
}

/** Median; for an even number of values the upper of the two. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
