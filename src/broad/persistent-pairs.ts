import { FAT_MARGIN } from '../bounds/aabb.ts';
import { type BoxTree, buildTree, createBoxTree, insertLeaf, removeLeaf } from './box-tree.ts';
import { boxesOverlap, isFiniteBox, longestSide } from './pairs.ts';

/**
 * Pairs of boxes that persist between updates. Every box has a fat box around it; a pair exists while the fat boxes
 * overlap, so no pair changes and no search runs while all boxes stay inside theirs. A pair holds its slot, a small
 * index under which callers can store data about it, as long as it exists.
 */
export interface PersistentPairs {
  /** Number of boxes, removed ones included; the arrays may hold more. */
  boxCount: number;
  /** Leaf i is the fat box of i. The tree layout does not affect the set of pairs. */
  tree: BoxTree;
  /** Location of box i: `NOWHERE` (new), `IN_TREE`, `APART` (outside the tree) because a side is infinite, or `REMOVED`. */
  places: Uint8Array;
  /** Number of pairs, and their slots sorted by box indices: lower index first, then the higher. */
  count: number;
  slots: Int32Array;
  /** The boxes of the pair in a slot, lower index first. */
  first: Int32Array;
  second: Int32Array;
  /** Slots are 0 to slotCount - 1; those in `freeSlots` hold no pair. */
  slotCount: number;
  freeSlots: Int32Array;
  freeCount: number;
  /** Slots filled in the last update, and slots emptied in it, whose boxes can still be read. */
  readonly fresh: SlotList;
  readonly dropped: SlotList;
  scratch: Scratch;
}

export interface SlotList {
  count: number;
  slots: Int32Array;
}

interface Scratch {
  readonly moved: Uint8Array;
  readonly leaves: Int32Array;
  readonly stack: Int32Array;
  /** The boxes outside the tree. */
  readonly apart: Int32Array;
  apartCount: number;
  /** i n + j of the pairs found by a search, each once, unordered before `sortFound`. */
  found: Float64Array;
  foundCount: number;
  /** For `sortFound`: end of the pairs of each i, and storage for the result. */
  readonly ends: Int32Array;
  sorted: Float64Array;
  merged: Int32Array;
  /** Boxes with a new fat box since the whole tree was last built. */
  sinceBuilt: number;
}

const NO_VELOCITIES = new Float64Array(0);

const NOWHERE = 0;
export const IN_TREE = 1;
const APART = 2;
export const REMOVED = 3;

const FIRST_CAPACITY = 64;
/** Maximum extension ahead of a fat box, in units of the longest side. */
const MAX_AHEAD = 0.5;
/** A fat box this many times as long as its box is too large and is replaced. */
const LOOSE = 2;
/** If more than this fraction of the boxes has left its fat box, building the whole tree is faster than moving single leaves. */
const MANY = 0.15;
/** The tree is rebuilt after this many insertions per box: each insertion degrades it. */
const INSERTIONS_PER_BOX = 8;

export function createPersistentPairs(boxCount: number): PersistentPairs {
  return {
    boxCount,
    tree: createBoxTree(boxCount),
    places: new Uint8Array(boxCount),
    count: 0,
    slots: new Int32Array(FIRST_CAPACITY),
    first: new Int32Array(FIRST_CAPACITY),
    second: new Int32Array(FIRST_CAPACITY),
    slotCount: 0,
    freeSlots: new Int32Array(FIRST_CAPACITY),
    freeCount: 0,
    fresh: { count: 0, slots: new Int32Array(FIRST_CAPACITY) },
    dropped: { count: 0, slots: new Int32Array(FIRST_CAPACITY) },
    scratch: createScratch(boxCount),
  };
}

function createScratch(capacity: number): Scratch {
  return {
    moved: new Uint8Array(capacity),
    leaves: new Int32Array(capacity),
    stack: new Int32Array(2 * capacity + 1),
    apart: new Int32Array(capacity),
    apartCount: 0,
    found: new Float64Array(FIRST_CAPACITY),
    foundCount: 0,
    ends: new Int32Array(capacity + 1),
    sorted: new Float64Array(FIRST_CAPACITY),
    merged: new Int32Array(FIRST_CAPACITY),
    sinceBuilt: 0,
  };
}

