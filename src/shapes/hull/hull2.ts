import { inBox, orientation } from '../../math/orientation.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import { checkPoints } from './points.ts';

/** The convex hull of planar points: a strictly convex polygon, a segment (two vertices) or a point (one). */
export interface Hull2 {
  /** Input indices of the vertices; of equal points the first. */
  readonly indices: Int32Array;
  /** xy xy ... [m], counter-clockwise, from the vertex with the smallest x, then y. */
  readonly vertices: Float64Array;
}

/**
 * Convex hull of planar points xy xy ... [m]: Andrew's monotone chain with an exact orientation predicate; points on an
 * edge are dropped. Returns a new hull. [CP13-1.5]
 *
 * @example
 * ```ts
 * import { convexHull2, hullArea } from 'appulse/bounds';
 *
 * const hull = convexHull2(Float64Array.of(0, 0, 2, 0, 1, 0.5, 2, 2, 0, 2)); // a square and a point inside
 * console.log([...hull.indices], hullArea(hull)); // [ 0, 1, 3, 4 ] 4
 * ```
 */
export function convexHull2(points: Float64Array): Hull2 {
  checkPoints(points, 2);
  const order = Array.from({ length: points.length / 2 }, (_, i) => i);
  order.sort((i, j) => points[2 * i] - points[2 * j] || points[2 * i + 1] - points[2 * j + 1] || i - j);
  const distinct = order.filter((i, k) => k === 0 || !samePoint(points, i, order[k - 1]));
  const lower = halfChain(points, distinct);
  const upper = halfChain(points, distinct.toReversed());
  // each chain ends where the other starts; a single point is both
  const indices = Int32Array.from(distinct.length === 1 ? distinct : [...lower.slice(0, -1), ...upper.slice(0, -1)]);
  const vertices = new Float64Array(2 * indices.length);
  indices.forEach((index, k) => {
    vertices[2 * k] = points[2 * index];
    vertices[2 * k + 1] = points[2 * index + 1];
  });
  return { indices, vertices };
}

function samePoint(points: Float64Array, i: number, j: number): boolean {
  return points[2 * i] === points[2 * j] && points[2 * i + 1] === points[2 * j + 1];
}

/** The strictly convex (counter-clockwise) chain from the first to the last of `sorted`. */
function halfChain(points: Float64Array, sorted: readonly number[]): number[] {
  const chain: number[] = [];
  for (const i of sorted) {
    while (chain.length >= 2 && orientationOf(points, chain[chain.length - 2], chain[chain.length - 1], i) <= 0)
      chain.pop();
    chain.push(i);
  }
  return chain;
}

function orientationOf(points: Float64Array, i: number, j: number, k: number): number {
  return orientation(
    points[2 * i],
    points[2 * i + 1],
    points[2 * j],
    points[2 * j + 1],
    points[2 * k],
    points[2 * k + 1],
  );
}

/** Area of a hull [m²], summed from differences to its first vertex. */
export function hullArea(hull: Hull2): number {
  const { vertices: v } = hull;
  let doubled = 0;
  for (let i = 2; i + 3 < v.length; i += 2) {
    doubled += (v[i] - v[0]) * (v[i + 3] - v[1]) - (v[i + 1] - v[1]) * (v[i + 2] - v[0]);
  }
  return doubled / 2;
}

/** The hull after a planar motion; `out` has as many vertices (see `copyHull2`) and may be `hull`. */
export function transformHull2(out: Hull2, hull: Hull2, pose: ReadonlyPose): Hull2 {
  const { position: p, rotation: r } = pose;
  for (let i = 0; i < hull.vertices.length; i += 2) {
    const x = hull.vertices[i];
    const y = hull.vertices[i + 1];
    out.vertices[i] = p.x + (r.xx * x + r.xy * y);
    out.vertices[i + 1] = p.y + (r.yx * x + r.yy * y);
  }
  return out;
}

export function copyHull2(hull: Hull2): Hull2 {
  return { indices: hull.indices.slice(), vertices: hull.vertices.slice() };
}

/** Does the hull contain the point (x, y) [m]? Exact for the given doubles: on the boundary is inside. */
export function hull2ContainsPoint(hull: Hull2, p: ReadonlyVec3): boolean {
  const { vertices: v } = hull;
  const n = v.length;
  if (n === 2) return p.x === v[0] && p.y === v[1];
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n;
    if (orientation(v[i], v[i + 1], v[j], v[j + 1], p.x, p.y) < 0) return false;
  }
  // a segment has passed both of its sides: p is on its line
  return n > 4 || inBox(p.x, p.y, v[0], v[1], v[2], v[3]);
}

/**
 * Do two hulls have a common point? Separating axes: the edge normals decide for polygons; hulls of zero area are also
 * tested along their edges and along the coordinate axes. Touching counts; no false negatives beyond rounding.
 */
export function hullsOverlap2(a: Hull2, b: Hull2): boolean {
  if (separatedAlong(a, b, 1, 0) || separatedAlong(a, b, 0, 1)) return false;
  return !separatedByEdges(a, b) && !separatedByEdges(b, a);
}

function separatedByEdges(a: Hull2, b: Hull2): boolean {
  const { vertices: v } = a;
  for (let i = 0; i < v.length; i += 2) {
    const j = (i + 2) % v.length;
    const dx = v[j] - v[i];
    const dy = v[j + 1] - v[i + 1];
    if (separatedAlong(a, b, dy, -dx)) return true;
    if (v.length <= 4 && separatedAlong(a, b, dx, dy)) return true;
  }
  return false;
}

/** Offsets are relative to one vertex of `a`, so that a far-away origin causes no cancellation. */
function separatedAlong(a: Hull2, b: Hull2, dx: number, dy: number): boolean {
  const [x, y] = a.vertices;
  const spanA = intervalAlong(a.vertices, x, y, dx, dy);
  const spanB = intervalAlong(b.vertices, x, y, dx, dy);
  return spanA.max < spanB.min || spanB.max < spanA.min;
}

function intervalAlong(
  vertices: Float64Array,
  x: number,
  y: number,
  dx: number,
  dy: number,
): { min: number; max: number } {
  const span = { min: Infinity, max: -Infinity };
  for (let i = 0; i < vertices.length; i += 2) {
    const s = (vertices[i] - x) * dx + (vertices[i + 1] - y) * dy;
    span.min = Math.min(span.min, s);
    span.max = Math.max(span.max, s);
  }
  return span;
}
