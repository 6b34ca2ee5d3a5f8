import { NonFiniteError } from '../math/finite.ts';
import { plainJson } from '../record/exact-json.ts';
import { SceneError } from '../scene/scene-error.ts';
import { RunLimitError } from '../sim/run-limits.ts';
import { SimulationError } from '../sim/world.ts';
import { findOperation, queryOperations } from './catalogue.ts';
import { isFields, QueryError } from './fields.ts';
import type { Fields, QueryOperation } from './query-operation.ts';
import { watchReads } from './watch-reads.ts';

/** One output line: the answer or an error. Infinite numbers are written as ±1e999. */
export interface Answer {
  readonly json: string;
  readonly ok: boolean;
}

/**
 * Answers one line of JSON, `{"op": ..., ...}`, as text in `json`. An invalid line gives `ok` false and an error with
 * its location, for which `line` is the line number; never throws.
 *
 * @example
 * ```ts
 * import { runQueryLine } from 'appulse';
 *
 * const { ok, json } = runQueryLine('{"op": "no such"}', 7);
 * console.log(ok, JSON.parse(json).error.line); // false 7
 * ```
 */
export function runQueryLine(text: string, line: number): Answer {
  try {
    return { json: plainJson(runQuery(parseLine(text))), ok: true };
  } catch (error) {
    return { json: JSON.stringify({ error: describeError(error, line) }), ok: false };
  }
}

/**
 * Answers a query `{ op, ... }` given as a plain object, with the keys and SI units of `appulse query`. Returns a new
 * plain object that JSON can hold. Throws a QueryError that names the invalid field, or the error of a shape or scene
 * in it.
 *
 * @example
 * ```ts
 * import { runQuery } from 'appulse';
 *
 * const { distance, normal } = runQuery({
 *   op: 'closest',
 *   A: { shape: { kind: 'disc', radius: 1 } },
 *   B: { shape: { kind: 'disc', radius: 1 }, position: [3, 4] },
 * });
 * console.log(distance, normal); // 3 [ 0.6, 0.8, 0 ]
 * ```
 */
export function runQuery(fields: Fields): Fields {
  const watched = watchReads(fields);
  const { op } = watched.fields;
  const operation = typeof op === 'string' ? findOperation(op) : undefined;
  if (!operation) throw new QueryError('op', op, `one of ${queryOperations.map(({ name }) => name).join(', ')}`);
  let result: Fields;
  try {
    result = answerFinite(operation, watched.fields);
  } catch (error) {
    throw (error instanceof QueryError && watched.misspeltKey(error)) || error;
  }
  const unknown = watched.unknownKey();
  if (unknown !== undefined) throw unknown;
  return result;
}

/** The same for a case of a file of exact answers, which has more keys than the query: a name, comments, the exact answer. */
export function answerCase(operation: QueryOperation, exact: Fields): Fields {
  return answerFinite(operation, exact);
}

function answerFinite(operation: QueryOperation, fields: Fields): Fields {
  const result = operation.answer(fields);
  const location = findNonFinite(result, '', operation.infinite ?? []);
  if (location === undefined) return result;
  throw new QueryError('op', operation.name, `numbers whose answer is in the range of doubles (${location} does not)`);
}

function parseLine(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new QueryError('line', text.slice(0, 60), `a JSON object (${(error as Error).message})`);
  }
  if (!isFields(value)) throw new QueryError('line', value, 'a JSON object');
  return value;
}

/** The path of the first number that is NaN, or infinite where that is not allowed. */
function findNonFinite(value: unknown, path: string, infinite: readonly string[]): string | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) || (!Number.isNaN(value) && infinite.includes(path)) ? undefined : path;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = findNonFinite(item, path === '' ? key : `${path}.${key}`, infinite);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An input error of the query: of its fields, of scenes and runs inside it, or of shapes and materials. */
export function isRejection(error: unknown): error is Error {
  return [QueryError, SceneError, SimulationError, RunLimitError, NonFiniteError, RangeError].some(
    (kind) => error instanceof kind,
  );
}

export function describeError(error: unknown, line: number): Fields {
  if (error instanceof QueryError) {
    const { path, expected, message } = error;
    return { line, path, expected, message };
  }
  if (isRejection(error)) return { line, message: error.message };
  // an internal error: this line fails, the next lines are still answered
  return {
    line,
    internal: true,
    message: `unexpected error: ${error instanceof Error ? error.message : String(error)}`,
  };
}
