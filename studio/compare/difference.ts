import { CHARTS, type Chart, chartData } from '../plots/charts.ts';
import { type ChartData, type Series, somethingOf } from '../plots/series.ts';
import type { Recorded } from '../session/session.ts';

/** Charts that both sides have, with series that can be set beside each other. */
export function sharedCharts(left: Recorded, right: Recorded): Chart[] {
  return CHARTS.filter((chart) => chart.id !== 'work' && dataOf(chart, left) && dataOf(chart, right));
}

export function dataOf(chart: Chart, recorded: Recorded): ChartData | undefined {
  return chartData(chart, recorded, { body: 0, gaps: undefined });
}

/** The series of both sides on the times of the left, or right minus left; those that are zero throughout are left out. */
export function differenceData(
  left: ChartData,
  right: ChartData,
  names: readonly [string, string],
  what: 'both' | 'difference',
): ChartData {
  const { times } = left;
  const pairs = twins(left.series, right.series).map(([a, b]) => [a, resampled(right.times, b.values, times)] as const);
  const series = pairs.flatMap(([a, b]) =>
    what === 'difference'
      ? [{ name: `${a.name}: ${names[1]} − ${names[0]}`, values: b.map((value, k) => value - a.values[k]) }]
      : [
          { name: `${a.name}, ${names[0]}`, values: a.values },
          { name: `${a.name}, ${names[1]}`, values: b },
        ],
  );
  return somethingOf(times, series) ?? { times, series };
}

/** Series of one name; where the sides share no name, those of one place in the list. */
function twins(left: readonly Series[], right: readonly Series[]): (readonly [Series, Series])[] {
  const byName = left.flatMap((a) => right.filter(({ name }) => name === a.name).map((b) => [a, b] as const));
  if (byName.length > 0) return byName;
  return left.slice(0, right.length).map((a, i) => [a, right[i]] as const);
}

/** Straight lines between the recorded values; NaN beyond the ends. */
function resampled(times: Float64Array, values: Float64Array, at: Float64Array): Float64Array {
  let row = 0;
  return at.map((time) => {
    if (time < times[0] || time > times[times.length - 1]) return Number.NaN;
    while (row + 2 < times.length && times[row + 1] < time) row++;
    const [t0, t1] = [times[row], times[Math.min(row + 1, times.length - 1)]];
    const share = t1 > t0 ? (time - t0) / (t1 - t0) : 0;
    return values[row] + share * (values[Math.min(row + 1, values.length - 1)] - values[row]);
  });
}
