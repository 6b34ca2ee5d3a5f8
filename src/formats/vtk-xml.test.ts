import { describe, expect, it } from 'vitest';
import { meshFileError } from '../../test/mesh-file-error.ts';
import { meshTriangles, type SurfaceMesh } from '../shapes/mesh.ts';
import { encodeBase64 } from './base64.ts';
import { readMesh } from './read-mesh.ts';
import { decodeUtf8, encodeUtf8, joinBytes } from './text-bytes.ts';

import { writeVtp } from './write-vtp.ts';

function grid(points: number[][], cells: { type: number; nodes: number[] }[], more = ''): string {
  const ends = cells.map((_, k) => cells.slice(0, k + 1).reduce((sum, { nodes }) => sum + nodes.length, 0));
  return `<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">
<UnstructuredGrid>
<Piece NumberOfPoints="${points.length}" NumberOfCells="${cells.length}">
${more}
<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">
${points.map((point) => point.join(' ')).join('\n')}
</DataArray></Points>
<Cells>
<DataArray type="Int64" Name="connectivity" format="ascii">${cells.flatMap(({ nodes }) => nodes).join(' ')}</DataArray>
<DataArray type="Int64" Name="offsets" format="ascii">${ends.join(' ')}</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">${cells.map(({ type }) => type).join(' ')}</DataArray>
</Cells>
</Piece>
</UnstructuredGrid>
</VTKFile>
`;
}

const TRIANGLE = 5;
const POLYGON = 7;
const PIXEL = 8;
const QUAD = 9;
const TETRAHEDRON = 10;
const VOXEL = 11;
const HEXAHEDRON = 12;
const WEDGE = 13;
const PYRAMID = 14;

/** Corners of a unit cube, x fastest, and one point above it. */
const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2]).concat([[0.5, 0.5, 2]]);
const CUBE_CELL = { type: HEXAHEDRON, nodes: [0, 1, 3, 2, 4, 5, 7, 6] };

function read(text: string): SurfaceMesh {
  return readMesh('a.vtu', encodeUtf8(text));
}

/** A square of four points and one quad with every array in the given `format`, of any type and byte order. */
function square(
  format: 'binary' | 'raw' | 'base64',
  littleEndian: boolean,
  wide: boolean,
  separate = false,
): Uint8Array {
  const blocks: (string | Uint8Array)[] = [];
  let length = 0;
  const array = (type: string, attributes: string, values: number[]): string => {
    const bits = Number(/\d+/.exec(type)?.[0]);
    const data = new DataView(new ArrayBuffer((values.length * bits) / 8));
    values.forEach((value, k) => {
      const at = (k * bits) / 8;
      if (type === 'Float32') data.setFloat32(at, value, littleEndian);
      else if (type === 'Float64') data.setFloat64(at, value, littleEndian);
      else if (bits === 8) data.setInt8(at, value);
      else if (bits === 16) data.setInt16(at, value, littleEndian);
      else if (bits === 32) data.setInt32(at, value, littleEndian);
      else data.setBigInt64(at, BigInt(value), littleEndian);
    });
    const head = new DataView(new ArrayBuffer(wide ? 8 : 4));
    if (wide) head.setBigUint64(0, BigInt(data.byteLength), littleEndian);
    else head.setUint32(0, data.byteLength, littleEndian);
    const parts = [new Uint8Array(head.buffer), new Uint8Array(data.buffer)];
    // VTK encodes the length separately, other programs together with the data
    const text = separate ? parts.map(encodeBase64).join('') : encodeBase64(joinBytes(parts));
    const block = format === 'raw' ? joinBytes(parts) : text;
    const start = `<DataArray type="${type}" ${attributes}`;
    if (format === 'binary') return `${start} format="binary">\n  ${text}\n</DataArray>\n`;
    blocks.push(block);
    length += block.length;
    return `${start} format="appended" offset="${length - block.length}"/>\n`;
  };
  const piece = [
    '<PointData>',
    array('Float32', 'Name="Velocity" NumberOfComponents="3"', [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, -0.5]),
    array('UInt16', 'Name="mark"', [1, 2, 3, 400]),
    array('Int8', 'Name="sign"', [-1, 1, -1, 1]),
    '</PointData>\n<Points>',
    array('Float64', 'NumberOfComponents="3"', [0, 0, 0, 0.1, 0, 0, 0.1, 0.1, 0, 0, 0.1, -0]),
    '</Points>\n<Polys>',
    array('Int64', 'Name="connectivity"', [0, 1, 2, 3]),
    array('Int32', 'Name="offsets"', [4]),
    '</Polys>',
  ].join('');
  const order = littleEndian ? 'LittleEndian' : 'BigEndian';
  return joinBytes([
    `<VTKFile type="PolyData" version="1.0" byte_order="${order}" header_type="${wide ? 'UInt64' : 'UInt32'}"><PolyData>`,
    `<Piece NumberOfPoints="4" NumberOfPolys="1">${piece}</Piece></PolyData>`,
    ...(format === 'binary' ? [] : [`<AppendedData encoding="${format}">\n  _`, ...blocks, '\n</AppendedData>']),
    '</VTKFile>',
  ]);
}

