import { copyMovingPose, createMovingPose, type ReadonlyMovingPose } from '../../../math/moving-pose.ts';
import { createFastSolver, type FastSolver } from '../fast/fast-solver.ts';
import { createHullSearch, type HullSearch } from '../search/gjk-intersection.ts';
import { createSignedLevel, type SignedLevel } from '../search/signed-level.ts';
import { createFlowMemory, type StagePoses } from '../witness/flow-step.ts';
import type { HessianModel } from '../witness/hessian-modification.ts';
import { createPairWorkspace, type PairWorkspace } from '../witness/pair-workspace.ts';
import type { TrackerSettings } from '../witness/tracker-settings.ts';
import type { TrackedShape } from '../witness/witness.ts';
import { movePair } from '../witness/witness-pair.ts';
import { createInstants, type InstantSearch } from './instants.ts';
import { createSampledSource } from './sampled-source.ts';
import { createErrorReadings, updateErrors } from './tracker-errors.ts';
import type { MotionOfPair, Tracker, TrackerStatus } from './tracker-state.ts';

const noMotion: MotionOfPair = () => {};

/**
 * The fields of a tracker, and its errors, which are computed when they are read. A class, because accessors of its own make an object slow, and an object whose prototype
 * is set later boxes every number written to it.
 */
export class TrackerFields implements Tracker {
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

function isClosed(shape: TrackedShape): boolean {
  return shape.kind === 'tiled' && shape.closed;
}
