import type { FmuVariable } from './variables.ts';

/** Settable values by name. */
export interface ValueList {
  /** Undefined for a name that is not in the list. */
  get(name: string): number | undefined;
  /** Components `name[1]`, `name[2]`, ... */
  vector(name: string, count: number): number[];
}

/** Reads values by the names of their variables. */
export function valueList(variables: readonly FmuVariable[], values: Float64Array): ValueList {
  const indices = new Map(variables.map(({ name }, i) => [name, i]));
  const get = (name: string) => {
    const index = indices.get(name);
    return index === undefined ? undefined : values[index];
  };
  return { get, vector: (name, count) => Array.from({ length: count }, (_, i) => get(`${name}[${i + 1}]`) ?? 0) };
}

/** Writes outputs one after the other, in the order of their variables. */
export interface OutputWriter {
  number(value: number): void;
  flag(value: boolean): void;
  vector(value: { readonly x: number; readonly y: number; readonly z: number }, count?: 2 | 3): void;
}

export function outputWriter(out: Float64Array): OutputWriter {
  let at = 0;
  const number = (value: number) => {
    out[at++] = value;
  };
  return {
    number,
    flag: (value) => number(value ? 1 : 0),
    vector(value, count = 3) {
      number(value.x);
      number(value.y);
      if (count === 3) number(value.z);
    },
  };
}
