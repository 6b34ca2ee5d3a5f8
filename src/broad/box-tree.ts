/**
 * A binary tree of boxes in packed arrays. Node indices below `leafCapacity` are leaves (leaf i holds box i), the others
 * are inner nodes. Functions that change the tree maintain every inner box as the union of its two children.
 */
export interface BoxTree {
  readonly leafCapacity: number;
  /** Six numbers per node: min xyz, max xyz. */
  readonly bounds: Float64Array;
  readonly parent: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Inner nodes not in use (their boxes are zero), and their count. */
  readonly free: Int32Array;
  freeCount: number;
  root: number;
}

/** No node. */
const NONE = -1;

export function createBoxTree(leafCapacity: number): BoxTree {
  const nodes = Math.max(2 * leafCapacity - 1, 0);
  const tree: BoxTree = {
    leafCapacity,
    bounds: new Float64Array(6 * nodes),
    parent: new Int32Array(nodes),
    left: new Int32Array(nodes),
    right: new Int32Array(nodes),
    free: new Int32Array(Math.max(leafCapacity - 1, 0)),
    freeCount: 0,
    root: NONE,
  };
  return clearTree(tree);
}

function clearTree(tree: BoxTree): BoxTree {
  tree.bounds.fill(0, 6 * tree.leafCapacity);
  for (let k = 0; k < tree.free.length; k++) tree.free[k] = tree.leafCapacity + k;
  tree.freeCount = tree.free.length;
  tree.root = NONE;
  return tree;
}

/** Builds the whole tree from the first `count` of `leaves`, whose boxes are set, by halving along the longest axis. */
export function buildTree(tree: BoxTree, leaves: Int32Array, count: number): void {
  clearTree(tree);
  if (count === 0) return;
  tree.root = buildRange(tree, leaves, 0, count);
  tree.parent[tree.root] = NONE;
}

function buildRange(tree: BoxTree, leaves: Int32Array, from: number, to: number): number {
  if (to - from === 1) return leaves[from];
  const midpoint = halveRange(tree.bounds, leaves, from, to);
  const node = tree.free[--tree.freeCount];
  setChildren(tree, node, buildRange(tree, leaves, from, midpoint), buildRange(tree, leaves, midpoint, to));
  return node;
}

/**
 * Partitions a range of box indices at the median: the centres of the first half lie below those of the second along the
 * axis of largest spread. Returns the start of the second half.
 */
export function halveRange(bounds: Float64Array, leaves: Int32Array, from: number, to: number): number {
  const midpoint = (from + to) >> 1;
  selectMedian(bounds, leaves, from, to, midpoint, longestCentreAxis(bounds, leaves, from, to));
  return midpoint;
}

function setChildren(tree: BoxTree, node: number, left: number, right: number): void {
  tree.left[node] = left;
  tree.right[node] = right;
  tree.parent[left] = node;
  tree.parent[right] = node;
  uniteBoxes(tree.bounds, node, left, right);
}

/** Sets box `node` of a packed array to the union of two others. */
export function uniteBoxes(bounds: Float64Array, node: number, left: number, right: number): void {
  const n = 6 * node;
  const l = 6 * left;
  const r = 6 * right;
  for (let k = 0; k < 3; k++) {
    bounds[n + k] = Math.min(bounds[l + k], bounds[r + k]);
    bounds[n + 3 + k] = Math.max(bounds[l + 3 + k], bounds[r + 3 + k]);
  }
}

/** Halves before adding: the sum of two huge coordinates would overflow. */
function centre(bounds: Float64Array, node: number, axis: number): number {
  return 0.5 * bounds[6 * node + axis] + 0.5 * bounds[6 * node + 3 + axis];
}

function longestCentreAxis(bounds: Float64Array, leaves: Int32Array, from: number, to: number): number {
  let longest = 0;
  let longestExtent = -1;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let k = from; k < to; k++) {
      const c = centre(bounds, leaves[k], axis);
      min = Math.min(min, c);
      max = Math.max(max, c);
    }
    if (max - min > longestExtent) {
      longestExtent = max - min;
      longest = axis;
    }
  }
  return longest;
}

/** Hoare's selection: afterwards no centre before `midpoint` is above one at or after `midpoint`. */
// biome-ignore format: the range on one line
function selectMedian(
  bounds: Float64Array, leaves: Int32Array, from: number, to: number, midpoint: number, axis: number,
): void {
  let low = from;
  let high = to - 1;
  while (low < high) {
    const pivot = centre(bounds, leaves[(low + high) >> 1], axis);
    let i = low;
    let j = high;
    while (i <= j) {
      while (centre(bounds, leaves[i], axis) < pivot) i++;
      while (centre(bounds, leaves[j], axis) > pivot) j--;
      if (i > j) break;
      const swapped = leaves[i];
      leaves[i++] = leaves[j];
      leaves[j--] = swapped;
    }
    if (midpoint <= j) high = j;
    else if (midpoint >= i) low = i;
    else return;
  }
}

