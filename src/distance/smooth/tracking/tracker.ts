import { copyMovingPose, type MovingPose, type ReadonlyMovingPose } from '../../../math/moving-pose.ts';
import { copyVec3 } from '../../../math/vec3.ts';
import { startSeeds } from '../../../shapes/tiled/seeds.ts';
import { trackFast } from '../fast/fast-solver.ts';
import { haveCommonPoint } from '../search/gjk-intersection.ts';
import { leaveBackSide, seesBackSide, solvePair, type Visibility } from '../witness/back-side.ts';
import { COMMON_POINT } from '../witness/corrector.ts';
import { createDiscreteState, hasSameParts, readDiscreteState } from '../witness/discrete-state.ts';
import { clearFlow } from '../witness/flow-step.ts';
import { countFlatDirections } from '../witness/hessian-modification.ts';
import type { PairWorkspace } from '../witness/pair-workspace.ts';
import { distanceRate, measureMovingPair } from '../witness/projection-error.ts';
import { boundsOf, setWitness, type Witness, type WitnessStart } from '../witness/witness.ts';
import { evaluatePair, movePair, pairDistance, saveWitnesses } from '../witness/witness-pair.ts';
import { reportTransitions } from './report-transitions.ts';
import { sampleStep } from './sampled-source.ts';
import { advanceContactForm, advanceSigned, enterSigned, resetSigned, startSigned } from './signed-tracking.ts';
import { integrateInParts } from './split-step.ts';
import { measureErrors } from './tracker-errors.ts';
import { checkGain, makesProgress } from './tracker-gain.ts';
import type { MotionOfPair, Tracker, TrackerStatus } from './tracker-state.ts';
import { stepWitnesses } from './witness-step.ts';

/** Above this error Newton steps and high gains do not apply. [PG05-5.4] */
const LOST = 0.1;
/**
 * Witnesses whose last move exceeds this fraction of size + distance need more corrections than allowed: 1e-10 in the distance. So do
 * witnesses this near to each other: they may be converging to a common point.
 */
const UNFINISHED = 1e-5;

/**
 * Finds the closest points at these poses (world axes [m], velocities [m/s], [rad/s]), from the given witnesses or else
 * from the current ones. Afterwards `status`, `distance` and `distanceRate` of the tracker are valid.
 *
 * @example
 * ```ts
 * import { createMovingPose } from 'appulse';
 * import { tiledEllipsoid, tiledSphere } from 'appulse/nurbs';
 * import { createTracker, startTracker } from 'appulse/tracking';
 *
 * const tracker = createTracker(tiledEllipsoid([1, 0.7, 0.5]), tiledSphere(0.5));
 * const [a, b] = [createMovingPose(), createMovingPose()];
 * b.pose.position.x = 3;
 * b.velocity.x = -0.2;
 * startTracker(tracker, a, b);
 * console.log(tracker.status, tracker.distance.toFixed(6), tracker.distanceRate.toFixed(6)); // tracking 1.500000 -0.200000
 * ```
 */
export function startTracker(
  tracker: Tracker,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  startA?: WitnessStart,
  startB?: WitnessStart,
): void {
  setTrackerWitnesses(tracker, motionA, motionB, startA, startB);
  searchFully(tracker, solvePair, 'tracking');
  if (tracker.signed !== null) startSigned(tracker, tracker.signed);
  markReported(tracker);
}

/** Marks the current features as reported: only later changes are. */
function markReported({ reported, work }: Tracker): void {
  reported[0] = work.pair.a.feature;
  reported[1] = work.pair.b.feature;
}

/** Sets the witnesses at these poses without a search; an integrator then converges from there. */
export function setTrackerWitnesses(
  tracker: Tracker,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  startA?: WitnessStart,
  startB?: WitnessStart,
): void {
  const { pair } = tracker.work;
  if (startA) setWitness(pair.a, startA.feature, startA.x[0], startA.x[1]);
  if (startB) setWitness(pair.b, startB.feature, startB.x[0], startB.x[1]);
  copyMovingPose(tracker.motionA, motionA);
  copyMovingPose(tracker.motionB, motionB);
  movePair(pair, motionA, motionB);
  evaluatePair(pair);
  tracker.work.iterations = 0;
  clearFlow(tracker.work, tracker.memory);
  read(tracker);
  tracker.status = 'converging';
  if (tracker.signed !== null) resetSigned(tracker, tracker.signed);
  markReported(tracker);
}

