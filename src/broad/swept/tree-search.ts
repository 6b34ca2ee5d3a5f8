import { halveRange, nodeArea, uniteBoxes } from '../box-tree.ts';
import type { BoxSearch, BoxSet } from './box-set.ts';

/** A range of at most this many boxes is not split further: testing them in a loop is faster than descending. */
const LEAF_SIZE = 8;

/** The tree is rebuilt when its total area is this many times the area after the last build [VBC24-3.1]. */
const REBUILD_AREA = 1.5;

/**
 * A tree that halves the array of boxes, the halves again and so on, with nodes in depth-first order: parent, first
 * half, second half. Its layout depends on the number of boxes alone, so a build only changes their order, and a search
 * runs through the nodes in ascending order and skips subtrees that do not overlap.
 */
interface FlatTree {
  /** Box indices in the order of the tree, and copies of their boxes in this order. */
  readonly order: Int32Array;
  readonly sorted: Float64Array;
  /** Of each node: its box, the range of `order` below it, and the next node after its subtree. */
  readonly bounds: Float64Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly skips: Int32Array;
}

/** A tree of boxes, refitted to the moved boxes at each update and rebuilt when it has become loose. */
export function createTreeSearch(queries: BoxSet, targets: BoxSet): BoxSearch {
  const tree = createFlatTree(targets.members);
  let builtArea = -1;
  return {
    update: () => {
      if (builtArea >= 0 && refit(tree, targets.boxes) <= REBUILD_AREA * builtArea) return;
      reorder(tree, targets.boxes, 0, tree.order.length);
      builtArea = refit(tree, targets.boxes);
    },
    find: (row, i) => findInTree(row, tree, queries.boxes, i, queries === targets ? i : -1),
  };
}

function createFlatTree(members: Int32Array): FlatTree {
  const starts: number[] = [];
  const ends: number[] = [];
  const skips: number[] = [];
  const addRange = (from: number, to: number): void => {
    const node = starts.length;
    starts.push(from);
    ends.push(to);
    skips.push(0);
    if (to - from > LEAF_SIZE) {
      const midpoint = (from + to) >> 1;
      addRange(from, midpoint);
      addRange(midpoint, to);
    }
    skips[node] = starts.length;
  };
  if (members.length > 0) addRange(0, members.length);
  return {
    order: members.slice(),
    sorted: new Float64Array(6 * members.length),
    bounds: new Float64Array(6 * starts.length),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    skips: Int32Array.from(skips),
  };
}

function reorder(tree: FlatTree, boxes: Float64Array, from: number, to: number): void {
  if (to - from <= LEAF_SIZE) return;
  const midpoint = halveRange(boxes, tree.order, from, to);
  reorder(tree, boxes, from, midpoint);
  reorder(tree, boxes, midpoint, to);
}

/** Refits all nodes to the current boxes; returns their total area [m²]. */
function refit(tree: FlatTree, boxes: Float64Array): number {
  const { order, sorted, bounds, skips } = tree;
  for (let l = 0; l < order.length; l++) {
    for (let k = 0; k < 6; k++) sorted[6 * l + k] = boxes[6 * order[l] + k];
  }
  let area = 0;
  // both halves of a node come after it
  for (let node = skips.length - 1; node >= 0; node--) {
    if (skips[node] === node + 1) fitLeaf(tree, node);
    else uniteBoxes(bounds, node, node + 1, skips[node + 1]);
    area += nodeArea(bounds, node);
  }
  return area;
}

function fitLeaf(tree: FlatTree, node: number): void {
  const { sorted, bounds } = tree;
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let l = tree.starts[node]; l < tree.ends[node]; l++) {
      min = Math.min(min, sorted[6 * l + k]);
      max = Math.max(max, sorted[6 * l + 3 + k]);
    }
    bounds[6 * node + k] = min;
    bounds[6 * node + 3 + k] = max;
  }
}

/** Targets with an index above `after` that overlap box i. */
function findInTree(row: Int32Array, tree: FlatTree, boxes: Float64Array, i: number, after: number): number {
  const { order, sorted, bounds, starts, ends, skips } = tree;
  const minX = boxes[6 * i];
  const minY = boxes[6 * i + 1];
  const minZ = boxes[6 * i + 2];
  const maxX = boxes[6 * i + 3];
  const maxY = boxes[6 * i + 4];
  const maxZ = boxes[6 * i + 5];
  let found = 0;
  let node = 0;
  while (node < skips.length) {
    const n = 6 * node;
    // biome-ignore format: the two boxes side by side
    if (
      bounds[n] > maxX || bounds[n + 3] < minX || bounds[n + 1] > maxY || bounds[n + 4] < minY ||
      bounds[n + 2] > maxZ || bounds[n + 5] < minZ
    ) {
      node = skips[node];
      continue;
    }
    const end = skips[node] === node + 1 ? ends[node] : 0;
    for (let l = starts[node]; l < end; l++) {
      const b = 6 * l;
      // biome-ignore format: the two boxes side by side
      if (
        sorted[b] <= maxX && sorted[b + 3] >= minX && sorted[b + 1] <= maxY &&
        sorted[b + 4] >= minY && sorted[b + 2] <= maxZ && sorted[b + 5] >= minZ && order[l] > after
      ) {
        row[found++] = order[l];
      }
    }
    node++;
  }
  return found;
}
