import { describeValue } from '../math/describe-value.ts';
import { nearestName } from '../shapes/suggestion.ts';
import { findViolation, LARGEST, type NodeSchema, type SchemaViolation } from './check-schema.ts';
import { keyHint } from './key-hint.ts';
import { kindHint } from './kind-hint.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import { type SceneDocument, schemaOfWorld, WORLDS } from './schema.ts';

/** Checks `data` against the scene schema, fills in defaults and converts units, in place. */
export function validateDocument(data: unknown, fail: Fail): SceneDocument {
  checkWorld(data, fail);
  checkAgainst(schemaOfWorld(data), data, fail);
  return data as SceneDocument;
}

/** Checks `data` against a schema, fills in defaults and converts units, in place. */
export function checkAgainst(schema: NodeSchema, data: unknown, fail: Fail): void {
  // the second pass checks the limits of numbers converted from texts in the first
  for (let pass = 0; pass < 2; pass++) {
    const found = findViolation(schema, data);
    if (found) report(found, schema, data, fail);
  }
}

/** A wrong world is reported before all else: it selects the keys of the rest. */
function checkWorld(data: unknown, fail: Fail): void {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'world')) return;
  const { world } = data as { world: unknown };
  if (!WORLDS.some((known) => known === world)) fail(['world'], oneOf(WORLDS, world));
}

function report(found: SchemaViolation, root: NodeSchema, document: unknown, fail: Fail): never {
  const { keyword, path, schema, data, property = '' } = found;
  const hint = planarHint(found, document);
  switch (keyword) {
    case 'required':
      return reportMissing(path, property, found, root, fail);
    case 'additionalProperties':
      return reportUnknown(path, property, found, root, fail);
    case 'discriminator':
      return reportTag(path, schema, data, fail);
    case 'type':
      return fail(path, expectation(found) + hint, 'value', describeValue(data));
    default:
      return fail(path, expectation(found) + hint);
  }
}

/** What to do about a spatial vector in a planar scene, which may be planar because its world is not given. */
function planarHint({ keyword, schema, data }: SchemaViolation, document: unknown): string {
  const world = (document as { world?: unknown } | null)?.world ?? 'planar';
  if (world !== 'planar' || !Array.isArray(data) || data.length !== 3) return '';
  const isVector = keyword === 'maxItems' && schema.maxItems === 2 && schema.items?.dimension !== undefined;
  const isAngular = keyword === 'type' && schema.dimension !== undefined;
  return isVector || isAngular ? ' (the world is "planar"; for bodies in space use "world": "solids")' : '';
}

/** A key that is missing because it is misspelt is reported as misspelt. */
function reportMissing(path: JsonPath, key: string, found: SchemaViolation, root: NodeSchema, fail: Fail): never {
  const { schema, data } = found;
  const unknown = Object.keys(data as object).find((given) => !Object.hasOwn(schema.properties ?? {}, given));
  return unknown === undefined ? fail([...path, key], 'is missing') : reportUnknown(path, unknown, found, root, fail);
}

function reportUnknown(path: JsonPath, key: string, found: SchemaViolation, root: NodeSchema, fail: Fail): never {
  const whole = [...path, key];
  return fail(whole, `is not a known key, ${keyHint(root, whole, found.schema, found.data as object)}`, 'key');
}

function reportTag(
  path: JsonPath,
  { discriminator, oneOf: choices = [] }: NodeSchema,
  data: unknown,
  fail: Fail,
): never {
  const tag = discriminator?.propertyName ?? '';
  const known = choices.flatMap(({ properties }) => properties?.[tag]?.enum ?? [properties?.[tag]?.const]);
  const missing = !Object.hasOwn(data as object, tag);
  const value = (data as Record<string, unknown>)[tag];
  return fail(
    [...path, tag],
    missing ? `is missing, ${oneOf(known)}` : oneOf(known, value) + kindHint(path, value, known),
  );
}

/** What was expected, as a phrase: `must be above zero`. */
export function expectation({ keyword, schema, data }: Pick<SchemaViolation, 'keyword' | 'schema' | 'data'>): string {
  switch (keyword) {
    case 'type':
      if (typeof data === 'number' && !Number.isFinite(data)) return 'must be a finite number';
      return schema.patternErrorMessage ?? `must be ${typeNames(schema.type)}`;
    case 'pattern':
      return schema.patternErrorMessage ?? '';
    case 'dimension':
      return `must be at most ${LARGEST} in magnitude`;
    case 'enum':
      return oneOf(schema.enum ?? [], data);
    case 'exclusiveMinimum':
      return `must be above ${schema.exclusiveMinimum === 0 ? 'zero' : schema.exclusiveMinimum}`;
    case 'minimum':
      return `must be at least ${schema.minimum}`;
    case 'maximum':
      return `must be at most ${schema.maximum}`;
    case 'minItems':
    case 'maxItems': {
      const bound = schema.minItems === schema.maxItems ? 'exactly' : keyword === 'minItems' ? 'at least' : 'at most';
      const limit = schema[keyword];
      return `must have ${bound} ${limit} item${limit === 1 ? '' : 's'}, has ${(data as unknown[]).length}`;
    }
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${schema.maxLength} characters, has ${String(data).length}`;
    default:
      throw new Error(`the scene schema uses the keyword ${keyword}, which has no message`);
  }
}

/** `a text or an object { ... }`. */
function typeNames(type: NodeSchema['type'] = []): string {
  const types = typeof type === 'string' ? [type] : type;
  return types.map((one) => TYPE_NAMES[one]).join(' or ');
}

const TYPE_NAMES: Record<string, string> = {
  object: 'an object { ... }',
  array: 'a list [ ... ]',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  integer: 'an integer',
};

/** `must be one of "a", "b"`, and the one that is probably meant. */
function oneOf(values: readonly unknown[], given?: unknown): string {
  const texts = values.filter((value) => typeof value === 'string');
  const nearest = typeof given === 'string' ? nearestName(given, texts) : undefined;
  const hint = nearest === undefined ? '' : `, did you mean ${JSON.stringify(nearest)}?`;
  return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}${hint}`;
}
