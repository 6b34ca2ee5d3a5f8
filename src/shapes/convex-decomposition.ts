import { describeValue } from '../math/describe-value.ts';
import { orientation } from '../math/orientation.ts';
import type { Polygon } from './polygon.ts';

/** A convex part of a polygon with the parent indices of its vertices and edges. */
export interface ConvexPart {
  readonly polygon: Polygon;
  /** Vertex of the parent for each vertex of the part. */
  readonly parentVertices: Int32Array;
  /** Edge of the parent for each edge of the part, -1 for a diagonal. */
  readonly parentEdges: Int32Array;
}

const known = new WeakMap<Polygon, readonly ConvexPart[]>();

/**
 * Convex parts that cover a polygon without overlap, cut along diagonals only: ear clipping, then Hertel-Mehlhorn (at
 * most four times the minimum number). Computed once per polygon; later calls return the same list. All decisions are
 * exact signs.
 *
 * @example
 * ```ts
 * import { convexDecomposition, polygon } from 'appulse';
 *
 * const corner = polygon([[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]); // an L
 * console.log(convexDecomposition(corner).length); // 2
 * ```
 */
export function convexDecomposition(polygon: Polygon): readonly ConvexPart[] {
  return known.get(polygon) ?? decompose(polygon);
}

function checkPolygon(polygon: Polygon): void {
  if (polygon?.kind === 'polygon' && polygon.vertices instanceof Float64Array) return;
  throw new TypeError(`convexDecomposition: polygon must be made by polygon(vertices), got ${describeValue(polygon)}`);
}

/** Separate from `convexDecomposition`, which would otherwise allocate the variables of the closures at every call. */
function decompose(polygon: Polygon): readonly ConvexPart[] {
  checkPolygon(polygon);
  const count = polygon.vertices.length / 2;
  const whole = Array.from({ length: count }, (_, i) => i);
  const outlines = polygon.convex ? [whole] : mergeParts(polygon.vertices, clipEars(polygon.vertices));
  const parts = outlines.map((outline) => createPart(polygon, outline));
  known.set(polygon, parts);
  return parts;
}

/** `outline` lists vertices of the parent, counter-clockwise. */
function createPart(parent: Polygon, outline: readonly number[]): ConvexPart {
  const count = parent.vertices.length / 2;
  if (outline.length === count) {
    const own = Int32Array.from(outline);
    return { polygon: parent, parentVertices: own, parentEdges: own };
  }
  const vertices = Float64Array.from(outline.flatMap((i) => [parent.vertices[2 * i], parent.vertices[2 * i + 1]]));
  const edges = outline.map((i, k) => (outline[(k + 1) % outline.length] === (i + 1) % count ? i : -1));
  return {
    polygon: { kind: 'polygon', vertices, convex: true },
    parentVertices: Int32Array.from(outline),
    parentEdges: Int32Array.from(edges),
  };
}

function orientationOf(v: Float64Array, i: number, j: number, k: number): number {
  return orientation(v[2 * i], v[2 * i + 1], v[2 * j], v[2 * j + 1], v[2 * k], v[2 * k + 1]);
}

/** Triangles of vertex indices. An ear is a convex vertex whose triangle contains no other vertex, not even on its boundary. */
function clipEars(v: Float64Array): number[][] {
  const count = v.length / 2;
  const next = Int32Array.from({ length: count }, (_, i) => (i + 1) % count);
  const previous = Int32Array.from({ length: count }, (_, i) => (i + count - 1) % count);
  const triangles: number[][] = [];
  let left = count;
  for (let i = 0; left > 3; ) {
    const a = previous[i];
    const c = next[i];
    if (isEar(v, next, a, i, c)) {
      triangles.push([a, i, c]);
      next[a] = c;
      previous[c] = a;
      left--;
      // continue after the cut: ears from all around give better-shaped triangles than a fan
      i = next[c];
    } else {
      i = c;
    }
    if (left === 3) triangles.push([previous[i], i, next[i]]);
  }
  return triangles;
}

function isEar(v: Float64Array, next: Int32Array, a: number, b: number, c: number): boolean {
  if (!(orientationOf(v, a, b, c) > 0)) return false;
  const low = Math.min(v[2 * a], v[2 * b], v[2 * c]);
  const high = Math.max(v[2 * a], v[2 * b], v[2 * c]);
  for (let p = next[c]; p !== a; p = next[p]) {
    const x = v[2 * p];
    if (x < low || x > high) continue;
    if (orientationOf(v, a, b, p) >= 0 && orientationOf(v, b, c, p) >= 0 && orientationOf(v, c, a, p) >= 0)
      return false;
  }
  return true;
}

/** Removes diagonals one by one where both ends stay convex. */
function mergeParts(v: Float64Array, triangles: readonly number[][]): number[][] {
  const count = v.length / 2;
  const key = (from: number, to: number) => from * count + to;
  // the part to the left of each directed edge
  const owner = new Map<number, number[]>();
  const claim = (part: number[]) => {
    for (let k = 0; k < part.length; k++) owner.set(key(part[k], part[(k + 1) % part.length]), part);
  };
  triangles.forEach(claim);
  const parts = new Set(triangles);
  for (const [from, , to] of triangles) {
    const here = owner.get(key(to, from));
    const there = owner.get(key(from, to));
    if (here === undefined || there === undefined || here === there) continue;
    const merged = joinAtEdge(v, here, there, to, from);
    if (merged === undefined) continue;
    parts.delete(here);
    parts.delete(there);
    parts.add(merged);
    owner.delete(key(to, from));
    owner.delete(key(from, to));
    claim(merged);
  }
  return [...parts];
}

/** The union of two convex parts over their common edge i → j of the first (j → i of the second), if it is convex. */
function joinAtEdge(
  v: Float64Array,
  first: readonly number[],
  second: readonly number[],
  i: number,
  j: number,
): number[] | undefined {
  const fromJ = [...first.slice(first.indexOf(j)), ...first.slice(0, first.indexOf(j))]; // j ... i
  const fromI = [...second.slice(second.indexOf(i)), ...second.slice(0, second.indexOf(i))]; // i ... j
  const convexAtI = orientationOf(v, fromJ[fromJ.length - 2], i, fromI[1]) >= 0;
  const convexAtJ = orientationOf(v, fromI[fromI.length - 2], j, fromJ[1]) >= 0;
  return convexAtI && convexAtJ ? [...fromJ, ...fromI.slice(1, -1)] : undefined;
}
