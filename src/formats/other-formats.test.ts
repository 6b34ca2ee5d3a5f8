/** OFF, legacy VTK, Gmsh and Exodus: invalid files, and files that are cut off. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import h5wasm from 'h5wasm';
import { describe, expect, it } from 'vitest';
import { meshFileError } from '../../test/mesh-file-error.ts';
import { root } from '../../test/sources.ts';
import { surfaceFigures } from '../../test/surface-figures.ts';
import { createHdf5Opener } from './exodus/hdf5-opener.ts';
import { readMesh, readMeshModel } from './read-mesh.ts';
import { encodeUtf8, indexOfText } from './text-bytes.ts';

const bytesOf = (name: string) => new Uint8Array(readFileSync(join(root, 'test/data/meshes', name)));
const textOf = (name: string) => new TextDecoder('latin1').decode(bytesOf(name));
const problem = (name: string, text: string) => meshFileError(() => readMesh(name, encodeUtf8(text)));

const OFF = 'OFF # a tetrahedron\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3 255 0 0\n3 1 2 3\n3 0 3 2\n';

describe('an OFF file', () => {
  it('has polygons; colours, normals, comments and a missing header word do not matter', () => {
    const volume = (text: string) => surfaceFigures(readMesh('a.off', encodeUtf8(text))).volume;
    expect(volume(OFF)).toBeCloseTo(1 / 6, 15);
    expect(volume(OFF.slice(OFF.indexOf('4 4 6')))).toBeCloseTo(1 / 6, 15);
    expect(volume(OFF.replace('OFF', 'COFF').replace('0 0 0\n', '0 0 0 0.5 0.5 0.5 1\n'))).toBeCloseTo(1 / 6, 15);
    expect(
      volume(
        OFF.replace('OFF', 'NOFF')
          .replaceAll(/^(\d \d \d)$(?=\n[01] |\n3 0 2)/gm, '$1 0 0 1')
          .replace('4 4 6 0 0 1', '4 4 6'),
      ),
    ).toBeCloseTo(1 / 6, 15);
  });

  it.each([
    ['4 4 6', '4 x', 2, 'must have the counts of vertices, faces and edges'],
    ['1 0 0', '1 0', 4, 'vertex 1 must have 3 numbers, got ["1","0"]'],
    ['1 0 0', '1 0 a', 4, 'vertex 1 must be made of numbers, got "a"'],
    ['1 0 0', '1 0 nan', 4, 'position of node 1 must be three finite numbers'],
    ['3 1 2 3', '4 1 2 3', 9, 'face 2 must have a count of corners and as many nodes'],
    ['3 1 2 3', '3 1 2 4', 9, 'face 2, corner 2 must be a node of the file (0 to 3), got 4'],
    ['3 0 3 2\n', '', 9, 'truncated: must continue with face 3 of 4'],
    ['3 0 3 2\n', '3 0 3 2\n3 0 1 2\n', 11, 'must be the end of the file'],
    ['OFF', '4OFF', 1, 'must have three coordinates per vertex'],
    ['OFF #', 'OFF BINARY #', 1, 'must be text'],
  ])('with %j instead of %j names the line', (from, to, line, message) => {
    const error = problem('a.off', OFF.replace(from, to));
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });
});

describe('a legacy VTK file', () => {
  const text =
    '# vtk DataFile Version 3.0\na title\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nPOINT_DATA 4\nVECTORS velocity double\n0 0 1 0 0 1 0 0 1 0 0 2\nSCALARS heat float 1\nLOOKUP_TABLE default\n1 2 3 4\nCELL_DATA 1\nFIELD data 1\nnumber 1 1 int\n7\n';

  it('has velocities and point data', () => {
    const mesh = readMesh('a.vtk', encodeUtf8(text));
    expect(mesh.velocities?.[11]).toBe(2);
    expect(mesh.pointData).toEqual({ heat: Float64Array.of(1, 2, 3, 4) });
    expect(surfaceFigures(mesh).volume).toBeCloseTo(1 / 6, 15);
    // colours, which are left out, are numbers from 0 to 1 in a text
    const colored = `${text}COLOR_SCALARS c 3\n0.25 0.5 1\nLOOKUP_TABLE table 2\n0 0 0 1\n0.5 0.25 1 1\n`;
    expect(readMesh('a.vtk', encodeUtf8(colored))).toEqual(mesh);
  });

  it.each([
    ['UNSTRUCTURED_GRID', 'STRUCTURED_GRID', 4, 'must be POLYDATA or UNSTRUCTURED_GRID, got "STRUCTURED_GRID"'],
    ['ASCII', 'TEXT', 3, 'the third line must be ASCII or BINARY, got "TEXT"'],
    ['POINTS 4', 'POINTS 5', 7, 'POINTS must have 15 numbers, got "CELLS"'],
    ['POINTS 4 float', 'POINTS 4 string', 5, 'POINTS must have a type of numbers, got "string"'],
    ['CELLS 1 5', 'CELLS 1 6', 9, 'CELLS must have 6 numbers, got "CELL_TYPES"'],
    ['4 0 1 2 3', '5 0 1 2 3', 8, 'CELLS: cell 0 must have as many nodes as its count says'],
    ['4 0 1 2 3', '4 0 1 2 9', 7, 'a face of cell 0, corner 2 must be a node of the file'],
    ['\n10\n', '\n99\n', 7, 'cell 0 must be of a known type'],
    ['\n10\n', '\n12\n', 7, 'cell 0 is a hexahedron and must have 8 corners, got 4'],
    ['POINT_DATA 4', 'POINT_DATA 3', 11, 'POINT_DATA must have as many rows as there are points, 4'],
    ['VECTORS velocity', 'ARROWS velocity', 12, 'must be a section of a VTK file'],
    ['LOOKUP_TABLE default', 'TABLE default', 15, 'SCALARS must be followed by LOOKUP_TABLE'],
  ])('with %j instead of %j names the line', (from, to, line, message) => {
    const error = problem('a.vtk', text.replace(from, to));
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });
});

describe('a Gmsh file', () => {
  const text =
    '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 5 "a name"\n$EndPhysicalNames\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n$Elements\n3\n1 2 2 5 1 1 2 3\n2 2 2 6 1 1 2 3\n3 15 2 0 1 1\n$EndElements\n';

  it('of version 2 has an element of two groups once', () => {
    const { cells, elementSets } = readMeshModel('a.msh', encodeUtf8(text));
    expect(Array.from(cells.types)).toEqual([5, 1]);
    expect([...elementSets]).toEqual([
      ['a name', Int32Array.of(0)],
      ['surface 6', Int32Array.of(0)],
    ]);
  });

  it.each([
    ['2.2 0 8', '3.0 0 8', 2, 'the version of a Gmsh file must be 2 or 4.1 (in Gmsh: Mesh.MshFileVersion), got "3.0"'],
    ['2.2 0 8', '2.2 7 8', 2, 'the file type must be 0 (text) or 1 (binary), got "7"'],
    ['2.2 0 8', '2.2 0 4', 2, 'real numbers must have 8 bytes, got "4"'],
    ['\n3\n1 0 0 0', '\n4\n1 0 0 0', 13, 'a node number must be an integer, got "$EndNodes"'],
    ['\n3\n1 0 0 0', '\n99999999\n1 0 0 0', 9, 'truncated: the file must be long enough for its nodes, got 99999999'],
    ['2 1 0 0', '1 1 0 0', 11, 'node 1 must be defined once: it is defined at line 10 too'],
    ['2 1 0 0', '2 1 0 inf', 11, 'position of node 2 must be three finite numbers'],
    ['1 2 2 5 1 1 2 3', '1 2 2 5 1 1 2 8', 16, 'element 1 must be made of nodes of the file (there are 3), got 8'],
    ['1 2 2 5 1 1 2 3', '1 77 2 5 1 1 2 3', 16, 'element 1 must be of a type up to second order (1 to 19), got 77'],
    ['$EndElements', '', 14, 'truncated: the section $Elements must end with $EndElements'],
    ['"a name"', 'a name', 6, 'physical name 0 must be a dimension, a number and a name in quotes'],
    ['$MeshFormat\n2.2 0 8\n$EndMeshFormat\n', '', 1, 'must begin with the section $MeshFormat'],
  ])('with %j instead of %j names the line', (from, to, line, message) => {
    const error = problem('a.msh', text.replace(from, to));
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });
});

describe('an Exodus file', () => {
  it('in HDF5 needs the package h5wasm, and is the same with it', async () => {
    const name = 'netcdf-shells-hdf5.e';
    expect(meshFileError(() => readMesh(name, bytesOf(name))).message).toContain(
      'needs the package h5wasm (npm install h5wasm); or convert it with "nccopy -k classic"',
    );
    const openHdf5 = await createHdf5Opener(h5wasm);
    expect(readMeshModel(name, bytesOf(name), { openHdf5 })).toEqual(
      readMeshModel('netcdf-shells.e', bytesOf('netcdf-shells.e')),
    );
    const block = readMesh('meshio-block-hdf5.e', bytesOf('meshio-block-hdf5.e'), { openHdf5 });
    expect(surfaceFigures(block).volume).toBeCloseTo(2, 12);
    const damaged = bytesOf(name).fill(0xff, 100, 900);
    expect(meshFileError(() => readMesh(name, damaged, { openHdf5 })).message).toContain('must be a sound HDF5 file');
  });

  it('without the nodes of a block is rejected: the numbers of the elements that follow would be wrong', () => {
    const bytes = bytesOf('netcdf-shells.e');
    const at = indexOfText(bytes, 'connect1');
    bytes.set(encodeUtf8('missing1'), at);
    expect(meshFileError(() => readMesh('a.e', bytes)).message).toMatch(/must have the variable connect1: block 1 has/);
  });

  it('with a wrong header names the byte', () => {
    const change = (at: number, value: number) => {
      const bytes = bytesOf('netcdf-shells.e');
      new DataView(bytes.buffer).setUint32(at, value);
      return meshFileError(() => readMesh('a.e', bytes));
    };
    expect(change(0, 0x43444607).message).toBe('a.e, byte 3: the version of a NetCDF file must be 1, 2 or 5, got 7');
    expect(change(8, 99).message).toContain('a.e, byte 16: the header must have its list of dimensions here, got 99');
    expect(change(12, 0xffffffff).message).toContain(
      'a.e, byte 16: truncated: the file must be long enough for dimensions, got 4294967295',
    );
  });
});

describe('a file that is cut off', () => {
  const files = new Map([['assimp-block.bin', bytesOf('assimp-block.bin')]]);
  it.each([
    'assimp-block.gltf', 'assimp-block.glb', 'meshio-block.off', 'gmsh-block.msh', 'gmsh-block-binary.msh', 'gmsh-block-2.msh', 'gmsh-block-2-binary.msh',
    'gmsh-tube-wedge15.vtk', 'vtk-hex20.vtk', 'netcdf-shells.e', 'netcdf-shells-5.e',
  ])('%s is rejected at every one of 60 places', (name) => {
    const bytes = bytesOf(name);
    // the last line end may be missing, and padding at the end of the last array
    const end = textOf(name).trimEnd().length - 4;
    const lengths = Array.from({ length: 60 }, (_, k) => Math.floor((end * (k + 1)) / 61));
    const read = lengths.filter((length) => {
      try {
        readMesh(name, bytes.subarray(0, length), { files });
        return true;
      } catch {
        return false;
      }
    });
    // what is cut off may be data that are not needed: the node sets and side sets at the end of an Exodus file are
    expect(read).toEqual([]);
  }); // biome-ignore format: one list
});
