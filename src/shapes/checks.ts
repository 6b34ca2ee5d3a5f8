import type { ReadonlyPose } from '../math/pose.ts';
import { suggestion } from './suggestion.ts';

export function finiteNumbers(values: ArrayLike<unknown>): boolean {
  return Array.prototype.every.call(values, Number.isFinite);
}

/** A message shows this much of a value [characters], which needs no more levels, items of a list and keys than that. */
const MAX_SHOWN = 80;
const MAX_LEVELS = 8;

/** A value as a message shows it: short, and NaN and Infinity by their names. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(prune(value, 0));
  return text === undefined ? String(value) : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
}

/** As much of a value as a message can show, however deep and long it is. */
function prune(value: unknown, level: number): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value.slice(0, MAX_SHOWN);
  if (typeof value !== 'object' || value === null) return value;
  if (level === MAX_LEVELS) return '...';
  if (Array.isArray(value)) return value.slice(0, MAX_SHOWN).map((item) => prune(item, level + 1));
  const entries = Object.entries(value).slice(0, MAX_SHOWN);
  return Object.fromEntries(entries.map(([key, item]) => [key.slice(0, MAX_SHOWN), prune(item, level + 1)]));
}

/** Of an object of options or settings, that it has no key but these: a misspelt one would be ignored without a word. */
export function checkKeys(name: string, given: object, known: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw new RangeError(`${name}.${key}: is not a known key, ${suggestion(key, known)}`);
  }
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
const MIN_SIZE = 1e-60;
const MAX_SIZE = 1e60;

/** Of the largest length of a body, which is above zero. */
export function checkSize(kind: string, size: number): void {
  if (!(size >= MIN_SIZE && size <= MAX_SIZE)) {
    throw new RangeError(`${kind}: its size must be from ${MIN_SIZE} to ${MAX_SIZE} m, got ${describeValue(size)}`);
  }
}

/** Of a pose, that all its numbers are finite. */
export function checkFinitePose(name: string, { position: p, rotation }: ReadonlyPose): void {
  const numbers = [p.x, p.y, p.z, ...Object.values(rotation)];
  if (!finiteNumbers(numbers)) throw new RangeError(`${name}: must be finite, got ${describeValue(numbers)}`);
}
