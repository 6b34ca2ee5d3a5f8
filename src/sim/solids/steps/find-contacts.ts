import { boxesOverlap } from '../../../broad/pairs.ts';
import { SIZES } from '../../../distance/convex/core.ts';
import { APART } from '../../../manifold/pair-cache.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { type BoxKernels, boxKernels } from './box-kernels/box-kernels.ts';
import { addBoxPair, clearBoxPairs, findBoxPairPoints, hasBoxMemory, searchBoxPairs } from './box-pairs.ts';
import { PLACE, PLACE_APART, PLACE_MARGIN, type SearchCache, SLACK, SLACK_ARM, SLACK_MARGIN } from './contact-cache.ts';
import type { ContactSearch } from './contact-search.ts';
import { inheritImpulses } from './inherit-impulses.ts';
import type { NarrowPhasePairs } from './narrow-phase-pairs.ts';
import { findPairPoints, found, pairCache } from './pair-points.ts';
import { MAX_SPECULATIVE_MARGIN } from './pair-updates.ts';
import { moveImpulsesToFirst } from './predicted-planes.ts';

/** In units of the smaller body's radius, and in radians: pairs with less relative motion than this keep their points. */
const SAME_POSE = 1e-3;
/** In units of the slop: minimum distance up to which contacts are searched. */
export const SPECULATIVE_MARGIN = 4;
/** Points are searched beyond the margin by this factor, so that a slightly higher speed does not need a new search. */
const MARGIN_FACTOR = 1.5;

export const SEARCH = 3;

/** Searches the pairs `from` to `to` - 1 of a list. */
export function searchPairs(search: ContactSearch, { numbers }: NarrowPhasePairs, from: number, to: number): void {
  const kernels = search.solverKernel === 'wasm' ? boxKernels() : undefined;
  clearBoxPairs();
  for (let at = SEARCH * from; at < SEARCH * to; at += SEARCH) {
    findContacts(search, kernels, numbers[at], numbers[at + 1], numbers[at + 2]);
  }
  if (kernels) searchBoxPairs(search, kernels);
}

/** Pose of B in the axes of A: quaternion, position. */
const relativePose = new Float64Array(7);
/**
 * Of the current pair: radius of the smaller body, maximum approach of the two in a step without forces, the margin that the step needs, and
 * that of the search [m]. In arrays, because numbers that are passed in or out of a call are boxed.
 */
const size = new Float64Array(1);
const maxApproach = new Float64Array(1);
const margin = new Float64Array(1);
const searchMargin = new Float64Array(1);

/**
 * Writes the contact points of bodies a and b, the pair in `slot`, that may become active in the step, into the cache. While the relative
 * pose is unchanged, the points remain fixed on the bodies; the gaps follow from the poses. Writes only to the slot.
 */
function findContacts(
  search: ContactSearch,
  kernels: BoxKernels | undefined,
  slot: number,
  a: number,
  b: number,
): void {
  const { cache, bodies, radii, boxes, boxSizes } = search;
  cache.slacks[SLACK * slot] = -1;
  if (!boxesOverlap(boxes, a, boxes, b)) {
    if (cache.counts[slot] > 0) clearContacts(cache, slot);
    return;
  }
  size[0] = Math.min(radii[a], radii[b]);
  setMargin(search, a, b);
  setRelativePose(bodies.positions, bodies.orientations, a, b);
  const { places } = cache;
  const at = PLACE * slot;
  const isRoundPair = hasRoundBody(search, a, b);
  const isSame = isSamePose(places, at) && (!isRoundPair || isUnmoved(places, at));
  if (isSame && margin[0] <= places[at + PLACE_MARGIN]) {
    if (!isRoundPair) storeSlack(cache, slot);
    return;
  }
  if (cache.counts[slot] === 0 && isSurelyApart(places, at, radii, b)) {
    storeSlackApart(cache, slot, radii, b);
    return;
  }
  searchMargin[0] = MARGIN_FACTOR * margin[0];
  storePlace(places, at);
  if (!isRoundPair) storeSlack(cache, slot);
  const isBoxPair = boxSizes[4 * a + SIZES] > 0 && boxSizes[4 * b + SIZES] > 0;
  if (isBoxPair && kernels && hasBoxMemory(cache, slot)) {
    addBoxPair(search, kernels, slot, a, b, relativePose, searchMargin);
    return;
  }
  let renewed = true;
  let isHollow = false;
  if (isBoxPair) renewed = findBoxPairPoints(search, slot, a, b, relativePose, searchMargin);
  else isHollow = findPairPoints(search, slot, a, b, searchMargin);
  places[at + PLACE_APART] = found.count === 0 ? pairCache.direction[APART] : 0;
  if (renewed && (found.count > 0 || cache.counts[slot] > 0)) inheritImpulses(cache, slot, found, size);
  if (isHollow) moveImpulsesToFirst(cache, slot);
}

