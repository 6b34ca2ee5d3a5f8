import { createAabb, FAT_MARGIN, writeAabb } from '../bounds/aabb.ts';
import { shapeAabb } from '../bounds/shape-aabb.ts';
import { type BoxTree, buildTree, createBoxTree, insertLeaf, removeLeaf } from '../broad/box-tree.ts';
import { boxesOverlap, isFiniteBox, longestSide } from '../broad/pairs.ts';
import { createPose } from '../math/pose.ts';
import { writePose } from '../sim/solids/steps/poses.ts';
import type { StepWorld } from '../sim/solids/steps/step-world.ts';

/**
 * Fat boxes of all bodies at their present poses, in a tree, for queries between steps. It follows from the state of the bodies: queries do
 * not change the world. Results do not depend on the layout of the tree.
 */
export interface QueryTree {
  tree: BoxTree;
  /** Boxes of the bodies, min xyz and max xyz. */
  boxes: Float64Array;
  /** Position and orientation of each body when its box was computed, seven numbers. */
  states: Float64Array;
  /** Revision of the shape of each body; -1: no box. */
  shapes: unknown[];
  /** 1 for bodies in the tree. */
  isLeaf: Uint8Array;
  /** Bodies with a box of infinite size. */
  readonly unbounded: Set<number>;
  /** State of the world for which the tree is up to date. */
  stepCount: number;
  changes: number;
}

export function createQueryTree(): QueryTree {
  return {
    tree: createBoxTree(0),
    boxes: new Float64Array(),
    states: new Float64Array(),
    shapes: [],
    isLeaf: new Uint8Array(),
    unbounded: new Set(),
    stepCount: -1,
    changes: -1,
  };
}

const box = createAabb();
const pose = createPose();

/** Updates the boxes of bodies that have moved; `changes` counts changes of the world other than by steps. */
export function updateQueryTree(query: QueryTree, steps: StepWorld, changes: number): void {
  if (query.stepCount === steps.stepCount && query.changes === changes) return;
  query.stepCount = steps.stepCount;
  query.changes = changes;
  const capacity = steps.alive.length;
  if (query.tree.leafCapacity !== capacity) resize(query, capacity);
  for (let i = 0; i < capacity; i++) {
    const isAlive = i < steps.bodies.count && steps.alive[i] === 1;
    if (!isAlive) removeBody(query, i);
    else if (hasMoved(query, steps, i)) setBody(query, steps, i);
  }
}

function resize(query: QueryTree, capacity: number): void {
  const { boxes, states, isLeaf, tree } = query;
  const retained = Math.min(capacity, isLeaf.length);
  for (let i = retained; i < isLeaf.length; i++) removeBody(query, i);
  query.boxes = new Float64Array(6 * capacity);
  query.boxes.set(boxes.subarray(0, 6 * retained));
  query.states = new Float64Array(7 * capacity);
  query.states.set(states.subarray(0, 7 * retained));
  query.isLeaf = new Uint8Array(capacity);
  query.isLeaf.set(isLeaf.subarray(0, retained));
  query.tree = createBoxTree(capacity);
  query.tree.bounds.set(tree.bounds.subarray(0, 6 * retained));
  const leaves = new Int32Array(capacity);
  let count = 0;
  for (let i = 0; i < retained; i++) if (query.isLeaf[i] === 1) leaves[count++] = i;
  buildTree(query.tree, leaves, count);
}

function removeBody(query: QueryTree, i: number): void {
  if (query.isLeaf[i] === 1) removeLeaf(query.tree, i);
  query.isLeaf[i] = 0;
  query.unbounded.delete(i);
  query.shapes[i] = undefined;
}

function hasMoved({ states, shapes }: QueryTree, { bodies, shapes: now }: StepWorld, i: number): boolean {
  if (shapes[i] !== now[i]) return true;
  for (let k = 0; k < 3; k++) if (states[7 * i + k] !== bodies.positions[3 * i + k]) return true;
  for (let k = 0; k < 4; k++) if (states[7 * i + 3 + k] !== bodies.orientations[4 * i + k]) return true;
  return false;
}

function setBody(query: QueryTree, { bodies, shapes }: StepWorld, i: number): void {
  query.shapes[i] = shapes[i];
  query.states.set(bodies.positions.subarray(3 * i, 3 * i + 3), 7 * i);
  query.states.set(bodies.orientations.subarray(4 * i, 4 * i + 4), 7 * i + 3);
  writePose(pose, bodies, i);
  writeAabb(query.boxes, i, shapeAabb(box, shapes[i], pose));
  const { tree, boxes } = query;
  if (query.isLeaf[i] === 1 && isInside(boxes, tree.bounds, i)) return;
  if (query.isLeaf[i] === 1) removeLeaf(tree, i);
  query.isLeaf[i] = 0;
  query.unbounded.delete(i);
  if (!isFiniteBox(boxes, i)) {
    query.unbounded.add(i);
    return;
  }
  const margin = FAT_MARGIN * longestSide(boxes, i);
  for (let k = 0; k < 3; k++) {
    tree.bounds[6 * i + k] = boxes[6 * i + k] - margin;
    tree.bounds[6 * i + 3 + k] = boxes[6 * i + 3 + k] + margin;
  }
  insertLeaf(tree, i);
  query.isLeaf[i] = 1;
}

function isInside(inner: Float64Array, outer: Float64Array, i: number): boolean {
  for (let k = 6 * i; k < 6 * i + 3; k++) {
    if (inner[k] < outer[k] || inner[k + 3] > outer[k + 3]) return false;
  }
  return true;
}

/** Indices of all bodies whose box overlaps a box (min xyz, max xyz), in ascending order. */
export function bodiesInBox({ tree, boxes, unbounded }: QueryTree, bounds: Float64Array): number[] {
  const found = [...unbounded].filter((i) => boxesOverlap(boxes, i, bounds, 0));
  visitTree(
    tree,
    (node) => boxesOverlap(tree.bounds, node, bounds, 0),
    (leaf) => {
      if (boxesOverlap(boxes, leaf, bounds, 0)) found.push(leaf);
    },
  );
  return found.sort((a, b) => a - b);
}

/** Calls `onLeaf` for all leaves below nodes that `enter` accepts. */
export function visitTree(tree: BoxTree, enter: (node: number) => boolean, onLeaf: (leaf: number) => void): void {
  if (tree.root < 0) return;
  const stack = [tree.root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!enter(node)) continue;
    if (node < tree.leafCapacity) onLeaf(node);
    else stack.push(tree.right[node], tree.left[node]);
  }
}
