import { parseDecimal } from './decimal.ts';
import { type FileLocation, MeshFileError } from './mesh-file-error.ts';
import { meshText } from './mesh-text.ts';
import type { PlyElement, PlyHeader } from './ply-header.ts';
import { byteOrderHint, dataView, fitsScalar, readScalar, type ScalarType, scalarSize } from './scalar-type.ts';
import { createTextCursor, nextWord, nextWordAnywhere, skipLine } from './text-cursor.ts';

/** The numbers after a PLY header, one after the other, whether they are text or binary. */
export interface PlyValues {
  /** Where the next row begins: line or byte. */
  readonly beginRow: () => number;
  readonly next: (type: ScalarType) => number;
  readonly endRow: () => void;
  /** Fails if the file is too short for `count` numbers of this type, and the rest of its row. */
  readonly expect: (count: number, type: ScalarType, what: string) => void;
  /** Fails if something is left. */
  readonly end: () => void;
  readonly place: (at: number) => FileLocation;
  /** `byteOrderHint` for binary numbers, nothing for text. */
  readonly orderHint: typeof byteOrderHint;
}

/** The least bytes a row takes: its numbers, or a digit and a blank for each of them. */
export function minRowBytes(header: PlyHeader, { properties }: PlyElement): number {
  if (header.format === 'ascii') return 2 * properties.length - 1;
  return properties.reduce((sum, { type, countType }) => sum + scalarSize(countType ?? type), 0);
}

export function createPlyValues(source: string, bytes: Uint8Array, header: PlyHeader): PlyValues {
  return header.format === 'ascii' ? textValues(source, bytes, header) : binaryValues(source, bytes, header);
}

/** One row a line; empty lines do not count. */
function textValues(source: string, bytes: Uint8Array, { dataStart, dataLine }: PlyHeader): PlyValues {
  const cursor = createTextCursor(meshText(source, bytes.subarray(dataStart)), 0, dataLine);
  let first = '';
  const place = (line: number) => ({ line });
  const fail = (expected: string, got?: unknown) => {
    throw new MeshFileError(source, place(cursor.line), expected, got);
  };
  return {
    place,
    orderHint: () => '',
    beginRow() {
      first = nextWordAnywhere(cursor);
      if (first === '') fail('truncated: the file must have as many rows as its header says');
      return cursor.line;
    },
    next(type) {
      const word = first === '' ? nextWord(cursor) : first;
      first = '';
      const value = parseDecimal(word);
      if (word === '') fail('the line must have a number for each property');
      if (value === undefined || !fitsScalar(type, value)) fail(`must be a number of type ${type}`, word);
      return value as number;
    },
    endRow() {
      const word = nextWord(cursor);
      if (word !== '') fail('the line must end after its last property', word);
      skipLine(cursor);
    },
    expect(count, _type, what) {
      // a digit and a blank for each
      if (2 * count - 1 > cursor.text.length - cursor.at) fail(`truncated: too short for ${count} ${what}`);
    },
    end() {
      const word = nextWordAnywhere(cursor);
      if (word !== '') fail('the file must end after the rows its header announces', word);
    },
  };
}

function binaryValues(source: string, bytes: Uint8Array, { format, dataStart }: PlyHeader): PlyValues {
  const view = dataView(bytes);
  const littleEndian = format === 'binary_little_endian';
  let at = dataStart;
  const place = (byte: number) => ({ byte });
  const truncated = (what: string): never => {
    throw new MeshFileError(source, place(at), `truncated: ${bytes.length - at} bytes left, too few for ${what}`);
  };
  return {
    place,
    orderHint: byteOrderHint,
    beginRow: () => at,
    next(type) {
      const size = scalarSize(type);
      if (at + size > bytes.length) truncated('the next number');
      at += size;
      return readScalar(view, at - size, type, littleEndian);
    },
    endRow() {},
    expect(count, type, what) {
      if (count * scalarSize(type) > bytes.length - at) truncated(`${count} ${what}`);
    },
    end() {
      if (at === bytes.length) return;
      const expected = 'the file must end after the rows its header announces';
      throw new MeshFileError(source, place(at), `${expected}, got ${bytes.length - at} more bytes`);
    },
  };
}
