import { checkAboveZero, checkSize } from './checks.ts';

/**
 * A cone about the z axis of its frame. The origin is its centre of mass: the base lies at z = -halfHeight/2, the apex at
 * z = 3 halfHeight/2.
 */
export interface Cone {
  readonly kind: 'cone';
  /** Of the base [m], above zero. */
  readonly radius: number;
  /** Half of the distance from base to apex [m], above zero. */
  readonly halfHeight: number;
}

/**
 * A cone about the z axis from its base radius and half of its height [m]. The origin is the centre of mass: base at z
 * = -halfHeight/2, apex at z = 3 halfHeight/2. Throws a RangeError for values out of range.
 *
 * @example
 * ```ts
 * import { cone, pointQuery, pose, vec3 } from 'appulse';
 *
 * const hat = cone(1, 2); // 4 m high, apex at z = 3 m
 * console.log(pointQuery(hat, pose(), vec3(0, 0, 5)).distance, pointQuery(hat, pose(), vec3(0, 0, -2)).distance); // 2 1
 * ```
 */
export function createCone(radius: number, halfHeight: number): Cone {
  checkAboveZero('cone: radius', radius);
  checkAboveZero('cone: halfHeight', halfHeight);
  checkSize('cone', Math.max(radius, 2 * halfHeight));
  return { kind: 'cone', radius, halfHeight };
}
