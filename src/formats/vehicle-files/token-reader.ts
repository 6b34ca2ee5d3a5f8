import { formatDecimal } from '../decimal.ts';
import { type TokenLocation, type VehicleFileCode, VehicleFileError } from './vehicle-file-error.ts';

/** A token of a data file. */
export interface Word extends TokenLocation {
  readonly text: string;
}

/** Reads a data file token by token. */
export interface TokenReader {
  readonly source: string;
  readonly words: readonly Word[];
  /** Number of tokens read. */
  at: number;
}

/** Numbers of this grammar have digits on both sides of a decimal point. [PATH98-10] */
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const COUNT = /^\+?\d+$/;

/** Maximum length of a token in messages; longer ones are truncated. */
const MAX_SHOWN = 40;

/** Tokens are separated by white space; % starts a comment to the end of the line. */
export function createTokenReader(text: string, source: string): TokenReader {
  const words = text.split(/\r\n|\r|\n/).flatMap((line, i) => {
    const code = line.split('%', 1)[0];
    return Array.from(code.matchAll(/\S+/g), (match) => ({ text: match[0], line: i + 1, column: match.index + 1 }));
  });
  return { source, words, at: 0 };
}

/** The next token, without advancing; undefined at the end. */
export function peekWord({ words, at }: TokenReader): Word | undefined {
  return words[at];
}

/** The next token; the end of the text is an error, since `expected` is missing. */
export function takeWord(reader: TokenReader, key: string, expected: string): Word {
  const { words, at } = reader;
  if (at === words.length)
    fail(reader, 'E_EOF', words[at - 1] ?? { line: 1, column: 1 }, key, `${expected}, but the file ends`);
  reader.at++;
  return words[at];
}

export function takeKeyword(reader: TokenReader, keyword: string): Word {
  const expected = `must be the keyword ${keyword}`;
  const word = takeWord(reader, keyword, expected);
  if (word.text !== keyword) fail(reader, 'E_EXPECTED', word, keyword, expected, word);
  return word;
}

export function takeNumber(reader: TokenReader, key: string): number {
  const expected = 'must be a number such as 12, -0.5 or 2.0e6';
  const word = takeWord(reader, key, expected);
  const value = NUMBER.test(word.text) ? Number(word.text) : Number.NaN;
  if (!Number.isFinite(value)) fail(reader, 'E_NUMBER', word, key, expected, word);
  return value;
}

export function takeCount(reader: TokenReader, key: string): number {
  const expected = 'must be an integer of at least 1';
  const word = takeWord(reader, key, expected);
  const value = COUNT.test(word.text) ? Number(word.text) : 0;
  if (!(value > 0 && Number.isSafeInteger(value))) fail(reader, 'E_NUMBER', word, key, expected, word);
  return value;
}

/** A group of keys, each with a number, all of them once and in any order; `ends` are the tokens that end a group. */
export function takeGroup<Key extends string>(
  reader: TokenReader,
  keyword: Word,
  keys: readonly Key[],
  ends: readonly string[],
): Record<Key, number> {
  const values: Partial<Record<Key, number>> = {};
  const missing = () => keys.filter((key) => values[key] === undefined);
  while (missing().length > 0) {
    const word = takeWord(reader, keyword.text, `must have ${missing().join(' ')}`);
    const key = keys.find((known) => known === word.text);
    if (ends.includes(word.text)) {
      fail(reader, 'E_MISSING_KEY', keyword, missing()[0], `${keyword.text} must have ${missing().join(' ')}`);
    }
    if (key === undefined) fail(reader, 'E_UNKNOWN_KEY', word, word.text, `${keyword.text} has only ${keys.join(' ')}`);
    if (values[key] !== undefined) fail(reader, 'E_DUPLICATE_KEY', word, key, `must occur once in ${keyword.text}`);
    values[key] = takeNumber(reader, key);
  }
  const next = peekWord(reader);
  const repeated = keys.find((key) => key === next?.text);
  if (next && repeated) fail(reader, 'E_DUPLICATE_KEY', next, repeated, `must occur once in ${keyword.text}`);
  return values as Record<Key, number>;
}

/** The group in the format of `takeGroup`, one key per line. */
export function formatGroup<Key extends string>(keys: readonly Key[], values: Readonly<Record<Key, number>>): string {
  return keys.map((key) => `${key} ${formatDecimal(values[key])}\n`).join('');
}

export function fail(
  { source }: TokenReader,
  code: VehicleFileCode,
  at: TokenLocation,
  key: string,
  expected: string,
  got?: Word | number,
): never {
  const shown = typeof got === 'object' ? JSON.stringify(got.text.slice(0, MAX_SHOWN)) : got;
  throw new VehicleFileError(code, source, at, key.slice(0, MAX_SHOWN), expected, shown);
}
