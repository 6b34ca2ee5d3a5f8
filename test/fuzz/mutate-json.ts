import type { Random } from '../../src/math/random.ts';

/**
 * Structure-aware mutations of JSON documents: keys and items are dropped, repeated, renamed, exchanged between documents, numbers are
 * replaced by those at which arithmetic ends, texts by those at which printers and parsers do.
 */

type Path = readonly (string | number)[];
type Container = Record<string | number, unknown>;

const NUMBERS: readonly number[] = [
  0, -0, 1, -1, 2, 3, 0.5, 1e-3, 1e3, 1e9, 1e16, -1e16, 2 ** 31, 2 ** 32, 2 ** 53, 1e59, 1e60, -1e60, 1.1e60, 1e76, 1e150,
  1e154, -1e155, 1e300, 1e308, -1e308, 1.7976931348623157e308, 1e-9, 1e-16, 1e-30, 1e-60, 1e-76, 1e-155, -1e-155, 1e-162,
  1e-300, 1e-310, 5e-324, -5e-324,
]; // biome-ignore format: in the order of their sizes

const TEXTS: readonly string[] = [
  '', ' ', 'x', 'NaN', 'Infinity', '-Infinity', '1e999', '1e999 m', '-1 deg', '0 kg', '3 furlong', '5 mm', '1e-320 s', 'true', 'null',
  '__proto__', 'constructor', 'toString', '\u0000', '\u001b[31m\u001b[2J', '\r\n', '\u202e', '\ud800', '\u{1f680}', 'é'.normalize('NFD'), '*', '../../etc',
]; // biome-ignore format: one list

const LONG = 20_000;
const MANY = 3_000;
/** Deeper lists are written by hand. */
const MAX_WRITTEN = 500;
/** Levels of lists around a value: more than readers take, and more than a stack holds. */
const DEPTHS: readonly number[] = [3, 70, 2_000, 30_000];

export interface Dictionary {
  /** Values that some document or the schema has under a key. */
  readonly byKey: ReadonlyMap<string, readonly unknown[]>;
  readonly keys: readonly string[];
}

/** Values in the documents of a grammar, by key; `extra` are further allowed values. */
export function createDictionary(
  documents: readonly unknown[],
  extra: ReadonlyMap<string, readonly unknown[]> = new Map(),
) {
  const byKey = new Map<string, unknown[]>([...extra].map(([key, values]) => [key, [...values]]));
  const collect = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (!Array.isArray(value)) byKey.set(key, [...(byKey.get(key) ?? []), item]);
      collect(item);
    }
  };
  documents.forEach(collect);
  return { byKey, keys: [...byKey.keys()] };
}

/** The enumerations and constants of a JSON Schema, by the name of the property. */
export function wordsOfSchema(schema: unknown): Map<string, unknown[]> {
  const words = new Map<string, unknown[]>();
  const collect = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, { enum?: unknown[]; const?: unknown }> };
    for (const [key, property] of Object.entries(properties ?? {})) {
      const allowed = property.enum ?? (property.const === undefined ? [] : [property.const]);
      words.set(key, [...(words.get(key) ?? []), ...allowed]);
    }
    Object.values(node).forEach(collect);
  };
  collect(schema);
  return words;
}

/** One to three mutations of a copy of the document. */
export function mutateJson(random: Random, document: unknown, dictionary: Dictionary): unknown {
  const holder: Container = { root: structuredClone(document) };
  const count = 1 + random.below(3);
  for (let i = 0; i < count; i++) mutateOnce(random, holder, dictionary);
  return holder['root'];
}

/** A mutated document as a text, or the empty text for one that is nothing at all. */
export function jsonText(document: unknown, indent = 0): string {
  const text = JSON.stringify(document, null, indent) ?? '';
  return text.replaceAll(
    /"@levels (\d+)@"/g,
    (_, levels) => `${'['.repeat(Number(levels))}${']'.repeat(Number(levels))}`,
  );
}

/** A text that has nothing to do with any grammar: any JSON, or any characters. */
export function anyText(random: Random): string {
  if (random.next() < 0.5) return jsonText(anyValue(random, 0));
  return String.fromCodePoint(
    ...Array.from({ length: random.below(40) }, () => random.below(random.below(2) ? 128 : 0xd800)),
  );
}

function anyValue(random: Random, depth: number): unknown {
  const items = () => Array.from({ length: random.below(5) }, () => anyValue(random, depth + 1));
  switch (random.below(depth > 3 ? 4 : 6)) {
    case 0:
      return pick(random, NUMBERS);
    case 1:
      return pick(random, TEXTS);
    case 2:
      return random.next() < 0.5;
    case 3:
      return null;
    case 4:
      return items();
    default:
      return Object.fromEntries(items().map((item) => [pick(random, TEXTS), item]));
  }
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)];
}

