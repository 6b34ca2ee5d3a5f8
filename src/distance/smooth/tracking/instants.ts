import type { MovingPose } from '../../../math/moving-pose.ts';
import type { Interior } from '../search/interior.ts';
import type { ContactSolver } from '../witness/contact-solve.ts';
import { createDiscreteState, type DiscreteState } from '../witness/discrete-state.ts';
import type { PairWorkspace } from '../witness/pair-workspace.ts';

/** Times and the states after them, in order. */
export interface Instants {
  readonly times: Float64Array;
  readonly states: readonly DiscreteState[];
  count: number;
}

/** Maximum number of changes within one step. */
export const MAX_INSTANTS = 8;

export function createInstants(): Instants {
  return {
    times: new Float64Array(MAX_INSTANTS),
    states: Array.from({ length: MAX_INSTANTS }, createDiscreteState),
    count: 0,
  };
}

/**
 * Switching instants of a step, by root finding (eq. 16 of the source): the discrete state of the closest points is a function of the time,
 * computed by solving for them at that time, and each of its changes is enclosed by bisection. The solver is a second pair of witnesses with
 * nearly no hysteresis, so that the instant is that of the trigger's zero; the state of the tracker is not touched. [PG05-6.4]
 */
export interface InstantSearch {
  readonly work: PairWorkspace;
  /** For signed distances of two bodies. */
  readonly contact: ContactSolver | null;
  /** For a point and a body with signed distances. */
  readonly interior: Interior | null;
  readonly motionA: MovingPose;
  readonly motionB: MovingPose;
  /** Changes found: the time [s] and the state after each. Times increase. */
  readonly times: Float64Array;
  readonly states: readonly DiscreteState[];
  count: number;
}
