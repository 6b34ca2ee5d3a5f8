/** Block documents: the parameters of a block as JSON text, with comments, units and the shapes and contact laws of scenes. */
import { describeValue } from '../../math/describe-value.ts';
import type { NodeSchema } from '../../scene/check-schema.ts';
import { penalty } from '../../scene/contact-schema.ts';
import type { Static } from '../../scene/json-schema.ts';
import { planarShape } from '../../scene/planar-schema.ts';
import { failIn, parseDocument } from '../../scene/read.ts';
import { buildPlanarShape } from '../../scene/resolve-body.ts';
import { resolvePenalty } from '../../scene/resolve-contact-law.ts';
import { buildSolidShape } from '../../scene/resolve-solid-shape.ts';
import { type Fail, type JsonPath, orFail } from '../../scene/scene-error.ts';
import { solidShape } from '../../scene/solid-shape-schema.ts';
import { type Dimension, quantityPattern, toSi, unitsOf } from '../../scene/units.ts';
import { checkAgainst } from '../../scene/validate.ts';
import {
  BODY_KEYS,
  type CollisionBlockParams,
  parameterNames,
  readBlockParams,
  readBodyNames,
} from './block-params.ts';

/** A block document: its parameters, in SI units, for `createCollisionBlock`. */
export interface BlockDocument {
  /** Text of the document; '' without one. */
  readonly title: string;
  /** Text of the document; '' without one. */
  readonly description: string;
  /** With the names of the bodies. */
  readonly params: CollisionBlockParams & { readonly bodies: readonly string[] };
}

/** Dimensions of the numbers of parameters; those of a body without its name. */
const DIMENSIONS: Readonly<Record<string, Dimension>> = {
  m: 'mass',
  I: 'inertia',
  mesh: 'length',
  sens: 'length',
  tolCollision: 'length',
  tolDocking: 'length',
  maxDockSpeed: 'speed',
  slipSpeed: 'speed',
  horizon: 'time',
};
/** Parameters that may be infinite, which JSON writes as a text. */
const INFINITE = ['m', 'I', 'maxDockSpeed'];
const HEADER = ['$schema', 'block', 'title', 'description'];

/** Whether a JSON value is a block document rather than a scene. */
export function isBlockDocument(data: unknown): boolean {
  return typeof data === 'object' && data !== null && (data as { block?: unknown }).block !== undefined;
}

/**
 * Reads a block document: `{ "block": "collision", ... }` and the parameters of `createCollisionBlock`. Lengths and other quantities may be
 * texts with a unit, infinite ones the text "Infinity"; shapes and contact laws are written as in scenes. `source` names the text in
 * messages. Throws a SceneError with line and column for the first error.
 *
 * @example
 * ```ts
 * import { createCollisionBlock, readBlockDocument } from 'appulse';
 *
 * const { params } = readBlockDocument(`{
 *   "block": "collision", "dimension": 3,
 *   "shape_A": { "kind": "sphere", "radius": "50 cm" }, "m_A": 2,
 *   "shape_B": { "kind": "box", "halfExtents": [1, 1, 1] }, "m_B": "Infinity"
 * }`, 'sphere.block.json');
 * const unit = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
 * const { distance } = createCollisionBlock(params).step({
 *   Xcm_A: [0, 0, 2, 0, 0, -1, 0, 0, 0], R_A: unit,
 *   Xcm_B: [0, 0, 0, 0, 0, 0, 0, 0, 0], R_B: unit,
 * });
 * console.log(distance); // 0.5
 * ```
 */
