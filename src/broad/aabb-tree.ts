import { FAT_MARGIN } from '../bounds/aabb.ts';
import { type BoxTree, buildTree, createBoxTree, insertLeaf, removeLeaf, treeCost } from './box-tree.ts';
import {
  addPair,
  addPairsApart,
  boxesOverlap,
  createPairList,
  createPairSorter,
  isFiniteBox,
  longestSide,
  type PairList,
} from './pairs.ts';

/** The tree is rebuilt when its search cost is this many times the cost after the last build [CP13-1.6]. */
const REBUILD_COST = 2;

/** State of the tree between updates. */
interface TreeState {
  readonly tree: BoxTree;
  /** Scratch for a build: the boxes that enter the tree. */
  readonly leaves: Int32Array;
  /** 1 for a box outside the tree because a side is infinite. */
  readonly apart: Uint8Array;
  /** The tight boxes of the last update, for the displacement of each box per step. */
  readonly last: Float64Array;
  readonly stack: Int32Array;
  builtCost: number;
}

/**
 * A tree of fat boxes. A box that stays inside its fat box needs no update; one that leaves is removed and inserted
 * where it adds the minimum surface area. Tight boxes decide the pairs.
 */
export function createTree(): (boxes: Float64Array, count: number) => PairList {
  const pairs = createPairList();
  const sortPairs = createPairSorter();
  let state = createState(0);
  return (boxes, count) => {
    if (state.leaves.length !== count) {
      state = createState(count);
      state.last.set(boxes.subarray(0, 6 * count));
      rebuild(state, boxes, count);
    } else {
      moveLeaves(state, boxes, count);
      if (treeCost(state.tree) > REBUILD_COST * state.builtCost) rebuild(state, boxes, count);
    }
    state.last.set(boxes.subarray(0, 6 * count));
    pairs.count = 0;
    for (let i = 0; i < count; i++) {
      if (state.apart[i] === 0) addPairsInTree(pairs, state, boxes, i);
      else addPairsApart(pairs, state.apart, boxes, count, i);
    }
    sortPairs(pairs, count);
    return pairs;
  };
}

function createState(count: number): TreeState {
  return {
    tree: createBoxTree(count),
    leaves: new Int32Array(count),
    apart: new Uint8Array(count),
    last: new Float64Array(6 * count),
    stack: new Int32Array(2 * count + 1),
    builtCost: 0,
  };
}

function rebuild(state: TreeState, boxes: Float64Array, count: number): void {
  let members = 0;
  for (let i = 0; i < count; i++) {
    state.apart[i] = isFiniteBox(boxes, i) ? 0 : 1;
    if (state.apart[i]) continue;
    fatten(state, boxes, i);
    state.leaves[members++] = i;
  }
  buildTree(state.tree, state.leaves, members);
  state.builtCost = treeCost(state.tree);
}

/** Fat box: 5 % of the size on every side, extended by the displacement of the last step [CP13-1.2]. */
function fatten(state: TreeState, boxes: Float64Array, i: number): void {
  const { last } = state;
  const { bounds } = state.tree;
  const margin = FAT_MARGIN * longestSide(boxes, i);
  for (let k = 6 * i; k < 6 * i + 3; k++) {
    const displacement = boxes[k] - last[k];
    // the displacement is unknown if the box was infinite at the last update
    const ahead = Number.isFinite(displacement) ? displacement : 0;
    bounds[k] = boxes[k] - margin + Math.min(ahead, 0);
    bounds[k + 3] = boxes[k + 3] + margin + Math.max(ahead, 0);
  }
}

/** Reinserts every box that has left its fat box or has become finite; removes infinite boxes. */
function moveLeaves(state: TreeState, boxes: Float64Array, count: number): void {
  const { tree, apart } = state;
  for (let i = 0; i < count; i++) {
    const finite = isFiniteBox(boxes, i);
    if (finite && !apart[i] && isInside(boxes, tree.bounds, i)) continue;
    if (!apart[i]) removeLeaf(tree, i);
    apart[i] = finite ? 0 : 1;
    if (!finite) continue;
    fatten(state, boxes, i);
    insertLeaf(tree, i);
  }
}

function isInside(inner: Float64Array, outer: Float64Array, i: number): boolean {
  for (let k = 6 * i; k < 6 * i + 3; k++) {
    if (inner[k] < outer[k] || inner[k + 3] > outer[k + 3]) return false;
  }
  return true;
}

/** Pairs of box i with boxes of the tree that have a higher index. */
function addPairsInTree(pairs: PairList, state: TreeState, boxes: Float64Array, i: number): void {
  const { tree, stack } = state;
  let top = 0;
  stack[top++] = tree.root;
  while (top > 0) {
    const node = stack[--top];
    if (!boxesOverlap(boxes, i, tree.bounds, node)) continue;
    if (node >= tree.leafCapacity) {
      stack[top++] = tree.left[node];
      stack[top++] = tree.right[node];
    } else if (node > i && boxesOverlap(boxes, i, boxes, node)) addPair(pairs, i, node);
  }
}
