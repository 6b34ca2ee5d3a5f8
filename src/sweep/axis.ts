import { exp, log } from '../math/exponential.ts';
import { normalProbability, normalQuantile } from '../math/normal-distribution.ts';
import { findViolation, LARGEST } from '../scene/check-schema.ts';
import type { Fail, JsonPath } from '../scene/scene-error.ts';
import { toSi, unitsOf } from '../scene/units.ts';
import { expectation } from '../scene/validate.ts';
import { describeValue } from '../shapes/checks.ts';
import { findParameter, type SceneParameter } from './parameter-path.ts';
import type { SceneTemplate } from './scene-template.ts';
import type { SweepDocument } from './sweep-schema.ts';

/** One parameter of a sweep. */
export interface SweepAxis {
  readonly name: string;
  /** They get the same value. */
  readonly parameters: readonly SceneParameter[];
  /** SI unit; empty for texts, 1 for plain numbers. */
  readonly unit: string;
  /** Column of the results: lists and objects are written as JSON texts. */
  readonly kind: 'number' | 'text';
  /** Of an axis of the grid. */
  readonly grid?: GridAxis;
  /** Of an axis with a distribution. */
  readonly distribution?: Distribution;
}

/** Values of an axis that is part of the grid. */
export interface GridAxis {
  /** Number of values. */
  readonly count: number;
  /** A value by its index, from 0; numbers in SI units. */
  valueAt(index: number): unknown;
}

/** Distribution of the values of an axis, SI units. */
export interface Distribution {
  /** Value of a probability between 0 and 1. */
  quantile(probability: number): number;
  /** Value of a standard normal variable: the same as its quantile, without loss of digits. */
  fromNormal(score: number): number;
}

/** Longer lists and ranges are treated as input errors: a range needs no memory, but a wrong unit must not run for years. */
const MAX_COUNT = 1e9;

type AxisDocument = SweepDocument['axes'][number];

const KINDS = ['values', 'range', 'uniform', 'normal'] as const;

/** Resolves paths, units and values of an axis; `path` is its location in the specification. */
export function resolveAxis(given: AxisDocument, template: SceneTemplate, path: JsonPath, fail: Fail): SweepAxis {
  const present = KINDS.filter((key) => given[key] !== undefined);
  if (present.length !== 1) {
    const problem = present.length === 0 ? 'has no values' : `has both ${present[0]} and ${present[1]}`;
    fail(path, `${problem}, must have exactly one of ${KINDS.join(', ')}`);
  }
  const texts = typeof given.path === 'string' ? [given.path] : given.path;
  const parameters = texts.map((text, i) =>
    findParameter(template.document, template.schema, text, (reason) =>
      fail(typeof given.path === 'string' ? [...path, 'path'] : [...path, 'path', i], reason),
    ),
  );
  parameters.forEach(({ schema }, i) => {
    if (schema.dimension !== parameters[0].schema.dimension) {
      fail([...path, 'path', i], `has other units than ${texts[0]}: they cannot have the same value`);
    }
  });
  const context: Context = { parameters, path, fail };
  const base = { name: given.name ?? texts[0], parameters };
  if (given.values !== undefined) return { ...base, ...listAxis(given.values, context) };
  const [first] = parameters;
  const { dimension, type } = first.schema;
  const unit = dimension === undefined ? '1' : unitsOf(dimension)[0];
  // a gain is a number or the text max
  const types = [type].flat();
  const isNumber = dimension !== undefined || types.includes('number') || types.includes('integer');
  if (!isNumber) fail([...path, present[0]], `is for numbers, ${texts[0]} is none: use values`);
  if (given.range !== undefined) return { ...base, unit, kind: 'number', grid: rangeAxis(given.range, context) };
  if (types.includes('integer'))
    fail([...path, present[0]], `is for real numbers, ${texts[0]} is an integer: use values or range`);
  const distribution =
    given.uniform !== undefined
      ? uniformDistribution(given.uniform, context)
      : normalDistribution(given.normal as NonNullable<AxisDocument['normal']>, context);
  return { ...base, unit, kind: 'number', distribution };
}

