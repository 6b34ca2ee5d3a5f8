import { nearestName, suggestion } from '../shapes/suggestion.ts';
import type { NodeSchema } from './check-schema.ts';
import { formatPath, type JsonPath } from './scene-error.ts';

/** Keys of whole sizes, and the keys of half sizes to use instead, in order of preference. */
const WHOLE_SIZES: Record<string, readonly string[]> = {
  size: ['halfExtents'],
  sizes: ['halfExtents'],
  extents: ['halfExtents'],
  dimensions: ['halfExtents'],
  edges: ['halfExtents'],
  width: ['halfExtents'],
  depth: ['halfExtents'],
  length: ['halfExtents', 'halfHeight'],
  height: ['halfHeight', 'halfExtents'],
  diameter: ['radius'],
};

const HALVES: Record<string, string> = {
  halfExtents: 'half of each edge',
  halfHeight: 'half of the height',
  radius: 'half of the diameter',
};

/**
 * Hint for the unknown key at the end of `path`: the key of half the size; the part of the document that has this key; the
 * nearest known key; the only missing key, since the unknown one is probably meant for it; else all keys.
 */
export function keyHint(root: NodeSchema, path: JsonPath, schema: NodeSchema, data: object): string {
  const key = String(path.at(-1));
  const { properties = {}, required = [] } = schema;
  const known = Object.keys(properties);
  const half = Object.hasOwn(WHOLE_SIZES, key) ? WHOLE_SIZES[key].find((name) => known.includes(name)) : undefined;
  if (half !== undefined) return `did you mean ${JSON.stringify(half)} (${HALVES[half]})?`;
  const owner = ownerOf(root, path);
  if (owner !== undefined) return `it belongs in ${owner}`;
  const missing = required.filter((name) => !Object.hasOwn(data, name));
  const isNear = nearestName(key, known) !== undefined;
  return !isNear && missing.length === 1 ? `did you mean ${JSON.stringify(missing[0])}?` : suggestion(key, known);
}

/** The object nearest to the end of `path` that may have this key: a part of it, one that contains it, or a part of one of those. */
function ownerOf(root: NodeSchema, path: JsonPath): string | undefined {
  const key = String(path.at(-1));
  const levels = schemasAlong(root, path.slice(0, -1));
  for (let depth = levels.length - 1; depth >= 0; depth--) {
    const place = path.slice(0, depth);
    if (depth < levels.length - 1 && keysOf(levels[depth]).has(key)) return quoted(place);
    const part = partWith(levels[depth], key);
    if (part !== undefined) return quoted([...place, ...part]);
  }
  return undefined;
}

/** The first object or list of objects in an object that may have the key. */
function partWith(schema: NodeSchema, key: string): string[] | undefined {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (keysOf(part).has(key)) return [name];
    if (part.items && keysOf(part.items).has(key)) return [name];
  }
  return undefined;
}

function quoted(path: JsonPath): string {
  return path.length === 0 ? 'the top level of the scene' : `"${formatPath(path)}"`;
}

/** The keys of an object, or of any of its alternatives. */
function keysOf({ properties = {}, oneOf = [] }: NodeSchema): Set<string> {
  return new Set([properties, ...oneOf.map((choice) => choice.properties ?? {})].flatMap((one) => Object.keys(one)));
}

/** The schemas of the values from the root of the document to the end of `path`. */
function schemasAlong(root: NodeSchema, path: JsonPath): NodeSchema[] {
  const schemas = [root];
  for (const step of path) {
    const { properties = {}, items, oneOf = [] } = schemas[schemas.length - 1];
    const choices = [properties, ...oneOf.map((choice) => choice.properties ?? {})];
    const next = typeof step === 'number' ? items : choices.find((one) => Object.hasOwn(one, step))?.[step];
    if (next === undefined) break;
    schemas.push(next);
  }
  return schemas;
}
