/**
 * Where two bodies of space touch, or nearly do: `count` pairs of points in world axes. Every pair keeps the contract of a
 * contact: pointB = pointA + distance · normal.
 */
export interface ContactPoints {
  count: number;
  /** xyz xyz ... [m] */
  pointsA: Float64Array;
  pointsB: Float64Array;
  /** Unit vectors from A to B, one for each pair. */
  normals: Float64Array;
  /** Signed gaps [m], below zero where the bodies overlap. */
  distances: Float64Array;
  /** Which features of the bodies meet: a number that stays with a pair from step to step, different for every pair. */
  features: Int32Array;
}

const FIRST_CAPACITY = 8;

export function createContactPoints(): ContactPoints {
  return {
    count: 0,
    pointsA: new Float64Array(3 * FIRST_CAPACITY),
    pointsB: new Float64Array(3 * FIRST_CAPACITY),
    normals: new Float64Array(3 * FIRST_CAPACITY),
    distances: new Float64Array(FIRST_CAPACITY),
    features: new Int32Array(FIRST_CAPACITY),
  };
}

/** Makes room for `more` pairs. */
export function reservePoints(out: ContactPoints, more: number): void {
  const needed = out.count + more;
  if (needed <= out.distances.length) return;
  out.pointsA = grow(out.pointsA, 6 * needed);
  out.pointsB = grow(out.pointsB, 6 * needed);
  out.normals = grow(out.normals, 6 * needed);
  out.distances = grow(out.distances, 2 * needed);
  const { features } = out;
  out.features = new Int32Array(2 * needed);
  out.features.set(features);
}

function grow(numbers: Float64Array, length: number): Float64Array {
  const grown = new Float64Array(length);
  grown.set(numbers);
  return grown;
}

/** The number of a pair of features, one of A and one of B; different for bodies of up to 65536 features. */
export function pairFeature(featureA: number, featureB: number): number {
  return (Math.imul(featureA, 65536) + featureB) | 0;
}

/** The points from number `first` on, as seen with A and B exchanged. */
export function flipPoints(out: ContactPoints, first: number): void {
  const { pointsA, pointsB, normals, features } = out;
  for (let k = 3 * first; k < 3 * out.count; k++) {
    const place = pointsA[k];
    pointsA[k] = pointsB[k];
    pointsB[k] = place;
    normals[k] = -normals[k];
  }
  for (let k = first; k < out.count; k++) features[k] = pairFeature(features[k] & 0xffff, features[k] >>> 16);
}

/** Puts the point number `from` in the place of number `to`. */
export function movePoint(out: ContactPoints, from: number, to: number): void {
  for (let k = 0; k < 3; k++) {
    out.pointsA[3 * to + k] = out.pointsA[3 * from + k];
    out.pointsB[3 * to + k] = out.pointsB[3 * from + k];
    out.normals[3 * to + k] = out.normals[3 * from + k];
  }
  out.distances[to] = out.distances[from];
  out.features[to] = out.features[from];
}
