import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { meshFileError } from '../../../test/mesh-file-error.ts';
import { root } from '../../../test/sources.ts';
import { surfaceFigures } from '../../../test/surface-figures.ts';
import { CELL } from '../cell-types.ts';
import { meshFileReferences, readMesh, readMeshModel } from '../read-mesh.ts';
import { encodeUtf8 } from '../text-bytes.ts';

const read = (name: string) => new Uint8Array(readFileSync(join(root, 'test/data/meshes', name)));
const files = new Map([['shells-more.k', read('shells-more.k')]]);
const figures = (set?: string) => surfaceFigures(readMesh('shells.k', read('shells.k'), { files, set }));
const model = (text: string) => readMeshModel('a.k', encodeUtf8(text));
const problem = (text: string) => meshFileError(() => readMesh('a.k', encodeUtf8(text)));

describe('an LS-DYNA file with an included one', () => {
  it('has nodes in fixed columns, with commas and in the long format; cells with repeated nodes are what they stand for', () => {
    const { positions, cells } = readMeshModel('shells.k', read('shells.k'), { files });
    expect(meshFileReferences('shells.k', read('shells.k'))).toEqual(['shells-more.k']);
    expect(positions.length / 3).toBe(16);
    expect(Array.from(cells.types)).toEqual([CELL.quad, CELL.triangle, CELL.triangle, CELL.tetrahedron, CELL.wedge]);
    expect(figures('part 1')).toMatchObject({ area: 2, euler: 1 });
    // a corner of a cube, and a roof of 1 x 1 x 1
    expect(figures('the solids').volume).toBeCloseTo(1 / 6 + 1 / 2, 14);
    expect(figures('the solids').euler).toBe(4);
  });

  it('has sets of nodes, ranges, parts and segments, and thicknesses of elements and sections', () => {
    const { nodeSets, elementSets, surfaces, thicknesses } = readMeshModel('shells.k', read('shells.k'), { files });
    expect(nodeSets.get('left edge')).toEqual(Int32Array.of(0, 3));
    expect(nodeSets.get('node set 4')).toEqual(Int32Array.of(0, 1, 2, 4, 5));
    expect(elementSets.get('part set 5')).toEqual(Int32Array.of(0, 1, 2));
    expect([...surfaces.keys()]).toEqual(['segment set 9']);
    expect(figures('segment set 9').area).toBe(1.5);
    expect([...(thicknesses ?? [])]).toEqual([0.25, 0.25, 0.5, Number.NaN, Number.NaN]);
  });
});

describe('a problem in an included file', () => {
  const shells = '*ELEMENT_SHELL\n1,1,1,2,4,4\n';

  it.each([
    [`*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n${shells}`, 'parts/b.k:6: element 1 must be made of nodes of the file'],
    ['*NODE\n9,0,0,0\n', 'parts/b.k:2: node 9 must be defined once: it is defined at line 4 of a.k too'],
    ['*SET_SEGMENT\n1\n1,2,3,3\n', 'parts/b.k:3: segment set 1 must be made of nodes of the file'],
  ])('has the name of that file: %j', (text, message) => {
    const files = new Map([['parts/b.k', encodeUtf8(text)]]);
    const main = encodeUtf8('*KEYWORD\n*NODE\n\n9,0,0,1\n*INCLUDE\nparts/b.k\n');
    const error = meshFileError(() => readMesh('a.k', main, { files }));
    expect(error.message).toContain(message);
    expect(error.source).toBe('parts/b.k');
  });

  it('files after *END are not needed', () => {
    expect(meshFileReferences('a.k', encodeUtf8('*KEYWORD\n*END\n*INCLUDE\nmissing.k\n'))).toEqual([]);
  });
});

const NODES = '*KEYWORD\n*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0.5,0,0\n6,1,.5,0\n7,0.5,1,0\n8,0,.5,0\n';

