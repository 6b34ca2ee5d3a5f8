import { type ContactSolver, createContactSolver } from '../witness/contact-solve.ts';
import { createWitnessPair, type WitnessPair } from '../witness/witness-pair.ts';
import { gapAlong } from './overlap-search.ts';

/**
 * Lower bound of the depth of two overlapping convex bodies in the plane, by EPA: the differences F - H of points of A and B lie in the Minkowski difference, so
 * a polygon of such points lies inside it, and the distance of its boundary from the origin is at most the depth. This holds for any points of the
 * bodies, whether or not the search for support points found the extreme ones. The polygon grows at its nearest edge until that is the boundary.
 */

/** Directions of the first polygon, and maximum number of points added to it. */
const FIRST = 8;
const ADDED = 64;
/** Support points beyond the nearest edge by less than this fraction of the size are on it. */
const CLOSED = 1e-9;
/** Rounding of support points, as a fraction of the size. */
const SLACK = 1e-12;

/** Witnesses of their own for the support points: those of the tracker are not moved. */
export function createPlanarDepth({ a, b }: WitnessPair): ContactSolver {
  return createContactSolver(createWitnessPair(a.shape, b.shape));
}

const direction = new Float64Array(3);

/** Certified lower bound of the depth at the poses `frame` of a pair [m]; 0 if the origin is not inside the polygon. */
export function planarLowerDepth(solver: ContactSolver, frame: Float64Array): number {
  const { pair } = solver;
  pair.frame.set(frame);
  const support = (x: number, y: number): readonly [number, number] => {
    direction[0] = x;
    direction[1] = y;
    gapAlong(solver, direction);
    return [pair.delta[0], pair.delta[1]];
  };
  const points = Array.from({ length: FIRST }, (_, k) => {
    // multiples of 45 degrees: the signs of a table, no trigonometry needed
    const [x, y] = [
      [1, 0],
      [1, 1],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [-1, -1],
      [0, -1],
      [1, -1],
    ][k];
    const length = Math.sqrt(x * x + y * y);
    return support(x / length, y / length);
  });
  for (let added = 0; ; added++) {
    const { at, x, y, distance } = nearestEdge(points);
    if (!(distance > 0)) return 0;
    const lower = Math.max(0, distance - SLACK * pair.size);
    if (added === ADDED) return lower;
    const next = support(x, y);
    if (next[0] * x + next[1] * y - distance <= CLOSED * pair.size) return lower;
    points.splice(at + 1, 0, next);
  }
}

/** The edge nearest to the origin of a polygon in counter-clockwise order: index of its start, outward normal, distance (negative outside) [m]. */
function nearestEdge(points: readonly (readonly [number, number])[]) {
  const nearest = { at: 0, x: 0, y: 0, distance: Number.POSITIVE_INFINITY };
  points.forEach(([px, py], at) => {
    const [qx, qy] = points[(at + 1) % points.length];
    const length = Math.sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py));
    if (!(length > 0)) return;
    const [x, y] = [(qy - py) / length, (px - qx) / length];
    const distance = x * px + y * py;
    if (distance < nearest.distance) Object.assign(nearest, { at, x, y, distance });
  });
  return nearest;
}
