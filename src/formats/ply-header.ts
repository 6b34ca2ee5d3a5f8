import { MeshFileError } from './mesh-file-error.ts';
import { meshText } from './mesh-text.ts';
import { isIntegerType, type ScalarType } from './scalar-type.ts';
import { hasTextAt, indexOfText } from './text-bytes.ts';
import { createTextCursor, skipLine, wordsOfLine } from './text-cursor.ts';

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

export interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** Of the count before a list; undefined for a single number. */
  readonly countType?: ScalarType;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
  /** Line in the header. */
  readonly line: number;
}

export interface PlyHeader {
  readonly format: PlyFormat;
  readonly elements: readonly PlyElement[];
  /** The first byte after the header, and its line. */
  readonly dataStart: number;
  readonly dataLine: number;
}

const FORMATS: readonly string[] = ['ascii', 'binary_little_endian', 'binary_big_endian'] satisfies PlyFormat[];

const TYPES = new Map<string, ScalarType>([
  ['char', 'i8'],
  ['uchar', 'u8'],
  ['short', 'i16'],
  ['ushort', 'u16'],
  ['int', 'i32'],
  ['uint', 'u32'],
  ['float', 'f32'],
  ['double', 'f64'],
  ['int8', 'i8'],
  ['uint8', 'u8'],
  ['int16', 'i16'],
  ['uint16', 'u16'],
  ['int32', 'i32'],
  ['uint32', 'u32'],
  ['float32', 'f32'],
  ['float64', 'f64'],
]);

export function readPlyHeader(source: string, bytes: Uint8Array): PlyHeader {
  // the line ending is that of the first line: binary data may start with the byte of a line break
  const lineEnd = ['\r\n', '\n', '\r'].find((end) => hasTextAt(bytes, `ply${end}`, 0));
  if (lineEnd === undefined) throw new MeshFileError(source, { line: 1 }, 'a PLY file must begin with a line "ply"');
  const last = `${lineEnd}end_header`;
  const end = indexOfText(bytes, last + lineEnd);
  if (end < 0)
    throw new MeshFileError(source, undefined, 'truncated: the PLY header must end with a line "end_header"');
  const cursor = createTextCursor(meshText(source, bytes.subarray(0, end)));
  let format: PlyFormat | undefined;
  const elements: PlyElement[] = [];
  const elementNames = new Set<string>();
  // of the last element
  const propertyNames = new Set<string>();
  while (skipLine(cursor)) {
    const { line } = cursor;
    const words = wordsOfLine(cursor);
    const fail = (expected: string): never => {
      throw new MeshFileError(source, { line }, expected, words.join(' '));
    };
    if (words[0] === 'format') {
      if (format !== undefined || !FORMATS.includes(words[1]) || words[2] !== '1.0') {
        fail(`must be one line "format F 1.0" with F one of ${FORMATS.join(', ')}`);
      }
      format = words[1] as PlyFormat;
    } else if (words[0] === 'element') {
      elements.push(readElement(words, line, elementNames, fail));
      propertyNames.clear();
    } else if (words[0] === 'property') {
      const properties = elements.at(-1)?.properties ?? fail('a property must follow an element');
      properties.push(readProperty(words, propertyNames, fail));
    } else if (words.length > 0 && words[0] !== 'comment' && words[0] !== 'obj_info') {
      fail('must be a line of a PLY header (format, element, property, comment or obj_info)');
    }
  }
  if (format === undefined)
    throw new MeshFileError(source, undefined, 'the PLY header must have a line "format F 1.0"');
  return { format, elements, dataStart: end + last.length + lineEnd.length, dataLine: cursor.line + 2 };
}

type Fail = (expected: string) => never;

function readElement(words: string[], line: number, taken: Set<string>, fail: Fail): PlyElement {
  const [, name, count] = words;
  if (words.length !== 3 || !/^\d+$/.test(count)) fail('must be "element NAME COUNT"');
  if (taken.has(name)) fail('must be an element with a unique name');
  taken.add(name);
  return { name, count: Number(count), properties: [], line };
}

function readProperty(words: string[], taken: Set<string>, fail: Fail): PlyProperty {
  const isList = words[1] === 'list';
  if (words.length !== (isList ? 5 : 3)) fail('must be "property TYPE NAME" or "property list TYPE TYPE NAME"');
  const typeOf = (word: string) => TYPES.get(word) ?? fail(`must have types among ${[...TYPES.keys()].join(', ')}`);
  const name = words[words.length - 1];
  if (taken.has(name)) fail('must be a property with a unique name');
  taken.add(name);
  const type = typeOf(words[words.length - 2]);
  if (!isList) return { name, type };
  const countType = typeOf(words[2]);
  if (!isIntegerType(countType)) fail('must be a list with an integer type for its count');
  return { name, type, countType };
}
