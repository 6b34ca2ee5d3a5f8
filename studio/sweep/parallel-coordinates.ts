import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import { themeColor } from '../page/theme.ts';
import { colorLegend, colorScale, createCanvasChart, type Surface } from './canvas-chart.ts';
import { columnChoice, columnRange, rowText, type SweepView, varies } from './sweep-context.ts';
import { type Column, labelOf, plottable } from './sweep-results.ts';

/** More axes are too narrow. */
const MAX_AXES = 12;
/** More lines would only cover each other. */
const MAX_LINES = 4000;
/** A click selects the nearest line within this distance [CSS px]. */
const REACH = 10;
const [TOP, BOTTOM, SIDE] = [34, 22, 60];

interface Layout {
  readonly columns: readonly Column[];
  readonly ranges: readonly (readonly [number, number])[];
  readonly rows: readonly number[];
  xOf(axis: number): number;
  yOf(axis: number, row: number): number;
}

/** One line per run through an axis per column. A range of a column reduces the lines. */
export const parallelCoordinates: SweepView = (context, signal) => {
  const { results, marked } = context;
  const all = plottable(results).filter((column) => column.role === 'axis' || column.role === 'output');
  const columns = all.filter(varies).slice(0, MAX_AXES);
  const status = element('p', { className: 'sweep-status', role: 'status' });
  const legend = element('div', {});
  const limits = new Map<Column, readonly [number, number]>();
  let layout: Layout | undefined;
  let rows: readonly number[] = [];
  let matching = 0;
  const update = () => {
    ({ rows, matching } = chosenRows(results.rowCount, limits));
    const column = color.get();
    legend.replaceChildren(colorLegend(column, columnRange(column)));
    tell();
    chart.redraw();
  };
  const tell = () => {
    const { row } = marked.get();
    const drawn = rows.length < matching ? `, ${rows.length} drawn` : '';
    const found = `${matching} of ${results.rowCount} runs${drawn}`;
    status.textContent =
      row === undefined ? `${found}; click a line to run it` : `${rowText(results, row, columns)}; ${found}`;
  };
  const color = columnChoice(
    'Colour',
    all,
    columns.find(({ role }) => role === 'output'),
    () => update(),
  );
  const chart = createCanvasChart(
    'Parallel coordinates: arrow keys mark the next line, Enter runs it',
    (surface) => {
      layout = layoutOf(surface, columns, rows);
      drawLines(surface, layout, color.get(), marked.get().row);
    },
    signal,
  );
  const step = (by: number) => {
    const { row } = marked.get();
    const at = row === undefined ? -1 : rows.indexOf(row);
    if (rows.length > 0) marked.set({ row: rows[Math.min(Math.max(at + by, 0), rows.length - 1)] });
  };
  chart.element.addEventListener('keydown', (event) => {
    const { row } = marked.get();
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && row !== undefined) context.run(row);
    else return;
    event.preventDefault();
  });
  chart.element.addEventListener('click', (event) => {
    const box = chart.element.getBoundingClientRect();
    const row = layout && nearestLine(layout, event.clientX - box.left, event.clientY - box.top);
    if (row !== undefined) context.run(row);
  });
  marked.follow(
    ['row'],
    () => {
      tell();
      chart.redraw();
    },
    signal,
  );
  update();
  const choices = element(
    'div',
    { className: 'sweep-choices' },
    color.element,
    ...rangeFields(columns, limits, update),
  );
  return element('div', { className: 'sweep-view' }, choices, chart.element, legend, status);
};

/** Fields for the limits of a column; each column keeps its own. */
function rangeFields(
  columns: readonly Column[],
  limits: Map<Column, readonly [number, number]>,
  onChange: () => void,
): HTMLElement[] {
  const field = (label: string) => {
    const input = element('input', { className: 'field sweep-limit', type: 'number', step: 'any' });
    input.addEventListener('change', apply);
    return { input, element: element('label', {}, `${label} `, input) };
  };
  const apply = () => {
    const numberOf = (input: HTMLInputElement, none: number) => (input.value === '' ? none : Number(input.value));
    const range = [
      numberOf(from.input, Number.NEGATIVE_INFINITY),
      numberOf(to.input, Number.POSITIVE_INFINITY),
    ] as const;
    if (range.some(Number.isFinite)) limits.set(column.get(), range);
    else limits.delete(column.get());
    onChange();
  };
  const show = () => {
    const [low, high] = limits.get(column.get()) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    from.input.value = Number.isFinite(low) ? String(low) : '';
    to.input.value = Number.isFinite(high) ? String(high) : '';
  };
  const numbers = columns.filter(({ texts }) => texts === undefined);
  if (numbers.length === 0) return [];
  const column = columnChoice('Only', numbers, numbers[0], () => show());
  const [from, to] = [field('from'), field('to')];
  return [column.element, from.element, to.element];
}

