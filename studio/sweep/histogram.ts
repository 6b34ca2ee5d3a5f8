import { formatNumber } from '../../src/picture/format-number.ts';
import { type Bins, countInBins, createBins, histogramBins } from '../../src/statistics/bins.ts';
import { summarize } from '../../src/statistics/summarize.ts';
import { element } from '../page/element.ts';
import { themeColor } from '../page/theme.ts';
import { axisOver, type ChartAxis, type ChartFrame, createCanvasChart, drawFrame } from './canvas-chart.ts';
import { columnChoice, firstColumns, type SweepView } from './sweep-context.ts';
import { type Column, labelOf, plottable } from './sweep-results.ts';

/** Number of runs over the values of a column. */
export const histogram: SweepView = (context, signal) => {
  const columns = plottable(context.results);
  const { axes, outputs } = firstColumns(columns);
  const status = element('p', { className: 'sweep-status', role: 'status' });
  let bins: Bins;
  let counts: Uint32Array;
  let frame: ChartFrame | undefined;
  let at = -1;
  const column = columnChoice('Column', columns, outputs[0] ?? axes[0], () => {
    update();
    chart.redraw();
  });
  const update = () => {
    const { values, texts } = column.get();
    bins = texts ? createBins(values, texts.length, 1) : histogramBins(values);
    counts = countInBins(bins, values);
    at = -1;
    status.textContent = summaryText(column.get());
  };
  update();
  const chart = createCanvasChart(
    'Histogram: arrow keys mark a bar, Enter runs the case nearest to its centre',
    (surface) => {
      const shown = column.get();
      const max = Math.max(...counts, 1);
      frame = drawFrame(surface, axisOfBins(shown, bins), axisOver('runs', [0, max]));
      counts.forEach((count, bin) => {
        const [left, right] = barOf(frame as ChartFrame, bins, bin);
        surface.context.fillStyle = themeColor(bin === at ? '--warn' : '--accent');
        const top = (frame as ChartFrame).yOf(count);
        surface.context.fillRect(left, top, Math.max(right - left, 1), (frame as ChartFrame).bottom - top);
      });
    },
    signal,
  );
  const mark = (bin: number) => {
    at = Math.min(Math.max(bin, 0), bins.count - 1);
    status.textContent = `${binText(column.get(), bins, at)}: ${counts[at]} runs; ${summaryText(column.get())}`;
    chart.redraw();
  };
  const runMarked = () => {
    const row = at < 0 ? undefined : nearestInBin(column.get(), bins, at);
    if (row !== undefined) context.run(row);
  };
  chart.element.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowRight') mark(at + 1);
    else if (event.key === 'ArrowLeft') mark(at - 1);
    else if (event.key === 'Enter') runMarked();
    else return;
    event.preventDefault();
  });
  chart.element.addEventListener('click', (event) => {
    if (!frame) return;
    const px = event.clientX - chart.element.getBoundingClientRect().left;
    const bin = Array.from(counts.keys()).find((i) => {
      const [left, right] = barOf(frame as ChartFrame, bins, i);
      return px >= left && px <= right;
    });
    if (bin === undefined) return;
    mark(bin);
    runMarked();
  });
  return element(
    'div',
    { className: 'sweep-view' },
    element('div', { className: 'sweep-choices' }, column.element),
    chart.element,
    status,
  );
};

/** The axis of partitioned values. */
export function axisOfBins(column: Column, bins: Bins): ChartAxis {
  const label = labelOf(column);
  if (column.texts) return axisOver(label, [0, 1], column.texts);
  if (bins.count === 0) return { label, min: 0, max: 1 };
  const [min, max] = [bins.edges[0], bins.edges[bins.count]];
  return { label, min, max, ...(bins.isDiscrete && bins.count <= 24 && { ticks: [...bins.centers] }) };
}

/** Left and right end of a bar [CSS px]: discrete values have gaps between them. */
function barOf(frame: ChartFrame, bins: Bins, bin: number): [number, number] {
  const [left, right] = [frame.xOf(bins.edges[bin]), frame.xOf(bins.edges[bin + 1])];
  if (!bins.isDiscrete) return [left, right - 1];
  const center = frame.xOf(bins.centers[bin]);
  const half = 0.8 * Math.min(center - left, right - center);
  return [center - half, center + half];
}

/** `0.1 to 0.2 m/s`, or the value of a discrete bin. */
export function binText(column: Column, bins: Bins, bin: number): string {
  if (column.texts) return column.texts[bins.centers[bin]];
  const unit = column.unit === '' || column.unit === '1' ? '' : ` ${column.unit}`;
  if (bins.isDiscrete) return `${formatNumber(bins.centers[bin])}${unit}`;
  return `${formatNumber(bins.edges[bin])} to ${formatNumber(bins.edges[bin + 1])}${unit}`;
}

function nearestInBin({ values }: Column, bins: Bins, bin: number): number | undefined {
  let found: number | undefined;
  let best = Number.POSITIVE_INFINITY;
  values.forEach((value, row) => {
    if (bins.indexOf(value) !== bin || Math.abs(value - bins.centers[bin]) >= best) return;
    best = Math.abs(value - bins.centers[bin]);
    found = row;
  });
  return found;
}

function summaryText(column: Column): string {
  const summary = summarize(column.values);
  if (!summary) return 'no values';
  const { count, mean, deviation, quantile } = summary;
  const empty = column.values.length - count;
  const note = empty > 0 ? `, ${empty} empty` : '';
  if (column.texts) return `${count} values${note}`;
  const quantiles = [0.05, 0.5, 0.95].map((p) => formatNumber(quantile(p))).join(', ');
  return `${count} values${note}; mean ${formatNumber(mean)}, standard deviation ${formatNumber(deviation)}; 5 %, 50 %, 95 % quantiles ${quantiles}`;
}
