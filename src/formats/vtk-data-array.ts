import { decodeBase64 } from './base64.ts';
import { parseDecimal } from './decimal.ts';
import { type FileLocation, MeshFileError } from './mesh-file-error.ts';
import {
  byteOrderHint,
  dataView,
  fitsScalar,
  isIntegerType,
  readScalar,
  type ScalarType,
  scalarSize,
} from './scalar-type.ts';
import { createTextCursor, nextWordAnywhere } from './text-cursor.ts';
import type { XmlElement } from './xml.ts';

/** Properties common to the arrays of a VTK file. */
export interface VtkFile {
  readonly source: string;
  readonly littleEndian: boolean;
  /** Type of the length [bytes] before every binary block. */
  readonly lengthType: 'u32' | 'u64';
  /** The data after the mark `_` of the section AppendedData. */
  readonly appended?: VtkAppended;
}

export interface VtkAppended {
  readonly encoding: 'raw' | 'base64';
  readonly bytes: Uint8Array;
  /** Offset of the first byte of `bytes` in the file. */
  readonly start: number;
  /** The same as a text of one character per byte, for base64. */
  readonly text: string;
}

const TYPES = new Map<string, ScalarType>([
  ['Int8', 'i8'],
  ['UInt8', 'u8'],
  ['Int16', 'i16'],
  ['UInt16', 'u16'],
  ['Int32', 'i32'],
  ['UInt32', 'u32'],
  ['Int64', 'i64'],
  ['UInt64', 'u64'],
  ['Float32', 'f32'],
  ['Float64', 'f64'],
]);

/** Non-numeric types. */
const OTHER_TYPES = ['String', 'Bit'];

export function isNumeric(array: XmlElement): boolean {
  return !OTHER_TYPES.includes(array.attributes.get('type') ?? '');
}

/** The numbers of a DataArray: as text, as base64, or in the appended section. */
export function readDataArray(file: VtkFile, array: XmlElement): Float64Array {
  const { source } = file;
  const type = TYPES.get(array.attributes.get('type') ?? '');
  if (type === undefined) {
    const expected = `${arrayName(array)} must have a type among ${[...TYPES.keys()].join(', ')}`;
    throw new MeshFileError(source, { line: array.line }, expected, array.attributes.get('type') ?? 'none');
  }
  const format = array.attributes.get('format') ?? 'ascii';
  if (format === 'ascii') return readText(file, array, type);
  if (format === 'binary') return decodeBlock(file, array, type, inlineBlock(file, array));
  if (format === 'appended') return decodeBlock(file, array, type, appendedBlock(file, array));
  const expected = `${arrayName(array)} must have the format ascii, binary or appended`;
  throw new MeshFileError(source, { line: array.line }, expected, format);
}

export function arrayName(array: XmlElement): string {
  return `DataArray ${JSON.stringify(array.attributes.get('Name') ?? '')}`;
}

function readText({ source }: VtkFile, array: XmlElement, type: ScalarType): Float64Array {
  const values: number[] = [];
  const cursor = createTextCursor(array.text, 0, array.textLine);
  for (let word = nextWordAnywhere(cursor); word !== ''; word = nextWordAnywhere(cursor)) {
    const value = parseDecimal(word);
    if (value === undefined || !fitsScalar(type, value)) {
      const expected = `${arrayName(array)} must have numbers of type ${array.attributes.get('type')}`;
      throw new MeshFileError(source, { line: cursor.line }, expected, word);
    }
    values.push(value);
  }
  return Float64Array.from(values);
}

/** The bytes of one array, and their location. */
interface Block {
  readonly bytes: Uint8Array;
  readonly location: FileLocation;
}

function inlineBlock(file: VtkFile, array: XmlElement): Block {
  return base64Block(file, array, array.text, 0, { line: array.textLine });
}

function appendedBlock(file: VtkFile, array: XmlElement): Block {
  const { source, appended } = file;
  const word = array.attributes.get('offset') ?? 'none';
  const offset = /^\d+$/.test(word) ? Number(word) : Number.POSITIVE_INFINITY;
  if (appended === undefined || !(offset < appended.bytes.length)) {
    const length = appended === undefined ? 'that is missing' : `of ${appended.bytes.length} bytes`;
    const expected = `${arrayName(array)} must have an offset into the appended data, ${length}`;
    throw new MeshFileError(source, { line: array.line }, expected, word);
  }
  const location = { byte: appended.start + offset };
  if (appended.encoding === 'base64') return base64Block(file, array, appended.text, offset, location);
  const head = scalarSize(file.lengthType);
  const rest = appended.bytes.subarray(offset);
  const length = blockLength(file, array, rest.subarray(0, head), rest.length - head, location);
  return { bytes: rest.subarray(head, head + length), location: { byte: location.byte + head } };
}

function base64Block(file: VtkFile, array: XmlElement, text: string, from: number, location: FileLocation): Block {
  const head = scalarSize(file.lengthType);
  const first = decodeBase64(text, from, head);
  // four characters hold three bytes
  const length = first && blockLength(file, array, first, Math.ceil((text.length - from) * 0.75), location);
  const bytes = length === undefined ? undefined : decodeBase64(text, from, head + length);
  if (length === undefined || bytes === undefined) {
    throw new MeshFileError(file.source, location, `${arrayName(array)} must be complete base64 text`);
  }
  if (bytes.length < head + length) throw truncated(file, array, location, length, bytes.length - head);
  return { bytes: bytes.subarray(head), location };
}

/** The length [bytes] before a block, which must not exceed `left`. */
function blockLength(file: VtkFile, array: XmlElement, head: Uint8Array, left: number, location: FileLocation): number {
  const size = scalarSize(file.lengthType);
  if (head.length < size) throw truncated(file, array, location, size, head.length);
  const length = readScalar(dataView(head), 0, file.lengthType, file.littleEndian);
  if (length > left) throw truncated(file, array, location, length, left);
  return length;
}

function truncated(
  file: VtkFile,
  array: XmlElement,
  location: FileLocation,
  length: number,
  left: number,
): MeshFileError {
  const hint = byteOrderHint(length, file.lengthType, (swapped) => swapped <= left);
  const expected = `truncated: ${arrayName(array)} must have ${length} bytes${hint}, got ${left}`;
  return new MeshFileError(file.source, location, expected);
}

function decodeBlock(file: VtkFile, array: XmlElement, type: ScalarType, { bytes, location }: Block): Float64Array {
  const size = scalarSize(type);
  const fail = (expected: string, got: number): never => {
    throw new MeshFileError(file.source, location, `${arrayName(array)} ${expected}`, got);
  };
  if (bytes.length % size !== 0) fail(`must have a length that is a multiple of ${size} bytes`, bytes.length);
  const view = dataView(bytes);
  const values = new Float64Array(bytes.length / size);
  for (let k = 0; k < values.length; k++) values[k] = readScalar(view, k * size, type, file.littleEndian);
  const rounded = isIntegerType(type) ? values.findIndex((value) => !Number.isSafeInteger(value)) : -1;
  if (rounded >= 0) fail('must have integers that a double holds exactly', values[rounded]);
  return values;
}
