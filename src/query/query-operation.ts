/** A JSON object as it came in or goes out. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A question that can be asked in one line of JSON. Its name is the `op` of `appulse query` and the tag of the files of
 * exact answers, whose cases are such lines with the answers beside them.
 */
export interface QueryOperation {
  readonly name: string;
  /** One line for people. */
  readonly description: string;
  /** A small complete line, used by the help and by the tests. */
  readonly example: Fields;
  /** The keys that this looks up, on the question and on the objects in it, are the known ones; any other is an error. */
  answer(fields: Fields): Fields;
  /** Paths of numbers in the answer that may be infinite; everywhere else that is an error. */
  readonly infinite?: readonly string[];
  /** Compares an answer with a case of a file of exact answers; absent for questions without such files. */
  check?(exact: Fields, answer: Fields): Finding[];
  /** The cases of a file of exact answers that is no plain list of them; `sibling` reads a file that stands beside it. */
  casesIn?(file: Fields, sibling: SiblingReader): readonly Fields[];
}

/** The text of a file in the same folder, by its name. */
export type SiblingReader = (name: string) => string;

/** One comparison: passed when `error` <= `limit`. Yes/no answers have the limit 0 and an error of 0 or 1. */
export interface Finding {
  readonly what: string;
  readonly error: number;
  readonly limit: number;
}
