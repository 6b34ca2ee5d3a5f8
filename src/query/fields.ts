import { createVec3, type Vec3 } from '../math/vec3.ts';
import { describeValue } from '../shapes/checks.ts';
import type { Fields } from './query-operation.ts';

/** An invalid query: the field, its value, and what was expected. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly path: string;
  readonly value: unknown;
  readonly expected: string;
  constructor(path: string, value: unknown, expected: string, message?: string) {
    super(message ?? `${path}: expected ${expected}, got ${value === undefined ? 'nothing' : describeValue(value)}`);
    this.path = path;
    this.value = value;
    this.expected = expected;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Rejects a field that is not allowed together with another. */
export function expectAbsent(fields: Fields, key: string, reason: string, path = ''): void {
  const [value, location] = at(fields, key, path);
  if (value !== undefined) throw new QueryError(location, value, reason);
}

/** Field `key` of an object at `path`, and the path to it. */
function at(fields: Fields, key: string, path: string): [unknown, string] {
  return [fields[key], path === '' ? key : `${path}.${key}`];
}

export function fieldsAt(fields: Fields, key: string, path = ''): Fields {
  const [value, location] = at(fields, key, path);
  if (!isFields(value)) throw new QueryError(location, value, 'an object');
  return value;
}

/** A finite number; [p, q] means the fraction p/q. */
export function numberAt(fields: Fields, key: string, path = ''): number {
  const [value, location] = at(fields, key, path);
  return toNumber(value, location);
}

export function toNumber(value: unknown, location: string): number {
  const number = Array.isArray(value) && value.length === 2 ? Number(value[0]) / Number(value[1]) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new QueryError(location, value, 'a finite number');
  return number;
}

export function numberOr(fields: Fields, key: string, fallback: number, path = ''): number {
  return fields[key] === undefined ? fallback : numberAt(fields, key, path);
}

/** A number at or above `low` and at or below `high`. */
export function numberWithin(fields: Fields, key: string, low: number, high: number, path = ''): number {
  const number = numberAt(fields, key, path);
  if (number >= low && number <= high) return number;
  const [value, location] = at(fields, key, path);
  throw new QueryError(
    location,
    value,
    high === Number.POSITIVE_INFINITY ? `at least ${low}` : `from ${low} to ${high}`,
  );
}

export function positiveAt(fields: Fields, key: string, path = ''): number {
  const number = numberAt(fields, key, path);
  if (number > 0) return number;
  const [value, location] = at(fields, key, path);
  throw new QueryError(location, value, 'above zero');
}

/** An integer of at least 1. */
export function countAt(fields: Fields, key: string, path = ''): number {
  const number = numberAt(fields, key, path);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  const [value, location] = at(fields, key, path);
  throw new QueryError(location, value, 'an integer of at least 1');
}

export function booleanOr(fields: Fields, key: string, fallback: boolean, path = ''): boolean {
  const [value, location] = at(fields, key, path);
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') throw new QueryError(location, value, 'true or false');
  return value;
}

export function textAt(fields: Fields, key: string, path = ''): string {
  const [value, location] = at(fields, key, path);
  if (typeof value !== 'string') throw new QueryError(location, value, 'a text');
  return value;
}

export function choiceAt<T extends string>(fields: Fields, key: string, choices: readonly T[], path = ''): T {
  const [value, location] = at(fields, key, path);
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new QueryError(location, value, `one of ${choices.join(', ')}`);
  return found;
}

export function listAt(fields: Fields, key: string, path = ''): readonly unknown[] {
  const [value, location] = at(fields, key, path);
  if (!Array.isArray(value)) throw new QueryError(location, value, 'a list');
  return value;
}

export function objectsAt(fields: Fields, key: string, path = ''): readonly Fields[] {
  return listAt(fields, key, path).map((item, i) => {
    if (!isFields(item)) throw new QueryError(`${path === '' ? key : `${path}.${key}`}[${i}]`, item, 'an object');
    return item;
  });
}

/** Finite numbers, as many as `lengths` allows. */
export function numbersAt(fields: Fields, key: string, lengths: readonly number[], path = ''): number[] {
  const [value, location] = at(fields, key, path);
  return toNumbers(value, lengths, location);
}

export function toNumbers(value: unknown, lengths: readonly number[], location: string): number[] {
  if (!Array.isArray(value) || !lengths.includes(value.length)) {
    throw new QueryError(location, value, `${lengths.join(' or ')} numbers`);
  }
  return value.map((item, i) => toNumber(item, `${location}[${i}]`));
}

/** A vector of 2 or 3 numbers; planar ones get z = 0. */
export function vectorAt(fields: Fields, key: string, lengths: readonly number[] = [2, 3], path = ''): Vec3 {
  const [x, y, z] = numbersAt(fields, key, lengths, path);
  return createVec3(x, y, z ?? 0);
}

/** A list of points, each of `dimension` numbers. */
export function pointsAt(fields: Fields, key: string, dimension: number, path = ''): number[][] {
  const location = path === '' ? key : `${path}.${key}`;
  return listAt(fields, key, path).map((item, i) => toNumbers(item, [dimension], `${location}[${i}]`));
}

/** The first `dimension` components, as written in answers. */
export function components(v: { x: number; y: number; z: number }, dimension: number): number[] {
  return dimension === 2 ? [v.x, v.y] : [v.x, v.y, v.z];
}
