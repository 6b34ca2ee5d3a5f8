/**
 * JSON Schema as plain objects typed with the TypeScript type of the values they describe. Building them takes negligible time when
 * the library is loaded.
 */

declare const described: unique symbol;
const OPTIONAL = Symbol('optional');

/** A JSON Schema of values of type T. */
export interface Schema<T = unknown> {
  readonly [keyword: string]: unknown;
  /** Exists at compile time only. */
  readonly [described]?: T;
}

/** The schema of a property that may be absent. */
export interface OptionalSchema<T = unknown> extends Schema<T> {
  readonly [OPTIONAL]: true;
}

export type Properties = Readonly<Record<string, Schema>>;

/** The type of the values that a schema describes. */
export type Static<S extends Schema> = NonNullable<S[typeof described]>;

type OptionalKeys<P extends Properties> = { [K in keyof P]: P[K] extends OptionalSchema ? K : never }[keyof P];

/** The type of an object with these properties. */
export type ObjectOf<P extends Properties> = Flat<
  { [K in Exclude<keyof P, OptionalKeys<P>>]: Static<P[K]> } & { [K in OptionalKeys<P>]?: Static<P[K]> }
>;

/** Flattens an intersection to one object type, for readable editor hints. */
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** Keywords copied into a schema unchanged. */
type Keywords = Readonly<Record<string, unknown>>;

function isOptional(schema: Schema): boolean {
  return OPTIONAL in schema;
}

export const Type = {
  Array: <S extends Schema>(items: S, keywords: Keywords = {}): Schema<Static<S>[]> => ({
    type: 'array',
    items,
    ...keywords,
  }),
  Boolean: (keywords: Keywords = {}): Schema<boolean> => ({ type: 'boolean', ...keywords }),
  Integer: (keywords: Keywords = {}): Schema<number> => ({ type: 'integer', ...keywords }),
  Literal: <const V extends string | number | boolean>(value: V): Schema<V> => ({ type: typeof value, const: value }),
  Number: (keywords: Keywords = {}): Schema<number> => ({ type: 'number', ...keywords }),
  Object: <P extends Properties>(properties: P, keywords: Keywords = {}): Schema<ObjectOf<P>> => {
    const required = Object.keys(properties).filter((key) => !isOptional(properties[key]));
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...keywords };
  },
  Optional: <S extends Schema>(schema: S): S & OptionalSchema<Static<S>> =>
    ({ ...schema, [OPTIONAL]: true }) as S & OptionalSchema<Static<S>>,
  String: (keywords: Keywords = {}): Schema<string> => ({ type: 'string', ...keywords }),
  /** Any keywords, with an explicit type of the values. */
  Unsafe: <T>(keywords: Keywords): Schema<T> => keywords,
};
