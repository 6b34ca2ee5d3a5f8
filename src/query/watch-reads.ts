import { isTooDeep, MAX_JSON_LEVELS } from '../formats/json-depth.ts';
import { nearestName, suggestion } from '../shapes/suggestion.ts';
import { QueryError } from './fields.ts';
import type { Fields } from './query-operation.ts';

/** A query whose reads are recorded: the keys that are read are the known ones, so there is no list that could be out of date. */
export interface WatchedOperation {
  /** The query, with the same values. */
  readonly fields: Fields;
  /** After the answer: the error about the first key that was not read, if any. */
  unknownKey(): QueryError | undefined;
  /** After an error about a missing field: the error about a misspelling of it, if any. */
  misspeltKey(missing: QueryError): QueryError | undefined;
}

interface WatchedObject {
  readonly path: string;
  readonly given: Fields;
  /** Keys that were read, present or not. */
  readonly read: Set<string>;
  /** All keys were listed: code that lists them, such as the scene reader, checks them. */
  isListed: boolean;
}

export function watchReads(operation: Fields): WatchedOperation {
  if (isTooDeep(operation)) {
    throw new QueryError('line', operation, `at most ${MAX_JSON_LEVELS} levels of lists and objects`);
  }
  const objects: WatchedObject[] = [];
  return {
    fields: watchValue(operation, '', objects) as Fields,
    unknownKey() {
      for (const { path, given, read, isListed } of objects) {
        const key = isListed ? undefined : Object.keys(given).find((name) => !read.has(name));
        if (key !== undefined) return unknownKeyError(path, key, given, [...read]);
      }
      return undefined;
    },
    misspeltKey({ path, value }) {
      const end = path.lastIndexOf('.');
      const owner = objects.find((object) => object.path === path.slice(0, Math.max(end, 0)));
      if (value !== undefined || owner === undefined) return undefined;
      const missing = path.slice(end + 1);
      const { given, read } = owner;
      const key = Object.keys(given).find((name) => !read.has(name) && nearestName(name, [missing]) !== undefined);
      return key === undefined ? undefined : unknownKeyError(owner.path, key, given, [missing]);
    },
  };
}

function unknownKeyError(path: string, key: string, given: Fields, known: readonly string[]): QueryError {
  const location = path === '' ? key : `${path}.${key}`;
  const hint = suggestion(key, known);
  return new QueryError(location, given[key], `a known key, ${hint}`, `${location}: is not a known key, ${hint}`);
}

function watchValue(value: unknown, path: string, objects: WatchedObject[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== 'object');
    return isFlat ? value : value.map((item, i) => watchValue(item, `${path}[${i}]`, objects));
  }
  const watched: WatchedObject = { path, given: value as Fields, read: new Set(), isListed: false };
  objects.push(watched);
  const inner = path === '' ? '' : `${path}.`;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    // not by assignment, which would take `__proto__` for the prototype
    const watchedItem = watchValue(item, inner + key, objects);
    Object.defineProperty(copy, key, { value: watchedItem, enumerable: true, configurable: true, writable: true });
  }
  return new Proxy(copy, noteReads(watched));
}

function noteReads(watched: WatchedObject): ProxyHandler<Record<string, unknown>> {
  // inherited properties are read by the engine, to convert it to a string or a number
  const note = (key: string | symbol) => {
    if (typeof key === 'string' && !Object.hasOwn(Object.prototype, key)) watched.read.add(key);
  };
  return {
    get(copy, key) {
      note(key);
      return Reflect.get(copy, key);
    },
    has(copy, key) {
      note(key);
      return Reflect.has(copy, key);
    },
    ownKeys(copy) {
      watched.isListed = true;
      return Reflect.ownKeys(copy);
    },
  };
}