/**
 * One step from `time` to `time + step` [s]; `motionAt` gives poses and velocities (world axes) of every stage. Throws
 * a RangeError if the gain of an integrator is not stable with this step.
 *
 * @example
 * ```ts
 * import { createMovingPose, movingPoseAt, prescribedPath, vec3 } from 'appulse';
 * import { tiledEllipsoid, tiledSphere } from 'appulse/nurbs';
 * import { advanceTracker, createTracker, startTracker } from 'appulse/tracking';
 *
 * const rotating = prescribedPath({ orientation: { axis: vec3(0, 0, 1), angle: 0, rate: 1 } });
 * const tracker = createTracker(tiledEllipsoid([2, 1, 1]), tiledSphere(0.5));
 * const [a, b] = [createMovingPose(), createMovingPose()];
 * b.pose.position.x = 4;
 * startTracker(tracker, movingPoseAt(a, rotating, 0), b);
 * const motionAt = (outA: typeof a, outB: typeof b, time: number) => {
 *   movingPoseAt(outA, rotating, time);
 *   outB.pose.position.x = 4; // at rest
 * };
 * for (let k = 0; k < 500; k++) advanceTracker(tracker, motionAt, k / 500, 1 / 500);
 * console.log(tracker.status, tracker.distance.toFixed(6)); // tracking 2.240015
 * ```
 */
export function advanceTracker(tracker: Tracker, motionAt: MotionOfPair, time: number, step: number): void {
  tracker.interval[0] = time;
  tracker.interval[1] = step;
  advanceOver(tracker, motionAt);
}

/** The same over an interval (start and length [s]) whose end has known poses, as `motionAt` would give them. */
export function advanceTrackerTo(
  tracker: Tracker,
  motionAt: MotionOfPair,
  endA: ReadonlyMovingPose,
  endB: ReadonlyMovingPose,
  interval: Float64Array,
): void {
  tracker.interval[0] = interval[0];
  tracker.interval[1] = interval[1];
  tracker.endA = endA;
  tracker.endB = endB;
  try {
    advanceOver(tracker, motionAt);
  } finally {
    tracker.endA = null;
    tracker.endB = null;
  }
}

function advanceOver(tracker: Tracker, motionAt: MotionOfPair): void {
  tracker.source = motionAt;
  readState(before, tracker);
  saveWitnesses(witnessesBefore, tracker.work.pair);
  tracker.splits.count = 0;
  const { signed, interval } = tracker;
  if (tracker.fast !== null) tracker.endPoses();
  if (signed !== null && signed.contact !== null) advanceContactForm(tracker, signed, signed.contact);
  else if (!trackContact(tracker, interval[1])) advanceInGeneral(tracker, interval[0], interval[1]);
  readState(after, tracker);
  reportTransitions(tracker, witnessesBefore, before, after);
}

/**
 * One step from `time` to `time + step` [s] when only the new poses are known: between the old and the new ones the
 * bodies move at constant velocity. The velocities given are those at the new poses. [PG05-4.3], [PG05-4.4]
 *
 * @example
 * ```ts
 * import { createMovingPose } from 'appulse';
 * import { tiledEllipsoid, tiledSphere } from 'appulse/nurbs';
 * import { createTracker, startTracker, updateTracker } from 'appulse/tracking';
 *
 * const tracker = createTracker(tiledEllipsoid([1, 0.7, 0.5]), tiledSphere(0.5));
 * const [a, b] = [createMovingPose(), createMovingPose()];
 * b.pose.position.x = 3;
 * b.velocity.y = 1;
 * startTracker(tracker, a, b);
 * for (let k = 1; k <= 500; k++) {
 *   b.pose.position.y = k / 1000;
 *   updateTracker(tracker, a, b, (k - 1) / 1000, 1 / 1000); // 1 kHz
 * }
 * console.log(tracker.status, tracker.distance.toFixed(6)); // tracking 1.549657
 * ```
 */
