import { checkList, rejectFlatList } from '../math/check-arguments.ts';
import { checkSize, describeValue } from './checks.ts';
import { findSelfContact, orientationAt } from './self-contact.ts';

/** A simple planar polygon, convex or not, with any number of vertices. Edge i runs from vertex i to i + 1. */
export interface Polygon {
  readonly kind: 'polygon';
  /** Counter-clockwise, xy xy ... [m]; no two neighbours are equal. */
  readonly vertices: Float64Array;
  /** No clockwise vertex. Vertices inside a straight side are allowed. */
  readonly convex: boolean;
}

/**
 * A simple planar polygon, convex or not, from at least three [x, y] vertices [m] in either order. A repeated first
 * vertex and zero-length edges are dropped; clockwise input is reversed. Throws a RangeError for an outline that
 * intersects or touches itself.
 *
 * @example
 * ```ts
 * import { closest, disc, polygon, pose } from 'appulse';
 *
 * const corner = polygon([[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]); // an L
 * const { distance, featureA, indexA } = closest(corner, pose(), disc(0.5), pose([2, 2]));
 * console.log(corner.convex, distance, featureA, indexA); // false 0.5 edge 2
 * ```
 */
export function createPolygon(vertices: readonly (readonly number[])[]): Polygon {
  checkList('polygon: vertices', vertices, 'a list of [x, y]');
  rejectFlatList('polygon: vertices', vertices, '[x, y]');
  const packed = new Float64Array(2 * vertices.length);
  vertices.forEach((vertex, i) => {
    checkVertex(`polygon: vertices[${i}]`, vertex);
    packed[2 * i] = vertex[0];
    packed[2 * i + 1] = vertex[1];
  });
  return polygonFromPacked(packed);
}

function checkVertex(name: string, vertex: readonly number[]): void {
  checkList(name, vertex, '[x, y]');
  if (vertex.length === 2 && typeof vertex[0] === 'number' && typeof vertex[1] === 'number') return;
  const message = `${name} must be [x, y], got ${describeValue(vertex)}`;
  throw vertex.length === 2 ? new TypeError(message) : new RangeError(message);
}

/** The same from packed coordinates xy xy ... [m]. The input is copied. */
export function polygonFromPacked(coordinates: ArrayLike<number>): Polygon {
  // the input index of every vertex that remains, for messages
  const remaining = withoutDuplicates(coordinates);
  if (remaining.length < 3) {
    throw new RangeError(`polygon: at least 3 different vertices in a row, got ${remaining.length}`);
  }
  let vertices = takeVertices(coordinates, remaining);
  const orientation = orientationAt(vertices, lowestVertex(vertices));
  if (orientation < 0) {
    remaining.reverse();
    vertices = takeVertices(coordinates, remaining);
  }
  const orientations = remaining.map((_, i) => orientationAt(vertices, i));
  if (orientations.every((sign) => sign === 0)) throw new RangeError('polygon: no area, all vertices lie on one line');
  const convex = orientations.every((sign) => sign >= 0) && windsOnce(vertices);
  const selfContact = convex ? undefined : findSelfContact(vertices);
  if (selfContact !== undefined) {
    const [e, f] = selfContact.map((edge) => `${remaining[edge]}-${remaining[(edge + 1) % remaining.length]}`);
    throw new RangeError(
      `polygon: the outline crosses or touches itself, edges ${e} and ${f} (vertex indices) intersect`,
    );
  }
  checkSize(
    'polygon',
    vertices.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0),
  );
  return { kind: 'polygon', vertices, convex };
}

/** Input indices without vertices equal to their predecessor, around the closed outline. */
function withoutDuplicates(coordinates: ArrayLike<number>): number[] {
  const remaining: number[] = [];
  for (let i = 0; 2 * i < coordinates.length; i++) {
    const x = coordinates[2 * i];
    const y = coordinates[2 * i + 1];
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      throw new RangeError(`polygon: vertices[${i}] must be two finite numbers, got ${describeValue([x, y])}`);
    }
    const last = remaining.length === 0 ? -1 : remaining[remaining.length - 1];
    if (last < 0 || x !== coordinates[2 * last] || y !== coordinates[2 * last + 1]) remaining.push(i);
  }
  const same = (i: number, j: number) =>
    coordinates[2 * i] === coordinates[2 * j] && coordinates[2 * i + 1] === coordinates[2 * j + 1];
  while (remaining.length > 1 && same(remaining[0], remaining[remaining.length - 1])) remaining.pop();
  return remaining;
}

function takeVertices(coordinates: ArrayLike<number>, indices: readonly number[]): Float64Array {
  const vertices = new Float64Array(2 * indices.length);
  indices.forEach((index, i) => {
    vertices[2 * i] = coordinates[2 * index];
    vertices[2 * i + 1] = coordinates[2 * index + 1];
  });
  return vertices;
}

/** The vertex with the smallest x, then y: a corner of the hull, where the orientation has the sign of the whole outline. */
function lowestVertex(v: Float64Array): number {
  let lowest = 0;
  for (let i = 2; i < v.length; i += 2) {
    if (v[i] < v[lowest] || (v[i] === v[lowest] && v[i + 1] < v[lowest + 1])) lowest = i;
  }
  return lowest / 2;
}

/**
 * An outline that is counter-clockwise at every vertex is convex if it winds once (a pentagram winds twice) and has no
 * fold: then its edges change from rightward to leftward, by the order of x then y, exactly twice.
 */
function windsOnce(v: Float64Array): boolean {
  let changes = 0;
  let previous = isRightward(v, v.length - 2);
  for (let i = 0; i < v.length; i += 2) {
    const rightward = isRightward(v, i);
    if (rightward !== previous) changes++;
    previous = rightward;
  }
  return changes === 2;
}

function isRightward(v: Float64Array, i: number): boolean {
  const j = i + 2 < v.length ? i + 2 : 0;
  return v[j] > v[i] || (v[j] === v[i] && v[j + 1] > v[i + 1]);
}
