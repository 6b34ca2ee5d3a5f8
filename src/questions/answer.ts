import { NonFiniteError } from '../math/finite.ts';
import { plainJson } from '../record/exact-json.ts';
import { SceneError } from '../scene/scene-error.ts';
import { RunLimitError } from '../sim/run-limits.ts';
import { SimulationError } from '../sim/world.ts';
import { findQuestion, questions } from './catalogue.ts';
import { isFields, QuestionError } from './fields.ts';
import type { Fields, Question } from './question.ts';
import { watchReads } from './watch-reads.ts';

/** One line out: the answer, or what was wrong with the question. Infinite answers are written as ±1e999. */
export interface Answer {
  readonly json: string;
  readonly ok: boolean;
}

/** Answers one line of JSON, `{"op": ..., ...}`. A line that cannot be answered says why and where, and never throws. */
export function answerLine(text: string, line: number): Answer {
  try {
    return { json: plainJson(answer(parseLine(text))), ok: true };
  } catch (error) {
    return { json: JSON.stringify({ error: describeError(error, line) }), ok: false };
  }
}

/** Answers a question given as an object; throws a QuestionError. */
export function answer(fields: Fields): Fields {
  const watched = watchReads(fields);
  const { op } = watched.fields;
  const question = typeof op === 'string' ? findQuestion(op) : undefined;
  if (!question) throw new QuestionError('op', op, `one of ${questions.map(({ name }) => name).join(', ')}`);
  let result: Fields;
  try {
    result = answerFinite(question, watched.fields);
  } catch (error) {
    throw (error instanceof QuestionError && watched.misspeltKey(error)) || error;
  }
  const unknown = watched.unknownKey();
  if (unknown !== undefined) throw unknown;
  return result;
}

/** The same for a case of a file of exact answers, which holds more than the question: its name, comments, the exact answer. */
export function answerCase(question: Question, exact: Fields): Fields {
  return answerFinite(question, exact);
}

function answerFinite(question: Question, fields: Fields): Fields {
  const result = question.answer(fields);
  const place = findNonFinite(result, '', question.infinite ?? []);
  if (place === undefined) return result;
  throw new QuestionError(
    'op',
    question.name,
    `numbers whose answer stays in the range of doubles (${place} does not)`,
  );
}

function parseLine(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new QuestionError('line', text.slice(0, 60), `a JSON object (${(error as Error).message})`);
  }
  if (!isFields(value)) throw new QuestionError('line', value, 'a JSON object');
  return value;
}

/** The path of the first number that is NaN, or infinite without being among those that may be. */
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

/** An error about the question: of its fields, of scenes and runs inside it, or of the checks of shapes and materials. */
export function isRejection(error: unknown): error is Error {
  return [QuestionError, SceneError, SimulationError, RunLimitError, NonFiniteError, RangeError].some(
    (kind) => error instanceof kind,
  );
}

function describeError(error: unknown, line: number): Fields {
  if (error instanceof QuestionError) {
    const { path, expected, message } = error;
    return { line, path, expected, message };
  }
  if (isRejection(error)) return { line, message: error.message };
  // our own mistake: the line is lost, the lines after it are not
  return {
    line,
    internal: true,
    message: `unexpected error: ${error instanceof Error ? error.message : String(error)}`,
  };
}
