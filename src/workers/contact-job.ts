import { attachMeshTrees, refitTreePart, treePartCount } from '../broad/swept/mesh-trees.ts';
import { type ContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../ccd/batch.ts';
import { createMeshFindings, createMeshParts, type MeshFindings, type MeshTask } from '../ccd/mesh-parts.ts';
import type { PointMotion } from '../ccd/point-motion.ts';

/** A part of a pool's task, for one thread. Its arrays lie in shared memory. */
export type ContactJob = PairJob | MeshJob;

/** Pairs `from` to `to` - 1; results are written to `out`. */
export interface PairJob {
  readonly kind: 'node-triangle' | 'edge-edge';
  readonly out: ContactBatch;
  readonly motion: PointMotion;
  readonly pairs: Int32Array;
  /** Point indices of the triangles or edges. */
  readonly elements: Int32Array;
  readonly from: number;
  readonly to: number;
}

/** Parts of a mesh check, until none is left: of its trees, which are refitted, or of its pairs, which are decided. */
export interface MeshJob {
  readonly kind: 'mesh';
  readonly work: 'refit' | 'check';
  readonly task: MeshTask;
  /** One number: the next part that no thread has taken. */
  readonly next: Int32Array;
}

/** Returns what a thread has found in a mesh. */
export function doContactJob(job: ContactJob): MeshFindings | undefined {
  if (job.kind === 'mesh') return job.work === 'refit' ? refitParts(job) : checkParts(job);
  const decide = job.kind === 'node-triangle' ? nodeTriangleBatch : edgeEdgeBatch;
  decide(job.out, job.motion, job.pairs, job.elements, job.from, job.to);
  return undefined;
}

function refitParts({ task, next }: MeshJob): undefined {
  if (!('trees' in task.search)) return;
  const trees = attachMeshTrees(task.search.trees);
  const count = treePartCount(trees);
  for (let part = Atomics.add(next, 0, 1); part < count; part = Atomics.add(next, 0, 1)) {
    refitTreePart(trees, part, task.positions);
  }
}

function checkParts({ task, next }: MeshJob): MeshFindings {
  const { search } = task;
  const parts = createMeshParts(
    'trees' in search ? { ...task, search: { trees: attachMeshTrees(search.trees) } } : task,
  );
  const findings = createMeshFindings('shared');
  for (let part = Atomics.add(next, 0, 1); part < parts.partCount; part = Atomics.add(next, 0, 1)) {
    parts.check(part, findings);
  }
  return findings;
}
