import type { Automaton, TakenTransition } from '../distance/smooth/witness/automaton.ts';
import { orderStates } from './automaton-svg.ts';
import { formatNumber } from './format-number.ts';
import { escapeXml, PALETTE } from './plot.ts';

/** The automaton of a pair of bodies as data: a column for each state of A, a row for each of B, and the run through them. */
export interface PairAutomatonDrawing {
  readonly title: string;
  readonly automatonA: Automaton;
  readonly automatonB: Automaton;
  /** In order of time, between states such as `C1, Wa`; see `takenPairTransitions`. */
  readonly pairRun: readonly TakenTransition[];
}

const WIDTH = 640;
const LEFT = 58;
const TOP = 74;
const ROW = 62;
/** From the centre of a cell to the ends of arrows [px]. */
const INSET = 9;

type Point = readonly [number, number];

/**
 * Cells are states of the pair; arrows the transitions of a run, each with the time [s] at its end. Features that follow each other on a body are
 * next to each other, and the first is next to the last.
 */
export function pairAutomatonSvg({ title, automatonA, automatonB, pairRun }: PairAutomatonDrawing): string {
  const [columns, rows] = [automatonA, automatonB].map(({ states, transitions }) =>
    orderStates(
      states.map(({ name }) => name),
      transitions,
    ),
  );
  const cell = (WIDTH - LEFT - 12) / columns.length;
  const height = TOP + ROW * rows.length + 14;
  const center = (state: string): Point => {
    const [a, b] = state.split(', ');
    return [LEFT + cell * (columns.indexOf(a) + 0.5), TOP + ROW * (rows.indexOf(b) + 0.5)];
  };
  const visited = new Set(pairRun.flatMap(({ from, to }) => [from, to]));
  const cells = columns.flatMap((a, i) =>
    rows.map((b, j) => {
      const fill = visited.has(`${a}, ${b}`) ? '#e8f1f8' : '#fff';
      return `<rect x="${round(LEFT + cell * i)}" y="${TOP + ROW * j}" width="${round(cell)}" height="${ROW}" fill="${fill}" stroke="#ccc"/>`;
    }),
  );
  const size: Point = [cell * columns.length, ROW * rows.length];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="12" y="24" font-size="14" font-weight="600">${escapeXml(title)}</text>
<text x="${LEFT}" y="46" fill="#444">feature of A</text><text x="12" y="${TOP - 10}" fill="#444">of B</text>
${columns.map((name, i) => `<text x="${round(LEFT + cell * (i + 0.5))}" y="${TOP - 8}" text-anchor="middle" font-weight="600">${escapeXml(name)}</text>`).join('')}
${rows.map((name, j) => `<text x="${LEFT - 10}" y="${TOP + ROW * (j + 0.5) + 4}" text-anchor="end" font-weight="600">${escapeXml(name)}</text>`).join('')}
${cells.join('')}
${pairRun.map((arrow, i) => arrowSvg(center(arrow.from), center(arrow.to), size, i)).join('\n')}
${startMark(pairRun, center)}
${timesOf(pairRun, (state) => [center(state)[0] + cell / 2 - 6, center(state)[1] - 16])}
</svg>`;
}

/** An arrow between two cells; one that is shorter around the end of the grid leaves it and comes back on the other side. */
function arrowSvg(from: Point, to: Point, size: Point, index: number): string {
  const delta = [0, 1].map((k) => {
    const plain = to[k] - from[k];
    return Math.abs(plain) > 0.5 * size[k] ? plain - Math.sign(plain) * size[k] : plain;
  });
  // alternating sides: a later passage does not cover an earlier one
  const length = Math.hypot(delta[0], delta[1]) || 1;
  const [ux, uy] = [delta[0] / length, delta[1] / length];
  const side = ((index % 3) - 1) * 5;
  const shift: Point = [-uy * side, ux * side];
  const start: Point = [from[0] + INSET * ux + shift[0], from[1] + INSET * uy + shift[1]];
  const end: Point = [to[0] - INSET * ux + shift[0], to[1] - INSET * uy + shift[1]];
  const wraps = delta[0] !== to[0] - from[0] || delta[1] !== to[1] - from[1];
  if (!wraps) return piece(start, end) + head(end, ux, uy);
  const half: Point = [0.5 * delta[0], 0.5 * delta[1]];
  const out: Point = [from[0] + half[0] + shift[0], from[1] + half[1] + shift[1]];
  const back: Point = [to[0] - half[0] + shift[0], to[1] - half[1] + shift[1]];
  return piece(start, out) + piece(back, end) + head(end, ux, uy);
}

function piece(from: Point, to: Point): string {
  return `<path d="M${from.map(round).join(' ')}L${to.map(round).join(' ')}" stroke="${PALETTE[0]}" stroke-width="1.8"/>`;
}

function head([x, y]: Point, ux: number, uy: number): string {
  const corners: Point[] = [
    [x, y],
    [x - 8 * ux - 4 * uy, y - 8 * uy + 4 * ux],
    [x - 8 * ux + 4 * uy, y - 8 * uy - 4 * ux],
  ];
  return `<path d="M${corners.map((corner) => corner.map(round).join(' ')).join('L')}Z" fill="${PALETTE[0]}"/>`;
}

function startMark([first]: readonly TakenTransition[], center: (state: string) => Point): string {
  if (first === undefined) return '';
  const [x, y] = center(first.from);
  return `<circle cx="${round(x)}" cy="${round(y)}" r="5" fill="${PALETTE[1]}"/>`;
}

/** The times at which each state is entered, in the upper right corner of its cell. */
function timesOf(run: readonly TakenTransition[], corner: (state: string) => Point): string {
  const entered = new Map<string, number[]>();
  for (const { to, times } of run) entered.set(to, [...(entered.get(to) ?? []), ...times]);
  return [...entered]
    .map(([state, times]) => {
      const [x, y] = corner(state);
      const text = times.map((time) => formatNumber(Math.round(100 * time) / 100)).join(', ');
      return `<text x="${round(x)}" y="${round(y)}" text-anchor="end" font-size="11" fill="${PALETTE[1]}" stroke="#fff" stroke-width="3" paint-order="stroke">${text}</text>`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
