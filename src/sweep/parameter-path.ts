import type { NodeSchema } from '../scene/check-schema.ts';
import { formatPath, type JsonPath } from '../scene/scene-error.ts';
import { suggestion } from '../shapes/suggestion.ts';

/** A value of a scene that a sweep changes. */
export interface SceneParameter {
  /** Keys and indices from the root of the scene; names of list items are replaced by indices. */
  readonly steps: JsonPath;
  /** What the scene format says about the value. */
  readonly schema: NodeSchema;
  /** A number, a choice or true and false that no other key depends on: it can be set in a validated document. */
  readonly isPlain: boolean;
}

/** Throws; `reason` says what is wrong with the path. */
type Reject = (reason: string) => never;

const STEP = /\.?([$\w][-\w]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** `bodies.pod.velocity[0]` or `bodies["my pod"].mass`, as keys and indices. */
function parsePath(text: string, reject: Reject): JsonPath {
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const [, key, index, quoted] = STEP.exec(text) ?? [];
    if (key !== undefined) steps.push(key);
    else if (index !== undefined) steps.push(Number(index));
    else if (quoted !== undefined) steps.push(parseQuoted(quoted, reject));
    else reject('must be a path such as bodies[0].velocity[1] or bodies.pod.mass');
  }
  return steps;
}

function parseQuoted(text: string, reject: Reject): string {
  try {
    return JSON.parse(text);
  } catch {
    return reject(`has a name that is not a JSON text: ${text}`);
  }
}

/** Finds a parameter in a validated document, `what`. An unknown path is rejected with the known keys or names. */
export function findParameter(
  document: unknown,
  root: NodeSchema,
  path: string,
  reject: Reject,
  what = 'scene',
): SceneParameter {
  let schema = root;
  let data = document;
  let isTag = false;
  const steps: (string | number)[] = [];
  for (const step of parsePath(path, reject)) {
    const at = steps.length === 0 ? `the ${what}` : formatPath(steps);
    const object = objectSchema(schema, data);
    isTag = step === schema.discriminator?.propertyName;
    if (Array.isArray(data)) {
      const index = itemIndex(data, step, at, (reason) => reject(`is not in the ${what}: ${reason}`));
      steps.push(index);
      data = data[index];
      schema = schema.items ?? {};
    } else if (typeof data === 'object' && data !== null) {
      const known = object.properties ?? {};
      if (typeof step === 'number') return reject(`is not in the ${what}: ${at} is no list`);
      if (!Object.hasOwn(known, step)) {
        return reject(`is not in the ${what}: ${at} has no ${step}, ${suggestion(step, Object.keys(known))}`);
      }
      steps.push(step);
      data = (data as Record<string, unknown>)[step];
      schema = known[step];
    } else {
      return reject(`is not in the ${what}: ${at} ${data === undefined ? 'is not given' : 'has no parts'}`);
    }
  }
  if (steps.length === 1 && steps[0] === 'world') return reject('cannot be varied: it selects the keys of the scene');
  return { steps, schema, isPlain: !isTag && isLeaf(schema) };
}

/** The properties of an object; of the selected alternative, where there are several. */
function objectSchema(schema: NodeSchema, data: unknown): NodeSchema {
  const { discriminator, oneOf } = schema;
  if (discriminator === undefined || oneOf === undefined) return schema;
  const tag = (data as Record<string, unknown> | undefined)?.[discriminator.propertyName];
  const selected = oneOf.find(({ properties }) => {
    const expected = properties?.[discriminator.propertyName];
    return expected?.const === tag || expected?.enum?.includes(tag);
  });
  return selected ?? schema;
}

function itemIndex(items: readonly unknown[], step: string | number, at: string, reject: Reject): number {
  if (typeof step === 'number') {
    return step < items.length ? step : reject(`${at} has ${items.length} items, from [0]`);
  }
  const names = items.map(nameOf);
  const index = names.indexOf(step);
  const known = names.filter((name) => typeof name === 'string');
  return index >= 0 ? index : reject(`${at} has no ${step}, ${suggestion(step, known)}`);
}

/** An item about a vehicle has the name of that vehicle. */
function nameOf(item: unknown): unknown {
  const { name, vehicle } = (item ?? {}) as { name?: unknown; vehicle?: unknown };
  return name ?? vehicle;
}

function isLeaf({ type, enum: choices, dimension }: NodeSchema): boolean {
  return dimension !== undefined || choices !== undefined || ['number', 'integer', 'boolean'].includes(String(type));
}

/** The value at the end of the steps. */
export function valueAt(document: unknown, steps: JsonPath): unknown {
  let data = document;
  for (const step of steps) data = (data as Record<string | number, unknown> | undefined)?.[step];
  return data;
}

/** Sets a value in place; its parent must exist. */
export function setValue(document: unknown, steps: JsonPath, value: unknown): void {
  const parent = valueAt(document, steps.slice(0, -1)) as Record<string | number, unknown>;
  parent[steps[steps.length - 1]] = value;
}
