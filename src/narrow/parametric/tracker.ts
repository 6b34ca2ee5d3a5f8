import type { ReadonlyMovingPose } from '../../math/moving-pose.ts';
import { copyMovingPose } from '../../math/moving-pose.ts';
import { leaveBackSide, type Sight, seesBackSide, solvePair } from './back-side.ts';
import { correctPair } from './corrector.ts';
import { followFast } from './fast/fast-solver.ts';
import type { FlowLaw } from './flow.ts';
import { flowStep } from './flow-step.ts';
import { gainLimits, type Integrator } from './gains.ts';
import { countFlatDirections } from './ladder.ts';
import type { PairWorkspace } from './pair-workspace.ts';
import { assembleSystem, distanceRate, measureMovingPair, projectionErrors } from './projection-error.ts';
import { sampleStep } from './sampled-source.ts';
import { switchFeatures } from './switching.ts';
import type { MotionOfPair, Tracker, TrackerStatus } from './tracker-state.ts';
import { boundsOf, labelOf, placeWitness, type Witness, type WitnessStart } from './witness.ts';
import { evaluatePair, movePair, pairDistance } from './witness-pair.ts';

/** Above this error the witnesses are not where Newton steps or high gains belong. [PG05] spec 5.4 */
const LOST = 0.1;
/** Below this share of the size two witnesses are one common point. [PG05] spec 6.8 */
const COMMON_POINT = 1e-12;
/** Rounds of switching after an integrator's step. [PG05] spec 6.2 */
const SWITCH_ROUNDS = 8;

/** The predictor: motion alone, by the midpoint rule. [PG05] spec 5.4 */
const PREDICTOR: FlowLaw = { feedforward: true, form: 'direct', law: 'ladder' };

/** Finds the closest points at these poses, from the given witnesses or else from where the tracker has them. */
export function startTracker(
  tracker: Tracker,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  startA?: WitnessStart,
  startB?: WitnessStart,
): void {
  placeTracker(tracker, motionA, motionB, startA, startB);
  const sight = solvePair(tracker.work);
  read(tracker);
  tracker.status = statusOf(tracker, sight, 'tracking');
}

/** Puts the witnesses where they are said to be, without a search: an integrator then finds its way from there. */
export function placeTracker(
  tracker: Tracker,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  startA?: WitnessStart,
  startB?: WitnessStart,
): void {
  const { pair } = tracker.work;
  if (startA) placeWitness(pair.a, startA.feature, startA.x[0], startA.x[1]);
  if (startB) placeWitness(pair.b, startB.feature, startB.x[0], startB.x[1]);
  copyMovingPose(tracker.motionA, motionA);
  copyMovingPose(tracker.motionB, motionB);
  movePair(pair, motionA, motionB);
  evaluatePair(pair);
  tracker.work.iterations = 0;
  forget(tracker);
  read(tracker);
  tracker.status = 'settling';
}

/** One step from `time` to `time + step` [s]; `motionAt` is asked for the poses of every stage. */
export function advanceTracker(tracker: Tracker, motionAt: MotionOfPair, time: number, step: number): void {
  tracker.source = motionAt;
  remember(before, tracker);
  if (tracker.fast !== null) tracker.poses(time + step);
  if (!follow(tracker, step)) advanceInGeneral(tracker, time, step);
  reportTransitions(tracker, time + step);
}

/**
 * The same when only the new poses are known: between the old and the new ones the bodies are taken to move steadily. The
 * velocities given are those at the new poses. [PG05] spec 4.3, 4.4
 */
export function updateTracker(
  tracker: Tracker,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  time: number,
  step: number,
): void {
  // short, so that it becomes part of the caller's loop and `time` is not boxed
  const followed = tracker.fast !== null && followTo(tracker, motionA, motionB, step);
  if (!followed || hasSwitched(tracker)) finishUpdate(tracker, motionA, motionB, time, step, followed);
}

function followTo(tracker: Tracker, motionA: ReadonlyMovingPose, motionB: ReadonlyMovingPose, step: number): boolean {
  remember(before, tracker);
  movePair(tracker.work.pair, motionA, motionB);
  if (!follow(tracker, step)) return false;
  copyMovingPose(tracker.motionA, motionA);
  copyMovingPose(tracker.motionB, motionB);
  return true;
}

function hasSwitched({ work }: Tracker): boolean {
  const { a, b } = work.pair;
  return a.feature !== before.featureA || b.feature !== before.featureB;
}

function finishUpdate(
  tracker: Tracker,
  motionA: ReadonlyMovingPose,
  motionB: ReadonlyMovingPose,
  time: number,
  step: number,
  followed: boolean,
): void {
  if (!followed) {
    const { sampled } = tracker;
    remember(before, tracker);
    sampleStep(sampled, tracker.motionA, tracker.motionB, motionA, motionB, time, step);
    tracker.source = sampled.motionAt;
    advanceInGeneral(tracker, time, step);
  }
  reportTransitions(tracker, time + step);
}

function advanceInGeneral(tracker: Tracker, time: number, step: number): void {
  const { mode } = tracker.settings;
  if (mode === 'predictor-corrector') predictAndCorrect(tracker, time, step);
  else integrate(tracker, mode, time, step);
}

/** Distance and its rate; written by a function and read here, so that they are not boxed on the way. */
const readings = new Float64Array(2);

