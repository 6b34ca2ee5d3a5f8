import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSurfaceMesh, meshTriangles, type SurfaceMesh } from '../shapes/mesh.ts';
import { MeshFileError } from './mesh-file-error.ts';
import { writeObj } from './obj.ts';
import { readMesh } from './read-mesh.ts';
import { decodeBytes, encodeUtf8, joinBytes } from './text-bytes.ts';
import { writePly } from './write-ply.ts';
import { writeStl } from './write-stl.ts';
import { writeVtp } from './write-vtp.ts';

const MESH = createSurfaceMesh({
  positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 1],
  triangles: [0, 1, 4, 1, 2, 4],
  quads: [3, 2, 1, 0],
  velocities: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3],
  pointData: { heat: [1, 2, 3, 4, 5] },
});

/** All mesh writers, by file name. */
const WRITERS: readonly (readonly [name: string, write: (mesh: SurfaceMesh) => Uint8Array])[] = [
  ['a.obj', writeObj],
  ['text.ply', (mesh) => writePly(mesh, { format: 'ascii' })],
  ['little.ply', (mesh) => writePly(mesh)],
  ['big.ply', (mesh) => writePly(mesh, { format: 'binary_big_endian' })],
  ['text.stl', (mesh) => writeStl(mesh, { format: 'ascii' })],
  ['binary.stl', (mesh) => writeStl(mesh)],
  ['raw.vtp', (mesh) => writeVtp(mesh)],
  ['inline.vtp', (mesh) => writeVtp(mesh, { encoding: 'base64' })],
];

describe('the format of a mesh file', () => {
  it.each(WRITERS)('of %s is detected from its content, for any name, except for OBJ', (name, write) => {
    const bytes = write(MESH);
    const mesh = readMesh(name, bytes);
    for (const other of ['A.PLY', 'b.vtu', 'c.Stl', 'd', 'e.txt']) {
      if (name === 'a.obj') expect(() => readMesh(other, bytes)).toThrow(MeshFileError);
      else expect(readMesh(other, bytes)).toEqual(mesh);
    }
  });

  it.each([
    ['a.obj.gz', Uint8Array.of(0x1f, 0x8b, 8, 0), 'got gzip data: unpack it first'],
    ['a.vtk', encodeUtf8('# vtk DataFile Version 3.0\n'), 'the third line must be ASCII or BINARY'],
    [
      'a.step',
      encodeUtf8('ISO-10303-21;'),
      'by its content or its extension (obj, off, ply, stl, gltf, glb, msh, inp, k, key, dyn, vtk, vtp, vtu, e, exo, ex2), got "step"',
    ],
    ['nothing', new Uint8Array(), 'by its content or its extension'],
    ['nothing.obj', new Uint8Array(), 'empty'],
    ['nothing.ply', new Uint8Array(), 'must begin with a line "ply"'],
    ['nothing.stl', new Uint8Array(), 'got 0 bytes'],
    ['nothing.vtp', new Uint8Array(), 'must be an XML document'],
    ['bad.vtp', Uint8Array.of(0x3c, 0x3f, 0x78, 0x6d, 0x6c, 0xff), 'must be text in UTF-8'],
  ])('of %s is rejected with a clear message', (name, bytes, message) => {
    expect(() => readMesh(name, bytes)).toThrow(MeshFileError);
    expect(() => readMesh(name, bytes)).toThrow(message);
  });

  it('does not depend on the memory offset of the bytes', () => {
    for (const [name, write] of WRITERS) {
      const bytes = write(MESH);
      const moved = joinBytes(['xyz', bytes, 'end']).subarray(3, 3 + bytes.length);
      expect(readMesh(name, moved)).toEqual(readMesh(name, bytes));
    }
  });
});

const NODES = 7;
const nodes = (corners: number) =>
  fc.shuffledSubarray([...Array(NODES).keys()], { minLength: corners, maxLength: corners });
const numbers = (count: number, constraints: fc.DoubleConstraints) =>
  fc.array(fc.double(constraints), { minLength: count, maxLength: count });
const FINITE = { noNaN: true, noDefaultInfinity: true };

const anyMesh = fc
  .record({
    positions: numbers(3 * NODES, FINITE),
    triangles: fc.array(nodes(3), { minLength: 1, maxLength: 5 }),
    quads: fc.array(nodes(4), { maxLength: 5 }),
    velocities: fc.option(numbers(3 * NODES, FINITE), { nil: undefined }),
    pointData: fc.option(
      fc.dictionary(fc.stringMatching(/^[a-u_]{1,9}$/), numbers(NODES, {}), { minKeys: 1, maxKeys: 3 }),
      {
        nil: undefined,
      },
    ),
  })
  .map(({ triangles, quads, ...rest }) =>
    createSurfaceMesh({ ...rest, triangles: triangles.flat(), quads: quads.flat() }),
  );

