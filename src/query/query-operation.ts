/** A JSON object of a query or an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A query of one line of JSON. Its name is the `op` of `appulse query` and the tag of the files of exact answers, whose
 * cases are such lines with their answers.
 */
export interface QueryOperation {
  readonly name: string;
  /** One-line description. */
  readonly description: string;
  /** A minimal query, used by the help and by the tests. */
  readonly example: Fields;
  /** The keys that this reads, on the query and on the objects in it, are the known ones; any other key is an error. */
  answer(fields: Fields): Fields;
  /** Paths of numbers in the answer that may be infinite; elsewhere infinity is an error. */
  readonly infinite?: readonly string[];
  /** Compares an answer with a case of a file of exact answers; absent for operations without such files. */
  check?(exact: Fields, answer: Fields): Finding[];
  /** The cases of a file of exact answers in another form than a list; `sibling` reads a file in the same folder. */
  casesIn?(file: Fields, sibling: SiblingReader): readonly Fields[];
}

/** The text of a file in the same folder, by its name. */
export type SiblingReader = (name: string) => string;

/** One comparison: passed when `error` <= `limit`. Boolean answers have the limit 0 and an error of 0 or 1. */
export interface Finding {
  readonly what: string;
  readonly error: number;
  readonly limit: number;
}
