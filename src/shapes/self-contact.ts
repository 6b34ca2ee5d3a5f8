import { orientation, segmentsIntersect } from '../math/orientation.ts';

/**
 * Two edges of a closed polygon that intersect other than at the common vertex of neighbours, or undefined for a simple one.
 *
 * The sweep of Shamos and Hoey: vertices are visited from left to right (by x, then y) while `active` holds the edges
 * under the sweep line from bottom to top; two edges can only intersect after they have become neighbours in that list, so
 * only new neighbours are tested. All decisions are exact signs. A vertex costs O(log n) predicates and one short memory move.
 */
export function findSelfContact(vertices: Float64Array): [number, number] | undefined {
  const count = vertices.length / 2;
  const fold = findFold(vertices);
  if (fold >= 0) return [(fold + count - 1) % count, fold];
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((i, j) => compareVertices(vertices, i, j));
  const active = new Int32Array(count);
  let length = 0;
  for (let step = 0; step < count; step++) {
    const vertex = order[step];
    if (step > 0 && compareVertices(vertices, order[step - 1], vertex) === 0) return [order[step - 1], vertex];
    const before = (vertex + count - 1) % count;
    const next = (vertex + 1) % count;
    const opensBefore = compareVertices(vertices, vertex, before) < 0;
    const opensNext = compareVertices(vertices, vertex, next) < 0;
    const position = findPosition(vertices, active, length, vertex, before);
    // an edge that ends here is at this position, unless it has already crossed another one
    const ending = (opensBefore ? 0 : 1) + (opensNext ? 0 : 1);
    for (let k = 0; k < Math.max(ending, 1) && position + k < length; k++) {
      const other = active[position + k];
      const endsHere = other === before || other === vertex;
      if (ending > 0 ? !endsHere : liesOn(vertices, other, vertex)) return [other, vertex];
    }
    if (position + ending > length) return [before, vertex];
    // remove the ending edges, insert the opening ones, lower one first
    const opening = 2 - ending;
    active.copyWithin(position + opening, position + ending, length);
    length += opening - ending;
    if (opening === 2) {
      const beforeIsLower = orientationAt(vertices, vertex) < 0;
      active[position] = beforeIsLower ? before : vertex;
      active[position + 1] = beforeIsLower ? vertex : before;
    } else if (opening === 1) {
      active[position] = opensBefore ? before : vertex;
    }
    for (const upper of opening === 0 ? [position] : [position, position + opening]) {
      if (upper > 0 && upper < length && edgesIntersect(vertices, active[upper - 1], active[upper])) {
        return [active[upper - 1], active[upper]];
      }
    }
  }
  return undefined;
}

/** The first vertex where the outline folds back onto itself, or -1. */
function findFold(vertices: Float64Array): number {
  const count = vertices.length / 2;
  for (let i = 0; i < count; i++) {
    if (orientationAt(vertices, i) !== 0) continue;
    const before = (i + count - 1) % count;
    const next = (i + 1) % count;
    // collinear: no fold if the vertex lies between its neighbours
    if (compareVertices(vertices, before, i) * compareVertices(vertices, i, next) < 0) return i;
  }
  return -1;
}

/** Lexicographic order: by x, then by y. */
function compareVertices(vertices: Float64Array, i: number, j: number): number {
  return vertices[2 * i] - vertices[2 * j] || vertices[2 * i + 1] - vertices[2 * j + 1];
}

/** Exact sign of the orientation at vertex i: above zero is counter-clockwise. */
export function orientationAt(vertices: Float64Array, i: number): number {
  const count = vertices.length / 2;
  return edgeSide(vertices, (i + count - 1) % count, (i + 1) % count);
}

/** Side of edge `edge` on which vertex `vertex` lies. Above zero: left. */
function edgeSide(v: Float64Array, edge: number, vertex: number): number {
  const a = 2 * edge;
  const b = a + 2 < v.length ? a + 2 : 0;
  const p = 2 * vertex;
  return orientation(v[a], v[a + 1], v[b], v[b + 1], v[p], v[p + 1]);
}

/** Position of the lowest active edge that does not pass below `vertex`. Edges that end at the vertex count as not below. */
function findPosition(
  vertices: Float64Array,
  active: Int32Array,
  length: number,
  vertex: number,
  before: number,
): number {
  const count = vertices.length / 2;
  let low = 0;
  let high = length;
  while (low < high) {
    const midpoint = (low + high) >> 1;
    const edge = active[midpoint];
    const toTheRight = compareVertices(vertices, edge, (edge + 1) % count) < 0;
    const side = edge === before || edge === vertex ? 0 : edgeSide(vertices, edge, vertex);
    if (toTheRight ? side > 0 : side < 0) low = midpoint + 1;
    else high = midpoint;
  }
  return low;
}

/** Does the vertex lie on the line of an active edge (and so on the edge, as the sweep is at the vertex)? */
function liesOn(vertices: Float64Array, edge: number, vertex: number): boolean {
  return edgeSide(vertices, edge, vertex) === 0;
}

/** Do two edges intersect? Neighbours do not count: without a fold they share only their common vertex. */
function edgesIntersect(v: Float64Array, e: number, f: number): boolean {
  const count = v.length / 2;
  if ((e + 1) % count === f || (f + 1) % count === e) return false;
  const a = 2 * e;
  const b = 2 * ((e + 1) % count);
  const c = 2 * f;
  const d = 2 * ((f + 1) % count);
  return segmentsIntersect(v[a], v[a + 1], v[b], v[b + 1], v[c], v[c + 1], v[d], v[d + 1]) !== 'apart';
}
