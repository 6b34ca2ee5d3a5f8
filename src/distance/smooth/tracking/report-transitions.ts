import { type DiscreteState, hasBoundStates } from '../witness/discrete-state.ts';
import { liesOnSmoothEdgeTo } from '../witness/smooth-edge-rest.ts';
import type { Transition } from '../witness/transition.ts';
import { boundsOf, labelOf, type Witness } from '../witness/witness.ts';
import type { Instants } from './instants.ts';
import { createInstantSearch, findInstants } from './switching-instants.ts';
import type { Tracker } from './tracker-state.ts';

/**
 * Reports the changes of state of a step to the listener of the tracker: each at its switching instant, in the order of time. `witnesses` and
 * `before` are those at the start of the step, `after` the state at its end. [PG05-6.4]
 */
export function reportTransitions(
  tracker: Tracker,
  witnesses: Float64Array,
  before: DiscreteState,
  after: DiscreteState,
): void {
  const { a, b } = tracker.work.pair;
  const changedA = hasChanged(tracker, a, 0, before.boundsA);
  const changedB = hasChanged(tracker, b, 1, before.boundsB);
  const crossed = after.below !== before.below;
  if (changedA || changedB || crossed) {
    if (tracker.onTransition !== null) {
      const [time, step] = tracker.interval;
      const instants = locate(tracker, witnesses, before, after, time, step);
      reportInOrder(tracker, instants, changedA, changedB, before, after, time + step);
    }
    if (changedA) tracker.reported[0] = a.feature;
    if (changedB) tracker.reported[1] = b.feature;
  }
}

/** Has the witness changed its label? Not while it runs along a smooth edge, where rounding selects the side. */
function hasChanged(tracker: Tracker, witness: Witness, side: 0 | 1, bounds: number): boolean {
  if (witness.shape.kind === 'point') return false;
  const feature = tracker.reported[side];
  const isSame = witness.feature === feature && (!hasBoundStates(witness) || boundsOf(witness) === bounds);
  return !isSame && !(tracker.onTransition !== null && liesOnSmoothEdgeTo(witness, feature));
}

/** The changes of a step: for an integrator those it stopped at, else found by a search; null without an instant. */
function locate(
  tracker: Tracker,
  witnesses: Float64Array,
  before: DiscreteState,
  after: DiscreteState,
  time: number,
  step: number,
): Instants | null {
  const { splits } = tracker;
  if (splits.count > 0) return splits;
  if (tracker.status === 'recovered' || tracker.status === 'lost') return null;
  tracker.instants ??= createInstantSearch(tracker);
  return findInstants(tracker.instants, tracker, witnesses, before, after, time, step) ? tracker.instants : null;
}

function reportInOrder(
  tracker: Tracker,
  instants: Instants | null,
  changedA: boolean,
  changedB: boolean,
  before: DiscreteState,
  after: DiscreteState,
  foundAt: number,
): void {
  const { a, b } = tracker.work.pair;
  const sideA = { witness: a, body: 'A' as const, feature: tracker.reported[0], bounds: before.boundsA };
  const sideB = { witness: b, body: 'B' as const, feature: tracker.reported[1], bounds: before.boundsB };
  let below = before.below;
  const count = instants?.count ?? 0;
  for (let k = 0; k <= count; k++) {
    // at the end what has no instant: a restart, or a change that only the hysteresis delayed
    const state = instants !== null && k < count ? instants.states[k] : after;
    const time = instants !== null && k < count ? instants.times[k] : foundAt;
    if (changedA) reportSide(tracker, sideA, state.featureA, state.boundsA, below, time, foundAt);
    if (changedB) reportSide(tracker, sideB, state.featureB, state.boundsB, below, time, foundAt);
    if (state.below !== below) reportCrossing(tracker, time, foundAt);
    below = state.below;
  }
}

interface ReportedSide {
  readonly witness: Witness;
  readonly body: 'A' | 'B';
  /** Last reported. */
  feature: number;
  bounds: number;
}

function reportSide(
  tracker: Tracker,
  side: ReportedSide,
  feature: number,
  bounds: number,
  below: boolean,
  time: number,
  foundAt: number,
): void {
  const { shape } = side.witness;
  if (shape.kind === 'point') return;
  const from = labelOf(shape, side.feature, side.bounds);
  const to = labelOf(shape, feature, bounds);
  side.feature = feature;
  side.bounds = bounds;
  if (from === to) return;
  const jumped = below && tracker.signed?.interior ? 'medial-axis' : 'voronoi';
  const kind: Transition['kind'] = tracker.status === 'recovered' ? 'restart' : shape.closed ? jumped : 'bound';
  tracker.onTransition?.({ time, foundAt, body: side.body, from, to, kind });
}

/** Reports a change of sign of the distance, for the body, or for A if both are bodies. */
function reportCrossing({ work, onTransition }: Tracker, time: number, foundAt: number): void {
  const { a, b } = work.pair;
  const [witness, body] = a.shape.kind === 'tiled' ? [a, 'A' as const] : [b, 'B' as const];
  const label = labelOf(witness.shape, witness.feature, boundsOf(witness));
  onTransition?.({ time, foundAt, body, from: label, to: label, kind: 'boundary-crossing' });
}
