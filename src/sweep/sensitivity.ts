import {
  type FirstOrderIndex,
  firstOrderIndexOfGrid,
  firstOrderIndexOfSamples,
} from '../statistics/first-order-index.ts';
import type { Sweep } from './read-sweep.ts';

/** What the analysis of results has to know about the design of a sweep; plain data. */
export interface DesignShape {
  /** Points of the grid. */
  readonly gridCount: number;
  /** Samples of each point of the grid. */
  readonly sampleCount: number;
  /** The axes, in order. */
  readonly axes: readonly {
    readonly name: string;
    /** Whether its values are those of a list or range; else they are samples of a distribution. */
    readonly isGrid: boolean;
    readonly isCorrelated: boolean;
  }[];
}

/** The shape of the design of a sweep. */
export function designShape({ axes, design, correlatedAxes }: Sweep): DesignShape {
  return {
    gridCount: design.gridCount,
    sampleCount: design.sampleCount,
    axes: axes.map(({ name, grid }) => ({
      name,
      isGrid: grid !== undefined,
      isCorrelated: correlatedAxes.includes(name),
    })),
  };
}

/** First-order index of an axis, or the reason why the results have none. */
export type AxisIndex =
  | ({ readonly kind: 'index' } & FirstOrderIndex)
  | { readonly kind: 'none'; readonly reason: string };

/** With fewer samples the noise is as large as the indices. */
const MIN_SAMPLES = 64;

/** Results of one output. */
export interface OutputColumns {
  /** Index of the run of each row. */
  readonly runs: ArrayLike<number>;
  /** Values of each axis; texts as numbers of equal meaning. */
  readonly axes: readonly ArrayLike<number>[];
  /** NaN: empty. */
  readonly output: ArrayLike<number>;
}

/**
 * First-order Sobol indices of an output: the fraction of its variance that each axis explains by itself. The estimator depends on the
 * design. Axes of the grid: every value occurs with the same values of all others, so the variance of the means is compared directly.
 * Sampled axes: the output is averaged over the grid, and the samples are grouped by the value of the axis (`firstOrderIndexOfSamples`).
 * Only samples with a value at all points of the grid are used. There is no index for correlated axes, whose effects cannot be separated.
 *
 * @example
 * ```ts
 * import { firstOrderIndices } from 'appulse/sweeps';
 *
 * const axes = ['a', 'b'].map((name) => ({ name, isGrid: true, isCorrelated: false }));
 * const columns = { runs: [0, 1, 2, 3], axes: [[0, 0, 1, 1], [0, 1, 0, 1]], output: [0, 1, 2, 3] }; // 2 a + b
 * const indices = firstOrderIndices({ gridCount: 4, sampleCount: 1, axes }, columns);
 * console.log(indices.map((index) => index.kind === 'index' && index.value)); // [ 0.8, 0.2 ]
 * ```
 */
export function firstOrderIndices(shape: DesignShape, columns: OutputColumns): AxisIndex[] {
  const rows = completeSamples(shape, columns);
  if (rows.length === 0) return shape.axes.map(() => none(incomplete(shape)));
  const output = pick(columns.output, rows);
  if (output.every((value) => value === output[0])) return shape.axes.map(() => none('the output has a single value'));
  return shape.axes.map((axis, a) => {
    if (axis.isCorrelated) return none('correlated with another axis: the effects cannot be separated');
    const index = axis.isGrid
      ? firstOrderIndexOfGrid(pick(columns.axes[a], rows), output)
      : sampledIndex(shape, columns, rows, a);
    return typeof index === 'object' ? { kind: 'index', ...index } : none(index ?? 'too few rows');
  });
}

function none(reason: string): AxisIndex {
  return { kind: 'none', reason };
}

function incomplete({ sampleCount }: DesignShape): string {
  return sampleCount === 1
    ? 'needs a value of the output in every run of the grid'
    : 'no sample has a value of the output at all points of the grid';
}

function pick(values: ArrayLike<number>, rows: Uint32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]);
}

/** The rows of samples that have a value at all points of the grid, sample by sample. */
function completeSamples({ gridCount, sampleCount }: DesignShape, { runs, output }: OutputColumns): Uint32Array {
  const filled = new Uint32Array(sampleCount);
  for (let row = 0; row < runs.length; row++) if (!Number.isNaN(output[row])) filled[runs[row] % sampleCount]++;
  // next free position of each sample in the list of rows
  const next = new Uint32Array(sampleCount);
  let length = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    next[sample] = length;
    if (filled[sample] === gridCount) length += gridCount;
  }
  const rows = new Uint32Array(length);
  for (let row = 0; row < runs.length; row++) {
    const sample = runs[row] % sampleCount;
    if (filled[sample] === gridCount) rows[next[sample]++] = row;
  }
  return rows;
}

/** Index of a sampled axis: of the mean over the grid, relative to the variance of all rows. A text is the reason for none. */
function sampledIndex(
  { gridCount }: DesignShape,
  { axes, output }: OutputColumns,
  rows: Uint32Array,
  axis: number,
): FirstOrderIndex | string | undefined {
  const count = rows.length / gridCount;
  if (count < MIN_SAMPLES) return `needs at least ${MIN_SAMPLES} complete samples, there are ${count}`;
  const x = Float64Array.from({ length: count }, (_, s) => axes[axis][rows[s * gridCount]]);
  const means = new Float64Array(count);
  for (let i = 0; i < rows.length; i++) means[Math.floor(i / gridCount)] += output[rows[i]] / gridCount;
  const index = firstOrderIndexOfSamples(x, means);
  if (!index) return undefined;
  const fraction = meanSquare(means) / meanSquare(pick(output, rows));
  return { ...index, value: index.value * fraction, noise: index.noise * fraction };
}

/** Mean of the squared deviations from the mean. */
function meanSquare(values: Float64Array): number {
  let mean = 0;
  for (let i = 0; i < values.length; i++) mean += (values[i] - mean) / (i + 1);
  return values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / values.length;
}
