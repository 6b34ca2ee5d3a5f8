import type { MovingPose } from '../../math/moving-pose.ts';
import { type Contact, createContact } from '../../narrow/contact.ts';
import {
  type CandidateTracker,
  createCandidateTracker,
  hasHollows,
  moveCandidates,
} from '../../narrow/parametric/candidate-tracker.ts';
import { advanceTracker, placeTracker, startTracker } from '../../narrow/parametric/tracker.ts';
import { trackerContact } from '../../narrow/parametric/tracker-contact.ts';
import {
  createTracker,
  restoreTracker,
  saveTracker,
  type Tracker,
  type TrackerSnapshot,
} from '../../narrow/parametric/tracker-state.ts';
import type { Transition } from '../../narrow/parametric/transition.ts';
import { normalSpeed } from '../../response/impulse.ts';
import type { SpaceScene, TrackedPair } from '../../scene/space-scene.ts';
import { motionWithin, type SpaceMover } from './space-mover.ts';

/** Two bodies whose closest points are followed along with their motion. */
export interface PairFollower {
  /** Indices into the scene's bodies. */
  readonly bodies: readonly [number, number];
  readonly a: SpaceMover;
  readonly b: SpaceMover;
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

export function createFollower(scene: SpaceScene, pair: TrackedPair, movers: readonly SpaceMover[]): PairFollower {
  const [a, b] = pair.bodies.map((i) => movers[i]);
  const tracker = createPairTracker(scene, pair);
  const follower: PairFollower = {
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
  if ('search' in tracker) moveCandidates(follower.contact, tracker, a.pose, b.pose, 0);
  else begin(tracker, scene, pair, follower);
  tracker.onTransition = (transition) => follower.transitions.push(transition);
  return follower;
}

function createPairTracker({ bodies, tracking }: SpaceScene, pair: TrackedPair): Tracker | CandidateTracker {
  const [a, b] = pair.bodies.map((i) => bodies[i].shape);
  return hasHollows(a) || hasHollows(b) ? createCandidateTracker(a, b) : createTracker(a, b, tracking.settings);
}

/** An integrator begins where it is told to and finds its way from there; the predictor-corrector searches from there. */
function begin(tracker: Tracker, scene: SpaceScene, { start }: TrackedPair, { a, b, contact }: PairFollower): void {
  if (start && scene.tracking.settings.mode !== 'predictor-corrector') placeTracker(tracker, a, b, ...start);
  else startTracker(tracker, a, b, ...(start ?? []));
  trackerContact(contact, tracker);
}

/** n̂·(V_B - V_A) at the closest points, with the velocities the bodies have now [m/s]: exact. [PG05] spec 8 */
export function distanceRate({ contact, a, b }: PairFollower): number {
  return normalSpeed(contact, a, b);
}

/** The present closest points become the start of a stretch of time, to which `follow` can return if asked to. */
export function markFollower(follower: PairFollower, willReturn: boolean): void {
  const { tracker } = follower;
  follower.snapshot = willReturn && !('search' in tracker) ? saveTracker(tracker) : undefined;
  follower.startDistance = follower.contact.distance;
  follower.startRate = distanceRate(follower);
  follower.transitions.length = 0;
}

/** Back to the start of the stretch, if the pair was marked to return there. */
export function returnFollower({ tracker, snapshot, contact }: PairFollower): void {
  if (snapshot === undefined || 'search' in tracker) return;
  restoreTracker(tracker, snapshot);
  trackerContact(contact, tracker);
}

/** Follows the pair from the start of the stretch, at time `since`, to where its bodies are now, `span` [s] later. */
export function follow(follower: PairFollower, since: number, span: number): void {
  const { tracker, contact, a, b } = follower;
  follower.transitions.length = 0;
  if ('search' in tracker) {
    moveCandidates(contact, tracker, a.pose, b.pose, since + span);
    return;
  }
  if (follower.snapshot) restoreTracker(tracker, follower.snapshot);
  const motionAt = (outA: MovingPose, outB: MovingPose, time: number) => {
    // times of stages carry a rounding
    const after = time >= since + span ? span : time - since;
    motionWithin(outA, a, since, after, span);
    motionWithin(outB, b, since, after, span);
  };
  advanceTracker(tracker, motionAt, since, span);
  trackerContact(contact, tracker);
}
