/**
 * Trees of the capture boxes [VBC24-3.1] of the vertices, edges or faces of a mesh, refitted from the positions at both ends of a step, whole or
 * subtree by subtree. Plain arrays, which may lie in shared memory.
 */
import {
  type ArrayMemory,
  createFlatTree,
  type FlatTree,
  integersIn,
  REBUILD_AREA,
  refitAbove,
  refitNode,
  reorderTree,
  subtreeRoots,
  treeArea,
} from './flat-tree.ts';
import { elementsWithRole, MASTER, SLAVE, type SurfaceElements } from './surface-elements.ts';

export interface SweptTree extends FlatTree {
  /** Vertex indices of the elements, `nodesPerElement` each, in the order of the tree. */
  readonly nodes: Int32Array;
  readonly nodesPerElement: number;
  /** Roles of the elements, in the order of the tree; empty: all are slaves and masters. */
  readonly roles: Int32Array;
  /** Body index of each element, in the order of the tree; empty: pairs within a body are allowed. */
  readonly bodies: Int32Array;
  /** Roots of subtrees of equal size, which are refitted and searched independently. */
  readonly parts: Int32Array;
}

/** Positions at both ends of a step (packed xyz), and the margin by which every box is larger [m]. */
export interface SweptPositions {
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly margin: number;
}

/** Elements per part: small enough that many threads end at about the same time. */
const PART_SIZE = 512;

/** A tree of `elements` in their own order; see `rebuildSwept`. */
export function createSweptTree(elements: SurfaceElements, memory: ArrayMemory): SweptTree {
  const { nodesPerElement, roles, bodies } = elements;
  const tree = createFlatTree(elementsWithRole(elements, SLAVE | MASTER), memory);
  const isFree = roles.every((role) => role === (SLAVE | MASTER));
  const size = tree.order.length;
  return joinTree(
    tree,
    integersIn(memory, new Int32Array(nodesPerElement * size)),
    nodesPerElement,
    integersIn(memory, isFree ? [] : new Int32Array(size)),
    integersIn(memory, bodies ? new Int32Array(size) : []),
    integersIn(memory, subtreeRoots(tree, PART_SIZE)),
  );
}

/** The same tree, of the same arrays, as an object of this thread: objects that were sent to it have other hidden classes. */
export function attachSweptTree(sent: SweptTree): SweptTree {
  return joinTree(sent, sent.nodes, sent.nodesPerElement, sent.roles, sent.bodies, sent.parts);
}

/** One literal, so that all trees have one hidden class. */
// biome-ignore format: the fields on one line
function joinTree(
  tree: FlatTree, nodes: Int32Array, nodesPerElement: number, roles: Int32Array, bodies: Int32Array, parts: Int32Array,
): SweptTree {
  const { order, sorted, bounds, starts, ends, skips } = tree;
  return { order, sorted, bounds, starts, ends, skips, nodes, nodesPerElement, roles, bodies, parts };
}

/** Refits the boxes of a part and the nodes of its subtree. */
export function refitPart(swept: SweptTree, part: number, positions: SweptPositions): void {
  const root = swept.parts[part];
  const { sorted, nodes, nodesPerElement, starts, ends } = swept;
  captureElements(sorted, nodes, nodesPerElement, positions, starts[root], ends[root]);
  for (let node = swept.skips[root] - 1; node >= root; node--) refitNode(swept, node);
}

/** Refits the nodes above all parts, after the parts. Returns the total area of the nodes [m²]. */
export function refitTop(swept: SweptTree): number {
  refitAbove(swept, swept.parts);
  return treeArea(swept);
}

/** Refits the whole tree; returns the total area of its nodes [m²]. */
function refitSwept(swept: SweptTree, positions: SweptPositions): number {
  for (let part = 0; part < swept.parts.length; part++) refitPart(swept, part, positions);
  return refitTop(swept);
}

/** Sorts the elements by their positions and refits the tree; returns the total area of its nodes [m²]. */
export function rebuildSwept(swept: SweptTree, elements: SurfaceElements, positions: SweptPositions): number {
  const { boxes } = elements;
  captureElements(boxes, elements.nodes, elements.nodesPerElement, positions);
  reorderTree(swept, boxes);
  const { order, nodes, nodesPerElement, roles, bodies } = swept;
  for (let l = 0; l < order.length; l++) {
    const i = order[l];
    for (let k = 0; k < nodesPerElement; k++) nodes[nodesPerElement * l + k] = elements.nodes[nodesPerElement * i + k];
    if (roles.length > 0) roles[l] = elements.roles[i];
    if (elements.bodies) bodies[l] = elements.bodies[i];
  }
  return refitSwept(swept, positions);
}

/** Has the area grown so much since the last build that searches are faster after another one? */
export function isLoose(area: number, builtArea: number): boolean {
  return !(area <= REBUILD_AREA * builtArea);
}

/** Boxes of elements: vertices move straight, so the box around both ends of their paths contains an element at every time. */
// biome-ignore format: the elements on one line
function captureElements(
  boxes: Float64Array, nodes: Int32Array, nodesPerElement: number, positions: SweptPositions, from = 0, to = boxes.length / 6,
): void {
  const { start, end, margin } = positions;
  for (let l = from; l < to; l++) {
    for (let k = 0; k < 3; k++) {
      let min = Infinity;
      let max = -Infinity;
      for (let n = nodesPerElement * l; n < nodesPerElement * (l + 1); n++) {
        const i = 3 * nodes[n] + k;
        min = Math.min(min, start[i], end[i]);
        max = Math.max(max, start[i], end[i]);
      }
      boxes[6 * l + k] = min - margin;
      boxes[6 * l + 3 + k] = max + margin;
    }
  }
}
