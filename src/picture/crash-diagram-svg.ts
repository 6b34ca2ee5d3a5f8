import { formatNumber } from './format-number.ts';
import { round } from './picture.ts';
import { escapeXml, PALETTE } from './plot.ts';

/** A scaled top view of a crash, as data. Positions in metres, x to the right and y up; angles in radians. */
export interface CrashDiagram {
  readonly title: string;
  readonly vehicles: readonly DiagramVehicle[];
  /** Times at which the vehicles are drawn [s]. */
  readonly times: readonly number[];
  readonly underlay?: Underlay;
  /** Points of the evidence. */
  readonly points?: readonly { readonly label: string; readonly at: Place; readonly color: string }[];
}

export interface DiagramVehicle {
  readonly name: string;
  readonly color?: string;
  /** Size of its body [m]. */
  readonly length: number;
  readonly width: number;
  /** Motion: time [s], x, y [m] and heading [rad] of each frame. */
  readonly motion: readonly (readonly [number, number, number, number])[];
  /** A pole or barrier: drawn once. */
  readonly isFixed?: boolean;
  /** Tyre marks: a line for each. */
  readonly marks: readonly (readonly Place[])[];
}

/** A picture of the site below the diagram. */
export interface Underlay {
  /** The picture as a data URL. */
  readonly url: string;
  /** Position of its lower left corner [m]. */
  readonly at: Place;
  /** Size on the ground along x [m]. */
  readonly width: number;
  /** Size on the ground along y [m]. */
  readonly height: number;
}

export type Place = readonly [number, number];

/** Largest diagram on paper [mm]: fits A4 and Letter with margins of 15 mm. */
const PAPER_WIDTH = 178;
const PAPER_HEIGHT = 190;
/** Scales of drawings, 1 : n. */
const SCALES = [20, 25, 50, 100, 125, 200, 250, 400, 500, 750, 1000, 1250, 2000, 2500, 5000, 10_000, 20_000, 50_000];
/** Margin around everything that is drawn [m]. */
const MARGIN = 1;
/** Height of the scale bar and its labels [mm]. */
const FOOT = 14;

