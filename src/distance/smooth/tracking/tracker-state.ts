import {
  copyMovingPose,
  createMovingPose,
  type MovingPose,
  type ReadonlyMovingPose,
} from '../../../math/moving-pose.ts';
import { checkKeys } from '../../../shapes/checks.ts';
import { rejectTrims } from '../../../shapes/tiled/reject-trims.ts';
import { createFastSolver, type FastSolver } from '../fast/fast-solver.ts';
import { createHullSearch, type HullSearch } from '../search/gjk-intersection.ts';
import { createSignedLevel, type SignedLevel } from '../search/signed-level.ts';
import { createFlowMemory, type FlowMemory, type StagePoses } from '../witness/flow-step.ts';
import type { HessianModel } from '../witness/hessian-modification.ts';
import { createPairWorkspace, type PairWorkspace } from '../witness/pair-workspace.ts';
import { INTEGRATORS, tableauProblem } from '../witness/schemes.ts';
import { DEFAULT_TRACKER_SETTINGS, type TrackerSettings } from '../witness/tracker-settings.ts';
import type { Transition } from '../witness/transition.ts';
import { boundsOf, labelOf, type TrackedShape, type Witness } from '../witness/witness.ts';
import { movePair } from '../witness/witness-pair.ts';
import { createInstants, type InstantSearch, type Instants } from './instants.ts';
import { createSampledSource, type SampledSource } from './sampled-source.ts';
import { createErrorReadings, type ErrorReadings, updateErrors } from './tracker-errors.ts';
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

const noMotion: MotionOfPair = () => {};

/**
 * The fields of a tracker, and its errors, which are computed when they are read. A class, because accessors of its own make an object slow, and an object whose prototype
 * is set later boxes every number written to it.
 */
class TrackerFields implements Tracker {
  readonly settings: TrackerSettings;
  readonly work: PairWorkspace;
  readonly memory = createFlowMemory();
  readonly fast: FastSolver | null;
  readonly signed: SignedLevel | null;
  readonly hulls: HullSearch | null;
  readonly motionA = createMovingPose();
  readonly motionB = createMovingPose();
  readonly reported = new Int32Array(2);
  onTransition: Tracker['onTransition'] = null;
  status: TrackerStatus = 'converging';
  distance = 0;
  distanceRate = 0;
  readonly errorReadings = createErrorReadings();
  hessian: HessianModel = 'exact';
  iterations = 0;
  nonUnique = 0;
  readonly poses: StagePoses = (time) => {
    this.source(this.motionA, this.motionB, time);
    movePair(this.work.pair, this.motionA, this.motionB);
  };
  source: MotionOfPair = noMotion;
  readonly interval = new Float64Array(2);
  readonly endPoses = (): void => {
    if (this.endA === null || this.endB === null) {
      this.poses(this.interval[0] + this.interval[1]);
      return;
    }
    copyMovingPose(this.motionA, this.endA);
    copyMovingPose(this.motionB, this.endB);
    movePair(this.work.pair, this.motionA, this.motionB);
  };
  endA: ReadonlyMovingPose | null = null;
  endB: ReadonlyMovingPose | null = null;
  readonly sampled = createSampledSource();
  readonly splits = createInstants();
  instants: InstantSearch | null = null;

  constructor(shapeA: TrackedShape, shapeB: TrackedShape, settings: TrackerSettings) {
    const { mode, signed } = settings;
    this.settings = settings;
    this.work = createPairWorkspace(shapeA, shapeB);
    this.fast = mode === 'predictor-corrector' && !signed ? createFastSolver(shapeA, shapeB) : null;
    this.signed = signed ? createSignedLevel(this.work, this.poses) : null;
    this.hulls = isClosed(shapeA) && isClosed(shapeB) ? createHullSearch(shapeA, shapeB) : null;
  }

  get errors(): Float64Array {
    updateErrors(this.errorReadings, this.work.pair);
    return this.errorReadings.values;
  }

  get error(): number {
    updateErrors(this.errorReadings, this.work.pair);
    return this.errorReadings.largest;
  }
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

function isClosed(shape: TrackedShape): boolean {
  return shape.kind === 'tiled' && shape.closed;
}
