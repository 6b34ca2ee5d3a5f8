import { type Dimension, toSi } from '../../src/index.ts';

/** Index of a body in the text, by name; -1 for copies from `repeat`. */
export function bodyIndex(document: unknown, name: string | undefined): number {
  const bodies = read(document, ['bodies']);
  return Array.isArray(bodies)
    ? bodies.findIndex((body) => read(body, ['name']) === name && read(body, ['repeat']) === undefined)
    : -1;
}

/** A number, or a text with a unit in SI. */
export function numberOf(value: unknown, dimension?: Dimension): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || dimension === undefined) return undefined;
  const si = toSi(value, dimension);
  return Number.isFinite(si) ? si : undefined;
}

export function read(document: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    document,
  );
}
