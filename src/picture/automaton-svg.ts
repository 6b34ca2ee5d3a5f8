import type {
  Automaton,
  AutomatonState,
  AutomatonTransition,
  TakenTransition,
} from '../distance/smooth/witness/automaton.ts';
import { cos, sin } from '../math/trig.ts';
import { formatNumber } from './format-number.ts';
import { escapeXml, PALETTE } from './plot.ts';

/** The hybrid automaton of one body as data: its states, its transitions, and when each was taken. */
export interface AutomatonDrawing {
  readonly title: string;
  readonly automaton: Automaton;
  readonly taken: readonly TakenTransition[];
}

const WIDTH = 640;
const HEIGHT = 560;
const CENTER: Point = [WIDTH / 2, HEIGHT / 2 + 16];
/** States are on a ring; vertices of bodies with faces on a smaller one inside. */
const OUTER = 190;
const INNER = 52;
const STATE = 20;
/** Sagitta of an arrow as a fraction of its chord: separates opposite arrows. */
const BEND = 0.13;
const LINE = 12;

type Point = readonly [number, number];

/**
 * Grey lines are possible transitions, coloured arrows are taken ones, with their times [s]; dashed ones are jumps at the medial axis, loops cross
 * the boundary.
 */
export function automatonSvg({ title, automaton, taken }: AutomatonDrawing): string {
  const places = placeStates(automaton);
  const visited = new Set(taken.flatMap(({ from, to }) => [from, to]));
  const body = [
    ...automaton.transitions
      // dashes of both directions would fill each other's gaps
      .filter(({ kind, from, to }) => kind !== 'medial-axis' || from < to)
      .map((way) => wayLine(way, placeOf(places, way.from), placeOf(places, way.to))),
    ...taken.map((arrow) => takenArrow(arrow, placeOf(places, arrow.from), placeOf(places, arrow.to))),
    ...automaton.states.map((state) => stateMark(state, placeOf(places, state.name), visited.has(state.name))),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(title)}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="24" y="24" font-size="14" font-weight="600">${escapeXml(title)}</text>
${body.join('\n')}${wayLegend(automaton)}
</svg>`;
}

/** What the lines mean, where there are jumps inside. */
function wayLegend({ transitions }: Automaton): string {
  if (!transitions.some(({ kind }) => kind === 'medial-axis')) return '';
  const entries = [
    ['stroke="#aaa"', 'outside: Voronoi boundary'],
    ['stroke="#aaa" stroke-dasharray="5 3"', 'inside: medial axis'],
  ];
  const line = ([stroke, name]: string[], i: number) =>
    `<path d="M${24 + 220 * i} ${HEIGHT - 14}h28" ${stroke}/><text x="${60 + 220 * i}" y="${HEIGHT - 10}">${name}</text>`;
  return `${entries.map(line).join('')}<path d="M464 ${HEIGHT - 20}q28 6 0 12" fill="none" stroke="#bbb"/><text x="486" y="${HEIGHT - 10}">boundary crossing</text>`;
}

function placeStates({ states, transitions }: Automaton): Map<string, Point> {
  const hasFaces = states.some(({ kind }) => kind === 'face');
  const isInner = ({ kind }: AutomatonState) => hasFaces && kind === 'vertex';
  const outer = orderStates(
    states.filter((state) => !isInner(state)).map(({ name }) => name),
    transitions,
  );
  const inner = states.filter(isInner).map(({ name }) => name);
  return new Map([...onRing(outer, OUTER), ...onRing(inner, INNER)]);
}

/** An order in which each state follows a neighbour where possible: once around a body. */
export function orderStates(names: readonly string[], transitions: Automaton['transitions']): string[] {
  const left = new Set(names);
  const order: string[] = [];
  while (left.size > 0) {
    const last = order.at(-1);
    const next =
      transitions.findLast(({ from, to, kind }) => kind !== 'medial-axis' && from === last && left.has(to))?.to ??
      [...left][0];
    left.delete(next);
    order.push(next);
  }
  return order;
}

/** Counter-clockwise from the top. */
function onRing(names: readonly string[], radius: number): [string, Point][] {
  return names.map((name, i) => {
    const angle = Math.PI * (0.5 + (2 * i) / names.length);
    return [name, [CENTER[0] + radius * cos(angle), CENTER[1] - radius * sin(angle)]];
  });
}

function placeOf(places: ReadonlyMap<string, Point>, name: string): Point {
  return places.get(name) ?? CENTER;
}

function wayLine({ kind }: AutomatonTransition, from: Point, to: Point): string {
  if (kind === 'boundary-crossing') {
    const { start, bend, end } = loopOf(from);
    return `<path d="M${pair(start)}Q${pair(bend)} ${pair(end)}" fill="none" stroke="#bbb"/>`;
  }
  if (kind === 'medial-axis') return `<path d="M${pair(from)}L${pair(to)}" stroke="#aaa" stroke-dasharray="5 3"/>`;
  return `<path d="M${pair(from)}L${pair(to)}" stroke="#ddd"/>`;
}

function stateMark({ name, kind }: AutomatonState, [x, y]: Point, visited: boolean): string {
  const fill = visited ? '#e8f1f8' : '#fff';
  const paint = `fill="${fill}" stroke="#444"`;
  const mark =
    kind === 'face' || kind === 'bounds'
      ? `<rect x="${round(x - STATE)}" y="${round(y - 14)}" width="${2 * STATE}" height="28" rx="4" ${paint}/>`
      : `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${kind === 'edge' ? STATE : 15}" ry="15" ${paint}/>`;
  const word = `<text x="${round(x)}" y="${round(y + 4)}" text-anchor="middle">${escapeXml(name)}</text>`;
  return `<g data-state="${escapeXml(name)}">${mark}${word}</g>`;
}

