import { parseDecimal } from './decimal.ts';
import { type FileLocation, MeshFileError } from './mesh-file-error.ts';
import { meshText } from './mesh-text.ts';
import type { PlyElement, PlyHeader } from './ply-header.ts';
import { byteOrderHint, dataView, fitsScalar, readScalar, type ScalarType, scalarSize } from './scalar-type.ts';
import { createTextCursor, nextWord, nextWordAnywhere, skipLine } from './text-cursor.ts';

/** The numbers after a PLY header in sequence, text or binary. */
export interface PlyValues {
  /** Start of the next row: line or byte. */
  readonly beginRow: () => number;
  readonly next: (type: ScalarType) => number;
  readonly endRow: () => void;
  /** Fails if the file is too short for `count` numbers of this type, and the rest of its row. */
  readonly expect: (count: number, type: ScalarType, what: string) => void;
  /** Fails if there is data left. */
  readonly end: () => void;
  readonly location: (at: number) => FileLocation;
  /** `byteOrderHint` for binary numbers, an empty hint for text. */
  readonly orderHint: typeof byteOrderHint;
}

/** The minimum number of bytes of a row: its numbers, or a digit and a space for each of them. */
export function minRowBytes(header: PlyHeader, { properties }: PlyElement): number {
  if (header.format === 'ascii') return 2 * properties.length - 1;
  return properties.reduce((sum, { type, countType }) => sum + scalarSize(countType ?? type), 0);
}

export function createPlyValues(source: string, bytes: Uint8Array, header: PlyHeader): PlyValues {
  return header.format === 'ascii' ? textValues(source, bytes, header) : binaryValues(source, bytes, header);
}

/** One row per line; empty lines are skipped. */
function textValues(source: string, bytes: Uint8Array, { dataStart, dataLine }: PlyHeader): PlyValues {
  const cursor = createTextCursor(meshText(source, bytes.subarray(dataStart)), 0, dataLine);
  let first = '';
  const location = (line: number) => ({ line });
  const fail = (expected: string, got?: unknown) => {
    throw new MeshFileError(source, location(cursor.line), expected, got);
  };
  return {
    location,
    orderHint: () => '',
    beginRow() {
      first = nextWordAnywhere(cursor);
      if (first === '') fail('truncated: the file must have the number of rows in its header');
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
      // a digit and a space for each
      if (2 * count - 1 > cursor.text.length - cursor.at) fail(`truncated: too short for ${count} ${what}`);
    },
    end() {
      const word = nextWordAnywhere(cursor);
      if (word !== '') fail('the file must end after the number of rows in its header', word);
    },
  };
}

function binaryValues(source: string, bytes: Uint8Array, { format, dataStart }: PlyHeader): PlyValues {
  const view = dataView(bytes);
  const littleEndian = format === 'binary_little_endian';
  let at = dataStart;
  const location = (byte: number) => ({ byte });
  const truncated = (what: string): never => {
    throw new MeshFileError(source, location(at), `truncated: ${bytes.length - at} bytes left, too few for ${what}`);
  };
  return {
    location,
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
      const expected = 'the file must end after the number of rows in its header';
      throw new MeshFileError(source, location(at), `${expected}, got ${bytes.length - at} more bytes`);
    },
  };
}
