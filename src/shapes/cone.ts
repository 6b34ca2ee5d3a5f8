import { checkAboveZero, checkSize } from './checks.ts';

/**
 * A cone about the z axis of its frame. The origin is its centre of mass: the base lies at z = -height/4, the apex at
 * z = 3 height/4.
 */
export interface Cone {
  readonly kind: 'cone';
  /** Of the base [m], above zero. */
  readonly radius: number;
  /** [m], above zero. */
  readonly height: number;
}

export function createCone(radius: number, height: number): Cone {
  checkAboveZero('cone: radius', radius);
  checkAboveZero('cone: height', height);
  checkSize('cone', Math.max(radius, height));
  return { kind: 'cone', radius, height };
}
