/**
 * Memory of the arrays that the kernels in WebAssembly read and write. It holds arrays of growing length as blocks; when it grows, all
 * arrays are replaced by new views of the same numbers, so code must not keep one of them in a variable while others are resized.
 */
export interface SolverMemory {
  readonly kernels: SolverKernels;
  /** In the order of their offsets. */
  readonly blocks: Block[];
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Adds pages of 64 KiB; the former buffer becomes empty. */
  grow(pages: number): number;
}

/** Kernels of the solver in WebAssembly, with the same bits as their twins in TypeScript, and the memory on which they work. */
export interface SolverKernels {
  readonly memory: WasmMemory;
  readonly solve: RunSolve;
  readonly relax: RunSolve;
  readonly warmStart: RunWarmStart;
  readonly prepare: RunPrepare;
}

/** `solveRows` in the mode SOLVE or RELAX: byte offsets of arrays, counts and settings; returns 1 if a contact was marked as impacted. */
// biome-ignore format: one kind of parameters per line
type RunSolve = (
  bodiesA: number, bodiesB: number, starts: number, materials: number, meanImpulses: number, rows: number, records: number,
  surfaceVelocities: number, selected: number, count: number, sweeps: number,
  singlePull: number, time: number, correctionRate: number, slop: number, restitutionThreshold: number,
) => number;

/** `warmStart`: byte offsets of arrays, their count and a setting; returns the number of overloaded manifolds. */
// biome-ignore format: one kind of parameters per line
type RunWarmStart = (
  bodiesA: number, bodiesB: number, starts: number, fractions: number, rows: number, records: number,
  selected: number, count: number, gravityDisplacement: number,
) => number;

/** `prepareRow` of all rows: byte offsets of arrays, and the number of manifolds. */
// biome-ignore format: one kind of parameters per line
type RunPrepare = (
  bodiesA: number, bodiesB: number, starts: number, fractions: number, rows: number, records: number, count: number,
) => number;

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

/** All blocks begin at multiples of this [bytes]. The first one is unused: address 0 means "no array". */
const ALIGNMENT = 16;
const PAGE = 65536;

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
  const { offset, index } = findSpace(blocks, size);
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
function findSpace(blocks: readonly Block[], size: number): { offset: number; index: number } {
  let offset = ALIGNMENT;
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
