import { type ContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../ccd/batch.ts';
import { createMeshChunks, type MeshChunks, type MeshTask } from '../ccd/mesh-check.ts';
import type { PointMotion } from '../ccd/point-motion.ts';
import { type PackedCheck, packCheck } from './packed-check.ts';

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

export interface MeshJob {
  readonly kind: 'mesh';
  /** The same for all chunks of one check: their broad phase is created once. */
  readonly check: number;
  readonly task: MeshTask;
  readonly chunk: number;
  readonly chunkCount: number;
}

/** The check that this thread works on, or its last one. */
let current: { readonly check: number; readonly chunks: MeshChunks } | undefined;

export function doContactJob(job: ContactJob): PackedCheck | undefined {
  if (job.kind === 'mesh') {
    if (current?.check !== job.check) current = { check: job.check, chunks: createMeshChunks(job.task) };
    return packCheck(current.chunks.check(job.chunk, job.chunkCount));
  }
  const decide = job.kind === 'node-triangle' ? nodeTriangleBatch : edgeEdgeBatch;
  decide(job.out, job.motion, job.pairs, job.elements, job.from, job.to);
  return undefined;
}
