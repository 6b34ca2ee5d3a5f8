import { checkAboveZero, checkNotBelowZero, checkSize } from './checks.ts';

/** The segment from z = -halfHeight to halfHeight of its frame, inflated by `radius`. */
export interface Capsule {
  readonly kind: 'capsule';
  /** Radius [m], above zero. */
  readonly radius: number;
  /** Half the length of the segment [m]; at 0 the capsule is a sphere. */
  readonly halfHeight: number;
}

/**
 * A capsule about the z axis: the segment from z = -halfHeight to halfHeight, inflated by `radius` [m]. Its total
 * height is 2 (halfHeight + radius). Throws a RangeError for values out of range.
 *
 * @example
 * ```ts
 * import { capsule, pointQuery, pose, vec3 } from 'appulse';
 *
 * console.log(pointQuery(capsule(0.5, 1), pose(), vec3(0, 0, 2)).distance); // 0.5
 * ```
 */
export function createCapsule(radius: number, halfHeight: number): Capsule {
  checkAboveZero('capsule: radius', radius);
  checkNotBelowZero('capsule: halfHeight', halfHeight);
  checkSize('capsule', Math.max(radius, halfHeight));
  return { kind: 'capsule', radius, halfHeight };
}
