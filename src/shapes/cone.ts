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

export function createCone(radius: number, halfHeight: number): Cone {
  checkAboveZero('cone: radius', radius);
  checkAboveZero('cone: halfHeight', halfHeight);
  checkSize('cone', Math.max(radius, 2 * halfHeight));
  return { kind: 'cone', radius, halfHeight };
}
