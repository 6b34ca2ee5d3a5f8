/** The normal of two corners in the plane that are nearest to each other, in A's frame. */
import type { Contact } from '../contact.ts';
import { relative, simplex } from './scratch.ts';

/** Closer than this share of the coordinates the normal is taken from features, not from the points [CP13] spec 5.3.1. */
export const NEAR = 1e-9;
/** Scores of normals that differ by less than this share of the coordinates are equal: their rounding. */
export const SAME_WIDTH = 1e-15;

/** The way from corner a of A to corner b of B, x y, in A's frame [m]. */
export const facing = new Float64Array(2);

/**
 * The normal of two corners of which the difference is no normal: rounding, most of it if they touch. The best of a few directions is
 * the one along which the corners keep the bodies farthest apart, less what it misses them by.
 */
export function chooseNormal(out: Contact, va: Float64Array, vb: Float64Array, a: number, b: number): void {
  const { normal, distance } = out;
  const { x, y } = normal;
  bestScore = Number.NEGATIVE_INFINITY;
  if (!(distance > NEAR * simplex[4])) {
    normalBetweenCorners(out, va, vb, a, b);
    bestScore = scoreOf(distance, va, vb, a, b, normal.x, normal.y);
  }
  if (distance > 0) offerNormal(out, va, vb, a, b, x, y);
  const c = relative[0];
  const s = relative[1];
  for (let edge = 0; edge < 4; edge++) {
    const v = edge < 2 ? va : vb;
    const n = v.length;
    const corner = 2 * (edge < 2 ? a : b);
    const k = edge % 2 === 0 ? (corner + n - 2) % n : corner;
    const j = (k + 2) % n;
    const dx = v[j] - v[k];
    const dy = v[j + 1] - v[k + 1];
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) continue;
    const mx = dy / length;
    const my = -dx / length;
    offerNormal(out, va, vb, a, b, edge < 2 ? mx : s * my - c * mx, edge < 2 ? my : -s * mx - c * my);
  }
}

/** Of the normal in `out` [m]. */
let bestScore = 0;

/** Takes (x, y) for the normal if it is better. */
// biome-ignore format: fits one line
function offerNormal(out: Contact, va: Float64Array, vb: Float64Array, a: number, b: number, x: number, y: number): void {
  const score = scoreOf(out.distance, va, vb, a, b, x, y);
  if (!(score > bestScore + SAME_WIDTH * simplex[4])) return;
  bestScore = score;
  setNormal(out, x, y);
}

export function setNormal({ normal }: Contact, x: number, y: number): void {
  normal.x = x;
  normal.y = y;
}

/**
 * Gap of the bodies along the unit vector (x, y) of A's frame, by the corners `a` and `b`, apart by `facing`, and their neighbours; less
 * what a step of `distance` along it misses corner b by [m].
 */
// biome-ignore format: fits one line
export function scoreOf(distance: number, va: Float64Array, vb: Float64Array, a: number, b: number, x: number, y: number): number {
  const c = relative[0];
  const s = relative[1];
  const gap = facing[0] * x + facing[1] * y;
  const missX = facing[0] - distance * x;
  const missY = facing[1] - distance * y;
  const beyond = highestNeighbour(va, a, x, y) + highestNeighbour(vb, b, -(c * x + s * y), s * x - c * y);
  return gap - beyond - Math.sqrt(missX * missX + missY * missY);
}

/** By how much a neighbour of a corner lies farther along (x, y), in the frame of the vertices; 0 if none does [m]. */
function highestNeighbour(v: Float64Array, i: number, x: number, y: number): number {
  const n = v.length;
  const k = 2 * i;
  const before = k > 0 ? k - 2 : n - 2;
  const next = k + 2 < n ? k + 2 : 0;
  const rise = (v[before] - v[k]) * x + (v[before + 1] - v[k + 1]) * y;
  return Math.max(0, rise, (v[next] - v[k]) * x + (v[next + 1] - v[k + 1]) * y);
}

/**
 * Normal of two corners that touch: half way between A's outward bisector and the opposite of B's, so that exchanging the
 * bodies flips it. (Spec 5.3.1 takes B's bisector alone; for equal corners that is the same.) Where that is no direction
 * that keeps the bodies apart, the middle of those that do.
 */
