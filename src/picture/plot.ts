import { formatNumber } from './format-number.ts';
import { axisTicks, type Scale } from './ticks.ts';

/** A chart as data: drawn as SVG text, the same on every machine. */
export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** Labelled vertical lines. */
  readonly marks?: readonly Mark[];
}

export interface Mark {
  readonly x: number;
  readonly label: string;
}

export interface Axis {
  readonly label: string;
  readonly scale?: Scale;
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  /** A line through the points (default), dots only, or a dashed line for theory. */
  readonly style?: 'line' | 'dots' | 'dashed';
  /** Default: by its index, from `PALETTE`. */
  readonly color?: string;
  /** The line ends at a value that is not a number and begins again after it; default: such values are left out. */
  readonly hasGaps?: boolean;
}

/** Okabe-Ito colours, distinguishable by colour-blind readers. */
export const PALETTE = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];

const WIDTH = 640;
/** Without the legend. */
const HEIGHT = 360;
/** The legend is below the chart, with this many names per row. */
const LEGEND_COLUMNS = 2;
const LEGEND_ROW = 18;
const MARGIN = { left: 74, right: 16, top: 36, bottom: 52 };

/** A chart of lines as SVG, with axes, tick marks and a legend. */
export function plotSvg(plot: Plot): string {
  const points = plot.series.flatMap((series) => series.points).filter((point) => isDrawable(plot, point));
  const horizontal = placeAxis(
    plot.x,
    points.map(([x]) => x),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  const vertical = placeAxis(
    plot.y,
    points.map(([, y]) => y),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  const body = [
    ...vertical.ticks.map(({ at, label }) => horizontalGridLine(at, label)),
    ...horizontal.ticks.map(({ at, label }) => verticalGridLine(at, label)),
    ...markLines(plot.marks ?? [], horizontal.place),
    ...plot.series.map((series, i) => drawSeries(plot, series, colorOf(series, i), horizontal.place, vertical.place)),
    ...plot.series.map((series, i) => legendEntry(series, colorOf(series, i), i)),
  ];
  const height = HEIGHT + LEGEND_ROW * Math.ceil(plot.series.length / LEGEND_COLUMNS);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(plot.title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="${MARGIN.left}" y="20" font-size="14" font-weight="600">${escapeXml(plot.title)}</text>
${body.join('\n')}
<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">${escapeXml(plot.x.label)}</text>
<text transform="translate(16 ${(MARGIN.top + HEIGHT - MARGIN.bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeXml(plot.y.label)}</text>
</svg>`;
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}

/** A log axis cannot show zero; no axis can show NaN. */
function isDrawable(plot: Plot, [x, y]: readonly [number, number]): boolean {
  const fits = (value: number, axis: Axis) => Number.isFinite(value) && (axis.scale !== 'log' || value > 0);
  return fits(x, plot.x) && fits(y, plot.y);
}

function placeAxis(axis: Axis, values: readonly number[], from: number, to: number) {
  const scale = axis.scale ?? 'linear';
  const { low, high, ticks } = axisTicks(values, scale);
  const forward = scale === 'log' ? Math.log10 : (value: number) => value;
  const place = (value: number) =>
    from + ((to - from) * (forward(value) - forward(low))) / (forward(high) - forward(low));
  return { place, ticks: ticks.map((value) => ({ at: place(value), label: formatNumber(value) })) };
}

function horizontalGridLine(y: number, label: string): string {
  return `<path d="M${MARGIN.left} ${round(y)}H${WIDTH - MARGIN.right}" stroke="#ddd"/><text x="${MARGIN.left - 8}" y="${round(y + 4)}" text-anchor="end" fill="#444">${label}</text>`;
}

function verticalGridLine(x: number, label: string): string {
  return `<path d="M${round(x)} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}" stroke="#eee"/><text x="${round(x)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle" fill="#444">${label}</text>`;
}

/** Marks closer than this [px] have their labels one below the other. */
const MARK_WIDTH = 12;
const MARK_LANE = 52;

function markLines(marks: readonly Mark[], place: Place): string[] {
  let last = Number.NEGATIVE_INFINITY;
  let lane = 0;
  return marks.map(({ x, label }) => {
    const at = place(x);
    lane = at - last < MARK_WIDTH ? lane + 1 : 0;
    last = at;
    return markLine(at, label, lane);
  });
}

/** The label is vertical, next to its line, near the top of the chart. */
function markLine(x: number, label: string, lane: number): string {
  const top = MARGIN.top + 2 + MARK_LANE * lane;
  return `<path d="M${round(x)} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}" stroke="#888" stroke-dasharray="2 3"/><text transform="translate(${round(x - 3)} ${top}) rotate(-90)" text-anchor="end" font-size="10" fill="#555">${escapeXml(label)}</text>`;
}

type Place = (value: number) => number;

function colorOf({ color }: Series, index: number): string {
  return color ?? PALETTE[index % PALETTE.length];
}

function drawSeries(plot: Plot, series: Series, color: string, placeX: Place, placeY: Place): string {
  if (series.hasGaps) {
    const pieces = piecesOf(series.points).map((points) => ({ ...series, points, hasGaps: false }));
    return pieces.map((piece) => drawSeries(plot, piece, color, placeX, placeY)).join('');
  }
  const positions = series.points
    .filter((point) => isDrawable(plot, point))
    .map(([x, y]) => [round(placeX(x)), round(placeY(y))]);
  if (series.style === 'dots') {
    return positions.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`).join('');
  }
  return `<polyline points="${positions.join(' ')}" fill="none" stroke="${color}" stroke-width="1.8"${dashing(series)}/>`;
}

/** Points between values that are not numbers. */
function piecesOf(points: Series['points']): Series['points'][] {
  const pieces: (readonly [number, number])[][] = [[]];
  for (const point of points) {
    if (Number.isFinite(point[1])) pieces[pieces.length - 1].push(point);
    else if (pieces[pieces.length - 1].length > 0) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/** A sample of the line and its name. */
function legendEntry(series: Series, color: string, index: number): string {
  const x = MARGIN.left + ((WIDTH - MARGIN.left) / LEGEND_COLUMNS) * (index % LEGEND_COLUMNS);
  const y = HEIGHT + LEGEND_ROW * Math.floor(index / LEGEND_COLUMNS);
  const mark =
    series.style === 'dots'
      ? `<circle cx="${x + 12}" cy="${y}" r="3" fill="${color}"/>`
      : `<path d="M${x} ${y}h24" stroke="${color}" stroke-width="2"${dashing(series)}/>`;
  return `${mark}<text x="${x + 32}" y="${y + 4}">${escapeXml(series.name)}</text>`;
}

function dashing({ style }: Series): string {
  return style === 'dashed' ? ' stroke-dasharray="6 4"' : '';
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
