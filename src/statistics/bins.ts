import { distinctValues, integerCubeRoot } from './sorted-order.ts';

/** A partition of the values of a column: one bin per value if there are few, or intervals of equal width. */
export interface Bins {
  /** Whether each bin is a single value. */
  readonly isDiscrete: boolean;
  /** Number of bins; 0 if the column has no values. */
  readonly count: number;
  /** Centre of each bin: the value itself for discrete bins. */
  readonly centers: Float64Array;
  /** Limits of intervals, one more than bins; for discrete bins half-way between the values. */
  readonly edges: Float64Array;
  /** The bin of a value of the column; -1 for NaN. */
  indexOf(value: number): number;
}

/** Bins of a column: discrete if it has at most `maxDiscrete` values, else `intervals` intervals from its minimum to its maximum. */
export function createBins(values: ArrayLike<number>, maxDiscrete: number, intervals: number): Bins {
  const levels = distinctValues(values, maxDiscrete);
  return levels ? discreteBins(levels) : intervalBins(values, intervals);
}

function discreteBins(levels: Float64Array): Bins {
  const index = new Map(Array.from(levels, (level, i) => [level, i]));
  const count = levels.length;
  const edges = new Float64Array(count === 0 ? 0 : count + 1);
  for (let i = 1; i < count; i++) edges[i] = levels[i - 1] / 2 + levels[i] / 2;
  if (count === 1) {
    const half = levels[0] === 0 ? 0.5 : Math.abs(levels[0]) / 2;
    edges[0] = levels[0] - half;
    edges[1] = levels[0] + half;
  } else if (count > 1) {
    edges[0] = levels[0] - (edges[1] - levels[0]);
    edges[count] = levels[count - 1] + (levels[count - 1] - edges[count - 1]);
  }
  return { isDiscrete: true, count, centers: levels, edges, indexOf: (value) => index.get(value + 0) ?? -1 };
}

function intervalBins(values: ArrayLike<number>, count: number): Bins {
  const [min, max] = rangeOf(values);
  const edgeAt = (i: number) => (i === count ? max : min + (i / count) * (max - min));
  const edges = Float64Array.from({ length: count + 1 }, (_, i) => edgeAt(i));
  const centers = Float64Array.from({ length: count }, (_, i) => edges[i] / 2 + edges[i + 1] / 2);
  const indexOf = (value: number) => {
    if (!(value >= min && value <= max)) return -1;
    let bin = Math.min(Math.floor(((value - min) / (max - min)) * count), count - 1);
    // rounding of the quotient must not disagree with the edges
    if (value < edges[bin]) bin--;
    else if (bin + 1 < count && value >= edges[bin + 1]) bin++;
    return bin;
  };
  return { isDiscrete: false, count, centers, edges, indexOf };
}

/** Minimum and maximum; NaN is left out. Infinity, -Infinity for a column without values. */
export function rangeOf(values: ArrayLike<number>): [min: number, max: number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    if (values[i] < min) min = values[i];
    if (values[i] > max) max = values[i];
  }
  return [min, max];
}

/** Number of values in each bin. */
export function countInBins(bins: Bins, values: ArrayLike<number>): Uint32Array {
  const counts = new Uint32Array(bins.count);
  for (let i = 0; i < values.length; i++) {
    const bin = bins.indexOf(values[i]);
    if (bin >= 0) counts[bin]++;
  }
  return counts;
}

/** Intervals of a histogram of n values by the rule of Rice: 2 n^(1/3), at most 80. */
export function histogramBins(values: ArrayLike<number>): Bins {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) count++;
  return createBins(values, 12, Math.min(Math.max(integerCubeRoot(8 * count), 2), 80));
}

/** Number of rows and mean of z in each cell of two partitions; rows without a value of z are left out. */
export interface CellMeans {
  /** Rows of the cell (i, k) at i + k * x.count. */
  readonly counts: Uint32Array;
  /** Means; NaN for cells without rows. */
  readonly means: Float64Array;
}

export function meansInCells(
  x: Bins,
  y: Bins,
  [xs, ys, zs]: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>],
): CellMeans {
  const counts = new Uint32Array(x.count * y.count);
  const means = new Float64Array(x.count * y.count).fill(Number.NaN);
  for (let row = 0; row < zs.length; row++) {
    const [i, k] = [x.indexOf(xs[row]), y.indexOf(ys[row])];
    if (i < 0 || k < 0 || Number.isNaN(zs[row])) continue;
    const cell = i + k * x.count;
    counts[cell]++;
    means[cell] = counts[cell] === 1 ? zs[row] : means[cell] + (zs[row] - means[cell]) / counts[cell];
  }
  return { counts, means };
}
