import { copyMovingPose, createMovingPose } from '../../../math/moving-pose.ts';
import { createInterior, type Interior, solveInterior } from '../search/interior.ts';
import { correctContact, createContactSolver } from '../witness/contact-solve.ts';
import { correctPair, FULL_SOLVE } from '../witness/corrector.ts';
import {
  copyDiscreteState,
  createDiscreteState,
  type DiscreteState,
  isSameState,
  readDiscreteState,
} from '../witness/discrete-state.ts';
import { createPairWorkspace } from '../witness/pair-workspace.ts';
import { setWitness, setWitnessAt } from '../witness/witness.ts';
import { evaluatePair, movePair, saveWitnesses } from '../witness/witness-pair.ts';
import { type InstantSearch, MAX_INSTANTS } from './instants.ts';
import type { Tracker } from './tracker-state.ts';

/** Hysteresis of triggers and distances while an instant is searched: rounding. Where features alternate with it, up to the maximum. */
const HYSTERESIS = 1e-14;
const MAX_HYSTERESIS = 1e-11;
/** Newton steps of a solve from the nearby state at the earlier end. */
const SOLVE_STEPS = 30;
/** The interval that encloses an instant is reduced to this fraction of the step, or to the rounding of the time. */
const RESOLUTION = 1e-13;
const ROUNDING = 2 ** -52;
/** A solve may fail within this many resolutions of the change: parameters alternate between a bound and the inside. */
const UNRESOLVED = 1e6;

export function createInstantSearch(tracker: Tracker): InstantSearch {
  const { a, b } = tracker.work.pair;
  const work = createPairWorkspace(a.shape, b.shape);
  const signed = tracker.signed !== null;
  const interior = signed ? createInterior(work.pair, () => {}) : null;
  if (interior !== null) interior.hysteresis = HYSTERESIS;
  return {
    work,
    contact: signed && interior === null ? createContactSolver(work.pair) : null,
    interior,
    motionA: createMovingPose(),
    motionB: createMovingPose(),
    times: new Float64Array(MAX_INSTANTS),
    states: Array.from({ length: MAX_INSTANTS }, createDiscreteState),
    count: 0,
  };
}

/** Witnesses at the earlier end of the interval: feature, u, v of A, then of B. */
const earlier = new Float64Array(6);
const now = createDiscreteState();
const known = createDiscreteState();
/** Witnesses and state at the later end. */
const later = new Float64Array(6);
const next = createDiscreteState();

/**
 * Finds the changes of state between `time` and `time + step` [s], from the witnesses and the state `before` the step to the state `after` it;
 * the source of the tracker gives the poses in between. False if a solve fails or the last state is not `after`.
 */
export function findInstants(
  search: InstantSearch,
  tracker: Tracker,
  witnesses: Float64Array,
  before: DiscreteState,
  after: DiscreteState,
  time: number,
  step: number,
): boolean {
  const { pair } = search.work;
  const end = time + step;
  search.count = 0;
  earlier.set(witnesses);
  copyDiscreteState(known, before);
  if (search.interior !== null) seedInterior(search.interior, tracker);
  const below = before.below || after.below;
  const resolution = Math.max(RESOLUTION * step, ROUNDING * Math.abs(end));
  let low = time;
  while (!isSameState(pair, known, after) && search.count < MAX_INSTANTS) {
    if (!solveAt(search, tracker, end, below)) return false;
    // only the hysteresis of the tracker separates the states
    if (isSameState(pair, now, known)) return false;
    const high = encloseChange(search, tracker, low, end, resolution, below);
    if (Number.isNaN(high)) return false;
    earlier.set(later);
    copyDiscreteState(known, next);
    search.times[search.count] = high;
    copyDiscreteState(search.states[search.count++], next);
    low = high;
  }
  return isSameState(pair, known, after);
}

/**
 * Reduces the interval from `low`, in the state `known`, to `end`, in the state `now`, to a change; returns its later end [s], with the state
 * there in `next` and `later`. NaN if a solve fails away from the change: next to it, it may.
 */
function encloseChange(
  search: InstantSearch,
  tracker: Tracker,
  low: number,
  end: number,
  resolution: number,
  below: boolean,
): number {
  const { pair } = search.work;
  let [from, high] = [low, end];
  keepLater(search);
  while (high - from > resolution) {
    const midpoint = 0.5 * (from + high);
    if (midpoint <= from || midpoint >= high) break;
    if (!solveAt(search, tracker, midpoint, below)) return high - from < UNRESOLVED * resolution ? high : Number.NaN;
    if (isSameState(pair, now, known)) {
      from = midpoint;
      saveWitnesses(earlier, pair);
    } else {
      high = midpoint;
      keepLater(search);
    }
  }
  return high;
}

function keepLater({ work }: InstantSearch): void {
  copyDiscreteState(next, now);
  saveWitnesses(later, work.pair);
}

/**
 * Solves at `time` from the witnesses of the earlier end, and reads the state into `now`; false if it does not converge. Next to an instant
 * the trigger is rounding, and features may alternate: then with more hysteresis.
 */
function solveAt(search: InstantSearch, tracker: Tracker, time: number, below: boolean): boolean {
  const { a, b } = search.work.pair;
  for (let tolerance = HYSTERESIS; tolerance <= MAX_HYSTERESIS; tolerance *= 10) {
    a.switchTolerance = tolerance;
    b.switchTolerance = tolerance;
    if (convergesAt(search, tracker, time, below)) return true;
  }
  return false;
}

function convergesAt(search: InstantSearch, tracker: Tracker, time: number, below: boolean): boolean {
  const { work, contact, interior, motionA, motionB } = search;
  const { pair } = work;
  copyMovingPose(motionA, tracker.motionA);
  copyMovingPose(motionB, tracker.motionB);
  tracker.source(motionA, motionB, time);
  movePair(pair, motionA, motionB);
  setWitnessAt(pair.a, earlier, 0);
  setWitnessAt(pair.b, earlier, 3);
  if (contact !== null) {
    const solved = correctContact(contact, SOLVE_STEPS);
    readDiscreteState(now, pair, contact.form.gap < 0);
    return solved;
  }
  if (interior !== null && below) {
    evaluatePair(pair);
    const inside = solveInterior(interior);
    readDiscreteState(now, pair, inside);
    return true;
  }
  correctPair(work, FULL_SOLVE);
  readDiscreteState(now, pair, false);
  return work.converged;
}

/** Starts every face witness where that of the tracker is. */
function seedInterior(interior: Interior, { signed }: Tracker): void {
  const own = signed?.interior;
  if (!own) return;
  for (let k = 0; k < interior.faceWitnesses.length; k++) {
    const { x } = own.faceWitnesses[k].work.pair[own.side];
    setWitness(interior.faceWitnesses[k].work.pair[interior.side], k, x[0], x[1]);
  }
  interior.active = own.active;
}
