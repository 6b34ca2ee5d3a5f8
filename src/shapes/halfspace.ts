import { checkList } from '../math/check-arguments.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import { createVec3, normalizeVec3 } from '../math/vec3.ts';
import { describeValue, finiteNumbers } from './checks.ts';

/** Half-space behind a plane (in 2-D a line) through the origin of its pose: { p : normal · p ≤ 0 }. */
export interface Halfspace {
  readonly kind: 'halfspace';
  /** Unit outward normal; z = 0 in 2-D. */
  readonly normal: ReadonlyVec3;
}

/**
 * The half-space behind a plane (in 2-D a line) through the origin of its pose. `normal` is its outward normal [x, y],
 * in 3-D [x, y, z], of any length above zero. Throws a TypeError or RangeError for other values.
 *
 * @example
 * ```ts
 * import { closest, halfspace, pose, sphere } from 'appulse';
 *
 * const floor = halfspace([0, 0, 1]); // everything below z = 0
 * console.log(closest(floor, pose(), sphere(1), pose([0, 0, 0.75])).distance); // -0.25
 * ```
 */
export function createHalfspace(normal: readonly number[]): Halfspace {
  checkList('halfspace: normal', normal, '[x, y] or [x, y, z]');
  const [x, y, z = 0] = normal;
  if ((normal.length !== 2 && normal.length !== 3) || !finiteNumbers(normal) || (x === 0 && y === 0 && z === 0)) {
    throw new RangeError(
      `halfspace: normal must be [x, y] or [x, y, z], finite and not zero, got ${describeValue(normal)}`,
    );
  }
  return { kind: 'halfspace', normal: normalizeVec3(createVec3(), createVec3(x, y, z)) };
}
