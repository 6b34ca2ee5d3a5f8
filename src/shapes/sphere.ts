import { checkAboveZero, checkSize } from './checks.ts';

/** A sphere about the origin of its pose: a point inflated by `radius`. */
export interface Sphere {
  readonly kind: 'sphere';
  /** Radius [m], above zero. */
  readonly radius: number;
}

/**
 * A sphere of `radius` [m] about the origin. Throws a RangeError for a radius that is not above zero.
 *
 * @example
 * ```ts
 * import { closest, pose, sphere } from 'appulse';
 *
 * console.log(closest(sphere(1), pose(), sphere(2), pose([0, 0, 5])).distance); // 2
 * ```
 */
export function createSphere(radius: number): Sphere {
  checkAboveZero('sphere: radius', radius);
  checkSize('sphere', radius);
  return { kind: 'sphere', radius };
}
