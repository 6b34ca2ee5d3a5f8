import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CCD_DATA, hasCcdData } from '../../../test/ccd-data.ts';
import type { BroadPhaseKind } from '../broad-phase.ts';
import { createMeshBroadPhase, type MeshBroadPhase, type Pairing } from './mesh-search.ts';

const folder = new URL('meshes/', CCD_DATA);

/** Overlapping capture boxes counted by another program (README.md of the data): vertex-face, edge-edge. */
const OVERLAPS = {
  'armadillo-rollers': [2_031_902, 5_068_080],
  'cloth-ball': [1_655_541, 5_197_332],
  'cloth-funnel': [7_319, 33_770],
} as const;
type Scene = keyof typeof OVERLAPS;

/** The sweep runs the smallest scene only: it tests all pairs that overlap along one axis, which is slow. */
const SEARCHES: readonly [BroadPhaseKind, Scene][] = [
  ['aabb-tree', 'armadillo-rollers'],
  ['aabb-tree', 'cloth-ball'],
  ['aabb-tree', 'cloth-funnel'],
  ['grid', 'cloth-ball'],
  ['grid', 'cloth-funnel'],
  ['sweep-and-prune', 'cloth-funnel'],
];

function load(name: string): ArrayBuffer {
  const bytes = gunzipSync(readFileSync(new URL(`${name}.gz`, folder)));
  return new Uint8Array(bytes).buffer;
}

function searchScene(kind: BroadPhaseKind, scene: Scene): MeshBroadPhase {
  const positions = new Float64Array(load(`${scene}.verts.f64`));
  const half = positions.length / 2;
  const faces = new Int32Array(load(`${scene}.faces.i32`));
  const edges = new Int32Array(load(`${scene}.edges.i32`));
  const search = createMeshBroadPhase({ kind, vertexCount: half / 3, faces, edges });
  search.update(positions.subarray(0, half), positions.subarray(half));
  return search;
}

/** Unique key of a pair; for two edges it does not depend on their order. */
function key(pairing: Pairing, i: number, j: number): number {
  return pairing === 'edge-edge' ? Math.min(i, j) * 2 ** 20 + Math.max(i, j) : i * 2 ** 20 + j;
}

/** Number of candidates, and how many of the pairs in a file are missing from them. */
function compare(search: MeshBroadPhase, pairing: Pairing, file: string) {
  const flagged = new Int32Array(load(file));
  const missing = new Set<number>();
  for (let k = 0; k < flagged.length; k += 2) missing.add(key(pairing, flagged[k], flagged[k + 1]));
  expect(missing.size).toBeGreaterThan(0);
  const count = search.forEachCandidate(pairing, (chunk, pairs) => {
    for (let k = 0; k < 2 * pairs; k += 2) missing.delete(key(pairing, chunk[k], chunk[k + 1]));
  });
  return { count, missing: missing.size };
}

if (hasCcdData) {
  describe('public simulation scenes', () => {
    for (const [kind, scene] of SEARCHES) {
      it(`${scene} by ${kind}: as many overlaps as another program counts, all pairs flagged as close among them`, () => {
        const search = searchScene(kind, scene);
        const [vertexFace, edgeEdge] = OVERLAPS[scene];
        expect(compare(search, 'vertex-face', `${scene}.vf.pairs.i32`)).toEqual({ count: vertexFace, missing: 0 });
        expect(compare(search, 'edge-edge', `${scene}.ee.pairs.i32`)).toEqual({ count: edgeEdge, missing: 0 });
      });
    }
  });
} else {
  describe('public simulation scenes: skipped, the data sets are absent', () => {
    it('the reference counts exist', () => expect(Object.keys(OVERLAPS)).toHaveLength(3));
  });
}
