/** Normal of two closest vertices in the plane, in A's frame. */
import type { Contact } from '../contact.ts';
import type { PolygonWorkspace } from './scratch.ts';

/** Below this distance relative to the coordinates, the normal comes from features, not from the points. [CP13-5.3.1]. */
export const NEAR = 1e-9;
/** Scores of normals that differ by less than this fraction of the coordinates are equal: rounding error. */
export const SAME_WIDTH = 1e-15;

/**
 * Normal of two corners whose difference is no reliable normal: mostly rounding error if they touch. Chooses, among a few directions,
 * the one with the largest separation of the bodies, less the distance by which it misses the corner.
 */
export function chooseNormal(
  workspace: PolygonWorkspace,
  out: Contact,
  va: Float64Array,
  vb: Float64Array,
  a: number,
  b: number,
  facing: Float64Array,
): void {
  const { simplex, relative } = workspace;
  const { normal, distance } = out;
  const { x, y } = normal;
  bestScore = Number.NEGATIVE_INFINITY;
  if (!(distance > NEAR * simplex[4])) {
    normalBetweenCorners(workspace, out, va, vb, a, b);
    bestScore = scoreOf(workspace, distance, va, vb, a, b, normal.x, normal.y, facing);
  }
  if (distance > 0) offerNormal(workspace, out, va, vb, a, b, x, y, facing);
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
    offerNormal(
      workspace,
      out,
      va,
      vb,
      a,
      b,
      edge < 2 ? mx : s * my - c * mx,
      edge < 2 ? my : -s * mx - c * my,
      facing,
    );
  }
}

/** Score of the normal in `out` [m]. */
let bestScore = 0;

/** Takes (x, y) as the normal if its score is higher. */
// biome-ignore format: fits one line
function offerNormal(workspace: PolygonWorkspace, out: Contact, va: Float64Array, vb: Float64Array, a: number, b: number, x: number, y: number, facing: Float64Array): void {
  const { simplex } = workspace;
  const score = scoreOf(workspace, out.distance, va, vb, a, b, x, y, facing);
  if (!(score > bestScore + SAME_WIDTH * simplex[4])) return;
  bestScore = score;
  setNormal(out, x, y);
}

export function setNormal({ normal }: Contact, x: number, y: number): void {
  normal.x = x;
  normal.y = y;
}

/**
 * Gap of the bodies along the unit vector (x, y) of A's frame, from the corners `a` and `b`, apart by `facing`, and their neighbours; less the
 * distance by which a step of `distance` along it misses corner b [m].
 */
// biome-ignore format: fits one line
export function scoreOf(workspace: PolygonWorkspace, distance: number, va: Float64Array, vb: Float64Array, a: number, b: number, x: number, y: number, facing: Float64Array): number {
  const { relative } = workspace;
  const c = relative[0];
  const s = relative[1];
  const gap = facing[0] * x + facing[1] * y;
  const missX = facing[0] - distance * x;
  const missY = facing[1] - distance * y;
  const beyond = highestNeighbour(va, a, x, y) + highestNeighbour(vb, b, -(c * x + s * y), s * x - c * y);
  return gap - beyond - Math.sqrt(missX * missX + missY * missY);
}

/** Height of the higher neighbour of a corner above the corner in direction (x, y), in the frame of the vertices; 0 if both are lower [m]. */
function highestNeighbour(v: Float64Array, i: number, x: number, y: number): number {
  const n = v.length;
  const k = 2 * i;
  const before = k > 0 ? k - 2 : n - 2;
  const next = k + 2 < n ? k + 2 : 0;
  const rise = (v[before] - v[k]) * x + (v[before + 1] - v[k + 1]) * y;
  return Math.max(0, rise, (v[next] - v[k]) * x + (v[next + 1] - v[k + 1]) * y);
}

/**
 * Normal of two touching corners: halfway between A's outward bisector and the opposite of B's, so that swapping the
 * bodies flips it. ([CP13-5.3.1] takes B's bisector alone, which is the same for equal corners.) If that direction does not
 * separate the bodies: the mean of the directions that do.
 */
function normalBetweenCorners(
  workspace: PolygonWorkspace,
  out: Contact,
  va: Float64Array,
  vb: Float64Array,
  a: number,
  b: number,
): void {
  const { relative } = workspace;
  const { normal } = out;
  const c = relative[0];
  const s = relative[1];
  addBisector(normal, vb, b, 0, 0);
  const { x, y } = normal;
  addBisector(normal, va, a, s * y - c * x, -s * x - c * y);
  const length = Math.hypot(normal.x, normal.y);
  // two points: any direction
  normal.x = length > 0 ? normal.x / length : 1;
  normal.y = length > 0 ? normal.y / length : 0;
  if (!separatesCorners(workspace, va, vb, a, b, normal.x, normal.y))
    bisectSeparatingNormals(workspace, normal, va, vb, a, b);
}

/** An edge with a slope below this is perpendicular to the direction: rounding error of rotations. */
const LEVEL = 1e-12;

/** Is the corner a support point in direction (x, y): does no edge at it rise? */
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

/** Does a line perpendicular to (x, y), given in A's frame, separate A at corner `a` from B at corner `b`? */
function separatesCorners(
  workspace: PolygonWorkspace,
  va: Float64Array,
  vb: Float64Array,
  a: number,
  b: number,
  x: number,
  y: number,
): boolean {
  const { relative } = workspace;
  const c = relative[0];
  const s = relative[1];
  return isHighest(va, a, x, y) && isHighest(vb, b, -(c * x + s * y), s * x - c * y);
}

/** Mean of the directions that separate two corners; its extremes are edge normals. Unchanged if there are none. */
function bisectSeparatingNormals(
  workspace: PolygonWorkspace,
  normal: Contact['normal'],
  va: Float64Array,
  vb: Float64Array,
  a: number,
  b: number,
): void {
  const { relative } = workspace;
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
    if (!separatesCorners(workspace, va, vb, a, b, x, y)) continue;
    sumX += x;
    sumY += y;
  }
  const size = Math.hypot(sumX, sumY);
  if (!(size > 0)) return;
  normal.x = sumX / size;
  normal.y = sumY / size;
}

/** out = (x, y) + the unit bisector of the two outward normals at a vertex, zero for a single point. */
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
