import type { ReadonlyPose } from '../math/pose.ts';
import { createVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../math/vec3.ts';

/** Axis-aligned box [CP13-1.2]; closed, sides may be infinite. A planar box has z from 0 to 0. */
export interface Aabb {
  /** [m] */
  readonly min: Vec3;
  /** [m] */
  readonly max: Vec3;
}

/** An axis-aligned box that is only read. */
export interface ReadonlyAabb {
  /** [m] */
  readonly min: ReadonlyVec3;
  /** [m] */
  readonly max: ReadonlyVec3;
}

/** The margin of a fat box on every side, as a fraction of its own size [CP13-1.2]. */
export const FAT_MARGIN = 0.05;

/** A new empty box (min +Infinity, max -Infinity), to be written into: the neutral element of union. */
export function createAabb(): Aabb {
  return { min: createVec3(Infinity, Infinity, Infinity), max: createVec3(-Infinity, -Infinity, -Infinity) };
}

/**
 * Writes the smallest box around packed points [m], xyz xyz ... or xy xy ... in 2-D, into `out` and returns it. No
 * points give the empty box.
 *
 * @example
 * ```ts
 * import { createAabb, fitAabb } from 'appulse/bounds';
 *
 * const { min, max } = fitAabb(createAabb(), Float64Array.of(0, 0, 0, 1, 2, 3, -1, 0, 1));
 * console.log(min, max); // { x: -1, y: 0, z: 0 } { x: 1, y: 2, z: 3 }
 * ```
 */
export function fitAabb(out: Aabb, points: Float64Array, dimension: 2 | 3 = 3): Aabb {
  const { min, max } = out;
  setVec3(min, Infinity, Infinity, dimension === 2 ? 0 : Infinity);
  setVec3(max, -Infinity, -Infinity, dimension === 2 ? 0 : -Infinity);
  for (let i = 0; i < points.length; i += dimension) {
    min.x = Math.min(min.x, points[i]);
    max.x = Math.max(max.x, points[i]);
    min.y = Math.min(min.y, points[i + 1]);
    max.y = Math.max(max.y, points[i + 1]);
    if (dimension === 2) continue;
    min.z = Math.min(min.z, points[i + 2]);
    max.z = Math.max(max.z, points[i + 2]);
  }
  return out;
}

/**
 * Writes the AABB of a transformed AABB into `out` and returns it: centre x + R c, half extents |R| half. Loose, in
 * O(1); a tight box needs a new fit. Min and max are computed separately, so that infinite sides work.
 */
export function transformAabb(out: Aabb, box: ReadonlyAabb, pose: ReadonlyPose): Aabb {
  const { position: p, rotation: r } = pose;
  const { x: ax, y: ay, z: az } = box.min;
  const { x: bx, y: by, z: bz } = box.max;
  setVec3(
    out.min,
    p.x + minProduct(r.xx, ax, bx) + minProduct(r.xy, ay, by) + minProduct(r.xz, az, bz),
    p.y + minProduct(r.yx, ax, bx) + minProduct(r.yy, ay, by) + minProduct(r.yz, az, bz),
    p.z + minProduct(r.zx, ax, bx) + minProduct(r.zy, ay, by) + minProduct(r.zz, az, bz),
  );
  // the maximum of r x over a ≤ x ≤ b is minus the minimum of -r x
  setVec3(
    out.max,
    p.x - minProduct(-r.xx, ax, bx) - minProduct(-r.xy, ay, by) - minProduct(-r.xz, az, bz),
    p.y - minProduct(-r.yx, ax, bx) - minProduct(-r.yy, ay, by) - minProduct(-r.yz, az, bz),
    p.z - minProduct(-r.zx, ax, bx) - minProduct(-r.zy, ay, by) - minProduct(-r.zz, az, bz),
  );
  return out;
}

/** The minimum of k x over a ≤ x ≤ b, with 0 · ∞ = 0. */
function minProduct(k: number, a: number, b: number): number {
  return k > 0 ? k * a : k < 0 ? k * b : 0;
}

/** Do two closed boxes have a common point? Touching counts. */
export function aabbsOverlap(a: ReadonlyAabb, b: ReadonlyAabb): boolean {
  return (
    a.min.x <= b.max.x &&
    b.min.x <= a.max.x &&
    a.min.y <= b.max.y &&
    b.min.y <= a.max.y &&
    a.min.z <= b.max.z &&
    b.min.z <= a.max.z
  );
}

/** Does the closed box contain the point [m]? A point on a side is inside. */
export function aabbContainsPoint(box: ReadonlyAabb, p: ReadonlyVec3): boolean {
  const { min, max } = box;
  return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y && min.z <= p.z && p.z <= max.z;
}

/** Does the closed box `outer` contain all of `inner`? Equal sides count as inside. */
export function aabbContainsAabb(outer: ReadonlyAabb, inner: ReadonlyAabb): boolean {
  return aabbContainsPoint(outer, inner.min) && aabbContainsPoint(outer, inner.max);
}

/** The smallest box around two boxes. */
export function uniteAabb(out: Aabb, a: ReadonlyAabb, b: ReadonlyAabb): Aabb {
  setVec3(out.min, Math.min(a.min.x, b.min.x), Math.min(a.min.y, b.min.y), Math.min(a.min.z, b.min.z));
  setVec3(out.max, Math.max(a.max.x, b.max.x), Math.max(a.max.y, b.max.y), Math.max(a.max.z, b.max.z));
  return out;
}

/** Writes box `index` of a packed array for the broad phase, six numbers each: min xyz, max xyz. */
export function writeAabb(boxes: Float64Array, index: number, box: ReadonlyAabb): void {
  const i = 6 * index;
  boxes[i] = box.min.x;
  boxes[i + 1] = box.min.y;
  boxes[i + 2] = box.min.z;
  boxes[i + 3] = box.max.x;
  boxes[i + 4] = box.max.y;
  boxes[i + 5] = box.max.z;
}
