/**
 * Memory of the arrays that the kernels in WebAssembly read and write. It holds arrays of growing length as blocks; when it grows, all
 * arrays are replaced by new views of the same numbers, so code must not keep one of them in a variable while others are resized.
 */
export interface SolverMemory {
  readonly kernels: SolverKernels;
  /** Of the pass that is run: all except the list of manifolds and its length. */
  readonly parameters: Float64Array;
  /** Other threads that take part in passes over all manifolds. The memory is shared then. */
  readonly threads: SolverThreads | undefined;
  /** In the order of their offsets. */
  readonly blocks: Block[];
  /** Address of the first block: before it are the terms of all threads. */
  readonly start: number;
}

/** Maximum number of rows of a manifold. */
export const MAX_MANIFOLD_ROWS = 32;
/** Numbers that a pass stores for each pair of rows of two manifolds; see `solve-pair.ts`. */
export const TERMS = 78;

/** Address of the terms of the rows of two manifolds, which each thread has for itself. */
export function addressOfTerms(thread: number): number {
  return ALIGNMENT + 8 * TERMS * MAX_MANIFOLD_ROWS * thread;
}

/** Threads that run a kernel on all manifolds, with the bits of one thread. */
export interface SolverThreads {
  /** Number of threads, the calling one included. */
  readonly threads: number;
  /** Runs one of the kernels below with the parameters in `memory` on all manifolds; returns the sum of its results. */
  runPass(contacts: PassContacts, memory: SolverMemory, kernel: number): number;
}

/** What a pass needs of the contacts besides its parameters. */
export interface PassContacts {
  readonly rowCount: number;
  readonly schedule: SolveSchedule;
}

/** Order in which the manifolds are solved; see `updateSchedule`. */
export interface SolveSchedule {
  /** Two manifolds per pair, in the order in which the pairs are solved; see `pair-manifolds.ts`. In the memory of the kernels. */
  pairs: Int32Array;
  pairCount: number;
  /** Number of manifolds in the pairs; less than those of the contacts: the schedule is not up to date. */
  manifoldCount: number;
  /**
   * Parts of the order that one thread solves at a time, `CHUNK` numbers each: start in the pairs, index of the first chunk of the next level,
   * and position of the slab, in units of 1/`REGIONS` of all; then the end. In the memory of the kernels.
   */
  chunks: Int32Array;
  /** 0: the manifolds are solved in their own order. */
  chunkCount: number;
  /** Number of slabs. */
  slabCount: number;
  /** Index of the first chunk of each key or behind it: slabs, the even ones with the next one, the odd ones with the next one, others; then the end. */
  readonly firstChunks: Int32Array;
}

/** Numbers of a chunk, and offsets in them. */
export const CHUNK = 3;
export const CHUNK_LEVEL_END = 1;
export const CHUNK_REGION = 2;
export const REGIONS = 1024;

/** Maximum number of slabs, and of chunks. */
export const MAX_SLABS = 128;
export const MAX_CHUNKS = 2 * MAX_SLABS;

/** A schedule of no manifolds. */
export function clearSchedule(schedule: SolveSchedule): void {
  schedule.pairCount = 0;
  schedule.manifoldCount = 0;
  schedule.chunkCount = 0;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Adds pages of 64 KiB; the former buffer becomes empty, unless threads share it. */
  grow(pages: number): number;
}

/** Kernels of the solver in WebAssembly, with the same bits as their twins in TypeScript, and the memory on which they work. */
export interface SolverKernels {
  readonly memory: WasmMemory;
  /** See `addressOfTerms`. */
  readonly terms: number;
  /** By kernel; see the order of the parameters in `runKernel`. */
  readonly run: readonly ((...parameters: number[]) => number)[];
}

/** `solveRows` in the modes SOLVE and RELAX; a result above 0 says that a contact was marked as impacted. */
export const SOLVE_KERNEL = 0;
export const RELAX_KERNEL = 1;
/** `warmStart`; the result is the number of overloaded manifolds. */
export const WARM_START_KERNEL = 2;
/** `prepareRow` of all rows. */
export const PREPARE_KERNEL = 3;
/** `writeRows` of all rows from raw ones, and `prepareRow`; a result above 0 says that a contact would be too deep. */
export const WRITE_KERNEL = 4;
/** Number of kernels that are passes over manifolds. */
export const KERNEL_COUNT = 5;
/** Loops over the bodies, which one thread runs; see `body-loops.ts`. */
export const KICK_KERNEL = 5;
export const ADD_KERNEL = 6;
export const WORK_KERNEL = 7;
export const FLY_KERNEL = 8;

