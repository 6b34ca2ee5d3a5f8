import { SIZES } from '../../../distance/convex/core.ts';
import { AXES } from '../../../manifold/box-candidates.ts';
import { BOX_MEMORY_LENGTH, boxContactPoints, NOT_FACING, SAME_FEATURES } from '../../../manifold/box-points.ts';
import {
  AXIS,
  DIRECTION,
  MARGIN,
  OTHER_AXIS,
  POSE,
  recordOf,
  SEPARATION,
  SIZES_A,
  SIZES_B,
} from '../../../manifold/box-record.ts';
import { chooseBoxPoints, findOtherAxis, NO_CONTACT, refreshBoxPoints } from '../../../manifold/box-record-points.ts';
import { APART, PAIR_CACHE_LENGTH, packDirection, unpackDirection } from '../../../manifold/pair-cache.ts';
import { createContactPoints } from '../../../manifold/point-list.ts';
import { BATCH, boxKernels } from './box-kernels/box-kernels.ts';
import { PLACE, PLACE_APART, POINT, type SearchCache } from './contact-cache.ts';
import type { ContactSearch, SearchWorkspace } from './contact-search.ts';
import { copyFoundPoints, type FoundPoints } from './found-points.ts';
import { inheritImpulses, writePoint } from './inherit-impulses.ts';
import { findPairPoints } from './pair-points.ts';

/** Pose of B relative to A with a rotation matrix, and the sizes of the two boxes. */
const relative = new Float64Array(12);
const sizesA = new Float64Array(4);
const sizesB = new Float64Array(4);
const points = createContactPoints();
/** See `boxContactPoints`. */
const memory = new Float64Array(BOX_MEMORY_LENGTH);

/** Slot and bodies of each pair whose record is filled. */
const batch = {
  count: 0,
  slots: new Int32Array(BATCH),
  bodiesA: new Int32Array(BATCH),
  bodiesB: new Int32Array(BATCH),
};

/** Forgets pairs that were added but not searched, because of an error. */
export function clearBoxPairs(): void {
  batch.count = 0;
}

/**
 * Adds a pair to those that the kernels search, and has them searched when there are enough. False: it has to be searched otherwise, because the boxes
 * did not touch in the last search along an axis that is cached, or because there are no kernels.
 */
export function addBoxPair(
  workspace: SearchWorkspace,
  search: ContactSearch,
  slot: number,
  a: number,
  b: number,
): boolean {
  const { relativePose, margin } = workspace;
  const { boxSizes, cache, solverKernel } = search;
  const packed = PAIR_CACHE_LENGTH * slot;
  if (!(solverKernel === 'wasm' && cache.caches[packed] === 0 && cache.caches[packed + 1] > 0)) return false;
  const kernels = boxKernels();
  if (!kernels) return false;
  const { records } = kernels;
  const k = batch.count++;
  batch.slots[k] = slot;
  batch.bodiesA[k] = a;
  batch.bodiesB[k] = b;
  const at = recordOf(k);
  for (let l = 0; l < 7; l++) records[at + 2 * (POSE + l)] = relativePose[l];
  for (let l = 0; l < 3; l++) {
    records[at + 2 * (SIZES_A + l)] = boxSizes[4 * a + SIZES + l];
    records[at + 2 * (SIZES_B + l)] = boxSizes[4 * b + SIZES + l];
  }
  records[at + 2 * MARGIN] = margin[0];
  records[at + 2 * AXIS] = ((cache.caches[packed + 1] | 0) - 1) % AXES;
  if (batch.count === BATCH) searchBoxPairs(workspace, search);
  return true;
}

/** Searches the pairs that were added, with the results of `findBoxPairPoints`, and writes their points into the cache. */
export function searchBoxPairs(workspace: SearchWorkspace, search: ContactSearch): void {
  const { count } = batch;
  const kernels = count > 0 ? boxKernels() : undefined;
  if (!kernels) return;
  const { records } = kernels;
  if (kernels.findAxes(count)) {
    for (let k = 0; k < count; k++) {
      if (records[recordOf(k) + 2 * OTHER_AXIS] === 1) findOtherAxis(records, recordOf(k));
    }
  }
  kernels.findCandidates(count);
  batch.count = 0;
  for (let k = 0; k < count; k++) storeBoxPair(workspace, search, records, k);
}