/** Stores the relative pose and the margin of the search. Loops over three or four numbers take longer than statements. */
// biome-ignore format: one quaternion or vector per line
function storePlace(places: Float64Array, at: number): void {
  places[at] = relativePose[0]; places[at + 1] = relativePose[1]; places[at + 2] = relativePose[2]; places[at + 3] = relativePose[3];
  places[at + 4] = relativePose[4]; places[at + 5] = relativePose[5]; places[at + 6] = relativePose[6];
  places[at + PLACE_MARGIN] = searchMargin[0];
}

/** Search margin: the maximum approach of the bodies in the step, and some slop. */
function setMargin(search: ContactSearch, a: number, b: number): void {
  const { innerRadii, settings, gravityDisplacement } = search;
  setMaxApproach(maxApproach, search, a, b);
  const approach = Math.min(
    maxApproach[0] + gravityDisplacement,
    MAX_SPECULATIVE_MARGIN * (innerRadii[a] + innerRadii[b]),
  );
  margin[0] = SPECULATIVE_MARGIN * settings.slop + approach;
}

/** Writes the maximum approach of two bodies in a step, by relative velocity and rotation, to `out[0]` [m]. */
// biome-ignore format: one vector per line
export function setMaxApproach(out: Float64Array, search: ContactSearch, a: number, b: number): void {
  const { rotationDisplacements, scene } = search;
  const { velocities: v } = search.bodies;
  const x = v[3 * b] - v[3 * a], y = v[3 * b + 1] - v[3 * a + 1], z = v[3 * b + 2] - v[3 * a + 2];
  out[0] = Math.sqrt(x * x + y * y + z * z) * scene.time.step + rotationDisplacements[a] + rotationDisplacements[b];
}

/** Clears a pair that is too far apart for contacts. */
function clearContacts(cache: SearchCache, slot: number): void {
  cache.counts[slot] = 0;
  // marks the pair as not searched
  cache.places[PLACE * slot + PLACE_MARGIN] = -1;
}

/** q = conj(qA) qB and x = RAᵀ (xB - xA). */
// biome-ignore format: one quaternion or vector per line
function setRelativePose(positions: Float64Array, orientations: Float64Array, a: number, b: number): void {
  const w = orientations[4 * a], x = -orientations[4 * a + 1], y = -orientations[4 * a + 2], z = -orientations[4 * a + 3];
  const c = orientations[4 * b], d = orientations[4 * b + 1], e = orientations[4 * b + 2], f = orientations[4 * b + 3];
  relativePose[0] = w * c - x * d - y * e - z * f;
  relativePose[1] = w * d + x * c + y * f - z * e;
  relativePose[2] = w * e - x * f + y * c + z * d;
  relativePose[3] = w * f + x * e - y * d + z * c;
  const px = positions[3 * b] - positions[3 * a];
  const py = positions[3 * b + 1] - positions[3 * a + 1];
  const pz = positions[3 * b + 2] - positions[3 * a + 2];
  // p + 2 w (u × p) + 2 u × (u × p)
  const ux = 2 * (y * pz - z * py), uy = 2 * (z * px - x * pz), uz = 2 * (x * py - y * px);
  relativePose[4] = px + w * ux + y * uz - z * uy;
  relativePose[5] = py + w * uy + z * ux - x * uz;
  relativePose[6] = pz + w * uz + x * uy - y * ux;
}

function isSamePose(places: Float64Array, at: number): boolean {
  const far = SAME_POSE * size[0];
  return (
    Math.abs(relativePose[4] - places[at + 4]) <= far &&
    Math.abs(relativePose[5] - places[at + 5]) <= far &&
    Math.abs(relativePose[6] - places[at + 6]) <= far &&
    // a quaternion changes by half the angle; both signs represent the same rotation, but neighbours in time have the same
    Math.abs(relativePose[0] - places[at]) <= 0.5 * SAME_POSE &&
    Math.abs(relativePose[1] - places[at + 1]) <= 0.5 * SAME_POSE &&
    Math.abs(relativePose[2] - places[at + 2]) <= 0.5 * SAME_POSE &&
    Math.abs(relativePose[3] - places[at + 3]) <= 0.5 * SAME_POSE
  );
}

