import { distanceRate, type PairTracker } from './pair-tracker.ts';
import { advanceWithin } from './smooth-motion.ts';
import type { SmoothWorld } from './smooth-world.ts';

/** Accuracy of the time of contact, as a fraction of the interval; and the maximum number of iterations. */
const TIME_TOLERANCE = 1e-14;
const MAX_TRIES = 80;

/**
 * The first contact in an interval of `span` [s] whose end the world has reached: the first time at which the gap of a pair
 * comes down to the contact tolerance, since the start of the interval [s]. Leaves the bodies at that time, or at the end
 * when there is none.
 */
export function moveToFirstContact(world: SmoothWorld, span: number): number | undefined {
  let first: number | undefined;
  let end = span;
  // each later candidate is searched only up to the earliest so far, where the bodies then are
  for (const pairTracker of world.colliders) {
    if (!mayTouch(world, pairTracker, end)) continue;
    const after = contactTime(world, pairTracker, end);
    if (after !== undefined) {
      first = after;
      end = after;
    }
    advanceWithin(world, end);
  }
  return first;
}

/** Positive when apart [m]. */
function gap(world: SmoothWorld, pairTracker: PairTracker): number {
  return pairTracker.contact.distance - world.scene.contacts.tolerance;
}

/**
 * Whether the gap may have closed between the start and now: it is below the tolerance now, or it decreased and increased again and
 * the tangents at both ends intersect below it. (Between convex bodies that do not rotate the distance is above both tangents.)
 */
function mayTouch(world: SmoothWorld, pairTracker: PairTracker, span: number): boolean {
  const { startDistance, startRate } = pairTracker;
  const now = gap(world, pairTracker);
  const rate = distanceRate(pairTracker);
  if (now < 0) return startRate < 0 || startDistance > world.scene.contacts.tolerance || rate < 0;
  if (!(startRate < 0 && rate > 0)) return false;
  const start = startDistance - world.scene.contacts.tolerance;
  const steepest = Math.max(-startRate, rate);
  return start + now < SAFETY * steepest * span;
}

/** Factor by which a gap may fall below the tangents at the ends, because bodies rotate. */
const SAFETY = 2;

/** Time at which the gap of a pair closes, up to `end` [s], where the bodies are now. */
function contactTime(world: SmoothWorld, pairTracker: PairTracker, end: number): number | undefined {
  const { tolerance } = world.scene.contacts;
  const { startDistance, startRate } = pairTracker;
  let low = 0;
  if (startDistance <= tolerance) {
    // in contact at the start: at once if it closes, else after it has opened
    if (startRate < 0) return 0;
    low = extremumTime(world, pairTracker, 0, end, 1);
  }
  let high = end;
  advanceWithin(world, end);
  if (gap(world, pairTracker) >= 0) {
    high = extremumTime(world, pairTracker, low, end, -1);
    if (gap(world, pairTracker) >= 0) return undefined;
  }
  return closingTime(world, pairTracker, low, high);
}

/**
 * Time at which the rate of the distance changes sign: from `sign` before to the opposite after, between `low` and `high` [s], by
 * bisection until the distance changes by less than 0.01 of the contact tolerance. Leaves the bodies at that time.
 */
function extremumTime(world: SmoothWorld, pairTracker: PairTracker, low: number, high: number, sign: 1 | -1): number {
  const { tolerance } = world.scene.contacts;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const midpoint = 0.5 * (low + high);
    advanceWithin(world, midpoint);
    const rate = distanceRate(pairTracker);
    if (Math.abs(rate) * (high - low) < 0.01 * tolerance) break;
    if (sign * rate > 0) low = midpoint;
    else high = midpoint;
  }
  return 0.5 * (low + high);
}

/** Newton's method on gap(t) with the exact rate of the distance, safeguarded by bisection between an open and a closed time. */
function closingTime(world: SmoothWorld, pairTracker: PairTracker, open: number, closed: number): number {
  const precision = TIME_TOLERANCE * closed;
  let [low, high] = [open, closed];
  let at = 0.5 * (low + high);
  for (let tries = 0; tries < MAX_TRIES && high - low > precision; tries++) {
    advanceWithin(world, at);
    const value = gap(world, pairTracker);
    if (value === 0) return at;
    if (value > 0) low = at;
    else high = at;
    const next = at - value / distanceRate(pairTracker);
    const inside = next > low && next < high;
    if (inside && Math.abs(next - at) <= precision) return next;
    at = inside ? next : 0.5 * (low + high);
  }
  return low;
}
