import { copyMovingPose, createMovingPose, type MovingPose } from '../../../math/moving-pose.ts';
import { restoreSigned, saveSigned } from '../search/signed-level.ts';
import { restoreFlow, saveFlow } from '../witness/flow-step.ts';
import { setWitness } from '../witness/witness.ts';
import { evaluatePair, movePair } from '../witness/witness-pair.ts';
import type { Tracker } from './tracker-state.ts';

/** State of a tracker between steps, as plain data: prints, copies and saves as JSON. */
export interface TrackerSnapshot {
  /** Feature index of the witness on A. */
  readonly featureA: number;
  /** Feature index of the witness on B. */
  readonly featureB: number;
  /** Features last reported to `onTransition`. */
  readonly reported: readonly number[];
  /** u v of A, u v of B; unused ones are 0. */
  readonly parameters: readonly number[];
  /** State of the integrator or the predictor, see `FlowMemory`. */
  readonly memory: readonly number[];
  readonly motionA: MovingPose;
  readonly motionB: MovingPose;
  /** State for negative distances, if signed distances are requested. */
  readonly signed: readonly number[];
  /** Readings of the last step. */
  readonly readings: TrackerReadings;
}

type TrackerReadings = Pick<
  Tracker,
  'status' | 'distance' | 'distanceRate' | 'error' | 'hessian' | 'iterations' | 'nonUnique'
> & { readonly errors: readonly number[]; readonly converged: boolean; readonly lastMove: number };

/**
 * The state of a tracker between steps as new plain data, for `restoreTracker`.
 *
 * @example
 * ```ts
 * import { createMovingPose } from 'appulse';
 * import { tiledSphere } from 'appulse/nurbs';
 * import { createTracker, restoreTracker, saveTracker, startTracker } from 'appulse/tracking';
 *
 * const shapes = [tiledSphere(1), tiledSphere(2)] as const;
 * const tracker = createTracker(...shapes);
 * const [a, b] = [createMovingPose(), createMovingPose()];
 * b.pose.position.x = 5;
 * startTracker(tracker, a, b);
 * const other = createTracker(...shapes);
 * restoreTracker(other, saveTracker(tracker));
 * console.log(other.distance === tracker.distance, other.status); // true tracking
 * ```
 */
export function saveTracker(tracker: Tracker): TrackerSnapshot {
  const { work, memory, status, distance, distanceRate, error, hessian, iterations, nonUnique } = tracker;
  const { a, b } = work.pair;
  const { converged, lastMove } = work;
  const errors = [...tracker.errors];
  return {
    featureA: a.feature,
    featureB: b.feature,
    reported: [...tracker.reported],
    parameters: [...a.x, ...b.x],
    memory: saveFlow(memory),
    motionA: copyMovingPose(createMovingPose(), tracker.motionA),
    motionB: copyMovingPose(createMovingPose(), tracker.motionB),
    signed: tracker.signed === null ? [] : saveSigned(tracker.signed),
    readings: { status, distance, distanceRate, error, hessian, iterations, nonUnique, errors, converged, lastMove },
  };
}

/** Restores the state of a tracker of the same two shapes: results continue bitwise identical. */
export function restoreTracker(tracker: Tracker, snapshot: TrackerSnapshot): void {
  const { work, memory, motionA, motionB } = tracker;
  const { featureA, featureB, parameters: x, readings } = snapshot;
  const { errors, error, converged, lastMove, ...rest } = readings;
  tracker.reported.set(snapshot.reported);
  setWitness(work.pair.a, featureA, x[0], x[1]);
  setWitness(work.pair.b, featureB, x[2], x[3]);
  restoreFlow(memory, snapshot.memory);
  movePair(work.pair, copyMovingPose(motionA, snapshot.motionA), copyMovingPose(motionB, snapshot.motionB));
  evaluatePair(work.pair);
  if (tracker.signed !== null) restoreSigned(tracker.signed, snapshot.signed);
  Object.assign(tracker, rest);
  Object.assign(work, { converged, lastMove, hessian: rest.hessian, iterations: rest.iterations });
  Object.assign(tracker.errorReadings, { largest: error, outdated: false });
  tracker.errorReadings.values.set(errors);
}
