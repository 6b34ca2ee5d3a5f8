import { formatNumber } from './format-number.ts';
import { escapeXml, PALETTE } from './plot.ts';

/** Outlines of planar bodies and volumes with marked distances, panels side by side, as data. */
export interface OutlineDrawing {
  readonly title: string;
  readonly outlinePanels: readonly OutlinePanel[];
}

/** One picture; all positions in metres, x to the right and y up. */
export interface OutlinePanel {
  /** One line or, with a line break, several. */
  readonly caption: string;
  readonly outlines: readonly Outline[];
  /** Open lines: edges of projected bodies, and emphasised features. */
  readonly lines?: readonly OutlineLine[];
  /** Lines between two closest points, labelled with their distance [m] where it is given. */
  readonly gaps?: readonly OutlineGap[];
}

/** A closed line. */
export interface Outline {
  readonly points: readonly Position[];
  /** Colour by number; outlines of one body have the same. */
  readonly color: number;
  /** A body is filled, a volume around it is dashed. */
  readonly style: 'filled' | 'dashed';
}

export interface OutlineLine {
  readonly points: readonly Position[];
  /** Colour by number, as of outlines. */
  readonly color: number;
  readonly weight: 'faint' | 'normal' | 'bold';
}

export interface OutlineGap {
  readonly from: Position;
  readonly to: Position;
  readonly distance?: number;
}

type Position = readonly [number, number];

const WIDTH = 720;
const TOP = 56;
const BOTTOM = 12;
/** Margin around the outlines, as a fraction of their extent. */
const MARGIN = 0.06;
const GAP_COLOR = '#000000';
/** More panels continue in the next row; height of the caption there. */
const COLUMNS = 4;
const CAPTION = 28;
const LINE = 15;
const WIDTHS = { faint: 0.7, normal: 1.3, bold: 4 };

/** All panels have the same scale. */
export function outlineSvg({ title, outlinePanels: panels }: OutlineDrawing): string {
  const boxes = panels.map(({ outlines, lines = [], gaps = [] }) =>
    extentOf([
      ...[...outlines, ...lines].flatMap(({ points }) => points),
      ...gaps.flatMap(({ from, to }) => [from, to]),
    ]),
  );
  const width = Math.max(...boxes.map(({ high, low }) => high[0] - low[0])) * (1 + 2 * MARGIN);
  const tall = Math.max(...boxes.map(({ high, low }) => high[1] - low[1])) * (1 + 2 * MARGIN);
  const columns = Math.min(panels.length, COLUMNS);
  const column = WIDTH / columns;
  const scale = column / width;
  const more = LINE * Math.max(...panels.map(({ caption }) => caption.split('\n').length - 1));
  const rowHeight = scale * tall + BOTTOM + CAPTION + more;
  const rows = Math.ceil(panels.length / columns);
  const top = TOP + more;
  const height = Math.round(top + scale * tall + BOTTOM + (rows - 1) * rowHeight);
  const body = panels.map((panel, i) => {
    const { low, high } = boxes[i];
    const left = column * (i % columns);
    const down = rowHeight * Math.floor(i / columns);
    const at = ([x, y]: Position): Position => [
      round(left + 0.5 * column + scale * (x - (low[0] + high[0]) / 2)),
      round(top + down + scale * (tall / 2 - y + (low[1] + high[1]) / 2)),
    ];
    return panelSvg(panel, at, left, down);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="600">${escapeXml(title)}</text>
${body.join('\n')}
</svg>`;
}

function extentOf(points: readonly Position[]): { low: Position; high: Position } {
  const of = (k: 0 | 1, pick: (...values: number[]) => number) => pick(...points.map((point) => point[k]));
  return { low: [of(0, Math.min), of(1, Math.min)], high: [of(0, Math.max), of(1, Math.max)] };
}

function panelSvg(
  { caption, outlines, lines = [], gaps = [] }: OutlinePanel,
  at: (p: Position) => Position,
  left: number,
  down: number,
): string {
  const closed = outlines.map(({ points, color, style }) => {
    const path = `M${points.map((point) => at(point).join(' ')).join('L')}Z`;
    const stroke = PALETTE[color % PALETTE.length];
    const paint = style === 'filled' ? `fill="${stroke}" fill-opacity="0.25"` : 'fill="none" stroke-dasharray="5 4"';
    return `<path d="${path}" stroke="${stroke}" stroke-width="1.5" ${paint}/>`;
  });
  const open = lines.map(({ points, color, weight }) => {
    const path = points.map((point) => at(point).join(',')).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${PALETTE[color % PALETTE.length]}" stroke-width="${WIDTHS[weight]}" stroke-linecap="round"/>`;
  });
  return [
    ...caption.split('\n').map((text, i) => {
      return `<text x="${round(left + 12)}" y="${round(42 + down + LINE * i)}">${escapeXml(text)}</text>`;
    }),
    ...closed,
    ...open,
    ...gaps.map((gap) => gapSvg(gap, at)),
  ].join('\n');
}

function gapSvg({ from, to, distance }: OutlineGap, at: (p: Position) => Position): string {
  const [[x1, y1], [x2, y2]] = [at(from), at(to)];
  const dot = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="3" fill="${GAP_COLOR}"/>`;
  const label =
    distance === undefined
      ? ''
      : `<text x="${round((x1 + x2) / 2 + 6)}" y="${round((y1 + y2) / 2 - 4)}">${formatNumber(distance)} m</text>`;
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${GAP_COLOR}" stroke-width="1.5" fill="none"/>${dot(x1, y1)}${dot(x2, y2)}${label}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
