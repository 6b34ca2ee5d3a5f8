import { describe, expect, it } from 'vitest';
import { createVec3, crossVec3, dotVec3, type ReadonlyVec3, subVec3 } from '../../math/vec3.ts';
import type { BrickSide } from './element-mesh.ts';
import { createBlockMesh, createSheetMesh } from './structured-mesh.ts';

const OUTWARD: Record<BrickSide, ReadonlyVec3> = {
  xMin: createVec3(-1, 0, 0),
  xMax: createVec3(1, 0, 0),
  yMin: createVec3(0, -1, 0),
  yMax: createVec3(0, 1, 0),
  zMin: createVec3(0, 0, -1),
  zMax: createVec3(0, 0, 1),
};

function quadNormals(positions: Float64Array, quads: Int32Array): ReadonlyVec3[] {
  const corner = (i: number) => createVec3(...positions.subarray(3 * quads[i], 3 * quads[i] + 3));
  const difference = (i: number, j: number) => subVec3(createVec3(), corner(j), corner(i));
  return Array.from({ length: quads.length / 4 }, (_, q) =>
    crossVec3(createVec3(), difference(4 * q, 4 * q + 2), difference(4 * q + 1, 4 * q + 3)),
  );
}

describe('a block mesh', () => {
  const mesh = createBlockMesh(2, 3, 4, createVec3(1, 2, 3), createVec3(10, 20, 30));

  it('has a node at every grid point, from the origin to the far corner', () => {
    expect(mesh.positions.length).toBe(3 * 3 * 4 * 5);
    expect([...mesh.positions.subarray(0, 3)]).toEqual([10, 20, 30]);
    expect([...mesh.positions.subarray(-3)]).toEqual([11, 22, 33]);
    expect(mesh.hexahedra.length).toBe(8 * 2 * 3 * 4);
  });

  it.each(Object.keys(OUTWARD) as BrickSide[])('orients the quadrilaterals of %s outwards', (name) => {
    const normals = quadNormals(mesh.positions, mesh.sides[name].quads);
    for (const normal of normals) expect(dotVec3(normal, OUTWARD[name])).toBeGreaterThan(0);
  });

  it('has sides that share the edges, and a closed surface: every edge is used in both directions', () => {
    expect(mesh.surface.quads.length / 4).toBe(2 * (2 * 3 + 3 * 4 + 4 * 2));
    expect(mesh.surface.nodes.length).toBe(60 - 1 * 2 * 3);
    expect([...mesh.sides.zMin.nodes]).toEqual(Array.from({ length: 12 }, (_, i) => i));
    const { quads } = mesh.surface;
    const walked = new Set(Array.from(quads, (node, i) => `${node} ${quads[i % 4 === 3 ? i - 3 : i + 1]}`));
    expect(walked.size).toBe(quads.length);
    for (const edge of walked) expect(walked).toContain(edge.split(' ').reverse().join(' '));
  });

  it.each([
    [
      () => createBlockMesh(0, 1, 1, createVec3(1, 1, 1), createVec3()),
      'block: nx must be an integer of at least 1, got 0',
    ],
    [() => createBlockMesh(1, 1, 1.5, createVec3(1, 1, 1), createVec3()), 'block: nz must be an integer of at least 1'],
    [
      () => createBlockMesh(1, 1, 1, createVec3(1, -1, 1), createVec3()),
      'block: size.y: must be finite and above zero',
    ],
    [() => createBlockMesh(1, 1, 1, createVec3(1, 1, 1), createVec3(Number.NaN)), 'block: origin must be finite'],
    [() => createSheetMesh(1, 1, 1, 1, 0, createVec3()), 'sheet: thickness: must be finite and above zero, got 0'],
    [() => createSheetMesh(1, -2, 1, 1, 1, createVec3()), 'sheet: ny must be an integer of at least 1, got -2'],
  ])('is rejected when it cannot be built (%#)', (build, message) => {
    expect(build).toThrow(message);
  });
});

describe('a sheet mesh', () => {
  const mesh = createSheetMesh(4, 2, 2, 1, 0.01, createVec3(0, 0, 5));

  it('covers its rectangle once, facing +z', () => {
    let twiceArea = 0;
    for (let i = 0; i < mesh.triangles.length; i += 3) {
      const [a, b, c] = mesh.triangles.subarray(i, i + 3);
      const [x, y] = [0, 1].map(
        (axis) => (n: number, m: number) => mesh.positions[3 * m + axis] - mesh.positions[3 * n + axis],
      );
      const both = x(a, b) * y(a, c) - y(a, b) * x(a, c);
      expect(both).toBeGreaterThan(0);
      twiceArea += both;
    }
    expect(twiceArea).toBe(4);
    for (const normal of quadNormals(mesh.positions, mesh.surface.quads)) expect(normal.z).toBeGreaterThan(0);
    for (let i = 2; i < mesh.positions.length; i += 3) expect(mesh.positions[i]).toBe(5);
  });

  it('is symmetric: its triangles are the same when x or y is mirrored', () => {
    const key = (mirror: (i: number, j: number) => [number, number]) =>
      Array.from({ length: mesh.triangles.length / 3 }, (_, t) =>
        [...mesh.triangles.subarray(3 * t, 3 * t + 3)]
          .map((node) => mirror(node % 5, Math.floor(node / 5)).join(','))
          .sort()
          .join(' '),
      ).sort();
    const plain = key((i, j) => [i, j]);
    expect(key((i, j) => [4 - i, j])).toEqual(plain);
    expect(key((i, j) => [i, 2 - j])).toEqual(plain);
  });

  it('lists its rim', () => {
    expect([...mesh.rim]).toEqual([0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]);
  });
});