/** Maximum number of parameters of a kernel besides the list of pairs and its length. */
export const PARAMETER_COUNT = 17;

/** Runs a kernel on `count` pairs of manifolds, whose indices begin at a byte address. */
// biome-ignore format: one kind of parameters per line
export function runKernel(kernels: SolverKernels, kernel: number, p: Float64Array, pairs: number, count: number): number {
  const run = kernels.run[kernel];
  if (kernel === PREPARE_KERNEL) return run(p[0], p[1], p[2], p[3], p[4], p[5], pairs, count);
  if (kernel === WARM_START_KERNEL || kernel === WRITE_KERNEL) return run(p[0], p[1], p[2], p[3], p[4], p[5], pairs, count, p[6], p[7]);
  return run(
    p[0], p[1], p[2], p[3], p[4], p[5], pairs, count, p[6], p[7], p[8], p[9], kernels.terms,
    p[10], p[11], p[12], p[13], p[14], p[15], p[16],
  );
}

/** Runs a kernel with the parameters in `memory` on all manifolds, in the order of the schedule, on several threads if there are some. */
export function runPass(contacts: PassContacts, memory: SolverMemory, kernel: number): number {
  if (memory.threads) return memory.threads.runPass(contacts, memory, kernel);
  return runAlone(contacts, memory, kernel);
}

/** The same on the calling thread alone. */
export function runAlone(
  { schedule: { pairs, pairCount } }: PassContacts,
  memory: SolverMemory,
  kernel: number,
): number {
  return runKernel(memory.kernels, kernel, memory.parameters, pairs.byteOffset, pairCount);
}

type Packed = Float64Array | Int32Array;

/** The array `owner[key]`. */
interface Block {
  readonly owner: Record<string, Packed>;
  readonly key: string;
  /** Number of elements, of which the view keeps no record when it is detached. */
  readonly length: number;
  /** First byte, and number of bytes. */
  readonly offset: number;
  readonly size: number;
}

/** All blocks begin at multiples of this [bytes]. The first bytes are unused: address 0 means "no array". */
const ALIGNMENT = 64;
export const PAGE = 65536;

/** Gives the array `owner[key]` a new length and keeps its numbers; in `memory` if there is one. */
export function resizeArray<Key extends string, Array extends Packed>(
  memory: SolverMemory | undefined,
  owner: Record<Key, Array>,
  key: Key,
  length: number,
): void {
  const old = owner[key];
  if (!memory) {
    owner[key] = createView(old, new ArrayBuffer(length * old.BYTES_PER_ELEMENT), 0, length);
    owner[key].set(old.subarray(0, length));
    return;
  }
  const { blocks, kernels } = memory;
  const numbers = old.slice(0, length);
  const former = blocks.findIndex((block) => block.owner === owner && block.key === key);
  if (former >= 0) blocks.splice(former, 1);
  const size = ALIGNMENT * Math.ceil((length * old.BYTES_PER_ELEMENT) / ALIGNMENT);
  const { offset, index } = findSpace(memory, size);
  const missing = offset + size - kernels.memory.buffer.byteLength;
  if (missing > 0) {
    kernels.memory.grow(Math.ceil(missing / PAGE));
    for (const block of blocks) {
      block.owner[block.key] = createView(block.owner[block.key], kernels.memory.buffer, block.offset, block.length);
    }
  }
  owner[key] = createView(old, kernels.memory.buffer, offset, length);
  owner[key].fill(0);
  owner[key].set(numbers);
  blocks.splice(index, 0, { owner, key, length, offset, size });
}

/** The first space of `size` bytes between the blocks, or behind them, and its place in their order. */
function findSpace({ blocks, start }: SolverMemory, size: number): { offset: number; index: number } {
  let offset = start;
  for (const [index, block] of blocks.entries()) {
    if (block.offset - offset >= size) return { offset, index };
    offset = block.offset + block.size;
  }
  return { offset, index: blocks.length };
}

/** An array of the type of `like`. */
function createView<Array extends Packed>(like: Array, buffer: ArrayBuffer, offset: number, length: number): Array {
  const Type = like.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => Array;
  return new Type(buffer, offset, length);
}