/** Half the surface area of a node's box [m²]; the common factor 2 cancels. */
export function nodeArea(b: Float64Array, node: number): number {
  const n = 6 * node;
  return boxArea(b[n + 3] - b[n], b[n + 4] - b[n + 1], b[n + 5] - b[n + 2]);
}

function boxArea(x: number, y: number, z: number): number {
  return x * y + y * z + z * x;
}

/**
 * Search cost by the surface-area heuristic: the sum of the inner areas over that of the root. 0 for a tree of zero
 * area.
 */
export function treeCost(tree: BoxTree): number {
  let sum = 0;
  for (let node = tree.leafCapacity; node < tree.parent.length; node++) sum += nodeArea(tree.bounds, node);
  const whole = tree.root === NONE ? 0 : nodeArea(tree.bounds, tree.root);
  return whole > 0 ? sum / whole : 0;
}

/** Removes a leaf; its sibling replaces the parent. */
export function removeLeaf(tree: BoxTree, leaf: number): void {
  const parent = tree.parent[leaf];
  if (parent === NONE) {
    tree.root = NONE;
    return;
  }
  const sibling = tree.left[parent] === leaf ? tree.right[parent] : tree.left[parent];
  replaceChild(tree, parent, sibling);
  tree.bounds.fill(0, 6 * parent, 6 * parent + 6);
  tree.free[tree.freeCount++] = parent;
  refitUpwards(tree, tree.parent[sibling]);
}

/** Replaces `old` by `node` in the parent of `old`. */
function replaceChild(tree: BoxTree, old: number, node: number): void {
  const above = tree.parent[old];
  tree.parent[node] = above;
  if (above === NONE) tree.root = node;
  else if (tree.left[above] === old) tree.left[above] = node;
  else tree.right[above] = node;
}

function refitUpwards(tree: BoxTree, start: number): void {
  for (let node = start; node !== NONE; node = tree.parent[node]) {
    uniteBoxes(tree.bounds, node, tree.left[node], tree.right[node]);
  }
}

/**
 * Inserts a leaf, whose box is set, as the sibling of the node where it adds the minimum area: descends while a child
 * has a lower bound on the cost below that of a new parent here.
 */
export function insertLeaf(tree: BoxTree, leaf: number): void {
  if (tree.root === NONE) {
    tree.root = leaf;
    tree.parent[leaf] = NONE;
    return;
  }
  let sibling = tree.root;
  while (sibling >= tree.leafCapacity) {
    setAreas(tree.bounds, sibling, leaf);
    const united = areas[UNITED];
    // area that every ancestor adds when the leaf is inserted further down
    const inherited = areas[ADDED];
    setAreas(tree.bounds, tree.left[sibling], leaf);
    const leftCost = inherited + areas[tree.left[sibling] < tree.leafCapacity ? UNITED : ADDED];
    setAreas(tree.bounds, tree.right[sibling], leaf);
    const rightCost = inherited + areas[tree.right[sibling] < tree.leafCapacity ? UNITED : ADDED];
    if (!(Math.min(leftCost, rightCost) < united)) break;
    sibling = leftCost <= rightCost ? tree.left[sibling] : tree.right[sibling];
  }
  const parent = tree.free[--tree.freeCount];
  replaceChild(tree, sibling, parent);
  setChildren(tree, parent, sibling, leaf);
  refitUpwards(tree, tree.parent[parent]);
}

/**
 * Half the area of the union of a node and a leaf, and the area that the leaf adds: the minimum cost of a leaf next to a leaf, and
 * of one below an inner node. In an array, because returned numbers get boxed.
 */
const areas = new Float64Array(2);
const UNITED = 0;
const ADDED = 1;

function setAreas(bounds: Float64Array, node: number, leaf: number): void {
  const i = 6 * node;
  const j = 6 * leaf;
  const united = boxArea(
    Math.max(bounds[i + 3], bounds[j + 3]) - Math.min(bounds[i], bounds[j]),
    Math.max(bounds[i + 4], bounds[j + 4]) - Math.min(bounds[i + 1], bounds[j + 1]),
    Math.max(bounds[i + 5], bounds[j + 5]) - Math.min(bounds[i + 2], bounds[j + 2]),
  );
  areas[UNITED] = united;
  areas[ADDED] = united - nodeArea(bounds, node);
}
