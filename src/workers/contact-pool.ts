/**
 * First contacts on several threads. Each thread decides its pairs with the kernels of `ccd` and writes the results to
 * their own offsets: bitwise identical for any number of threads.
 */
import { availableParallelism } from 'node:os';
import type { ContactBatch } from '../ccd/batch.ts';
import { mergeBucket, planMerge, type SortedContacts } from '../ccd/merge-contacts.ts';
import { type MeshCheck, type MeshCheckOptions, type PackedMeshCheck, unpackMeshCheck } from '../ccd/mesh-check.ts';
import type { MeshMotion } from '../ccd/mesh-motion.ts';
import { createContactList, type PackedContacts } from '../ccd/packed-contacts.ts';
import type { PointMotion } from '../ccd/point-motion.ts';
import type { SurfaceMesh } from '../shapes/mesh.ts';
import type { ContactJob, PairJob, ThreadFindings } from './contact-job.ts';
import { completeSession, createMeshSessions, hasTreesToRefit, sessionTask } from './mesh-sessions.ts';
import { checkThreads } from './threads.ts';
import { createWorkerPool } from './worker-pool.ts';

/** Options of `createMeshCheckPool`. */
export interface MeshCheckPoolOptions {
  /** Maximum number of threads; default: the number of processors. */
  readonly threads?: number;
}

/** Input errors and errors of a thread reject the promise. Input arrays are copied before a method returns. */
export interface MeshCheckPool {
  /** Number of threads. */
  readonly threads: number;
  /** Same result as `nodeTriangleBatch`, weights included. */
  nodeTriangle(motion: PointMotion, pairs: Int32Array, triangles: Int32Array): Promise<ContactBatch>;
  /** Same result as `edgeEdgeBatch`, edge parameters included. */
  edgeEdge(motion: PointMotion, pairs: Int32Array, edges: Int32Array): Promise<ContactBatch>;
  /** Same result as `checkMesh`. A mesh with the elements of the last one is checked faster: its trees are used again. */
  checkMesh(mesh: SurfaceMesh, motion: MeshMotion, options?: MeshCheckOptions): Promise<MeshCheck>;
  /** Same result as `checkMeshPacked`, in shared memory; otherwise as `checkMesh`. */
  checkMeshPacked(mesh: SurfaceMesh, motion: MeshMotion, options?: MeshCheckOptions): Promise<PackedMeshCheck>;
  /** Ends the threads. Unfinished work is rejected. */
  close(): Promise<void>;
}

/** Chunks of work per thread: enough that all threads end at about the same time. */
const CHUNKS_PER_THREAD = 8;
/** Minimum pairs, or nodes, per chunk: fewer are not worth a message. */
const MIN_CHUNK = 256;
/** Buckets of contacts that a thread merges, and minimum contacts per bucket. */
const BUCKETS_PER_THREAD = 2;
const MIN_BUCKET = 1024;

/**
 * Threads that decide first contacts of deforming meshes; results are bitwise identical to those of one thread. Close
 * the pool at the end. Throws a RangeError for an invalid number of threads.
 *
 * @example
 * ```ts
 * import { constantVelocityMotion, surfaceMesh } from 'appulse/meshes';
 * import { createMeshCheckPool } from 'appulse/workers';
 *
 * const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, 2, 0.4, 0.2, 3, 0.2, 0.4, 3]; // a triangle above another
 * const mesh = surfaceMesh({ positions, triangles: [0, 1, 2, 3, 4, 5] });
 * const velocities = mesh.positions.map((_, i) => (i >= 9 && i % 3 === 2 ? -4 : 0));
 * const pool = createMeshCheckPool({ threads: 2 });
 * const { contacts } = await pool.checkMesh(mesh, constantVelocityMotion(mesh.positions, velocities, 1));
 * await pool.close();
 * console.log(contacts[0].kind, contacts[0].time); // node-triangle 0.5
 * ```
 */
