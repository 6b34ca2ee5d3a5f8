import { Ajv, type ErrorObject, type JSONType, type SchemaValidateFunction, type ValidateFunction } from 'ajv';
import type { Fail, JsonPath } from './scene-error.ts';
import { type SceneDocument, schemaOfWorld } from './schema.ts';
import { suggestion } from './suggestion.ts';
import { type Dimension, toSi } from './units.ts';

/** Beyond this no length, mass ... is meant seriously, and density × length⁴ would no longer be a finite number. */
const LARGEST = 1e60;

/** Replaces a text with a unit, whose pattern the schema has already checked, by its SI value; limits numbers. */
const convert: SchemaValidateFunction = (dimension: Dimension, value: string | number, _schema, at) => {
  if (typeof value === 'number') return Math.abs(value) <= LARGEST;
  if (at !== undefined) at.parentData[at.parentDataProperty] = toSi(value, dimension);
  return true;
};

const DIMENSION = {
  keyword: 'dimension',
  type: ['number', 'string'] satisfies JSONType[],
  schemaType: 'string',
  modifying: true,
  validate: convert,
} as const;

const compiled = new Map<object, ValidateFunction>();

/** Only the schema of the file's own world is compiled: that takes longer than most scenes run. */
function validatorOf(data: unknown): ValidateFunction {
  const schema = schemaOfWorld(data);
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = new Ajv({
      strict: true,
      allowUnionTypes: true,
      discriminator: true,
      useDefaults: true,
      verbose: true,
      keywords: [DIMENSION, 'patternErrorMessage'],
    }).compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

/** Checks `data` against the scene schema, fills in defaults and converts units, in place. */
export function validateDocument(data: unknown, fail: Fail): SceneDocument {
  const validate = validatorOf(data);
  // the second pass checks the limits of the numbers that were texts in the first
  for (let pass = 0; pass < 2; pass++) {
    if (!validate(data) && validate.errors?.[0] !== undefined) report(validate.errors[0], fail);
  }
  return data as SceneDocument;
}

interface ReportedSchema {
  readonly properties?: Record<string, unknown>;
  readonly oneOf?: readonly { readonly properties: Record<string, TagSchema> }[];
  readonly patternErrorMessage?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface TagSchema {
  readonly const?: string;
  readonly enum?: readonly string[];
}

function report({ keyword, instancePath, params, parentSchema, data }: ErrorObject, fail: Fail): never {
  const steps = instancePath.split('/').slice(1);
  const path = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const schema = parentSchema as ReportedSchema;
  switch (keyword) {
    case 'required':
      return reportMissing(path, params['missingProperty'], schema, data, fail);
    case 'additionalProperties':
      return reportUnknown(path, params['additionalProperty'], schema, fail);
    case 'discriminator':
      return reportTag(path, params['tag'], schema, data, fail);
    default:
      return fail(path, expectation(keyword, params, schema, data));
  }
}

/** A key that is missing because it is misspelt is reported as misspelt. */
function reportMissing(path: JsonPath, key: string, schema: ReportedSchema, data: unknown, fail: Fail): never {
  const unknown = Object.keys(data as object).find((given) => !Object.hasOwn(schema.properties ?? {}, given));
  return unknown === undefined ? fail([...path, key], 'is missing') : reportUnknown(path, unknown, schema, fail);
}

function reportUnknown(path: JsonPath, key: string, schema: ReportedSchema, fail: Fail): never {
  const known = Object.keys(schema.properties ?? {});
  return fail([...path, key], `is not a known key, ${suggestion(key, known)}`, 'key');
}

function reportTag(path: JsonPath, tag: string, schema: ReportedSchema, data: unknown, fail: Fail): never {
  const known = (schema.oneOf ?? []).flatMap(({ properties }) => properties[tag].enum ?? [properties[tag].const ?? '']);
  const missing = !Object.hasOwn(data as object, tag);
  return fail([...path, tag], missing ? `is missing, ${oneOf(known)}` : oneOf(known));
}

function expectation(keyword: string, params: Record<string, unknown>, schema: ReportedSchema, data: unknown): string {
  switch (keyword) {
    case 'type':
      if (typeof data === 'number' && !Number.isFinite(data)) return 'must be a finite number';
      return schema.patternErrorMessage ?? `must be ${TYPE_NAMES[String(params['type'])]}`;
    case 'pattern':
      return schema.patternErrorMessage ?? '';
    case 'dimension':
      return `must be at most ${LARGEST} in size`;
    case 'enum':
      return oneOf(params['allowedValues'] as string[]);
    case 'exclusiveMinimum':
      return `must be above ${params['limit'] === 0 ? 'zero' : params['limit']}`;
    case 'minimum':
      return `must be at least ${params['limit']}`;
    case 'maximum':
      return `must be at most ${params['limit']}`;
    case 'minItems':
    case 'maxItems': {
      const bound = schema.minItems === schema.maxItems ? 'exactly' : keyword === 'minItems' ? 'at least' : 'at most';
      return `must have ${bound} ${params['limit']} item${params['limit'] === 1 ? '' : 's'}, has ${(data as unknown[]).length}`;
    }
    case 'minLength':
      return 'must not be empty';
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
  integer: 'a whole number',
};

/** `must be one of "a", "b"`. */
function oneOf(values: readonly string[]): string {
  return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
}
