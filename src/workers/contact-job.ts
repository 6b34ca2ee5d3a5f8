import { type ContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../narrow/deforming/batch.ts';
import { createMeshShares, type MeshShares, type MeshTask } from '../narrow/deforming/mesh-check.ts';
import type { PointMotion } from '../narrow/deforming/point-motion.ts';
import { type PackedCheck, packCheck } from './packed-check.ts';

/** A part of what a pool was asked, for one thread. Its arrays lie in shared memory. */
export type ContactJob = PairJob | MeshJob;

/** Pairs `from` to `to` - 1, answered in `out`. */
export interface PairJob {
  readonly kind: 'node-triangle' | 'edge-edge';
  readonly out: ContactBatch;
  readonly motion: PointMotion;
  readonly pairs: Int32Array;
  /** Point numbers of the triangles or edges. */
  readonly elements: Int32Array;
  readonly from: number;
  readonly to: number;
}

export interface MeshJob {
  readonly kind: 'mesh';
  /** The same for all shares of one check: what finds their pairs is made once. */
  readonly check: number;
  readonly task: MeshTask;
  readonly share: number;
  readonly shareCount: number;
}

/** Of the check this thread works on, or did last. */
let current: { readonly check: number; readonly shares: MeshShares } | undefined;

export function doContactJob(job: ContactJob): PackedCheck | undefined {
  if (job.kind === 'mesh') {
    if (current?.check !== job.check) current = { check: job.check, shares: createMeshShares(job.task) };
    return packCheck(current.shares.check(job.share, job.shareCount));
  }
  const decide = job.kind === 'node-triangle' ? nodeTriangleBatch : edgeEdgeBatch;
  decide(job.out, job.motion, job.pairs, job.elements, job.from, job.to);
  return undefined;
}
