import { element } from '../page/element.ts';
import {
  axisOver,
  type ChartFrame,
  colorLegend,
  colorScale,
  createCanvasChart,
  drawFrame,
  type Surface,
  withMargin,
} from './canvas-chart.ts';
import { columnChoice, columnRange, firstColumns, rowText, type SweepView } from './sweep-context.ts';
import { type Column, labelOf, plottable } from './sweep-results.ts';

/** A click selects the nearest point within this distance [CSS px]. */
const REACH = 12;

/** One point per run: two columns, and a third one as colour. */
export const scatter: SweepView = (context, signal) => {
  const { results, marked } = context;
  const columns = plottable(results);
  const { axes, outputs } = firstColumns(columns);
  const change = () => {
    update();
    chart.redraw();
  };
  const x = columnChoice('x', columns, axes[0], change);
  const y = columnChoice('y', columns, outputs[0] ?? axes[1], change);
  const color = columnChoice('colour', columns, axes[1] ?? outputs[1] ?? axes[0], change);
  const status = element('p', { className: 'sweep-status', role: 'status' });
  const legend = element('div', {});
  const mark = element('div', { className: 'sweep-mark', hidden: true });
  let frame: ChartFrame | undefined;
  const chart = createCanvasChart(
    'Scatter plot: arrow keys mark the next point to the left or right, Enter runs it',
    (surface) => {
      frame = drawPoints(surface, x.get(), y.get(), color.get());
      placeMark();
    },
    signal,
  );
  chart.element.append(mark);
  const update = () => {
    const column = color.get();
    legend.replaceChildren(colorLegend(column, columnRange(column)));
    order = undefined;
  };
  const placeMark = () => {
    const { row } = marked.get();
    const [px, py] =
      row === undefined || frame === undefined
        ? [Number.NaN, Number.NaN]
        : [frame.xOf(x.get().values[row]), frame.yOf(y.get().values[row])];
    mark.hidden = !(px >= 0 && py >= 0);
    mark.style.transform = `translate(${px}px, ${py}px)`;
    const shown = [...new Set([x.get(), y.get(), color.get()])];
    status.textContent =
      row === undefined ? `${results.rowCount} runs; click a point to run it` : rowText(results, row, shown);
  };
  /** Rows by their position along x, for the arrow keys. */
  let order: Uint32Array | undefined;
  const step = (by: number) => {
    const { values } = x.get();
    order ??= Uint32Array.from({ length: values.length }, (_, i) => i)
      .filter((row) => !Number.isNaN(values[row]) && !Number.isNaN(y.get().values[row]))
      .sort((a, b) => values[a] - values[b] || a - b);
    if (order.length === 0) return;
    const { row } = marked.get();
    const at = row === undefined ? -1 : order.indexOf(row);
    marked.set({ row: order[Math.min(Math.max(at + by, 0), order.length - 1)] });
  };
  chart.element.addEventListener('keydown', (event) => {
    const { row } = marked.get();
    const by = { ArrowRight: 1, ArrowLeft: -1, PageDown: 100, PageUp: -100, Home: -1e9, End: 1e9 }[event.key];
    if (by !== undefined) step(by);
    else if (event.key === 'Enter' && row !== undefined) context.run(row);
    else return;
    event.preventDefault();
  });
  chart.element.addEventListener('click', (event) => {
    if (!frame) return;
    const box = chart.element.getBoundingClientRect();
    const row = nearest(frame, x.get(), y.get(), event.clientX - box.left, event.clientY - box.top);
    if (row !== undefined) context.run(row);
  });
  marked.follow(['row'], placeMark, signal);
  update();
  const choices = element('div', { className: 'sweep-choices' }, x.element, y.element, color.element);
  return element('div', { className: 'sweep-view' }, choices, chart.element, legend, status);
};

function drawPoints(surface: Surface, x: Column, y: Column, color: Column): ChartFrame {
  const frame = drawFrame(
    surface,
    withMargin(axisOver(labelOf(x), columnRange(x), x.texts)),
    withMargin(axisOver(labelOf(y), columnRange(y), y.texts)),
  );
  const { context } = surface;
  const count = x.values.length;
  const size = count > 20_000 ? 2 : count > 2000 ? 3 : 5;
  const scale = colorScale(color, columnRange(color));
  context.globalAlpha = count > 20_000 ? 0.6 : 0.85;
  // one change of colour per colour instead of one per point
  const byColor: number[][] = Array.from({ length: scale.count + 1 }, () => []);
  for (let row = 0; row < count; row++) {
    if (Number.isNaN(x.values[row]) || Number.isNaN(y.values[row])) continue;
    byColor[scale.indexOf(color.values[row]) + 1].push(row);
  }
  byColor.forEach((rows, index) => {
    context.fillStyle = scale.color(index - 1);
    for (const row of rows) {
      context.fillRect(frame.xOf(x.values[row]) - size / 2, frame.yOf(y.values[row]) - size / 2, size, size);
    }
  });
  context.globalAlpha = 1;
  return frame;
}

function nearest(frame: ChartFrame, x: Column, y: Column, px: number, py: number): number | undefined {
  let found: number | undefined;
  let best = REACH * REACH;
  for (let row = 0; row < x.values.length; row++) {
    const [dx, dy] = [frame.xOf(x.values[row]) - px, frame.yOf(y.values[row]) - py];
    const distance = dx * dx + dy * dy;
    if (distance < best) [best, found] = [distance, row];
  }
  return found;
}
