/** A ray and a polygon of the plane, convex or not, or its outline grown by a radius. */
import type { Polygon } from '../../shapes/polygon.ts';
import { whereInPolygon } from '../closest/point-polygon.ts';
import { keepNearer, startNearest, takeNearest } from './nearest-span.ts';
import { ends, rayGrownSegment } from './ray-segment.ts';
import { ENTER, EXIT, FEATURE, FROM, missBody, setNormal, span, TO } from './ray-span.ts';

/** An edge this far behind the start is met at the start, as a share of the coordinates: rounding. */
const BEHIND = 4e-15;

/**
 * The first edge after the start whose begin is on the left of the ray and whose end is not: there the ray enters. An end on the ray
 * counts as on its right, for both its edges: so no ray slips through between two edges, and one that only touches a corner has missed.
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
      const share = left / (left - next);
      const t = dx * (v[i] - ox) + dy * (v[i + 1] - oy) + share * (dx * (v[j] - v[i]) + dy * (v[j + 1] - v[i + 1]));
      if (t >= from - slack && t < first) { first = t; edge = i >> 1; }
    }
    i = j; left = next;
  }
  const inside = whereInPolygon(v, ox + from * dx, oy + from * dy) === 'inside';
  if (inside) { span[ENTER] = Number.NEGATIVE_INFINITY; span[EXIT] = Number.POSITIVE_INFINITY; return; }
  if (edge < 0 || first > to) {
    missBody();
    return;
  }
  span[ENTER] = Math.max(first, from); span[EXIT] = Number.POSITIVE_INFINITY;
  span[FEATURE] = edge;
  writeEdgeNormal(v, edge);
}

function writeEdgeNormal(v: Float64Array, edge: number): void {
  const i = 2 * edge;
  const k = (i + 2) % v.length;
  const x = v[k + 1] - v[i + 1];
  const y = v[i] - v[k];
  const length = Math.sqrt(x * x + y * y);
  setNormal(x / length, y / length, 0);
}

/** A disc of `radius` that moves along the ray meets the polygon where its centre meets an edge grown by it. */
export function rayGrownPolygon(line: Float64Array, polygon: Polygon, radius: number): void {
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
    rayGrownSegment(line, radius);
    span[FEATURE] = i >> 1;
    keepNearer();
  }
  takeNearest();
}
