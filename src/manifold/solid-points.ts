/** Contact points of two convex bodies with faces, edges or straight lines. */

import { createContact } from '../distance/contact.ts';
import { AXIS_LENGTH, AXIS_SEPARATION, boxSat } from '../distance/convex/box-sat.ts';
import {
  BOX,
  type CoreShape,
  createCore,
  isPolytope,
  RADIUS,
  RELATIVE_LENGTH,
  setCore,
  setRelative,
} from '../distance/convex/core.ts';
import { coreDistance } from '../distance/convex/gjk.ts';
import { DISTANCE, NORMAL, OVERLAP, POINT_A } from '../distance/convex/gjk-result.ts';
import { createGjkWorkspace } from '../distance/convex/gjk-workspace.ts';
import { hullSat } from '../distance/convex/hull-sat.ts';
import { EXTREME_LENGTH, HEIGHT, supportMinkowski } from '../distance/convex/minkowski-difference.ts';
import { corePenetration } from '../distance/convex/penetration.ts';
import { isSegmentCore, segmentCoreDistance } from '../distance/convex/segment-cores.ts';
import { closestSolids } from '../distance/convex/solid-contact.ts';
import { clearSimplexCache, createSimplexCache } from '../distance/simplex-cache.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Hull } from '../shapes/hull.ts';
import { addClosestCandidate, addLowestCandidate, findCandidates, hasClosest } from './candidate-points.ts';
import { createManifoldWorkspace } from './manifold-workspace.ts';
import { APART, type PairCache } from './pair-cache.ts';
import type { ContactPoints } from './point-list.ts';
import type { Faced } from './supporting-face.ts';
import { writeManifold } from './write-manifold.ts';

const manifold = createManifoldWorkspace();

const workspace = createGjkWorkspace();
const result = workspace.result;
const bestAxis = new Float64Array(AXIS_LENGTH);
const extreme = new Float64Array(EXTREME_LENGTH);

const coreA = createCore();
const coreB = createCore();
const relative = new Float64Array(RELATIVE_LENGTH);
/** The contact normal and the distance of the bodies [m]: in arrays, because numbers get boxed. */
const normal = new Float64Array(3);
const distance = new Float64Array(1);

/** Adds the points of two convex bodies to `out`. */
export function addSolidPoints(
  out: ContactPoints,
  shapeA: Faced,
  poseA: ReadonlyPose,
  shapeB: Faced,
  poseB: ReadonlyPose,
  margin: number,
  cache: PairCache,
): void {
  setCore(coreA, shapeA);
  setCore(coreB, shapeB);
  setRelative(relative, poseA, poseB);
  if (isStillApart(margin, cache)) return;
  const thin = isSegmentCore(coreA) && isSegmentCore(coreB);
  if (!thin && findBestAxis(shapeA, shapeB, margin)) {
    setDistance(bestAxis, AXIS_SEPARATION);
    if (distance[0] > margin) {
      storeDirection(cache, bestAxis, 0);
      return;
    }
    findCandidates(manifold, shapeA, coreA, shapeB, coreB, relative, bestAxis, margin);
    if (hasClosest(coreA, coreB, distance)) {
      writeManifold(manifold, out, poseA);
      return;
    }
    // farther apart than along any of the axes: the closest features are vertices or edges
  }
  if (
    !(thin && segmentCoreDistance(workspace, coreA, coreB, relative)) &&
    coreDistance(workspace, coreA, coreB, relative, cache) === OVERLAP
  ) {
    if (isPolytope(coreA) && isPolytope(coreB)) corePenetration(workspace, coreA, coreB, relative);
    else overlapRound(shapeA, poseA, shapeB, poseB);
  }
  setDistance(result, DISTANCE);
  if (distance[0] > margin) {
    storeDirection(cache, result, NORMAL);
    return;
  }
  for (let k = 0; k < 3; k++) normal[k] = result[NORMAL + k];
  findCandidates(manifold, shapeA, coreA, shapeB, coreB, relative, normal, margin);
  if (!hasClosest(coreA, coreB, distance)) addClosestCandidate(manifold, result, POINT_A, coreA, coreB, distance);
  writeManifold(manifold, out, poseA);
}

