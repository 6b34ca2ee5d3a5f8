import { formatNumber } from '../../src/picture/format-number.ts';
import { PALETTE } from '../../src/picture/plot.ts';
import { axisTicks } from '../../src/picture/ticks.ts';
import { element } from '../page/element.ts';
import { followTheme, isDark, themeColor } from '../page/theme.ts';
import { type Column, labelOf } from './sweep-results.ts';

/** A canvas that fills its place. Sizes are CSS pixels. */
export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
}

export interface CanvasChart {
  readonly element: HTMLElement;
  /** Draws in the next frame. */
  redraw(): void;
}

/** A canvas that is drawn again when its size or the theme changes. `label` describes it to screen readers. */
export function createCanvasChart(label: string, draw: (surface: Surface) => void, signal: AbortSignal): CanvasChart {
  const canvas = element('canvas', {});
  const place = element('div', { className: 'sweep-canvas', tabIndex: 0, role: 'group', 'aria-label': label }, canvas);
  let requested = 0;
  const redraw = () => {
    cancelAnimationFrame(requested);
    requested = requestAnimationFrame(() => {
      const [width, height] = [place.clientWidth, place.clientHeight];
      const context = canvas.getContext('2d');
      if (width === 0 || height === 0 || context === null) return;
      const ratio = devicePixelRatio;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      context.scale(ratio, ratio);
      draw({ context, width, height });
    });
  };
  const observer = new ResizeObserver(redraw);
  observer.observe(place);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  followTheme(redraw, signal);
  return { element: place, redraw };
}

/** An axis of a chart: numbers from `min` to `max`, or texts by index. */
export interface ChartAxis {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly texts?: readonly string[];
  /** Values at tick marks instead of round numbers. */
  readonly ticks?: readonly number[];
}

/** A frame with its axes: positions in pixels of values, and back. */
export interface ChartFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  xOf(value: number): number;
  yOf(value: number): number;
  xAt(pixel: number): number;
  yAt(pixel: number): number;
}

/** An axis over the range of a column with round ends; texts have half a step around them. */
export function axisOver(label: string, [low, high]: readonly [number, number], texts?: readonly string[]): ChartAxis {
  if (texts) return { label, min: -0.5, max: Math.max(texts.length, 1) - 0.5, texts };
  const values = low <= high ? [low, high] : [];
  const { low: min, high: max } = axisTicks(values, 'linear');
  return { label, min, max };
}

const FONT = '11px system-ui, sans-serif';

/** The axis with a margin, so that points on its ends are whole. */
export function withMargin(axis: ChartAxis): ChartAxis {
  const margin = 0.03 * (axis.max - axis.min);
  const ticks = axisTicks([axis.min, axis.max], 'linear').ticks;
  return { ...axis, min: axis.min - margin, max: axis.max + margin, ticks };
}

