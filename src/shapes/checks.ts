import { checkList, rejectNumber } from '../math/check-arguments.ts';
import { describeValue } from '../math/describe-value.ts';
import { suggestion } from './suggestion.ts';

export { describeValue };

export function finiteNumbers(values: ArrayLike<unknown>): boolean {
  return Array.prototype.every.call(values, Number.isFinite);
}

/** Rejects unknown keys in an options or settings object: a misspelt one would be silently ignored. */
export function checkKeys(name: string, given: object, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`${name}: must be an object with some of ${known.join(', ')}, got ${describeValue(given)}`);
  }
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw new RangeError(`${name}.${key}: is not a known key, ${suggestion(key, known)}`);
  }
}

/** Throws unless the number is valid: a RangeError, or a TypeError for another type. So do the next ones. */
export function checkAboveZero(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) {
    rejectNumber(`${name}:`, value, 'finite and above zero');
  }
}

export function checkNotBelowZero(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) {
    rejectNumber(`${name}:`, value, 'finite and not below zero');
  }
}

/** Half extents [x, y, z] of a box [m]. */
export function checkHalfExtents(name: string, given: readonly number[]): void {
  checkList(`${name}: halfExtents`, given, 'three numbers [x, y, z]');
  if (given.length !== 3 || !finiteNumbers(given) || given.some((half) => !(half > 0))) {
    throw new RangeError(
      `${name}: halfExtents must be three numbers, finite and above zero, got ${describeValue(given)}`,
    );
  }
}

export function checkCount(name: string, value: number): void {
  if (!(Number.isSafeInteger(value) && value >= 1)) {
    rejectNumber(`${name}:`, value, 'an integer, 1 or more');
  }
}

/** Size limits of bodies [m]: beyond them products of four lengths, as queries form them, overflow or underflow. */
const MIN_SIZE = 1e-60;
const MAX_SIZE = 1e60;

/** Checks the largest length of a body, which is above zero. */
export function checkSize(kind: string, size: number): void {
  if (!(size >= MIN_SIZE && size <= MAX_SIZE)) {
    throw new RangeError(`${kind}: its size must be from ${MIN_SIZE} to ${MAX_SIZE} m, got ${describeValue(size)}`);
  }
}
