import { CELL, type Cells } from './cell-types.ts';
import { MeshFileError } from './mesh-file-error.ts';
import type { LocatedModel } from './mesh-model.ts';
import { meshText } from './mesh-text.ts';
import { decodeUtf8, hasTextAt, indexOfText } from './text-bytes.ts';
import { trianglesOfStrip } from './triangle-strip.ts';
import { arrayName, isNumeric, readDataArray, type VtkAppended, type VtkFile } from './vtk-data-array.ts';
import { parseXml, type XmlElement } from './xml.ts';

const APPENDED = '<AppendedData';
const BLANK = 32;
const VELOCITY = /^vel(ocity)?$/i;

/**
 * Reads a VTK XML file of one piece, PolyData (.vtp) or UnstructuredGrid (.vtu), its arrays as text, base64, or appended
 * raw or base64, in either byte order, not compressed. Triangle strips are split into triangles. Point data `vel` or `velocity` of three
 * components become the velocities.
 */
export function readVtkXml(source: string, bytes: Uint8Array): LocatedModel {
  const { file, type, piece, points, nodeCount, positions } = openPiece(source, bytes);
  const { cells, nameOfCell, line } = type === 'PolyData' ? polyDataCells(file, piece) : gridCells(file, piece);
  return {
    positions,
    cells,
    nodeSets: new Map(),
    elementSets: new Map(),
    surfaces: new Map(),
    notices: [],
    locationOfNode: () => ({ line: points.line }),
    locationOfCell: (cell) => ({ line: line(cell) }),
    nameOfCell,
    ...readPointData(file, piece, nodeCount),
  };
}

/** The piece of a file and its points. */
function openPiece(source: string, bytes: Uint8Array) {
  const root = parseDocument(source, bytes);
  const file = openFile(source, bytes, root);
  const type = root.attributes.get('type');
  if (type !== 'PolyData' && type !== 'UnstructuredGrid') {
    const expected = 'VTKFile must be of type PolyData or UnstructuredGrid';
    throw new MeshFileError(source, { line: root.line }, expected, type ?? 'none');
  }
  const piece = onlyChild(file, onlyChild(file, root, type), 'Piece');
  const points = onlyChild(file, onlyChild(file, piece, 'Points'), 'DataArray');
  const nodeCount = countOf(file, piece, 'NumberOfPoints');
  return { file, type, piece, points, nodeCount, positions: readColumns(file, points, nodeCount, 3) };
}

/** The document without its appended data, which need not be XML. */
function parseDocument(source: string, bytes: Uint8Array): XmlElement {
  const appended = indexOfText(bytes, APPENDED);
  const tagEnd = appended < 0 ? bytes.length - 1 : indexOfText(bytes, '>', appended);
  if (appended >= 0 && tagEnd < 0) {
    throw new MeshFileError(source, { byte: appended }, 'truncated: the tag must continue to ">"');
  }
  const text = xmlText(source, bytes.subarray(0, tagEnd + 1));
  const root = parseXml(appended < 0 ? text : `${text}</AppendedData></VTKFile>`, (line, expected, got) => {
    throw new MeshFileError(source, { line }, expected, got);
  });
  if (root.name !== 'VTKFile') throw new MeshFileError(source, { line: root.line }, 'must be a VTKFile', root.name);
  return root;
}

function xmlText(source: string, bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MeshFileError(source, undefined, `a VTK XML file must be text in UTF-8 (${reason})`);
  }
}

function openFile(source: string, bytes: Uint8Array, root: XmlElement): VtkFile {
  const choose = (name: string, values: readonly string[]): string => {
    const value = root.attributes.get(name) ?? values[0];
    if (values.includes(value)) return value;
    throw new MeshFileError(source, { line: root.line }, `VTKFile: ${name} must be ${values.join(' or ')}`, value);
  };
  const compressor = root.attributes.get('compressor');
  if (compressor) {
    const expected = 'the data must not be compressed (in ParaView: Save Data, Compressor Type: None)';
    throw new MeshFileError(source, { line: root.line }, expected, compressor);
  }
  return {
    source,
    littleEndian: choose('byte_order', ['LittleEndian', 'BigEndian']) === 'LittleEndian',
    lengthType: choose('header_type', ['UInt32', 'UInt64']) === 'UInt32' ? 'u32' : 'u64',
    appended: openAppended(source, bytes, root),
  };
}

function openAppended(source: string, bytes: Uint8Array, root: XmlElement): VtkAppended | undefined {
  const element = root.children.find(({ name }) => name === 'AppendedData');
  if (element === undefined) return undefined;
  const encoding = element.attributes.get('encoding') ?? 'base64';
  let mark = indexOfText(bytes, '>', indexOfText(bytes, APPENDED)) + 1;
  while (bytes[mark] <= BLANK) mark++;
  if (!hasTextAt(bytes, '_', mark) || (encoding !== 'raw' && encoding !== 'base64')) {
    const expected = 'AppendedData must have the encoding raw or base64 and begin with "_"';
    throw new MeshFileError(source, { byte: mark }, expected, encoding);
  }
  const start = mark + 1;
  if (encoding === 'raw') return { encoding, bytes: bytes.subarray(start), start, text: '' };
  const end = indexOfText(bytes, '<', start);
  const data = bytes.subarray(start, end < 0 ? bytes.length : end);
  return { encoding, bytes: data, start, text: meshText(source, data) };
}

function onlyChild({ source }: VtkFile, parent: XmlElement, name: string): XmlElement {
  const found = parent.children.filter((child) => child.name === name);
  if (found.length === 1) return found[0];
  throw new MeshFileError(source, { line: parent.line }, `${parent.name} must have one ${name}`, found.length);
}

