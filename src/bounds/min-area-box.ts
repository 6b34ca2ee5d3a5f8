import { createVec3, normalizeVec3, type Vec3 } from '../math/vec3.ts';
import type { Hull2 } from '../shapes/hull/hull2.ts';

/** The smallest rectangles around a planar hull. */
export interface MinAreaBox {
  /** [m²] */
  readonly area: number;
  /** Every hull edge (from vertex i to i + 1) with a rectangle of this area on it. */
  readonly hullEdges: readonly number[];
  /** Unit vector along the first of them; x when there is none. */
  readonly direction: Vec3;
}

/** Areas closer than this, relatively, are equal. */
const TIE = 1e-13;

/**
 * The rectangles of minimum area around a hull. Such a rectangle has a side on a hull edge: rotating calipers test
 * every edge. A segment has area 0 on both of its sides, a point has no edge. [CP13-1.3]
 */
export function minAreaBox(hull: Hull2): MinAreaBox {
  const areas = edgeBoxAreas(hull.vertices);
  const area = areas.length > 0 ? areas.reduce((p, q) => Math.min(p, q)) : 0;
  const hullEdges = [...areas.keys()].filter((edge) => areas[edge] <= area * (1 + TIE));
  return { area, hullEdges, direction: edgeDirection(hull.vertices, hullEdges[0]) };
}

function edgeDirection(v: Float64Array, edge: number | undefined): Vec3 {
  if (edge === undefined) return createVec3(1, 0, 0);
  const to = (2 * edge + 2) % v.length;
  const direction = createVec3(v[to] - v[2 * edge], v[to + 1] - v[2 * edge + 1]);
  return normalizeVec3(direction, direction);
}

/**
 * Area of the rectangle on each edge of a strictly convex polygon (xy xy ..., counter-clockwise). Three indices advance
 * with the edge: the support vertices in the directions ahead, off the edge and back.
 */
function edgeBoxAreas(vertices: Float64Array): Float64Array {
  const n = vertices.length / 2;
  const areas = new Float64Array(n > 1 ? n : 0);
  const differenceX = (i: number, j: number) => vertices[2 * (j % n)] - vertices[2 * (i % n)];
  const differenceY = (i: number, j: number) => vertices[2 * (j % n) + 1] - vertices[2 * (i % n) + 1];
  let ahead = 1;
  let off = 1;
  let back = 1;
  for (let i = 0; i < areas.length; i++) {
    const ex = differenceX(i, i + 1);
    const ey = differenceY(i, i + 1);
    const along = (j: number, k: number) => ex * differenceX(j, k) + ey * differenceY(j, k);
    const across = (j: number, k: number) => ex * differenceY(j, k) - ey * differenceX(j, k);
    ahead = Math.max(ahead, i + 1);
    while (along(ahead, ahead + 1) > 0) ahead++;
    off = Math.max(off, ahead);
    while (across(off, off + 1) > 0) off++;
    back = Math.max(back, off);
    while (along(back, back + 1) < 0) back++;
    areas[i] = (along(back, ahead) / along(i, i + 1)) * across(i, off);
  }
  return areas;
}
