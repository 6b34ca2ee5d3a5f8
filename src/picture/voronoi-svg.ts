import type { VoronoiDiagram, VoronoiRegion } from '../distance/smooth/search/voronoi-diagram.ts';
import { escapeXml, PALETTE } from './plot.ts';

/** Voronoi regions and medial axis of a planar body, with the path of a point, as data. */
export interface VoronoiDrawing {
  readonly title: string;
  readonly voronoi: VoronoiDiagram;
  /** Positions along a path, body axes [m]. */
  readonly path?: readonly Position[];
  /** Marked points of the path. */
  readonly marks?: readonly { readonly at: Position; readonly label: string }[];
}

type Position = readonly [number, number];

const WIDTH = 640;
const TOP = 40;
const BOTTOM = 44;
/** Around the body, as a fraction of its larger extent. */
const MARGIN = 0.42;
const INSIDE = 0.42;
const OUTSIDE = 0.16;
const VERTEX = '#777777';

/** Regions coloured by their curve, dark inside and light outside; those of vertices grey. The medial axis is the bold line. */
export function voronoiSvg({ title, voronoi, path = [], marks = [] }: VoronoiDrawing): string {
  const { regions, branches, junctions } = voronoi;
  const frame = frameOf(regions, path);
  const { place, width, height, far } = frame;
  const outside = regions.map((region, i) => area(outerArea(region, far), place, colorOf(region, i), OUTSIDE));
  const inside = regions.map((region, i) => area(innerArea(region), place, colorOf(region, i), INSIDE));
  const rays = regions.filter(({ kind }) => kind === 'vertex').flatMap((region) => raysOf(region, far));
  const curves = regions.filter(({ kind }) => kind === 'curve');
  const body = [
    ...outside,
    ...inside,
    ...rays.map((ray) => line(ray, place, '#666', 1)),
    ...curves.map(({ points }, i) => line(pairsOf(points), place, PALETTE[i % PALETTE.length], 3)),
    ...branches.map(({ points }) => line(pairsOf(points), place, '#000', 2.5)),
    ...junctions.map(({ x, y }) => dot(place([x, y]), 4, '#000')),
    path.length > 1 ? line(path, place, '#000', 1.2, ' stroke-dasharray="2 3"') : '',
    ...regions.map((region) => nameOf(region, place, far)),
    ...marks.map(({ at, label }) => markOf(place(at), label)),
  ];
  const total = TOP + height + BOTTOM;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${round(total)}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(title)}</title>
