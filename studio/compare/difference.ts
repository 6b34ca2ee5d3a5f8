import { CHARTS, type Chart, type Chosen, chartData } from '../plots/charts.ts';
import { type ChartData, type Series, somethingOf } from '../plots/series.ts';
import type { Recorded } from '../session/session.ts';

/** One side of a comparison. */
export interface Side {
  readonly recorded: Recorded;
  readonly chosen: Chosen;
}

/** Charts that both sides have, with comparable series. */
export function sharedCharts(left: Side, right: Side): Chart[] {
  return CHARTS.filter((chart) => chart.id !== 'work' && dataOf(chart, left) && dataOf(chart, right));
}

export function dataOf(chart: Chart, { recorded, chosen }: Side): ChartData | undefined {
  return chartData(chart, recorded, chosen);
}

/**
 * The series of both sides on the times of the left; or right minus left (or its magnitude, for a logarithmic axis), without series
 * that are zero throughout.
 */
export function differenceData(
  left: ChartData,
  right: ChartData,
  names: readonly [string, string],
  what: 'both' | 'difference' | 'magnitude of difference',
): ChartData {
  const { times } = left;
  const pairs = twins(left.series, right.series).map(([a, b]) => [a, resampled(right.times, b.values, times)] as const);
  if (what !== 'both') {
    const series = pairs.map(([a, b], color) => ({
      name: `${a.name}: ${names[1]} − ${names[0]}`,
      values: b.map((value, k) => (what === 'difference' ? value - a.values[k] : Math.abs(value - a.values[k]))),
      color,
    }));
    return somethingOf(times, series) ?? { times, series };
  }
  // adjacent in the list, with the same colour
  const series = pairs.flatMap(([a, b], i) => [
    { name: `${a.name}, ${names[0]}`, values: a.values, color: i },
    { name: `${a.name}, ${names[1]}`, values: b, color: i, dashed: true },
  ]);
  return { times, series };
}

/** Series with the same name; without common names, series with the same index. */
function twins(left: readonly Series[], right: readonly Series[]): (readonly [Series, Series])[] {
  const byName = left.flatMap((a) => right.filter(({ name }) => name === a.name).map((b) => [a, b] as const));
  if (byName.length > 0) return byName;
  return left.slice(0, right.length).map((a, i) => [a, right[i]] as const);
}

/** Linear interpolation of the recorded values; NaN beyond the ends. */
function resampled(times: Float64Array, values: Float64Array, at: Float64Array): Float64Array {
  let row = 0;
  return at.map((time) => {
    if (time < times[0] || time > times[times.length - 1]) return Number.NaN;
    while (row + 2 < times.length && times[row + 1] < time) row++;
    const [t0, t1] = [times[row], times[Math.min(row + 1, times.length - 1)]];
    const fraction = t1 > t0 ? (time - t0) / (t1 - t0) : 0;
    return values[row] + fraction * (values[Math.min(row + 1, values.length - 1)] - values[row]);
  });
}
