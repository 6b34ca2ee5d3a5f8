import { checkList } from '../math/check-arguments.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import { createVec3 } from '../math/vec3.ts';
import { describeValue, finiteNumbers } from './checks.ts';

/** The line segment from `start` to `end`, in 2-D or 3-D. Equal ends are a point. */
export interface Segment {
  readonly kind: 'segment';
  /** Body axes [m]. */
  readonly start: ReadonlyVec3;
  /** Body axes [m]. */
  readonly end: ReadonlyVec3;
}

/**
 * The line segment from `start` to `end`, each [x, y] or [x, y, z] [m]; in 2-D z is 0. Throws a TypeError or RangeError
 * for other values.
 *
 * @example
 * ```ts
 * import { closest, pose, segment } from 'appulse';
 *
 * const [a, b] = [segment([-1, 0, 0], [1, 0, 0]), segment([0, -1, 0], [0, 1, 0])];
 * console.log(closest(a, pose(), b, pose([0, 0, 2])).distance); // 2
 * ```
 */
export function createSegment(start: readonly number[], end: readonly number[]): Segment {
  checkList('segment: start', start, '[x, y] or [x, y, z]');
  checkList('segment: end', end, '[x, y] or [x, y, z]');
  const dimensions = start.length === end.length && (start.length === 2 || start.length === 3);
  if (!dimensions || !finiteNumbers(start) || !finiteNumbers(end)) {
    throw new RangeError(`segment: two ends of 2 or 3 finite numbers each, got ${describeValue([start, end])}`);
  }
  return {
    kind: 'segment',
    start: createVec3(start[0], start[1], start[2] ?? 0),
    end: createVec3(end[0], end[1], end[2] ?? 0),
  };
}
