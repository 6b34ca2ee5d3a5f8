import type { Placed } from '../contract/draw-pair.ts';
import { type ExactPiece, exactBodies } from './exact-bodies.ts';
import { edgesOf, type Fraction, isEnclosed, isLess, simplicesMeet, squaredDistance } from './exact-distance.ts';
import { rootOfRatio } from './exact-points.ts';

/** How two bodies are placed, in rational arithmetic over all their features. */
export interface ExactGap {
  /** Do the bodies have a point in common? For those inflated by a radius: do their cores? */
  readonly overlapping: boolean;
  /** Distance of the surfaces, less the radii [m], rounded once: 0 where cores meet, above 0 also for a body inside another. */
  readonly distance: number;
  /** Number of pairs of features compared exactly. */
  readonly compared: number;
}

/** Estimates in doubles have an error below this fraction of the size: nearly parallel edges lose half of their digits. */
const ESTIMATE = 1e-6;

/** Undefined for bodies that are round in other ways than by a radius. */
export function exactGap(a: Placed, b: Placed): ExactGap | undefined {
  const pair = exactBodies(a, b);
  if (!pair) return undefined;
  let best = { distance: Number.POSITIVE_INFINITY, overlapping: false, compared: 0 };
  for (const pieceA of pair.a) {
    for (const pieceB of pair.b) {
      const { squared, compared } = squaredPieces(pieceA, pieceB);
      const core = rootOfRatio(squared.numerator, squared.denominator, pair.exponent);
      const overlapping = squared.numerator === 0n || encloses(pieceA, pieceB) || encloses(pieceB, pieceA);
      best = {
        distance: Math.min(best.distance, core - pieceA.radius - pieceB.radius),
        overlapping: best.overlapping || overlapping,
        compared: best.compared + compared,
      };
    }
  }
  return best;
}

/** Is some part of the other piece, the surface of which does not meet that of this one, inside? */
function encloses(outer: ExactPiece, inner: ExactPiece): boolean {
  return outer.closed && componentsOf(inner).some((p) => isEnclosed(p, outer.simplices));
}

/** One vertex of each connected part. */
function componentsOf({ simplices }: ExactPiece) {
  const groups: { keys: Set<string>; first: (typeof simplices)[number][number] }[] = [];
  for (const simplex of simplices) {
    const keys = simplex.map((p) => p.join(' '));
    const touching = groups.filter((group) => keys.some((key) => group.keys.has(key)));
    const merged = { keys: new Set([...keys, ...touching.flatMap((group) => [...group.keys])]), first: simplex[0] };
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.map(({ first }) => first);
}

type Point = readonly number[];

function squaredPieces(a: ExactPiece, b: ExactPiece): { squared: Fraction; compared: number } {
  const size = sizeOf([...a.estimates, ...b.estimates].flat());
  const estimates: { i: number; j: number; estimate: number; mayMeet: boolean }[] = [];
  let min = Number.POSITIVE_INFINITY;
  for (const [i, p] of a.estimates.entries()) {
    for (const [j, q] of b.estimates.entries()) {
      const bound = boxGap(p, q);
      if (bound > min + ESTIMATE * size) continue;
      const estimate = estimateDistance(p, q);
      min = Math.min(min, estimate);
      estimates.push({ i, j, estimate, mayMeet: bound <= ESTIMATE * size });
    }
  }
  let compared = 0;
  for (const { i, j, mayMeet } of estimates) {
    if (!mayMeet) continue;
    compared++;
    if (simplicesMeet(a.simplices[i], b.simplices[j])) {
      return { squared: { numerator: 0n, denominator: 1n }, compared };
    }
  }
  let squared: Fraction | undefined;
  for (const { i, j, estimate } of estimates) {
    if (estimate > min + ESTIMATE * size) continue;
    compared++;
    const value = squaredDistance(a.simplices[i], b.simplices[j]);
    if (!squared || isLess(value, squared)) squared = value;
  }
  return { squared: squared ?? { numerator: 0n, denominator: 1n }, compared };
}

function sizeOf(points: readonly Point[]): number {
  return Math.max(...[0, 1, 2].map((k) => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]))));
}

function boxGap(a: readonly Point[], b: readonly Point[]): number {
  const gaps = [0, 1, 2].map((k) => {
    const [lowA, highA] = [Math.min(...a.map((p) => p[k])), Math.max(...a.map((p) => p[k]))];
    const [lowB, highB] = [Math.min(...b.map((p) => p[k])), Math.max(...b.map((p) => p[k]))];
    return Math.max(lowB - highA, lowA - highB, 0);
  });
  return Math.hypot(...gaps);
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const product = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Distance of two simplices that do not meet, in plain doubles. */
export function estimateDistance(a: readonly Point[], b: readonly Point[]): number {
  const edgesA = a.length === 1 ? [[a[0], a[0]]] : edgesOf(a as never);
  const edgesB = b.length === 1 ? [[b[0], b[0]]] : edgesOf(b as never);
  let min = Number.POSITIVE_INFINITY;
  for (const [p, q] of edgesA as unknown as Point[][]) {
    for (const [r, s] of edgesB as unknown as Point[][]) min = Math.min(min, estimateEdges(p, q, r, s));
  }
  return Math.min(min, ...heightsOver(a, b), ...heightsOver(b, a));
}

/** By five candidates: the four ends and the point where both lines are nearest. */
function estimateEdges(p: Point, q: Point, r: Point, s: Point): number {
  const [d, e, w] = [minus(q, p), minus(s, r), minus(p, r)];
  const [dd, ee, de, dw, ew] = [product(d, d), product(e, e), product(d, e), product(d, w), product(e, w)];
  const clamp = (value: number) => (value > 0 ? Math.min(value, 1) : 0);
  const apart = (t: number, u: number) => Math.hypot(...[0, 1, 2].map((k) => w[k] + t * d[k] - u * e[k]));
  const n = times(d, e);
  const along = clamp(product(times(e, w), n) / product(n, n));
  const candidates = [0, 1, along].map((t) => apart(t, clamp((de * t + ew) / ee)));
  for (const u of [0, 1]) candidates.push(apart(clamp((de * u - dw) / dd), u));
  return Math.min(...candidates);
}

function heightsOver(a: readonly Point[], b: readonly Point[]): number[] {
  if (b.length < 3) return [];
  const n = times(minus(b[1], b[0]), minus(b[2], b[0]));
  const over = (p: Point) => b.every((q, k) => product(times(n, minus(b[(k + 1) % 3], q)), minus(p, q)) >= 0);
  return a.filter(over).map((p) => Math.abs(product(n, minus(p, b[0]))) / Math.sqrt(product(n, n)));
}
