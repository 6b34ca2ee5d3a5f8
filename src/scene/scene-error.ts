/** Keys and indices from the root of a document to one of its values. */
export type JsonPath = readonly (string | number)[];

/** Reports a problem and does not come back. `at` says whether the key or its value is at fault. */
export type Fail = (path: JsonPath, expected: string, at?: 'value' | 'key') => never;

/** Where a value of a text begins; both counts start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a scene file: the first problem found, and where it is. */
export class SceneError extends Error {
  override readonly name = 'SceneError';
  /** The file, or whatever name the text was read under. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** As in `bodies[2].mass`; empty for the whole document. */
  readonly path: string;
  /** The number, text, true, false or null that the file has there; undefined for all else. */
  readonly value: unknown;
  /** What should be there, as a phrase: `must be above zero`. */
  readonly expected: string;

  /** `shown` is the value as the file writes it, or nothing if that would not help. */
  constructor(source: string, at: TextPosition, path: string, expected: string, value?: unknown, shown?: string) {
    const place = `${source}:${at.line}:${at.column}`;
    const subject = path === '' ? '' : ` ${path}:`;
    super(`${place}${subject} ${expected}${shown === undefined ? '' : `, got ${shown}`}`);
    this.source = source;
    this.line = at.line;
    this.column = at.column;
    this.path = path;
    this.value = value;
    this.expected = expected;
  }
}

/** `bodies[2].mass`; keys that are not plain words are quoted. */
export function formatPath(path: JsonPath): string {
  const text = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[$\w][-\w]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return text.join('').replace(/^\./, '');
}

/** A factory's own complaint becomes the complaint about the file. */
export function orFail<T>(make: () => T, path: JsonPath, fail: Fail): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return fail(path, error.message);
    throw error;
  }
}
