/** Contact points of two convex bodies with faces, edges or straight lines. */
import type { ReadonlyPose } from '../../../math/pose.ts';
import type { Hull } from '../../../shapes/hull.ts';
import { createContact } from '../../contact.ts';
import { clearSimplexCache, createSimplexCache } from '../../convex/simplex-cache.ts';
import { APART_BY, bestAxis, separateBoxes } from '../box-axes.ts';
import { BOX, type Cored, createCore, isPolytope, RADIUS, RELATIVE_LENGTH, setCore, setRelative } from '../core.ts';
import { extreme, HEIGHT, supportDifference } from '../difference.ts';
import { DISTANCE, found, NORMAL, OVERLAP, POINT_A } from '../found.ts';
import { coreDistance } from '../gjk.ts';
import { separateHulls } from '../hull-axes.ts';
import { corePenetration } from '../penetration.ts';
import { closestSolids } from '../solid-contact.ts';
import { isThin, thinDistance } from '../thin-cores.ts';
import { APART, type PairCache } from './pair-cache.ts';
import type { Patched } from './patch.ts';
import type { ContactPoints } from './point-list.ts';
import { addClosestSpot, addLowestSpot, findSpots, hasClosest } from './spots.ts';
import { writeSpots } from './write-spots.ts';

const coreA = createCore();
const coreB = createCore();
const relative = new Float64Array(RELATIVE_LENGTH);
/** The direction that the points are found along, and the distance of the bodies [m]: in arrays, because numbers get boxed. */
const normal = new Float64Array(3);
const distance = new Float64Array(1);

/** Adds the points of two convex bodies to `out`. */
export function addSolidPoints(
  out: ContactPoints,
  shapeA: Patched,
  poseA: ReadonlyPose,
  shapeB: Patched,
  poseB: ReadonlyPose,
  margin: number,
  cache: PairCache,
): void {
  setCore(coreA, shapeA);
  setCore(coreB, shapeB);
  setRelative(relative, poseA, poseB);
  if (isStillApart(margin, cache)) return;
  const thin = isThin(coreA) && isThin(coreB);
  if (!thin && findBestAxis(shapeA, shapeB, margin)) {
    setDistance(bestAxis, APART_BY);
    if (distance[0] > margin) {
      keepDirection(cache, bestAxis, 0);
      return;
    }
    findSpots(shapeA, coreA, shapeB, coreB, relative, bestAxis, margin);
    if (hasClosest(coreA, coreB, distance)) {
      writeSpots(out, poseA);
      return;
    }
    // farther apart than along any of the axes: corners and edges beside each other
  }
  if (!(thin && thinDistance(coreA, coreB, relative)) && coreDistance(coreA, coreB, relative, cache) === OVERLAP) {
    if (isPolytope(coreA) && isPolytope(coreB)) corePenetration(coreA, coreB, relative);
    else overlapRound(shapeA, poseA, shapeB, poseB);
  }
  setDistance(found, DISTANCE);
  if (distance[0] > margin) {
    keepDirection(cache, found, NORMAL);
    return;
  }
  for (let k = 0; k < 3; k++) normal[k] = found[NORMAL + k];
  findSpots(shapeA, coreA, shapeB, coreB, relative, normal, margin);
  if (!hasClosest(coreA, coreB, distance)) addClosestSpot(found, POINT_A, coreA, coreB, distance);
  writeSpots(out, poseA);
}

const deepest = createContact();
const cold = createSimplexCache();

/** Depth, normal and point of overlapping round bodies to the last digits, in `found` as those of others. */
// biome-ignore format: one vector per line
function overlapRound(shapeA: Patched, poseA: ReadonlyPose, shapeB: Patched, poseB: ReadonlyPose): void {
  clearSimplexCache(cold);
  const { normal: n, pointA: p } = closestSolids(deepest, shapeA, poseA, shapeB, poseB, cold);
  const { rotation: r, position: o } = poseA;
  const radiusA = coreA.numbers[RADIUS];
  const x = p.x - o.x - radiusA * n.x, y = p.y - o.y - radiusA * n.y, z = p.z - o.z - radiusA * n.z;
  found[DISTANCE] = deepest.distance + radiusA + coreB.numbers[RADIUS];
  found[NORMAL] = r.xx * n.x + r.yx * n.y + r.zx * n.z; found[POINT_A] = r.xx * x + r.yx * y + r.zx * z;
  found[NORMAL + 1] = r.xy * n.x + r.yy * n.y + r.zy * n.z; found[POINT_A + 1] = r.xy * x + r.yy * y + r.zy * z;
  found[NORMAL + 2] = r.xz * n.x + r.yz * n.y + r.zz * n.z; found[POINT_A + 2] = r.xz * x + r.yz * y + r.zz * z;
}

/** The distance of the bodies from that of their cores. */
function setDistance(numbers: Float64Array, at: number): void {
  distance[0] = numbers[at] - coreA.numbers[RADIUS] - coreB.numbers[RADIUS];
}

/** Are the bodies farther apart than `margin` along the direction that told so last time? If not, it is not asked again. */
function isStillApart(margin: number, { direction: apart }: PairCache): boolean {
  if (apart[0] === 0 && apart[1] === 0 && apart[2] === 0) return false;
  supportDifference(coreA, coreB, relative, apart, 0);
  apart[APART] = -extreme[HEIGHT] - coreA.numbers[RADIUS] - coreB.numbers[RADIUS];
  if (apart[APART] > margin) return true;
  apart.fill(0);
  return false;
}

function keepDirection({ direction }: PairCache, numbers: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) direction[k] = numbers[at + k];
  direction[APART] = distance[0];
}

/** Finds the axis along which boxes, or polyhedra with few faces, are farthest apart or overlap least; false for others. */
function findBestAxis(shapeA: Patched, shapeB: Patched, margin: number): boolean {
  if (coreA.kind === BOX && coreB.kind === BOX) {
    separateBoxes(coreA, coreB, relative, margin);
    return true;
  }
  const hullA = shapeA.kind === 'hull' ? shapeA : null;
  const hullB = shapeB.kind === 'hull' ? shapeB : null;
  if ((hullA === null && coreA.kind !== BOX) || (hullB === null && coreB.kind !== BOX)) return false;
  return separateHulls(hullA, coreA, hullB, coreB, relative, margin);
}

/** Adds the points of a face A with a convex body, along the normal of the face in its own frame, where the body is over it. */
export function addPointsOverFace(
  out: ContactPoints,
  face: Hull,
  facePose: ReadonlyPose,
  faceNormal: Float64Array,
  shape: Cored,
  pose: ReadonlyPose,
  margin: number,
): void {
  setCore(coreA, face);
  setCore(coreB, shape);
  setRelative(relative, facePose, pose);
  findSpots(face, coreA, shape, coreB, relative, faceNormal, margin);
  addLowestSpot(coreA, coreB, margin);
  writeSpots(out, facePose);
}
