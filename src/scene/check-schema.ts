import { type Dimension, toSi } from './units.ts';

/**
 * Validates a document against a JSON Schema, with the keywords that the scene format uses. It interprets the schema instead of
 * compiling it to code, so it also works under a content security policy without eval.
 */
export interface NodeSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly dimension?: Dimension;
  readonly items?: NodeSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, NodeSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  /** The property whose value selects one of `oneOf`. */
  readonly discriminator?: { readonly propertyName: string };
  readonly oneOf?: readonly NodeSchema[];
}

/** A violation, and the schema keyword that is violated. */
export interface SchemaViolation {
  readonly keyword: keyof NodeSchema;
  /** From the root of the document. */
  readonly path: (string | number)[];
  readonly schema: NodeSchema;
  readonly data: unknown;
  /** The property, for `required` and `additionalProperties`. */
  readonly property?: string;
}

/** Upper limit of all quantities: beyond it density × length⁴ could overflow. */
export const LARGEST = 1e60;

/** Returns the first violation, if any. Fills in defaults and replaces texts with units by SI numbers, in place. */
export function findViolation(schema: NodeSchema, document: unknown): SchemaViolation | undefined {
  return checkNode(schema, { document }, 'document');
}

type Container = Record<string | number, unknown>;
type Found = SchemaViolation | undefined;

/** Checks the value under `key` of a container; a converted value is written back. */
function checkNode(schema: NodeSchema, container: Container, key: string | number): Found {
  const data = container[key];
  if (!hasType(schema, data)) return violation('type', schema, data);
  if (typeof data === 'number') return checkNumber(schema, data) ?? checkValue(schema, data);
  if (typeof data === 'string') return checkText(schema, data, container, key) ?? checkValue(schema, data);
  if (Array.isArray(data)) return checkList(schema, data);
  return typeof data === 'object' && data !== null ? checkObject(schema, data as Container) : checkValue(schema, data);
}

function violation(keyword: keyof NodeSchema, schema: NodeSchema, data: unknown, property?: string): SchemaViolation {
  return { keyword, path: [], schema, data, property };
}

/** A violation in a part, with its path from the root. */
function within(key: string | number, found: Found): Found {
  found?.path.unshift(key);
  return found;
}

function hasType({ type }: NodeSchema, data: unknown): boolean {
  if (type === undefined) return true;
  return typeof type === 'string' ? isOfType(type, data) : type.some((one) => isOfType(one, data));
}

function isOfType(type: string, data: unknown): boolean {
  switch (type) {
    case 'number':
      return typeof data === 'number' && Number.isFinite(data);
    case 'integer':
      return Number.isInteger(data);
    case 'array':
      return Array.isArray(data);
    case 'object':
      return typeof data === 'object' && data !== null && !Array.isArray(data);
    default:
      return typeof data === type;
  }
}

function checkNumber(schema: NodeSchema, data: number): Found {
  const { minimum, maximum, exclusiveMinimum, dimension } = schema;
  if (maximum !== undefined && data > maximum) return violation('maximum', schema, data);
  if (minimum !== undefined && data < minimum) return violation('minimum', schema, data);
  if (exclusiveMinimum !== undefined && data <= exclusiveMinimum) return violation('exclusiveMinimum', schema, data);
  return dimension !== undefined && Math.abs(data) > LARGEST ? violation('dimension', schema, data) : undefined;
}

const patterns = new Map<string, RegExp>();

function patternOf(text: string): RegExp {
  const known = patterns.get(text) ?? new RegExp(text, 'u');
  patterns.set(text, known);
  return known;
}

function checkText(schema: NodeSchema, data: string, container: Container, key: string | number): Found {
  const { minLength, maxLength, pattern, dimension } = schema;
  if (minLength !== undefined && data.length < minLength) return violation('minLength', schema, data);
  if (maxLength !== undefined && data.length > maxLength) return violation('maxLength', schema, data);
  if (pattern !== undefined && !patternOf(pattern).test(data)) return violation('pattern', schema, data);
  if (dimension !== undefined) container[key] = toSi(data, dimension);
  return undefined;
}

function checkValue(schema: NodeSchema, data: unknown): Found {
  if (schema.const !== undefined && data !== schema.const) return violation('const', schema, data);
  return schema.enum && !schema.enum.includes(data) ? violation('enum', schema, data) : undefined;
}

function checkList(schema: NodeSchema, data: unknown[]): Found {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (data.length > maxItems) return violation('maxItems', schema, data);
  if (data.length < minItems) return violation('minItems', schema, data);
  if (items === undefined) return undefined;
  const container = data as unknown as Container;
  for (let i = 0; i < data.length; i++) {
    const found = checkNode(items, container, i);
    if (found) return within(i, found);
  }
  return undefined;
}

function checkObject(schema: NodeSchema, data: Container): Found {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const [name, { default: value }] of Object.entries(properties)) {
    // copied for each document: nested defaults are filled in too
    if (value !== undefined && !Object.hasOwn(data, name)) data[name] = JSON.parse(JSON.stringify(value));
  }
  const missing = required.find((name) => !Object.hasOwn(data, name));
  if (missing !== undefined) return violation('required', schema, data, missing);
  if (additionalProperties === false) {
    const unknown = Object.keys(data).find((name) => !Object.hasOwn(properties, name));
    if (unknown !== undefined) return violation('additionalProperties', schema, data, unknown);
  }
  for (const [name, property] of Object.entries(properties)) {
    const found = Object.hasOwn(data, name) ? checkNode(property, data, name) : undefined;
    if (found) return within(name, found);
  }
  return checkChoice(schema, data);
}

function checkChoice(schema: NodeSchema, data: Container): Found {
  const { discriminator, oneOf = [] } = schema;
  if (discriminator === undefined) return undefined;
  const { propertyName } = discriminator;
  const tag = Object.hasOwn(data, propertyName) ? data[propertyName] : undefined;
  const selected = oneOf.find(({ properties }) => {
    const expected = properties?.[propertyName];
    return tag !== undefined && (expected?.const === tag || expected?.enum?.includes(tag));
  });
  return selected === undefined ? violation('discriminator', schema, data) : checkObject(selected, data);
}
