import { checkAboveZero, checkSize } from './checks.ts';

/** A sphere about the origin of its pose: a point inflated by `radius`. */
export interface Sphere {
  readonly kind: 'sphere';
  /** [m], above zero. */
  readonly radius: number;
}

export function createSphere(radius: number): Sphere {
  checkAboveZero('sphere: radius', radius);
  checkSize('sphere', radius);
  return { kind: 'sphere', radius };
}