interface Context {
  readonly parameters: readonly SceneParameter[];
  readonly path: JsonPath;
  readonly fail: Fail;
}

function listAxis(values: readonly unknown[], context: Context): Pick<SweepAxis, 'unit' | 'kind' | 'grid'> {
  const { parameters, path, fail } = context;
  const [{ schema }] = parameters;
  const resolved = values.map((value, i) => {
    const at = [...path, 'values', i];
    if (schema.dimension !== undefined) return toNumber(value, at, context);
    if (parameters.every(({ isPlain }) => isPlain)) checkValue(value, at, context);
    // its parts are checked with the scene of each run
    else if (value === null) fail(at, 'must not be null');
    return typeof value === 'number' ? value + 0 : value;
  });
  const isNumber = resolved.every((value) => typeof value === 'number');
  const unit = isNumber ? (schema.dimension === undefined ? '1' : unitsOf(schema.dimension)[0]) : '';
  const grid = { count: resolved.length, valueAt: (index: number) => resolved[index] };
  return { unit, kind: isNumber ? 'number' : 'text', grid };
}

function rangeAxis(range: NonNullable<AxisDocument['range']>, context: Context): GridAxis {
  const { fail } = context;
  const at = (key: string) => [...context.path, 'range', key];
  const from = toNumber(range.from, at('from'), context);
  const to = toNumber(range.to, at('to'), context);
  if ((range.count === undefined) === (range.step === undefined)) {
    fail([...context.path, 'range'], 'must have either count or step');
  }
  const isLog = range.spacing === 'log';
  if (isLog && !(from > 0 && to > 0)) fail(at('spacing'), '"log" needs limits above zero');
  if (range.step !== undefined) {
    if (isLog) fail(at('spacing'), '"log" needs count instead of step');
    const step = toSize(range.step, at('step'), context);
    if (!(step !== 0 && (to - from) / step >= 0)) fail(at('step'), 'must lead from the first value to the last');
    // a last value that rounding has moved beyond the limit belongs to the range
    const count = Math.floor((to - from) / step + 1e-9) + 1;
    return checkedGrid({ count, valueAt: (i) => from + i * step }, at('step'), context);
  }
  const count = range.count ?? 1;
  if (count === 1 && from !== to) fail(at('count'), 'must be at least 2 where the limits differ');
  const valueAt = (i: number) => {
    if (i === 0) return from;
    if (i === count - 1) return to;
    const part = i / (count - 1);
    return isLog ? exp(log(from) + part * (log(to) - log(from))) : from + part * (to - from);
  };
  return checkedGrid({ count, valueAt }, at('count'), context);
}

function checkedGrid(grid: GridAxis, path: JsonPath, context: Context): GridAxis {
  if (grid.count > MAX_COUNT) context.fail(path, `makes ${grid.count} values, must be at most ${MAX_COUNT}`);
  const isInteger = context.parameters.some(({ schema }) => schema.type === 'integer');
  // integers between the limits need a look at every one of them
  const checked = isInteger ? Math.min(grid.count, 1e6) : 2;
  for (let i = 0; i < checked; i++) checkMade(grid.valueAt(Math.min(i, grid.count - 1)), path, context);
  checkMade(grid.valueAt(grid.count - 1), path, context);
  return grid;
}

function uniformDistribution(given: NonNullable<AxisDocument['uniform']>, context: Context): Distribution {
  const at = (key: string) => [...context.path, 'uniform', key];
  const from = toNumber(given.from, at('from'), context);
  const to = toNumber(given.to, at('to'), context);
  if (!(from < to)) context.fail(at('to'), 'must be above `from`');
  const quantile = (p: number) => from + p * (to - from);
  return { quantile, fromNormal: (score) => quantile(normalProbability(score)) };
}

