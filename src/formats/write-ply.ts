import type { SurfaceMesh } from '../shapes/mesh.ts';
import { formatDecimal } from './decimal.ts';
import { encodeUtf8, joinBytes } from './text-bytes.ts';

export interface WritePlyOptions {
  /** Default: little-endian. */
  readonly format?: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
}

/** Rows of doubles: values[components · row + component]. */
interface Column {
  readonly name: string;
  readonly values: Float64Array;
  readonly components: number;
  readonly component: number;
}

/**
 * The mesh as a PLY file: positions [m], velocities [m/s] (vx vy vz) and point data of the nodes as doubles, triangles
 * and quads as faces; all of it is read back bit for bit. Point data `d` of several components is written as properties
 * d_0, d_1 ...
 */
export function writePly(mesh: SurfaceMesh, { format = 'binary_little_endian' }: WritePlyOptions = {}): Uint8Array {
  const columns = plyColumns(mesh);
  const faceCount = mesh.triangles.length / 3 + mesh.quads.length / 4;
  const header = [
    'ply',
    `format ${format} 1.0`,
    `element vertex ${mesh.positions.length / 3}`,
    ...columns.map(({ name }) => `property double ${name}`),
    `element face ${faceCount}`,
    'property list uchar int vertex_indices',
    'end_header\n',
  ].join('\n');
  if (format === 'ascii') return joinBytes(asciiRows(mesh, header, columns));
  return binaryRows(mesh, header, columns, format === 'binary_little_endian');
}

function plyColumns({ positions, velocities, pointData }: SurfaceMesh): Column[] {
  const split = (names: readonly string[], values: Float64Array): Column[] =>
    names.map((name, component) => ({ name, values, components: names.length, component }));
  const columns = split(['x', 'y', 'z'], positions);
  if (velocities) columns.push(...split(['vx', 'vy', 'vz'], velocities));
  for (const [name, values] of Object.entries(pointData ?? {})) {
    const components = (3 * values.length) / positions.length;
    const names = Array.from({ length: components }, (_, k) => `${name}_${k}`);
    columns.push(...split(components === 1 ? [name] : names, values));
  }
  columns.forEach(({ name }, k) => {
    if (!/^[!-~]+$/.test(name) || columns.findIndex((other) => other.name === name) !== k) {
      throw new RangeError(`PLY: a property must have a unique name of one ASCII word, got ${JSON.stringify(name)}`);
    }
  });
  return columns;
}

function* asciiRows(mesh: SurfaceMesh, header: string, columns: readonly Column[]): Generator<string> {
  yield header;
  const { positions, triangles, quads } = mesh;
  for (let row = 0; row < positions.length / 3; row++) {
    const numbers = columns.map(({ values, components, component }) => values[components * row + component]);
    yield `${numbers.map(formatDecimal).join(' ')}\n`;
  }
  for (let k = 0; k < triangles.length; k += 3) yield `3 ${triangles.subarray(k, k + 3).join(' ')}\n`;
  for (let k = 0; k < quads.length; k += 4) yield `4 ${quads.subarray(k, k + 4).join(' ')}\n`;
}

function binaryRows(
  { positions, triangles, quads }: SurfaceMesh,
  header: string,
  columns: readonly Column[],
  littleEndian: boolean,
): Uint8Array {
  const head = encodeUtf8(header);
  const nodeCount = positions.length / 3;
  const faceBytes = (triangles.length / 3) * 13 + (quads.length / 4) * 17;
  const bytes = new Uint8Array(head.length + 8 * columns.length * nodeCount + faceBytes);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length;
  for (let row = 0; row < nodeCount; row++) {
    for (const { values, components, component } of columns) {
      view.setFloat64(at, values[components * row + component], littleEndian);
      at += 8;
    }
  }
  const writeFaces = (nodes: Int32Array, corners: number) => {
    nodes.forEach((node, k) => {
      if (k % corners === 0) view.setUint8(at++, corners);
      view.setInt32(at, node, littleEndian);
      at += 4;
    });
  };
  writeFaces(triangles, 3);
  writeFaces(quads, 4);
  return bytes;
}