/** Ensures capacity for boxes 0 to `capacity` - 1; the number of boxes and their pairs are unchanged. */
export function reserveBoxes(pairs: PersistentPairs, capacity: number): void {
  if (capacity <= pairs.places.length) return;
  const { tree, places } = pairs;
  pairs.tree = createBoxTree(capacity);
  pairs.tree.bounds.set(tree.bounds.subarray(0, 6 * tree.leafCapacity));
  pairs.places = new Uint8Array(capacity);
  pairs.places.set(places);
  pairs.scratch = createScratch(capacity);
  rebuildTree(pairs);
}

/** Box i is new to the next update, which computes its fat box and its pairs; pairs that still overlap then keep their slots. */
export function renewBox(pairs: PersistentPairs, i: number): void {
  if (pairs.places[i] === IN_TREE) removeLeaf(pairs.tree, i);
  pairs.places[i] = NOWHERE;
}

/** Box i has no fat box and no pair from now on, until `renewBox`. Its pairs must be dropped with `dropPairsOf`. */
export function removeBox(pairs: PersistentPairs, i: number): void {
  renewBox(pairs, i);
  pairs.places[i] = REMOVED;
}

/** Ends all pairs of box i at once, between two updates; `onDrop` receives the slot of each while its boxes can still be read. */
export function dropPairsOf(pairs: PersistentPairs, i: number, onDrop: (slot: number) => void): void {
  const { slots } = pairs;
  let count = 0;
  for (let k = 0; k < pairs.count; k++) {
    const slot = slots[k];
    if (pairs.first[slot] !== i && pairs.second[slot] !== i) {
      slots[count++] = slot;
      continue;
    }
    onDrop(slot);
    freeSlot(pairs, slot);
  }
  pairs.count = count;
}

/**
 * Updates the pairs for `boxes` (min xyz, max xyz of each; infinite sides are allowed). Only boxes with `active` 1 and
 * new boxes are tested; `wanted` returns whether two boxes may become a pair. With the `velocities` of the boxes, xyz
 * each [m/s], fat boxes also cover the displacement of the next `ahead` [s]: a falling group is then not reinserted at every update.
 */
export function updatePersistentPairs(
  pairs: PersistentPairs,
  boxes: Float64Array,
  active: Uint8Array,
  wanted: (i: number, j: number) => boolean,
  velocities: Float64Array = NO_VELOCITIES,
  ahead = 0,
): void {
  const { tree, places, scratch } = pairs;
  pairs.fresh.count = 0;
  for (let k = 0; k < pairs.dropped.count; k++) freeSlot(pairs, pairs.dropped.slots[k]);
  pairs.dropped.count = 0;
  let movedCount = 0;
  for (let i = 0; i < pairs.boxCount; i++) {
    scratch.moved[i] = 0;
    if (places[i] === REMOVED) continue;
    if (places[i] !== NOWHERE && (active[i] === 0 || isTight(boxes, tree.bounds, i))) continue;
    scratch.moved[i] = 1;
    movedCount++;
  }
  if (movedCount === 0) return;
  const many = movedCount > MANY * pairs.boxCount;
  // renew all active boxes together: they leave their fat boxes together, and until then no work is needed
  if (many) for (let i = 0; i < pairs.boxCount; i++) scratch.moved[i] |= active[i];
  scratch.sinceBuilt += movedCount;
  const rebuild = many || scratch.sinceBuilt > INSERTIONS_PER_BOX * pairs.boxCount;
  for (let i = 0; i < pairs.boxCount; i++) {
    if (scratch.moved[i] === 1) setFatBox(pairs, boxes, i, velocities, ahead, rebuild);
  }
  if (rebuild) rebuildTree(pairs);
  scratch.foundCount = 0;
  scratch.apartCount = 0;
  for (let i = 0; i < pairs.boxCount; i++) if (places[i] === APART) scratch.apart[scratch.apartCount++] = i;
  for (let i = 0; i < pairs.boxCount; i++) if (scratch.moved[i] === 1) search(pairs, i);
  sortFound(pairs);
  merge(pairs, wanted);
}