function normalDistribution(given: NonNullable<AxisDocument['normal']>, context: Context): Distribution {
  const at = (key: string) => [...context.path, 'normal', key];
  const mean = toSize(given.mean, at('mean'), context);
  const deviation = toSize(given.deviation, at('deviation'), context);
  if (!(deviation > 0)) context.fail(at('deviation'), 'must be above zero');
  if (given.min === undefined && given.max === undefined) {
    const fromNormal = (score: number) => mean + deviation * score;
    return { quantile: (p) => fromNormal(normalQuantile(p)), fromNormal };
  }
  const min = given.min === undefined ? Number.NEGATIVE_INFINITY : toNumber(given.min, at('min'), context);
  const max = given.max === undefined ? Number.POSITIVE_INFINITY : toNumber(given.max, at('max'), context);
  if (!(min < max)) context.fail(at(given.max === undefined ? 'min' : 'max'), 'must be above `min`');
  const quantile = truncatedNormal(mean, deviation, min, max);
  if (quantile === undefined) {
    return context.fail([...context.path, 'normal'], 'has limits with no probability between them');
  }
  return { quantile, fromNormal: (score) => quantile(normalProbability(score)) };
}

/** Quantiles of a normal distribution between limits; undefined if the probability between them underflows. */
function truncatedNormal(
  mean: number,
  deviation: number,
  min: number,
  max: number,
): ((probability: number) => number) | undefined {
  const [low, high] = [(min - mean) / deviation, (max - mean) / deviation];
  // an interval in the upper tail is mirrored: probabilities close to 1 have few digits
  const isMirrored = low > 0;
  const [from, to] = isMirrored
    ? [normalProbability(-low), normalProbability(-high)]
    : [normalProbability(low), normalProbability(high)];
  if (from === to) return undefined;
  return (probability) => {
    const score = normalQuantile(from + probability * (to - from));
    const value = mean + deviation * (isMirrored ? -score : score);
    return Math.min(Math.max(value, min), max);
  };
}

/** A number with the unit of the parameter that the scene accepts there. */
function toNumber(value: unknown, at: JsonPath, context: Context): number {
  const number = toSize(value, at, context);
  checkValue(number, at, context);
  return number;
}

/** A number with the unit of the parameter, which may be outside its limits: a mean, a deviation, a step. */
function toSize(value: unknown, at: JsonPath, { parameters, fail }: Context): number {
  const [{ schema }] = parameters;
  const { dimension, pattern, patternErrorMessage } = schema;
  if (typeof value === 'string') {
    if (dimension === undefined) return fail(at, 'must be a number');
    if (!new RegExp(pattern ?? '', 'u').test(value)) return fail(at, patternErrorMessage ?? 'must be a number');
    return toSize(toSi(value, dimension), at, { parameters, path: at, fail });
  }
  if (typeof value !== 'number' || !(Math.abs(value) <= LARGEST)) {
    return fail(
      at,
      patternErrorMessage ?? `must be a number of at most ${LARGEST} in magnitude`,
      'value',
      describeValue(value),
    );
  }
  // JSON texts written by other programs lose the sign of -0: it is not distinguished here
  return value + 0;
}

/** Rejects a computed value that the scene does not accept. */
function checkMade(value: unknown, at: JsonPath, { parameters, fail }: Context): void {
  for (const { schema } of parameters) {
    const violation = findViolation(schema, value);
    if (violation) fail(at, `makes the value ${value}, which ${expectation(violation)}`);
  }
}

/** Rejects a value that the scene does not accept. */
function checkValue(value: unknown, at: JsonPath, { parameters, fail }: Context): void {
  for (const { schema } of parameters) {
    const violation = findViolation(schema, value);
    if (violation) fail(at, expectation(violation), 'value', describeValue(value));
  }
}