/** A different place for each row: the order of a grid must not decide which lines cover others or are left out. */
function scattered(row: number): number {
  return Math.imul(row + 1, 0x9e3779b1) >>> 0;
}

/** Rows within all limits, in scattered order; some of them if there are too many. */
function chosenRows(
  rowCount: number,
  limits: ReadonlyMap<Column, readonly [number, number]>,
): { rows: number[]; matching: number } {
  const rows: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    let fits = true;
    for (const [{ values }, [low, high]] of limits) if (!(values[row] >= low && values[row] <= high)) fits = false;
    if (fits) rows.push(row);
  }
  const matching = rows.length;
  const limit = (MAX_LINES / matching) * 2 ** 32;
  const drawn = rows.filter((row) => scattered(row) < limit);
  return { rows: drawn.sort((a, b) => scattered(a) - scattered(b)), matching };
}

function layoutOf({ width, height }: Surface, columns: readonly Column[], rows: readonly number[]): Layout {
  const ranges = columns.map(columnRange);
  const gap = columns.length > 1 ? (width - 2 * SIDE) / (columns.length - 1) : 0;
  return {
    columns,
    ranges,
    rows,
    xOf: (axis) => SIDE + axis * gap,
    yOf(axis, row) {
      const [min, max] = ranges[axis];
      return height - BOTTOM - ((columns[axis].values[row] - min) / (max - min || 1)) * (height - TOP - BOTTOM);
    },
  };
}

function drawLines(surface: Surface, layout: Layout, color: Column, marked: number | undefined): void {
  const { context } = surface;
  const scale = colorScale(color, columnRange(color));
  context.lineWidth = 1;
  context.globalAlpha = 0.08 + 0.6 / (1 + layout.rows.length / 400);
  for (const row of layout.rows) {
    context.strokeStyle = scale.color(scale.indexOf(color.values[row]));
    strokeRow(context, layout, row);
  }
  context.globalAlpha = 1;
  if (marked !== undefined) {
    context.strokeStyle = themeColor('--ink');
    context.lineWidth = 2.5;
    strokeRow(context, layout, marked);
  }
  drawAxes(surface, layout);
}

/** The line of a run has gaps where a column is empty. */
function strokeRow(context: CanvasRenderingContext2D, { columns, xOf, yOf }: Layout, row: number): void {
  context.beginPath();
  let isDown = false;
  for (let axis = 0; axis < columns.length; axis++) {
    const y = yOf(axis, row);
    if (Number.isNaN(y)) isDown = false;
    else if (isDown) context.lineTo(xOf(axis), y);
    else {
      context.moveTo(xOf(axis), y);
      isDown = true;
    }
  }
  context.stroke();
}

function drawAxes({ context, width, height }: Surface, { columns, ranges, xOf }: Layout): void {
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.strokeStyle = themeColor('--ink');
  context.lineWidth = 1;
  const room = columns.length > 1 ? (width - 2 * SIDE) / (columns.length - 1) - 6 : width;
  columns.forEach((column, axis) => {
    const x = xOf(axis);
    context.beginPath();
    context.moveTo(x, TOP);
    context.lineTo(x, height - BOTTOM);
    context.stroke();
    const end = (value: number) => (column.texts ? column.texts[value] : formatNumber(value));
    context.fillStyle = themeColor('--ink');
    context.fillText(labelOf(column), x, 12, room);
    context.fillStyle = themeColor('--muted');
    context.fillText(end(ranges[axis][1]), x, 26, room);
    context.fillText(end(ranges[axis][0]), x, height - 8, room);
  });
}

/** The drawn line that is nearest to a point, between the two axes around it. */
function nearestLine({ columns, rows, xOf, yOf }: Layout, px: number, py: number): number | undefined {
  let axis = 0;
  while (axis < columns.length - 2 && px > xOf(axis + 1)) axis++;
  const part = columns.length > 1 ? Math.min(Math.max((px - xOf(axis)) / (xOf(axis + 1) - xOf(axis)), 0), 1) : 0;
  let found: number | undefined;
  let best = REACH;
  for (const row of rows) {
    const [from, to] = [yOf(axis, row), columns.length > 1 ? yOf(axis + 1, row) : yOf(axis, row)];
    const distance = Math.abs(from + part * (to - from) - py);
    if (distance < best) [best, found] = [distance, row];
  }
  return found;
}
