import { describe, expect, it } from 'vitest';
import { createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../ccd/batch.ts';
import { checkMesh, mergeChecks } from '../ccd/mesh-check.ts';
import { createConstantVelocityMotion, createEndpointMotion } from '../ccd/point-motion.ts';
import { createRandom } from '../math/random.ts';
import { createSurfaceMesh, meshEdges } from '../shapes/mesh.ts';
import { doContactJob } from './contact-job.ts';
import { unpackCheck } from './packed-check.ts';

const random = createRandom(61);
const NODES = 70;
const place = () => Float64Array.from({ length: 3 * NODES }, () => random.between(-1, 1));
const sevens = Array.from({ length: NODES / 7 }, (_, i) => 7 * i);
const mesh = createSurfaceMesh({
  positions: place(),
  triangles: sevens.flatMap((i) => [i, i + 1, i + 2]),
  quads: sevens.flatMap((i) => [i + 3, i + 4, i + 5, i + 6]),
});
const edges = meshEdges(mesh);
const motions = {
  ends: createEndpointMotion(mesh.positions, place(), 0.3),
  velocities: createConstantVelocityMotion(mesh.positions, place(), 0.7),
};

describe('jobs of a contact pool', () => {
  it.each(['ends', 'velocities'] as const)('%s: the chunks of a mesh add up to the whole check', (given) => {
    const motion = motions[given];
    const { triangles, quads } = mesh;
    const expected = checkMesh(mesh, motion);
    expect(new Set(expected.contacts.map(({ kind }) => kind)).size).toBe(3);
    [1, 3, 100].forEach((chunkCount, check) => {
      const task = { motion, triangles, quads, edges, search: 'aabb-tree' as const, rules: {} };
      const parts = Array.from({ length: chunkCount }, (_, chunk) =>
        doContactJob({ kind: 'mesh', check: given.length + check, task, chunk, chunkCount }),
      ).filter((part) => part !== undefined);
      expect(mergeChecks(parts.map(unpackCheck))).toEqual(expected);
    });
  });

  it('a range of pairs gives the same results as the whole batch, and results outside the range are not written', () => {
    const motion = motions.ends;
    const all = { 'node-triangle': nodeTriangleBatch, 'edge-edge': edgeEdgeBatch } as const;
    for (const [kind, elements, size] of [
      ['node-triangle', mesh.triangles, 3],
      ['edge-edge', edges, 2],
    ] as const) {
      const most = Math.min(NODES, elements.length / size);
      const pairs = Int32Array.from({ length: 400 }, () => random.below(most));
      const expected = createContactBatch(200, size);
      all[kind](expected, motion, pairs, elements);
      const out = createContactBatch(200, size);
      doContactJob({ kind, out, motion, pairs, elements, from: 120, to: 200 });
      expect(out.flags.subarray(0, 120).every((flag) => flag === 0)).toBe(true);
      doContactJob({ kind, out, motion, pairs, elements, from: 0, to: 120 });
      expect(out).toEqual(expected);
      expect(expected.flags.some((flag) => flag % 2 === 1)).toBe(true);
    }
  });
});
