import { boxesOverlap } from '../../../broad/pairs.ts';
import { SIZES } from '../../../distance/convex/core.ts';
import type { SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { BOX_MEMORY_LENGTH, boxContactPoints, NOT_FACING, SAME_FEATURES } from '../../../manifold/box-points.ts';
import { createContactPoints, solidContactPoints } from '../../../manifold/contact-points.ts';
import {
  APART,
  createPairCache,
  PAIR_CACHE_LENGTH,
  packDirection,
  packPairCache,
  unpackDirection,
  unpackPairCache,
} from '../../../manifold/pair-cache.ts';
import { createPose, type ReadonlyPose } from '../../../math/pose.ts';
import { setVec3, subVec3 } from '../../../math/vec3.ts';
import type { Shape } from '../../../shapes/shape.ts';
import { PLACE, PLACE_APART, PLACE_MARGIN, type SearchCache, SLACK, SLACK_ARM, SLACK_MARGIN } from './contact-cache.ts';
import { inheritImpulses, writePoint } from './inherit-impulses.ts';
import type { NarrowPhasePairs } from './narrow-phase-pairs.ts';
import { MAX_SPECULATIVE_MARGIN } from './pair-updates.ts';
import { writePose } from './poses.ts';
import { addPredictedPlanes, mayRollInHollow, moveImpulsesToFirst } from './predicted-planes.ts';
import type { StepWorld } from './step-world.ts';

/** In units of the smaller body's radius, and in radians: pairs with less relative motion than this keep their points. */
const SAME_POSE = 1e-3;
/** In units of the slop: minimum distance up to which contacts are searched. */
export const SPECULATIVE_MARGIN = 4;
/** Points are searched beyond the margin by this factor, so that a slightly higher speed does not need a new search. */
const MARGIN_FACTOR = 1.5;

/** Input of a contact search, and the cache it writes. Available in a `StepWorld` and in its worker threads. */
export interface ContactSearch
  extends Pick<
    StepWorld,
    'shapes' | 'radii' | 'innerRadii' | 'boxSizes' | 'boxes' | 'rotationDisplacements' | 'gravityDisplacement'
  > {
  readonly bodies: Pick<SolidBodies, 'positions' | 'orientations' | 'velocities' | 'angularVelocities'>;
  readonly settings: Pick<StepWorld['settings'], 'slop'>;
  readonly scene: { readonly time: Pick<StepWorld['scene']['time'], 'step'> };
  readonly cache: SearchCache;
}

export const SEARCH = 3;

/** Searches the pairs `from` to `to` - 1 of a list. */
export function searchPairs(search: ContactSearch, { numbers }: NarrowPhasePairs, from: number, to: number): void {
  for (let at = SEARCH * from; at < SEARCH * to; at += SEARCH) {
    findContacts(search, numbers[at], numbers[at + 1], numbers[at + 2]);
  }
}

const found = createContactPoints();
const pairCache = createPairCache();
/** Pose of B in the axes of A: quaternion, position. */
const relativePose = new Float64Array(7);
/** Poses of the two bodies in the search: world axes, with the centre of A as origin. */
const poseA = createPose();
const poseB = createPose();
/** That pose with a rotation matrix, and the sizes of the two boxes. */
const relative = new Float64Array(12);
const sizesA = new Float64Array(4);
const sizesB = new Float64Array(4);
/** See `boxContactPoints`. */
const memory = new Float64Array(BOX_MEMORY_LENGTH);
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
function findContacts(search: ContactSearch, slot: number, a: number, b: number): void {
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
  let renewed = true;
  let isHollow = false;
  if (boxSizes[4 * a + SIZES] > 0 && boxSizes[4 * b + SIZES] > 0) renewed = findBoxPoints(search, slot, a, b);
  else isHollow = findPoints(search, slot, a, b);
  storePlace(places, at);
  if (!isRoundPair) storeSlack(cache, slot);
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

/** Finds the points of a pair of sharp boxes. False: they have the features of the cached ones, and are in the cache already. */
function findBoxPoints(search: ContactSearch, slot: number, a: number, b: number): boolean {
  const { boxSizes, cache } = search;
  const { caches } = cache;
  setSizes(sizesA, boxSizes, a);
  setSizes(sizesB, boxSizes, b);
  setRelativeRotation();
  const { direction } = pairCache;
  unpackDirection(direction, caches, PAIR_CACHE_LENGTH * slot);
  unpackMemory(caches, PAIR_CACHE_LENGTH * slot);
  const known = cache.counts[slot];
  const count = boxContactPoints(found, sizesA, sizesB, relative, searchMargin, direction, memory, known);
  packMemory(caches, PAIR_CACHE_LENGTH * slot);
  if (count === SAME_FEATURES) {
    for (let k = 0; k < known; k++) writePoint(cache, cache.blocks[slot] + k, found, k);
    return false;
  }
  if (count === NOT_FACING) findPoints(search, slot, a, b);
  else packDirection(caches, PAIR_CACHE_LENGTH * slot, direction);
  return true;
}

/** The radius of a sharp box is 0. */
function setSizes(sizes: Float64Array, boxSizes: Float64Array, body: number): void {
  const from = 4 * body + SIZES;
  sizes[SIZES] = boxSizes[from];
  sizes[SIZES + 1] = boxSizes[from + 1];
  sizes[SIZES + 2] = boxSizes[from + 2];
}

/**
 * The memory of a pair of boxes, five numbers, takes the place of the vertices of GJK's simplex in a packed cache; that has 0 vertices then.
 */
function unpackMemory(caches: Float64Array, at: number): void {
  memory[0] = caches[at] === 0 ? caches[at + 1] : 0;
  memory[1] = caches[at + 2];
  memory[2] = caches[at + 3];
  memory[3] = caches[at + 4];
  memory[4] = caches[at + 5];
}

function packMemory(caches: Float64Array, at: number): void {
  caches[at] = 0;
  caches[at + 1] = memory[0];
  caches[at + 2] = memory[1];
  caches[at + 3] = memory[2];
  caches[at + 4] = memory[3];
  caches[at + 5] = memory[4];
}

/** The relative pose with a rotation matrix. */
// biome-ignore format: one row per line
function setRelativeRotation(): void {
  const w = relativePose[0], x = relativePose[1], y = relativePose[2], z = relativePose[3];
  relative[0] = 1 - 2 * (y * y + z * z); relative[1] = 2 * (x * y - w * z); relative[2] = 2 * (x * z + w * y);
  relative[3] = 2 * (x * y + w * z); relative[4] = 1 - 2 * (x * x + z * z); relative[5] = 2 * (y * z - w * x);
  relative[6] = 2 * (x * z - w * y); relative[7] = 2 * (y * z + w * x); relative[8] = 1 - 2 * (x * x + y * y);
  relative[9] = relativePose[4]; relative[10] = relativePose[5]; relative[11] = relativePose[6];
}

/** Finds the points of any pair, in the axes of the bodies. True: a body rolls in a hollow, the first point is followed by predicted ones. */
function findPoints(search: ContactSearch, slot: number, a: number, b: number): boolean {
  const { cache, bodies, shapes } = search;
  unpackPairCache(pairCache, cache.caches, PAIR_CACHE_LENGTH * slot);
  setPoses(bodies, a, b);
  solidContactPoints(found, shapes[a], poseA, shapes[b], poseB, searchMargin[0], pairCache);
  const isHollow = found.count === 1 && cache.capacities[slot] > 1 && mayRollInHollow(shapes[a], shapes[b]);
  if (isHollow) {
    setDisplacement(search, a, b);
    addPredictedPlanes(found, shapes[a], poseA, shapes[b], poseB, displacement, searchMargin[0]);
  }
  packPairCache(cache.caches, PAIR_CACHE_LENGTH * slot, pairCache);
  for (let k = 0; k < found.count; k++) {
    moveToAxes(found.pointsA, poseA, k);
    moveToAxes(found.pointsB, poseB, k);
    // A is at the origin: positions and directions are the same
    moveToAxes(found.normals, poseA, k);
  }
  return isHollow;
}

/** v = Rᵀ (v - x), of packed vectors. */
// biome-ignore format: one vector per line
function moveToAxes(v: Float64Array, { position, rotation: r }: ReadonlyPose, k: number): void {
  const x = v[3 * k] - position.x, y = v[3 * k + 1] - position.y, z = v[3 * k + 2] - position.z;
  v[3 * k] = r.xx * x + r.yx * y + r.zx * z;
  v[3 * k + 1] = r.xy * x + r.yy * y + r.zy * z;
  v[3 * k + 2] = r.xz * x + r.yz * y + r.zz * z;
}

/** Displacement of B in a step as seen from A, world axes [m]. */
const displacement = new Float64Array(3);

/** The centre of B moves with its velocity, less that of the point of A there. */
// biome-ignore format: one vector per line
function setDisplacement({ bodies, scene }: ContactSearch, a: number, b: number): void {
  const { velocities: v, angularVelocities: w } = bodies;
  const { x, y, z } = poseB.position;
  const { step } = scene.time;
  const wx = w[3 * a], wy = w[3 * a + 1], wz = w[3 * a + 2];
  displacement[0] = step * (v[3 * b] - v[3 * a] - (wy * z - wz * y));
  displacement[1] = step * (v[3 * b + 1] - v[3 * a + 1] - (wz * x - wx * z));
  displacement[2] = step * (v[3 * b + 2] - v[3 * a + 2] - (wx * y - wy * x));
}

/** Poses are recomputed from the packed numbers: that is cheaper than loading the pose objects of all bodies from memory. */
function setPoses(bodies: ContactSearch['bodies'], a: number, b: number): void {
  writePose(poseA, bodies, a);
  writePose(poseB, bodies, b);
  subVec3(poseB.position, poseB.position, poseA.position);
  setVec3(poseA.position, 0, 0, 0);
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