function mutateOnce(random: Random, holder: Container, dictionary: Dictionary): void {
  const path = pick(random, pathsIn(holder['root']));
  const parent = path.slice(0, -1).reduce<Container>((at, step) => at[step] as Container, at(holder));
  const key = path.length === 0 ? 'root' : path[path.length - 1];
  const owner = path.length === 0 ? holder : parent;
  const old = owner[key];
  // most mutations keep the type, so that they pass the first check and reach what lies behind it
  if (typeof old === 'number' && random.next() < 0.75) owner[key] = oddNumber(random, old);
  else if (typeof old === 'string' && random.next() < 0.6) owner[key] = oddText(random, old, String(key), dictionary);
  else MUTATIONS[random.below(MUTATIONS.length)](random, owner, key, dictionary);
}

const at = (holder: Container) => holder['root'] as Container;

type Mutation = (random: Random, owner: Container, key: string | number, dictionary: Dictionary) => void;

const remove: Mutation = (_random, owner, key) => {
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else delete owner[key];
};

const repeat: Mutation = (random, owner, key) => {
  const times = random.next() < 0.05 ? MANY : 1 + random.below(3);
  if (Array.isArray(owner)) owner.splice(Number(key), 0, ...Array(times).fill(owner[key]));
  else owner[`${key}2`] = owner[key];
};

const rename: Mutation = (random, owner, key, dictionary) => {
  if (Array.isArray(owner)) return;
  const value = owner[key];
  delete owner[key];
  const text = String(key);
  const cut = random.below(text.length + 1);
  const misspelt = [
    text.slice(0, cut) + text.slice(cut + 1),
    `${text.slice(0, cut)}x${text.slice(cut)}`,
    text.toUpperCase(),
  ];
  define(owner, pick(random, [...misspelt, pick(random, TEXTS), pick(random, dictionary.keys)]), value);
};

const addKey: Mutation = (random, owner, key, dictionary) => {
  const value = owner[key];
  const target = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Container) : owner;
  if (Array.isArray(target)) return;
  const name = random.next() < 0.7 ? pick(random, dictionary.keys) : pick(random, TEXTS);
  define(target, name, structuredClone(pick(random, dictionary.byKey.get(name) ?? NUMBERS)));
};

const retype: Mutation = (random, owner, key) => {
  owner[key] = pick<unknown>(random, [
    null,
    true,
    false,
    pick(random, NUMBERS),
    pick(random, TEXTS),
    [],
    {},
    [[]],
    [0, 0],
    [1, 2, 3],
    [[0, 1, 2]],
  ]);
};

/** Another value of the same name, out of any document. */
const graft: Mutation = (random, owner, key, dictionary) => {
  const values = dictionary.byKey.get(String(key));
  if (values && values.length > 0) owner[key] = structuredClone(pick(random, values));
};

const nest: Mutation = (random, owner, key) => {
  let value = owner[key];
  const levels = random.next() < 0.1 ? pick(random, DEPTHS) : 2;
  // too deep for JSON.stringify: written by jsonText
  if (levels > MAX_WRITTEN) {
    owner[key] = `@levels ${levels}@`;
    return;
  }
  for (let i = 0; i < levels; i++) value = i % 7 === 3 ? { a: value } : [value];
  owner[key] = value;
};

const shuffle: Mutation = (random, owner, key) => {
  const value = owner[key];
  if (Array.isArray(value)) value.reverse();
  const others = Object.keys(owner);
  const other = pick(random, others);
  [owner[key], owner[other]] = [owner[other], owner[key]];
};

const MUTATIONS: readonly Mutation[] = [remove, repeat, rename, addKey, retype, retype, graft, graft, nest, shuffle];

/** Not by assignment, which takes `__proto__` for the prototype. */
function define(owner: Container, key: string, value: unknown): void {
  Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
}

export function oddNumber(random: Random, old: number): number {
  switch (random.below(5)) {
    case 0:
      return -old;
    case 1:
      return old * 10 ** (random.below(25) - 12);
    case 2:
      return old + (random.next() - 0.5) * 1e-9 * Math.abs(old);
    case 3:
      return Math.round(random.between(-20, 20));
    default:
      return pick(random, NUMBERS);
  }
}

function oddText(random: Random, old: string, key: string, dictionary: Dictionary): string {
  switch (random.below(6)) {
    case 0:
      return pick(random, TEXTS);
    case 1:
      return `${old}${pick(random, TEXTS)}`;
    case 2:
      return old.repeat(1 + Math.floor(LONG / (old.length + 1)));
    default: {
      const known = (dictionary.byKey.get(key) ?? []).filter((value) => typeof value === 'string');
      return known.length > 0 ? pick(random, known) : old.slice(1);
    }
  }
}

/** The paths of everything in a document, the document itself included. */
function pathsIn(value: unknown): Path[] {
  const paths: Path[] = [];
  const collect = (item: unknown, path: Path, depth: number) => {
    paths.push(path);
    if (typeof item !== 'object' || item === null || depth > 12) return;
    // of a long list a few items stand for the rest
    const keys = Array.isArray(item) ? [...item.keys()].slice(0, 24) : Object.keys(item);
    for (const key of keys) collect((item as Container)[key], [...path, key], depth + 1);
  };
  collect(value, [], 0);
  return paths;
}
