import { describe, expect, it } from 'vitest';
import { meshFileError } from '../../test/mesh-file-error.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { readPly } from './ply.ts';
import { decodeUtf8, encodeUtf8, joinBytes } from './text-bytes.ts';
import { writePly } from './write-ply.ts';

const ASCII = `ply
format ascii 1.0
comment made by hand
obj_info nothing
element vertex 4
property float x
property double y
property float32 z
property uchar red
property float vx
property float vy
property float vz
property list uchar int neighbours
element face 2
property list uchar int vertex_indices
property short group
element edge 1
property int vertex1
property int vertex2
end_header
0 0 0 255 1 2 3 0
0.1 0 0 0 0 0 0 2 0 1
1 1 0 7 0 0 0 0

0 1 -0 8 0 0 -1e-3 0
4 0 1 2 3 -5
3 0 1 2 6
0 1
`;

/** The same vertices and faces, with 32-bit floats and mixed integers, encoded independently. */
function binary(littleEndian: boolean): Uint8Array {
  const header = `ply
format binary_${littleEndian ? 'little' : 'big'}_endian 1.0
element face 2
property ushort group
property list uint16 uint32 vertex_index
element vertex 4
property float x
property float y
property double z
property int8 mark
end_header
`;
  const data = new DataView(new ArrayBuffer(2 * 4 + 7 * 4 + 4 * 17));
  let at = 0;
  const put = (size: number, set: (at: number) => void) => {
    set(at);
    at += size;
  };
  const u16 = (value: number) => put(2, (k) => data.setUint16(k, value, littleEndian));
  for (const corners of [
    [0, 1, 2, 3],
    [0, 1, 2],
  ]) {
    u16(65535);
    u16(corners.length);
    for (const node of corners) put(4, (k) => data.setUint32(k, node, littleEndian));
  }
  for (const [x, y, z, mark] of [
    [0, 0, 0, -1],
    [0.1, 0, 0.1, 2],
    [1, 1, 0, 3],
    [0, 1, -0, 4],
  ]) {
    put(4, (k) => data.setFloat32(k, x, littleEndian));
    put(4, (k) => data.setFloat32(k, y, littleEndian));
    put(8, (k) => data.setFloat64(k, z, littleEndian));
    put(1, (k) => data.setInt8(k, mark));
  }
  return joinBytes([header, new Uint8Array(data.buffer)]);
}

