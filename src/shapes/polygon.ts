import { checkSize, describeValue } from './checks.ts';
import { findSelfContact, rotateAt } from './self-contact.ts';

/** A simple polygon of the plane, convex or not, with any number of vertices. Edge i runs from vertex i to i + 1. */
export interface Polygon {
  readonly kind: 'polygon';
  /** Counter-clockwise, xy xy ... [m]; no two neighbours are equal. */
  readonly vertices: Float64Array;
  /** No turn to the right. Vertices in the middle of a straight side are allowed. */
  readonly convex: boolean;
}

/**
 * Checks and stores a polygon given by at least three [x, y] vertices in either order. A repeated first vertex and
 * zero-length edges are dropped; clockwise input is reversed; self-intersection is an error, and so is an outline that
 * touches itself.
 */
export function createPolygon(vertices: readonly (readonly number[])[]): Polygon {
  const packed = new Float64Array(2 * vertices.length);
  vertices.forEach((vertex, i) => {
    if (vertex?.length !== 2) {
      throw new RangeError(`polygon: vertices[${i}] must be [x, y], got ${describeValue(vertex)}`);
    }
    packed[2 * i] = vertex[0];
    packed[2 * i + 1] = vertex[1];
  });
  return polygonFromPacked(packed);
}

/** The same from packed coordinates xy xy ... [m]. The input is copied. */
export function polygonFromPacked(coordinates: ArrayLike<number>): Polygon {
  // the input index of every vertex kept, for messages
  const kept = keepVertices(coordinates);
  if (kept.length < 3) {
    throw new RangeError(`polygon: at least 3 different vertices in a row, got ${kept.length}`);
  }
  let vertices = takeVertices(coordinates, kept);
  const rotation = rotateAt(vertices, lowestVertex(vertices));
  if (rotation < 0) {
    kept.reverse();
    vertices = takeVertices(coordinates, kept);
  }
  const rotations = kept.map((_, i) => rotateAt(vertices, i));
  if (rotations.every((sign) => sign === 0)) throw new RangeError('polygon: no area, all vertices lie on one line');
  const convex = rotations.every((sign) => sign >= 0) && goesAroundOnce(vertices);
  const meeting = convex ? undefined : findSelfContact(vertices);
  if (meeting !== undefined) {
    const [e, f] = meeting.map((edge) => `${kept[edge]}-${kept[(edge + 1) % kept.length]}`);
    throw new RangeError(`polygon: the outline crosses or touches itself, edges ${e} and ${f} (vertex numbers) meet`);
  }
  checkSize(
    'polygon',
    vertices.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0),
  );
  return { kind: 'polygon', vertices, convex };
}

/** Which vertices to keep: all but those equal to the one before them, around the closed outline. */
function keepVertices(coordinates: ArrayLike<number>): number[] {
  const kept: number[] = [];
  for (let i = 0; 2 * i < coordinates.length; i++) {
    const x = coordinates[2 * i];
    const y = coordinates[2 * i + 1];
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      throw new RangeError(`polygon: vertices[${i}] must be two finite numbers, got ${describeValue([x, y])}`);
    }
    const last = kept.length === 0 ? -1 : kept[kept.length - 1];
    if (last < 0 || x !== coordinates[2 * last] || y !== coordinates[2 * last + 1]) kept.push(i);
  }
  const same = (i: number, j: number) =>
    coordinates[2 * i] === coordinates[2 * j] && coordinates[2 * i + 1] === coordinates[2 * j + 1];
  while (kept.length > 1 && same(kept[0], kept[kept.length - 1])) kept.pop();
  return kept;
}

function takeVertices(coordinates: ArrayLike<number>, indices: readonly number[]): Float64Array {
  const vertices = new Float64Array(2 * indices.length);
  indices.forEach((index, i) => {
    vertices[2 * i] = coordinates[2 * index];
    vertices[2 * i + 1] = coordinates[2 * index + 1];
  });
  return vertices;
}

/** The vertex with the smallest x, then y: a corner of the hull, where the turn has the sign of the whole outline. */
function lowestVertex(v: Float64Array): number {
  let lowest = 0;
  for (let i = 2; i < v.length; i += 2) {
    if (v[i] < v[lowest] || (v[i] === v[lowest] && v[i + 1] < v[lowest + 1])) lowest = i;
  }
  return lowest / 2;
}

/**
 * An outline that only turns left is convex if it goes around once (a pentagram goes around twice) and never straight
 * back: then its edges change from rightward to leftward, by the order of x then y, exactly twice.
 */
function goesAroundOnce(v: Float64Array): boolean {
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
