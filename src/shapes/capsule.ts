import { checkAboveZero, checkNotBelowZero, checkSize } from './checks.ts';

/** The segment from z = -halfHeight to halfHeight of its frame, inflated by `radius`. */
export interface Capsule {
  readonly kind: 'capsule';
  /** [m], above zero. */
  readonly radius: number;
  /** [m]; at 0 the capsule is a sphere. */
  readonly halfHeight: number;
}

export function createCapsule(radius: number, halfHeight: number): Capsule {
  checkAboveZero('capsule: radius', radius);
  checkNotBelowZero('capsule: halfHeight', halfHeight);
  checkSize('capsule', Math.max(radius, halfHeight));
  return { kind: 'capsule', radius, halfHeight };
}
