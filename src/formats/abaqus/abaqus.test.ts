import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { meshFileError } from '../../../test/mesh-file-error.ts';
import { root } from '../../../test/sources.ts';
import { surfaceFigures } from '../../../test/surface-figures.ts';
import { CELL } from '../cell-types.ts';
import { meshFileReferences, readMesh, readMeshModel } from '../read-mesh.ts';
import { encodeUtf8 } from '../text-bytes.ts';

const ASSEMBLY = readFileSync(join(root, 'test/data/meshes/assembly.inp'), 'utf8');
const model = (text: string, files?: ReadonlyMap<string, Uint8Array>) =>
  readMeshModel('a.inp', encodeUtf8(text), { files });
const figures = (text: string, set?: string) => surfaceFigures(readMesh('a.inp', encodeUtf8(text), { set }));
const problem = (text: string) => meshFileError(() => readMesh('a.inp', encodeUtf8(text)));

describe('an assembly of two instances of a part', () => {
  it('has both, the second one moved by 2 and rotated by 90 degrees about z through x = 3', () => {
    const { positions, cells, elementSets } = model(ASSEMBLY);
    expect(Array.from(cells.types)).toEqual([CELL.hexahedron, CELL.quad, CELL.hexahedron, CELL.quad]);
    expect(elementSets.get('Brick')).toEqual(Int32Array.of(0, 1, 2, 3));
    expect(elementSets.get('the second')).toEqual(Int32Array.of(2, 3));
    // the reference point of the assembly, the nodes of the first instance, those of the second
    expect([...positions.subarray(0, 6)]).toEqual([9, 9, 9, 0, 0, 0]);
    // (0, 0, 0) -> (2, 0, 0) -> (3, -1, 0), (1, 1, 0) -> (3, 1, 0) -> (2, 0, 0)
    const second = (label: number) =>
      Array.from(positions.subarray(3 * (8 + label), 3 * (8 + label) + 3), (x) => Math.round(1e9 * x) / 1e9 + 0);
    expect([second(1), second(3), second(7)]).toEqual([[3, -1, 0], [2, 0, 0], [2, 0, 2]]); // biome-ignore format: one line
    expect(figures(ASSEMBLY)).toMatchObject({ euler: 4 });
    expect(figures(ASSEMBLY).volume).toBeCloseTo(4, 12);
    expect(figures(ASSEMBLY, 'the second.solids').volume).toBeCloseTo(2, 12);
  });

  it('has node sets by range, of an instance, and of sets; without regard to case', () => {
    const { nodeSets } = model(ASSEMBLY);
    expect(nodeSets.get('first.base')).toEqual(Int32Array.of(1, 2, 3, 4));
    expect(nodeSets.get('base')?.length).toBe(8);
    expect(nodeSets.get('corners')).toEqual(Int32Array.of(0, 2, 3, 9, 10, 11, 12));
  });

  it('has the set of the assembly where an instance has one of the same name', () => {
    const sets = '*NSET, NSET=BASE, INSTANCE=first\n5\n*SURFACE, NAME=Lower\nfirst.solids, S2\n*END ASSEMBLY';
    const text = ASSEMBLY.replace(/\*END ASSEMBLY/i, sets);
    const { nodeSets } = model(text);
    expect(nodeSets.get('BASE')).toEqual(Int32Array.of(5));
    expect(nodeSets.has('base')).toBe(false);
    expect(nodeSets.get('first.base')).toEqual(Int32Array.of(1, 2, 3, 4));
    expect(figures(text, 'lower')).toMatchObject({ area: 1, volume: expect.closeTo(2 / 3, 12) });
  });

  it('has surfaces of named faces and of free faces, outward, and thicknesses of shells', () => {
    expect(figures(ASSEMBLY, 'first.lower')).toMatchObject({ area: 1, volume: 0 });
    expect(figures(ASSEMBLY, 'OUTSIDE')).toMatchObject({ euler: 4, area: 20 });
    // z = 2 upward: a third of 2 · 1
    expect(figures(ASSEMBLY, 'ends')).toMatchObject({ area: 1, volume: expect.closeTo(2 / 3, 12) });
    expect([...(model(ASSEMBLY).thicknesses ?? [])]).toEqual([Number.NaN, 0.5, Number.NaN, 0.5]);
  });
});

