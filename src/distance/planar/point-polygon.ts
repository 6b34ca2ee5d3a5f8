import { inBox, orientation } from '../../math/orientation.ts';

/** Position of a point relative to a closed outline; `boundary` only if it lies exactly on an edge. */
export type Where = 'inside' | 'boundary' | 'outside';

/** Closest point of an outline to a point, with the signed distance. */
export interface PointPolygon {
  /** `boundary` only if the point lies exactly on an edge. */
  where: Where;
  /** Below zero inside [m]. */
  signedDistance: number;
  /** Index of a closest edge: edge i runs from vertex i to i + 1. */
  edge: number;
  /** Parameter on that edge, 0 at its start, 1 at its end. */
  t: number;
  /** Closest point of the outline, x coordinate [m]. */
  x: number;
  /** Closest point of the outline, y coordinate [m]. */
  y: number;
  /** Is the closest point unique, to machine precision? */
  unique: boolean;
}

/** A new result of `closestPointPolygon`, which may be used again. */
export function createPointPolygon(): PointPolygon {
  return { where: 'outside', signedDistance: 0, edge: 0, t: 0, x: 0, y: 0, unique: true };
}

/**
 * Is the point (x, y) inside a polygon? By crossing number with half-open edges, on exact signs; no division. Vertices
 * are packed xy xy ... [m] in either order. [CP13-2.4]
 *
 * @example
 * ```ts
 * import { pointInPolygon } from 'appulse/kernels';
 *
 * const triangle = Float64Array.of(0, 0, 4, 0, 0, 4);
 * console.log(pointInPolygon(triangle, 1, 1), pointInPolygon(triangle, 2, 2), pointInPolygon(triangle, 3, 3)); // inside boundary outside
 * ```
 */
export function pointInPolygon(vertices: Float64Array, x: number, y: number): Where {
  let inside = false;
  for (let i = 0; i < vertices.length; i += 2) {
    const j = i + 2 < vertices.length ? i + 2 : 0;
    const ax = vertices[i];
    const ay = vertices[i + 1];
    const bx = vertices[j];
    const by = vertices[j + 1];
    const crosses = ay > y !== by > y;
    if (!crosses && !inBox(x, y, ax, ay, bx, by)) continue;
    const side = orientation(ax, ay, bx, by, x, y);
    if (side === 0 && inBox(x, y, ax, ay, bx, by)) return 'boundary';
    // an edge crossing to the right of the point has it on the left if it goes up, on the right if it goes down
    if (crosses && side > 0 === by > ay) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}

/**
 * `pointInPolygon` for a convex counter-clockwise outline in O(log n): binary search in the fan of triangles from
 * vertex 0.
 */
export function pointInConvexPolygon(vertices: Float64Array, x: number, y: number): Where {
  const v = vertices;
  const last = v.length / 2 - 1;
  const side = (i: number, j: number) => orientation(v[2 * i], v[2 * i + 1], v[2 * j], v[2 * j + 1], x, y);
  const first = side(0, 1);
  const closing = side(last, 0);
  if (first < 0 || closing < 0) return 'outside';
  let low = 1;
  let high = last;
  while (high - low > 1) {
    const midpoint = (low + high) >> 1;
    if (side(0, midpoint) >= 0) low = midpoint;
    else high = midpoint;
  }
  const outer = side(low, high);
  // on the line of an edge (rare): an edge of a straight chain, or outside all of them; test all edges
  if (first === 0 || closing === 0 || outer === 0) return pointInPolygon(vertices, x, y);
  return outer > 0 ? 'inside' : 'outside';
}

/** Squared distances within this factor are equal; points closer than this fraction of the distance, squared, are identical. */
const EQUAL_SQ = 1 + 1e-14;
const SAME_SQ = 1e-12;

/**
 * Closest point of an outline (packed xy xy ... [m], either order) to (x, y), with the signed distance: negative
 * inside. Writes into `out` and returns it.
 */
export function closestPointPolygon(out: PointPolygon, vertices: Float64Array, x: number, y: number): PointPolygon {
  let bestSq = Number.POSITIVE_INFINITY;
  out.unique = true;
  for (let i = 0; i < vertices.length; i += 2) {
    const j = i + 2 < vertices.length ? i + 2 : 0;
    const dx = vertices[j] - vertices[i];
    const dy = vertices[j + 1] - vertices[i + 1];
    const gx = x - vertices[i];
    const gy = y - vertices[i + 1];
    const lengthSq = dx * dx + dy * dy;
    const t = lengthSq > 0 ? Math.min(Math.max((gx * dx + gy * dy) / lengthSq, 0), 1) : 0;
    const rx = gx - t * dx;
    const ry = gy - t * dy;
    const distanceSq = rx * rx + ry * ry;
    if (distanceSq > EQUAL_SQ * bestSq) continue;
    const footX = t === 1 ? vertices[j] : vertices[i] + t * dx;
    const footY = t === 1 ? vertices[j + 1] : vertices[i + 1] + t * dy;
    const isEqual = bestSq <= EQUAL_SQ * distanceSq;
    const apart = Math.max(Math.abs(footX - out.x), Math.abs(footY - out.y));
    // neighbours have a common vertex
    if (!isEqual) out.unique = true;
    else if (apart * apart > SAME_SQ * distanceSq) out.unique = false;
    if (distanceSq < bestSq) {
      bestSq = distanceSq;
      out.edge = i / 2;
      out.t = t;
      out.x = footX;
      out.y = footY;
    }
  }
  out.where = pointInPolygon(vertices, x, y);
  const distance = Math.sqrt(bestSq);
  out.signedDistance = out.where === 'inside' ? -distance : out.where === 'boundary' ? 0 : distance;
  return out;
}

/** All closest edges, and the distinct closest points on them. */
export interface NearestEdges {
  /** Unsigned [m]. */
  distance: number;
  edges: number[];
  points: [number, number][];
}

/** Edges tie for the minimum distance within this fraction of the size of the query. */
const TIE = 1e-14;

/** All edges of the outline that tie for the minimum distance to (x, y); a common vertex gives both its edges. */
export function nearestEdges(vertices: Float64Array, x: number, y: number): NearestEdges {
  const single = createPointPolygon();
  const edge = new Float64Array(4);
  let size = 0;
  const feet = Array.from({ length: vertices.length / 2 }, (_, i) => {
    const j = (2 * i + 2) % vertices.length;
    edge.set([vertices[2 * i], vertices[2 * i + 1], vertices[j], vertices[j + 1]]);
    size = Math.max(size, Math.abs(x - edge[0]), Math.abs(y - edge[1]));
    closestPointPolygon(single, edge, x, y);
    return { edge: i, x: single.x, y: single.y, distance: Math.abs(single.signedDistance) };
  });
  const smallest = Math.min(...feet.map((foot) => foot.distance));
  const nearest = feet.filter((foot) => foot.distance <= smallest + TIE * size);
  const points: [number, number][] = [];
  for (const foot of nearest) {
    const same = points.some(([px, py]) => Math.max(Math.abs(px - foot.x), Math.abs(py - foot.y)) <= TIE * size);
    if (!same) points.push([foot.x, foot.y]);
  }
  return { distance: smallest, edges: nearest.map((foot) => foot.edge), points };
}
