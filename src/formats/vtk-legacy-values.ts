import { parseDecimal } from './decimal.ts';
import { type FileLocation, MeshFileError } from './mesh-file-error.ts';
import { meshText } from './mesh-text.ts';
import { dataView, fitsScalar, isIntegerType, readScalar, type ScalarType, scalarSize } from './scalar-type.ts';
import { createTextCursor, nextWordAnywhere, skipLine, type TextCursor, wordsOfLine } from './text-cursor.ts';

/** Types of numbers by their names in the file. */
const TYPES: ReadonlyMap<string, ScalarType> = new Map([
  ['unsigned_char', 'u8'],
  ['char', 'i8'],
  ['signed_char', 'i8'],
  ['unsigned_short', 'u16'],
  ['short', 'i16'],
  ['unsigned_int', 'u32'],
  ['int', 'i32'],
  // as written where a long has 64 bits
  ['unsigned_long', 'u64'],
  ['long', 'i64'],
  ['float', 'f32'],
  ['double', 'f64'],
  ['vtkidtype', 'i32'],
  ['vtktypeint8', 'i8'],
  ['vtktypeuint8', 'u8'],
  ['vtktypeint16', 'i16'],
  ['vtktypeuint16', 'u16'],
  ['vtktypeint32', 'i32'],
  ['vtktypeuint32', 'u32'],
  ['vtktypeint64', 'i64'],
  ['vtktypeuint64', 'u64'],
  ['vtktypefloat32', 'f32'],
  ['vtktypefloat64', 'f64'],
]);

/** The lines and numbers of a legacy VTK file; numbers are text, or big-endian binary data after the line that announces them. */
export interface LegacyValues {
  /** Of the last line or number. */
  location(): FileLocation;
  /** The words of the next line that is not empty; undefined at the end of the file. */
  nextLine(): string[] | undefined;
  /** The words of the next line that is not empty, which is read again afterwards. */
  lookAhead(): string[];
  /** The next line, empty or not; undefined at the end of the file. */
  plainLine(): string[] | undefined;
  /** Numbers after the line that announces them. */
  numbers(count: number, type: string, what: string): Float64Array;
  fail(expected: string, got?: unknown): never;
}

export function openLegacyValues(source: string, bytes: Uint8Array): { values: LegacyValues; title: string } {
  const cursor = createTextCursor(meshText(source, bytes));
  const start = { line: 1 };
  const fail = (expected: string, got?: unknown): never => {
    throw new MeshFileError(source, location(), expected, got);
  };
  const location = (): FileLocation => (isBinary ? { byte: cursor.at } : { line: start.line });
  let isBinary = false;
  let isAtEnd = false;
  const plainLine = (): string[] | undefined => {
    if (isAtEnd) return undefined;
    start.line = cursor.line;
    const words = wordsOfLine(cursor);
    isAtEnd = !skipLine(cursor);
    return words;
  };
  const nextLine = (): string[] | undefined => {
    for (;;) {
      const words = plainLine();
      if (words === undefined || words.length > 0) return words;
    }
  };
  const lookAhead = (): string[] => {
    const before = { at: cursor.at, line: cursor.line, start: start.line, isAtEnd };
    // binary data have no lines: what is looked for is a short word at once
    const words = isBinary
      ? cursor.text
          .slice(cursor.at, cursor.at + 64)
          .trimStart()
          .split('\n', 1)[0]
          .split(/\s+/)
      : (nextLine() ?? []);
    cursor.at = before.at;
    cursor.line = before.line;
    start.line = before.start;
    isAtEnd = before.isAtEnd;
    return words;
  };
  const head = plainLine() ?? [];
  if (!/^# vtk DataFile Version [1-5]/.test(head.join(' '))) fail('must begin with "# vtk DataFile Version"', head);
  const title = (plainLine() ?? []).join(' ');
  const [format = ''] = nextLine() ?? [];
  if (!['ASCII', 'BINARY'].includes(format.toUpperCase())) fail('the third line must be ASCII or BINARY', format);
  isBinary = format.toUpperCase() === 'BINARY';
  const numbers = (count: number, name: string, what: string) => {
    const type = TYPES.get(name.toLowerCase()) ?? fail(`${what} must have a type of numbers`, name);
    if (isBinary) {
      const data = readBinary(source, bytes, cursor, type, count, what);
      cursor.at += count * scalarSize(type);
      isAtEnd = cursor.at >= bytes.length;
      return data;
    }
    const data = readText(source, cursor, type, count, what);
    start.line = cursor.line;
    isAtEnd = !skipLine(cursor);
    return data;
  };
  return { values: { location, nextLine, lookAhead, plainLine, numbers, fail }, title };
}

function readBinary(
  source: string,
  bytes: Uint8Array,
  { at }: TextCursor,
  type: ScalarType,
  count: number,
  what: string,
): Float64Array {
  const size = scalarSize(type);
  if (count * size > bytes.length - at) {
    const expected = `truncated: ${what} must have ${count} numbers of ${size} bytes`;
    throw new MeshFileError(source, { byte: at }, `${expected}, got ${bytes.length - at} bytes`);
  }
  const view = dataView(bytes);
  const data = Float64Array.from({ length: count }, (_, k) => readScalar(view, at + k * size, type, false));
  const rounded = isIntegerType(type) ? data.findIndex((value) => !Number.isSafeInteger(value)) : -1;
  if (rounded >= 0) {
    const expected = `${what} must have integers that a double holds exactly`;
    throw new MeshFileError(source, { byte: at + rounded * size }, expected, data[rounded]);
  }
  return data;
}

function readText(source: string, cursor: TextCursor, type: ScalarType, count: number, what: string): Float64Array {
  const data: number[] = [];
  while (data.length < count) {
    const word = nextWordAnywhere(cursor);
    const value = parseDecimal(word);
    if (value === undefined || !fitsScalar(type, value)) {
      const problem = word === '' ? 'truncated: ' : '';
      const expected = `${problem}${what} must have ${count} numbers`;
      throw new MeshFileError(source, { line: cursor.line }, expected, word === '' ? data.length : word);
    }
    data.push(value);
  }
  return Float64Array.from(data);
}