/** Nodes 1 to 8 of a unit cube, and elements. */
const cube = (elements: string) =>
  `*NODE\n${[0, 1].flatMap((z) => [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y], k) => `${4 * z + k + 1},${x},${y},${z}`)).join('\n')}\n${elements}\n`; // biome-ignore format: one line

describe('Abaqus elements', () => {
  it.each([
    ['C3D8', '1,1,2,3,4,5,6,7,8', 1, CELL.hexahedron],
    ['C3D6', '1,1,2,3,5,6,7', 0.5, CELL.wedge],
    ['C3D4H', '1,1,2,3,5', 1 / 6, CELL.tetrahedron],
    ['C3D5', '1,1,2,3,4,5', 1 / 3, CELL.pyramid],
    ['C3D8I', '1,1,2,3,3,5,6,7,7', 0.5, CELL.wedge],
    ['C3D8', '1,1,2,3,4,5,5,5,5', 1 / 3, CELL.pyramid],
    ['C3D8R', '1,1,2,3,3,5,5,5,5', 1 / 6, CELL.tetrahedron],
    // a mirrored order of nodes: the surface is outward all the same
    ['C3D8', '1,1,4,3,2,5,8,7,6', 1, CELL.hexahedron],
    ['SC8R', '1,1,2,3,4,5,6,7,8', 1, CELL.hexahedron],
  ])('%s %s has its volume and a closed surface', (type, data, volume, cell) => {
    const text = cube(`*ELEMENT, TYPE=${type}\n${data}`);
    expect(figures(text).volume).toBeCloseTo(volume, 14);
    expect(figures(text).euler).toBe(2);
    expect(Array.from(model(text).cells.types)).toEqual([cell]);
  });

  it.each([
    // the triangle at the start, the quads at y = 0 and at the diagonal, and one that has shrunk to an edge
    ['1,1,2,3,3,5,6,7,7', [0.5, 0.5, 1, 1, 0, Math.SQRT2]],
    // a pyramid: its base, no top, then its sides
    ['1,1,2,3,4,5,5,5,5', [1, 0, 0.5, Math.SQRT1_2, Math.SQRT1_2, 0.5]],
  ])('%s: the faces of a hexahedron with repeated nodes are those of the hexahedron', (data, areas) => {
    const surfaces = areas.map((_, k) => `*SURFACE, NAME=face${k + 1}\n1, S${k + 1}`).join('\n');
    const text = cube(`*ELEMENT, TYPE=C3D8\n${data}\n${surfaces}`);
    const sizes = areas.map((area, k) => (area === 0 ? 0 : figures(text, `face${k + 1}`).area));
    expect(sizes).toEqual(areas.map((area) => expect.closeTo(area, 12)));
    const empty = areas.map((_, k) => model(text).surfaces.get(`face${k + 1}`)?.types.length === 0);
    expect(empty).toEqual(areas.map((area) => area === 0));
  });

  it.each(['S4', 'S4R5', 'M3D4', 'R3D4', 'CPS4R', 'CPE4', 'CAX4H', 'SFM3D4'])('%s is a quad', (type) => {
    expect(Array.from(model(cube(`*ELEMENT, TYPE=${type}\n1,1,2,3,4`)).cells.types)).toEqual([CELL.quad]);
  });

  it('without a surface are left out with a notice, also from their sets', () => {
    const text = cube(
      '*ELEMENT, TYPE=S4, ELSET=both\n1,1,2,3,4\n*ELEMENT, TYPE=B31, ELSET=both\n2,1,5\n*ELSET, ELSET=range, GENERATE\n1, 4000000000',
    );
    const { notices, elementSets } = model(text);
    expect(notices).toEqual(['1 elements of type B31 are left out: only surface and solid elements are read']);
    expect(elementSets.get('range')).toEqual(Int32Array.of(0));
  });
});

