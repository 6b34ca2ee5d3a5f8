import './sound-language.ts';
import uPlot from 'uplot';
import { formatNumber } from '../../src/picture/format-number.ts';
import { PALETTE } from '../../src/picture/plot.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { isDark, themeColor } from '../page/theme.ts';
import { seek } from '../session/actions.ts';
import type { SeenChart } from './chart-file.ts';
import type { Chart } from './charts.ts';
import { thin } from './decimate.ts';
import type { ChartData } from './series.ts';
import { type AxisUnit, unitFor, unitLabel } from './units.ts';
import 'uplot/dist/uPlot.min.css';

/** Charts with one key share their hover line. */
const SYNC = 'time';
/** A press that moves less than this sets the time instead of the zoom [CSS px]. */
const STILL = 3;
/** Minimum height of a chart, and approximate width of a letter of its labels [CSS px]. */
const LOWEST = 70;
const LETTER = 6.2;

/** Part of the run that the charts show [s]; undefined: all of it. */
export type TimeWindow = readonly [from: number, to: number] | undefined;

export interface ChartView {
  readonly element: HTMLElement;
  show(data: ChartData, log: boolean): void;
  /** Shows a part of the run. */
  zoom(window: TimeWindow): void;
  /** Moves the line of the time cursor [s]. */
  setTime(time: number): void;
  /** What can be seen now; undefined if nothing is. */
  seen(): SeenChart | undefined;
  resize(): void;
  dispose(): void;
}

/** One chart on a canvas: drag to zoom in time, double click to see all, click to go there. `onZoom` decides what is then shown. */
export function createChartView({ session }: Studio, chart: Chart, onZoom: (window: TimeWindow) => void): ChartView {
  const box = element('div', { className: 'chart-canvas' });
  const cursor = element('div', { className: 'chart-cursor' });
  let plot: uPlot | undefined;
  let data: ChartData | undefined;
  let log = false;
  let window: TimeWindow;

  const placeCursor = (time: number) => {
    if (plot === undefined) return;
    const x = plot.valToPos(time, 'x');
    // reading the size of the element would cause a layout in every frame
    cursor.hidden = !(x >= 0 && x <= plot.bbox.width / uPlot.pxRatio);
    cursor.style.transform = `translateX(${x}px)`;
    // values at the time cursor, unless the pointer is over a chart
    if ((plot.cursor.left ?? -1) < 0) plot.setLegend({ idx: plot.valToIdx(time) }, false);
  };
  const build = () => {
    plot?.destroy();
    plot = undefined;
    box.replaceChildren();
    if (data === undefined || box.clientWidth === 0) return;
    const all = data;
    plot = new uPlot(
      options(chart, all, log, sizeOf(box), onZoom, () => placeCursor(session.get().time)),
      thinned(all, window, box, log),
      box,
    );
    fill(plot, box);
    showWindow();
    nameSeries(plot, box);
    plot.over.append(cursor);
    listenForPress(plot, (time) => {
      session.set({ playing: false });
      seek(session, time);
    });
    placeCursor(session.get().time);
  };
  const showWindow = () => {
    if (plot === undefined || data === undefined) return;
    const [min, max] = window ?? [data.times[0], data.times[data.times.length - 1]];
    plot.setData(thinned(data, window, box, log), false);
    plot.setScale('x', { min, max });
    placeCursor(session.get().time);
  };
  return {
    element: box,
    show(shown, logarithmic) {
      data = shown;
      log = logarithmic;
      build();
    },
    zoom(wanted) {
      window = wanted;
      showWindow();
    },
    setTime: placeCursor,
    seen() {
      if (plot === undefined || data === undefined) return undefined;
      const [from, to] = window ?? [data.times[0], data.times[data.times.length - 1]];
      const { series } = plot;
      return {
        title: chart.title,
        data,
        shown: data.series.flatMap((_, i) => (series[i + 1].show ? [i] : [])),
        colors: data.series.map(({ color }, i) => PALETTE[(color ?? i) % PALETTE.length]),
        window: [from, to],
        log,
        timeUnit: shownUnit(plot, 'x', TIME),
        unit: shownUnit(plot, 'y', chart.unit),
      };
    },
    resize() {
      if (plot === undefined) build();
      else fill(plot, box);
      placeCursor(session.get().time);
    },
    dispose: () => plot?.destroy(),
  };
}

/** Twice: the legend wraps again when the width changes. */
function fill(plot: uPlot, box: HTMLElement): void {
  plot.setSize(sizeOf(box));
  plot.setSize(sizeOf(box));
}

/** Names below a chart are buttons that show and hide its lines, by keyboard too. */
function nameSeries(plot: uPlot, box: HTMLElement): void {
  // the first name is the time
  for (const [i, name] of [...box.querySelectorAll<HTMLElement>('.u-legend .u-label')].entries()) {
    if (i === 0) continue;
    // only the upper edge of the sample: dashes of two edges would fill each other
    const sample = name.previousElementSibling as HTMLElement | null;
    if (sample) sample.style.borderWidth = '3px 0 0';
    name.tabIndex = 0;
    name.role = 'button';
    const update = () => name.setAttribute('aria-pressed', String(plot.series[i].show));
    update();
    name.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      // the key must not also start playback
      event.preventDefault();
      plot.setSeries(i, { show: !plot.series[i].show });
    });
    plot.hooks.setSeries = [...(plot.hooks.setSeries ?? []), update];
  }
}

