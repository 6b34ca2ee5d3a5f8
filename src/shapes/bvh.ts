/**
 * Boxes around boxes: one over each item of a body, in the axes of the body, and over these ever larger ones up to the root.
 * Built once, when the body is made. Nodes stand in the order of a walk that goes to the first child first: node 0 is the
 * root, the first child of an inner node is the next node.
 */
export interface Bvh {
  /** Six numbers a node: the middle of its box xyz, then the half edges xyz [m]. */
  readonly boxes: Float64Array;
  /**
   * Another box around the same, turned to fit: fifteen numbers a node. Its axes u, v, w as unit vectors xyz, its middle xyz, its
   * half edges along u, v, w [m].
   */
  readonly rotated: Float64Array;
  /** The second child of an inner node; of a leaf -1 - the number of its item. */
  readonly links: Int32Array;
}

/** Numbers of a turned box. */
export const ROTATED = 15;
/** Where its middle and its half edges begin. */
export const MIDPOINT = 9;
export const HALF = 12;

/** Boxes are larger than what they hold by this share of the coordinates: the rounding of a middle and of half edges. */
const ROUNDING = 2 ** -51;

/** Writes a turned box around `items` at `at` of an array; false where the one along the axes will do. */
export type RotateBox = (out: Float64Array, at: number, items: Int32Array) => boolean;

/** A hierarchy over `boxes`, six numbers an item (min xyz, max xyz) [m], one item or more. */
export function buildBoxHierarchy(boxes: Float64Array, rotateBox: RotateBox): Bvh {
  const count = boxes.length / 6;
  const nodeCount = 2 * count - 1;
  const hierarchy = {
    boxes: new Float64Array(6 * nodeCount),
    rotated: new Float64Array(ROTATED * nodeCount),
    links: new Int32Array(nodeCount),
  };
  const items = Int32Array.from({ length: count }, (_, i) => i);
  buildNode(hierarchy, 0, boxes, items, rotateBox);
  return hierarchy;
}

/** Builds the part of the tree below `node` over `items`; returns the number of the first node after it. */
function buildNode(hierarchy: Bvh, node: number, boxes: Float64Array, items: Int32Array, rotateBox: RotateBox): number {
  const { links, rotated } = hierarchy;
  fitNode(hierarchy.boxes, node, boxes, items);
  if (!rotateBox(rotated, ROTATED * node, items)) copyUnturned(rotated, hierarchy.boxes, node);
  if (items.length === 1) {
    links[node] = -1 - items[0];
    return node + 1;
  }
  const axis = longestSpread(boxes, items);
  // the number of the item breaks ties: the same tree in every engine
  items.sort((i, j) => midpoint(boxes, i, axis) - midpoint(boxes, j, axis) || i - j);
  const half = items.length >> 1;
  links[node] = buildNode(hierarchy, node + 1, boxes, items.subarray(0, half), rotateBox);
  return buildNode(hierarchy, links[node], boxes, items.subarray(half), rotateBox);
}

/** The box of a node, along the axes of the body, as a turned one. */
export function copyUnturned(rotated: Float64Array, boxes: Float64Array, node: number): void {
  const at = ROTATED * node;
  for (let k = 0; k < 9; k++) rotated[at + k] = k % 4 === 0 ? 1 : 0;
  for (let k = 0; k < 6; k++) rotated[at + MIDPOINT + k] = boxes[6 * node + k];
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

/** The box of a node along an axis, from its ends [m]. */
export function setNodeBox(boxes: Float64Array, node: number, axis: number, min: number, max: number): void {
  boxes[6 * node + axis] = 0.5 * (min + max);
  boxes[6 * node + 3 + axis] = 0.5 * (max - min) + ROUNDING * Math.max(Math.abs(min), Math.abs(max));
}

/** Twice the middle of an item's box along an axis. */
function midpoint(boxes: Float64Array, item: number, axis: number): number {
  return boxes[6 * item + axis] + boxes[6 * item + 3 + axis];
}

/** The axis along which the middles of the items lie farthest apart. */
function longestSpread(boxes: Float64Array, items: Int32Array): number {
  let best = 0;
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      const place = midpoint(boxes, item, axis);
      min = Math.min(min, place);
      max = Math.max(max, place);
    }
    if (max - min > widest) {
      widest = max - min;
      best = axis;
    }
  }
  return best;
}