/** The diagram as SVG with a size in millimetres: printed at 100 % it has the scale that it states. */
export function crashDiagramSvg(diagram: CrashDiagram): string {
  const box = boundsOf(diagram);
  const [width, height] = [box.high[0] - box.low[0], box.high[1] - box.low[1]];
  const scale =
    SCALES.find((n) => (1000 * width) / n <= PAPER_WIDTH && (1000 * height) / n <= PAPER_HEIGHT) ??
    Math.ceil(Math.max((1000 * width) / PAPER_WIDTH, (1000 * height) / PAPER_HEIGHT));
  const unit = 1000 / scale;
  const at = ([x, y]: Place): Place => [round(unit * (x - box.low[0])), round(unit * (box.high[1] - y))];
  const [w, h] = [round(unit * width), round(unit * height)];
  const wide = Math.max(w, 60);
  const body = [
    underlaySvg(diagram.underlay, at, unit),
    gridSvg(box, at, unit, w, h),
    ...diagram.vehicles.map((vehicle, i) =>
      vehicleSvg(vehicle, timesOf(vehicle, diagram), at, unit, colorOf(vehicle, i)),
    ),
    ...diagram.vehicles.filter(({ isFixed }) => !isFixed).map((vehicle) => timeLabels(vehicle, diagram.times, at)),
    ...(diagram.points ?? []).map(({ label, at: point, color }) => pointSvg(label, at(point), color)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" class="diagram" width="${wide}mm" height="${h + FOOT}mm" viewBox="0 0 ${wide} ${h + FOOT}" role="img" font-family="system-ui, sans-serif" font-size="2.6">
<title>${escapeXml(diagram.title)}</title>
<rect width="${w}" height="${h}" fill="#fff"/>
<clipPath id="diagram-frame"><rect width="${w}" height="${h}"/></clipPath>
<g clip-path="url(#diagram-frame)">${body.join('\n')}</g>
<rect width="${w}" height="${h}" fill="none" stroke="#555" stroke-width="0.25"/>
${footSvg(scale, unit, h)}
</svg>`;
}

export function colorOf({ color }: DiagramVehicle, index: number): string {
  return color ?? PALETTE[index % PALETTE.length];
}

/** Obstacles do not move. */
function timesOf({ isFixed }: DiagramVehicle, { times }: CrashDiagram): readonly number[] {
  return isFixed ? times.slice(-1) : times;
}

interface Box {
  readonly low: Place;
  readonly high: Place;
}

function boundsOf({ vehicles, times, points = [] }: CrashDiagram): Box {
  const places = [
    ...vehicles.flatMap((vehicle) => [
      ...times.flatMap((time) => cornersAt(vehicle, time)),
      ...vehicle.motion.filter(([time]) => isWithin(time, times)).map(([, x, y]): Place => [x, y]),
      ...vehicle.marks.flat(),
    ]),
    ...points.map(({ at }) => at),
  ];
  const reach = (k: 0 | 1, pick: (...values: number[]) => number) =>
    places.reduce((best, place) => pick(best, place[k]), places[0][k]);
  return {
    low: [reach(0, Math.min) - MARGIN, reach(1, Math.min) - MARGIN],
    high: [reach(0, Math.max) + MARGIN, reach(1, Math.max) + MARGIN],
  };
}

function isWithin(time: number, times: readonly number[]): boolean {
  return time >= Math.min(...times) && time <= Math.max(...times);
}

/** State of a vehicle at a time, between the two nearest frames: x, y, heading. */
function stateAt({ motion }: DiagramVehicle, time: number): readonly [number, number, number] {
  const after = motion.findIndex(([t]) => t >= time);
  const last = motion[motion.length - 1];
  if (after < 0) return [last[1], last[2], last[3]];
  const [t1, x1, y1, h1] = motion[after];
  const [t0, x0, y0, h0] = motion[Math.max(0, after - 1)];
  const part = t1 > t0 ? (time - t0) / (t1 - t0) : 0;
  const between = (a: number, b: number) => a + Math.max(0, part) * (b - a);
  return [between(x0, x1), between(y0, y1), between(h0, h1)];
}

function cornersAt(vehicle: DiagramVehicle, time: number): Place[] {
  const [x, y, heading] = stateAt(vehicle, time);
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const [ahead, left] = [vehicle.length / 2, vehicle.width / 2];
  return [
    [ahead, left],
    [ahead, -left],
    [-ahead, -left],
    [-ahead, left],
  ].map(([a, b]): Place => [x + c * a - s * b, y + s * a + c * b]);
}

type ToPaper = (place: Place) => Place;

function underlaySvg(underlay: Underlay | undefined, at: ToPaper, unit: number): string {
  if (underlay === undefined) return '';
  const [x, y] = at([underlay.at[0], underlay.at[1] + underlay.height]);
  const [width, height] = [round(unit * underlay.width), round(unit * underlay.height)];
  return `<image href="${escapeXml(underlay.url)}" x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" opacity="0.75"/>`;
}

/** Lines every 1, 5, 10 ... metres, at least 8 mm apart, with their coordinates. */
function gridSvg({ low, high }: Box, at: ToPaper, unit: number, w: number, h: number): string {
  const square = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => size * unit >= 8) ?? 2000;
  const lines: string[] = [];
  for (let x = Math.ceil(low[0] / square) * square; x <= high[0]; x += square) {
    const [px] = at([x, 0]);
    lines.push(`<path d="M${px} 0V${h}" stroke="#bbb" stroke-width="0.1"/>`);
    if (px > 3 && px < w - 6)
      lines.push(`<text x="${round(px + 0.6)}" y="${h - 0.8}" fill="#777">${formatNumber(x)}</text>`);
  }
  for (let y = Math.ceil(low[1] / square) * square; y <= high[1]; y += square) {
    const [, py] = at([0, y]);
    lines.push(`<path d="M0 ${py}H${w}" stroke="#bbb" stroke-width="0.1"/>`);
    if (py > 4 && py < h - 4) lines.push(`<text x="0.6" y="${round(py - 0.5)}" fill="#777">${formatNumber(y)}</text>`);
  }
  return lines.join('');
}

function vehicleSvg(
  vehicle: DiagramVehicle,
  times: readonly number[],
  at: ToPaper,
  unit: number,
  color: string,
): string {
  const line = (places: readonly Place[]) => `M${places.map((place) => at(place).join(' ')).join('L')}`;
  const trail = vehicle.motion.filter(([time]) => isWithin(time, times)).map(([, x, y]): Place => [x, y]);
  // a tyre is about 0.2 m wide
  const marks = vehicle.marks.map(
    (mark) =>
      `<path d="${line(mark)}" fill="none" stroke="#333" stroke-opacity="0.55" stroke-width="${round(Math.max(0.2, 0.18 * unit))}"/>`,
  );
  const boxes = times.map((time, k) => {
    const corners = cornersAt(vehicle, time);
    const [x, y, heading] = stateAt(vehicle, time);
    const front: Place = [x + (vehicle.length / 2) * Math.cos(heading), y + (vehicle.length / 2) * Math.sin(heading)];
    // earlier positions are paler
    const opacity = round(0.12 + (0.3 * (k + 1)) / times.length);
    return (
      `<path d="${line(corners)}Z" fill="${color}" fill-opacity="${opacity}" stroke="${color}" stroke-width="0.3"/>` +
      `<path d="${line([corners[0], front, corners[1]])}" fill="none" stroke="${color}" stroke-width="0.7"/>` +
      `<path d="${line([[x, y], front])}" stroke="${color}" stroke-width="0.25"/>`
    );
  });
  const path =
    trail.length > 1
      ? `<path d="${line(trail)}" fill="none" stroke="${color}" stroke-width="0.3" stroke-dasharray="0.4 1"/>`
      : '';
  return [...marks, path, ...boxes].join('');
}

function timeLabels(vehicle: DiagramVehicle, times: readonly number[], at: ToPaper): string {
  const seen: Place[] = [];
  return times
    .map((time) => {
      const [x, y] = stateAt(vehicle, time);
      const [px, py] = at([x, y]);
      // labels of positions that nearly coincide would hide each other
      if (seen.some(([a, b]) => Math.hypot(a - px, b - py) < 4)) return '';
      seen.push([px, py]);
      const text = `${escapeXml(vehicle.name)} ${Number(time.toFixed(2))} s`;
      return `<text x="${px}" y="${round(py + 0.9)}" text-anchor="middle" stroke="#fff" stroke-width="0.7" paint-order="stroke" fill="#111">${text}</text>`;
    })
    .join('');
}

function pointSvg(label: string, [x, y]: Place, color: string): string {
  return `<path d="M${round(x - 1.2)} ${y}H${round(x + 1.2)}M${x} ${round(y - 1.2)}V${round(y + 1.2)}" stroke="${color}" stroke-width="0.4"/><title>${escapeXml(label)}</title>`;
}

/** Scale bar and scale. */
function footSvg(scale: number, unit: number, top: number): string {
  const bar = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => size * unit >= 25) ?? 2000;
  const y = top + 4;
  const half = round((bar / 2) * unit);
  const whole = round(bar * unit);
  return [
    `<rect x="0.2" y="${y}" width="${whole}" height="1.6" fill="#fff" stroke="#111" stroke-width="0.2"/>`,
    `<rect x="0.2" y="${y}" width="${half}" height="1.6" fill="#111"/>`,
    `<text x="0.2" y="${y + 4.6}">0</text><text x="${half}" y="${y + 4.6}" text-anchor="middle">${formatNumber(bar / 2)}</text>`,
    `<text x="${whole}" y="${y + 4.6}" text-anchor="middle">${bar} m</text>`,
    `<text x="${whole + 6}" y="${y + 1.8}">Scale 1 : ${scale}, printed at 100 %</text>`,
  ].join('');
}
