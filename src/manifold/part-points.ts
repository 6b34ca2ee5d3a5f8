/** Contact points of bodies that consist of convex parts: compounds and meshes. Uses all pairs of nearby parts. */

import { boundDistance, createBoxGaps, findGaps } from '../distance/compound/box-gap.ts';
import { boxSize, createPartBody, loadBody, loadPart, type PartBody } from '../distance/compound/part-body.ts';
import { RELATIVE_LENGTH, setRelative } from '../distance/convex/core.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { addClosestPoint, addConvexPoints } from './convex-points.ts';
import { mergePoints, sortByDepth } from './merge-points.ts';
import { addMeshOnHalfspace } from './mesh-on-halfspace.ts';
import {
  addTrianglePairPoints,
  dropResolvedOverlaps,
  isIntersection,
  overlapDepth,
  startMeshPair,
} from './mesh-pair-points.ts';
import { clearPairCache, createPairCache } from './pair-cache.ts';
import { type ContactPoints, flipPoints, movePoint } from './point-list.ts';
import { addSphereOnTriangle, dropRepeatedFeatures } from './sphere-on-mesh.ts';
import { addTrianglePoints } from './triangle-points.ts';

const gaps = createBoxGaps();

const bodyA = createPartBody();
const bodyB = createPartBody();
const relative = new Float64Array(RELATIVE_LENGTH);
const gap = new Float64Array(1);
const cache = createPairCache();
/** Were there pairs of triangles within the margin, and did any intersect? Of two meshes. */
let hasPairs = false;
let isIntersecting = false;
/** An estimate of the depth of their overlap [m]. */
let depth = 0.5;
/** Pairs of nodes to be tested, a b a b ..., and the length of that list. */
let stack: Int32Array = new Int32Array(256);
let stacked = 0;

export function addPartPoints(
  out: ContactPoints,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  margin: number,
): void {
  gatherPartPoints(out, shapeA, poseA, shapeB, poseB, margin);
  if (isSphereOnMesh(shapeA, shapeB)) {
    dropRepeatedFeatures(out);
    sortByDepth(out);
  } else mergePoints(out, sizeOfSmaller(shapeA, shapeB), margin);
}

/** The same with all points of all parts. */
export function gatherPartPoints(
  out: ContactPoints,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  margin: number,
): void {
  if (shapeA.kind === 'halfspace') {
    addPartsOnHalfspace(out, shapeB, poseB, shapeA, poseA, margin);
    flipPoints(out, 0);
  } else if (shapeB.kind === 'halfspace') {
    addPartsOnHalfspace(out, shapeA, poseA, shapeB, poseB, margin);
  } else {
    if (shapeA.kind === 'trimesh' && shapeB.kind === 'trimesh') addMeshPair(out, shapeA, poseA, shapeB, poseB, margin);
    else addNearParts(out, shapeA, poseA, shapeB, poseB, margin);
    // one body may be inside the other without triangles nearby
    if (out.count === 0 && mayBeInside(shapeA, shapeB)) {
      clearPairCache(cache);
      addClosestPoint(out, shapeA, poseA, shapeB, poseB, margin, cache);
    }
  }
}

/** Half the sum of the edges of the box of the smaller of the bodies gathered last [m]. */
export function sizeOfSmaller(shapeA: Shape, shapeB: Shape): number {
  if (shapeA.kind === 'halfspace' || shapeB.kind === 'halfspace') return boxSize(bodyA, 0);
  return Math.min(boxSize(bodyA, 0), boxSize(bodyB, 0));
}

/** A sphere touches each plane in one point: a hollow of many faces needs them all, since the next one becomes active within the step. */
function isSphereOnMesh(shapeA: Shape, shapeB: Shape): boolean {
  return shapeA.kind === 'trimesh' ? shapeB.kind === 'sphere' : shapeA.kind === 'sphere' && shapeB.kind === 'trimesh';
}

/** Factor between the search margins of intersecting meshes, and the largest one as a fraction of the smaller size. */
const WIDER = 4;
const WIDEST = 0.2;
/** Fraction of the search margin: if an overlap is deeper than that, there may be points beyond the margin. */
const SURELY_DEEPEST = 0.5;
/** Fraction of the size: surfaces with a smaller gap than this may intersect by rounding. */
const TOUCHING = 1e-5;

/**
 * Two meshes. The gaps of their points are signed, and points as deep as the margin are found. If the surfaces intersect deeper, the margin
 * grows until it exceeds the depth. Deeper overlaps, where nearby features do not determine the direction, and features that give no points (a node near a
 * node) have the closest pair of the bodies as their point.
 */
function addMeshPair(
  out: ContactPoints,
  meshA: Trimesh,
  poseA: ReadonlyPose,
  meshB: Trimesh,
  poseB: ReadonlyPose,
  margin: number,
): void {
  loadBody(bodyA, meshA);
  loadBody(bodyB, meshB);
  const size = Math.min(boxSize(bodyA, 0), boxSize(bodyB, 0));
  let complete = false;
  for (let wide = margin; !complete && wide <= Math.max(margin, WIDEST * size); wide = nextMargin(wide)) {
    out.count = 0;
    isIntersecting = false;
    hasPairs = false;
    depth = 0;
    startMeshPair(meshA, poseA, meshB, poseB, wide, size);
    addNearParts(out, meshA, poseA, meshB, poseB, wide);
    const min = minDistance(out);
    depth = Math.max(depth, -min);
    complete = depth < SURELY_DEEPEST * wide && (min <= TOUCHING * size || !isIntersecting);
  }
  dropResolvedOverlaps(out);
  dropFarPoints(out, margin);
  if (!complete) out.count = 0;
  if (hasPairs && out.count === 0) {
    clearPairCache(cache);
    addClosestPoint(out, meshA, poseA, meshB, poseB, margin, cache);
  }
}