export function createMeshCheckPool({ threads = availableParallelism() }: MeshCheckPoolOptions = {}): MeshCheckPool {
  checkThreads(threads);
  // the compiled file next to this one
  const script = new URL('./contact-worker.js', import.meta.url);
  const pool = createWorkerPool<ContactJob, ThreadFindings | undefined>(script, threads);
  const sessions = createMeshSessions();

  const chunksFor = (size: number) => Math.min(CHUNKS_PER_THREAD * threads, Math.ceil(size / MIN_CHUNK));
  const decide = async (job: Omit<PairJob, 'out' | 'from' | 'to'>, weightCount: 2 | 3): Promise<ContactBatch> => {
    checkPairs(job);
    const count = job.pairs.length / 2;
    const out = createSharedBatch(count, weightCount);
    const shared = {
      ...job,
      out,
      motion: motionInSharedMemory(job.motion),
      pairs: inSharedMemory(job.pairs),
      elements: inSharedMemory(job.elements),
    };
    const chunks = chunksFor(count);
    const bound = (chunk: number) => Math.floor((chunk * count) / chunks);
    const parts = Array.from({ length: chunks }, (_, k) => pool.run({ ...shared, from: bound(k), to: bound(k + 1) }));
    await Promise.all(parts);
    return out;
  };

  /** As many threads as there is work for take parts of it. */
  const runOnThreads = (count: number, job: (next: Int32Array, thread: number) => ContactJob) => {
    const next = new Int32Array(new SharedArrayBuffer(4));
    return Promise.all(Array.from({ length: Math.min(threads, count) }, (_, thread) => pool.run(job(next, thread))));
  };
  const checkMeshPacked: MeshCheckPool['checkMeshPacked'] = async (mesh, motion, options) => {
    const session = sessions.open(mesh, motion, options);
    const task = sessionTask(session);
    const chunks = Math.ceil(mesh.positions.length / 3 / MIN_CHUNK);
    if (hasTreesToRefit(session)) await runOnThreads(chunks, (next) => ({ kind: 'refit', task, next }));
    completeSession(session);
    const memory = (thread: number) => (session.contacts[thread] ??= createSortedContacts());
    const findings = (
      await runOnThreads(chunks, (next, thread) => ({ kind: 'check', task, next, memory: memory(thread) }))
    ).filter((found) => found !== undefined);
    session.contacts = findings.map(({ sorted }) => sorted);
    const contacts = await mergeContacts(session.contacts);
    sessions.close(session);
    return {
      contacts,
      nodeFacePairs: findings.reduce((sum, { nodeFacePairs }) => sum + nodeFacePairs, 0),
      edgePairs: findings.reduce((sum, { edgePairs }) => sum + edgePairs, 0),
    };
  };
  const mergeContacts = async (lists: readonly SortedContacts[]): Promise<PackedContacts> => {
    const count = lists.reduce((sum, { list }) => sum + list.count, 0);
    const merge = planMerge(lists, Math.min(BUCKETS_PER_THREAD * threads, Math.ceil(count / MIN_BUCKET)), 'shared');
    if (merge.bucketCount === 1) mergeBucket(merge, 0);
    else await runOnThreads(merge.bucketCount, (next) => ({ kind: 'merge', merge, next }));
    return merge.out;
  };

  return {
    threads,
    nodeTriangle: (motion, pairs, triangles) =>
      decide({ kind: 'node-triangle', motion, pairs, elements: triangles }, 3),
    edgeEdge: (motion, pairs, edges) => decide({ kind: 'edge-edge', motion, pairs, elements: edges }, 2),
    checkMesh: async (...input) => unpackMeshCheck(await checkMeshPacked(...input)),
    checkMeshPacked,
    close: pool.close,
  };
}

function createSortedContacts(): SortedContacts {
  return { list: createContactList('shared'), order: new Int32Array(new SharedArrayBuffer(0)) };
}

function createSharedBatch(count: number, weightCount: 2 | 3): ContactBatch {
  return {
    times: new Float64Array(new SharedArrayBuffer(8 * count)),
    flags: new Uint8Array(new SharedArrayBuffer(count)),
    weights: new Float64Array(new SharedArrayBuffer(8 * weightCount * count)),
  };
}

function motionInSharedMemory(motion: PointMotion): PointMotion {
  const copy = (values: Float64Array) => {
    const shared = new Float64Array(new SharedArrayBuffer(values.byteLength));
    shared.set(values);
    return shared;
  };
  return { ...motion, start: copy(motion.start), endOrVelocity: copy(motion.endOrVelocity) };
}

function inSharedMemory(values: Int32Array): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(values.byteLength));
  shared.set(values);
  return shared;
}

/** The kernels do not check indices: one out of range would give a wrong result without an error. */
function checkPairs({ kind, motion, pairs, elements }: Pick<PairJob, 'kind' | 'motion' | 'pairs' | 'elements'>): void {
  const [element, corners] = kind === 'node-triangle' ? ['triangle', 3] : ['edge', 2];
  const pointCount = motion.start.length / 3;
  const elementCount = elements.length / corners;
  if (!Number.isInteger(elementCount)) {
    throw new RangeError(`${element}s: ${corners} point indices each, got ${elements.length} in total`);
  }
  if (pairs.length % 2 !== 0) throw new RangeError(`pairs: two indices each, got ${pairs.length} in total`);
  const bad = elements.findIndex((point) => !(point >= 0 && point < pointCount));
  if (bad >= 0) {
    const location = `${element} ${Math.floor(bad / corners)}`;
    throw new RangeError(`${location}: no point ${elements[bad]} in a motion of ${pointCount} points`);
  }
  for (let k = 0; k < pairs.length; k++) {
    const isNode = kind === 'node-triangle' && k % 2 === 0;
    const count = isNode ? pointCount : elementCount;
    if (pairs[k] >= 0 && pairs[k] < count) continue;
    const name = isNode ? 'point' : element;
    throw new RangeError(`pair ${k >> 1}: no ${name} ${pairs[k]} among ${count}`);
  }
}
