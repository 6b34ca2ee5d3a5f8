/** A ray and a planar polygon, convex or not, or its boundary inflated by a radius. */

import { pointInPolygon } from '../distance/planar/point-polygon.ts';
import type { Polygon } from '../shapes/polygon.ts';
import { startNearest, storeIfNearer, takeNearest } from './nearest-span.ts';
import { rayInflatedSegment } from './ray-segment.ts';
import { ENTER, EXIT, FEATURE, FROM, missBody, NORMAL, setNormal, span, TO } from './ray-span.ts';

const ends = new Float64Array(6);

/** An edge this far behind the start is hit at the start, relative to the coordinates: rounding. */
const BEHIND = 4e-15;

/**
 * The ray enters at the first edge after the start whose first vertex is on the left of the ray and whose second is not. A vertex on the
 * ray counts as on its right, for both its edges: so no ray passes between two edges, and one that only touches a corner misses.
 */
// biome-ignore format: one vector per line
export function rayPolygon(line: Float64Array, { vertices: v }: Polygon): void {
  const ox = line[0], oy = line[1], dx = line[3], dy = line[4];
  const from = span[FROM], to = span[TO];
  const slack = BEHIND * (Math.abs(ox) + Math.abs(oy) + Math.abs(from));
  let first = Number.POSITIVE_INFINITY;
  let edge = -1;
  let i = v.length - 2;
  let left = dx * (v[i + 1] - oy) - dy * (v[i] - ox);
  for (let j = 0; j < v.length; j += 2) {
    const next = dx * (v[j + 1] - oy) - dy * (v[j] - ox);
    if (left > 0 && !(next > 0)) {
      const fraction = left / (left - next);
      const t = dx * (v[i] - ox) + dy * (v[i + 1] - oy) + fraction * (dx * (v[j] - v[i]) + dy * (v[j + 1] - v[i + 1]));
      const rounding = slack + BEHIND * (Math.abs(v[i]) + Math.abs(v[i + 1]));
      if (t >= from - rounding && t < first) { first = t; edge = i >> 1; }
    }
    i = j; left = next;
  }
  const x = ox + from * dx, y = oy + from * dy;
  const where = pointInPolygon(v, x, y);
  if (where === 'inside') { span[ENTER] = Number.NEGATIVE_INFINITY; span[EXIT] = Number.POSITIVE_INFINITY; return; }
  if (where === 'boundary') {
    // from the boundary into the polygon, unless the ray only runs along an edge
    const exit = firstExit(line, v);
    const midpoint = 0.5 * (from + exit);
    if (exit < first && pointInPolygon(v, ox + midpoint * dx, oy + midpoint * dy) === 'inside') { first = from; edge = facingEdge(v, x, y, dx, dy); }
  }
  if (edge < 0 || first > to) {
    missBody();
    return;
  }
  span[ENTER] = Math.max(first, from); span[EXIT] = Number.POSITIVE_INFINITY;
  span[FEATURE] = edge;
  writeEdgeNormal(v, edge);
}

/** First exit clearly after the start: over an edge whose first vertex is not on the left and whose second is. */
// biome-ignore format: one vector per line
function firstExit(line: Float64Array, v: Float64Array): number {
  const ox = line[0], oy = line[1], dx = line[3], dy = line[4];
  const slack = BEHIND * (Math.abs(ox) + Math.abs(oy) + Math.abs(span[FROM]));
  let exit = Number.POSITIVE_INFINITY;
  for (let i = 0; i < v.length; i += 2) {
    const j = (i + 2) % v.length;
    const left = dx * (v[i + 1] - oy) - dy * (v[i] - ox), next = dx * (v[j + 1] - oy) - dy * (v[j] - ox);
    if (left > 0 || !(next > 0)) continue;
    const fraction = left / (left - next);
    const t = dx * (v[i] - ox) + dy * (v[i + 1] - oy) + fraction * (dx * (v[j] - v[i]) + dy * (v[j + 1] - v[i + 1]));
    const rounding = slack + BEHIND * (Math.abs(v[i]) + Math.abs(v[i + 1]));
    if (t > span[FROM] + rounding && t < exit) exit = t;
  }
  return exit;
}