/** Writes the points of a record into the cache. */
function storeBoxPair(workspace: SearchWorkspace, search: ContactSearch, records: Float64Array, k: number): void {
  const { found, pairCache, size, margin } = workspace;
  const { cache, radii } = search;
  const { caches, places, counts, blocks } = cache;
  const slot = batch.slots[k];
  const packed = PAIR_CACHE_LENGTH * slot;
  const at = recordOf(k);
  const known = counts[slot];
  const result = refreshBoxPoints(cache.points, POINT * blocks[slot], records, at, caches, packed + 1, known);
  if (result === SAME_FEATURES) {
    places[PLACE * slot + PLACE_APART] = 0;
    return;
  }
  const a = batch.bodiesA[k];
  const b = batch.bodiesB[k];
  let apart = 0;
  if (result === NO_CONTACT) {
    found.count = 0;
    caches[packed + 1] = 0;
    for (let l = 0; l < 3; l++) caches[packed + 7 + l] = records[at + 2 * (DIRECTION + l)];
    apart = records[at + 2 * SEPARATION];
  } else if (result === NOT_FACING) {
    caches[packed + 1] = 0;
    margin[0] = records[at + 2 * MARGIN];
    findPairPoints(workspace, search, slot, a, b);
    if (found.count === 0) apart = pairCache.direction[APART];
  } else {
    const count = chooseBoxPoints(found.numbers, found.features, records, at, caches, packed + 1, known);
    if (count === SAME_FEATURES) {
      writeSamePoints(cache, slot, found);
      places[PLACE * slot + PLACE_APART] = 0;
      return;
    }
    found.count = count;
  }
  places[PLACE * slot + PLACE_APART] = apart;
  size[0] = Math.min(radii[a], radii[b]);
  if (found.count > 0 || known > 0) inheritImpulses(cache, slot, found, size);
}

/** Finds the points of a pair of sharp boxes. False: they have the features of the cached ones, and are in the cache already. */
export function findBoxPairPoints(
  workspace: SearchWorkspace,
  search: ContactSearch,
  slot: number,
  a: number,
  b: number,
): boolean {
  const { found, pairCache, relativePose, margin } = workspace;
  const { boxSizes, cache } = search;
  const { caches } = cache;
  setSizes(sizesA, boxSizes, a);
  setSizes(sizesB, boxSizes, b);
  setRelativeRotation(relativePose);
  const { direction } = pairCache;
  unpackDirection(direction, caches, PAIR_CACHE_LENGTH * slot);
  unpackMemory(caches, PAIR_CACHE_LENGTH * slot);
  const known = cache.counts[slot];
  const count = boxContactPoints(points, sizesA, sizesB, relative, margin, direction, memory, known);
  packMemory(caches, PAIR_CACHE_LENGTH * slot);
  copyFoundPoints(found, points);
  if (count === SAME_FEATURES) {
    writeSamePoints(cache, slot, found);
    cache.places[PLACE * slot + PLACE_APART] = 0;
    return false;
  }
  if (count === NOT_FACING) findPairPoints(workspace, search, slot, a, b);
  else packDirection(caches, PAIR_CACHE_LENGTH * slot, direction);
  return true;
}

function writeSamePoints(cache: SearchCache, slot: number, found: FoundPoints): void {
  for (let k = 0; k < cache.counts[slot]; k++) writePoint(cache, cache.blocks[slot] + k, found, k);
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
function setRelativeRotation(relativePose: Float64Array): void {
  const w = relativePose[0], x = relativePose[1], y = relativePose[2], z = relativePose[3];
  relative[0] = 1 - 2 * (y * y + z * z); relative[1] = 2 * (x * y - w * z); relative[2] = 2 * (x * z + w * y);
  relative[3] = 2 * (x * y + w * z); relative[4] = 1 - 2 * (x * x + z * z); relative[5] = 2 * (y * z - w * x);
  relative[6] = 2 * (x * z - w * y); relative[7] = 2 * (y * z + w * x); relative[8] = 1 - 2 * (x * x + y * y);
  relative[9] = relativePose[4]; relative[10] = relativePose[5]; relative[11] = relativePose[6];
}
