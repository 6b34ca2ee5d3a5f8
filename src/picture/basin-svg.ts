import type { BasinMap } from '../distance/smooth/tracking/basin-map.ts';
import { BASIN_OUTCOMES, type BasinOutcome } from '../distance/smooth/tracking/basin-start.ts';
import { formatNumber } from './format-number.ts';
import { escapeXml } from './plot.ts';

/** Maps of convergence over a plane of parameters, as data: see `mapBasins`. */
export interface BasinDrawing {
  readonly title: string;
  readonly basins: BasinMap;
}

const WIDTH = 640;
/** Side of a panel, left of the first one and between two [px]. */
const SIDE = 250;
const LEFT = 56;
const BETWEEN = 54;
const TOP = 64;
/** From the top of a panel to that of the next. */
const ROW = SIDE + 62;

const COLORS: Readonly<Record<BasinOutcome, string>> = {
  closest: '#56b4e9',
  stationary: '#cc79a7',
  bound: '#e69f00',
  singular: '#8c3b00',
  unsettled: '#444444',
};
const NOT_DEFINITE = '#d9d9d9';
const MEANING: Readonly<Record<BasinOutcome, string>> = {
  closest: 'M is definite; ends at the closest points',
  stationary: 'another stationary point',
  bound: 'stops at a bound elsewhere',
  singular: 'M becomes singular on the way',
  unsettled: 'does not come to rest',
};

interface Panel {
  readonly name: string;
  readonly codes: Uint8Array;
  /** Colour of each code. */
  readonly colors: readonly string[];
  /** The code of success. */
  readonly good: number;
}

/** Four squares: where M is positive definite, and from where the flow, Newton's method and the safeguarded search find the closest points. */
export function basinSvg({ title, basins }: BasinDrawing): string {
  const colors = BASIN_OUTCOMES.map((outcome) => COLORS[outcome]);
  const panels: Panel[] = [
    { name: 'M positive definite', codes: basins.definite, colors: [NOT_DEFINITE, COLORS.closest], good: 1 },
    { name: 'flow as printed', codes: basins.flow, colors, good: 0 },
    { name: 'plain Newton', codes: basins.newton, colors, good: 0 },
    { name: 'safeguarded search', codes: basins.safeguarded, colors, good: 0 },
  ];
  const used = BASIN_OUTCOMES.filter((_, code) => panels.slice(1).some(({ codes }) => codes.includes(code)));
  const legend: [string, string][] = used.map((outcome) => [COLORS[outcome], MEANING[outcome]]);
  if (basins.definite.includes(0)) legend.push([NOT_DEFINITE, 'M is not definite']);
  const legendTop = TOP + 2 * ROW - 14;
  const height = legendTop + 20 * Math.ceil(legend.length / 2) + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="${LEFT}" y="24" font-size="14" font-weight="600">${escapeXml(title)}</text>
${panels.map((panel, i) => panelSvg(panel, basins, LEFT + (i % 2) * (SIDE + BETWEEN), TOP + Math.floor(i / 2) * ROW)).join('\n')}
${legend.map(([color, name], i) => legendEntry(color, name, LEFT + (i % 2) * (SIDE + BETWEEN), legendTop + 20 * Math.floor(i / 2))).join('\n')}
</svg>`;
}

function panelSvg({ name, codes, colors, good }: Panel, basins: BasinMap, left: number, top: number): string {
  const { resolution, axisNames, parameters, axes } = basins;
  const cell = SIDE / resolution;
  const fraction = codes.filter((code) => code === good).length / codes.length;
  const areas = colors.map((color, code) => {
    const path = runsOf(codes, resolution, code)
      .map(([row, from, count]) => {
        const [x, y] = [left + cell * from, top + SIDE - cell * (row + 1)];
        return `M${round(x)} ${round(y)}h${round(cell * count)}v${round(cell)}h${round(-cell * count)}z`;
      })
      .join('');
    return path === '' ? '' : `<path d="${path}" fill="${color}" shape-rendering="crispEdges"/>`;
  });
  const [x, y] = [left + SIDE * parameters[axes[0]], top + SIDE * (1 - parameters[axes[1]])];
  return [
    `<text x="${left}" y="${top - 10}" font-weight="600">${name}: ${formatNumber(Math.round(1000 * fraction) / 10)} %</text>`,
    ...areas,
    `<rect x="${left}" y="${top}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#444"/>`,
    `<circle cx="${round(x)}" cy="${round(y)}" r="5" fill="#fff" stroke="#000" stroke-width="2"/>`,
    ...[0, 0.5, 1].map((value) => tickSvg(value, left, top)),
    `<text x="${left + 0.75 * SIDE}" y="${top + SIDE + 17}" text-anchor="middle">${escapeXml(axisNames[0])}</text>`,
    `<text transform="translate(${left - 12} ${top + 0.25 * SIDE}) rotate(-90)" text-anchor="middle">${escapeXml(axisNames[1])}</text>`,
  ].join('');
}

function tickSvg(value: number, left: number, top: number): string {
  const [x, y] = [left + SIDE * value, top + SIDE * (1 - value)];
  const across = `<text x="${round(x)}" y="${top + SIDE + 17}" text-anchor="middle" fill="#444">${value}</text>`;
  return `${across}<text x="${left - 7}" y="${round(y + 4)}" text-anchor="end" fill="#444">${value}</text>`;
}

/** Row, first column and length of every run of cells with a code. */
function runsOf(codes: Uint8Array, resolution: number, wanted: number): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (let k = 0; k < codes.length; k++) {
    if (codes[k] !== wanted) continue;
    const [row, column] = [Math.floor(k / resolution), k % resolution];
    const last = runs.at(-1);
    if (last && last[0] === row && last[1] + last[2] === column) last[2]++;
    else runs.push([row, column, 1]);
  }
  return runs;
}

function legendEntry(color: string, name: string, x: number, y: number): string {
  return `<rect x="${x}" y="${y}" width="14" height="14" fill="${color}" stroke="#444"/><text x="${x + 22}" y="${y + 11}">${escapeXml(name)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