/** Of the edges through a boundary point, to machine precision, the one that most faces a ray along (dx, dy); -1 for none. */
// biome-ignore format: one vector per line
function facingEdge(v: Float64Array, x: number, y: number, dx: number, dy: number): number {
  let max = Number.POSITIVE_INFINITY;
  let edge = -1;
  for (let i = 0; i < v.length; i += 2) {
    const j = (i + 2) % v.length;
    const ex = v[j] - v[i], ey = v[j + 1] - v[i + 1];
    const length = Math.sqrt(ex * ex + ey * ey);
    const gx = x - v[i], gy = y - v[i + 1];
    const rounding = BEHIND * (Math.abs(x) + Math.abs(y) + Math.abs(v[i]) + Math.abs(v[i + 1]) + length);
    const projection = (gx * ex + gy * ey) / length, off = (gx * ey - gy * ex) / length;
    if (!(projection >= -rounding && projection <= length + rounding && Math.abs(off) <= rounding)) continue;
    // outward normal times direction
    const along = (dx * ey - dy * ex) / length;
    if (along < max) { max = along; edge = i >> 1; }
  }
  return edge;
}

function writeEdgeNormal(v: Float64Array, edge: number): void {
  const i = 2 * edge;
  const k = (i + 2) % v.length;
  const x = v[k + 1] - v[i + 1];
  const y = v[i] - v[k];
  const length = Math.sqrt(x * x + y * y);
  setNormal(x / length, y / length, 0);
}

/** A disc of `radius` moving along the ray hits the polygon where its centre hits an edge inflated by `radius`. */
export function rayInflatedPolygon(line: Float64Array, polygon: Polygon, radius: number): void {
  const { vertices: v } = polygon;
  rayPolygon(line, polygon);
  if (span[ENTER] === Number.NEGATIVE_INFINITY) return;
  startNearest();
  for (let i = 0; i < v.length; i += 2) {
    const j = (i + 2) % v.length;
    ends[0] = v[i];
    ends[1] = v[i + 1];
    ends[3] = v[j];
    ends[4] = v[j + 1];
    ends[2] = line[2];
    ends[5] = line[2];
    rayInflatedSegment(line, radius, ends);
    span[FEATURE] = i >> 1;
    storeIfNearer();
  }
  takeNearest();
  if (span[ENTER] !== Number.POSITIVE_INFINITY) leaveCorner(line, v);
}

/**
 * At a corner, the endpoint disc of one edge and the side of the other are hit at the same time, to machine precision. Where the centre
 * projects onto the other edge, that edge gives the normal: with a small radius, a small offset is a large angle.
 */
// biome-ignore format: one vector per line
function leaveCorner(line: Float64Array, v: Float64Array): void {
  const i = 2 * span[FEATURE], j = (i + 2) % v.length;
  const ex = v[j] - v[i], ey = v[j + 1] - v[i + 1];
  const nx = span[NORMAL], ny = span[NORMAL + 1];
  const x = line[0] + span[ENTER] * line[3] - v[i], y = line[1] + span[ENTER] * line[4] - v[i + 1];
  const projection = x * ex + y * ey;
  const beyond = projection > ex * ex + ey * ey;
  if (!beyond && projection >= 0) return;
  const k = beyond ? j : (i + v.length - 2) % v.length, l = (k + 2) % v.length;
  const along = nx * (v[l] - v[k]) + ny * (v[l + 1] - v[k + 1]);
  if (beyond ? !(along > 0) : !(along < 0)) return;
  span[FEATURE] = k >> 1;
  writeEdgeNormal(v, k >> 1);
}