const deepest = createContact();
const cold = createSimplexCache();

/** Depth, normal and point of overlapping round bodies, fully converged, in `found` like those of others. */
// biome-ignore format: one vector per line
function overlapRound(shapeA: Faced, poseA: ReadonlyPose, shapeB: Faced, poseB: ReadonlyPose): void {
  clearSimplexCache(cold);
  const { normal: n, pointA: p } = closestSolids(deepest, shapeA, poseA, shapeB, poseB, cold);
  const { rotation: r, position: o } = poseA;
  const radiusA = coreA.numbers[RADIUS];
  const x = p.x - o.x - radiusA * n.x, y = p.y - o.y - radiusA * n.y, z = p.z - o.z - radiusA * n.z;
  result[DISTANCE] = deepest.distance + radiusA + coreB.numbers[RADIUS];
  result[NORMAL] = r.xx * n.x + r.yx * n.y + r.zx * n.z; result[POINT_A] = r.xx * x + r.yx * y + r.zx * z;
  result[NORMAL + 1] = r.xy * n.x + r.yy * n.y + r.zy * n.z; result[POINT_A + 1] = r.xy * x + r.yy * y + r.zy * z;
  result[NORMAL + 2] = r.xz * n.x + r.yz * n.y + r.zz * n.z; result[POINT_A + 2] = r.xz * x + r.yz * y + r.zz * z;
}

/** The distance of the bodies from that of their cores. */
function setDistance(numbers: Float64Array, at: number): void {
  distance[0] = numbers[at] - coreA.numbers[RADIUS] - coreB.numbers[RADIUS];
}

/** Does the cached direction still separate the bodies by more than `margin`? If not, it is cleared. */
function isStillApart(margin: number, { direction: apart }: PairCache): boolean {
  if (apart[0] === 0 && apart[1] === 0 && apart[2] === 0) return false;
  supportMinkowski(extreme, coreA, coreB, relative, apart, 0);
  apart[APART] = -extreme[HEIGHT] - coreA.numbers[RADIUS] - coreB.numbers[RADIUS];
  if (apart[APART] > margin) return true;
  apart.fill(0);
  return false;
}

function storeDirection({ direction }: PairCache, numbers: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) direction[k] = numbers[at + k];
  direction[APART] = distance[0];
}

/** Finds the SAT axis of maximum separation or minimum overlap of boxes, or of polyhedra with few faces; false for others. */
function findBestAxis(shapeA: Faced, shapeB: Faced, margin: number): boolean {
  if (coreA.kind === BOX && coreB.kind === BOX) {
    boxSat(bestAxis, coreA.numbers, coreB.numbers, relative, margin);
    return true;
  }
  const hullA = shapeA.kind === 'hull' ? shapeA : null;
  const hullB = shapeB.kind === 'hull' ? shapeB : null;
  if ((hullA === null && coreA.kind !== BOX) || (hullB === null && coreB.kind !== BOX)) return false;
  return hullSat(bestAxis, hullA, coreA, hullB, coreB, relative, margin);
}

/** Adds the points of face A and a convex body, along the normal of the face in its own frame, where the body is over it. */
export function addPointsOverFace(
  out: ContactPoints,
  face: Hull,
  facePose: ReadonlyPose,
  faceNormal: Float64Array,
  shape: CoreShape,
  pose: ReadonlyPose,
  margin: number,
): void {
  setCore(coreA, face);
  setCore(coreB, shape);
  setRelative(relative, facePose, pose);
  findCandidates(manifold, face, coreA, shape, coreB, relative, faceNormal, margin);
  addLowestCandidate(manifold, coreA, coreB, margin);
  writeManifold(manifold, out, facePose);
}