function nextMargin(margin: number): number {
  return Math.max(WIDER * margin, (2 * depth) / SURELY_DEEPEST);
}

function minDistance({ distances, count }: ContactPoints): number {
  let min = Infinity;
  for (let k = 0; k < count; k++) min = Math.min(min, distances[k]);
  return min;
}

function dropFarPoints(out: ContactPoints, margin: number): void {
  let near = 0;
  for (let k = 0; k < out.count; k++) if (out.distances[k] <= margin) movePoint(out, k, near++);
  out.count = near;
}

function mayBeInside(shapeA: Shape, shapeB: Shape): boolean {
  if (!(shapeA.kind === 'trimesh' && shapeA.closed) && !(shapeB.kind === 'trimesh' && shapeB.closed)) return false;
  boundGap(0, 0);
  return gap[0] <= 0;
}

function addPartsOnHalfspace(
  out: ContactPoints,
  shape: Shape,
  pose: ReadonlyPose,
  halfspace: Halfspace,
  halfspacePose: ReadonlyPose,
  margin: number,
): void {
  loadBody(bodyA, shape);
  if (shape.kind === 'trimesh') addMeshOnHalfspace(out, shape, pose, halfspace, halfspacePose, margin);
  if (shape.kind !== 'compound') return;
  for (let part = 0; part < shape.pieces.length; part++) {
    const first = out.count;
    loadPart(bodyA, part, pose);
    clearPairCache(cache);
    addConvexPoints(out, bodyA.part, bodyA.pose, halfspace, halfspacePose, margin, cache);
    mixPartIndices(out, first, part, 0);
  }
}

/** Descends both BVHs, the larger box first, while boxes are within `margin`. */
function addNearParts(
  out: ContactPoints,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  margin: number,
): void {
  loadBody(bodyA, shapeA);
  loadBody(bodyB, shapeB);
  setRelative(relative, poseA, poseB);
  const { links: linksA } = bodyA.bvh;
  const { links: linksB } = bodyB.bvh;
  stacked = 0;
  pushPair(0, 0);
  while (stacked > 0) {
    const b = stack[--stacked];
    const a = stack[--stacked];
    boundGap(a, b);
    if (gap[0] > margin) continue;
    const linkA = linksA[a];
    const linkB = linksB[b];
    if (linkA < 0 && linkB < 0) {
      addParts(out, -1 - linkA, poseA, -1 - linkB, poseB, margin);
    } else if (linkB < 0 || (linkA >= 0 && boxSize(bodyA, a) >= boxSize(bodyB, b))) {
      pushPair(linkA, b);
      pushPair(a + 1, b);
    } else {
      pushPair(a, linkB);
      pushPair(a, b + 1);
    }
  }
}

/** A lower bound of the distance between the contents of two nodes, in `gap`. */
function boundGap(a: number, b: number): void {
  findGaps(gaps, relative, bodyA.bvh.orientedBoxes, a, bodyB.bvh.orientedBoxes, b);
  boundDistance(gaps, gap);
}

function pushPair(a: number, b: number): void {
  if (stacked + 2 > stack.length) {
    const old = stack;
    stack = new Int32Array(2 * old.length);
    stack.set(old);
  }
  stack[stacked++] = a;
  stack[stacked++] = b;
}

function addParts(
  out: ContactPoints,
  partA: number,
  poseA: ReadonlyPose,
  partB: number,
  poseB: ReadonlyPose,
  margin: number,
): void {
  const first = out.count;
  const meshA = bodyA.shape.kind === 'trimesh';
  const meshB = bodyB.shape.kind === 'trimesh';
  if (meshA && meshB) {
    addTrianglePair(out, partA, partB);
    return;
  }
  loadPart(bodyA, partA, poseA);
  loadPart(bodyB, partB, poseB);
  clearPairCache(cache);
  if (meshA && !meshB) {
    addFromMesh(out, bodyA, bodyB, margin);
  } else if (meshB && !meshA) {
    addFromMesh(out, bodyB, bodyA, margin);
    flipPoints(out, first);
  } else {
    addConvexPoints(out, bodyA.part, bodyA.pose, bodyB.part, bodyB.pose, margin, cache);
  }
  // the features of a sphere on a mesh are those of the mesh
  if (!isSphereOnMesh(bodyA.shape, bodyB.shape)) mixPartIndices(out, first, partA, partB);
}

function addTrianglePair(out: ContactPoints, partA: number, partB: number): void {
  hasPairs = true;
  addTrianglePairPoints(out, partA, partB);
  if (gap[0] > 0) return;
  depth = overlapDepth(depth);
  isIntersecting ||= depth > 0 || isIntersection();
}

function addFromMesh(out: ContactPoints, mesh: PartBody, other: PartBody, margin: number): void {
  if (mesh.shape.kind !== 'trimesh') return;
  if (other.part.kind === 'sphere') {
    addSphereOnTriangle(out, mesh.shape, mesh.number, mesh.pose, other.part.radius, other.pose, margin);
    return;
  }
  addTrianglePoints(out, mesh.shape, mesh.number, mesh.triangle, mesh.pose, other.part, other.pose, margin, cache);
}

/** Odd constants that hash part indices into feature ids. */
const MIX_A = 0x9e3779b1;
const MIX_B = 0x85ebca6b;

function mixPartIndices(out: ContactPoints, first: number, partA: number, partB: number): void {
  const mixed = Math.imul(partA, MIX_A) + Math.imul(partB, MIX_B);
  for (let k = first; k < out.count; k++) out.features[k] = (out.features[k] + mixed) | 0;
}
