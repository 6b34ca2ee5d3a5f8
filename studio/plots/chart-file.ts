import { type Plot, plotSvg } from '../../src/picture/plot.ts';
import { firstAfter } from '../session/frames.ts';
import { thin } from './decimate.ts';
import type { ChartData } from './series.ts';
import type { AxisUnit } from './units.ts';

/** What a chart shows now. */
export interface SeenChart {
  readonly title: string;
  readonly data: ChartData;
  /** Indices of the series that are not hidden. */
  readonly shown: readonly number[];
  /** Colour of each series of the data. */
  readonly colors: readonly string[];
  /** Part of the run [s]. */
  readonly window: readonly [from: number, to: number];
  readonly log: boolean;
  readonly timeUnit: AxisUnit;
  readonly unit: AxisUnit;
}

/** Intervals into which a long recording is reduced, each with its minimum and maximum. */
const INTERVALS = 1200;

/** The chart as SVG: range, lines, names and units as they are seen. */
export function chartSvg({ title, data, shown, colors, window, log, timeUnit, unit }: SeenChart): string {
  const { times, values } = thin(
    data.times,
    shown.map((i) => data.series[i].values),
    window[0],
    window[1],
    INTERVALS,
  );
  const isInside = (time: number) => time >= window[0] && time <= window[1];
  const plot: Plot = {
    title,
    x: { label: `time [${timeUnit.name}]` },
    y: { label: unit.name === '1' ? '' : `[${unit.name}]`, scale: log ? 'log' : 'linear' },
    series: shown.map((i, k) => ({
      name: data.series[i].name,
      color: colors[i],
      style: data.series[i].dashed ? 'dashed' : 'line',
      hasGaps: true,
      points: Array.from(times, (time, row) => [time, values[k][row]] as const)
        .filter(([time]) => isInside(time))
        .map(([time, value]) => [time / timeUnit.factor, value / unit.factor] as const),
    })),
  };
  // a size of its own, for programs that open the file
  return plotSvg(plot).replace(/viewBox="0 0 (\d+) (\d+)"/, '$& width="$1" height="$2"');
}

/** The same as a table, with every recorded sample of the range; an empty cell where there is no value. */
export function chartCsv({ data, shown, window, timeUnit, unit }: SeenChart): string {
  const { times, series } = data;
  const first = times.findIndex((time) => time >= window[0]);
  const end = firstAfter(times, window[1]);
  const suffix = unit.name === '1' ? '' : ` [${unit.name}]`;
  const head = [`time [${timeUnit.name}]`, ...shown.map((i) => `${series[i].name}${suffix}`)];
  const cell = (value: number) => (Number.isFinite(value) ? String(value) : '');
  const lines = [head.map(quoted).join(',')];
  for (let row = Math.max(first, 0); row < end && first >= 0; row++) {
    const numbers = [times[row] / timeUnit.factor, ...shown.map((i) => series[i].values[row] / unit.factor)];
    lines.push(numbers.map(cell).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
