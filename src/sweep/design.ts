import { hashWords, permutedIndex, uniformAt } from '../math/counter-random.ts';
import { normalQuantile } from '../math/normal-distribution.ts';
import { MAX_SOBOL_DIMENSIONS, MAX_SOBOL_POINTS, sobolDirections, sobolWord } from '../math/sobol.ts';
import type { Fail } from '../scene/scene-error.ts';
import { suggestion } from '../shapes/suggestion.ts';
import type { SweepAxis } from './axis.ts';
import { correlationFactor } from './correlation-factor.ts';
import type { SweepDocument } from './sweep-schema.ts';

/** Which values the runs have: a function of the run's index, without a table. */
export interface SweepDesign {
  /** Number of runs. */
  readonly runCount: number;
  /** Points of the grid; each has `sampleCount` runs. */
  readonly gridCount: number;
  /** Number of samples; 1 without distributions. */
  readonly sampleCount: number;
  /** Values of all axes in a run, in the order of the axes. */
  valuesOf(run: number): unknown[];
}

/** More are treated as an input error. */
const MAX_RUNS = 1e10;

/** Combines the axes: every point of the grid with every sample. */
export function createDesign(document: SweepDocument, axes: readonly SweepAxis[], fail: Fail): SweepDesign {
  const gridCount = axes.reduce((product, { grid }) => product * (grid?.count ?? 1), 1);
  const sampler = createSampler(document, axes, fail);
  const runCount = gridCount * sampler.count;
  if (!(runCount <= MAX_RUNS)) {
    const factors = axes.flatMap(({ grid }) => (grid ? [grid.count] : []));
    if (sampler.count > 1) factors.push(sampler.count);
    fail(['axes'], `make ${factors.join(' x ')} = ${runCount} runs, must be at most ${MAX_RUNS}`);
  }
  const gridValues = (point: number, values: unknown[]) => {
    let rest = point;
    for (let i = axes.length - 1; i >= 0; i--) {
      const { grid } = axes[i];
      if (!grid) continue;
      values[i] = grid.valueAt(rest % grid.count);
      rest = Math.floor(rest / grid.count);
    }
  };
  return {
    runCount,
    gridCount,
    sampleCount: sampler.count,
    valuesOf(run: number): unknown[] {
      const values: unknown[] = new Array(axes.length);
      gridValues(Math.floor(run / sampler.count), values);
      sampler.sample(run % sampler.count, values);
      return values;
    },
  };
}

interface Sampler {
  readonly count: number;
  sample(index: number, values: unknown[]): void;
}

function createSampler(document: SweepDocument, axes: readonly SweepAxis[], fail: Fail): Sampler {
  const sampled = axes.flatMap(({ distribution, name }, index) =>
    distribution ? [{ distribution, name, index }] : [],
  );
  const { samples } = document;
  if (sampled.length === 0) {
    if (samples) fail(['samples'], 'needs an axis with a distribution, uniform or normal');
    if (document.correlations.length > 0) fail(['correlations'], 'needs axes with a distribution, uniform or normal');
    return { count: 1, sample: () => {} };
  }
  if (!samples) return fail(['samples'], `is missing, axis ${JSON.stringify(sampled[0].name)} has a distribution`);
  const uniform = unitSampler(samples, sampled.length, fail);
  const factor = factorOf(
    document,
    sampled.map(({ name }) => name),
    fail,
  );
  const scores = new Float64Array(sampled.length);
  return {
    count: samples.count,
    sample(index: number, values: unknown[]): void {
      if (!factor) {
        sampled.forEach(({ distribution, index: axis }, d) => {
          values[axis] = distribution.quantile(uniform(index, d));
        });
        return;
      }
      for (let d = 0; d < scores.length; d++) scores[d] = normalQuantile(uniform(index, d));
      sampled.forEach(({ distribution, index: axis }, d) => {
        let score = 0;
        for (let k = 0; k <= d; k++) score += factor[d][k] * scores[k];
        values[axis] = distribution.fromNormal(score);
      });
    },
  };
}

/** Coordinate `dimension` of sample `index`, in (0, 1). */
type UnitSampler = (index: number, dimension: number) => number;

/** Stream of the random shifts of a Sobol sequence. */
const SHIFT_STREAM = 0x5eed;

function unitSampler(samples: NonNullable<SweepDocument['samples']>, dimensions: number, fail: Fail): UnitSampler {
  const { method, count, seed } = samples;
  if (method === 'random') return (index, dimension) => uniformAt(seed, dimension, index);
  if (method === 'latin-hypercube') {
    return (index, dimension) =>
      (permutedIndex(index, count, seed, dimension) + uniformAt(seed, dimension, index)) / count;
  }
  if (dimensions > MAX_SOBOL_DIMENSIONS) {
    fail(
      ['samples', 'method'],
      `"sobol" is for at most ${MAX_SOBOL_DIMENSIONS} axes with a distribution, got ${dimensions}`,
    );
  }
  if (count > MAX_SOBOL_POINTS) fail(['samples', 'count'], `must be at most ${MAX_SOBOL_POINTS} with "sobol"`);
  const directions = Array.from({ length: dimensions }, (_, d) => sobolDirections(d));
  // a random digital shift keeps the structure and avoids the corner 0; the half makes the midpoint of the last bit
  const shifts = directions.map((_, d) => hashWords(seed, SHIFT_STREAM, d, 0));
  return (index, dimension) => (((sobolWord(directions[dimension], index) ^ shifts[dimension]) >>> 0) + 0.5) / 2 ** 32;
}

/** Lower triangular factor of the correlation matrix; undefined without correlations. */
function factorOf({ correlations }: SweepDocument, names: readonly string[], fail: Fail): Float64Array[] | undefined {
  if (correlations.length === 0) return undefined;
  const matrix = names.map((_, i) => Float64Array.from(names, (_, k) => (i === k ? 1 : 0)));
  const seen = new Set<string>();
  correlations.forEach(({ axes, value }, i) => {
    const [a, b] = axes.map((name, k) => {
      const index = names.indexOf(name);
      if (index >= 0) return index;
      return fail(['correlations', i, 'axes', k], `is not an axis with a distribution, ${suggestion(name, names)}`);
    });
    const key = [Math.min(a, b), Math.max(a, b)].join();
    if (a === b) fail(['correlations', i, 'axes'], 'must be two different axes');
    if (seen.has(key)) fail(['correlations', i, 'axes'], 'are given twice');
    seen.add(key);
    matrix[a][b] = value;
    matrix[b][a] = value;
  });
  return (
    correlationFactor(matrix) ??
    fail(['correlations'], 'contradict each other: no distribution has them (the matrix is not positive definite)')
  );
}
