import type { SolverThreads } from '../../../response/solver/solver-memory.ts';
import type { NarrowPhasePairs } from './narrow-phase-pairs.ts';
import type { StepWorld } from './step-world.ts';

/** Threads that take part in steps, with bitwise identical results: `createStepPool` of `appulse/workers`. */
export interface StepThreads extends SolverThreads {
  /** Searches all pairs of a list, as `searchPairs` does. */
  search(world: StepWorld, list: NarrowPhasePairs): void;
}
