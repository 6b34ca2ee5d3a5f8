import { distanceRate, type PairFollower } from './pair-follower.ts';
import { moveOn } from './space-motion.ts';
import type { SpaceWorld } from './space-world.ts';

/** How near the found time is to the true one, as a share of the stretch; and how often it is narrowed at most. */
const TIME_TOLERANCE = 1e-14;
const MOST_TRIES = 80;

/**
 * The first contact of a stretch of `span` [s] whose end the world has reached: the first time at which the gap of a pair
 * comes down to the contact tolerance, since the start of the stretch [s]. Leaves the bodies at that time, or at the end
 * when there is none.
 */
export function moveToFirstContact(world: SpaceWorld, span: number): number | undefined {
  let first: number | undefined;
  let end = span;
  // each later candidate is looked for only up to the earliest so far, where the bodies then are
  for (const follower of world.colliders) {
    if (!mayTouch(world, follower, end)) continue;
    const after = contactTime(world, follower, end);
    if (after !== undefined) {
      first = after;
      end = after;
    }
    moveOn(world, end);
  }
  return first;
}

/** Above zero apart [m]. */
function gap(world: SpaceWorld, follower: PairFollower): number {
  return follower.contact.distance - world.scene.contacts.tolerance;
}

/**
 * Could the gap have closed between the start and now? It is below the tolerance now, or it went down and came up again and
 * the slopes at both ends, drawn on, meet below it. (Between convex bodies that do not turn the distance lies above both.)
 */
function mayTouch(world: SpaceWorld, follower: PairFollower, span: number): boolean {
  const { startDistance, startRate } = follower;
  const now = gap(world, follower);
  const rate = distanceRate(follower);
  if (now < 0) return startRate < 0 || startDistance > world.scene.contacts.tolerance || rate < 0;
  if (!(startRate < 0 && rate > 0)) return false;
  const start = startDistance - world.scene.contacts.tolerance;
  const steepest = Math.max(-startRate, rate);
  return start + now < SAFETY * steepest * span;
}

/** How much deeper than the slopes at the ends say a gap may go: bodies turn. */
const SAFETY = 2;

/** When the gap of a pair closes, up to `end` [s], where the bodies are now. */
function contactTime(world: SpaceWorld, follower: PairFollower, end: number): number | undefined {
  const { tolerance } = world.scene.contacts;
  const { startDistance, startRate } = follower;
  let low = 0;
  if (startDistance <= tolerance) {
    // in contact at the start: at once if it closes, else after it has opened
    if (startRate < 0) return 0;
    low = turningTime(world, follower, 0, end, 1);
  }
  let high = end;
  moveOn(world, end);
  if (gap(world, follower) >= 0) {
    high = turningTime(world, follower, low, end, -1);
    if (gap(world, follower) >= 0) return undefined;
  }
  return closingTime(world, follower, low, high);
}

/**
 * Where the rate of the distance changes sign: from `sign` before to the opposite after, between `low` and `high` [s], by
 * bisection down to the contact tolerance's worth of distance. Leaves the bodies there.
 */
function turningTime(world: SpaceWorld, follower: PairFollower, low: number, high: number, sign: 1 | -1): number {
  const { tolerance } = world.scene.contacts;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const middle = 0.5 * (low + high);
    moveOn(world, middle);
    const rate = distanceRate(follower);
    if (Math.abs(rate) * (high - low) < 0.01 * tolerance) break;
    if (sign * rate > 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** Newton's method on gap(t) with the exact rate of the distance, kept between an open and a closed time by bisection. */
function closingTime(world: SpaceWorld, follower: PairFollower, open: number, closed: number): number {
  const precision = TIME_TOLERANCE * closed;
  let [low, high] = [open, closed];
  let at = 0.5 * (low + high);
  for (let tries = 0; tries < MOST_TRIES && high - low > precision; tries++) {
    moveOn(world, at);
    const value = gap(world, follower);
    if (value === 0) return at;
    if (value > 0) low = at;
    else high = at;
    const next = at - value / distanceRate(follower);
    const inside = next > low && next < high;
    if (inside && Math.abs(next - at) <= precision) return next;
    at = inside ? next : 0.5 * (low + high);
  }
  return low;
}
