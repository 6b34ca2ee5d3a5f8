import { checkList } from '../math/check-arguments.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import { createVec3 } from '../math/vec3.ts';
import { describeValue, finiteNumbers } from './checks.ts';

/** The line segment from `start` to `end`, in 2-D or 3-D. Equal ends are a point. */
export interface Segment {
  readonly kind: 'segment';
  /** [m] */
  readonly start: ReadonlyVec3;
  /** [m] */
  readonly end: ReadonlyVec3;
}

/** `start` and `end` are [x, y] or [x, y, z] [m]. */
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
