import { formatNumber } from '../../src/picture/format-number.ts';
import { type Bins, type CellMeans, createBins, meansInCells, rangeOf } from '../../src/statistics/bins.ts';
import { element } from '../page/element.ts';
import { themeColor } from '../page/theme.ts';
import { type ChartFrame, createCanvasChart, drawFrame, rampLegend, shadeColor, shadeOf } from './canvas-chart.ts';
import { axisOfBins, binText } from './histogram.ts';
import { columnChoice, firstColumns, type SweepView, varies } from './sweep-context.ts';
import { type Column, labelOf, plottable } from './sweep-results.ts';

/** Values of an axis that each have their own cells; more are divided into intervals. */
const MAX_DISCRETE = 64;

/** Number of intervals: about four rows per cell. */
function intervals(rowCount: number): number {
  return Math.min(Math.max(Math.floor(Math.sqrt(rowCount) / 2), 6), 48);
}

/** Mean of a column over two others. */
export const heatMap: SweepView = (context, signal) => {
  const columns = plottable(context.results);
  const { axes, outputs } = firstColumns(columns);
  const numbers = columns.filter(({ texts, role }) => texts === undefined && role !== 'run');
  const status = element('p', { className: 'sweep-status', role: 'status' });
  const legend = element('div', {});
  const change = () => {
    update();
    chart.redraw();
  };
  const x = columnChoice('x', columns, axes[0], change);
  const y = columnChoice('y', columns, axes[1] ?? outputs[0] ?? axes[0], change);
  const z = columnChoice(
    'mean of',
    numbers,
    numbers.find((column) => column.role === 'output' && varies(column)),
    change,
  );
  let cells: Cells;
  let at: readonly [number, number] | undefined;
  let frame: ChartFrame | undefined;
  const update = () => {
    cells = cellsOf(x.get(), y.get(), z.get());
    at = undefined;
    legend.replaceChildren(rampLegend(`mean of ${labelOf(z.get())}`, cells.min, cells.max));
    status.textContent = `${cells.x.count} × ${cells.y.count} cells; click one to run its first case`;
  };
  update();
  const chart = createCanvasChart(
    'Heat map: arrow keys mark a cell, Enter runs its first case',
    (surface) => {
      frame = drawFrame(surface, axisOfBins(x.get(), cells.x), axisOfBins(y.get(), cells.y));
      drawCells(surface.context, frame, cells, at);
    },
    signal,
  );
  const mark = (i: number, k: number) => {
    at = [Math.min(Math.max(i, 0), cells.x.count - 1), Math.min(Math.max(k, 0), cells.y.count - 1)];
    const cell = at[0] + at[1] * cells.x.count;
    const count = cells.means.counts[cell];
    const mean = count === 0 ? 'no value' : `mean ${formatNumber(cells.means.means[cell])}`;
    status.textContent = `${x.get().name} ${binText(x.get(), cells.x, at[0])}, ${y.get().name} ${binText(y.get(), cells.y, at[1])}: ${mean} of ${count} runs`;
    chart.redraw();
  };
  const runMarked = () => {
    if (!at) return;
    const [i, k] = at;
    const row = x
      .get()
      .values.findIndex((value, r) => cells.x.indexOf(value) === i && cells.y.indexOf(y.get().values[r]) === k);
    if (row >= 0) context.run(row);
  };
  chart.element.addEventListener('keydown', (event) => {
    const [i, k] = at ?? [-1, 0];
    if (event.key === 'ArrowRight') mark(i + 1, k);
    else if (event.key === 'ArrowLeft') mark(i - 1, k);
    else if (event.key === 'ArrowUp') mark(i, k + 1);
    else if (event.key === 'ArrowDown') mark(i, k - 1);
    else if (event.key === 'Enter') runMarked();
    else return;
    event.preventDefault();
  });
  chart.element.addEventListener('click', (event) => {
    if (!frame) return;
    const box = chart.element.getBoundingClientRect();
    const i = binAt(cells.x, frame.xAt(event.clientX - box.left));
    const k = binAt(cells.y, frame.yAt(event.clientY - box.top));
    if (i < 0 || k < 0) return;
    mark(i, k);
    runMarked();
  });
  const choices = element('div', { className: 'sweep-choices' }, x.element, y.element, z.element);
  return element('div', { className: 'sweep-view' }, choices, chart.element, legend, status);
};

interface Cells {
  readonly x: Bins;
  readonly y: Bins;
  readonly means: CellMeans;
  /** Range of the means. */
  readonly min: number;
  readonly max: number;
}

function cellsOf(x: Column, y: Column, z: Column): Cells {
  const [bx, by] = [x, y].map(({ values }) => createBins(values, MAX_DISCRETE, intervals(values.length)));
  const means = meansInCells(bx, by, [x.values, y.values, z.values]);
  const [min, max] = rangeOf(means.means);
  return { x: bx, y: by, means, ...(min <= max ? { min, max } : { min: 0, max: 0 }) };
}

/** The bin between whose edges a value is; -1: none. */
function binAt({ edges, count }: Bins, value: number): number {
  for (let bin = 0; bin < count; bin++) if (value >= edges[bin] && value <= edges[bin + 1]) return bin;
  return -1;
}

function drawCells(
  context: CanvasRenderingContext2D,
  frame: ChartFrame,
  { x, y, means, min, max }: Cells,
  at: readonly [number, number] | undefined,
): void {
  const boxOf = (i: number, k: number) => {
    // whole pixels: no hairlines between neighbours
    const [left, right] = [frame.xOf(x.edges[i]), frame.xOf(x.edges[i + 1])].map(Math.round);
    const [top, bottom] = [frame.yOf(y.edges[k + 1]), frame.yOf(y.edges[k])].map(Math.round);
    return [left, top, right - left, bottom - top] as const;
  };
  for (let k = 0; k < y.count; k++) {
    for (let i = 0; i < x.count; i++) {
      const cell = i + k * x.count;
      if (means.counts[cell] === 0) continue;
      const [left, top, width, height] = boxOf(i, k);
      context.fillStyle = shadeColor(shadeOf(means.means[cell], min, max));
      context.fillRect(left, top, width, height);
    }
  }
  if (!at) return;
  context.strokeStyle = themeColor('--ink');
  context.lineWidth = 2;
  context.strokeRect(...boxOf(...at));
}