function normalBetweenCorners(out: Contact, va: Float64Array, vb: Float64Array, a: number, b: number): void {
  const { normal } = out;
  const c = relative[0];
  const s = relative[1];
  addBisector(normal, vb, b, 0, 0);
  const { x, y } = normal;
  addBisector(normal, va, a, s * y - c * x, -s * x - c * y);
  const length = Math.hypot(normal.x, normal.y);
  // two points: no direction is better than another
  normal.x = length > 0 ? normal.x / length : 1;
  normal.y = length > 0 ? normal.y / length : 0;
  if (!separatesCorners(va, vb, a, b, normal.x, normal.y)) turnBetweenEdges(normal, va, vb, a, b);
}

/** An edge this little above the line across a direction is along it: the rounding of rotations. */
const LEVEL = 1e-12;

/** Does no edge at the corner rise along the direction (x, y)? */
function isHighest(v: Float64Array, i: number, x: number, y: number): boolean {
  const n = v.length;
  const k = 2 * i;
  for (let side = 0; side < 2; side++) {
    const j = side === 0 ? (k + n - 2) % n : (k + 2) % n;
    const dx = v[j] - v[k];
    const dy = v[j + 1] - v[k + 1];
    if (dx * x + dy * y > LEVEL * (Math.abs(dx) + Math.abs(dy))) return false;
  }
  return true;
}

/** Is corner `a` of A on the one side of the line across (x, y), given in A's frame, with all of A, and `b` on the other with B? */
function separatesCorners(va: Float64Array, vb: Float64Array, a: number, b: number, x: number, y: number): boolean {
  const c = relative[0];
  const s = relative[1];
  return isHighest(va, a, x, y) && isHighest(vb, b, -(c * x + s * y), s * x - c * y);
}

/** The middle of the directions that separate two corners: their ends are normals of edges. As it was, if there are none. */
function turnBetweenEdges(normal: Contact['normal'], va: Float64Array, vb: Float64Array, a: number, b: number): void {
  const c = relative[0];
  const s = relative[1];
  let sumX = 0;
  let sumY = 0;
  for (let edge = 0; edge < 4; edge++) {
    const v = edge < 2 ? va : vb;
    const n = v.length;
    const corner = 2 * (edge < 2 ? a : b);
    const k = edge % 2 === 0 ? (corner + n - 2) % n : corner;
    const j = (k + 2) % n;
    const length = Math.hypot(v[j] - v[k], v[j + 1] - v[k + 1]);
    if (length === 0) continue;
    const mx = (v[j + 1] - v[k + 1]) / length;
    const my = (v[k] - v[j]) / length;
    const x = edge < 2 ? mx : s * my - c * mx;
    const y = edge < 2 ? my : -s * mx - c * my;
    if (!separatesCorners(va, vb, a, b, x, y)) continue;
    sumX += x;
    sumY += y;
  }
  const size = Math.hypot(sumX, sumY);
  if (!(size > 0)) return;
  normal.x = sumX / size;
  normal.y = sumY / size;
}

/** out = (x, y) + the unit bisector of the two outward normals at a vertex, zero for a lone point. */
function addBisector(out: { x: number; y: number }, v: Float64Array, i: number, x: number, y: number): void {
  const n = v.length;
  const k = 2 * i;
  const before = (k + n - 2) % n;
  const next = (k + 2) % n;
  const d = Math.hypot(v[k] - v[before], v[k + 1] - v[before + 1]);
  const e = Math.hypot(v[next] - v[k], v[next + 1] - v[k + 1]);
  out.x = x;
  out.y = y;
  if (d === 0 || e === 0) return;
  // the end of a segment points along the segment
  let mx = (v[k + 1] - v[before + 1]) / d + (v[next + 1] - v[k + 1]) / e;
  let my = (v[before] - v[k]) / d + (v[k] - v[next]) / e;
  if (n === 4) {
    mx = v[k] - v[before];
    my = v[k + 1] - v[before + 1];
  }
  const m = Math.hypot(mx, my);
  out.x += mx / m;
  out.y += my / m;
}
