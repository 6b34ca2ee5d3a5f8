/**
 * Contact points of two solids, touching or nearly so: `count` pairs of points in world axes. Every pair satisfies
 * pointB = pointA + distance · normal.
 */
export interface ContactPoints {
  /** Number of points. */
  count: number;
  /** Points on A, world axes, xyz xyz ... [m]. */
  pointsA: Float64Array;
  /** Points on B, world axes, xyz xyz ... [m]. */
  pointsB: Float64Array;
  /** Unit vectors from A to B, one for each pair. */
  normals: Float64Array;
  /** Signed gaps [m], below zero where the bodies overlap. */
  distances: Float64Array;
  /** Ids of the touching feature pairs: unique within the list and persistent from step to step. */
  features: Int32Array;
  /**
   * Whether a manifold of two convex bodies has all its points, not up to four of them. The points of compliant contact are each a spring:
   * their choice must not change from step to step.
   */
  readonly isComplete: boolean;
}

const INITIAL_CAPACITY = 8;

/** A new list without points, to be written by `solidContactPoints`; it grows as needed. `isComplete`: see `ContactPoints`. */
export function createContactPoints(isComplete = false): ContactPoints {
  return {
    count: 0,
    pointsA: new Float64Array(3 * INITIAL_CAPACITY),
    pointsB: new Float64Array(3 * INITIAL_CAPACITY),
    normals: new Float64Array(3 * INITIAL_CAPACITY),
    distances: new Float64Array(INITIAL_CAPACITY),
    features: new Int32Array(INITIAL_CAPACITY),
    isComplete,
  };
}

/** Ensures capacity for `more` pairs. */
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

/** Id of a pair of features, one of A and one of B; unique for bodies of up to 65536 features. */
export function pairFeature(featureA: number, featureB: number): number {
  return (Math.imul(featureA, 65536) + featureB) | 0;
}

/** Swaps A and B in the points from index `first` on. */
export function flipPoints(out: ContactPoints, first: number): void {
  const { pointsA, pointsB, normals, features } = out;
  for (let k = 3 * first; k < 3 * out.count; k++) {
    const previous = pointsA[k];
    pointsA[k] = pointsB[k];
    pointsB[k] = previous;
    normals[k] = -normals[k];
  }
  for (let k = first; k < out.count; k++) features[k] = pairFeature(features[k] & 0xffff, features[k] >>> 16);
}

/** Copies point `from` to index `to`. */
export function movePoint(out: ContactPoints, from: number, to: number): void {
  for (let k = 0; k < 3; k++) {
    out.pointsA[3 * to + k] = out.pointsA[3 * from + k];
    out.pointsB[3 * to + k] = out.pointsB[3 * from + k];
    out.normals[3 * to + k] = out.normals[3 * from + k];
  }
  out.distances[to] = out.distances[from];
  out.features[to] = out.features[from];
}