describe('included files', () => {
  const text = '*INCLUDE, INPUT=parts/nodes.inc\n*ELEMENT, TYPE=S3\n1,1,2,3\n';
  const nodes = encodeUtf8('*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n');

  it('are listed and read', () => {
    expect(meshFileReferences('models/a.inp', encodeUtf8(text))).toEqual(['models/parts/nodes.inc']);
    expect(model(text, new Map([['parts/nodes.inc', nodes]])).positions.length).toBe(9);
  });

  it.each(['/etc/passwd', '../nodes.inc', 'a/../../b', 'C:/nodes.inc', 'a\\b', 'http://x/y', '~/x'])(
    'outside of the folder are rejected: %s',
    (name) => {
      const bad = encodeUtf8(text.replace('parts/nodes.inc', name));
      expect(meshFileError(() => meshFileReferences('a.inp', bad)).message).toContain(
        'a.inp:1: a file that is referred to must be in the folder',
      );
      expect(meshFileError(() => readMesh('a.inp', bad)).line).toBe(1);
    },
  );

  it('that are missing or include themselves are rejected', () => {
    expect(problem(text).message).toBe(
      'a.inp:1: needs the file "parts/nodes.inc", which must be given together with it',
    );
    const loop = encodeUtf8('*INCLUDE, INPUT=a.inp\n');
    expect(meshFileError(() => readMesh('a.inp', loop, { files: new Map([['a.inp', loop]]) })).message).toContain(
      'at most 8 deep',
    );
  });
});

describe('an invalid Abaqus file names the line, the value and what was expected', () => {
  it.each([
    ['1,0,0,0\n', 1, 'must be a keyword line, which begins with *'],
    ['*NODE\n1,0,zero,0\n', 2, 'a coordinate of node 1 must be a number, got "zero"'],
    ['*NODE\n1,0,0,0\n1,1,0,0\n', 3, 'node 1 must be defined once: it is defined in line 2 too'],
    ['*NODE, SYSTEM=C\n1,0,0,0\n', 1, 'must have rectangular coordinates'],
    [cube('*ELEMENT, TYPE=C3D8\n1,1,2,3'), 11, 'element 1 of type C3D8 must have 8 nodes, got 3'],
    [cube('*ELEMENT, TYPE=C3D8\n1,1,2,3,'), 11, 'element 1 of type C3D8 must have 8 nodes, got 3'],
    [cube('*ELEMENT, TYPE=S3\n1,1,2,9'), 11, 'element 1 must be made of nodes of the file, got 9'],
    [cube('*ELEMENT, TYPE=S3\n1,1,2,2'), 11, 'element 1 must have different nodes'],
    [cube('*ELEMENT, TYPE=S3\n1,1,2,3\n1,1,2,4'), 12, 'elements must have different numbers, got 1'],
    [cube('*ELEMENT\n1,1,2,3'), 10, '*ELEMENT must have TYPE=...'],
    [cube('*NSET, NSET=a\n9\n*ELEMENT, TYPE=S3\n1,1,2,3'), 11, 'set "a" must be made of nodes of the file, got 9'],
    [cube('*NSET, NSET=a\nb\n'), 11, 'set "a" must be made of numbers and of sets defined in the file, got "b"'],
    [cube('*NSET, NSET=a\na\n'), 11, 'a set must not contain itself'],
    [cube('*NSET, NSET=a, GENERATE\n5,1,1'), 11, 'a generated range must be first, last and step'],
    [
      cube('*ELEMENT, TYPE=C3D8, ELSET=e\n1,1,2,3,4,5,6,7,8\n*SURFACE, NAME=s\ne, S7'),
      13,
      'element 1 must have the face of this name, got "S7"',
    ],
    ['*PART, NAME=p\n*NODE\n1,0,0,0\n', 1, 'truncated: *PART must end with *END PART'],
    ['*PART, NAME=p\n*END PART\n*INSTANCE, NAME=i, PART=q\n', 3, 'must be of a part that is defined before, got "q"'],
    [cube('*NGEN\n1,2'), 10, '*NGEN is not read'],
    ['** nothing\n', 1, 'must have keyword lines'],
  ])('%j', (text, line, message) => {
    const error = problem(text);
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });
});
