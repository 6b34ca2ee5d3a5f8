import { CHARTS, type Chart, type ChartData } from '../plots/charts.ts';
import type { Recorded } from '../session/session.ts';

/** Charts that both sides have, with series that can be set beside each other. */
export function sharedCharts(left: Recorded, right: Recorded): Chart[] {
  return CHARTS.filter(({ id }) => id !== 'work').flatMap((chart) => {
    const both = (recorded: Recorded) => chart.data(recorded, { body: 0, gaps: undefined });
    const [a, b] = [both(left), both(right)];
    return a && b ? [chart] : [];
  });
}

/** The series of both sides on the times of the left, and right minus left of those with the same place in the list. */
export function differenceData(
  left: ChartData,
  right: ChartData,
  names: readonly [string, string],
  what: 'both' | 'difference',
): ChartData {
  const { times } = left;
  const count = Math.min(left.series.length, right.series.length);
  const pairs = Array.from({ length: count }, (_, i) => [left.series[i], resampled(right, i, times)] as const);
  if (what === 'difference') {
    const series = pairs.map(([a, b]) => ({
      name: `${a.name}: ${names[1]} − ${names[0]}`,
      values: b.map((value, k) => value - a.values[k]),
    }));
    return { times, series };
  }
  return {
    times,
    series: pairs.flatMap(([a, b]) => [
      { name: `${a.name}, ${names[0]}`, values: a.values },
      { name: `${a.name}, ${names[1]}`, values: b },
    ]),
  };
}

/** Straight lines between the recorded values; NaN beyond the ends. */
function resampled({ times, series }: ChartData, index: number, at: Float64Array): Float64Array {
  const { values } = series[index];
  let row = 0;
  return at.map((time) => {
    if (time < times[0] || time > times[times.length - 1]) return Number.NaN;
    while (row + 2 < times.length && times[row + 1] < time) row++;
    const [t0, t1] = [times[row], times[Math.min(row + 1, times.length - 1)]];
    const share = t1 > t0 ? (time - t0) / (t1 - t0) : 0;
    return values[row] + share * (values[Math.min(row + 1, values.length - 1)] - values[row]);
  });
}
