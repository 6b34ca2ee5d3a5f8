import { addPair, boxesOverlap, createPairList, createPairSorter, type PairList } from './pairs.ts';

/** Insertion sort gives up after this many moves a box: the order has nothing to do with the last one. */
const MOVES_PER_BOX = 16;

/**
 * Sweep and prune: boxes sorted by their lower ends along one axis; each meets only those that start before it ends.
 * The order of the last update is nearly right for the next, so insertion sort takes O(n + moves).
 */
export function createSweep(): (boxes: Float64Array, count: number) => PairList {
  const pairs = createPairList();
  const sortPairs = createPairSorter();
  let order = new Int32Array();
  let axis = 0;
  return (boxes, count) => {
    if (order.length !== count) {
      order = Int32Array.from({ length: count }, (_, i) => i);
      axis = widestAxis(boxes, count);
      sortAfresh(order, boxes, axis);
    } else if (!sortByInsertion(order, boxes, axis)) {
      axis = widestAxis(boxes, count);
      sortAfresh(order, boxes, axis);
    }
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

/** The axis along which the lower ends lie farthest apart; infinite ends have no say. */
function widestAxis(boxes: Float64Array, count: number): number {
  let widest = 0;
  let widestSpread = -1;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = axis; i < 6 * count; i += 6) {
      if (!Number.isFinite(boxes[i])) continue;
      min = Math.min(min, boxes[i]);
      max = Math.max(max, boxes[i]);
    }
    if (max - min > widestSpread) {
      widestSpread = max - min;
      widest = axis;
    }
  }
  return widest;
}

function sortAfresh(order: Int32Array, boxes: Float64Array, axis: number): void {
  const start = (i: number) => boxes[6 * i + axis];
  // -∞ - -∞ is NaN: compare, do not subtract
  order.sort((i, j) => (start(i) < start(j) ? -1 : start(i) > start(j) ? 1 : i - j));
}

/** False when the order was too far off; it is still a permutation then. */
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
