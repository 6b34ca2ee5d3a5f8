/** Keys and indices from the root of a document to one of its values. */
export type JsonPath = readonly (string | number)[];

/** Throws a SceneError. `at`: whether the key or its value is wrong. `shown`: what a list or object is shown as. */
export type Fail = (path: JsonPath, expected: string, at?: 'value' | 'key', shown?: string) => never;

/** Position in a text; line and column start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * The first error found in a scene text, with its `line`, `column` and `path`, the value there and what was expected.
 */
export class SceneError extends Error {
  override readonly name = 'SceneError';
  /** The file name, or another name of the text. */
  readonly source: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
  /** As in `bodies[2].mass`; empty for the whole document. */
  readonly path: string;
  /** The number, string, true, false or null at that location; otherwise undefined. */
  readonly value: unknown;
  /** The expected value, as a phrase: `must be above zero`. */
  readonly expected: string;

  /** `shown` is the value as written in the file, if useful. */
  constructor(source: string, at: TextPosition, path: string, expected: string, value?: unknown, shown?: string) {
    const location = `${source}:${at.line}:${at.column}`;
    const subject = path === '' ? '' : ` ${path}:`;
    super(`${location}${subject} ${expected}${shown === undefined ? '' : `, got ${shown}`}`);
    this.source = source;
    this.line = at.line;
    this.column = at.column;
    this.path = path;
    this.value = value;
    this.expected = expected;
  }
}

/** `bodies[2].mass`; keys that are not identifiers are quoted. */
export function formatPath(path: JsonPath): string {
  const text = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[$\w][-\w]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return text.join('').replace(/^\./, '');
}

/** Reports a RangeError of a factory as an error of the file. */
export function orFail<T>(make: () => T, path: JsonPath, fail: Fail): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return fail(path, error.message);
    throw error;
  }
}
