import type { ReadonlyVec3 } from '../math/vec3.ts';
import { createVec3, normalizeVec3 } from '../math/vec3.ts';
import { describeValue, finiteNumbers } from './checks.ts';

/** Everything behind a straight wall through the origin of its pose: { p : normal · p ≤ 0 }. Among bodies of space a half space. */
export interface Halfplane {
  readonly kind: 'halfplane';
  /** Unit outward normal, z = 0. */
  readonly normal: ReadonlyVec3;
}

/** `normal` is [x, y], of any length above zero. */
export function createHalfplane(normal: readonly number[]): Halfplane {
  if (normal.length !== 2 || !finiteNumbers(normal) || (normal[0] === 0 && normal[1] === 0)) {
    throw new RangeError(`halfplane: normal must be [x, y], finite and not zero, got ${describeValue(normal)}`);
  }
  return { kind: 'halfplane', normal: normalizeVec3(createVec3(), createVec3(normal[0], normal[1])) };
}