describe('LS-DYNA elements', () => {
  it('shells of eight and six nodes are quadratic', () => {
    const { cells } = model(`${NODES}*ELEMENT_SHELL\n1,1,1,2,3,4,5,6,7,8\n2,1,1,2,3,3,5,6,7\n`);
    expect(Array.from(cells.types)).toEqual([CELL.quad8, CELL.triangle6]);
  });

  it('in the long format of the whole file', () => {
    const wide = (...words: readonly (string | number)[]) => words.map((word) => String(word).padStart(20)).join('');
    const text = [
      '*KEYWORD LONG=S',
      '*NODE',
      wide(1, 0, 0, 0),
      wide(2, '1.d0', 0, 0),
      wide(3, 0, '2.5+1', 0),
      '*ELEMENT_SHELL',
      wide(9, 1, 1, 2, 3, 3),
    ].join('\n');
    expect(surfaceFigures(readMesh('a.k', encodeUtf8(text))).area).toBe(12.5);
  });

  it.each([
    ['*KEYWORD I10=Y', ''],
    ['*KEYWORD', ' %'],
    ['*KEYWORD', '%'],
  ])('with numbers of ten characters: %s, *NODE%s', (head, mark) => {
    const numbers = (...words: readonly number[]) => words.map((word) => String(word).padStart(10)).join('');
    const node = (label: number, x: number, y: number) =>
      `${numbers(label)}${[x, y, 0].map((value) => value.toFixed(3).padStart(16)).join('')}`;
    const text = [
      head,
      `*NODE${mark}`,
      node(1_000_000_001, 0, 0),
      node(1_000_000_002, 2, 0),
      node(1_000_000_003, 0, 3),
    ];
    const shell = numbers(7_000_000_001, 1, 1_000_000_001, 1_000_000_002, 1_000_000_003, 1_000_000_003);
    const bytes = encodeUtf8([...text, `*ELEMENT_SHELL${mark}`, shell].join('\n'));
    expect(surfaceFigures(readMesh('a.k', bytes)).area).toBe(3);
  });

  it('sets of other forms are left out', () => {
    const text = `${NODES}*SET_NODE_LIST_GENERATE_INCREMENT\n1\n1,7,2\n*SET_NODE_GENERAL\n2\nALL\n*ELEMENT_SHELL\n1,1,1,2,3,4\n`;
    expect(model(text).nodeSets.size).toBe(0);
  });

  it('without a surface are left out with a notice', () => {
    const { notices } = model(`${NODES}*ELEMENT_BEAM\n1,1,1,2,3\n*ELEMENT_SHELL\n1,1,1,2,3,4\n`);
    expect(notices).toEqual(['elements of *ELEMENT_BEAM (line 11) have no surface and are left out']);
  });
});

describe('an invalid LS-DYNA file names the line, the value and what was expected', () => {
  it.each([
    ['1,2\n', 1, 'must be a keyword line, which begins with *'],
    ['', 1, 'must have keyword lines'],
    ['*NODE\n       1     0.0abc\n', 2, 'a coordinate of node 1 must be a number, got "0.0abc"'],
    ['*NODE\n1,0,0,0\n1,0,0,1\n', 3, 'node 1 must be defined once'],
    [`${NODES}*ELEMENT_SHELL\n1,1,1,2,99,4\n`, 12, 'element 1 must be made of nodes of the file (there are 8), got 99'],
    [
      `${NODES}*ELEMENT_SHELL\n1,1,1,2,3,4\n1,1,1,2,3,4\n`,
      13,
      'elements of one kind must have different numbers, got 1',
    ],
    [`${NODES}*ELEMENT_SHELL_COMPOSITE\n`, 11, '*ELEMENT_SHELL_COMPOSITE is not read'],
    [`${NODES}*ELEMENT_SHELL_THICKNESS\n1,1,1,2,3,4\n`, 11, 'truncated: the last element of *ELEMENT_SHELL_THICKNESS'],
    [`${NODES}*ELEMENT_SHELL_THICKNESS\n1,1,1,2,3,4\n-1,1\n`, 13, 'a thickness must not be negative'],
    [`${NODES}*ELEMENT_SOLID\n1,1\n`, 12, 'truncated: solid 1 must have its nodes in the next card'],
    [`${NODES}*ELEMENT_SOLID\n1,1,1,2,3,4,5\n`, 12, 'solid 1 must have 4, 8 or 10 nodes, got [1,2,3,4,5]'],
    [
      `${NODES}*SET_NODE\n1\n77\n*ELEMENT_SHELL\n1,1,1,2,3,4\n`,
      13,
      'node set 1 must be made of nodes of the file, got 77',
    ],
    [`${NODES}*INCLUDE_TRANSFORM\nx.k\n`, 11, '*INCLUDE_TRANSFORM is not read'],
    [`${NODES}*INCLUDE\nx.k\n`, 12, 'needs the file "x.k"'],
    [`${NODES}*INCLUDE\n../x.k\n`, 12, 'must be in the folder of this file'],
    [`${NODES}*NODE_TRANSFORM\n`, 11, '*NODE_TRANSFORM is not read'],
  ])('%j', (text, line, message) => {
    const error = problem(text);
    expect(error.message).toContain(message);
    expect(error.line).toBe(line);
  });
});