/** Builds the tree over all fat boxes; also used after they are read from a snapshot. */
export function rebuildTree(pairs: PersistentPairs): void {
  const { places, scratch } = pairs;
  let members = 0;
  for (let i = 0; i < pairs.boxCount; i++) if (places[i] === IN_TREE) scratch.leaves[members++] = i;
  buildTree(pairs.tree, scratch.leaves, members);
  scratch.sinceBuilt = 0;
}

/** Is a box inside its fat box, and the fat box not much too large? */
function isTight(inner: Float64Array, outer: Float64Array, i: number): boolean {
  for (let k = 6 * i; k < 6 * i + 3; k++) {
    if (inner[k] < outer[k] || inner[k + 3] > outer[k + 3]) return false;
  }
  return !(longestSide(outer, i) > LOOSE * longestSide(inner, i));
}

/** Gives box i a new fat box, inside or outside the tree; `rebuild`: the whole tree is built afterwards. */
// biome-ignore format: the velocities and the time ahead on one line
function setFatBox(
  pairs: PersistentPairs, boxes: Float64Array, i: number,
  velocities: Float64Array, ahead: number, rebuild: boolean,
): void {
  const { tree, places } = pairs;
  if (places[i] === IN_TREE && !rebuild) removeLeaf(tree, i);
  const finite = isFiniteBox(boxes, i);
  const side = finite ? longestSide(boxes, i) : 0;
  const margin = FAT_MARGIN * side;
  const maxAhead = MAX_AHEAD * side;
  for (let k = 0; k < 3; k++) {
    const displacement = ahead === 0 ? 0 : Math.max(-maxAhead, Math.min(ahead * velocities[3 * i + k], maxAhead));
    tree.bounds[6 * i + k] = boxes[6 * i + k] - margin + Math.min(displacement, 0);
    tree.bounds[6 * i + 3 + k] = boxes[6 * i + 3 + k] + margin + Math.max(displacement, 0);
  }
  places[i] = finite ? IN_TREE : APART;
  if (finite && !rebuild) insertLeaf(tree, i);
}

/** Records all boxes whose fat box overlaps that of box i. */
function search(pairs: PersistentPairs, i: number): void {
  const { tree, places, boxCount } = pairs;
  const { bounds } = tree;
  if (places[i] === APART) {
    for (let j = 0; j < boxCount; j++) {
      if (j !== i && (places[j] === IN_TREE || places[j] === APART) && boxesOverlap(bounds, i, bounds, j))
        addFound(pairs, i, j);
    }
    return;
  }
  const { stack, apart, apartCount } = pairs.scratch;
  for (let k = 0; k < apartCount; k++) if (boxesOverlap(bounds, i, bounds, apart[k])) addFound(pairs, i, apart[k]);
  let top = 0;
  stack[top++] = tree.root;
  while (top > 0) {
    const node = stack[--top];
    if (!boxesOverlap(bounds, i, bounds, node)) continue;
    if (node >= tree.leafCapacity) {
      stack[top++] = tree.left[node];
      stack[top++] = tree.right[node];
    } else if (node !== i) addFound(pairs, i, node);
  }
}

function addFound({ scratch, boxCount }: PersistentPairs, i: number, j: number): void {
  // found by the search of j already
  if (j < i && scratch.moved[j] === 1) return;
  if (scratch.foundCount === scratch.found.length)
    scratch.found = grown(scratch.found, new Float64Array(2 * scratch.foundCount));
  // i n + j is exact up to 9e7 boxes
  scratch.found[scratch.foundCount++] = i < j ? i * boxCount + j : j * boxCount + i;
}