describe('a mesh written and read again', () => {
  it('property: is the same bit for bit in PLY and VTK, with velocities and point data', () => {
    const exact = WRITERS.filter(([name]) => /ply|vtp/.test(name));
    const check = fc.property(anyMesh, fc.constantFrom(...exact), (mesh, [name, write]) => {
      // toEqual distinguishes -0 from 0 and takes NaN as equal to NaN
      expect(readMesh(name, write(mesh))).toEqual(mesh);
    });
    fc.assert(check, { seed: 21, numRuns: 500 });
  });

  it('property: has the same surface bit for bit in OBJ', () => {
    const check = fc.property(anyMesh, ({ positions, triangles, quads, ...mesh }) => {
      expect(readMesh('a.obj', writeObj({ ...mesh, positions, triangles, quads }))).toEqual({
        positions,
        triangles,
        quads,
      });
    });
    fc.assert(check, { seed: 22, numRuns: 200 });
  });

  it('property: has the same corners in STL, of 32-bit floats in binary', () => {
    const corners = ({ positions, triangles }: SurfaceMesh) =>
      [...triangles].flatMap((node) => [...positions.subarray(3 * node, 3 * node + 3)]);
    // positions that remain different when rounded to 32 bits
    const check = fc.property(anyMesh, fc.integer({ min: -1000, max: 1000 }), (mesh, shift) => {
      const positions = mesh.positions.map((_, k) => (k * k + shift) / 7);
      const apart = createSurfaceMesh({ ...mesh, positions });
      const expected = corners({ ...apart, triangles: meshTriangles(apart) });
      expect(corners(readMesh('a.stl', writeStl(apart, { format: 'ascii' })))).toEqual(expected);
      expect(corners(readMesh('a.stl', writeStl(apart)))).toEqual(expected.map(Math.fround));
    });
    fc.assert(check, { seed: 23, numRuns: 200 });
  });

  it('property: preserves any names of its data in VTK', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !/^vel(ocity)?$/i.test(name));
    const check = fc.property(names, (name) => {
      const mesh = { ...MESH, pointData: Object.fromEntries([[name, Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)]]) };
      expect(readMesh('a.vtp', writeVtp(mesh))).toEqual(mesh);
    });
    fc.assert(check, { seed: 24, numRuns: 200, examples: [['__proto__'], ['a "b" <c> & d']] });
  });
});

describe('for any bytes, a mesh is read or a MeshFileError thrown', () => {
  const GRID = `<VTKFile type="UnstructuredGrid" byte_order="LittleEndian"><UnstructuredGrid>
<Piece NumberOfPoints="5" NumberOfCells="3"><PointData><DataArray type="Float32" Name="vel" NumberOfComponents="3">
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15</DataArray></PointData>
<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">0 0 0 1 0 0 0 1 0 0 0 1 1 1 1</DataArray></Points>
<Cells><DataArray type="Int32" Name="connectivity">0 1 2 3 1 2 3 4 0 1 4</DataArray>
<DataArray type="Int32" Name="offsets">4 8 11</DataArray><DataArray type="UInt8" Name="types">10 10 5</DataArray></Cells>
</Piece></UnstructuredGrid></VTKFile>`;
  const FILES = [
    ...WRITERS.map(([name, write]) => [name, write(MESH)] as const),
    ['text.vtu', encodeUtf8(GRID)] as const,
  ];

  /** Reads the bytes; a mesh that was read passes all checks. True if there was one. */
  function readsOrRejects(name: string, bytes: Uint8Array): boolean {
    try {
      const mesh = readMesh(name, bytes);
      expect(createSurfaceMesh(mesh)).toEqual(mesh);
      return true;
    } catch (error) {
      if (!(error instanceof MeshFileError)) throw error;
      expect(error.message.startsWith(name)).toBe(true);
      if (error.line !== undefined) expect(error.line).toBeLessThanOrEqual(decodeBytes(bytes).split(/\r\n?|\n/).length);
      if (error.byte !== undefined) expect(error.byte).toBeLessThanOrEqual(bytes.length);
      return false;
    }
  }

  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    drop: fc.nat(3),
    insert: fc.oneof(
      fc
        .constantFrom(
          'nan',
          '-1',
          '0',
          '1e999',
          '99999999999',
          '4294967295',
          '\n',
          ' ',
          '\\\n',
          '<',
          '/>',
          '"',
          '=',
          '_',
        )
        .map(encodeUtf8),
      fc.uint8Array({ maxLength: 4 }),
    ),
  });

  it('for files with some bytes changed', () => {
    let read = 0;
    let rejected = 0;
    const edits = fc.array(edit, { minLength: 1, maxLength: 2 });
    const check = fc.property(fc.constantFrom(...FILES), edits, ([name, bytes], changes) => {
      const changed = changes.reduce((now, { at, drop, insert }) => {
        const from = Math.floor(at * now.length);
        return joinBytes([now.subarray(0, from), insert, now.subarray(from + drop)]);
      }, bytes);
      if (readsOrRejects(name, changed)) read++;
      else rejected++;
    });
    fc.assert(check, { seed: 31, numRuns: 2000 });
    // both outcomes must be frequent, or the test has little value
    expect(read).toBeGreaterThan(60);
    expect(rejected).toBeGreaterThan(1200);
  });

  it('for files with overwritten bytes, which preserves counts and lengths', () => {
    let read = 0;
    let rejected = 0;
    const overwrites = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 4, 32, 48, 57, 127, 255)), {
      minLength: 1,
      maxLength: 3,
    });
    const check = fc.property(fc.constantFrom(...FILES), overwrites, ([name, bytes], changes) => {
      const changed = bytes.slice();
      for (const [at, value] of changes) changed[at % bytes.length] = value;
      if (readsOrRejects(name, changed)) read++;
      else rejected++;
    });
    fc.assert(check, { seed: 32, numRuns: 2000 });
    expect(read).toBeGreaterThan(500);
    expect(rejected).toBeGreaterThan(300);
  });

  it('for files truncated at every byte', () => {
    for (const [name, bytes] of FILES) {
      for (let length = 0; length < bytes.length; length++) readsOrRejects(name, bytes.subarray(0, length));
    }
  });

  it('for any bytes at all', () => {
    const names = fc.constantFrom('a', ...FILES.map(([name]) => name));
    const check = fc.property(names, fc.uint8Array({ maxLength: 300 }), (name, bytes) => {
      readsOrRejects(name, bytes);
    });
    fc.assert(check, { seed: 33, numRuns: 1000 });
  });
});
