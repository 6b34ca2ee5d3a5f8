import { distinctValues, integerCubeRoot, isConstant, sortedOrder } from './sorted-order.ts';

/**
 * First-order Sobol index of x for y: Var(E[y | x]) / Var(y), the fraction of the variance of y that x explains by itself, for
 * independent parameters.
 */
export interface FirstOrderIndex {
  /** From 0 to 1; an estimate from samples may be slightly below 0. */
  readonly value: number;
  /** Number of groups of rows with equal or similar x. */
  readonly groups: number;
  /** Number of rows. */
  readonly count: number;
  /** Standard deviation of the estimate where x has no effect: values below about twice of it are noise. 0 for a complete grid. */
  readonly noise: number;
}

/** Most values of x for which the rows with equal values are the groups. */
const MAX_LEVELS = 64;
/** Limits of the number of groups of a continuous x. */
const MIN_BINS = 4;
const MAX_BINS = 64;

/**
 * Index by groups of rows with similar x (McKay 1997; Plischke 2012): groups of equal size by the rank of x, or of equal values if x has few.
 * The variance of the means of the groups contains the scatter of each mean, which the analysis of variance subtracts:
 *
 *   S = (SSB - (M - 1) SSW / (n - M)) / SST
 *
 * with M groups, n rows, and the sums of squares between the groups, within them, and in total. It needs independent rows, which samples
 * are. The variation of y with x inside a group counts as scatter: for a straight line with M groups, S is too small by 1 / M².
 *
 * Undefined where y has a single value, or there are not at least two rows per group on average. No value may be NaN.
 */
export function firstOrderIndexOfSamples(x: ArrayLike<number>, y: ArrayLike<number>): FirstOrderIndex | undefined {
  const count = y.length;
  if (count < 2 || isConstant(y) || isConstant(x)) return undefined;
  const { group, groups } = groupsOf(x);
  if (groups < 2 || count < 2 * groups) return undefined;
  const { between, total } = sumsOfSquares(group, groups, y);
  const scatter = Math.max(total - between, 0) / (count - groups);
  return {
    value: (between - (groups - 1) * scatter) / total,
    groups,
    count,
    // between / scatter has the chi-squared distribution with M - 1 degrees of freedom
    noise: Math.sqrt(2 * (groups - 1)) / (count - 1),
  };
}

/**
 * Index of a parameter of a complete grid: the values of x are the groups, and their means are not estimates, because every value of x
 * occurs with the same values of all other parameters. Undefined where y has a single value. No value may be NaN.
 */
export function firstOrderIndexOfGrid(x: ArrayLike<number>, y: ArrayLike<number>): FirstOrderIndex | undefined {
  const count = y.length;
  if (count < 2 || isConstant(y)) return undefined;
  const levels = distinctValues(x, count) as Float64Array;
  const index = new Map(Array.from(levels, (level, i) => [level, i]));
  const group = Uint32Array.from({ length: count }, (_, i) => index.get(x[i] + 0) as number);
  const { between, total } = sumsOfSquares(group, levels.length, y);
  return { value: Math.min(between / total, 1), groups: levels.length, count, noise: 0 };
}

/** Number of groups of n rows with different values: 2 n^(1/3), so that their number and their size both grow. */
function binCount(n: number): number {
  return Math.min(Math.max(integerCubeRoot(8 * n), MIN_BINS), MAX_BINS);
}

function groupsOf(x: ArrayLike<number>): { group: Uint32Array; groups: number } {
  const count = x.length;
  const levels = distinctValues(x, Math.min(MAX_LEVELS, count / 2));
  if (levels) {
    const index = new Map(Array.from(levels, (level, i) => [level, i]));
    return {
      group: Uint32Array.from({ length: count }, (_, i) => index.get(x[i] + 0) as number),
      groups: levels.length,
    };
  }
  const groups = binCount(count);
  const group = new Uint32Array(count);
  const order = sortedOrder(x);
  let current = 0;
  for (let k = 0; k < count; k++) {
    const wanted = Math.floor((k * groups) / count);
    // equal values belong to one group
    if (k === 0 || x[order[k]] !== x[order[k - 1]]) current = wanted;
    group[order[k]] = current;
  }
  return { group, groups };
}

/** Sums of squares between groups and in total, relative to the mean of all rows. */
function sumsOfSquares(group: Uint32Array, groups: number, y: ArrayLike<number>): { between: number; total: number } {
  const sums = new Float64Array(groups);
  const sizes = new Float64Array(groups);
  let mean = 0;
  for (let i = 0; i < y.length; i++) mean += (y[i] - mean) / (i + 1);
  let total = 0;
  for (let i = 0; i < y.length; i++) {
    const d = y[i] - mean;
    sums[group[i]] += d;
    sizes[group[i]]++;
    total += d * d;
  }
  let between = 0;
  for (let g = 0; g < groups; g++) if (sizes[g] > 0) between += (sums[g] * sums[g]) / sizes[g];
  return { between, total };
}
