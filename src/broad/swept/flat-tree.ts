import { halveRange, nodeArea, uniteBoxes } from '../box-tree.ts';

/** A range of at most this many boxes is not split further: testing them in a loop is faster than descending. */
const LEAF_SIZE = 8;

/** The tree is rebuilt when its total area is this many times the area after the last build [VBC24-3.1]. */
export const REBUILD_AREA = 1.5;

/**
 * A tree that halves the array of boxes, the halves again and so on, with nodes in depth-first order: parent, first
 * half, second half. Its layout depends on the number of boxes alone, so a build only changes their order, and a search
 * runs through the nodes in ascending order and skips subtrees that do not overlap.
 */
export interface FlatTree {
  /** Box indices in the order of the tree, and copies of their boxes in this order: min xyz, max xyz. */
  readonly order: Int32Array;
  readonly sorted: Float64Array;
  /** Of each node: its box, the range of `order` below it, and the next node after its subtree. */
  readonly bounds: Float64Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly skips: Int32Array;
}

/** Where the arrays of a tree are: shared memory can be used by several threads. */
export type ArrayMemory = 'own' | 'shared';

export function createFlatTree(members: Int32Array, memory: ArrayMemory = 'own'): FlatTree {
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
    order: integersIn(memory, members),
    sorted: numbersIn(memory, 6 * members.length),
    bounds: numbersIn(memory, 6 * starts.length),
    starts: integersIn(memory, starts),
    ends: integersIn(memory, ends),
    skips: integersIn(memory, skips),
  };
}

/** A new array of zeros. */
export function numbersIn(memory: ArrayMemory, length: number): Float64Array {
  return new Float64Array(memory === 'shared' ? new SharedArrayBuffer(8 * length) : new ArrayBuffer(8 * length));
}

/** A copy of `values`. */
export function integersIn(memory: ArrayMemory, values: ArrayLike<number>): Int32Array {
  const bytes = 4 * values.length;
  const copy = new Int32Array(memory === 'shared' ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  copy.set(values);
  return copy;
}

export function isLeaf({ skips }: FlatTree, node: number): boolean {
  return skips[node] === node + 1;
}

/** Sorts `order` by the positions of the boxes, which lie at their own indices in `boxes`. The tree must be refitted afterwards. */
export function reorderTree({ order }: FlatTree, boxes: Float64Array): void {
  reorderRange(order, boxes, 0, order.length);
}

function reorderRange(order: Int32Array, boxes: Float64Array, from: number, to: number): void {
  if (to - from <= LEAF_SIZE) return;
  const midpoint = halveRange(boxes, order, from, to);
  reorderRange(order, boxes, from, midpoint);
  reorderRange(order, boxes, midpoint, to);
}

/** Refits the nodes `from` to `to` - 1 to the boxes in `sorted`; the nodes below them must be among these, or fitted already. */
export function refitNodes(tree: FlatTree, from = 0, to = tree.skips.length): void {
  // both halves of a node come after it
  for (let node = to - 1; node >= from; node--) refitNode(tree, node);
}

export function refitNode(tree: FlatTree, node: number): void {
  if (isLeaf(tree, node)) fitLeaf(tree, node);
  else uniteBoxes(tree.bounds, node, node + 1, tree.skips[node + 1]);
}

function fitLeaf({ sorted, bounds, starts, ends }: FlatTree, node: number): void {
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let l = starts[node]; l < ends[node]; l++) {
      min = Math.min(min, sorted[6 * l + k]);
      max = Math.max(max, sorted[6 * l + 3 + k]);
    }
    bounds[6 * node + k] = min;
    bounds[6 * node + 3 + k] = max;
  }
}

/** Sum of the areas of all nodes [m²]: it grows as boxes move and the order becomes worse. */
export function treeArea({ bounds, skips }: FlatTree): number {
  let area = 0;
  for (let node = 0; node < skips.length; node++) area += nodeArea(bounds, node);
  return area;
}

/**
 * The largest subtrees of at most `size` boxes each, in order: their root nodes. The nodes above them are not part of any; see
 * `refitAbove`.
 */
export function subtreeRoots({ starts, ends, skips }: FlatTree, size: number): Int32Array {
  const roots: number[] = [];
  for (let node = 0; node < skips.length; ) {
    const isSmall = ends[node] - starts[node] <= size || skips[node] === node + 1;
    if (isSmall) roots.push(node);
    node = isSmall ? skips[node] : node + 1;
  }
  return Int32Array.from(roots);
}

/** Refits the nodes above subtrees that are fitted already. */
export function refitAbove(tree: FlatTree, roots: Int32Array): void {
  let next = roots.length - 1;
  for (let node = tree.skips.length - 1; node >= 0; node--) {
    // the last node of a subtree: continue before its root
    if (next >= 0 && node === tree.skips[roots[next]] - 1) node = roots[next--];
    else refitNode(tree, node);
  }
}
