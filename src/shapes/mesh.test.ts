import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSurfaceMesh, meshEdges, meshTriangles, nodeElements, type SurfaceMesh } from './mesh.ts';

/** A roof: one quad 0 1 2 3 in the plane z = 0 and two triangles on its side 1 2. */
const ROOF = {
  positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 1, 2, 1, 1],
  triangles: [1, 4, 2, 2, 4, 5],
  quads: [0, 1, 2, 3],
};

describe('a surface mesh', () => {
  it('is a copy of its input', () => {
    const positions = Float64Array.from(ROOF.positions);
    const mesh = createSurfaceMesh({
      ...ROOF,
      positions,
      velocities: positions,
      pointData: { t: [1, 2, 3, 4, 5, Number.NaN] },
    });
    positions[0] = 7;
    expect(mesh.positions[0]).toBe(0);
    expect(mesh.velocities?.[0]).toBe(0);
    expect(mesh.triangles).toEqual(Int32Array.from(ROOF.triangles));
    expect(mesh.quads).toEqual(Int32Array.from(ROOF.quads));
    expect(mesh.pointData).toEqual({ t: Float64Array.of(1, 2, 3, 4, 5, Number.NaN) });
    expect(createSurfaceMesh(ROOF)).not.toHaveProperty('velocities');
    expect(createSurfaceMesh(ROOF)).not.toHaveProperty('pointData');
  });

  it.each([
    [{ positions: [] }, 'positions must be three numbers per node, one node or more, got 0 numbers'],
    [{ positions: [0, 0] }, 'got 2 numbers'],
    [{ positions: [0, 0, 0, 0, Number.NaN, 1] }, 'positions of node 1 must be finite, got [0,"NaN",1]'],
    [{ triangles: [], quads: [] }, 'at least one triangle or quad'],
    [{ triangles: [0, 1] }, 'triangles must have 3 nodes each, got 2 numbers'],
    [{ triangles: [0, 1, 2, 3, 4, 6] }, 'triangle 1, corner 2 must be a node from 0 to 5, got 6'],
    [{ quads: [0, 1, 2, -1] }, 'quad 0, corner 3 must be a node from 0 to 5, got -1'],
    [{ quads: [0, 1, 2, 1.5] }, 'got 1.5'],
    [{ triangles: [0, 1, 2, 3, 4, 3] }, 'triangle 1 must have 3 different nodes, got node 3 twice'],
    [{ quads: [0, 1, 0, 3] }, 'quad 0 must have 4 different nodes, got node 0 twice'],
    [{ velocities: [1, 2, 3] }, 'velocities must have 3 numbers for each of 6 nodes, got 3 numbers'],
    [{ velocities: Array(18).fill(Number.POSITIVE_INFINITY) }, 'velocities of node 0 must be finite'],
    [
      { pointData: { t: [1] } },
      'point data "t" must have the same count of numbers for each of 6 nodes, got 1 numbers',
    ],
  ])('is rejected with the element named: %j', (change, message) => {
    const make = () => createSurfaceMesh({ ...ROOF, ...change });
    expect(make).toThrow(RangeError);
    expect(make).toThrow(message);
  });
});

describe('connectivity of a mesh', () => {
  const roof = createSurfaceMesh(ROOF);

  it('a quad is split along its first diagonal into triangles', () => {
    expect([...meshTriangles(roof)]).toEqual([1, 4, 2, 2, 4, 5, 0, 1, 2, 0, 2, 3]);
  });

  it('an edge of two elements is one edge, and the diagonal of a quad is none', () => {
    expect([...meshEdges(roof)]).toEqual([0, 1, 0, 3, 1, 2, 1, 4, 2, 3, 2, 4, 2, 5, 4, 5]);
  });

  it('a node lists its elements, triangles first', () => {
    const { offsets, elements } = nodeElements(roof);
    const around = Array.from({ length: 6 }, (_, node) => [...elements.slice(offsets[node], offsets[node + 1])]);
    expect(around).toEqual([[2], [0, 2], [0, 1, 2], [2], [0, 1], [1]]);
  });

  it('property: edges and neighbours agree with a search through all elements', () => {
    const check = fc.property(anyMesh, (mesh) => {
      const elements = elementsOf(mesh);
      const sides = elements.flatMap((nodes) => nodes.map((node, k) => [node, nodes[(k + 1) % nodes.length]]));
      const keys = new Set(sides.map(([i, j]) => `${Math.min(i, j)} ${Math.max(i, j)}`));
      const edges = meshEdges(mesh);
      const found = Array.from({ length: edges.length / 2 }, (_, k) => `${edges[2 * k]} ${edges[2 * k + 1]}`);
      expect(new Set(found)).toEqual(keys);
      expect(found.length).toBe(keys.size);
      const around = nodeElements(mesh);
      for (let node = 0; node < mesh.positions.length / 3; node++) {
        const expected = elements.flatMap((nodes, e) => (nodes.includes(node) ? [e] : []));
        expect([...around.elements.slice(around.offsets[node], around.offsets[node + 1])]).toEqual(expected);
      }
    });
    fc.assert(check, { seed: 5, numRuns: 200 });
  });
});

const NODES = 12;

const anyMesh = fc
  .record({
    triangles: fc.array(fc.shuffledSubarray([...Array(NODES).keys()], { minLength: 3, maxLength: 3 }), {
      minLength: 1,
    }),
    quads: fc.array(fc.shuffledSubarray([...Array(NODES).keys()], { minLength: 4, maxLength: 4 })),
  })
  .map(({ triangles, quads }) =>
    createSurfaceMesh({ positions: new Float64Array(3 * NODES), triangles: triangles.flat(), quads: quads.flat() }),
  );

function elementsOf({ triangles, quads }: SurfaceMesh): number[][] {
  const cut = (nodes: Int32Array, corners: number) =>
    Array.from({ length: nodes.length / corners }, (_, k) => [...nodes.slice(corners * k, corners * (k + 1))]);
  return [...cut(triangles, 3), ...cut(quads, 4)];
}
