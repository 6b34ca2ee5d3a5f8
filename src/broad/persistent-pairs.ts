import { FAT_MARGIN } from '../bounds/aabb.ts';
import { type BoxTree, buildTree, createBoxTree, insertLeaf, removeLeaf } from './box-tree.ts';
import { boxesOverlap, isFiniteBox, longestSide } from './pairs.ts';

/**
 * Pairs of boxes that are kept from one update to the next. Every box has a fat one around it; a pair is there while the fat
 * boxes overlap, so that nothing changes, and nothing is searched, while all boxes stay inside theirs. A pair keeps its
 * slot, a small number under which others may keep what they know about it, for as long as it is there.
 */
export interface PersistentPairs {
  readonly boxCount: number;
  /** Leaf i has the fat box of i. Its form has no say in which pairs there are. */
  readonly tree: BoxTree;
  /** Where box i is: `NOWHERE`, `IN_TREE`, or `APART`, because a side is infinite. */
  readonly places: Uint8Array;
  /** Pairs present, and their slots sorted by the boxes: smaller number first, then the larger. */
  count: number;
  slots: Int32Array;
  /** The boxes of the pair in a slot, the smaller number first. */
  first: Int32Array;
  second: Int32Array;
  /** Slots are 0 to slotCount - 1; those in `freeSlots` hold no pair. */
  slotCount: number;
  freeSlots: Int32Array;
  freeCount: number;
  /** Slots that got their pair in the last update, and slots that lost theirs, whose boxes can still be read. */
  readonly fresh: SlotList;
  readonly dropped: SlotList;
  readonly scratch: Scratch;
}

export interface SlotList {
  count: number;
  slots: Int32Array;
}

interface Scratch {
  readonly moved: Uint8Array;
  readonly leaves: Int32Array;
  readonly stack: Int32Array;
  /** The boxes beside the tree. */
  readonly apart: Int32Array;
  apartCount: number;
  /** i n + j of the pairs that a search found, in any order and more than once. */
  found: Float64Array;
  foundCount: number;
  merged: Int32Array;
  /** Boxes that have been given a new place since the tree was last built as a whole. */
  sinceBuilt: number;
}

const NO_VELOCITIES = new Float64Array(0);

export const NOWHERE = 0;
export const IN_TREE = 1;
export const APART = 2;

const FIRST_CAPACITY = 64;
/** In units of the longest side: a fat box looks no farther ahead than this. */
const FARTHEST_AHEAD = 0.5;
/** A fat box this many times as long as its box was made for a long way that is over. */
const LOOSE = 2;
/** If more than this share of the boxes has left its place, building the whole tree is faster than moving leaf by leaf. */
const MANY = 0.15;
/** The tree is built anew after this many insertions a box: their order has left its mark on it by then. */
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
    scratch: {
      moved: new Uint8Array(boxCount),
      leaves: new Int32Array(boxCount),
      stack: new Int32Array(2 * boxCount + 1),
      apart: new Int32Array(boxCount),
      apartCount: 0,
      found: new Float64Array(FIRST_CAPACITY),
      foundCount: 0,
      merged: new Int32Array(FIRST_CAPACITY),
      sinceBuilt: 0,
    },
  };
}

/**
 * Brings the pairs up to date with `boxes` (min xyz, max xyz of each; infinite sides are allowed). Only boxes with `active` 1, and
 * such as have never been, are looked at; `wanted` tells whether two boxes may become a pair at all. With the `velocities` of
 * the boxes, xyz each [m/s], fat boxes hold the way of the next `ahead` [s] as well: what falls together is then not placed at every update.
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
    if (places[i] !== NOWHERE && (active[i] === 0 || isSnug(boxes, tree.bounds, i))) continue;
    scratch.moved[i] = 1;
    movedCount++;
  }
  if (movedCount === 0) return;
  const many = movedCount > MANY * pairs.boxCount;
  // then all at once: they also leave at once, and for as long as that takes nothing is to be done
  if (many) for (let i = 0; i < pairs.boxCount; i++) scratch.moved[i] |= active[i];
  scratch.sinceBuilt += movedCount;
  const anew = many || scratch.sinceBuilt > INSERTIONS_PER_BOX * pairs.boxCount;
  for (let i = 0; i < pairs.boxCount; i++) {
    if (scratch.moved[i] === 1) placeBox(pairs, boxes, i, velocities, ahead, anew);
  }
  if (anew) rebuildTree(pairs);
  scratch.foundCount = 0;
  scratch.apartCount = 0;
  for (let i = 0; i < pairs.boxCount; i++) if (places[i] === APART) scratch.apart[scratch.apartCount++] = i;
  for (let i = 0; i < pairs.boxCount; i++) if (scratch.moved[i] === 1) search(pairs, i);
  sortNumbers(scratch.found, scratch.foundCount);
  merge(pairs, wanted);
}

/** The tree over all fat boxes from scratch: also after they were read from a snapshot. */
export function rebuildTree(pairs: PersistentPairs): void {
  const { places, scratch } = pairs;
  let members = 0;
  for (let i = 0; i < pairs.boxCount; i++) if (places[i] === IN_TREE) scratch.leaves[members++] = i;
  buildTree(pairs.tree, scratch.leaves, members);
  scratch.sinceBuilt = 0;
}