describe('a VTK XML file', () => {
  const variants = (['binary', 'raw', 'base64'] as const).flatMap((format) =>
    [true, false].flatMap((littleEndian) => [true, false].map((wide) => [format, littleEndian, wide] as const)),
  );
  it.each(variants)('%s, little-endian: %s, 64-bit lengths: %s, gives every bit', (...variant) => {
    for (const separate of [false, true]) {
      const mesh = readMesh('a.vtp', square(...variant, separate));
      expect([...mesh.positions]).toEqual([0, 0, 0, 0.1, 0, 0, 0.1, 0.1, 0, 0, 0.1, -0]);
      expect([...(mesh.velocities ?? [])]).toEqual([1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, -0.5]);
      expect(mesh.pointData).toEqual({ mark: Float64Array.of(1, 2, 3, 400), sign: Float64Array.of(-1, 1, -1, 1) });
      expect([...mesh.quads]).toEqual([0, 1, 2, 3]);
    }
  });

  it('in text with surface cells gives them unchanged, with point data', () => {
    const data = `<PointData Vectors="vel">
<DataArray type="Float64" Name="vel" NumberOfComponents="3" format="ascii">
${CUBE.map((_, k) => `${k} 0 -${k}.5`).join('\n')}
<InformationKey name="L2_NORM_RANGE" location="vtkDataArray" length="1"><Value index="0">1</Value></InformationKey>
</DataArray>
<DataArray type="Float32" Name="hot &lt; cold" format="ascii">1 2 3 4 5 6 7 8 nan</DataArray>
<DataArray type="String" Name="label" format="ascii">65 0</DataArray>
</PointData>`;
    const cells = [
      { type: 1, nodes: [8] },
      { type: TRIANGLE, nodes: [4, 5, 8] },
      { type: 3, nodes: [0, 8] },
      { type: QUAD, nodes: [0, 1, 3, 2] },
      { type: PIXEL, nodes: [4, 5, 6, 7] },
      { type: POLYGON, nodes: [0, 1, 5, 8, 4] },
    ];
    const mesh = read(grid(CUBE, cells, data));
    expect([...mesh.triangles]).toEqual([4, 5, 8, 0, 1, 5, 0, 5, 8, 0, 8, 4]);
    expect([...mesh.quads]).toEqual([0, 1, 3, 2, 4, 5, 7, 6]);
    expect([...(mesh.velocities?.slice(3, 6) ?? [])]).toEqual([1, 0, -1.5]);
    expect(mesh.pointData).toEqual({ 'hot < cold': Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, Number.NaN) });
  });

  it.each([
    ['hexahedron', [CUBE_CELL], 1, 0, 6],
    ['voxel', [{ type: VOXEL, nodes: [0, 1, 2, 3, 4, 5, 6, 7] }], 1, 0, 6],
    ['tetrahedron', [{ type: TETRAHEDRON, nodes: [0, 1, 2, 4] }], 1 / 6, 4, 0],
    ['wedge', [{ type: WEDGE, nodes: [0, 2, 1, 4, 6, 5] }], 1 / 2, 2, 3],
    ['pyramid', [{ type: PYRAMID, nodes: [4, 5, 7, 6, 8] }], 1 / 3, 4, 1],
    ['house of two solids', [CUBE_CELL, { type: PYRAMID, nodes: [4, 5, 7, 6, 8] }], 4 / 3, 4, 5],
    ['cube with part of its boundary', [{ type: QUAD, nodes: [0, 1, 3, 2] }, CUBE_CELL], 1, 0, 6],
  ])('with a %s gives its boundary, outward', (_, cells, volume, triangleCount, quadCount) => {
    const mesh = read(grid(CUBE, cells));
    expect([mesh.triangles.length / 3, mesh.quads.length / 4]).toEqual([triangleCount, quadCount]);
    // by the divergence theorem; an inward or missing face would change it. Sums of a few halves: rounding only
    expect(volumeInside(mesh)).toBeCloseTo(volume, 14);
    expect(mesh.positions.length).toBe(3 * CUBE.length);
  });

  it('with triangle strips gives triangles of the same orientation', () => {
    const strips = `<VTKFile type="PolyData"><PolyData><Piece NumberOfPoints="5" NumberOfStrips="1"><Points>
<DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 0 1 0 1 0 0 1 1 0 2 0 0</DataArray></Points><Strips>
<DataArray type="Int32" Name="connectivity">0 2 1 3 4</DataArray><DataArray type="Int32" Name="offsets">5</DataArray>
</Strips></Piece></PolyData></VTKFile>`;
    expect([...read(strips).triangles]).toEqual([0, 2, 1, 1, 2, 3, 1, 3, 4]);
  });

  const sound = grid(CUBE, [CUBE_CELL, { type: TRIANGLE, nodes: [4, 5, 8] }]);
  it.each([
    ['VTKFile', 'vtkFile', 24, 'must be </vtkFile>'],
    ['UnstructuredGrid"', 'ImageData"', 2, 'VTKFile must be of type PolyData or UnstructuredGrid, got "ImageData"'],
    ['LittleEndian', 'MiddleEndian', 2, 'byte_order must be LittleEndian or BigEndian, got "MiddleEndian"'],
    ['version="0.1"', 'header_type="UInt16"', 2, 'header_type must be UInt32 or UInt64'],
    ['version="0.1"', 'compressor="vtkLZ4DataCompressor"', 2, 'must not be compressed (in ParaView: Save Data'],
    ['<Points>', '<Points/><Points>', 4, 'Piece must have one Points, got 2'],
    ['NumberOfPoints="9"', 'NumberOfPoints="10"', 6, 'must have 10 rows of 3 numbers, got 27 numbers in rows of 3'],
    ['NumberOfPoints="9"', 'NumberOfPoints="-9"', 4, 'Piece must have a count NumberOfPoints, got "-9"'],
    ['NumberOfComponents="3"', 'NumberOfComponents="9"', 6, 'got 27 numbers in rows of 9'],
    ['0 1 0', '0 one 0', 9, 'must have numbers of type Float64, got "one"'],
    ['0 1 0', '0 nan 0', 6, 'position of node 2 must be three finite numbers, got [0,"NaN",0]'],
    ['"connectivity"', '"connections"', 17, 'Cells must have a DataArray "connectivity"'],
    ['0 1 3 2 4', '0 1 3 9 4', 17, 'a face of cell 0, corner 3 must be a node of the file (0 to 8), got 9'],
    ['4 5 8<', '4 5 5<', 17, 'cell 1 must have different nodes, got node 5 twice'],
    ['4 5 8<', '4 5 1e99<', 18, 'must have numbers of type Int64, got "1e99"'],
    ['8 11', '8 12', 19, 'offset 1 of Cells must not decrease and must stay within 11 corners, got 12'],
    ['8 11', '8 7', 19, 'offset 1 of Cells must not decrease'],
    ['8 11', '8 10', 19, 'the last offset of Cells must be the length of its connectivity, 11, got 10'],
    ['8 11', '7 11', 17, 'cell 0 is a hexahedron and must have 8 corners, got 7'],
    ['12 5<', '60 5<', 17, 'cell 0 must be of a known type (5 triangle, 7 polygon'],
    ['12 5<', '3 1<', undefined, 'empty'],
    ['Int64', 'Complex', 18, 'must have a type among Int8'],
    ['Name="offsets" format="ascii"', 'Name="offsets" format="hex"', 19, 'format ascii, binary or appended, got "hex"'],
    ['Name="offsets" format="ascii"', 'Name="offsets" format="appended" offset="0"', 19, 'that is missing'],
    ['Name="offsets" format="ascii"', 'Name="offsets" format="binary"', 19, 'must be complete base64 text'],
  ])('with %j changed to %j names the line', (from, to, line, message) => {
    const error = caught(encodeUtf8(sound.replace(from, to)));
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });

  it('with a face of three solids is rejected', () => {
    const three = grid(CUBE, [CUBE_CELL, CUBE_CELL, CUBE_CELL]);
    expect(caught(encodeUtf8(three)).message).toContain('cell 2 must share each face with at most one other cell');
  });

  it('with truncated appended data or the other byte order names the byte', () => {
    const whole = square('raw', true, false);
    const end = whole.length - '\n</AppendedData></VTKFile>'.length;
    const cut = caught(whole.subarray(0, end - 1));
    expect(cut.message).toContain('truncated: DataArray "offsets" must have 4 bytes, got 3');
    expect(cut.byte).toBe(end - 8);
    for (const wide of [true, false]) {
      const mixed = square('raw', true, wide);
      mixed.set(encodeUtf8('BigEndian"   '), decodeUtf8(mixed.subarray(0, 100)).indexOf('LittleEndian"'));
      expect(caught(mixed).message).toContain('bytes (96 in the other byte order, which may be the right one)');
    }
  });

  it('with integers beyond those of a double is rejected', () => {
    const data =
      '<PointData><DataArray type="UInt64" Name="id">1 2 3 4 5 6 7 8 9007199254740993</DataArray></PointData>';
    expect(caught(encodeUtf8(grid(CUBE, [CUBE_CELL], data))).message).toContain('UInt64, got "9007199254740993"');
  });
});

