import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meshFileError } from '../../test/mesh-file-error.ts';
import { createSurfaceMesh } from '../shapes/mesh.ts';
import { mergePoints } from './merge-points.ts';
import { readStl } from './stl.ts';
import { encodeUtf8, joinBytes } from './text-bytes.ts';
import { writeStl } from './write-stl.ts';

/** A tetrahedron with two of its faces, in free layouts that occur in practice. */
const ASCII = `solid two faces of a thing
  facet normal 0 0 -1
    outer loop
      vertex 0 0 0
      vertex 0 1 0
      vertex 0.1 0 0
    endloop
  endfacet
endsolid two faces of a thing
SOLID
FACET NORMAL -nan(ind) 0 0
OUTER LOOP
VERTEX 1e-1 -0 0 VERTEX 0 1.0e0 0 VERTEX 0 0 1
ENDLOOP ENDFACET ENDSOLID
`;

const SQUARE = createSurfaceMesh({
  positions: [0, 0, 0, 0.1, 0, 0, 0.1, 0.1, 0, 0, 0.1, 0, 5, 5, 5],
  quads: [0, 1, 2, 3],
  velocities: new Float64Array(15),
});

describe('an STL file', () => {
  it('in text gives each position once, with every digit', () => {
    const mesh = readStl('a.stl', encodeUtf8(ASCII));
    expect([...mesh.positions]).toEqual([0, 0, 0, 0, 1, 0, 0.1, 0, 0, 0, 0, 1]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 2, 1, 3]);
  });

  it('in binary gives 32-bit floats, even if it starts with "solid" like a text file', () => {
    const bytes = writeStl(SQUARE);
    bytes.set(encodeUtf8('solid as a rock'));
    const mesh = readStl('a.stl', bytes);
    const tenth = Math.fround(0.1);
    expect([...mesh.positions]).toEqual([0, 0, 0, tenth, 0, 0, tenth, tenth, 0, 0, tenth, 0]);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(new DataView(bytes.buffer).getFloat32(84 + 8, true)).toBe(1); // z of the first normal
  });

  it('written in text and read gives the same doubles', () => {
    const mesh = readStl('a.stl', writeStl(SQUARE, { format: 'ascii' }));
    expect(mesh.positions).toEqual(SQUARE.positions.slice(0, 12));
  });

  it('in binary rejects numbers beyond 32-bit floats', () => {
    const wide = createSurfaceMesh({ positions: [0, 0, 0, 1e39, 0, 0, 0, 1, 0], triangles: [0, 1, 2] });
    expect(() => writeStl(wide)).toThrow('STL: node 1 must be within the range of 32-bit floats, got 1e+39');
  });

  it.each([
    ['solid', 'plate', { byte: 80 }, 'truncated, or no STL'],
    ['facet', 'faucet', { line: 2 }, 'must be "facet" or "endsolid", got "faucet"'],
    ['SOLID', 'MELLOW', { line: 10 }, 'must be "solid", got "mellow"'],
    ['normal', 'abnormal', { line: 2 }, 'must be "normal", got "abnormal"'],
    ['vertex 0 1 0', 'vertex 0 1', { line: 5 }, 'a vertex must have three numbers, got ""'],
    ['vertex 0 1 0', 'vertex 0 one 0', { line: 5 }, 'got "one"'],
    ['vertex 0 1 0', 'vertex 0 nan 0', { line: 2 }, 'position of node 1 must be three finite numbers, got [0,"NaN",0]'],
    ['vertex 0 1 0', 'vertex 0 0 0', { line: 2 }, 'facet 0 must have different nodes, got node 0 twice'],
    ['ENDSOLID', '', { line: 15 }, 'truncated: a solid must end with "endsolid"'],
    ['ENDFACET ENDSOLID', '', { line: 15 }, 'truncated: must continue with "endfacet"'],
  ])('with %j changed to %j names the location %j', (from, to, location, message) => {
    const error = caught(encodeUtf8(ASCII.replace(from, to)));
    expect(error).toMatchObject(location);
    expect(error.message).toContain(message);
  });

  it('in binary names the byte of the problem', () => {
    const bytes = writeStl(SQUARE);
    expect(caught(bytes.subarray(0, 40)).message).toBe(
      'a.stl, byte 0: an STL file must begin with "solid" or have at least 84 bytes, got 40 bytes',
    );
    expect(caught(bytes.subarray(0, 100)).message).toContain(
      'byte 80: an STL file of 2 facets must have 184 bytes, got 100: truncated',
    );
    expect(caught(joinBytes([bytes, '\n'])).message).toContain('must have 184 bytes, got 185');
    const view = new DataView(bytes.buffer);
    view.setFloat32(84 + 50 + 12, Number.NaN, true);
    expect(caught(bytes).message).toContain('byte 134: position of node 3 must be three finite numbers');
    view.setUint32(80, 2, false);
    expect(caught(bytes).message).toContain('33554432 facets (2 in the other byte order, which may be the right one)');
    expect(caught(writeStl(SQUARE).fill(0, 80, 84).subarray(0, 84)).message).toBe(
      'a.stl: empty: a mesh must have at least one triangle, quad or polygon',
    );
  });

  it('with degenerate facets is read without them on request', () => {
    const bytes = encodeUtf8(ASCII.replace('vertex 0 1 0', 'vertex 0 0 0'));
    expect(readStl('a.stl', bytes, { degenerate: 'drop' }).triangles.length).toBe(3);
  });
});

describe('merging points', () => {
  it('property: points are merged if and only if their coordinates are equal, in the order of first appearance', () => {
    // few different values, so that many points coincide
    const coordinate = fc.constantFrom(0, -0, 1, -1, 0.1, 5e-324, 1e300);
    const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 200 });
    const check = fc.property(points, (given) => {
      const { positions, indices } = mergePoints(Float64Array.from(given.flat()));
      const same = (i: number, j: number) => given[i].every((value, axis) => value === given[j][axis]);
      const firsts = given.flatMap((_, i) => (given.findIndex((_, j) => same(i, j)) === i ? [i] : []));
      expect([...positions]).toEqual(firsts.flatMap((i) => given[i]));
      expect([...indices]).toEqual(given.map((_, i) => firsts.findIndex((j) => same(i, j))));
    });
    fc.assert(check, { seed: 3, numRuns: 200 });
  });
});

function caught(bytes: Uint8Array) {
  return meshFileError(() => readStl('a.stl', bytes));
}
