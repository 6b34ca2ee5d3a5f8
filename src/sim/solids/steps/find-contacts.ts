import { boxesOverlap } from '../../../broad/pairs.ts';
import type { SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { createContactPoints, solidContactPoints } from '../../../manifold/contact-points.ts';
import {
  APART,
  createPairCache,
  PAIR_CACHE_LENGTH,
  packPairCache,
  unpackPairCache,
} from '../../../manifold/pair-cache.ts';
import { createPose, type ReadonlyPose } from '../../../math/pose.ts';
import { setVec3, subVec3 } from '../../../math/vec3.ts';
import { CACHED_IMPULSE, PLACE, PLACE_APART, PLACE_MARGIN, type SearchCache } from './contact-cache.ts';
import type { NarrowPhasePairs } from './narrow-phase-pairs.ts';
import { MAX_SPECULATIVE_MARGIN } from './pair-updates.ts';
import { writePose } from './poses.ts';
import type { StepWorld } from './step-world.ts';

/** In units of the smaller body's radius, and in radians: pairs with less relative motion than this keep their points. */
const SAME_POSE = 1e-3;
/** In units of the slop: minimum distance up to which contacts are searched. */
export const SPECULATIVE_MARGIN = 4;
/** Points are searched beyond the margin by this factor, so that a slightly higher speed does not need a new search. */
const MARGIN_FACTOR = 1.5;
/** In units of the smaller body's radius: a point without a known feature inherits the impulse of one this near. */
const NEAR = 0.1;

/** Input of a contact search, and the cache it writes. Available in a `StepWorld` and in its worker threads. */
export interface ContactSearch
  extends Pick<
    StepWorld,
    'shapes' | 'radii' | 'innerRadii' | 'boxes' | 'rotationDisplacements' | 'gravityDisplacement'
  > {
  readonly bodies: Pick<SolidBodies, 'positions' | 'orientations' | 'velocities'>;
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
/**
 * Of the current pair: radius of the smaller body, maximum approach of the two in a step without forces, search margin
 * [m]. In arrays, because numbers that are passed in or out of a call are boxed.
 */
const size = new Float64Array(1);
const maxApproach = new Float64Array(1);
const margin = new Float64Array(1);

/**
 * Writes the contact points of bodies a and b, the pair in `slot`, that may become active in the step, into the cache. While the relative
 * pose is unchanged, the points remain fixed on the bodies; the gaps follow from the poses. Writes only to the slot.
 */
function findContacts(search: ContactSearch, slot: number, a: number, b: number): void {
  const { cache, bodies, shapes, radii, boxes } = search;
  if (!boxesOverlap(boxes, a, boxes, b)) {
    if (cache.counts[slot] > 0) clearContacts(cache, slot);
    return;
  }
  size[0] = Math.min(radii[a], radii[b]);
  setMargin(search, a, b);
  setRelativePose(bodies.positions, bodies.orientations, a, b);
  const { places } = cache;
  const at = PLACE * slot;
  if (isSamePose(places, at) && margin[0] <= places[at + PLACE_MARGIN]) return;
  if (cache.counts[slot] === 0 && isSurelyApart(places, at, radii, b)) return;
  unpackPairCache(pairCache, cache.caches, PAIR_CACHE_LENGTH * slot);
  const searchMargin = MARGIN_FACTOR * margin[0];
  setPoses(bodies, a, b);
  const count = solidContactPoints(found, shapes[a], poseA, shapes[b], poseB, searchMargin, pairCache);
  packPairCache(cache.caches, PAIR_CACHE_LENGTH * slot, pairCache);
  for (let k = 0; k < 7; k++) places[at + k] = relativePose[k];
  places[at + PLACE_MARGIN] = searchMargin;
  places[at + PLACE_APART] = count === 0 ? pairCache.direction[APART] : 0;
  if (count === 0 && cache.counts[slot] === 0) return;
  inheritImpulses(cache, slot, count);
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
  for (let k = 4; k < 7; k++) if (!(Math.abs(relativePose[k] - places[at + k]) <= far)) return false;
  // a quaternion changes by half the angle; both signs represent the same rotation, but neighbours in time have the same
  for (let k = 0; k < 4; k++) if (!(Math.abs(relativePose[k] - places[at + k]) <= 0.5 * SAME_POSE)) return false;
  return true;
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
  return change < SMALL_CHANGE && apart - moved > margin[0];
}

/** Indices of the deepest points, if there are more than the block can hold. */
const chosen = new Int32Array(64);
const oldFeatures = new Int32Array(64);
const oldAnchors = new Float64Array(3 * 64);
const oldImpulses = new Float64Array(CACHED_IMPULSE * 64);

/** Writes the points found, each with the impulse of the previous point of its feature, or of one nearby, or zero. */
function inheritImpulses(cache: SearchCache, slot: number, foundCount: number): void {
  const { anchorsA, features, impulses } = cache;
  const block = cache.blocks[slot];
  const before = cache.counts[slot];
  const count = choosePoints(foundCount, cache.capacities[slot]);
  if (count === before && hasSameFeatures(features, block, count)) {
    for (let k = 0; k < count; k++) writePoint(cache, block + k, chosen[k]);
    return;
  }
  for (let k = 0; k < before; k++) {
    oldFeatures[k] = features[block + k];
    for (let l = 0; l < 3; l++) oldAnchors[3 * k + l] = anchorsA[3 * (block + k) + l];
    for (let l = 0; l < CACHED_IMPULSE; l++)
      oldImpulses[CACHED_IMPULSE * k + l] = impulses[CACHED_IMPULSE * (block + k) + l];
  }
  cache.counts[slot] = count;
  for (let k = 0; k < count; k++) {
    const point = block + k;
    writePoint(cache, point, chosen[k]);
    const old = partnerOf(cache, point, before);
    partners[k] = old;
    for (let l = 0; l < CACHED_IMPULSE; l++)
      impulses[CACHED_IMPULSE * point + l] = old < 0 ? 0 : oldImpulses[CACHED_IMPULSE * old + l];
    if (old >= 0) oldFeatures[old] = INHERITED;
  }
  if (count > 0) distributeRest(impulses, block, count, before);
}

/** Whether the points found have the same features as before. Usually true: then their impulses are already in order. */
function hasSameFeatures(features: Int32Array, block: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (features[block + k] !== found.features[chosen[k]]) return false;
  return true;
}

/** Writes point `from` of those found, in the axes of the bodies. */
function writePoint({ anchorsA, anchorsB, normals, features }: SearchCache, point: number, from: number): void {
  writeInAxes(anchorsA, point, poseA, found.pointsA, from);
  writeInAxes(anchorsB, point, poseB, found.pointsB, from);
  // A is at the origin: positions and directions are the same
  writeInAxes(normals, point, poseA, found.normals, from);
  features[point] = found.features[from];
}

/** out = Rᵀ (v - x), of packed vectors. */
// biome-ignore format: one vector per line
function writeInAxes(
  out: Float64Array, point: number, { position, rotation: r }: ReadonlyPose, v: Float64Array, from: number,
): void {
  const x = v[3 * from] - position.x, y = v[3 * from + 1] - position.y, z = v[3 * from + 2] - position.z;
  out[3 * point] = r.xx * x + r.yx * y + r.zx * z;
  out[3 * point + 1] = r.xy * x + r.yy * y + r.zy * z;
  out[3 * point + 2] = r.xz * x + r.yz * y + r.zz * z;
}

/** For each point found, the previous point whose impulse it has inherited; -1 for none. */
const partners = new Int32Array(64);
/** Marks a point whose impulse has been inherited: not a valid feature. */
const INHERITED = -(2 ** 31);

/**
 * Distributes the impulses of previous points without a successor to the new points, in equal parts, or to all if none is new: a
 * manifold that consists of other points than before still carries the same total.
 */
function distributeRest(impulses: Float64Array, block: number, count: number, before: number): void {
  let unmatched = 0;
  for (let k = 0; k < count; k++) if (partners[k] < 0) unmatched++;
  for (let old = 0; old < before; old++) {
    if (oldFeatures[old] === INHERITED || oldImpulses[CACHED_IMPULSE * old] === 0) continue;
    for (let k = 0; k < count; k++) {
      if (unmatched > 0 && partners[k] >= 0) continue;
      const i = CACHED_IMPULSE * (block + k);
      for (let l = 0; l < CACHED_IMPULSE; l++)
        impulses[i + l] += oldImpulses[CACHED_IMPULSE * old + l] / (unmatched > 0 ? unmatched : count);
    }
  }
}

/** The first points (deepest first) up to the capacity, sorted by feature: the order does not depend on the search. */
function choosePoints(foundCount: number, capacity: number): number {
  const count = Math.min(foundCount, capacity);
  for (let k = 0; k < count; k++) {
    const feature = found.features[k];
    let l = k;
    while (l > 0 && found.features[chosen[l - 1]] > feature) {
      chosen[l] = chosen[l - 1];
      l--;
    }
    chosen[l] = k;
  }
  return count;
}

/** The previous point that matches this one: the same feature, else the nearest one; -1 for none. */
function partnerOf(cache: SearchCache, point: number, before: number): number {
  const { anchorsA } = cache;
  const feature = cache.features[point];
  for (let k = 0; k < before; k++) if (oldFeatures[k] === feature) return k;
  let nearest = -1;
  let min = (NEAR * size[0]) ** 2;
  for (let k = 0; k < before; k++) {
    if (oldFeatures[k] === INHERITED) continue;
    const x = oldAnchors[3 * k] - anchorsA[3 * point];
    const y = oldAnchors[3 * k + 1] - anchorsA[3 * point + 1];
    const z = oldAnchors[3 * k + 2] - anchorsA[3 * point + 2];
    const distanceSq = x * x + y * y + z * z;
    if (distanceSq >= min) continue;
    min = distanceSq;
    nearest = k;
  }
  return nearest;
}
