import type { ReadonlyPose } from '../math/pose.ts';
import { suggestion } from './suggestion.ts';

export function finiteNumbers(values: ArrayLike<unknown>): boolean {
  return Array.prototype.every.call(values, Number.isFinite);
}

/** Maximum length of a value in a message [characters]; also limits its nesting levels, list items and keys. */
const MAX_SHOWN = 80;
const MAX_LEVELS = 8;

/** Short text of a value for messages; NaN and Infinity are spelled out. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(prune(value, 0));
  return text === undefined ? String(value) : text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text;
}

/** Truncates a value of any depth and length to what a message can show. */
function prune(value: unknown, level: number): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value.slice(0, MAX_SHOWN);
  if (typeof value !== 'object' || value === null) return value;
  if (level === MAX_LEVELS) return '...';
  if (Array.isArray(value)) return value.slice(0, MAX_SHOWN).map((item) => prune(item, level + 1));
  const entries = Object.entries(value).slice(0, MAX_SHOWN);
  return Object.fromEntries(entries.map(([key, item]) => [key.slice(0, MAX_SHOWN), prune(item, level + 1)]));
}

/** Rejects unknown keys in an options or settings object: a misspelt one would be silently ignored. */
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
    throw new RangeError(`${name}: must be an integer, 1 or more, got ${describeValue(value)}`);
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

/** Checks that all numbers of a pose are finite. */
export function checkFinitePose(name: string, { position: p, rotation }: ReadonlyPose): void {
  const numbers = [p.x, p.y, p.z, ...Object.values(rotation)];
  if (!finiteNumbers(numbers)) throw new RangeError(`${name}: must be finite, got ${describeValue(numbers)}`);
}
