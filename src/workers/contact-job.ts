import { attachMeshTrees, refitTreePart, treePartCount } from '../broad/swept/mesh-trees.ts';
import { type ContactBatch, edgeEdgeBatch, nodeTriangleBatch } from '../ccd/batch.ts';
import { attachMerge, type ContactMerge, mergeBucket, type SortedContacts } from '../ccd/merge-contacts.ts';
import { createMeshParts, type MeshFindings, type MeshTask } from '../ccd/mesh-parts.ts';
import { orderContacts } from '../ccd/order-contacts.ts';
import { attachContactList } from '../ccd/packed-contacts.ts';
import type { PointMotion } from '../ccd/point-motion.ts';

/** A part of a pool's task, for one thread. Its arrays lie in shared memory. */
export type ContactJob = PairJob | RefitJob | CheckJob | MergeJob;

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

/** One number: the next part that no thread has taken. Each thread takes parts until none is left. */
type NextPart = Int32Array;

/** Refits parts of the trees of a mesh. */
export interface RefitJob {
  readonly kind: 'refit';
  readonly task: MeshTask;
  readonly next: NextPart;
}

/** Decides the pairs of parts of a mesh, and puts the contacts in order. */
export interface CheckJob {
  readonly kind: 'check';
  readonly task: MeshTask;
  readonly next: NextPart;
  /** Memory for the contacts of this thread. */
  readonly memory: SortedContacts;
}

/** Merges parts of the contacts that all threads have found. */
export interface MergeJob {
  readonly kind: 'merge';
  readonly merge: ContactMerge;
  readonly next: NextPart;
}

/** What a thread has found in a mesh. */
export interface ThreadFindings {
  /** In the memory of the job, or in larger memory. */
  readonly sorted: SortedContacts;
  readonly nodeFacePairs: number;
  readonly edgePairs: number;
}

/** Returns what a thread has found in a mesh. */
export function doContactJob(job: ContactJob): ThreadFindings | undefined {
  if (job.kind === 'check') return checkParts(job);
  if (job.kind === 'refit') return refitParts(job);
  if (job.kind === 'merge') return mergeParts(job);
  const decide = job.kind === 'node-triangle' ? nodeTriangleBatch : edgeEdgeBatch;
  decide(job.out, job.motion, job.pairs, job.elements, job.from, job.to);
  return undefined;
}

function refitParts({ task, next }: RefitJob): undefined {
  if (!('trees' in task.search)) return;
  const trees = attachMeshTrees(task.search.trees);
  takeParts(next, treePartCount(trees), (part) => refitTreePart(trees, part, task.positions));
}

function checkParts({ task, next, memory }: CheckJob): ThreadFindings {
  const { search } = task;
  const parts = createMeshParts(
    'trees' in search ? { ...task, search: { trees: attachMeshTrees(search.trees) } } : task,
  );
  const list = attachContactList(memory.list);
  list.count = 0;
  const findings: MeshFindings = { contacts: list, nodeFacePairs: 0, edgePairs: 0 };
  takeParts(next, parts.partCount, (part) => parts.check(part, findings));
  const order =
    memory.order.length < list.count ? new Int32Array(new SharedArrayBuffer(4 * list.times.length)) : memory.order;
  orderContacts(order, list);
  return { sorted: { list, order }, nodeFacePairs: findings.nodeFacePairs, edgePairs: findings.edgePairs };
}

function mergeParts({ merge, next }: MergeJob): undefined {
  const attached = attachMerge(merge);
  takeParts(next, attached.bucketCount, (bucket) => mergeBucket(attached, bucket));
}

function takeParts(next: NextPart, count: number, run: (part: number) => void): void {
  for (let part = Atomics.add(next, 0, 1); part < count; part = Atomics.add(next, 0, 1)) run(part);
}