/** Is a box inside its fat one, and that one not much too large? */
function isSnug(inner: Float64Array, outer: Float64Array, i: number): boolean {
  for (let k = 6 * i; k < 6 * i + 3; k++) {
    if (inner[k] < outer[k] || inner[k + 3] > outer[k + 3]) return false;
  }
  return !(longestSide(outer, i) > LOOSE * longestSide(inner, i));
}

/** Gives box i a new fat box, in the tree or beside it; `anew`: the tree is built later on. */
// biome-ignore format: the way ahead on one line
function placeBox(
  pairs: PersistentPairs, boxes: Float64Array, i: number,
  velocities: Float64Array, ahead: number, anew: boolean,
): void {
  const { tree, places } = pairs;
  if (places[i] === IN_TREE && !anew) removeLeaf(tree, i);
  const finite = isFiniteBox(boxes, i);
  const side = finite ? longestSide(boxes, i) : 0;
  const margin = FAT_MARGIN * side;
  const farthest = FARTHEST_AHEAD * side;
  for (let k = 0; k < 3; k++) {
    const way = ahead === 0 ? 0 : Math.max(-farthest, Math.min(ahead * velocities[3 * i + k], farthest));
    tree.bounds[6 * i + k] = boxes[6 * i + k] - margin + Math.min(way, 0);
    tree.bounds[6 * i + 3 + k] = boxes[6 * i + 3 + k] + margin + Math.max(way, 0);
  }
  places[i] = finite ? IN_TREE : APART;
  if (finite && !anew) insertLeaf(tree, i);
}

/** Notes all boxes whose fat box overlaps that of box i. */
function search(pairs: PersistentPairs, i: number): void {
  const { tree, places, boxCount } = pairs;
  const { bounds } = tree;
  if (places[i] === APART) {
    for (let j = 0; j < boxCount; j++) {
      if (j !== i && places[j] !== NOWHERE && boxesOverlap(bounds, i, bounds, j)) note(pairs, i, j);
    }
    return;
  }
  const { stack, apart, apartCount } = pairs.scratch;
  for (let k = 0; k < apartCount; k++) if (boxesOverlap(bounds, i, bounds, apart[k])) note(pairs, i, apart[k]);
  let top = 0;
  stack[top++] = tree.root;
  while (top > 0) {
    const node = stack[--top];
    if (!boxesOverlap(bounds, i, bounds, node)) continue;
    if (node >= tree.leafCapacity) {
      stack[top++] = tree.left[node];
      stack[top++] = tree.right[node];
    } else if (node !== i) note(pairs, i, node);
  }
}

function note({ scratch, boxCount }: PersistentPairs, i: number, j: number): void {
  if (scratch.foundCount === scratch.found.length)
    scratch.found = grown(scratch.found, new Float64Array(2 * scratch.foundCount));
  // i n + j is exact up to 9e7 boxes
  scratch.found[scratch.foundCount++] = i < j ? i * boxCount + j : j * boxCount + i;
}

/** Old pairs and found ones into one sorted list: old ones that have parted go, found ones that are new come. */
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
      const parted = newKey !== oldKey && (moved[i] | moved[j]) === 1 && !boxesOverlap(tree.bounds, i, tree.bounds, j);
      if (parted) addSlot(pairs.dropped, slot);
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

/** Shell's sort, ascending, of the first `count` numbers; takes no memory. */
function sortNumbers(numbers: Float64Array, count: number): void {
  let gap = 1;
  while (gap < count / 3) gap = 3 * gap + 1;
  for (; gap >= 1; gap = (gap - 1) / 3) {
    for (let k = gap; k < count; k++) {
      const value = numbers[k];
      let l = k;
      while (l >= gap && numbers[l - gap] > value) {
        numbers[l] = numbers[l - gap];
        l -= gap;
      }
      numbers[l] = value;
    }
  }
}