export function updateTracker(
  tracker: Tracker,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  time: number,
  step: number,
): void {
  // short, so that it is inlined into the caller's loop and `time` is not boxed
  const tracked = tracker.fast !== null && trackTo(tracker, motionA, motionB, step);
  if (!tracked || hasSwitched(tracker)) finishUpdate(tracker, motionA, motionB, time, step, tracked);
  else storeMotions(tracker, motionA, motionB);
}

function trackTo(tracker: Tracker, motionA: ReadonlyMovingPose, motionB: ReadonlyMovingPose, step: number): boolean {
  const { pair } = tracker.work;
  const { a, b } = pair;
  // only open patches have bounds
  before.boundsA = a.open ? boundsOf(a) : 0;
  before.boundsB = b.open ? boundsOf(b) : 0;
  // as `saveWitnesses`, without calls
  witnessesBefore[0] = a.feature;
  witnessesBefore[1] = a.x[0];
  witnessesBefore[2] = a.x[1];
  witnessesBefore[3] = b.feature;
  witnessesBefore[4] = b.x[0];
  witnessesBefore[5] = b.x[1];
  movePair(pair, motionA, motionB);
  return trackContact(tracker, step);
}

function storeMotions({ motionA, motionB, work }: Tracker, newA: ReadonlyMovingPose, newB: ReadonlyMovingPose): void {
  storeMotion(motionA, newA, work.pair.a);
  storeMotion(motionB, newB, work.pair.b);
}

/** Copies what a later step can need: the rotation of a point has no effect, and copying it costs a tenth of the step. */
function storeMotion(out: MovingPose, from: ReadonlyMovingPose, { shape }: Witness): void {
  if (shape.kind !== 'point') {
    copyMovingPose(out, from);
    return;
  }
  copyVec3(out.pose.position, from.pose.position);
  copyVec3(out.velocity, from.velocity);
}

/** Another feature, or (on an open patch) away from a bound: the fast solver ends inside faces. */
function hasSwitched({ work, reported }: Tracker): boolean {
  const { a, b } = work.pair;
  return a.feature !== reported[0] || b.feature !== reported[1] || (before.boundsA | before.boundsB) !== 0;
}

function finishUpdate(
  tracker: Tracker,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  time: number,
  step: number,
  tracked: boolean,
): void {
  const { sampled, signed } = tracker;
  sampleStep(sampled, tracker.motionA, tracker.motionB, motionA, motionB, time, step);
  tracker.source = sampled.motionAt;
  tracker.interval[0] = time;
  tracker.interval[1] = step;
  tracker.splits.count = 0;
  if (tracked) {
    before.featureA = witnessesBefore[0] | 0;
    before.featureB = witnessesBefore[3] | 0;
    before.below = signed?.below ?? false;
    storeMotions(tracker, motionA, motionB);
  } else {
    readState(before, tracker);
    saveWitnesses(witnessesBefore, tracker.work.pair);
    if (signed !== null && signed.contact !== null) advanceContactForm(tracker, signed, signed.contact);
    else advanceInGeneral(tracker, time, step);
  }
  readState(after, tracker);
  reportTransitions(tracker, witnessesBefore, before, after);
}

function advanceInGeneral(tracker: Tracker, time: number, step: number): void {
  checkGain(tracker.settings, step);
  advanceWitnesses(tracker, time, step);
  // NaN poses
  if (Number.isNaN(tracker.distance)) tracker.status = 'lost';
}

function advanceWitnesses(tracker: Tracker, time: number, step: number): void {
  const { signed, settings } = tracker;
  if (signed !== null && advanceSigned(tracker, signed, time, step)) return;
  if (settings.mode === 'predictor-corrector') predictAndCorrect(tracker, time, step);
  else integrate(tracker, time, step);
  if (signed !== null && tracker.status === 'inside') enterSigned(tracker, signed);
}

/** Distance and its rate; passed in an array so that they are not boxed. */
const readings = new Float64Array(2);

/** Tracks to the current poses with the fast solver, if it applies and converges; else the witnesses are unchanged. */
function trackContact(tracker: Tracker, step: number): boolean {
  const { fast, work, memory, settings } = tracker;
  if (fast === null || !trackFast(fast, work, memory, step, settings.corrections)) return false;
  measureMovingPair(readings, work.pair);
  tracker.distance = readings[0];
  tracker.distanceRate = readings[1];
  tracker.errorReadings.outdated = true;
  tracker.hessian = 'exact';
  tracker.iterations = work.iterations;
  tracker.nonUnique = 0;
  tracker.status = statusOf(tracker, 'outside', 'tracking');
  return true;
}

