/** The part of one thread in the rounds of a step pool. Which thread does which chunk has no effect on any number. */
import { CHUNK, CHUNK_LEVEL_END, CHUNK_REGION, REGIONS } from '../response/solver/solve-schedule.ts';
import { KERNEL_COUNT, PREPARE_KERNEL, runKernel, type SolverKernels } from '../response/solver/solver-memory.ts';
import type { SearchCache } from '../sim/solids/steps/contact-cache.ts';
import type { ContactSearch } from '../sim/solids/steps/contact-search.ts';
import { searchPairs } from '../sim/solids/steps/find-contacts.ts';
import type { NarrowPhasePairs } from '../sim/solids/steps/narrow-phase-pairs.ts';
import { type ChunkLevels, type Round, type RoundControl, takePart } from './rounds.ts';

/** Kinds of rounds: the kernels of the solver, then the search of contacts. */
export const SEARCH_ROUND = KERNEL_COUNT;
/** Groups of the kinds: the passes over all manifolds, the preparation of rows, and the search. */
export const ROUND_GROUPS = Array.from({ length: KERNEL_COUNT + 1 }, (_, kind) =>
  kind === SEARCH_ROUND ? 2 : kind === PREPARE_KERNEL ? 1 : 0,
);

export type SharedBodies = Omit<ContactSearch, 'cache'>;

/** View of a world in one thread. */
export interface WorldView {
  /** Index of the thread; 0 is the caller. */
  readonly thread: number;
  search?: ContactSearch;
  list?: NarrowPhasePairs;
  kernels?: SolverKernels;
}

/** Sets what a search needs; `bodies` only when they are those of another world, or have changed. */
export function updateSearch(
  view: WorldView,
  { bodies, cache, numbers }: { bodies?: SharedBodies; cache: SearchCache; numbers: Int32Array },
): void {
  const known = bodies ?? view.search;
  if (!known) throw new Error('step pool: a thread was started before its bodies were set');
  view.search = { ...known, cache };
  view.list = { count: 0, numbers };
}

/** Does chunks of a round until none is left. Errors are passed to `onError`: a chunk is complete in any case. */
export function runPart(
  view: WorldView,
  control: RoundControl,
  round: Round,
  parameters: Float64Array,
  onError: (error: unknown) => void,
): void {
  if (round.kind === SEARCH_ROUND) {
    takePart(control, round, view.thread, evenChunks(round, control.threads), (chunk) => {
      try {
        searchChunk(view, round, chunk);
      } catch (error) {
        onError(error);
      }
      return 0;
    });
    return;
  }
  const { kernels, thread } = view;
  // not yet as large in this thread: others do the work
  if (!kernels || kernels.memory.buffer.byteLength !== round.memoryBytes) return;
  const table = new Int32Array(kernels.memory.buffer, round.table);
  let isFirst = true;
  takePart(control, round, thread, scheduledChunks(table, round, control.threads), (chunk) => {
    if (isFirst) parameters.set(control.parameters);
    isFirst = false;
    const from = table[CHUNK * chunk];
    try {
      return runKernel(kernels, round.kind, parameters, round.list + 4 * from, table[CHUNK * (chunk + 1)] - from);
    } catch (error) {
      onError(error);
      return 0;
    }
  });
}

/** First item of one of `chunkCount` equal chunks. */
function startOf({ itemCount, chunkCount }: Round, chunk: number): number {
  return Math.floor((chunk * itemCount) / chunkCount);
}

/** The chunks of a schedule; rows are prepared independently of each other. */
function scheduledChunks(table: Int32Array, { kind, chunkCount }: Round, threads: number): ChunkLevels {
  const isFlat = kind === PREPARE_KERNEL;
  return {
    levelEnd: (chunk) => (isFlat ? chunkCount : table[CHUNK * chunk + CHUNK_LEVEL_END]),
    preferredThread: (chunk) => Math.floor((table[CHUNK * chunk + CHUNK_REGION] * threads) / REGIONS),
  };
}

/** Chunks that are independent of each other, in equal numbers for all threads. */
function evenChunks({ chunkCount }: Round, threads: number): ChunkLevels {
  return {
    levelEnd: () => chunkCount,
    preferredThread: (chunk) => Math.floor((chunk * threads) / chunkCount),
  };
}

function searchChunk({ search, list }: WorldView, round: Round, chunk: number): void {
  if (!search || !list) throw new Error('step pool: a thread was started before its bodies were set');
  searchPairs(search, list, startOf(round, chunk), startOf(round, chunk + 1));
}
