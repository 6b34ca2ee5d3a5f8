import { rejectNumber } from '../math/check-arguments.ts';

/** A motion of any kind. */
interface PackedPoints {
  readonly start: Float64Array;
}

/** Is it the index of a point of the motion? A test of integers, for inner loops. */
export function isPointIndex(index: number, motion: PackedPoints): boolean {
  return index >>> 0 === index && 3 * index < motion.start.length;
}

/** Throws unless `index` is the index of a point: a RangeError, or a TypeError if it is not a number. */
export function checkPointIndex(name: string, index: number, motion: PackedPoints): void {
  if (isPointIndex(index, motion)) return;
  const points = motion.start.length / 3;
  rejectNumber(name, index, points === 0 ? 'a point index, but the motion has no points' : expected(points));
}

/** Throws unless `index` is the index of one of `count` items. */
export function checkItemIndex(name: string, index: number, count: number): void {
  if (!(index >>> 0 === index && index < count)) rejectNumber(name, index, expected(count));
}

function expected(count: number): string {
  return `an integer from 0 to ${count - 1}`;
}