function takenArrow({ from, to, kind, times }: TakenTransition, start: Point, end: Point): string {
  const dashed = kind === 'medial-axis' || kind === 'restart' ? ' stroke-dasharray="5 3"' : '';
  // a jump passes a vertex on its outer side: its times are on the inner one
  const bow = from === to ? loopOf(start) : bowOf(start, end, kind === 'medial-axis' ? -24 : 24);
  const curve = `<path d="M${pair(bow.start)}Q${pair(bow.bend)} ${pair(bow.end)}" fill="none" stroke="${PALETTE[0]}" stroke-width="1.8"${dashed}/>`;
  return `${curve}${arrowHead(bow)}${timesText(times, bow.label)}`;
}

/** A curved arrow: end points, control point, and position of its label. */
interface Bow {
  readonly start: Point;
  readonly bend: Point;
  readonly end: Point;
  readonly label: Point;
}

/** Curves to the right, so the opposite arrow does not cover it, and ends before the states. */
function bowOf(from: Point, to: Point, labelOffset: number): Bow {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  const along: Point = [dx / length, dy / length];
  const right: Point = [-along[1], along[0]];
  const off = BEND * length;
  const inset = STATE + 2;
  const at = (base: Point, forward: number, sideways: number): Point => [
    base[0] + forward * along[0] + sideways * right[0],
    base[1] + forward * along[1] + sideways * right[1],
  ];
  return {
    start: at(from, inset, off / 3),
    bend: at(from, length / 2, 2 * off),
    end: at(to, -inset, off / 3),
    label: at(from, length / 2, off + labelOffset),
  };
}

/** A transition from a state to itself (the sign of the distance changes): next to the state, away from the centre. */
function loopOf([x, y]: Point): Bow {
  const side = x < CENTER[0] ? -1 : 1;
  return {
    start: [x + side * STATE, y - 6],
    bend: [x + side * 80, y - 40],
    end: [x + side * STATE, y + 6],
    label: [x + side * 62, y - 34],
  };
}

function arrowHead({ bend, end }: Bow): string {
  const [dx, dy] = [end[0] - bend[0], end[1] - bend[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  const [ux, uy] = [(8 * dx) / length, (8 * dy) / length];
  const left: Point = [end[0] - ux - uy / 2, end[1] - uy + ux / 2];
  const right: Point = [end[0] - ux + uy / 2, end[1] - uy - ux / 2];
  return `<path d="M${pair(end)}L${pair(left)} ${pair(right)}Z" fill="${PALETTE[0]}"/>`;
}

/** One line per time, centred on its position. */
function timesText(times: readonly number[], [x, y]: Point): string {
  const first = y + 4 - (LINE * (times.length - 1)) / 2;
  return times
    .map((time, i) => {
      const line = `x="${round(x)}" y="${round(first + LINE * i)}" text-anchor="middle" font-size="11" fill="${PALETTE[1]}"`;
      return `<text ${line}>${formatNumber(time)}</text>`;
    })
    .join('');
}

function pair([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
