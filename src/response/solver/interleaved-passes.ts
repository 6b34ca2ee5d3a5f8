import type { ContactRows } from './contact-rows.ts';
import { ensurePairs } from './pair-manifolds.ts';
import { setSolveParameters, solveRows } from './solve-rows.ts';
import {
  CHUNK,
  PARAMETER_COUNT,
  runKernel,
  SOLVE_KERNEL,
  type SolverMemory,
  WARM_START_KERNEL,
} from './solver-memory.ts';
import { SOLVE, type SolverSettings } from './solver-settings.ts';
import { selectOverloaded, setWarmStartParameters, warmStart } from './warm-start.ts';

/**
 * The warm start and the first pass. On one thread the pass follows the warm start slab by slab, while the rows of the slab are still in the
 * processor's cache. A body sees the same impulses in the same order as in two passes one after the other, so the bits are the same.
 *
 * A round is two neighbouring slabs, then the manifolds between them, then those between the first of them and the slab before it: the order of
 * the levels for each body. After the warm start of a round all manifolds of the bodies of the round before are started.
 */
export function warmStartAndSolve(contacts: ContactRows, records: Float64Array, settings: SolverSettings): void {
  ensurePairs(contacts, records);
  const { memory } = contacts;
  if (!memory || memory.threads || !hasSlabsOnly(contacts)) {
    warmStart(contacts, records, settings);
    solveRows(contacts, records, settings, SOLVE);
    return;
  }
  setWarmStartParameters(warmStartParameters, contacts, records, settings.gravityDisplacement);
  setSolveParameters(memory.parameters, contacts, records, settings, SOLVE, false);
  const rounds = Math.ceil(contacts.schedule.slabCount / 2);
  let overloadedCount = 0;
  let impactedCount = 0;
  for (let round = 0; round <= rounds; round++) {
    if (round < rounds) overloadedCount += runRound(contacts, memory, WARM_START_KERNEL, warmStartParameters, round);
    if (round > 0) impactedCount += runRound(contacts, memory, SOLVE_KERNEL, memory.parameters, round - 1);
  }
  selectOverloaded(contacts, overloadedCount);
  if (impactedCount > 0) contacts.impacted = true;
}

const warmStartParameters = new Float64Array(PARAMETER_COUNT);

/** Whether every manifold is within a slab or between two neighbouring ones. */
function hasSlabsOnly({ schedule: { chunkCount, slabCount, firstChunks } }: ContactRows): boolean {
  return chunkCount > 0 && firstChunks[2 * slabCount - 1] === firstChunks[2 * slabCount];
}

function runRound(
  contacts: ContactRows,
  memory: SolverMemory,
  kernel: number,
  parameters: Float64Array,
  round: number,
): number {
  const { slabCount } = contacts.schedule;
  const evenCount = slabCount >> 1;
  const run = (from: number, to: number) => runKeys(contacts, memory, kernel, parameters, from, to);
  let sum = run(2 * round, Math.min(2 * round + 2, slabCount));
  if (round < evenCount) sum += run(slabCount + round, slabCount + round + 1);
  const odd = slabCount + evenCount + round - 1;
  if (round > 0 && odd < 2 * slabCount - 1) sum += run(odd, odd + 1);
  return sum;
}

/** Runs a kernel on the manifolds of some consecutive keys of the schedule. */
function runKeys(
  { schedule: { pairs, chunks, firstChunks } }: ContactRows,
  { kernels }: SolverMemory,
  kernel: number,
  parameters: Float64Array,
  from: number,
  to: number,
): number {
  const start = chunks[CHUNK * firstChunks[from]];
  const count = chunks[CHUNK * firstChunks[to]] - start;
  return count > 0 ? runKernel(kernels, kernel, parameters, pairs.byteOffset + 8 * start, count) : 0;
}
