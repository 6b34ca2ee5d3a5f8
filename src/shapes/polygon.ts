import { describeValue } from './checks.ts';

/** A simple polygon of the plane, convex or not, with any number of vertices. Edge i runs from vertex i to i + 1. */
export interface Polygon {
  readonly kind: 'polygon';
  /** Counter-clockwise, xy xy ... [m]; no two neighbours are equal. */
  readonly vertices: Float64Array;
  readonly convex: boolean;
}

/**
 * Checks and stores a polygon given by at least three [x, y] vertices in either order. A repeated first vertex and
 * zero-length edges are dropped; clockwise input is reversed; self-intersection is an error.
 */
export function createPolygon(vertices: readonly (readonly number[])[]): Polygon {
  throw new RangeError(`polygon: ${describeValue(vertices)}`);
}
