import { checkAboveZero, checkSize } from './checks.ts';

/** A cylinder about the z axis of its frame, from z = -halfHeight to halfHeight. */
export interface Cylinder {
  readonly kind: 'cylinder';
  /** Radius [m], above zero. */
  readonly radius: number;
  /** Half the distance of the two ends [m], above zero. */
  readonly halfHeight: number;
}

/**
 * A cylinder of `radius` [m] about the z axis, from z = -halfHeight to halfHeight [m]. Throws a RangeError for values
 * out of range.
 *
 * @example
 * ```ts
 * import { cylinder, pointQuery, pose, vec3 } from 'appulse';
 *
 * console.log(pointQuery(cylinder(1, 2), pose(), vec3(0, 0, 5)).distance); // 3
 * ```
 */
export function createCylinder(radius: number, halfHeight: number): Cylinder {
  checkAboveZero('cylinder: radius', radius);
  checkAboveZero('cylinder: halfHeight', halfHeight);
  checkSize('cylinder', Math.max(radius, halfHeight));
  return { kind: 'cylinder', radius, halfHeight };
}
