import { checkAboveZero, checkNotBelowZero, checkSize } from './checks.ts';

/** The segment from z = -halfLength to halfLength of its frame, inflated by `radius`. */
export interface Capsule {
  readonly kind: 'capsule';
  /** [m], above zero. */
  readonly radius: number;
  /** [m]; at 0 the capsule is a sphere. */
  readonly halfLength: number;
}

export function createCapsule(radius: number, halfLength: number): Capsule {
  checkAboveZero('capsule: radius', radius);
  checkNotBelowZero('capsule: halfLength', halfLength);
  checkSize('capsule', Math.max(radius, halfLength));
  return { kind: 'capsule', radius, halfLength };
}
