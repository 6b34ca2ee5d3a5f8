/**
 * Bounding volume hierarchy over the items of a body, in the axes of the body: one box per item, up to the root. Built
 * once, when the body is created. Nodes are stored in depth-first order, first child first: node 0 is the root, the first
 * child of an inner node is the next node.
 */
export interface Bvh {
  /** Six numbers per node: the centre of its box xyz, then the half extents xyz [m]. */
  readonly boxes: Float64Array;
  /**
   * An oriented box around the same items, fifteen numbers per node: axes u, v, w as unit vectors xyz, centre xyz, half
   * edges along u, v, w [m].
   */
  readonly orientedBoxes: Float64Array;
  /** The second child of an inner node; for a leaf -1 - the index of its item. */
  readonly links: Int32Array;
}

/** Length of an oriented box in numbers. */
export const ORIENTED_BOX_LENGTH = 15;
/** Offsets of its centre and its half extents. */
export const MIDPOINT = 9;
export const HALF = 12;

/** Margin of boxes, as a fraction of the coordinates: the rounding of a centre and of half extents. */
const ROUNDING = 2 ** -51;

/** Writes an oriented box around `items` at offset `at` of an array; returns false to use the axis-aligned box. */
export type FitOrientedBox = (out: Float64Array, at: number, items: Int32Array) => boolean;

/** Builds a BVH over `boxes`, six numbers per item (min xyz, max xyz) [m], one item or more. */
export function buildBvh(boxes: Float64Array, fitOrientedBox: FitOrientedBox): Bvh {
  const count = boxes.length / 6;
  const nodeCount = 2 * count - 1;
  const bvh = {
    boxes: new Float64Array(6 * nodeCount),
    orientedBoxes: new Float64Array(ORIENTED_BOX_LENGTH * nodeCount),
    links: new Int32Array(nodeCount),
  };
  const items = Int32Array.from({ length: count }, (_, i) => i);
  buildNode(bvh, 0, boxes, items, fitOrientedBox);
  return bvh;
}

/** Builds the subtree of `node` over `items`; returns the index of the first node after it. */
function buildNode(
  bvh: Bvh,
  node: number,
  boxes: Float64Array,
  items: Int32Array,
  fitOrientedBox: FitOrientedBox,
): number {
  const { links, orientedBoxes } = bvh;
  fitNode(bvh.boxes, node, boxes, items);
  if (!fitOrientedBox(orientedBoxes, ORIENTED_BOX_LENGTH * node, items))
    copyAxisAlignedBox(orientedBoxes, bvh.boxes, node);
  if (items.length === 1) {
    links[node] = -1 - items[0];
    return node + 1;
  }
  const axis = axisOfLargestExtent(boxes, items);
  // ties are broken by item index: the same tree in every engine
  items.sort((i, j) => doubledCenter(boxes, i, axis) - doubledCenter(boxes, j, axis) || i - j);
  const half = items.length >> 1;
  links[node] = buildNode(bvh, node + 1, boxes, items.subarray(0, half), fitOrientedBox);
  return buildNode(bvh, links[node], boxes, items.subarray(half), fitOrientedBox);
}

/** Copies the axis-aligned box of a node as its oriented box. */
export function copyAxisAlignedBox(orientedBoxes: Float64Array, boxes: Float64Array, node: number): void {
  const at = ORIENTED_BOX_LENGTH * node;
  for (let k = 0; k < 9; k++) orientedBoxes[at + k] = k % 4 === 0 ? 1 : 0;
  for (let k = 0; k < 6; k++) orientedBoxes[at + MIDPOINT + k] = boxes[6 * node + k];
}

function fitNode(out: Float64Array, node: number, boxes: Float64Array, items: Int32Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      min = Math.min(min, boxes[6 * item + axis]);
      max = Math.max(max, boxes[6 * item + 3 + axis]);
    }
    setNodeBox(out, node, axis, min, max);
  }
}

/** Sets the box of a node along an axis from its ends [m]. */
export function setNodeBox(boxes: Float64Array, node: number, axis: number, min: number, max: number): void {
  boxes[6 * node + axis] = 0.5 * (min + max);
  boxes[6 * node + 3 + axis] = 0.5 * (max - min) + ROUNDING * Math.max(Math.abs(min), Math.abs(max));
}

/** Twice the centre of an item's box along an axis. */
function doubledCenter(boxes: Float64Array, item: number, axis: number): number {
  return boxes[6 * item + axis] + boxes[6 * item + 3 + axis];
}

/** The axis along which the centres of the items have the largest extent. */
function axisOfLargestExtent(boxes: Float64Array, items: Int32Array): number {
  let best = 0;
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      const center = doubledCenter(boxes, item, axis);
      min = Math.min(min, center);
      max = Math.max(max, center);
    }
    if (max - min > widest) {
      widest = max - min;
      best = axis;
    }
  }
  return best;
}
