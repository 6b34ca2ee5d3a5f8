import { transformVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toBody } from '../../math/pose.ts';
import { addScaledVec3, copyVec3, createVec3, dotVec3, scaleVec3, setVec3 } from '../../math/vec3.ts';
import { type Contact, flipContact } from '../contact.ts';
import type { CoreShape } from './core.ts';
import {
  BEYOND,
  type InsideSolid,
  MULTIPLICITY,
  ONE_EDGE,
  POINT_RESULT_LENGTH,
  pointToSolid,
  UNIQUE_POINT,
} from './point-solid.ts';

const pointResult = new Float64Array(POINT_RESULT_LENGTH);
const queryPoint = new Float64Array(3);

/**
 * Contact of a sphere or a point with a convex body that has a closed-form point distance, in either order. Exact. False, with `out`
 * unchanged, for all other pairs: these need GJK.
 */
export function closestSphere(
  out: Contact,
  shapeA: CoreShape,
  poseA: ReadonlyPose,
  shapeB: CoreShape,
  poseB: ReadonlyPose,
): boolean {
  if (isPointOrSphere(shapeA)) return hasInside(shapeB) && writeSphere(out, sphereRadius(shapeA), poseA, shapeB, poseB);
  if (!isPointOrSphere(shapeB) || !hasInside(shapeA) || !writeSphere(out, sphereRadius(shapeB), poseB, shapeA, poseA))
    return false;
  flipContact(out);
  return true;
}

type PointOrSphere = Extract<CoreShape, { kind: 'point' | 'sphere' }>;

function isPointOrSphere(shape: CoreShape): shape is PointOrSphere {
  return shape.kind === 'point' || shape.kind === 'sphere';
}

function sphereRadius(shape: PointOrSphere): number {
  return shape.kind === 'sphere' ? shape.radius : 0;
}

function hasInside(shape: CoreShape): shape is InsideSolid {
  return shape.kind !== 'point' && shape.kind !== 'segment' && shape.kind !== 'tiled';
}

const local = createVec3();

/** The sphere as A, the other body as B. */
function writeSphere(
  out: Contact,
  radius: number,
  poseA: ReadonlyPose,
  shape: InsideSolid,
  poseB: ReadonlyPose,
): boolean {
  toBody(local, poseB, poseA.position);
  queryPoint[0] = local.x;
  queryPoint[1] = local.y;
  queryPoint[2] = local.z;
  if (!pointToSolid(pointResult, shape, queryPoint)) return false;
  const { normal, pointA } = out;
  out.distance = pointResult[0] - radius;
  transformVec3(normal, poseB.rotation, setVec3(normal, -pointResult[1], -pointResult[2], -pointResult[3]));
  // a product of rotations may scale slightly
  scaleVec3(normal, normal, 1.5 - 0.5 * dotVec3(normal, normal));
  addScaledVec3(pointA, copyVec3(pointA, poseA.position), normal, radius);
  addScaledVec3(out.pointB, pointA, normal, out.distance);
  out.featureA = radius > 0 ? 'face' : 'vertex';
  out.indexA = radius > 0 ? -1 : 0;
  nameFeature(out, shape);
  out.unique = pointResult[MULTIPLICITY] === UNIQUE_POINT || (radius === 0 && pointResult[MULTIPLICITY] === ONE_EDGE);
  out.status = 'exact';
  out.errorBound = 0;
  out.iterations = 0;
  return true;
}

/** Sharp boxes have corners, numbered by their signs, and edges; all points of other bodies are on a face. */
function nameFeature(out: Contact, shape: InsideSolid): void {
  const beyond = shape.kind === 'box' && shape.radius === 0 ? pointResult[BEYOND] : 1;
  out.featureB = beyond === 3 ? 'vertex' : beyond === 2 ? 'edge' : 'face';
  out.indexB =
    beyond === 3 ? (queryPoint[0] < 0 ? 1 : 0) + (queryPoint[1] < 0 ? 2 : 0) + (queryPoint[2] < 0 ? 4 : 0) : -1;
}
