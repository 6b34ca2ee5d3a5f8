import { describe, expect, it } from 'vitest';
import { createAcceleratedMotion } from '../ccd/accelerated-motion.ts';
import { createContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../ccd/batch.ts';
import { planMerge } from '../ccd/merge-contacts.ts';
import { checkMesh, unpackMeshCheck } from '../ccd/mesh-check.ts';
import { createContactList } from '../ccd/packed-contacts.ts';
import { createConstantVelocityMotion, createEndpointMotion } from '../ccd/point-motion.ts';
import { createRandom } from '../math/random.ts';
import { createSurfaceMesh, meshEdges } from '../shapes/mesh.ts';
import { type ContactJob, doContactJob } from './contact-job.ts';
import { completeSession, createMeshSessions, hasTreesToRefit, sessionTask } from './mesh-sessions.ts';

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
  accelerations: createAcceleratedMotion(mesh.positions, place(), place(), 0.7),
};

describe('jobs of a contact pool', () => {
  it.each(['ends', 'velocities', 'accelerations'] as const)(
    '%s: the parts that threads take add up to the whole check',
    (given) => {
      const motion = motions[given];
      const surface = given === 'accelerations' ? 'bilinear' : 'triangles';
      const expected = checkMesh(mesh, motion, { surface });
      expect(new Set(expected.contacts.map(({ kind }) => kind)).size).toBe(3);
      const sessions = createMeshSessions();
      for (const options of [{ surface }, { surface, search: 'grid' }] as const) {
        // the second step with the same trees refits them
        for (let step = 0; step < 2; step++) {
          const session = sessions.open(mesh, motion, options);
          const task = sessionTask(session);
          const run = (job: (next: Int32Array, thread: number) => ContactJob) => {
            const next = new Int32Array(1);
            return Array.from({ length: 3 }, (_, thread) => doContactJob(job(next, thread)));
          };
          const memory = (thread: number) =>
            (session.contacts[thread] ??= { list: createContactList('shared'), order: new Int32Array(0) });
          expect(hasTreesToRefit(session)).toBe(step === 1 && !('search' in options));
          if (hasTreesToRefit(session)) run((next) => ({ kind: 'refit', task, next }));
          completeSession(session);
          const findings = run((next, thread) => ({ kind: 'check', task, next, memory: memory(thread) })).filter(
            (found) => found !== undefined,
          );
          session.contacts = findings.map(({ sorted }) => sorted);
          const merge = planMerge(session.contacts, 4, 'shared');
          expect(merge.bucketCount).toBe(4);
          run((next) => ({ kind: 'merge', merge, next }));
          const sum = (key: 'nodeFacePairs' | 'edgePairs') => findings.reduce((total, found) => total + found[key], 0);
          const found = { contacts: merge.out, nodeFacePairs: sum('nodeFacePairs'), edgePairs: sum('edgePairs') };
          expect(unpackMeshCheck(found)).toEqual(expected);
          sessions.close(session);
        }
      }
    },
  );

  it('a session is used again for the same elements and options only, and never by two checks at a time', () => {
    const sessions = createMeshSessions();
    const first = sessions.open(mesh, motions.ends);
    const second = sessions.open(mesh, motions.ends);
    expect(second).not.toBe(first);
    sessions.close(second);
    sessions.close(first);
    expect(sessions.open({ ...mesh, triangles: mesh.triangles.slice() }, motions.velocities)).toBe(first);
    sessions.close(first);
    const changed = mesh.triangles.slice();
    [changed[0], changed[1]] = [changed[1], changed[0]];
    const bodies = Int32Array.from({ length: NODES }, (_, i) => Math.floor(i / 7));
    for (const other of [
      sessions.open({ ...mesh, triangles: changed }, motions.ends),
      sessions.open(mesh, motions.ends, { edges: false }),
      sessions.open(mesh, motions.ends, { surface: 'bilinear' }),
      sessions.open(mesh, motions.ends, { search: 'grid' }),
      sessions.open(mesh, motions.ends, { bodies }),
    ]) {
      expect([first, second]).not.toContain(other);
    }
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
