import type { MovingPose } from '../../math/moving-pose.ts';
import { type Contact, createContact } from '../../narrow/contact.ts';
import { gainLimits } from '../../narrow/parametric/gains.ts';
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
  readonly tracker: Tracker;
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

/** Below this gain times step the feedback law finds the closest points from a poor start by itself. [PG05] spec 5.4 */
const GENTLE = 0.5;

export function createFollower(scene: SpaceScene, pair: TrackedPair, movers: readonly SpaceMover[]): PairFollower {
  const { settings } = scene.tracking;
  const [a, b] = pair.bodies;
  const tracker = createTracker(scene.bodies[a].shape, scene.bodies[b].shape, settings);
  const { start } = pair;
  const gentle = settings.mode !== 'predictor-corrector' && gainTimesStep(scene) <= GENTLE;
  if (start && gentle) placeTracker(tracker, movers[a], movers[b], ...start);
  else startTracker(tracker, movers[a], movers[b], ...(start ?? []));
  const follower: PairFollower = {
    bodies: pair.bodies,
    a: movers[a],
    b: movers[b],
    tracker,
    contact: createContact(),
    transitions: [],
    snapshot: undefined,
    startDistance: 0,
    startRate: 0,
  };
  tracker.onTransition = (transition) => follower.transitions.push(transition);
  trackerContact(follower.contact, tracker);
  return follower;
}

function gainTimesStep({ tracking, time }: SpaceScene): number {
  const { mode, gain } = tracking.settings;
  if (mode === 'predictor-corrector') return 0;
  return gain === 'fastest' ? gainLimits(mode, 1).fastest : gain * time.step;
}

/** n̂·(V_B - V_A) at the closest points, with the velocities the bodies have now [m/s]: exact. [PG05] spec 8 */
export function distanceRate({ contact, a, b }: PairFollower): number {
  return normalSpeed(contact, a, b);
}

/** The present closest points become the start of a stretch of time, to which `follow` can return if asked to. */
export function markFollower(follower: PairFollower, willReturn: boolean): void {
  const { tracker } = follower;
  follower.snapshot = willReturn ? saveTracker(tracker) : undefined;
  follower.startDistance = follower.contact.distance;
  follower.startRate = distanceRate(follower);
  follower.transitions.length = 0;
}

/** Follows the pair from the start of the stretch, at time `since`, to where its bodies are now, `span` [s] later. */
export function follow(follower: PairFollower, since: number, span: number): void {
  const { tracker, a, b } = follower;
  if (follower.snapshot) restoreTracker(tracker, follower.snapshot);
  follower.transitions.length = 0;
  const motionAt = (outA: MovingPose, outB: MovingPose, time: number) => {
    // times of stages carry a rounding
    const after = time >= since + span ? span : time - since;
    motionWithin(outA, a, since, after, span);
    motionWithin(outB, b, since, after, span);
  };
  advanceTracker(tracker, motionAt, since, span);
  trackerContact(follower.contact, tracker);
}