export function readBlockDocument(fileText: string, source: string): BlockDocument {
  if (typeof fileText !== 'string')
    throw new TypeError(`readBlockDocument: fileText must be a text, got ${describeValue(fileText)}`);
  const { text, data } = parseDocument(fileText, source);
  const fail = failIn(text, source);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return fail([], 'must be an object');
  const given = data as Readonly<Record<string, unknown>>;
  if (given['block'] !== 'collision')
    fail('block' in given ? ['block'] : [], '"block" must be "collision" in a block document');
  for (const key of ['title', 'description']) {
    if (given[key] !== undefined && typeof given[key] !== 'string') fail([key], 'must be a text');
  }
  const bodies = named(fail, () => readBodyNames(given['bodies']));
  const dimension = given['dimension'] === 3 ? 3 : 2;
  const params: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (!HEADER.includes(key)) params[key] = readParameter(key, value, bodies, dimension, fail);
  }
  named(fail, () => readBlockParams(params as CollisionBlockParams));
  const { title = '', description = '' } = given as { title?: string; description?: string };
  return { title, description, params: { ...(params as CollisionBlockParams), bodies } };
}

function readParameter(key: string, value: unknown, bodies: readonly string[], dimension: 2 | 3, fail: Fail): unknown {
  if (!parameterNames(bodies).includes(key)) return value;
  if (key === 'contactLaw') return readLaw(value, [key], fail);
  if (key === 'pairs' && Array.isArray(value)) {
    return value.map((pair, i) =>
      pair?.contactLaw === undefined
        ? pair
        : { ...pair, contactLaw: readLaw(pair.contactLaw, [key, i, 'contactLaw'], fail) },
    );
  }
  const base = BODY_KEYS.find((name) => bodies.some((body) => key === `${name}_${body}`)) ?? key;
  if (base === 'shape') return readShape(value, [key], dimension, fail);
  return DIMENSIONS[base] === undefined ? value : toNumbers(base, value, [key], fail);
}

/** Converts texts with a unit, also in lists. */
function toNumbers(base: string, value: unknown, path: JsonPath, fail: Fail): unknown {
  if (Array.isArray(value)) return value.map((item, i) => toNumbers(base, item, [...path, i], fail));
  if (typeof value !== 'string') return value;
  const dimension = DIMENSIONS[base];
  const isInfinite = INFINITE.includes(base);
  if (value === 'Infinity' && isInfinite) return Number.POSITIVE_INFINITY;
  if (new RegExp(quantityPattern(dimension)).test(value)) return toSi(value, dimension);
  const units = unitsOf(dimension);
  const infinite = isInfinite ? ', or "Infinity"' : '';
  return fail(
    path,
    `must be a number [${units[0]}] or a text with a unit of ${dimension} (${units.join(', ')})${infinite}`,
  );
}

/** Errors below the value at `path`. */
function within(path: JsonPath, fail: Fail): Fail {
  return (inner, ...rest) => fail([...path, ...inner], ...rest);
}

function readShape(value: unknown, path: JsonPath, dimension: 2 | 3, fail: Fail): unknown {
  const inside = within(path, fail);
  if (dimension === 3) {
    checkAgainst(solidShape as NodeSchema, value, inside);
    return buildSolidShape(value as Static<typeof solidShape>, path, fail);
  }
  checkAgainst(planarShape as NodeSchema, value, inside);
  return orFail(() => buildPlanarShape(value as Static<typeof planarShape>), path, fail);
}

function readLaw(value: unknown, path: JsonPath, fail: Fail): unknown {
  checkAgainst(penalty as NodeSchema, value, within(path, fail));
  return orFail(() => resolvePenalty(value as Static<typeof penalty>, path, fail), path, fail);
}

/** Reports an error of the parameters, which begins with the name of one, at its position in the text. */
function named<T>(fail: Fail, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    const [, name = '', rest = error.message] = error.message.match(/^([\w.[\]]+):? (.*)$/s) ?? [];
    const [, expected, shown] = rest.match(/^(.*), got (.*)$/s) ?? ['', rest, undefined];
    const isUnknown = rest.startsWith('is not a known key');
    return fail(pathOf(name), expected, isUnknown ? 'key' : 'value', shown);
  }
}

/** `pairs[1].e` as keys and indices; `params.` is the document itself. */
function pathOf(name: string): JsonPath {
  const steps = [...name.matchAll(/([A-Za-z$]\w*)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));
  return steps[0] === 'params' ? steps.slice(1) : steps;
}
