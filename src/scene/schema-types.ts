import { type ObjectOf, type Properties, type Schema, type Static, Type } from './json-schema.ts';
import { type Dimension, quantityPattern, unitsOf } from './units.ts';

/** Building blocks of the scene format: each returns a typed piece of JSON Schema. */

/** An object with these properties and no others. */
export function object<P extends Properties>(description: string, properties: P): Schema<ObjectOf<P>> {
  return Type.Object(properties, { description, additionalProperties: false });
}

/** An optional property. The validator fills in the default, so its type is that of a present property. */
export function withDefault<S extends Schema>(value: unknown, schema: S): S {
  return Type.Optional({ ...schema, default: value }) as unknown as S;
}

interface Limits {
  minimum?: number;
  exclusiveMinimum?: number;
}

export const ABOVE_ZERO: Limits = { exclusiveMinimum: 0 };
export const NOT_NEGATIVE: Limits = { minimum: 0 };

/**
 * A plain number in SI units, or a text with a unit. The validator converts it; `patternErrorMessage` is the message for
 * invalid texts, also in editors.
 */
export function quantity(dimension: Dimension, description: string, limits: Limits = {}): Schema<number> {
  const units = unitsOf(dimension);
  return Type.Unsafe<number>({
    type: ['number', 'string'],
    description: `${description} [${units[0]}]`,
    ...limits,
    dimension,
    pattern: quantityPattern(dimension),
    patternErrorMessage: `must be a number [${units[0]}] or a text with a unit of ${dimension} (${units.join(', ')})`,
  });
}

interface Tuple<T> {
  2: [T, T];
  3: [T, T, T];
  4: [T, T, T, T];
}

/** An array of two, three or four items of one type. */
export function tuple<S extends Schema, N extends keyof Tuple<unknown>>(
  length: N,
  item: S,
  description: string,
): Schema<Tuple<Static<S>>[N]> {
  return Type.Unsafe({ type: 'array', description, items: item, minItems: length, maxItems: length });
}

export function two<S extends Schema>(item: S, description: string): Schema<[Static<S>, Static<S>]> {
  return tuple(2, item, description);
}

export function vector(dimension: Dimension, description: string): Schema<[number, number]> {
  return two(quantity(dimension, 'Component'), `[x, y]: ${description} [${unitsOf(dimension)[0]}]`);
}

export function spatialVector(dimension: Dimension, description: string): Schema<[number, number, number]> {
  return tuple(3, quantity(dimension, 'Component'), `[x, y, z]: ${description} [${unitsOf(dimension)[0]}]`);
}

export function choice<const T extends readonly string[]>(values: T, description: string): Schema<T[number]> {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description });
}

export function oneOfNumbers<const T extends readonly number[]>(values: T, description: string): Schema<T[number]> {
  return Type.Unsafe<T[number]>({ type: 'integer', enum: [...values], description });
}

/** One of several objects, selected by the value of `tag`; errors are reported for the selected one. */
export function taggedUnion<T extends Schema[]>(
  tag: string,
  description: string,
  ...oneOf: T
): Schema<Static<T[number]>> {
  const discriminator = { propertyName: tag };
  return Type.Unsafe<Static<T[number]>>({ type: 'object', description, discriminator, oneOf });
}