function countOf({ source }: VtkFile, element: XmlElement, attribute: string): number {
  const word = element.attributes.get(attribute) ?? 'none';
  if (/^\d+$/.test(word)) return Number(word);
  throw new MeshFileError(source, { line: element.line }, `${element.name} must have a count ${attribute}`, word);
}

/** The numbers of an array of `rows` rows with `components` components, if given. */
function readColumns(file: VtkFile, array: XmlElement, rows: number, components?: number): Float64Array {
  const declared = array.attributes.has('NumberOfComponents') ? countOf(file, array, 'NumberOfComponents') : 1;
  const values = readDataArray(file, array);
  const expectedComponents = components ?? declared;
  if (expectedComponents === declared && values.length === rows * expectedComponents) return values;
  const got = `${values.length} numbers in rows of ${declared}`;
  const problem = `${arrayName(array)} must have ${rows} rows of ${expectedComponents} numbers, got ${got}`;
  throw new MeshFileError(file.source, { line: array.line }, problem);
}

function namedArray(file: VtkFile, parent: XmlElement, name: string): XmlElement {
  const found = parent.children.find((child) => child.name === 'DataArray' && child.attributes.get('Name') === name);
  if (found) return found;
  throw new MeshFileError(file.source, { line: parent.line }, `${parent.name} must have a DataArray "${name}"`);
}

interface Packed {
  readonly connectivity: Float64Array;
  readonly offsets: Float64Array;
}

/** Connectivity and ends of `count` cells, the ends ascending and within the connectivity. */
function readPacked(file: VtkFile, cells: XmlElement, count: number): Packed {
  const connectivity = readDataArray(file, namedArray(file, cells, 'connectivity'));
  const ends = namedArray(file, cells, 'offsets');
  const offsets = readColumns(file, ends, count, 1);
  const bad = offsets.findIndex((end, k) => !(end >= (k > 0 ? offsets[k - 1] : 0) && end <= connectivity.length));
  const location = { line: ends.line };
  if (bad >= 0) {
    const expected = `offset ${bad} of ${cells.name} must not decrease and must stay within ${connectivity.length} corners`;
    throw new MeshFileError(file.source, location, expected, offsets[bad]);
  }
  if ((offsets.at(-1) ?? 0) !== connectivity.length) {
    const expected = `the last offset of ${cells.name} must be the length of its connectivity, ${connectivity.length}`;
    throw new MeshFileError(file.source, location, expected, offsets.at(-1));
  }
  return { connectivity, offsets };
}

interface NamedCells {
  readonly cells: Cells;
  readonly nameOfCell: (cell: number) => string;
  readonly line: (cell: number) => number;
}

function gridCells(file: VtkFile, piece: XmlElement): NamedCells {
  const cells = onlyChild(file, piece, 'Cells');
  const count = countOf(file, piece, 'NumberOfCells');
  const types = readColumns(file, namedArray(file, cells, 'types'), count, 1);
  return {
    cells: { ...readPacked(file, cells, count), types },
    nameOfCell: (cell) => `cell ${cell}`,
    line: () => cells.line,
  };
}

function polyDataCells(file: VtkFile, piece: XmlElement): NamedCells {
  const connectivity: number[] = [];
  const offsets: number[] = [];
  const origins: number[] = [];
  const read = (name: string, add: (nodes: Float64Array, origin: number) => void): XmlElement | undefined => {
    const section = piece.children.find((child) => child.name === name);
    const attribute = `NumberOf${name}`;
    const count = piece.attributes.has(attribute) ? countOf(file, piece, attribute) : 0;
    if (section === undefined || count === 0) return undefined;
    const packed = readPacked(file, section, count);
    packed.offsets.forEach((end, origin) => {
      add(packed.connectivity.subarray(origin > 0 ? packed.offsets[origin - 1] : 0, end), origin);
    });
    return section;
  };
  const addCell = (nodes: ArrayLike<number>, origin: number) => {
    for (let k = 0; k < nodes.length; k++) connectivity.push(nodes[k]);
    offsets.push(connectivity.length);
    origins.push(origin);
  };
  const polys = read('Polys', addCell);
  const polyCount = origins.length;
  const strips = read('Strips', (nodes, origin) => {
    for (const triangle of trianglesOfStrip(nodes)) addCell(triangle, origin);
  });
  return {
    cells: { connectivity, offsets, types: new Uint8Array(offsets.length).fill(CELL.polygon) },
    nameOfCell: (cell) => `${cell < polyCount ? 'polygon' : 'strip'} ${origins[cell]}`,
    line: (cell) => (cell < polyCount ? polys : strips)?.line ?? piece.line,
  };
}

function readPointData(file: VtkFile, piece: XmlElement, nodeCount: number) {
  const section = piece.children.find((child) => child.name === 'PointData');
  const pointData = new Map<string, Float64Array>();
  let velocities: Float64Array | undefined;
  for (const array of section?.children ?? []) {
    const name = array.attributes.get('Name');
    // skip arrays of text, and arrays without a name
    if (array.name !== 'DataArray' || name === undefined || !isNumeric(array)) continue;
    const values = readColumns(file, array, nodeCount);
    if (values.length === 0) continue;
    if (pointData.has(name)) {
      throw new MeshFileError(file.source, { line: array.line }, 'point data must have different names', name);
    }
    if (velocities === undefined && VELOCITY.test(name) && values.length === 3 * nodeCount) velocities = values;
    else pointData.set(name, values);
  }
  return { velocities, pointData: pointData.size > 0 ? Object.fromEntries(pointData) : undefined };
}