describe('writeVtp', () => {
  it('writes points, lines and surfaces with data for each, inline as XML or appended', () => {
    const contacts = {
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      verts: Int32Array.of(0, 2),
      lines: Int32Array.of(0, 1),
      triangles: Int32Array.of(0, 1, 2),
      cellData: { impulse: Float64Array.of(1, 2, 3, 4) },
    };
    const text = decodeUtf8(writeVtp(contacts, { encoding: 'base64' }));
    const counts = 'NumberOfVerts="2" NumberOfLines="1" NumberOfStrips="0" NumberOfPolys="1"';
    expect(text).toContain(`<Piece NumberOfPoints="3" ${counts}>`);
    // length 32 as UInt64, then 1, 2, 3, 4 as doubles
    const block = encodeBase64(
      Uint8Array.of(32, 0, 0, 0, 0, 0, 0, 0, ...new Uint8Array(contacts.cellData.impulse.buffer)),
    );
    expect(text).toContain(`Name="impulse" NumberOfComponents="1" format="binary">${block}</DataArray>`);
    expect(readMesh('a.vtp', writeVtp(contacts)).triangles).toEqual(contacts.triangles);
  });

  it('writes a file without any points, for a state without contacts', () => {
    const text = decodeUtf8(
      writeVtp({ positions: new Float64Array(), pointData: { gap: new Float64Array() } }, { encoding: 'base64' }),
    );
    expect(text).toContain('NumberOfPoints="0" NumberOfVerts="0"');
    expect(text).toContain('Name="gap" NumberOfComponents="1" format="binary">AAAAAAAAAAA=</DataArray>');
  });

  it('rejects data of the wrong length', () => {
    const positions = new Float64Array(9);
    expect(() => writeVtp({ positions, pointData: { a: new Float64Array(4) } })).toThrow(
      'VTP: point data "a" must have the same count of numbers for each of 3 points, got 4 numbers',
    );
    const velocities = new Float64Array(9);
    expect(() => writeVtp({ positions, velocities, pointData: { velocity: new Float64Array(3) } })).toThrow(
      'different names',
    );
    for (const name of ['two\nlines', 'half a pair \ud800']) {
      const cellData = { [name]: new Float64Array() };
      expect(() => writeVtp({ positions, cellData })).toThrow(JSON.stringify(name));
    }
  });
});

function volumeInside(mesh: SurfaceMesh): number {
  const triangles = meshTriangles(mesh);
  const p = mesh.positions;
  let volume = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    volume += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    volume += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    volume += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return volume / 6;
}

function caught(bytes: Uint8Array) {
  return meshFileError(() => readMesh('a.vtu', bytes));
}