<rect width="${WIDTH}" height="${round(total)}" fill="#fff"/>
<text x="24" y="24" font-size="14" font-weight="600">${escapeXml(title)}</text>
<svg x="${round((WIDTH - width) / 2)}" y="${TOP}" width="${round(width)}" height="${round(height)}">
<title>${escapeXml(title)}</title>
${body.join('\n')}
</svg>
${legend(TOP + height + 26, path.length > 1)}
</svg>`;
}

/** The rectangle around the body and the path, and its scale; `far` [m] is beyond its corners. */
function frameOf(regions: readonly VoronoiRegion[], path: readonly Position[]) {
  const body = regions.flatMap(({ points }) => pairsOf(points));
  const range = (points: readonly Position[], k: 0 | 1) => [
    Math.min(...points.map((p) => p[k])),
    Math.max(...points.map((p) => p[k])),
  ];
  const [bx, by] = [range(body, 0), range(body, 1)];
  const margin = MARGIN * Math.max(bx[1] - bx[0], by[1] - by[0]);
  const around = ([low, high]: number[], values: number[]) => [
    Math.min(low - margin, values[0] - 0.15 * margin),
    Math.max(high + margin, values[1] + 0.15 * margin),
  ];
  const x = path.length > 0 ? around(bx, range(path, 0)) : around(bx, bx);
  const y = path.length > 0 ? around(by, range(path, 1)) : around(by, by);
  const scale = Math.min((WIDTH - 20) / (x[1] - x[0]), 560 / (y[1] - y[0]));
  const place = ([px, py]: Position): Position => [round(scale * (px - x[0])), round(scale * (y[1] - py))];
  const far = 2 * Math.hypot(x[1] - x[0], y[1] - y[0]);
  return { place, width: scale * (x[1] - x[0]), height: scale * (y[1] - y[0]), far };
}

type Place = (position: Position) => Position;

function colorOf({ kind }: VoronoiRegion, index: number): string {
  return kind === 'vertex' ? VERTEX : PALETTE[index % PALETTE.length];
}

function pairsOf(packed: Float64Array): Position[] {
  return Array.from({ length: packed.length / 2 }, (_, k) => [packed[2 * k], packed[2 * k + 1]] as const);
}

function innerArea({ points, centers }: VoronoiRegion): Position[] {
  return [...pairsOf(points), ...pairsOf(centers).reverse()];
}

/** The feature and the ends of its normals. */
function outerArea({ kind, points, normals }: VoronoiRegion, far: number): Position[] {
  const feet = pairsOf(points);
  const ends = pairsOf(normals).map(([nx, ny], k): Position => {
    const [x, y] = feet[kind === 'vertex' ? 0 : k];
    return [x + far * nx, y + far * ny];
  });
  return [...feet, ...ends.reverse()];
}

function raysOf(region: VoronoiRegion, far: number): Position[][] {
  const [foot, ...ends] = outerArea(region, far);
  return ends.map((end) => [foot, end]);
}

function area(points: readonly Position[], place: Place, color: string, opacity: number): string {
  if (points.length < 3) return '';
  return `<path d="M${points.map((p) => place(p).join(' ')).join('L')}Z" fill="${color}" fill-opacity="${opacity}"/>`;
}

function line(points: readonly Position[], place: Place, color: string, width: number, dashes = ''): string {
  return `<polyline points="${points.map((p) => place(p).join(',')).join(' ')}" fill="none" stroke="${color}" stroke-width="${width}"${dashes}/>`;
}

function dot([x, y]: Position, radius: number, color: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`;
}

/** The name of a feature, just outside of its midpoint. */
function nameOf({ name, kind, points, normals }: VoronoiRegion, place: Place, far: number): string {
  const midpoint = kind === 'vertex' ? 0 : 2 * Math.floor(points.length / 4);
  const normal = [0, 1].map((k) => (kind === 'vertex' ? normals[k] + normals[k + 2] : normals[midpoint + k]));
  const length = Math.hypot(...normal);
  const [x, y] = place([
    points[midpoint] + (0.035 * far * normal[0]) / length,
    points[midpoint + 1] + (0.035 * far * normal[1]) / length,
  ]);
  return `<text x="${x}" y="${round(y + 5)}" text-anchor="middle" font-size="15" font-weight="600">${escapeXml(name)}</text>`;
}

function markOf([x, y]: Position, label: string): string {
  const text = `x="${round(x + 8)}" y="${round(y - 7)}" font-size="13"`;
  return `${dot([x, y], 4.5, '#d55e00')}<text ${text} stroke="#fff" stroke-width="3">${escapeXml(label)}</text><text ${text}>${escapeXml(label)}</text>`;
}

function legend(y: number, hasPath: boolean): string {
  const entries: [string, string][] = [
    ['stroke="#000" stroke-width="2.5"', 'medial axis'],
    ['stroke="#666" stroke-width="1"', 'boundaries outside'],
    ...(hasPath
      ? [['stroke="#000" stroke-width="1.2" stroke-dasharray="2 3"', 'path of the point'] as [string, string]]
      : []),
  ];
  return entries
    .map(([stroke, name], i) => {
      const x = 24 + 200 * i;
      return `<path d="M${x} ${round(y)}h28" ${stroke}/><text x="${x + 36}" y="${round(y + 4)}">${name}</text>`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
