import {
  copyDiscreteState,
  createDiscreteState,
  type DiscreteState,
  isSameState,
  readDiscreteState,
} from '../witness/discrete-state.ts';
import { clearFlow, restoreFlow, saveFlow } from '../witness/flow-step.ts';
import { setWitnessAt } from '../witness/witness.ts';
import { evaluatePair, saveWitnesses } from '../witness/witness-pair.ts';
import { MAX_INSTANTS } from './instants.ts';
import type { Tracker } from './tracker-state.ts';
import { stepWitnesses } from './witness-step.ts';

/** Resolution of an instant, as a fraction of the step, and the rounding of the time. */
const RESOLUTION = 1e-12;
const ROUNDING = 2 ** -52;

const partStart = new Float64Array(6);
const known = createDiscreteState();
const now = createDiscreteState();

/**
 * A step of an integrator that stops where its own state switches features: the step is repeated over a fraction of its length, by bisection
 * until the first switch is enclosed; the rest of the step continues from there, on the new feature. The instants are in `tracker.splits`.
 * The law as printed takes whole steps, as its source does. [PG05-6.4]
 */
export function integrateInParts(tracker: Tracker, before: DiscreteState, time: number, step: number): void {
  const { settings, work, memory, poses, splits } = tracker;
  const end = time + step;
  let from = time;
  splits.count = 0;
  copyDiscreteState(known, before);
  for (let part = 1; ; part++) {
    saveWitnesses(partStart, work.pair);
    const savedFlow = saveFlow(memory);
    stepWitnesses(settings, work, memory, poses, from, end - from, step);
    readDiscreteState(now, work.pair, before.below);
    const isWhole = settings.law === 'printed' || !(step > 0);
    if (isSameState(work.pair, now, known) || part === MAX_INSTANTS || isWhole) return;
    const at = firstSwitch(tracker, savedFlow, from, end, step);
    splits.times[splits.count] = at;
    copyDiscreteState(splits.states[splits.count++], now);
    copyDiscreteState(known, now);
    if (!(at < end)) return;
    clearFlow(work, memory);
    from = at;
  }
}

/** Encloses the first change of state of the part; leaves the witnesses just after it, and their state in `now`. */
function firstSwitch(tracker: Tracker, savedFlow: readonly number[], from: number, end: number, step: number): number {
  const { work } = tracker;
  const resolution = Math.max(RESOLUTION * step, ROUNDING * Math.abs(end));
  let low = from;
  let high = end;
  while (high - low > resolution) {
    const midpoint = 0.5 * (low + high);
    if (midpoint <= low || midpoint >= high) break;
    stepTo(tracker, savedFlow, from, midpoint, step);
    if (isSameState(work.pair, now, known)) low = midpoint;
    else high = midpoint;
  }
  stepTo(tracker, savedFlow, from, high, step);
  return high;
}

/** Repeats the part from its start to `until` [s]. */
function stepTo(tracker: Tracker, savedFlow: readonly number[], from: number, until: number, step: number): void {
  const { settings, work, memory, poses } = tracker;
  setWitnessAt(work.pair.a, partStart, 0);
  setWitnessAt(work.pair.b, partStart, 3);
  restoreFlow(memory, savedFlow);
  poses(from);
  evaluatePair(work.pair);
  stepWitnesses(settings, work, memory, poses, from, until - from, step);
  readDiscreteState(now, work.pair, known.below);
}
