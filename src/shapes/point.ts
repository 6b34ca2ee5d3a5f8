/** A single point at the origin of its pose. */
export interface PointShape {
  readonly kind: 'point';
}

/**
 * A point at the origin of its pose, in 2-D or 3-D. Inside a solid its distance is negative.
 *
 * @example
 * ```ts
 * import { closest, point, pose, sphere } from 'appulse';
 *
 * console.log(closest(point(), pose([3, 0, 0]), sphere(1), pose()).distance); // 2
 * ```
 */
export function createPoint(): PointShape {
  return { kind: 'point' };
}
