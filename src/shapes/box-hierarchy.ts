/**
 * Boxes around boxes: one over each item of a body, in the axes of the body, and over these ever larger ones up to the root.
 * Built once, when the body is made. Nodes stand in the order of a walk that goes to the first child first: node 0 is the
 * root, the first child of an inner node is the next node.
 */
export interface BoxHierarchy {
  /** Six numbers a node: the middle of its box xyz, then the half edges xyz [m]. */
  readonly boxes: Float64Array;
  /**
   * Another box around the same, turned to fit: fifteen numbers a node. Its axes u, v, w as unit vectors xyz, its middle xyz, its
   * half edges along u, v, w [m].
   */
  readonly turned: Float64Array;
  /** The second child of an inner node; of a leaf -1 - the number of its item. */
  readonly links: Int32Array;
}

/** Numbers of a turned box. */
export const TURNED = 15;
/** Where its middle and its half edges begin. */
export const MIDDLE = 9;
export const HALF = 12;

/** Boxes are larger than what they hold by this share of the coordinates: the rounding of a middle and of half edges. */
const ROUNDING = 2 ** -51;

/** Writes a turned box around `items` at `at` of an array; false where the one along the axes will do. */
export type TurnBox = (out: Float64Array, at: number, items: Int32Array) => boolean;

/** A hierarchy over `boxes`, six numbers an item (min xyz, max xyz) [m], one item or more. */
export function buildBoxHierarchy(boxes: Float64Array, turnBox: TurnBox): BoxHierarchy {
  const count = boxes.length / 6;
  const nodeCount = 2 * count - 1;
  const hierarchy = {
    boxes: new Float64Array(6 * nodeCount),
    turned: new Float64Array(TURNED * nodeCount),
    links: new Int32Array(nodeCount),
  };
  const items = Int32Array.from({ length: count }, (_, i) => i);
  buildNode(hierarchy, 0, boxes, items, turnBox);
  return hierarchy;
}

/** Builds the part of the tree below `node` over `items`; returns the number of the first node after it. */
function buildNode(
  hierarchy: BoxHierarchy,
  node: number,
  boxes: Float64Array,
  items: Int32Array,
  turnBox: TurnBox,
): number {
  const { links, turned } = hierarchy;
  fitNode(hierarchy.boxes, node, boxes, items);
  if (!turnBox(turned, TURNED * node, items)) copyUnturned(turned, hierarchy.boxes, node);
  if (items.length === 1) {
    links[node] = -1 - items[0];
    return node + 1;
  }
  const axis = longestSpread(boxes, items);
  // the number of the item breaks ties: the same tree in every engine
  items.sort((i, j) => middle(boxes, i, axis) - middle(boxes, j, axis) || i - j);
  const half = items.length >> 1;
  links[node] = buildNode(hierarchy, node + 1, boxes, items.subarray(0, half), turnBox);
  return buildNode(hierarchy, links[node], boxes, items.subarray(half), turnBox);
}

/** The box of a node, along the axes of the body, as a turned one. */
export function copyUnturned(turned: Float64Array, boxes: Float64Array, node: number): void {
  const at = TURNED * node;
  for (let k = 0; k < 9; k++) turned[at + k] = k % 4 === 0 ? 1 : 0;
  for (let k = 0; k < 6; k++) turned[at + MIDDLE + k] = boxes[6 * node + k];
}

function fitNode(out: Float64Array, node: number, boxes: Float64Array, items: Int32Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      least = Math.min(least, boxes[6 * item + axis]);
      most = Math.max(most, boxes[6 * item + 3 + axis]);
    }
    setNodeBox(out, node, axis, least, most);
  }
}

/** The box of a node along an axis, from its ends [m]. */
export function setNodeBox(boxes: Float64Array, node: number, axis: number, least: number, most: number): void {
  boxes[6 * node + axis] = 0.5 * (least + most);
  boxes[6 * node + 3 + axis] = 0.5 * (most - least) + ROUNDING * Math.max(Math.abs(least), Math.abs(most));
}

/** Twice the middle of an item's box along an axis. */
function middle(boxes: Float64Array, item: number, axis: number): number {
  return boxes[6 * item + axis] + boxes[6 * item + 3 + axis];
}

/** The axis along which the middles of the items lie farthest apart. */
function longestSpread(boxes: Float64Array, items: Int32Array): number {
  let best = 0;
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      const place = middle(boxes, item, axis);
      least = Math.min(least, place);
      most = Math.max(most, place);
    }
    if (most - least > widest) {
      widest = most - least;
      best = axis;
    }
  }
  return best;
}
