import { type Contact, createContact } from '../../distance/contact.ts';
import {
  type CandidateTracker,
  createCandidateTracker,
  isNonConvex,
  moveCandidates,
} from '../../distance/smooth/candidate-tracker.ts';
import { advanceTrackerTo, setTrackerWitnesses, startTracker } from '../../distance/smooth/tracking/tracker.ts';
import {
  createTrackerBuffer,
  reloadTracker,
  storeTracker,
  type TrackerBuffer,
} from '../../distance/smooth/tracking/tracker-buffer.ts';
import { trackerContact } from '../../distance/smooth/tracking/tracker-contact.ts';
import { createTracker, type MotionOfPair, type Tracker } from '../../distance/smooth/tracking/tracker-state.ts';
import type { Transition } from '../../distance/smooth/witness/transition.ts';
import { createVec3, type Vec3 } from '../../math/vec3.ts';
import { normalSpeed } from '../../response/impulse.ts';
import type { SmoothScene, TrackedPair } from '../../scene/smooth-scene.ts';
import { createPenaltyForce, type PenaltyForce } from './contact-force.ts';
import { motionWithin, type SmoothComposite } from './smooth-composite.ts';
import { ELAPSED, SINCE, type StepClock } from './step-clock.ts';

/** Two bodies whose closest points are tracked along their motion. */
export interface PairTracker {
  /** Indices into the scene's bodies. */
  readonly bodies: readonly [number, number];
  readonly a: SmoothComposite;
  readonly b: SmoothComposite;
  /** The tracker; of candidates where a body is not convex. */
  readonly tracker: Tracker | CandidateTracker;
  /** The closest points now. */
  readonly contact: Contact;
  /** Changes of feature since the start of the current interval, not yet recorded. */
  readonly transitions: Transition[];
  /** State at the start of the interval; null for a tracker of candidates, which has none. */
  readonly start: TrackerBuffer | null;
  /** Will the tracker return to the start? */
  willReturn: boolean;
  /** Motion of the two bodies in the interval; created once, so that steps do not allocate. */
  readonly motionAt: MotionOfPair;
  /** Start of the interval and its length [s]. */
  readonly interval: Float64Array;
  /** Reports transitions; not while a stage of the integrator is tracked. Null without a listener: their instants are then not computed. */
  listener: ((transition: Transition) => void) | null;
  /** Penalty force at the current positions. */
  readonly force: PenaltyForce;
  /** Displacement held by the friction spring at the start of the step [m]. */
  readonly slip: Vec3;
  /** [m], [m/s] */
  startDistance: number;
  startRate: number;
}

export function createPairTracker(
  scene: SmoothScene,
  pair: TrackedPair,
  composites: readonly SmoothComposite[],
): PairTracker {
  const [a, b] = pair.bodies.map((i) => composites[i]);
  const tracker = createTrackerOf(scene, pair);
  const interval = new Float64Array(2);
  const pairTracker: PairTracker = {
    bodies: pair.bodies,
    a,
    b,
    tracker,
    contact: createContact(),
    transitions: [],
    start: 'search' in tracker ? null : createTrackerBuffer(tracker),
    willReturn: false,
    motionAt: (outA, outB, time) => {
      const since = interval[0];
      const span = interval[1];
      // times of stages are rounded
      const after = time >= since + span ? span : time - since;
      motionWithin(outA, a, since, after, span);
      motionWithin(outB, b, since, after, span);
    },
    interval,
    listener: (transition) => pairTracker.transitions.push(transition),
    force: createPenaltyForce(),
    slip: createVec3(),
    startDistance: 0,
    startRate: 0,
  };
  if ('search' in tracker) moveCandidates(pairTracker.contact, tracker, a.pose, b.pose, 0);
  else begin(tracker, scene, pair, pairTracker);
  tracker.onTransition = pairTracker.listener;
  return pairTracker;
}

function createTrackerOf({ bodies, tracking }: SmoothScene, pair: TrackedPair): Tracker | CandidateTracker {
  const [a, b] = pair.bodies.map((i) => bodies[i].shape);
  return isNonConvex(a) || isNonConvex(b) ? createCandidateTracker(a, b) : createTracker(a, b, tracking.settings);
}

/** An integrator starts from the given values and converges from there; the predictor-corrector searches from them. */
function begin(tracker: Tracker, scene: SmoothScene, { start }: TrackedPair, { a, b, contact }: PairTracker): void {
  if (start && scene.tracking.settings.mode !== 'predictor-corrector') setTrackerWitnesses(tracker, a, b, ...start);
  else startTracker(tracker, a, b, ...(start ?? []));
  trackerContact(contact, tracker);
}

/** n̂·(V_B - V_A) at the closest points, with the current velocities of the bodies [m/s]: exact. [PG05-8] */
export function distanceRate({ contact, a, b }: PairTracker): number {
  return normalSpeed(contact, a, b);
}

/** Makes the current closest points the start of an interval, to which `trackPair` can return if requested. */
export function markPairTracker(pairTracker: PairTracker, willReturn: boolean): void {
  const { tracker, start } = pairTracker;
  pairTracker.willReturn = willReturn;
  if (willReturn && start !== null && !('search' in tracker)) storeTracker(start, tracker);
  pairTracker.startDistance = pairTracker.contact.distance;
  pairTracker.startRate = distanceRate(pairTracker);
  pairTracker.transitions.length = 0;
}

/** Returns to the start of the interval, if the pair was marked to return there. */
export function returnPairTracker({ tracker, start, willReturn, contact }: PairTracker): void {
  if (start === null || !willReturn || 'search' in tracker) return;
  reloadTracker(tracker, start);
  trackerContact(contact, tracker);
}

/**
 * Tracks the pair from the start of the interval to the current positions of its bodies, at the time `NOW` of the clock. A stage of the
 * integrator reports no transitions.
 */
export function trackPair(pairTracker: PairTracker, clock: StepClock, isStage = false): void {
  const { tracker, contact, a, b, start, interval } = pairTracker;
  pairTracker.transitions.length = 0;
  if ('search' in tracker) {
    moveCandidates(contact, tracker, a.pose, b.pose, clock[SINCE] + clock[ELAPSED]);
    return;
  }
  if (pairTracker.willReturn && start !== null) reloadTracker(tracker, start);
  interval[0] = clock[SINCE];
  interval[1] = clock[ELAPSED];
  tracker.onTransition = isStage ? null : pairTracker.listener;
  advanceTrackerTo(tracker, pairTracker.motionAt, a, b, interval);
  trackerContact(contact, tracker);
}
