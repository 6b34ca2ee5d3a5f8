import type { NamedArrays } from '../shapes/mesh.ts';
import { encodeBase64 } from './base64.ts';
import { joinBytes } from './text-bytes.ts';
import { escapeAttribute } from './xml.ts';

/** Points and cells of a VTK PolyData file. A SurfaceMesh has this form. Cells are numbered in the order of these fields. */
export interface VtpData {
  /** xyz xyz ... [m] */
  readonly positions: Float64Array;
  /** One node per vertex. */
  readonly verts?: Int32Array;
  /** Two nodes per line. */
  readonly lines?: Int32Array;
  /** Three nodes per triangle. */
  readonly triangles?: Int32Array;
  /** Four nodes per quad. */
  readonly quads?: Int32Array;
  /** Written as point data `velocity`. xyz xyz ... [m/s] */
  readonly velocities?: Float64Array;
  readonly pointData?: NamedArrays;
  /** Numbers of each cell: vertices, lines, triangles, quads. */
  readonly cellData?: NamedArrays;
}

export interface WriteVtpOptions {
  /** Encoding of the numbers: appended raw (small and fast, the default), or inline as base64 (strictly XML). */
  readonly encoding?: 'raw' | 'base64';
}

/** One array of the file: attributes, and numbers. */
interface VtpArray {
  readonly name: string;
  readonly components: number;
  readonly values: Float64Array | Int32Array;
}

/** The data as a VTK PolyData file (.vtp) for ParaView. Every number is read back bit for bit. */
export function writeVtp(data: VtpData, { encoding = 'raw' }: WriteVtpOptions = {}): Uint8Array {
  const { positions, verts, lines, triangles = new Int32Array(), quads = new Int32Array() } = data;
  const nodeCount = positions.length / 3;
  const vertCells = cellArrays([verts, 1]);
  const lineCells = cellArrays([lines, 2]);
  const polyCells = cellArrays([triangles, 3], [quads, 4]);
  const cellCount = vertCells.count + lineCells.count + polyCells.count;
  const velocity: VtpArray[] = data.velocities ? [{ name: 'velocity', components: 3, values: data.velocities }] : [];
  const pointData = [...velocity, ...namedArrays(data.pointData, nodeCount, 'point')];
  const cellData = namedArrays(data.cellData, cellCount, 'cell');
  checkNames(pointData);
  checkNames(cellData);
  const blocks: Uint8Array[] = [];
  const section = (name: string, arrays: readonly VtpArray[]) =>
    `      <${name}>\n${arrays.map((array) => dataArray(array, encoding, blocks)).join('')}      </${name}>\n`;
  const counts = `NumberOfVerts="${vertCells.count}" NumberOfLines="${lineCells.count}" NumberOfStrips="0"`;
  const head = [
    '<?xml version="1.0"?>\n',
    '<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">\n',
    `  <PolyData>\n    <Piece NumberOfPoints="${nodeCount}" ${counts} NumberOfPolys="${polyCells.count}">\n`,
    section('PointData', pointData),
    section('CellData', cellData),
    section('Points', [{ name: 'Points', components: 3, values: positions }]),
    section('Verts', vertCells.arrays),
    section('Lines', lineCells.arrays),
    section('Polys', polyCells.arrays),
    '    </Piece>\n  </PolyData>\n',
  ];
  const appended = blocks.length > 0 ? ['  <AppendedData encoding="raw">\n_', ...blocks, '\n  </AppendedData>\n'] : [];
  return joinBytes([...head, ...appended, '</VTKFile>\n']);
}

/** Connectivity and ends of cells with fixed numbers of corners. */
function cellArrays(...kinds: (readonly [nodes: Int32Array | undefined, corners: number])[]) {
  const connectivity: number[] = [];
  const offsets: number[] = [];
  for (const [nodes = [], corners] of kinds) {
    for (let k = 0; k < nodes.length; k++) {
      connectivity.push(nodes[k]);
      if ((k + 1) % corners === 0) offsets.push(connectivity.length);
    }
  }
  const arrays: VtpArray[] = [
    { name: 'connectivity', components: 1, values: Int32Array.from(connectivity) },
    { name: 'offsets', components: 1, values: Int32Array.from(offsets) },
  ];
  return { count: offsets.length, arrays };
}

function namedArrays(arrays: NamedArrays | undefined, rows: number, of: string): VtpArray[] {
  return Object.entries(arrays ?? {}).map(([name, values]) => {
    const components = rows === 0 ? 1 : values.length / rows;
    if (!Number.isInteger(components) || components * rows !== values.length || components === 0) {
      const expected = `the same count of numbers for each of ${rows} ${of}s`;
      throw new RangeError(
        `VTP: ${of} data ${JSON.stringify(name)} must have ${expected}, got ${values.length} numbers`,
      );
    }
    return { name, components, values };
  });
}

/** Checks that names are unique and valid in XML: a mesh may have velocities and other data called velocity. */
function checkNames(arrays: readonly VtpArray[]): void {
  arrays.forEach(({ name }, k) => {
    if (/[\p{Cc}\p{Cs}]/u.test(name) || arrays.findIndex((other) => other.name === name) !== k) {
      const expected = 'data must have different names (the velocities are "velocity") without control characters';
      throw new RangeError(`VTP: ${expected}, got ${JSON.stringify(name)}`);
    }
  });
}

/** The element of an array; its numbers are inline, or go to `blocks` to be appended. */
function dataArray({ name, components, values }: VtpArray, encoding: 'raw' | 'base64', blocks: Uint8Array[]): string {
  const type = values instanceof Float64Array ? 'Float64' : 'Int32';
  const attributes = `type="${type}" Name="${escapeAttribute(name)}" NumberOfComponents="${components}"`;
  const block = encodeBlock(values);
  if (encoding === 'base64') {
    return `        <DataArray ${attributes} format="binary">${encodeBase64(block)}</DataArray>\n`;
  }
  const offset = blocks.reduce((sum, { length }) => sum + length, 0);
  blocks.push(block);
  return `        <DataArray ${attributes} format="appended" offset="${offset}"/>\n`;
}

/** The length in bytes as UInt64, then the numbers, little-endian. */
function encodeBlock(values: Float64Array | Int32Array): Uint8Array {
  const bytes = new Uint8Array(8 + values.byteLength);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(values.byteLength), true);
  for (let k = 0; k < values.length; k++) {
    if (values instanceof Float64Array) view.setFloat64(8 + 8 * k, values[k], true);
    else view.setInt32(8 + 4 * k, values[k], true);
  }
  return bytes;
}
