import type { ReadonlyPose } from '../math/pose.ts';
export function finiteNumbers(values: ArrayLike<unknown>): boolean {
  return Array.prototype.every.call(values, Number.isFinite);
}

/** A value as a message shows it: short, and NaN and Infinity by their names. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(value, (_key, item) =>
    typeof item === 'number' && !Number.isFinite(item) ? String(item) : item,
  );
  return text === undefined ? String(value) : text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

export function checkAboveZero(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) {
    throw new RangeError(`${name}: must be finite and above zero, got ${describeValue(value)}`);
  }
}

export function checkNotBelowZero(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) {
    throw new RangeError(`${name}: must be finite and not below zero, got ${describeValue(value)}`);
  }
}

export function checkCount(name: string, value: number): void {
  if (!(Number.isSafeInteger(value) && value >= 1)) {
    throw new RangeError(`${name}: must be a whole number, 1 or more, got ${describeValue(value)}`);
  }
}

/** Products of four lengths, as searches form them, leave the range of numbers beyond these [m]. */
const SMALLEST_SIZE = 1e-60;
const LARGEST_SIZE = 1e60;

/** Of the largest length of a body, which is above zero. */
export function checkSize(kind: string, size: number): void {
  if (!(size >= SMALLEST_SIZE && size <= LARGEST_SIZE)) {
    throw new RangeError(
      `${kind}: its size must be from ${SMALLEST_SIZE} to ${LARGEST_SIZE} m, got ${describeValue(size)}`,
    );
  }
}

/** Of a pose, that all its numbers are finite. */
export function checkFinitePose(name: string, { position: p, rotation }: ReadonlyPose): void {
  const numbers = [p.x, p.y, p.z, ...Object.values(rotation)];
  if (!finiteNumbers(numbers)) throw new RangeError(`${name}: must be finite, got ${describeValue(numbers)}`);
}
