import { parseDecimal } from '../decimal.ts';
import { MeshFileError } from '../mesh-file-error.ts';
import { dataView } from '../scalar-type.ts';
import { createTextCursor, nextWordAnywhere } from '../text-cursor.ts';

const NEWLINE = 10;
const RETURN = 13;
const BLANK = 32;

/** The numbers of a section of a Gmsh file, as text or binary. */
export interface GmshValues {
  readonly isBinary: boolean;
  /** Line of a text, or byte of binary data, of the next number. */
  place(): number;
  /** An integer of 32 bits. */
  int(what: string): number;
  /** A count or a number of a node or element: of 64 bits in version 4. */
  size(what: string): number;
  real(what: string): number;
  /** A count that is a line of text also in a binary file (version 2). */
  textCount(what: string): number;
  /** Rejects a count of items of at least `words` numbers each for which the rest of the file is too short. */
  checkCount(count: number, words: number, what: string): number;
  fail(expected: string, got?: unknown): never;
  /** Offset of the next number. */
  offset(): number;
}

interface ValuesOptions {
  readonly source: string;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly at: number;
  readonly line: number;
}

export function createTextValues({ source, text, at, line }: ValuesOptions): GmshValues {
  const cursor = createTextCursor(text, at, line);
  const fail = (expected: string, got?: unknown): never => {
    throw new MeshFileError(source, { line: cursor.line }, expected, got);
  };
  const word = (what: string): string => {
    const next = nextWordAnywhere(cursor);
    return next === '' ? fail(`truncated: must continue with ${what}`) : next;
  };
  const whole = (what: string): number => {
    const next = word(what);
    return /^-?\d{1,15}$/.test(next) ? Number(next) : fail(`${what} must be an integer`, next);
  };
  const size = (what: string): number => {
    const value = whole(what);
    return value >= 0 ? value : fail(`${what} must not be negative`, value);
  };
  return {
    isBinary: false,
    place: () => {
      // the next number may be in a later line
      for (let code = text.charCodeAt(cursor.at); code <= BLANK; code = text.charCodeAt(++cursor.at)) {
        if (code === NEWLINE || (code === RETURN && text.charCodeAt(cursor.at + 1) !== NEWLINE)) cursor.line++;
      }
      return cursor.line;
    },
    int: whole,
    size,
    textCount: size,
    real: (what) => {
      const next = word(what);
      return parseDecimal(next) ?? fail(`${what} must be a number`, next);
    },
    // a number takes a digit and a space
    checkCount: (count, words, what) =>
      2 * count * words <= text.length - cursor.at + 2
        ? count
        : fail(`truncated: the file must be long enough for ${what}`, count),
    fail,
    offset: () => cursor.at,
  };
}

/** Little-endian or big-endian binary data; sizes have `sizeBytes`. */
export function createBinaryValues(
  { source, bytes, text, at }: ValuesOptions,
  littleEndian: boolean,
  sizeBytes: 4 | 8,
): GmshValues {
  const view = dataView(bytes);
  let next = at;
  const fail = (expected: string, got?: unknown): never => {
    throw new MeshFileError(source, { byte: next }, expected, got);
  };
  const take = (length: number, what: string): number => {
    if (next + length > bytes.length) fail(`truncated: must continue with ${what}`);
    next += length;
    return next - length;
  };
  return {
    isBinary: true,
    place: () => next,
    int: (what) => view.getInt32(take(4, what), littleEndian),
    size: (what) => {
      const from = take(sizeBytes, what);
      const value = sizeBytes === 8 ? Number(view.getBigUint64(from, littleEndian)) : view.getInt32(from, littleEndian);
      if (value >= 0 && Number.isSafeInteger(value)) return value;
      next = from;
      return fail(`${what} must be a count or a number from 0`, value);
    },
    real: (what) => view.getFloat64(take(8, what), littleEndian),
    textCount: (what) => {
      let end = next;
      while (end < bytes.length && bytes[end] !== NEWLINE && end < next + 20) end++;
      const word = text.slice(next, end).trim();
      if (!/^\d{1,15}$/.test(word)) fail(`${what} must be an integer from 0`, word);
      next = end + 1;
      return Number(word);
    },
    checkCount: (count, words, what) =>
      4 * count * words <= bytes.length - next
        ? count
        : fail(`truncated: the file must be long enough for ${what}`, count),
    fail,
    offset: () => next,
  };
}
