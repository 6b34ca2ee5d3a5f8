import { escapeXml, PALETTE } from './plot.ts';

/** Top views of vehicles at a few instants, side by side, as data. */
export interface TopView {
  readonly title: string;
  readonly panels: readonly TopViewPanel[];
}

/** One instant; all positions in metres, x to the right and y up. */
export interface TopViewPanel {
  readonly caption: string;
  readonly vehicles: readonly TopViewVehicle[];
  /** Forces, from where they act to the tip of the arrow. */
  readonly arrows: readonly (readonly [Place, Place])[];
  /** Named directions, such as normals, thinner than forces; the name is written at the tip. */
  readonly directions?: readonly NamedDirection[];
  /** Thin lines, such as rays. */
  readonly lines?: readonly (readonly [Place, Place])[];
}

export interface NamedDirection {
  readonly name: string;
  readonly from: Place;
  readonly to: Place;
}

export interface TopViewVehicle {
  /** Outlines. */
  readonly box: readonly Place[];
  readonly ellipsoid: readonly Place[];
  /** From the centre of mass to the centre of the front. */
  readonly nose: readonly [Place, Place];
  /** Past positions of the centre of mass. */
  readonly trail: readonly Place[];
}

export type Place = readonly [number, number];

const WIDTH = 720;
const TOP = 56;
const BOTTOM = 12;
/** Margin [m]. */
const MARGIN = 0.6;
const ARROW = '#000000';

/** Boxes filled, ellipsoids dashed, paths of the centres of mass dotted, forces as arrows; one scale for all panels. */
export function topViewSvg({ title, panels }: TopView): string {
  const places = panels.flatMap(({ vehicles, arrows, directions = [] }) => [
    ...directions.flatMap(({ from, to }) => [from, to]),
    ...vehicles.flatMap(({ box, ellipsoid, trail }) => [...box, ...ellipsoid, ...trail]),
    ...arrows.flat(),
  ]);
  const low = [0, 1].map((k) => Math.min(...places.map((position) => position[k])) - MARGIN);
  const high = [0, 1].map((k) => Math.max(...places.map((position) => position[k])) + MARGIN);
  const column = WIDTH / panels.length;
  const scale = column / (high[0] - low[0]);
  const height = Math.round(TOP + scale * (high[1] - low[1]) + BOTTOM);
  const body = panels.map((panel, i) => {
    const at = ([x, y]: Place): Place => [round(column * i + scale * (x - low[0])), round(TOP + scale * (high[1] - y))];
    return panelSvg(panel, at, column * i, height);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="600">${escapeXml(title)}</text>
${body.join('\n')}
</svg>`;
}

type ToPaper = (position: Place) => Place;

function panelSvg(panel: TopViewPanel, at: ToPaper, left: number, height: number): string {
  const { caption, vehicles, arrows, directions = [], lines = [] } = panel;
  const border = left > 0 ? `<path d="M${left} 28V${height}" stroke="#ccc"/>` : '';
  const parts = [
    ...vehicles.map((vehicle, i) => vehicleSvg(vehicle, at, PALETTE[i % PALETTE.length])),
    ...lines.map(
      ([from, to]) => `<path d="M${at(from).join(' ')}L${at(to).join(' ')}" stroke="#777" stroke-width="0.8"/>`,
    ),
    ...directions.map(({ name, from, to }) => directionSvg(name, at(from), at(to))),
    ...arrows.map((arrow) => arrowSvg(at(arrow[0]), at(arrow[1]), 2)),
  ];
  return `${border}<text x="${left + 12}" y="42">${escapeXml(caption)}</text>${parts.join('')}`;
}

function vehicleSvg({ box, ellipsoid, nose, trail }: TopViewVehicle, at: ToPaper, color: string): string {
  const ring = (places: readonly Place[]) => `M${places.map((position) => at(position).join(' ')).join('L')}Z`;
  return [
    `<polyline points="${trail.map(at).join(' ')}" fill="none" stroke="${color}" stroke-dasharray="1 3" stroke-width="1.5"/>`,
    `<path d="${ring(box)}" fill="${color}" fill-opacity="0.25" stroke="${color}" stroke-width="1.5"/>`,
    `<path d="${ring(ellipsoid)}" fill="none" stroke="${color}" stroke-dasharray="4 3"/>`,
    `<path d="M${at(nose[0]).join(' ')}L${at(nose[1]).join(' ')}" stroke="${color}" stroke-width="1.5"/>`,
  ].join('');
}

/** Distance of a name from the tip of its arrow [px]. */
const NAME_GAP = 9;

function directionSvg(name: string, from: Place, to: Place): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  const [x, y] = [to[0] + (NAME_GAP * dx) / length, to[1] + (NAME_GAP * dy) / length + 4];
  return `${arrowSvg(from, to, 1.2)}<text x="${round(x)}" y="${round(y)}" text-anchor="middle" font-size="11">${escapeXml(name)}</text>`;
}

function arrowSvg(from: Place, to: Place, width: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  const [ux, uy] = [(7 * dx) / length, (7 * dy) / length];
  const head = [to, [to[0] - ux - uy / 2, to[1] - uy + ux / 2], [to[0] - ux + uy / 2, to[1] - uy - ux / 2]];
  return (
    `<path d="M${from.join(' ')}L${to.join(' ')}" stroke="${ARROW}" stroke-width="${width}"/>` +
    `<path d="M${head.map((position) => position.map(round).join(' ')).join('L')}Z" fill="${ARROW}"/>`
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
