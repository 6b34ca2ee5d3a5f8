import { rejectNumber } from '../math/check-arguments.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { checkHalfExtents, checkSize } from './checks.ts';

/**
 * A box centred at the origin, its edges along the axes. With a `radius` it is a rounded box: a smaller box inflated by
 * that radius, with the same extents.
 */
export interface Box {
  readonly kind: 'box';
  /** Half extents along x, y, z, the rounding included [m], each above zero. */
  readonly halfExtents: ReadonlyVec3;
  /** Radius of edges and corners [m], from 0 (sharp) to the smallest half extent. */
  readonly radius: number;
}

/**
 * A box about the origin from its half extents [hx, hy, hz] [m], edges along the axes. A `radius` [m] above 0 rounds
 * its edges and corners; the extents remain. Throws a TypeError or RangeError for values out of range.
 *
 * @example
 * ```ts
 * import { box, closest, pose } from 'appulse';
 *
 * const crate = box([0.5, 0.5, 0.5]); // edges of 1 m
 * console.log(closest(crate, pose(), box([1, 1, 1], 0.2), pose([4, 0, 0])).distance); // 2.5
 * ```
 */
export function createBox(halfExtents: readonly number[], radius = 0): Box {
  checkHalfExtents('box', halfExtents);
  const max = Math.min(...halfExtents);
  if (!(Number.isFinite(radius) && radius >= 0 && radius <= max)) {
    rejectNumber('box: radius', radius, `from 0 to ${max} m, the smallest half extent`);
  }
  const [x, y, z] = halfExtents;
  checkSize('box', 2 * Math.max(x, y, z));
  return { kind: 'box', halfExtents: createVec3(x, y, z), radius };
}
