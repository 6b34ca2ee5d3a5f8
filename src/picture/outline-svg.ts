import { formatNumber } from './format-number.ts';
import { escapeXml, PALETTE } from './plot.ts';

/** Outlines of planar bodies and volumes with marked distances, panels side by side, as data. */
export interface OutlineDrawing {
  readonly title: string;
  readonly outlinePanels: readonly OutlinePanel[];
}

/** One picture; all positions in metres, x to the right and y up. */
export interface OutlinePanel {
  readonly caption: string;
  readonly outlines: readonly Outline[];
  /** Lines between two closest points, labelled with their distance [m]. */
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

export interface OutlineGap {
  readonly from: Position;
  readonly to: Position;
  readonly distance: number;
}

type Position = readonly [number, number];

const WIDTH = 720;
const TOP = 56;
const BOTTOM = 12;
/** Margin around the outlines, as a fraction of their extent. */
const MARGIN = 0.06;
const GAP_COLOR = '#000000';

/** All panels have the same scale. */
export function outlineSvg({ title, outlinePanels: panels }: OutlineDrawing): string {
  const boxes = panels.map(({ outlines }) => extentOf(outlines.flatMap(({ points }) => points)));
  const width = Math.max(...boxes.map(({ high, low }) => high[0] - low[0])) * (1 + 2 * MARGIN);
  const tall = Math.max(...boxes.map(({ high, low }) => high[1] - low[1])) * (1 + 2 * MARGIN);
  const column = WIDTH / panels.length;
  const scale = column / width;
  const height = Math.round(TOP + scale * tall + BOTTOM);
  const body = panels.map((panel, i) => {
    const { low, high } = boxes[i];
    const at = ([x, y]: Position): Position => [
      round(column * (i + 0.5) + scale * (x - (low[0] + high[0]) / 2)),
      round(TOP + scale * (tall / 2 - y + (low[1] + high[1]) / 2)),
    ];
    return panelSvg(panel, at, column * i);
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

function panelSvg({ caption, outlines, gaps = [] }: OutlinePanel, at: (p: Position) => Position, left: number): string {
  const lines = outlines.map(({ points, color, style }) => {
    const path = `M${points.map((point) => at(point).join(' ')).join('L')}Z`;
    const stroke = PALETTE[color % PALETTE.length];
    const paint = style === 'filled' ? `fill="${stroke}" fill-opacity="0.25"` : 'fill="none" stroke-dasharray="5 4"';
    return `<path d="${path}" stroke="${stroke}" stroke-width="1.5" ${paint}/>`;
  });
  return [
    `<text x="${round(left + 12)}" y="42">${escapeXml(caption)}</text>`,
    ...lines,
    ...gaps.map((gap) => gapSvg(gap, at)),
  ].join('\n');
}

function gapSvg({ from, to, distance }: OutlineGap, at: (p: Position) => Position): string {
  const [[x1, y1], [x2, y2]] = [at(from), at(to)];
  const dot = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="3" fill="${GAP_COLOR}"/>`;
  const label = `<text x="${round((x1 + x2) / 2 + 6)}" y="${round((y1 + y2) / 2 - 4)}">${formatNumber(distance)} m</text>`;
  return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${GAP_COLOR}" stroke-width="1.5" fill="none"/>${dot(x1, y1)}${dot(x2, y2)}${label}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