/** Fraction of the slack that is used: rounding errors of the sums of travels must not matter. */
const SAFE = 0.99;

/**
 * Stores how far the bodies may move until `isSamePose` can become false: their displacements and, times the arm, the angles of both. The position of
 * B in the axes of A changes by at most its distance times the angle of A besides, a quaternion by half of an angle.
 */
// biome-ignore format: one vector per line
function storeSlack({ places, slacks }: SearchCache, slot: number): void {
  const at = PLACE * slot, to = SLACK * slot;
  const x = relativePose[4], y = relativePose[5], z = relativePose[6];
  const moved = Math.max(Math.abs(x - places[at + 4]), Math.abs(y - places[at + 5]), Math.abs(z - places[at + 6]));
  const rotated = Math.max(
    Math.abs(relativePose[0] - places[at]), Math.abs(relativePose[1] - places[at + 1]),
    Math.abs(relativePose[2] - places[at + 2]), Math.abs(relativePose[3] - places[at + 3]),
  );
  const arm = size[0] + Math.sqrt(x * x + y * y + z * z);
  slacks[to] = SAFE * Math.min(SAME_POSE * size[0] - moved, arm * (SAME_POSE - 2 * rotated));
  slacks[to + SLACK_ARM] = arm;
  slacks[to + SLACK_MARGIN] = places[at + PLACE_MARGIN];
}

/** Whether the relative pose is that of the last search, bit for bit. */
function isUnmoved(places: Float64Array, at: number): boolean {
  for (let k = 0; k < 7; k++) if (relativePose[k] !== places[at + k]) return false;
  return true;
}

/** A point that remains fixed on a round body does not stay below its centre while it rolls, and the normal impulse would drive it. */
function hasRoundBody({ boxSizes, shapes }: ContactSearch, a: number, b: number): boolean {
  if (boxSizes[4 * a + SIZES] > 0 && boxSizes[4 * b + SIZES] > 0) return false;
  return isRound(shapes[a]) || isRound(shapes[b]);
}

function isRound({ kind }: Shape): boolean {
  return kind !== 'box' && kind !== 'hull' && kind !== 'compound' && kind !== 'trimesh' && kind !== 'halfspace';
}

/** A quaternion that has changed by d, less than this, has rotated by at most `ROTATION` d [rad]: 4 asin(d/2). */
const SMALL_CHANGE = 0.5;
const ROTATION = 2.1;

/**
 * Whether B has approached A by less than their distance at the last search. Relative to A, no point of B has moved farther than its
 * centre and, about it, the angle times the radius.
 */
// biome-ignore format: one vector per line
function isSurelyApart(places: Float64Array, at: number, radii: Float64Array, b: number): boolean {
  const apart = places[at + PLACE_APART];
  if (!(apart > margin[0])) return false;
  const w = relativePose[0] - places[at], x = relativePose[1] - places[at + 1], y = relativePose[2] - places[at + 2], z = relativePose[3] - places[at + 3];
  const dx = relativePose[4] - places[at + 4], dy = relativePose[5] - places[at + 5], dz = relativePose[6] - places[at + 6];
  const change = Math.sqrt(w * w + x * x + y * y + z * z);
  const moved = Math.sqrt(dx * dx + dy * dy + dz * dz) + ROTATION * change * radii[b];
  left[0] = apart - moved - margin[0];
  left[1] = SMALL_CHANGE - change;
  return left[1] > 0 && left[0] > 0;
}

/** Of the current pair: what is left until `isSurelyApart` becomes false, of the distance [m] and of the change of the quaternion. */
const left = new Float64Array(2);

/** As `storeSlack`, for a pair that is surely apart: half of the distance that is left is for the motion, half for a larger margin. */
function storeSlackApart({ slacks }: SearchCache, slot: number, radii: Float64Array, b: number): void {
  const to = SLACK * slot;
  const distance = Math.sqrt(relativePose[4] ** 2 + relativePose[5] ** 2 + relativePose[6] ** 2);
  const arm = size[0] + distance + ROTATION * radii[b];
  slacks[to] = SAFE * Math.min(0.5 * left[0], arm * left[1]);
  slacks[to + SLACK_ARM] = arm;
  slacks[to + SLACK_MARGIN] = margin[0] + 0.5 * left[0];
}
