import { nearestName, suggestion } from '../shapes/suggestion.ts';
import { findViolation, LARGEST, type NodeSchema, type SchemaViolation } from './check-schema.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import { type SceneDocument, schemaOfWorld } from './schema.ts';

/** Checks `data` against the scene schema, fills in defaults and converts units, in place. */
export function validateDocument(data: unknown, fail: Fail): SceneDocument {
  const schema: NodeSchema = schemaOfWorld(data);
  // the second pass checks the limits of numbers converted from texts in the first
  for (let pass = 0; pass < 2; pass++) {
    const found = findViolation(schema, data);
    if (found) report(found, fail);
  }
  return data as SceneDocument;
}

function report(found: SchemaViolation, fail: Fail): never {
  const { keyword, path, schema, data, property = '' } = found;
  switch (keyword) {
    case 'required':
      return reportMissing(path, property, schema, data, fail);
    case 'additionalProperties':
      return reportUnknown(path, property, schema, data, fail);
    case 'discriminator':
      return reportTag(path, schema, data, fail);
    default:
      return fail(path, expectation(found));
  }
}

/** A key that is missing because it is misspelt is reported as misspelt. */
function reportMissing(path: JsonPath, key: string, schema: NodeSchema, data: unknown, fail: Fail): never {
  const unknown = Object.keys(data as object).find((given) => !Object.hasOwn(schema.properties ?? {}, given));
  return unknown === undefined ? fail([...path, key], 'is missing') : reportUnknown(path, unknown, schema, data, fail);
}

function reportUnknown(path: JsonPath, key: string, schema: NodeSchema, data: unknown, fail: Fail): never {
  return fail([...path, key], `is not a known key, ${keyHint(key, schema, data as object)}`, 'key');
}

/** The nearest known key; else the key that is missing, since the unknown one is probably meant for it; else all keys. */
function keyHint(key: string, { properties = {}, required = [] }: NodeSchema, data: object): string {
  const known = Object.keys(properties);
  const missing = required.filter((name) => !Object.hasOwn(data, name));
  const isNear = nearestName(key, known) !== undefined;
  return !isNear && missing.length === 1 ? `did you mean ${JSON.stringify(missing[0])}?` : suggestion(key, known);
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
  return fail([...path, tag], missing ? `is missing, ${oneOf(known)}` : oneOf(known));
}

function expectation({ keyword, schema, data }: SchemaViolation): string {
  switch (keyword) {
    case 'type':
      if (typeof data === 'number' && !Number.isFinite(data)) return 'must be a finite number';
      return schema.patternErrorMessage ?? `must be ${TYPE_NAMES[String(schema.type)]}`;
    case 'pattern':
      return schema.patternErrorMessage ?? '';
    case 'dimension':
      return `must be at most ${LARGEST} in magnitude`;
    case 'enum':
      return oneOf(schema.enum ?? []);
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

const TYPE_NAMES: Record<string, string> = {
  object: 'an object { ... }',
  array: 'a list [ ... ]',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  integer: 'an integer',
};

/** `must be one of "a", "b"`. */
function oneOf(values: readonly unknown[]): string {
  return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
}
