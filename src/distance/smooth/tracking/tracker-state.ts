import {
  copyMovingPose,
  createMovingPose,
  type MovingPose,
  type ReadonlyMovingPose,
} from '../../../math/moving-pose.ts';
import { checkKeys } from '../../../shapes/checks.ts';
import { rejectTrims } from '../../../shapes/tiled/reject-trims.ts';
import type { FastSolver } from '../fast/fast-solver.ts';
import type { HullSearch } from '../search/gjk-intersection.ts';
import { restoreSigned, type SignedLevel, saveSigned } from '../search/signed-level.ts';
import { type FlowMemory, restoreFlow, type StagePoses, saveFlow } from '../witness/flow-step.ts';
import type { HessianModel } from '../witness/hessian-modification.ts';
import type { PairWorkspace } from '../witness/pair-workspace.ts';
import { INTEGRATORS, tableauProblem } from '../witness/schemes.ts';
import { DEFAULT_TRACKER_SETTINGS, type TrackerSettings } from '../witness/tracker-settings.ts';
import type { Transition } from '../witness/transition.ts';
import { boundsOf, labelOf, setWitness, type TrackedShape, type Witness } from '../witness/witness.ts';
import { evaluatePair, movePair } from '../witness/witness-pair.ts';
import type { InstantSearch, Instants } from './instants.ts';
import type { SampledSource } from './sampled-source.ts';
import type { ErrorReadings } from './tracker-errors.ts';
import { TrackerFields } from './tracker-fields.ts';
import { checkGain } from './tracker-gain.ts';

/** Writes poses and velocities of the two bodies at `time` [s]. */
export type MotionOfPair = (outA: MovingPose, outB: MovingPose, time: number) => void;

/**
 * `tracking`: at the closest points. `converging`: an integrator on the way there. `recovered`: the witnesses were lost or on a far side,
 * and were found again in this step. `inside`: the point is inside the body. `overlapping`: the bodies have a common point. `lost`: the
 * search did not converge, or the errors of an integrator do not decrease.
 */
export type TrackerStatus = 'tracking' | 'converging' | 'recovered' | 'inside' | 'overlapping' | 'lost';

/**
 * Tracks the closest points of two moving bodies as a hybrid system: parameters that flow on a feature, features that switch. [PG05]
 * Created by `createTracker`, started by `startTracker`, moved by `advanceTracker` or `updateTracker`.
 */
export interface Tracker {
  readonly settings: TrackerSettings;
  /** The witnesses and their equations. */
  readonly work: PairWorkspace;
  readonly memory: FlowMemory;
  /** Predictor-corrector: the fast solver for witnesses inside faces, if the shapes have one. */
  readonly fast: FastSolver | null;
  /** For negative distances: the inside of a body, the overlap of two. Null unless the settings request signed distances. */
  readonly signed: SignedLevel | null;
  /** Two bodies: overlap test where the search for closest points does not converge. */
  readonly hulls: HullSearch | null;
  /** Pose and velocities of A at the end of the last step. */
  readonly motionA: MovingPose;
  /** Pose and velocities of B at the end of the last step. */
  readonly motionB: MovingPose;
  /** Features of A and B last reported to `onTransition`. */
  readonly reported: Int32Array;
  /** Called for every change of feature, of bounds, of side. */
  onTransition: ((transition: Transition) => void) | null;

  /** State after the last step: `tracking` and `recovered` are at the closest points. */
  status: TrackerStatus;
  /** Distance of the witnesses [m], negative only with signed distances; `trackerContact` has the sign. */
  distance: number;
  /** Rate of `distance` [m/s]: negative when approaching. */
  distanceRate: number;
  /** Normalised projection errors, parameters of A first: cosines, 0 to 1. Computed when read. */
  readonly errors: Float64Array;
  /** Maximum of `errors` over parameters not at a bound. */
  readonly error: number;
  readonly errorReadings: ErrorReadings;
  /** Hessian model of the last iteration. */
  hessian: HessianModel;
  /** Newton steps of the last time step; for integrators evaluations of the law. */
  iterations: number;
  /** Number of directions in which the closest points can slide at constant distance. [PG05-5.5] */
  nonUnique: number;
  /** Sets the poses of a stage; bound once, so that steps do not allocate. */
  readonly poses: StagePoses;
  source: MotionOfPair;
  /** Start and length of the current step [s]. In an array: numbers passed from function to function are boxed. */
  readonly interval: Float64Array;
  /** Sets the poses of its end. */
  readonly endPoses: () => void;
  /** The same as motions, if they are known: the source is then only asked for times in between. */
  endA: ReadonlyMovingPose | null;
  endB: ReadonlyMovingPose | null;
  readonly sampled: SampledSource;
  /** Integrators: the instants at which the last step switched. */
  readonly splits: Instants;
  /** Search for switching instants; created when the first is reported. */
  instants: InstantSearch | null;
}

