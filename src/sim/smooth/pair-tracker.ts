import { type Contact, createContact } from '../../distance/contact.ts';
import {
  type CandidateTracker,
  createCandidateTracker,
  isNonConvex,
  moveCandidates,
} from '../../distance/smooth/candidate-tracker.ts';
import { advanceTracker, setTrackerWitnesses, startTracker } from '../../distance/smooth/tracking/tracker.ts';
import { trackerContact } from '../../distance/smooth/tracking/tracker-contact.ts';
import {
  createTracker,
  restoreTracker,
  saveTracker,
  type Tracker,
  type TrackerSnapshot,
} from '../../distance/smooth/tracking/tracker-state.ts';
import type { Transition } from '../../distance/smooth/witness/transition.ts';
import type { MovingPose } from '../../math/moving-pose.ts';
import { normalSpeed } from '../../response/impulse.ts';
import type { SmoothScene, TrackedPair } from '../../scene/smooth-scene.ts';
import { motionWithin, type SmoothComposite } from './smooth-composite.ts';

/** Two bodies whose closest points are followed along with their motion. */
export interface PairTracker {
  /** Indices into the scene's bodies. */
  readonly bodies: readonly [number, number];
  readonly a: SmoothComposite;
  readonly b: SmoothComposite;
  /** How they are followed; where a body is not convex, by candidates. */
  readonly tracker: Tracker | CandidateTracker;
  /** The closest points now. */
  readonly contact: Contact;
  /** Changes of feature since the start of the present stretch of time, not yet told. */
  readonly transitions: Transition[];
  /** As it was at the start of the stretch; none if it will not return there. */
  snapshot: TrackerSnapshot | undefined;
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
  const pairTracker: PairTracker = {
    bodies: pair.bodies,
    a,
    b,
    tracker,
    contact: createContact(),
    transitions: [],
    snapshot: undefined,
    startDistance: 0,
    startRate: 0,
  };
  if ('search' in tracker) moveCandidates(pairTracker.contact, tracker, a.pose, b.pose, 0);
  else begin(tracker, scene, pair, pairTracker);
  tracker.onTransition = (transition) => pairTracker.transitions.push(transition);
  return pairTracker;
}

function createTrackerOf({ bodies, tracking }: SmoothScene, pair: TrackedPair): Tracker | CandidateTracker {
  const [a, b] = pair.bodies.map((i) => bodies[i].shape);
  return isNonConvex(a) || isNonConvex(b) ? createCandidateTracker(a, b) : createTracker(a, b, tracking.settings);
}

/** An integrator begins where it is told to and finds its way from there; the predictor-corrector searches from there. */
function begin(tracker: Tracker, scene: SmoothScene, { start }: TrackedPair, { a, b, contact }: PairTracker): void {
  if (start && scene.tracking.settings.mode !== 'predictor-corrector') setTrackerWitnesses(tracker, a, b, ...start);
  else startTracker(tracker, a, b, ...(start ?? []));
  trackerContact(contact, tracker);
}

/** n̂·(V_B - V_A) at the closest points, with the velocities the bodies have now [m/s]: exact. [PG05] spec 8 */
export function distanceRate({ contact, a, b }: PairTracker): number {
  return normalSpeed(contact, a, b);
}

/** The present closest points become the start of a stretch of time, to which `trackPair` can return if asked to. */
export function markPairTracker(pairTracker: PairTracker, willReturn: boolean): void {
  const { tracker } = pairTracker;
  pairTracker.snapshot = willReturn && !('search' in tracker) ? saveTracker(tracker) : undefined;
  pairTracker.startDistance = pairTracker.contact.distance;
  pairTracker.startRate = distanceRate(pairTracker);
  pairTracker.transitions.length = 0;
}

/** Back to the start of the stretch, if the pair was marked to return there. */
export function returnPairTracker({ tracker, snapshot, contact }: PairTracker): void {
  if (snapshot === undefined || 'search' in tracker) return;
  restoreTracker(tracker, snapshot);
  trackerContact(contact, tracker);
}

/** Follows the pair from the start of the stretch, at time `since`, to where its bodies are now, `span` [s] later. */
export function trackPair(pairTracker: PairTracker, since: number, span: number): void {
  const { tracker, contact, a, b } = pairTracker;
  pairTracker.transitions.length = 0;
  if ('search' in tracker) {
    moveCandidates(contact, tracker, a.pose, b.pose, since + span);
    return;
  }
  if (pairTracker.snapshot) restoreTracker(tracker, pairTracker.snapshot);
  const motionAt = (outA: MovingPose, outB: MovingPose, time: number) => {
    // times of stages carry a rounding
    const after = time >= since + span ? span : time - since;
    motionWithin(outA, a, since, after, span);
    motionWithin(outB, b, since, after, span);
  };
  advanceTracker(tracker, motionAt, since, span);
  trackerContact(contact, tracker);
}
