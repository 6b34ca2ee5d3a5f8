import { describe, expect, it } from 'vitest';
import { createMeshBroadPhase, type MeshBroadPhaseOptions } from './mesh-search.ts';

/** Two unit triangles on top of each other. */
const TWO_TRIANGLES: MeshBroadPhaseOptions = {
  kind: 'aabb-tree',
  vertexCount: 6,
  faces: Int32Array.of(0, 1, 2, 3, 4, 5),
  edges: Int32Array.of(0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3),
};
const POSITIONS = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0);

describe('invalid input of a mesh search', () => {
  const make = (options: Partial<MeshBroadPhaseOptions>) => () =>
    createMeshBroadPhase({ kind: 'aabb-tree', vertexCount: 4, ...options });

  it('is rejected with the index of the element and the vertex', () => {
    expect(make({ faces: Int32Array.of(0, 1, 2, 1, 2, 4) })).toThrow('face 1: no vertex 4 in a mesh of 4 vertices');
    expect(make({ faces: Int32Array.of(0, 1, 2, -1), nodesPerFace: 4 })).toThrow('face 0: no vertex -1');
    expect(make({ edges: Int32Array.of(0, 1, 7, 1) })).toThrow('edge 1: no vertex 7');
    expect(make({ edges: Int32Array.of(0, 1, 2) })).toThrow('edges: 2 vertex indices each, got 3 in total');
    expect(make({ slaves: Int32Array.of(3, 4) })).toThrow('slaves[1]: no vertex 4');
    expect(make({ masters: Int32Array.of(-2) })).toThrow('masters[0]: no vertex -2');
    expect(make({ bodies: Int32Array.of(0, 0) })).toThrow('bodies: one number for each of 4 vertices, got 2');
    const bodies = Int32Array.of(0, 0, 1, 1);
    expect(make({ bodies, edges: Int32Array.of(0, 1, 1, 2) })).toThrow('edge 1: its vertices [1,2] are of different');
  });

  it('is rejected with the name of the option', () => {
    expect(make({ vertexCount: 1.5 })).toThrow('vertexCount: ');
    expect(make({ nodesPerFace: 5 as 3 })).toThrow('nodesPerFace: must be 3 or 4, got 5');
    for (const tolerance of [-1, NaN, Infinity]) expect(make({ tolerance })).toThrow('tolerance: ');
    for (const stepsPerSearch of [0, 1.5, NaN]) expect(make({ stepsPerSearch })).toThrow('stepsPerSearch: ');
  });

  it('positions that are not finite or missing are rejected by vertex, and the last step is unchanged', () => {
    const search = createMeshBroadPhase(TWO_TRIANGLES);
    expect(() => search.candidates('edge-edge')).toThrow('before the first update');
    search.update(POSITIONS, POSITIONS);
    for (const value of [NaN, Infinity, -Infinity, 1e301]) {
      const wrong = POSITIONS.slice();
      wrong[10] = value;
      expect(() => search.update(POSITIONS, wrong)).toThrow('positions1: vertex 3 must be finite');
      expect(() => search.update(wrong, POSITIONS)).toThrow('positions0: vertex 3 must be finite');
    }
    expect(() => search.update(POSITIONS, POSITIONS.slice(1))).toThrow('positions1: 18 numbers for 6 vertices, got 17');
    const list = Array.from(POSITIONS) as unknown as Float64Array;
    expect(() => search.update(list, POSITIONS)).toThrow('positions0: must be a Float64Array, got [0,0,0,1');
    expect(search.candidates('edge-edge').count).toBe(9);
    for (const size of [0, -1, 1.5, NaN]) {
      expect(() => search.forEachCandidate('edge-edge', () => {}, size)).toThrow('chunkPairs: ');
    }
  });
});