/** Predictor: feedforward by the midpoint rule; corrector: a few safeguarded Newton steps. [PG05-5.4] */
function predictAndCorrect(tracker: Tracker, time: number, step: number): void {
  const { settings, work, memory, poses } = tracker;
  stepWitnesses(settings, work, memory, poses, time, step);
  read(tracker);
  const { size } = work.pair;
  const unfinished = !(work.lastMove < UNFINISHED * (size + tracker.distance)) || tracker.distance < UNFINISHED * size;
  if (!work.converged && unfinished) {
    // no search while the bodies remain overlapping
    if (tracker.status === 'overlapping' && areOverlapping(tracker)) clearFlow(work, memory);
    else searchFully(tracker, solvePair, tracker.error < LOST ? 'tracking' : 'recovered');
  } else if (isBehind(tracker)) {
    searchFully(tracker, leaveBackSide, 'recovered');
  } else {
    tracker.status = statusOf(tracker, 'outside', 'tracking');
  }
}

/** An integrator step of the feedback law [PG05-4.1], in parts that end where features switch [PG05-6.2]. */
function integrate(tracker: Tracker, time: number, step: number): void {
  const { settings, memory } = tracker;
  integrateInParts(tracker, before, time, step);
  readState(after, tracker);
  if (!hasSameParts(before, after)) clearFlow(tracker.work, tracker.memory);
  read(tracker);
  if (settings.law === 'safeguarded' && tracker.error < LOST && isBehind(tracker)) {
    searchFully(tracker, solvePair, 'recovered');
  } else {
    const converged = tracker.error < LOST;
    const progress = makesProgress(memory, settings, converged ? 0 : tracker.error, step);
    tracker.status = converged ? statusOf(tracker, 'outside', 'tracking') : progress ? 'converging' : 'lost';
  }
}

/** A full search; sets the status to its outcome. */
function searchFully(
  tracker: Tracker,
  search: (work: PairWorkspace) => Visibility,
  found: 'tracking' | 'recovered',
): void {
  const { work, memory } = tracker;
  const visibility = search(work);
  clearFlow(work, memory);
  read(tracker);
  tracker.status = work.converged
    ? statusOf(tracker, visibility, found)
    : areOverlapping(tracker)
      ? 'overlapping'
      : 'lost';
}

/** Do the bodies have a common point? Tested where the corrector converges slowly, as it often does for overlapping bodies. */
function areOverlapping({ hulls, work }: Tracker): boolean {
  const { shape: bodyA } = work.pair.a;
  const { shape: bodyB } = work.pair.b;
  if (hulls === null || bodyA.kind === 'point' || bodyB.kind === 'point') return false;
  return haveCommonPoint(hulls, work.pair, startSeeds(bodyA), startSeeds(bodyB));
}

function statusOf({ work, distance }: Tracker, visibility: Visibility, found: 'tracking' | 'recovered'): TrackerStatus {
  const { a, b, size } = work.pair;
  const isPoint = a.shape.kind === 'point' || b.shape.kind === 'point';
  if (visibility === 'inside') return isPoint ? 'inside' : 'overlapping';
  if (!isPoint && distance <= COMMON_POINT * size) return 'overlapping';
  return found;
}

function isBehind({ work }: Tracker): boolean {
  return seesBackSide(work.pair, 'a') || seesBackSide(work.pair, 'b');
}

/** Reads distance, rate and errors from the evaluated pair. */
function read(tracker: Tracker): void {
  const { work } = tracker;
  tracker.distance = pairDistance(work.pair);
  tracker.distanceRate = distanceRate(work.pair);
  measureErrors(tracker.errorReadings, work.pair);
  tracker.hessian = work.hessian;
  tracker.iterations = work.iterations;
  tracker.nonUnique = work.hessian === 'exact' ? 0 : countFlatDirections(work.system);
}

/** The discrete state of a pair before and after a step, and its witnesses before it. */
const before = createDiscreteState();
const after = createDiscreteState();
const witnessesBefore = new Float64Array(6);

function readState(out: typeof before, { work, signed }: Tracker): void {
  readDiscreteState(out, work.pair, signed?.below ?? false);
}