describe('a PLY file', () => {
  it('in text gives doubles, velocities and point data, and skips other elements', () => {
    const mesh = readPly('a.ply', encodeUtf8(ASCII));
    expect([...mesh.positions]).toEqual([0, 0, 0, 0.1, 0, 0, 1, 1, 0, 0, 1, -0]);
    expect([...(mesh.velocities ?? [])]).toEqual([1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, -0.001]);
    expect(mesh.pointData).toEqual({ red: Float64Array.of(255, 0, 7, 8) });
    expect([...mesh.quads]).toEqual([0, 1, 2, 3]);
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
  });

  it('may have any of three line endings', () => {
    for (const lineEnd of ['\r\n', '\r']) {
      expect(readPly('a.ply', encodeUtf8(ASCII.replaceAll('\n', lineEnd)))).toEqual(
        readPly('a.ply', encodeUtf8(ASCII)),
      );
    }
  });

  it.each([true, false])('in binary gives the numbers by their types (little-endian: %s)', (littleEndian) => {
    const mesh = readPly('a.ply', binary(littleEndian));
    expect([...mesh.positions]).toEqual([0, 0, 0, Math.fround(0.1), 0, 0.1, 1, 1, 0, 0, 1, -0]);
    expect(mesh.pointData).toEqual({ mark: Float64Array.of(-1, 2, 3, 4) });
    expect([...mesh.quads]).toEqual([0, 1, 2, 3]);
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
  });

  it('in binary with another byte order than in its header is detected', () => {
    const mesh = createSurfaceMesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] });
    const bytes = writePly(mesh);
    const first = 'ply\nformat binary_little_endian 1.0\n';
    expect(decodeUtf8(bytes.subarray(0, first.length))).toBe(first);
    const mixed = joinBytes([first.replace('little', 'big'), bytes.subarray(first.length)]);
    expect(caught(mixed).message).toContain('got 16777216 (1 in the other byte order, which may be the right one)');
  });

  it.each([
    ['ply', 'plx', 1, 'a PLY file must begin with a line "ply"'],
    ['end_header', 'end', undefined, 'the PLY header must end with a line "end_header"'],
    ['format ascii 1.0', 'format ascii 2.0', 2, 'must be one line "format F 1.0"'],
    ['format ascii 1.0', 'format middle_endian 1.0', 2, 'binary_big_endian, got "format middle_endian 1.0"'],
    ['format ascii 1.0\n', '', undefined, 'must have a line "format F 1.0"'],
    ['obj_info', 'remark', 4, 'must be a line of a PLY header'],
    ['element vertex 4', 'element vertex four', 5, 'must be "element NAME COUNT"'],
    ['element face 2', 'element vertex 2', 14, 'must be an element with a unique name'],
    ['element vertex 4\n', '', 5, 'a property must follow an element'],
    ['property float x', 'property half x', 6, 'must have types among char'],
    ['property float x', 'property float', 6, 'must be "property TYPE NAME"'],
    ['property float x', 'property float y', 7, 'must be a property with a unique name'],
    ['property float x', 'property float u', 5, 'element vertex must have the properties x, y and z'],
    ['list uchar int vertex_indices', 'list uchar int corners', 14, 'element face must have one list vertex_indices'],
    ['list uchar int vertex_indices', 'list float int vertex_indices', 15, 'a list with an integer type for its count'],
    ['element vertex 4', 'element vertex 4000000000', 5, 'element vertex announces 4000000000 rows, more than'],
    ['element vertex 4', 'element vertex 5', 26, 'the line must have a number for each property'],
    ['element edge 1', 'element edge 2', 29, 'truncated: the file must have the number of rows in its header'],
    ['element edge 1', 'element edge 0', 28, 'must end after the number of rows in its header, got "0"'],
    ['1 1 0 7', '1 nan 0 7', 23, 'position of node 2 must be three finite numbers, got [1,"NaN",0]'],
    ['-1e-3', 'inf', 25, 'velocity of node 3 must be three finite numbers, got [0,0,"Infinity"]'],
    ['255', '256', 21, 'must be a number of type u8, got "256"'],
    ['4 0 1 2 3 -5', '4 0 1 2 4 -5', 26, 'face 0, corner 3 must be a node of the file (0 to 3), got 4'],
    ['4 0 1 2 3 -5', '4 0 1 2 2 -5', 26, 'face 0 must have different nodes, got node 2 twice'],
    ['4 0 1 2 3 -5', '2 0 1 -5', 26, 'face 0 must have 3 to 1000 corners, got 2'],
    ['4 0 1 2 3 -5', '4 0 1 2 3 -5 9', 26, 'the line must end after its last property, got "9"'],
    ['4 0 1 2 3 -5', '255 0 1 2 3 -5', 26, 'truncated: too short for 255 numbers of a list vertex_indices'],
    ['4 0 1 2 3 -5', '4 0 1 two 3 -5', 26, 'must be a number of type i32, got "two"'],
  ])('with %j changed to %j names line %s', (from, to, line, message) => {
    const error = caught(encodeUtf8(ASCII.replace(from, to)));
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });

  it('truncated or with trailing data names the byte', () => {
    const bytes = binary(true);
    expect(caught(bytes.subarray(0, bytes.length - 1))).toMatchObject({ byte: bytes.length - 1 });
    const longer = joinBytes([bytes, '\n']);
    expect(caught(longer).message).toBe(
      `a.ply, byte ${bytes.length}: the file must end after the number of rows in its header, got 1 more bytes`,
    );
  });

  it('is written with valid PLY names only', () => {
    const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
    const write = (name: string) => writePly(createSurfaceMesh({ ...mesh, pointData: { [name]: [1, 2, 3] } }));
    for (const name of ['x', 'two words', '', 'größe']) expect(() => write(name)).toThrow(JSON.stringify(name));
    const stress = createSurfaceMesh({ ...mesh, pointData: { s: [1, 2, 3, 4, 5, 6] } });
    const text = decodeUtf8(writePly(stress, { format: 'ascii' }));
    expect(text).toContain('property double s_0\nproperty double s_1\n');
    expect(text).toContain('end_header\n0 0 0 1 2\n1 0 0 3 4\n0 1 0 5 6\n3 0 1 2\n');
  });
});

function caught(bytes: Uint8Array) {
  return meshFileError(() => readPly('a.ply', bytes));
}