/**
 * A tracker of the closest points of two shapes: smooth bodies, or a body and a point. Call `startTracker` before the
 * first step. Throws a RangeError for invalid settings, and for shapes that signed distances do not support.
 *
 * @example
 * ```ts
 * import { createContact, createMovingPose } from 'appulse';
 * import { tiledSphere } from 'appulse/nurbs';
 * import { createTracker, startTracker, trackerContact } from 'appulse/tracking';
 *
 * const tracker = createTracker(tiledSphere(1), tiledSphere(0.5), { signed: true });
 * const [a, b] = [createMovingPose(), createMovingPose()];
 * b.pose.position.z = 1.25; // the spheres overlap by 0.25 m
 * startTracker(tracker, a, b);
 * console.log(tracker.status, trackerContact(createContact(), tracker).distance.toFixed(6)); // overlapping -0.250000
 * ```
 */
export function createTracker(
  shapeA: TrackedShape,
  shapeB: TrackedShape,
  settings: Partial<TrackerSettings> = {},
): Tracker {
  checkKeys('tracker', settings, Object.keys(DEFAULT_TRACKER_SETTINGS));
  const all = { ...DEFAULT_TRACKER_SETTINGS, ...settings };
  if (typeof all.gain === 'number' && !(all.gain > 0 && all.gain < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`tracker: gain must be a finite number above zero or 'fastest', got ${all.gain}`);
  }
  if (!(Number.isInteger(all.corrections) && all.corrections > 0)) {
    throw new RangeError(`tracker: corrections must be an integer above zero, got ${all.corrections}`);
  }
  checkMode(all);
  checkShapes(shapeA, shapeB);
  const tracker = new TrackerFields(shapeA, shapeB, all);
  if (all.signed) checkSigned(tracker);
  return tracker;
}

function checkMode(settings: TrackerSettings): void {
  const { mode, gain } = settings;
  if (mode === 'predictor-corrector') {
    const unused = settings.controller !== null ? 'controller' : typeof gain === 'object' ? 'gain matrix' : undefined;
    if (unused) throw new RangeError(`tracker: a ${unused} needs an integrator as mode, got ${mode}`);
    return;
  }
  if (typeof mode === 'object') {
    const problem = tableauProblem(mode);
    if (problem !== undefined) throw new RangeError(`tracker: mode ${problem}`);
  } else if (!INTEGRATORS.includes(mode)) {
    const names = `'predictor-corrector', a Butcher tableau or one of ${INTEGRATORS.join(', ')}`;
    throw new RangeError(`tracker: mode must be ${names}, got ${mode}`);
  }
  // a step of zero: what does not depend on it
  if (typeof gain !== 'number' || settings.controller !== null) checkGain(settings, 0);
}

/** Bodies must be both planar or both spatial, and convex: otherwise one local minimum of the distance is not enough. */
export function checkShapes(shapeA: TrackedShape, shapeB: TrackedShape): void {
  const bodies = [shapeA, shapeB].filter((shape) => shape.kind !== 'point');
  for (const { kind, dimension, convex, faces } of bodies) {
    if (kind !== 'tiled')
      throw new RangeError(`tracker: expected points and tiled bodies, got a shape of kind ${kind}`);
    if (dimension !== bodies[0].dimension) throw new RangeError('tracker: one body is planar, the other spatial');
    for (const face of faces) rejectTrims(`tracker: face "${face.name}"`, face);
    if (!convex) {
      throw new RangeError('tracker: bodies and open patches must be convex; for others use createCandidateTracker');
    }
  }
}

function checkSigned({ signed, settings }: Tracker): void {
  if (signed === null) {
    throw new RangeError('tracker: signed distances need a point and a closed convex body, or two such bodies');
  }
  if (signed.contact !== null && settings.mode !== 'predictor-corrector') {
    throw new RangeError(`tracker: signed distances of two bodies need the predictor-corrector, got ${settings.mode}`);
  }
}

/** Location of a witness: the name of its feature, on an open patch followed by the active bounds, as in `S:u1:v0`. */
export function trackerLabel({ work }: Pick<Tracker, 'work'>, body: 'A' | 'B'): string {
  const witness = witnessOf(work, body);
  return labelOf(witness.shape, witness.feature, boundsOf(witness));
}

/** Parameters of a witness: [u, v] on a face, [t] on an edge or planar curve, [] at a vertex. */
export function trackerParameters({ work }: Pick<Tracker, 'work'>, body: 'A' | 'B'): number[] {
  const { x, dimension } = witnessOf(work, body);
  return [...x.subarray(0, dimension)];
}

function witnessOf({ pair }: PairWorkspace, body: 'A' | 'B'): Witness {
  return body === 'A' ? pair.a : pair.b;
}

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
