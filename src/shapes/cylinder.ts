import { checkAboveZero, checkSize } from './checks.ts';

/** A cylinder about the z axis of its frame, from z = -halfHeight to halfHeight. */
export interface Cylinder {
  readonly kind: 'cylinder';
  /** [m], above zero. */
  readonly radius: number;
  /** [m], above zero. */
  readonly halfHeight: number;
}

export function createCylinder(radius: number, halfHeight: number): Cylinder {
  checkAboveZero('cylinder: radius', radius);
  checkAboveZero('cylinder: halfHeight', halfHeight);
  checkSize('cylinder', Math.max(radius, halfHeight));
  return { kind: 'cylinder', radius, halfHeight };
}