function legendOf(box: HTMLElement): HTMLElement | null {
  return box.querySelector<HTMLElement>('.u-legend');
}

/** The box without the legend below the chart. */
function sizeOf(box: HTMLElement): { width: number; height: number } {
  const legend = legendOf(box)?.offsetHeight ?? 0;
  return { width: box.clientWidth, height: Math.max(box.clientHeight - legend, LOWEST) };
}

function thinned(
  { times, series }: ChartData,
  window: readonly [number, number] | undefined,
  box: HTMLElement,
  log: boolean,
): uPlot.AlignedData {
  const [from, to] = window ?? [times[0], times[times.length - 1]];
  const { times: x, values } = thin(
    times,
    series.map(({ values: all }) => all),
    from,
    to,
    Math.max(box.clientWidth, 100),
  );
  // a logarithmic axis cannot show zero
  const drawable = (y: number) => (Number.isFinite(y) && (!log || y > 0) ? y : null);
  return [Array.from(x), ...values.map((series) => Array.from(series, drawable))];
}

function options(
  chart: Chart,
  data: ChartData,
  log: boolean,
  size: { width: number; height: number },
  onZoom: (window: TimeWindow) => void,
  onLeave: () => void,
): uPlot.Options {
  const [ink, line] = [themeColor('--muted'), themeColor('--line')];
  const axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
    gap: 3,
    font: '11px system-ui',
    labelFont: '11px system-ui',
    labelGap: 0,
  };
  const valueIn = (scale: 'x' | 'y', unit: string) => (plot: uPlot, y: number | null) =>
    y === null ? '–' : formatNumber(y / shownUnit(plot, scale, unit).factor);
  const labelOf = (scale: 'x' | 'y', unit: string) => (plot: uPlot) => unitLabel(shownUnit(plot, scale, unit));
  return {
    ...size,
    padding: [6, 14, 0, 0],
    cursor: {
      sync: { key: SYNC },
      drag: { x: true, y: false, dist: STILL, setScale: false },
      focus: { prox: 24 },
      bind: {
        dblclick: () => () => {
          onZoom(undefined);
          return null;
        },
      },
    },
    legend: { live: true, markers: { dash: (_, i) => (data.series[i - 1]?.dashed ? 'dashed' : 'solid') } },
    scales: { x: { time: false }, y: { distr: log ? 3 : 1 } },
    axes: [
      {
        ...axis,
        label: (plot) => `time ${labelOf('x', TIME)(plot)}`,
        labelSize: 15,
        size: 20,
        values: (plot, ticks) => ticks.map((x) => formatNumber(x / shownUnit(plot, 'x', TIME).factor)),
      },
      {
        ...axis,
        label: chart.unit === '1' ? '' : labelOf('y', chart.unit),
        labelSize: chart.unit === '1' ? 4 : 16,
        size: (_, ticks) => 12 + LETTER * Math.max(...(ticks ?? []).map(({ length }) => length), 3),
        // minimum distance of ticks in pixels: charts are low
        space: 18,
        ...(log && { splits: (_: uPlot, __: number, low: number, high: number) => decades(low, high), filter: same }),
        values: (plot, ticks) =>
          ticks.map((y) => (y === null ? '' : formatNumber(y / shownUnit(plot, 'y', chart.unit).factor))),
      },
    ],
    series: [
      { label: 't [s]', value: valueIn('x', TIME) },
      ...data.series.map(({ name, color, dashed }, i) => ({
        label: name,
        stroke: lineColor(color ?? i),
        ...(dashed && { dash: [5, 4] }),
        width: 1.5,
        value: valueIn('y', chart.unit),
        points: { show: data.times.length < 3 },
      })),
    ],
    hooks: {
      ready: [onLeave],
      setCursor: [
        (plot) => {
          if ((plot.cursor.left ?? -1) < 0) onLeave();
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width === 0) return;
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          onZoom([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
        },
      ],
    },
  };
}

/** Unit of the time axis. */
const TIME = 's';

/** The unit of an axis for the range that is shown; a logarithmic one has powers of ten instead of prefixes. */
function shownUnit({ scales }: uPlot, scale: 'x' | 'y', unit: string): AxisUnit {
  const { min, max, distr } = scales[scale] ?? {};
  return unitFor(unit, distr === 3 ? 1 : Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0)));
}

const same = (_: uPlot, ticks: number[]) => ticks;

/** At most six powers of ten, to avoid too many lines. */
function decades(low: number, high: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const step = Math.max(1, Math.ceil((last - first) / 5));
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => 10 ** (first + i * step));
}

/** Black lines would be invisible on a dark page. */
export function lineColor(index: number): string {
  const color = PALETTE[index % PALETTE.length];
  return color === '#000000' && isDark() ? '#e8eaec' : color;
}

function listenForPress(plot: uPlot, onPress: (time: number) => void): void {
  let pressed = Number.NaN;
  plot.over.addEventListener('mousedown', ({ clientX }) => {
    pressed = clientX;
  });
  plot.over.addEventListener('click', ({ clientX }) => {
    if (Math.abs(clientX - pressed) < STILL)
      onPress(plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x'));
  });
}