/** Draws frame, grid lines, tick marks and labels. */
export function drawFrame({ context, width, height }: Surface, x: ChartAxis, y: ChartAxis): ChartFrame {
  context.font = FONT;
  const yTicks = ticksOf(y);
  const widest = Math.max(...yTicks.map(({ text }) => context.measureText(text).width), 10);
  const frame = frameOf({ left: Math.min(widest, 120) + 32, right: width - 12, top: 10, bottom: height - 40 }, x, y);
  const { left, right, top, bottom } = frame;
  context.strokeStyle = themeColor('--line');
  context.fillStyle = themeColor('--muted');
  context.lineWidth = 1;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'right';
  for (const { value, text } of yTicks) {
    const at = Math.round(frame.yOf(value)) + 0.5;
    line(context, left, at, right, at);
    context.fillText(text, left - 5, at + 4, 120);
  }
  context.textBaseline = 'top';
  context.textAlign = 'center';
  let end = Number.NEGATIVE_INFINITY;
  for (const { value, text } of ticksOf(x)) {
    const at = Math.round(frame.xOf(value)) + 0.5;
    line(context, at, top, at, bottom);
    const half = context.measureText(text).width / 2;
    // labels that would overlap are left out
    if (at - half < end + 4) continue;
    context.fillText(text, at, bottom + 5);
    end = at + half;
  }
  context.fillStyle = themeColor('--ink');
  context.fillText(x.label, (left + right) / 2, height - 16, right - left);
  context.save();
  context.translate(4, (top + bottom) / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(y.label, 0, 0, bottom - top);
  context.restore();
  return frame;
}

function line(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

function ticksOf({ min, max, texts, ticks }: ChartAxis): { value: number; text: string }[] {
  if (texts) return texts.map((text, value) => ({ value, text: text.length > 20 ? `${text.slice(0, 19)}…` : text }));
  const values = ticks ?? axisTicks([min, max], 'linear').ticks.filter((value) => value >= min && value <= max);
  return values.map((value) => ({ value, text: formatNumber(value) }));
}

function frameOf(
  box: { left: number; right: number; top: number; bottom: number },
  x: ChartAxis,
  y: ChartAxis,
): ChartFrame {
  const { left, right, top, bottom } = box;
  const [spanX, spanY] = [x.max - x.min || 1, y.max - y.min || 1];
  return {
    ...box,
    xOf: (value) => left + ((value - x.min) / spanX) * (right - left),
    yOf: (value) => bottom - ((value - y.min) / spanY) * (bottom - top),
    xAt: (pixel) => x.min + ((pixel - left) / (right - left)) * spanX,
    yAt: (pixel) => y.min + ((bottom - pixel) / (bottom - top)) * spanY,
  };
}

/** Viridis, whose lightness increases with the value: also readable without colours. */
const STOPS = ['#440154', '#472d7b', '#3b528b', '#2c728e', '#21918c', '#28ae80', '#5ec962', '#addc30', '#fde725'].map(
  (text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)),
);
const SHADES = 64;

const COLORS = Array.from({ length: SHADES }, (_, i) => {
  const at = (i / (SHADES - 1)) * (STOPS.length - 1);
  const stop = Math.min(Math.floor(at), STOPS.length - 2);
  const mixed = STOPS[stop].map((channel, c) => Math.round(channel + (at - stop) * (STOPS[stop + 1][c] - channel)));
  return `rgb(${mixed.join(' ')})`;
});

/** One of SHADES colours for a value between `min` and `max`; -1 for NaN. */
export function shadeOf(value: number, min: number, max: number): number {
  if (Number.isNaN(value)) return -1;
  const part = max > min ? (value - min) / (max - min) : 0.5;
  return Math.min(Math.max(Math.floor(part * SHADES), 0), SHADES - 1);
}

export function shadeColor(shade: number): string {
  return shade < 0 ? themeColor('--muted') : COLORS[shade];
}

/** Colours of the values of a column: few texts have the colours of lines in charts, everything else has shades. */
export interface ColorScale {
  /** Number of colours. */
  readonly count: number;
  /** Index of the colour of a value; -1 for empty cells. */
  indexOf(value: number): number;
  /** A colour by its index. */
  color(index: number): string;
}

export function colorScale(column: Pick<Column, 'texts'>, [min, max]: readonly [number, number]): ColorScale {
  const { texts } = column;
  if (texts === undefined || texts.length > PALETTE.length) {
    return { count: SHADES, indexOf: (value) => shadeOf(value, min, max), color: shadeColor };
  }
  return {
    count: texts.length,
    indexOf: (value) => (Number.isNaN(value) ? -1 : value),
    color: (index) => (index < 0 ? themeColor('--muted') : lineColor(index)),
  };
}

/** A legend of the colours of numbers. */
export function rampLegend(label: string, min: number, max: number): HTMLElement {
  const bar = element('span', { className: 'sweep-ramp' });
  bar.style.background = `linear-gradient(to right, ${COLORS.filter((_, i) => i % 9 === 0).join(', ')})`;
  return element('p', { className: 'sweep-legend' }, `${label}: ${formatNumber(min)} `, bar, ` ${formatNumber(max)}`);
}

/** A legend of the colours of a column. */
export function colorLegend(column: Column, range: readonly [number, number]): HTMLElement {
  const { texts } = column;
  if (texts === undefined) return rampLegend(labelOf(column), ...range);
  const scale = colorScale(column, range);
  const names = texts.map((text, i) => {
    const mark = element('span', { className: 'sweep-swatch' });
    mark.style.background = scale.color(scale.indexOf(i));
    return element('span', {}, mark, text);
  });
  return element('p', { className: 'sweep-legend' }, `${labelOf(column)}: `, ...names);
}

/** Black would be invisible on a dark page. */
function lineColor(index: number): string {
  return PALETTE[index] === '#000000' && isDark() ? '#e8eaec' : PALETTE[index];
}
