import { addPair, boxesOverlap, createPairList, createPairSorter, type PairList } from './pairs.ts';

/** Insertion sort gives up after this many moves per box: the previous order is of no use. */
const MOVES_PER_BOX = 16;

/** Axis value of an unsorted order. */
export const UNSORTED = -1;

/**
 * Sweep and prune: boxes sorted by their lower ends along one axis; each is tested only against those that start before
 * it ends. The order of the last update is nearly right for the next, so insertion sort takes O(n + moves).
 */
export function createSweep(): (boxes: Float64Array, count: number) => PairList {
  const pairs = createPairList();
  const sortPairs = createPairSorter();
  let order = new Int32Array();
  let axis = UNSORTED;
  return (boxes, count) => {
    if (order.length !== count) {
      order = Int32Array.from({ length: count }, (_, i) => i);
      axis = UNSORTED;
    }
    axis = sortByStart(order, boxes, axis);
    pairs.count = 0;
    for (let k = 0; k < count; k++) {
      const i = order[k];
      const end = boxes[6 * i + 3 + axis];
      for (let l = k + 1; l < count; l++) {
        const j = order[l];
        if (boxes[6 * j + axis] > end) break;
        if (boxesOverlap(boxes, i, boxes, j)) addPair(pairs, i, j);
      }
    }
    sortPairs(pairs, count);
    return pairs;
  };
}

/**
 * Sorts box indices by the lower ends of their boxes, which were sorted along `axis` at the last update. If that order
 * is too far off, sorts from scratch along the widest axis. Returns the sort axis.
 */
export function sortByStart(order: Int32Array, boxes: Float64Array, axis: number): number {
  if (axis !== UNSORTED && sortByInsertion(order, boxes, axis)) return axis;
  const widest = widestAxis(order, boxes);
  sortFromScratch(order, boxes, widest);
  return widest;
}

/** The axis along which the lower ends have the largest extent; infinite ends are ignored. */
function widestAxis(order: Int32Array, boxes: Float64Array): number {
  let widest = 0;
  let widestSpread = -1;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let k = 0; k < order.length; k++) {
      const start = boxes[6 * order[k] + axis];
      if (!Number.isFinite(start)) continue;
      min = Math.min(min, start);
      max = Math.max(max, start);
    }
    if (max - min > widestSpread) {
      widestSpread = max - min;
      widest = axis;
    }
  }
  return widest;
}

function sortFromScratch(order: Int32Array, boxes: Float64Array, axis: number): void {
  const start = (i: number) => boxes[6 * i + axis];
  // -∞ - -∞ is NaN: compare, do not subtract
  order.sort((i, j) => (start(i) < start(j) ? -1 : start(i) > start(j) ? 1 : i - j));
}

/** Returns false when the order was too far off; it is still a permutation then. */
function sortByInsertion(order: Int32Array, boxes: Float64Array, axis: number): boolean {
  let movesLeft = MOVES_PER_BOX * order.length;
  for (let k = 1; k < order.length && movesLeft >= 0; k++) {
    const i = order[k];
    const start = boxes[6 * i + axis];
    let l = k;
    while (l > 0 && boxes[6 * order[l - 1] + axis] > start) {
      order[l] = order[l - 1];
      l--;
    }
    order[l] = i;
    movesLeft -= k - l;
  }
  return movesLeft >= 0;
}
