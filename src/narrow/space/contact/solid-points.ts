/** Contact points of two convex bodies with faces, edges or straight lines. */
import type { ReadonlyPose } from '../../../math/pose.ts';
import type { Hull } from '../../../shapes/hull.ts';
import { APART_BY, bestAxis, separateBoxes } from '../box-axes.ts';
import { BOX, type Cored, createCore, RADIUS, RELATIVE_LENGTH, setCore, setRelative } from '../core.ts';
import { extreme, HEIGHT, supportDifference } from '../difference.ts';
import { coreDistance, DISTANCE, found, NORMAL, OVERLAP, POINT_A } from '../gjk.ts';
import { separateHulls } from '../hull-axes.ts';
import { corePenetration } from '../penetration.ts';
import { direction, point, supportCore } from '../support.ts';
import { isThin, thinDistance } from '../thin-cores.ts';
import type { PairCache } from './pair-cache.ts';
import { isPatched, type Patched } from './patch.ts';
import type { ContactPoints } from './point-list.ts';
import { addClosestSpot, clearSpots, findSpots, hasClosest, isOverOutline, spots } from './spots.ts';
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
  const thin = isThin(coreA) && isThin(coreB);
  if (coreA.kind === BOX && coreB.kind === BOX && !thin) {
    cache.axis = separateBoxes(coreA, coreB, relative, margin, cache.axis);
    setDistance(bestAxis, APART_BY);
    if (distance[0] > margin || addAlongAxis(out, shapeA, poseA, shapeB, margin)) return;
    // farther apart than along any of the axes: corners and edges beside each other
  } else if (isStillApart(margin, cache)) {
    return;
  }
  if (!(thin && thinDistance(coreA, coreB, relative))) {
    if (coreDistance(coreA, coreB, relative, cache) === OVERLAP) {
      if (overlapsAlongAxis(shapeA, shapeB) && addAlongAxis(out, shapeA, poseA, shapeB, margin)) return;
      corePenetration(coreA, coreB, relative);
    }
  }
  setDistance(found, DISTANCE);
  for (let k = 0; k < 3; k++) normal[k] = found[NORMAL + k];
  if (distance[0] > margin) {
    cache.direction.set(normal);
    return;
  }
  findSpots(shapeA, coreA, shapeB, coreB, relative, normal, margin);
  const complete = hasClosest(coreA, coreB, distance);
  if (!complete) addClosestSpot(found, POINT_A, coreA, distance);
  writeSpots(out, poseA, !complete);
}

/** The distance of the bodies from that of their cores. */
function setDistance(numbers: Float64Array, at: number): void {
  distance[0] = numbers[at] - coreA.numbers[RADIUS] - coreB.numbers[RADIUS];
}

/** Are the bodies farther apart than `margin` along the direction that told so last time? */
function isStillApart(margin: number, { direction: apart }: PairCache): boolean {
  if (apart[0] === 0 && apart[1] === 0 && apart[2] === 0) return false;
  supportDifference(coreA, coreB, relative, apart, 0);
  return -extreme[HEIGHT] - coreA.numbers[RADIUS] - coreB.numbers[RADIUS] > margin;
}

/** Finds the least depth of overlapping polyhedra with few faces in `bestAxis`; false for others. */
function overlapsAlongAxis(shapeA: Patched, shapeB: Patched): boolean {
  const hullA = shapeA.kind === 'hull' ? shapeA : null;
  const hullB = shapeB.kind === 'hull' ? shapeB : null;
  if ((hullA === null && coreA.kind !== BOX) || (hullB === null && coreB.kind !== BOX)) return false;
  if (!separateHulls(hullA, coreA, hullB, coreB, relative)) return false;
  setDistance(bestAxis, APART_BY);
  return true;
}

/** Adds the points along `bestAxis`. False: the bodies are farther apart, or not as deep, as along this axis. */
function addAlongAxis(
  out: ContactPoints,
  shapeA: Patched,
  poseA: ReadonlyPose,
  shapeB: Patched,
  margin: number,
): boolean {
  findSpots(shapeA, coreA, shapeB, coreB, relative, bestAxis, margin);
  if (!hasClosest(coreA, coreB, distance)) return false;
  writeSpots(out, poseA, false);
  return true;
}
