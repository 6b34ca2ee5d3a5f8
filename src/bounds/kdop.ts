import type { ReadonlyPose } from '../math/pose.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { Hull3 } from '../shapes/hull/hull3.ts';

/** Number of bounding planes: 8 in 2-D, 14, 18 or 26 in 3-D. */
export type KdopPlanes = 8 | 14 | 18 | 26;

/** A k-DOP: the intersection of k/2 slabs min ≤ d · p ≤ max with fixed directions d, which are not unit vectors. */
export interface Kdop {
  readonly planes: KdopPlanes;
  /**
   * Lower ends of the slabs [m · |d|]. Directions d: x y z, then (1 1 1) and its kind, then (1 1 0) and its kind, as
   * far as the number of planes requires; for 8 planes x, y, (1 1), (1 -1).
   */
  readonly min: Float64Array;
  /** Upper ends of the slabs, in the same order [m · |d|]. */
  readonly max: Float64Array;
}

const AXES = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const CORNERS = [1, 1, 1, 1, 1, -1, 1, -1, 1, -1, 1, 1];
const EDGES = [1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 0, 1, 1, 0, 1, -1];

/** Packed xyz; integers, so that projections of integers stay exact [CP13-1.4]. */
export const KDOP_DIRECTIONS: Readonly<Record<KdopPlanes, Float64Array>> = {
  8: Float64Array.of(1, 0, 0, 0, 1, 0, 1, 1, 0, 1, -1, 0),
  14: Float64Array.from([...AXES, ...CORNERS]),
  18: Float64Array.from([...AXES, ...EDGES]),
  26: Float64Array.from([...AXES, ...CORNERS, ...EDGES]),
};

/** A new empty k-DOP, to be written by `fitKdop` or `transformKdop`. */
export function createKdop(planes: KdopPlanes): Kdop {
  const count = planes / 2;
  return { planes, min: new Float64Array(count).fill(Infinity), max: new Float64Array(count).fill(-Infinity) };
}

/**
 * Writes the smallest k-DOP around packed points [m] into `out` and returns it: xy xy ... for 8 planes, xyz xyz ... for
 * the others.
 *
 * @example
 * ```ts
 * import { createKdop, fitKdop } from 'appulse/bounds';
 *
 * const { min, max } = fitKdop(createKdop(8), Float64Array.of(0, 0, 2, 0, 1, 1)); // a triangle
 * console.log([...min], [...max]); // [ 0, 0, 0, 0 ] [ 2, 1, 2, 2 ]
 * ```
 */
export function fitKdop(out: Kdop, points: Float64Array): Kdop {
  const directions = KDOP_DIRECTIONS[out.planes];
  const stride = out.planes === 8 ? 2 : 3;
  out.min.fill(Infinity);
  out.max.fill(-Infinity);
  for (let i = 0; i < points.length; i += stride) {
    const x = points[i];
    const y = points[i + 1];
    const z = stride === 3 ? points[i + 2] : 0;
    for (let k = 0, d = 0; d < directions.length; k++, d += 3) {
      const s = directions[d] * x + directions[d + 1] * y + directions[d + 2] * z;
      if (s < out.min[k]) out.min[k] = s;
      if (s > out.max[k]) out.max[k] = s;
    }
  }
  return out;
}

/**
 * Workspace of `transformKdop` for one body: for each direction the lowest and the highest hull vertex of the last
 * call.
 */
export function createExtremes(planes: KdopPlanes): Int32Array {
  return new Int32Array(planes);
}

/**
 * The k-DOP of a hull after a rigid motion. `extremes` stores the extreme vertices of the last call; from there the
 * search climbs along hull edges, which takes O(1) steps when the body has rotated little [CP13-1.4]. On a
 * convex hull a vertex without a higher neighbour is the highest. 8 planes need a flat hull in the xy plane.
 */
export function transformKdop(out: Kdop, hull: Hull3, pose: ReadonlyPose, extremes: Int32Array): Kdop {
  const directions = KDOP_DIRECTIONS[out.planes];
  const { position: p, rotation: r } = pose;
  for (let k = 0; k < out.min.length; k++) {
    const dx = directions[3 * k];
    const dy = directions[3 * k + 1];
    const dz = directions[3 * k + 2];
    // the direction in body axes, Rᵀ d
    const bx = r.xx * dx + r.yx * dy + r.zx * dz;
    const by = r.xy * dx + r.yy * dy + r.zy * dz;
    const bz = r.xz * dx + r.yz * dy + r.zz * dz;
    const low = climb(hull, extremes[2 * k], -bx, -by, -bz);
    const high = climb(hull, extremes[2 * k + 1], bx, by, bz);
    extremes[2 * k] = low;
    extremes[2 * k + 1] = high;
    const shift = dx * p.x + dy * p.y + dz * p.z;
    out.min[k] = shift + projection(hull.vertices, low, bx, by, bz);
    out.max[k] = shift + projection(hull.vertices, high, bx, by, bz);
  }
  return out;
}

function climb(hull: Hull3, start: number, dx: number, dy: number, dz: number): number {
  const { vertices, neighbours, neighbourStarts } = hull;
  let top = start;
  let height = projection(vertices, top, dx, dy, dz);
  for (let from = -1; from !== top; ) {
    from = top;
    for (let n = neighbourStarts[from]; n < neighbourStarts[from + 1]; n++) {
      const s = projection(vertices, neighbours[n], dx, dy, dz);
      if (s > height) {
        height = s;
        top = neighbours[n];
      }
    }
  }
  return top;
}

function projection(vertices: Float64Array, i: number, dx: number, dy: number, dz: number): number {
  return vertices[3 * i] * dx + vertices[3 * i + 1] * dy + vertices[3 * i + 2] * dz;
}

/**
 * Do two closed k-DOPs with the same planes overlap? Overlap does not imply contact; no overlap implies separation.
 */
export function kdopsOverlap(a: Kdop, b: Kdop): boolean {
  for (let k = 0; k < a.min.length; k++) {
    if (a.min[k] > b.max[k] || b.min[k] > a.max[k]) return false;
  }
  return true;
}

/** Does the closed k-DOP contain the point [m]? A point on a plane is inside. */
export function kdopContainsPoint(kdop: Kdop, p: ReadonlyVec3): boolean {
  const directions = KDOP_DIRECTIONS[kdop.planes];
  for (let k = 0, d = 0; d < directions.length; k++, d += 3) {
    const s = directions[d] * p.x + directions[d + 1] * p.y + directions[d + 2] * p.z;
    if (s < kdop.min[k] || s > kdop.max[k]) return false;
  }
  return true;
}