/** Merges old and found pairs into one sorted list: drops old pairs that no longer overlap, adds new ones. */
function merge(pairs: PersistentPairs, wanted: (i: number, j: number) => boolean): void {
  const { scratch, boxCount, tree } = pairs;
  const { found, foundCount, moved } = scratch;
  const max = pairs.count + foundCount;
  if (scratch.merged.length < max) scratch.merged = new Int32Array(2 * max);
  const before = pairs.slots;
  const { merged } = scratch;
  let count = 0;
  let old = 0;
  let next = 0;
  while (old < pairs.count || next < foundCount) {
    const slot = old < pairs.count ? before[old] : -1;
    const oldKey = slot < 0 ? Infinity : pairs.first[slot] * boxCount + pairs.second[slot];
    const newKey = next < foundCount ? found[next] : Infinity;
    if (newKey < oldKey) {
      const i = Math.floor(newKey / boxCount);
      const j = newKey - i * boxCount;
      if (wanted(i, j)) merged[count++] = takeSlot(pairs, i, j);
    } else {
      old++;
      const i = pairs.first[slot];
      const j = pairs.second[slot];
      const separated =
        newKey !== oldKey && (moved[i] | moved[j]) === 1 && !boxesOverlap(tree.bounds, i, tree.bounds, j);
      if (separated) addSlot(pairs.dropped, slot);
      else merged[count++] = slot;
    }
    while (next < foundCount && found[next] === newKey && newKey <= oldKey) next++;
  }
  scratch.merged = before;
  pairs.slots = merged;
  pairs.count = count;
}

function takeSlot(pairs: PersistentPairs, i: number, j: number): number {
  const slot = pairs.freeCount > 0 ? pairs.freeSlots[--pairs.freeCount] : pairs.slotCount++;
  if (slot >= pairs.first.length) {
    pairs.first = grown(pairs.first, new Int32Array(2 * slot));
    pairs.second = grown(pairs.second, new Int32Array(2 * slot));
  }
  pairs.first[slot] = i;
  pairs.second[slot] = j;
  addSlot(pairs.fresh, slot);
  return slot;
}

function freeSlot(pairs: PersistentPairs, slot: number): void {
  if (pairs.freeCount === pairs.freeSlots.length) {
    pairs.freeSlots = grown(pairs.freeSlots, new Int32Array(2 * pairs.freeCount));
  }
  pairs.freeSlots[pairs.freeCount++] = slot;
}

function addSlot(list: SlotList, slot: number): void {
  if (list.count === list.slots.length) list.slots = grown(list.slots, new Int32Array(2 * list.count));
  list.slots[list.count++] = slot;
}

function grown<Packed extends Float64Array | Int32Array>(old: Packed, larger: Packed): Packed {
  larger.set(old);
  return larger;
}

/**
 * Sorts the found pairs in a time that grows only in proportion to their number: distributes them by i, then sorts the few of each i by j.
 * Those of a large box, with many neighbours, are found in the order of j.
 */
function sortFound({ scratch, boxCount }: PersistentPairs): void {
  const { found, foundCount, ends } = scratch;
  if (scratch.sorted.length < foundCount) scratch.sorted = new Float64Array(found.length);
  const { sorted } = scratch;
  ends.fill(0);
  for (let k = 0; k < foundCount; k++) ends[Math.floor(found[k] / boxCount) + 1]++;
  for (let i = 0; i < boxCount; i++) ends[i + 1] += ends[i];
  // now the start of each i; it moves to the end while the pairs are written
  for (let k = 0; k < foundCount; k++) sorted[ends[Math.floor(found[k] / boxCount)]++] = found[k];
  let start = 0;
  for (let i = 0; i < boxCount; i++) {
    if (ends[i] - start > 1) sortNumbers(sorted, start, ends[i]);
    start = ends[i];
  }
  scratch.found = sorted;
  scratch.sorted = found;
}

/** Shell sort, ascending, of the numbers `from` to `to` - 1; allocates no memory. */
function sortNumbers(numbers: Float64Array, from: number, to: number): void {
  const count = to - from;
  let gap = 1;
  while (gap < count / 3) gap = 3 * gap + 1;
  for (; gap >= 1; gap = (gap - 1) / 3) {
    for (let k = from + gap; k < to; k++) {
      const value = numbers[k];
      let l = k;
      while (l >= from + gap && numbers[l - gap] > value) {
        numbers[l] = numbers[l - gap];
        l -= gap;
      }
      numbers[l] = value;
    }
  }
}
