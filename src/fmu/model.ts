import type { FmuVariable } from './variables.ts';

/**
 * A model of an FMU: what a host process runs. Inputs and parameters are one list of numbers, outputs another one; booleans are 0 or 1.
 * The same calls give the same bits.
 */
export interface FmuModel {
  /** Inputs and parameters. */
  readonly settable: readonly FmuVariable[];
  readonly outputs: readonly FmuVariable[];
  /** Length of the internal steps [s]; 0 if the model has none. */
  readonly timeStep: number;
  /** Goes to the initial state with these parameters. */
  start(values: Float64Array): void;
  /**
   * Advances to `elapsed` [s] after the start: by the internal steps that end until then. Inputs are constant meanwhile; the communication step ends at
   * `elapsed`.
   */
  advance(values: Float64Array, elapsed: number): void;
  /** Writes the outputs at the present state. */
  writeOutputs(out: Float64Array): void;
  /** The present state as data that `v8.serialize` takes; it shares nothing with the model. */
  save(): unknown;
  /** Restores a state that `save` returned, with the settable values of that time. */
  restore(state: unknown, values: Float64Array): void;
}

/** A document from which no FMU can be made; the message says why. */
export class FmuError extends Error {
  override readonly name = 'FmuError';
}

/** Fraction of an internal step up to which a communication point counts as the end of the step: rounding errors of sums of steps. */
const SAME_STEP = 1e-6;

/** Number of internal steps that end at or before `elapsed` [s]. */
export function stepsUntil(elapsed: number, timeStep: number): number {
  return Math.floor(elapsed / timeStep + SAME_STEP);
}
