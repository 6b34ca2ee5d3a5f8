import type { PersistentPairs } from '../../../broad/persistent-pairs.ts';
import { PAIR_CACHE_LENGTH } from '../../../manifold/pair-cache.ts';
import { CACHED_IMPULSE, type ContactCache, PLACE, POINT, SLACK } from './contact-cache.ts';
import type { StepWorld } from './step-world.ts';

/** Number of steps between two tests of the order. */
const INTERVAL = 64;
/** Slots are renumbered if, among the pairs with contacts, more than this fraction of the blocks follows a higher one. */
const DISORDER = 0.1;

/**
 * Renumbers the slots, and moves their blocks of points, in the order of the pairs, if many pairs have come and gone: the data of pairs is then
 * read from memory in sequence. No result depends on the numbers. Called at the start of a step, before the pairs are updated.
 */
export function orderSlots({ pairs, cache, stepCount }: StepWorld): void {
  if (stepCount % INTERVAL !== 0 || !isDisordered(pairs, cache)) return;
  renumberSlots(pairs, cache);
}

function isDisordered({ slots, count }: PersistentPairs, { counts, blocks }: ContactCache): boolean {
  let descents = 0;
  let withContacts = 0;
  let last = -1;
  for (let k = 0; k < count; k++) {
    const slot = slots[k];
    if (counts[slot] === 0) continue;
    withContacts++;
    if (blocks[slot] < last) descents++;
    last = blocks[slot];
  }
  return descents > DISORDER * withContacts;
}

/** Gives the pairs the slots 0, 1, 2 ... in their order. Slots without a pair are removed. */
export function renumberSlots(pairs: PersistentPairs, cache: ContactCache): void {
  const { count } = pairs;
  const order = pairs.slots.slice(0, count);
  moveBlocks(cache, order);
  permute(pairs.first, 1, order);
  permute(pairs.second, 1, order);
  permute(cache.counts, 1, order);
  permute(cache.blocks, 1, order);
  permute(cache.capacities, 1, order);
  permute(cache.places, PLACE, order);
  permute(cache.slacks, SLACK, order);
  permute(cache.materials, 3, order);
  permute(cache.resistances, 2, order);
  permute(cache.angularImpulses, 3, order);
  permute(cache.loads, 1, order);
  permute(cache.sensors, 1, order);
  permute(cache.touching, 1, order);
  permute(cache.visited, 1, order);
  permute(cache.caches, PAIR_CACHE_LENGTH, order);
  for (let k = 0; k < count; k++) pairs.slots[k] = k;
  pairs.slotCount = count;
  pairs.freeCount = 0;
  pairs.dropped.count = 0;
  pairs.fresh.count = 0;
}

type Packed = Float64Array | Int32Array | Uint8Array;

/** Item k becomes the previous item `order[k]`, each of `width` numbers. */
function permute(items: Packed, width: number, order: Int32Array): void {
  if (items instanceof Float64Array) permuteNumbers(items, width, order);
  else if (items instanceof Int32Array) permuteIntegers(items, order);
  else permuteBytes(items, order);
}

// one function for each kind of array: accesses to several kinds in one function are slower

function permuteNumbers(items: Float64Array, width: number, order: Int32Array): void {
  const before = items.slice();
  for (let k = 0, to = 0; k < order.length; k++) {
    for (let l = width * order[k]; l < width * order[k] + width; l++) items[to++] = before[l];
  }
}

function permuteIntegers(items: Int32Array, order: Int32Array): void {
  const before = items.slice();
  for (let k = 0; k < order.length; k++) items[k] = before[order[k]];
}

function permuteBytes(items: Uint8Array, order: Int32Array): void {
  const before = items.slice();
  for (let k = 0; k < order.length; k++) items[k] = before[order[k]];
}

/** Moves the blocks of the slots in `order` one behind the other: first those with points, which every step reads, then the others. */
function moveBlocks(cache: ContactCache, order: Int32Array): void {
  const { blocks, capacities, counts } = cache;
  const points = new Int32Array(cache.pointCount);
  let pointCount = 0;
  for (const hasPoints of [true, false]) {
    for (const slot of order) {
      if (counts[slot] > 0 !== hasPoints) continue;
      const block = blocks[slot];
      blocks[slot] = pointCount;
      for (let k = 0; k < capacities[slot]; k++) points[pointCount++] = block + k;
    }
  }
  const moved = points.subarray(0, pointCount);
  permute(cache.points, POINT, moved);
  permute(cache.features, 1, moved);
  permute(cache.impulses, CACHED_IMPULSE, moved);
  cache.pointCount = pointCount;
  cache.freeNarrow.length = 0;
  cache.freeWide.length = 0;
}
