import { MeshFileError } from '../mesh-file-error.ts';
import type { LocatedModel } from '../mesh-model.ts';
import { meshText } from '../mesh-text.ts';
import { createModelBuilder, sortedSet } from '../model-builder.ts';
import { dataView } from '../scalar-type.ts';
import { createTextCursor, nextWordAnywhere, skipLine, wordsOfLine } from '../text-cursor.ts';
import { readElements2, readNodes2 } from './gmsh-2.ts';
import { readElements4, readEntities4, readNodes4 } from './gmsh-4.ts';
import type { GmshFile } from './gmsh-file.ts';
import { createBinaryValues, createTextValues, type GmshValues } from './gmsh-values.ts';

interface Format {
  readonly version: 2 | 4;
  readonly isBinary: boolean;
  readonly littleEndian: boolean;
}

const DIMENSIONS = ['point', 'curve', 'surface', 'volume'];

/**
 * Reads a Gmsh file (.msh), version 2 or 4.1, ascii or binary: nodes, elements up to second order, and physical groups, which become element sets
 * under their names (without a name: `surface 3`). Other sections are skipped.
 */
export function readGmsh(source: string, bytes: Uint8Array): LocatedModel {
  const text = meshText(source, bytes);
  const cursor = createTextCursor(text);
  const failAt = (line: number, expected: string, got?: unknown): never => {
    throw new MeshFileError(source, { line }, expected, got);
  };
  let format: Format | undefined;
  let file: GmshFile | undefined;
  const names = new Map<string, string>();
  for (;;) {
    const word = nextWordAnywhere(cursor);
    if (word === '') break;
    const section = /^\$([A-Za-z]\w*)$/.exec(word)?.[1];
    if (section === undefined) return failAt(cursor.line, 'must be the start of a section, such as $Nodes', word);
    const { line } = cursor;
    skipLine(cursor);
    if (format === undefined && section !== 'MeshFormat' && section !== 'Comments') {
      return failAt(line, 'must begin with the section $MeshFormat', word);
    }
    if (section === 'MeshFormat') {
      format = readFormat(source, bytes, cursor.line, text.slice(cursor.at, cursor.at + 80), cursor.at);
      file = {
        builder: createModelBuilder(source, format.isBinary ? 'byte' : 'line'),
        groups: new Map(),
        entityGroups: new Map(),
      };
    } else if (section === 'PhysicalNames') {
      readNames(text, cursor.at, cursor.line, names, failAt);
    } else if (format && file) {
      const place = { source, bytes, text, at: cursor.at, line: cursor.line };
      const values = format.isBinary
        ? createBinaryValues(place, format.littleEndian, format.version === 4 ? 8 : 4)
        : createTextValues(place);
      if (readSection(section, format, values, file)) {
        if (!format.isBinary) cursor.line = values.place();
        cursor.at = values.offset();
      }
    }
    skipToEnd(cursor, section, line, failAt);
  }
  if (file === undefined) return failAt(1, 'must begin with the section $MeshFormat');
  return finish(file, names);
}

/** Whether it is a section that is read; others are skipped. */
function readSection(section: string, { version }: Format, values: GmshValues, file: GmshFile): boolean {
  switch (section) {
    case 'Nodes':
      if (version === 2) readNodes2(values, file);
      else readNodes4(values, file);
      return true;
    case 'Elements':
      if (version === 2) readElements2(values, file);
      else readElements4(values, file);
      return true;
    case 'Entities':
      if (version === 4) readEntities4(values, file);
      return version === 4;
    default:
      return false;
  }
}

function readFormat(source: string, bytes: Uint8Array, line: number, text: string, at: number): Format {
  const [version = '', type = '', size = ''] = text
    .split(/[\r\n]/, 1)[0]
    .trim()
    .split(/\s+/);
  const fail = (expected: string, got: unknown): never => {
    throw new MeshFileError(source, { line }, expected, got);
  };
  if (!/^(2(\.\d)?|4\.1)$/.test(version))
    fail('the version of a Gmsh file must be 2 or 4.1 (in Gmsh: Mesh.MshFileVersion)', version);
  if (type !== '0' && type !== '1') fail('the file type must be 0 (text) or 1 (binary)', type);
  if (size !== '8') fail('real numbers must have 8 bytes', size);
  const isBinary = type === '1';
  if (!isBinary) return { version: version[0] === '2' ? 2 : 4, isBinary, littleEndian: true };
  const one = at + text.indexOf('\n') + 1;
  const mark = one + 4 <= bytes.length ? dataView(bytes).getInt32(one, true) : 0;
  if (mark !== 1 && mark !== 0x01000000) {
    throw new MeshFileError(
      source,
      { byte: one },
      'a binary Gmsh file must have the integer 1 here, in its byte order',
      mark,
    );
  }
  return { version: version[0] === '2' ? 2 : 4, isBinary, littleEndian: mark === 1 };
}

type Fail = (line: number, expected: string, got?: unknown) => never;

function readNames(text: string, at: number, line: number, names: Map<string, string>, fail: Fail): void {
  const cursor = createTextCursor(text, at, line);
  const [count = ''] = wordsOfLine(cursor);
  if (!/^\d{1,9}$/.test(count)) fail(line, '$PhysicalNames must begin with a count', count);
  for (let k = 0; k < Number(count); k++) {
    skipLine(cursor);
    const from = cursor.at;
    const end = text.indexOf('\n', from);
    const match = /^\s*([0-3])\s+(\d+)\s+"(.*)"\s*$/.exec(text.slice(from, end < 0 ? undefined : end));
    if (match === null) {
      fail(cursor.line, `physical name ${k} must be a dimension, a number and a name in quotes`);
      return;
    }
    names.set(`${match[1]} ${match[2]}`, match[3]);
  }
}

/** Moves behind the line that ends the section. */
function skipToEnd(
  cursor: { text: string; at: number; line: number },
  section: string,
  line: number,
  fail: Fail,
): void {
  const end = `$End${section}`;
  const found = cursor.text.indexOf(end, cursor.at);
  if (found < 0) fail(line, `truncated: the section $${section} must end with ${end}`);
  for (let k = cursor.at; k < found; k++) if (cursor.text.charCodeAt(k) === 10) cursor.line++;
  cursor.at = found + end.length;
}

function finish({ builder, groups }: GmshFile, names: ReadonlyMap<string, string>): LocatedModel {
  const sets = new Map<string, number[]>();
  for (const [key, cells] of groups) {
    const [dimension, tag] = key.split(' ').map(Number);
    const name = names.get(key) ?? `${DIMENSIONS[dimension]} ${tag}`;
    sets.set(name, [...(sets.get(name) ?? []), ...cells]);
  }
  return builder.finish({ elementSets: new Map([...sets].map(([name, cells]) => [name, sortedSet(cells)])) });
}
