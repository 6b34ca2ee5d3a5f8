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

/** The tree is built anew when searching it costs this many times what it did after the last build [CP13] spec 1.6. */
const REBUILD_COST = 2;

/** What the tree remembers between updates. */
interface TreeState {
  readonly tree: BoxTree;
  /** Scratch for a build: the boxes that go into the tree. */
  readonly leaves: Int32Array;
  /** 1 for a box that stays out of the tree because a side is infinite. */
  readonly apart: Uint8Array;
  /** The tight boxes of the last update, which tell how far each box moves in a step. */
  readonly last: Float64Array;
  readonly stack: Int32Array;
  builtCost: number;
}

/**
 * A tree of fat boxes. A box that stays inside its fat one costs nothing; one that leaves is taken out and put back
 * where it adds the least surface. Tight boxes decide about the pairs.
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

/** The fat box: 5 % of the size on every side, and the way of the last step once more ahead [CP13] spec 1.2. */
function fatten(state: TreeState, boxes: Float64Array, i: number): void {
  const { last } = state;
  const { bounds } = state.tree;
  const margin = FAT_MARGIN * longestSide(boxes, i);
  for (let k = 6 * i; k < 6 * i + 3; k++) {
    const way = boxes[k] - last[k];
    // a box that was infinite at the last update has no way that could be told
    const ahead = Number.isFinite(way) ? way : 0;
    bounds[k] = boxes[k] - margin + Math.min(ahead, 0);
    bounds[k + 3] = boxes[k + 3] + margin + Math.max(ahead, 0);
  }
}

/** Puts every box that has left its fat box, or has become finite, in its place; takes infinite ones out. */
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

/** Pairs of box i with boxes of the tree that come after it. */
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