/** Follows to the poses now set in the fast way, where there is one and it does; else the witnesses are as they were. */
function follow(tracker: Tracker, step: number): boolean {
  const { fast, work, memory, settings, errors } = tracker;
  if (fast === null || !followFast(fast, work, memory, errors, step, settings.corrections)) return false;
  measureMovingPair(readings, work.pair);
  tracker.distance = readings[0];
  tracker.distanceRate = readings[1];
  tracker.error = Math.max(errors[0], errors[1], errors[2], errors[3]);
  tracker.rung = 'exact';
  tracker.iterations = work.iterations;
  tracker.nonUnique = 0;
  tracker.status = 'tracking';
  return true;
}

/** [PG05] spec 5.4 */
function predictAndCorrect(tracker: Tracker, time: number, step: number): void {
  const { settings, work, memory, poses } = tracker;
  if (settings.feedforward) flowStep(work, memory, 'midpoint', PREDICTOR, 0, poses, time, step);
  poses(time + step);
  correctPair(work, settings.corrections);
  read(tracker);
  if (!work.converged && !(tracker.error < LOST)) {
    recover(tracker, solvePair);
  } else if (isBehind(tracker)) {
    recover(tracker, leaveBackSide);
  } else {
    tracker.status = statusOf(tracker, 'outside', 'tracking');
  }
}

/** [PG05] spec 4, with the switching of 6.2 after the step. */
function integrate(tracker: Tracker, integrator: Integrator, time: number, step: number): void {
  const { settings, work, memory, poses } = tracker;
  const limits = gainLimits(integrator, step);
  const gain = settings.gain === 'fastest' ? limits.fastest : settings.gain;
  flowStep(work, memory, integrator, settings, gain, poses, time, step);
  poses(time + step);
  evaluatePair(work.pair);
  switchFeatures(work.pair, SWITCH_ROUNDS);
  work.iterations = limits.evaluations;
  remember(after, tracker);
  if (!isSameState(before, after)) forget(tracker);
  read(tracker);
  if (settings.law === 'ladder' && tracker.error < LOST && isBehind(tracker)) {
    recover(tracker, solvePair);
  } else {
    tracker.status = tracker.error < LOST ? statusOf(tracker, 'outside', 'tracking') : 'settling';
  }
}

/** Searches anew; the status tells what came of it. */
function recover(tracker: Tracker, search: (work: PairWorkspace) => Sight): void {
  const sight = search(tracker.work);
  forget(tracker);
  read(tracker);
  tracker.status = statusOf(tracker, sight, 'recovered');
}

function statusOf({ work, distance }: Tracker, sight: Sight, found: 'tracking' | 'recovered'): TrackerStatus {
  const { a, b, size } = work.pair;
  const isPoint = a.shape.kind === 'point' || b.shape.kind === 'point';
  if (sight === 'inside') return isPoint ? 'inside' : 'overlapping';
  if (!isPoint && distance <= COMMON_POINT * size) return 'overlapping';
  return Number.isFinite(distance) ? found : 'lost';
}

function isBehind({ work }: Tracker): boolean {
  return seesBackSide(work.pair, 'a') || seesBackSide(work.pair, 'b');
}

/** Clears what integrators carry over: it belongs to the old feature. */
function forget({ work, memory }: Tracker): void {
  memory.hasVelocity = false;
  assembleSystem(work.system, work.pair);
  memory.errors.set(work.system.gradient);
}

/** Reads off the evaluated pair. */
function read(tracker: Tracker): void {
  const { work, errors } = tracker;
  tracker.distance = pairDistance(work.pair);
  tracker.distanceRate = distanceRate(work.pair);
  tracker.error = projectionErrors(errors, work.pair);
  tracker.rung = work.rung;
  tracker.iterations = work.iterations;
  tracker.nonUnique = work.rung === 'exact' ? 0 : countFlatDirections(work.system);
}

/** The discrete state of a pair before and after a step. */
const before = { featureA: 0, boundsA: 0, featureB: 0, boundsB: 0 };
const after = { featureA: 0, boundsA: 0, featureB: 0, boundsB: 0 };

function remember(out: typeof before, { work }: Tracker): void {
  const { a, b } = work.pair;
  out.featureA = a.feature;
  out.boundsA = boundsOf(a);
  out.featureB = b.feature;
  out.boundsB = boundsOf(b);
}

function isSameState(p: typeof before, q: typeof before): boolean {
  return p.featureA === q.featureA && p.boundsA === q.boundsA && p.featureB === q.featureB && p.boundsB === q.boundsB;
}

function reportTransitions(tracker: Tracker, time: number): void {
  const { a, b } = tracker.work.pair;
  reportSide(tracker, a, 'A', before.featureA, before.boundsA, time);
  reportSide(tracker, b, 'B', before.featureB, before.boundsB, time);
}

function reportSide(
  tracker: Tracker,
  witness: Witness,
  body: 'A' | 'B',
  feature: number,
  bounds: number,
  time: number,
): void {
  const { shape } = witness;
  if (tracker.onTransition === null || shape.kind === 'point') return;
  const now = boundsOf(witness);
  if (witness.feature === feature && (shape.closed || now === bounds)) return;
  const kind = tracker.status === 'recovered' ? 'relocation' : shape.closed ? 'voronoi' : 'bound';
  const from = labelOf(shape, feature, bounds);
  tracker.onTransition({ time, body, from, to: labelOf(shape, witness.feature, now), kind });
}
