import { suggestion } from '../shapes/suggestion.ts';
import type { Fail, JsonPath } from './scene-error.ts';

/** Returns the index of a name. */
export type Lookup = (name: string, path: JsonPath) => number;

/** Checks that names are unique and returns their index. `entryOf` gives the entry of the file for the i-th one. */
export function indexNames(
  items: readonly { name: string }[],
  at: JsonPath,
  what: string,
  fail: Fail,
  entryOf = (i: number) => i,
): Lookup {
  const index = new Map<string, number>();
  items.forEach(({ name }, i) => {
    const other = index.get(name);
    if (other !== undefined) {
      fail([...at, entryOf(i), 'name'], `must be unique, ${at[0]}[${entryOf(other)}] has the same name`);
    }
    index.set(name, i);
  });
  return (name, path) =>
    index.get(name) ?? fail(path, `is not the name of a ${what}, ${suggestion(name, [...index.keys()])}`);
}
