import { exp } from '../../src/math/exponential.ts';
import { formatNumber } from '../../src/picture/format-number.ts';
import { countInBins, createBins } from '../../src/statistics/bins.ts';
import { rankCorrelation } from '../../src/statistics/rank-correlation.ts';
import { type ColumnSummary, summarize } from '../../src/statistics/summarize.ts';
import { designShape, firstOrderIndices } from '../../src/sweep/sensitivity.ts';
import { atLeast, atMost, equals, type ReportItem } from '../report-item.ts';
import { type ExampleResults, failureCount, numbersOf, runExample } from './run-example.ts';

/** Axes with an error, and its standard deviation in the units of the example. */
const ERRORS = [
  { name: 'mass', mean: 3300, deviation: 100, unit: 'lb' },
  { name: 'heading', mean: -145, deviation: 2, unit: 'deg' },
  { name: 'stiffness', mean: 2000, deviation: 300, unit: 'kN/m' },
] as const;

/** Mass of the pickup: 4700 lb [kg]. */
const PICKUP = 4700 * 0.45359237;

/** Change of delta-V of the car for one standard deviation of an axis: half the difference of two runs [m/s]. */
function linearEffect({ name, mean, deviation, unit }: (typeof ERRORS)[number]): number {
  const [low, high] = numbersOf(
    runExample('delta-v-spread', ({ samples: _, ...spec }) => ({
      ...spec,
      axes: (spec['axes'] as { name?: string; path: string; values?: unknown[] }[])
        .filter((axis) => axis.name === name || axis.values !== undefined)
        .map((axis) =>
          axis.name === name
            ? { path: axis.path, name, values: [`${mean - deviation} ${unit}`, `${mean + deviation} ${unit}`] }
            : axis,
        ),
    })),
    'deltaVA',
  );
  return (high - low) / 2;
}

export function deltaVSpread(): ReportItem {
  const results = runExample('delta-v-spread');
  const deltaV = numbersOf(results, 'deltaVA');
  const spread = summarize(deltaV) as ColumnSummary;
  const effects = ERRORS.map(linearEffect);
  const variance = effects.reduce((sum, effect) => sum + effect * effect, 0);
  const sensitivities = sensitivityOf(results, deltaV);
  const momentum = numbersOf(results, 'mass').map(
    (mass, i) => (mass * deltaV[i]) / (PICKUP * numbersOf(results, 'deltaVB')[i]) - 1,
  );
  return {
    id: 'delta-v-spread',
    source: '[SWEEP-1], [SWEEP-3], [SWEEP-4]',
    title: 'Sweep: spread of delta-V in a reconstruction',
    description: `examples/sweeps/delta-v-spread.sweep.json: ${deltaV.length} collisions of a car with a pickup, with normal errors of its mass (100 lb), of the heading of the pickup (2 degrees) and of the stiffness of the contact (300 kN/m). A second method, linear propagation of errors, uses two runs per parameter.`,
    checks: [
      equals('failed runs', failureCount(results), 0),
      // the rest is curvature: a change of the heading moves the point of impact
      equals(
        'standard deviation of delta-V, relative to linear propagation',
        spread.deviation / Math.sqrt(variance),
        1,
        0.15,
      ),
      ...sensitivities.map(({ name, index, noise }, i) =>
        atMost(
          `first-order index of the ${name}: deviation from its part of the linear variance`,
          Math.abs(index - (effects[i] * effects[i]) / variance),
          // two standard deviations of the noise, and the curvature
          2 * noise + 0.05,
        ),
      ),
      atLeast('rank correlation of delta-V and heading, magnitude', Math.abs(sensitivities[1].correlation), 0.9),
      atMost('impulses on car and pickup: maximum relative difference', Math.max(...momentum.map(Math.abs)), 1e-12),
    ],
    tables: [
      {
        title: 'Uncertainty of the delta-V of the car',
        columns: [
          'parameter',
          'effect of one standard deviation [m/s]',
          'rank correlation',
          'first-order index',
          'linear part',
        ],
        rows: sensitivities.map(({ name, index, correlation }, i) => [
          name,
          formatNumber(effects[i]),
          formatNumber(correlation),
          formatNumber(index),
          formatNumber((effects[i] * effects[i]) / variance),
        ]),
      },
      {
        title: 'Delta-V of the car [m/s]',
        columns: ['mean', 'standard deviation', '5 %', '50 %', '95 %'],
        rows: [
          [spread.mean, spread.deviation, ...[0.05, 0.5, 0.95].map(spread.quantile)].map((value) =>
            formatNumber(value),
          ),
        ],
      },
    ],
    plots: [histogramPlot(deltaV, spread, Math.sqrt(variance))],
  };
}

function sensitivityOf(results: ExampleResults, output: readonly number[]) {
  const { sweep, rows } = results;
  const axes = sweep.axes.map(({ name }) => numbersOf(results, name));
  const indices = firstOrderIndices(designShape(sweep), { runs: rows.map(({ run }) => run), axes, output });
  return ERRORS.map(({ name }, i) => {
    const index = indices[i];
    const correlation = rankCorrelation(axes[i], output);
    if (index.kind === 'none' || correlation === undefined) throw new Error(`no sensitivity of the ${name}`);
    return { name, index: index.value, noise: index.noise, correlation: correlation.value };
  });
}

/** Relative frequencies, and the normal density of linear propagation. */
function histogramPlot(values: readonly number[], { mean, min, max }: ColumnSummary, deviation: number) {
  const bins = createBins(values, 1, 14);
  const width = (max - min) / bins.count;
  const counts = countInBins(bins, values);
  const density = (x: number) => exp(-0.5 * ((x - mean) / deviation) ** 2) / (deviation * Math.sqrt(2 * Math.PI));
  const line = Array.from({ length: 61 }, (_, i) => min + (i / 60) * (max - min));
  const steps = Array.from(counts, (count, bin) => {
    const y = count / values.length / width;
    return [
      [bins.edges[bin], y],
      [bins.edges[bin + 1], y],
    ] as const;
  }).flat();
  return {
    title: 'Delta-V of the car',
    x: { label: 'delta-V [m/s]' },
    y: { label: 'probability density [s/m]' },
    series: [
      { name: 'runs', points: steps },
      {
        name: 'linear propagation of errors',
        style: 'dashed' as const,
        points: line.map((x) => [x, density(x)] as const),
      },
    ],
  };
}
