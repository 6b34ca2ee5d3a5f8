import { transformVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toBody } from '../../math/pose.ts';
import { addScaledVec3, copyVec3, createVec3, dotVec3, scaleVec3, setVec3 } from '../../math/vec3.ts';
import { type Contact, flipContact } from '../contact.ts';
import type { Cored } from './core.ts';
import { answer, asked, BEYOND, type InsideSolid, ONE_EDGE, ONE_PLACE, PLACES, pointToSolid } from './point-solid.ts';

/**
 * Contact of a ball or a point with a convex body whose distance to points has a closed form, in either order. Exact. False, with `out`
 * as it was, for all other pairs: then it takes a search.
 */
export function closestSphere(
  out: Contact,
  shapeA: Cored,
  poseA: ReadonlyPose,
  shapeB: Cored,
  poseB: ReadonlyPose,
): boolean {
  if (isBall(shapeA)) return hasInside(shapeB) && writeBall(out, ballRadius(shapeA), poseA, shapeB, poseB);
  if (!isBall(shapeB) || !hasInside(shapeA) || !writeBall(out, ballRadius(shapeB), poseB, shapeA, poseA)) return false;
  flipContact(out);
  return true;
}

type Ball = Extract<Cored, { kind: 'point' | 'sphere' }>;

function isBall(shape: Cored): shape is Ball {
  return shape.kind === 'point' || shape.kind === 'sphere';
}

function ballRadius(shape: Ball): number {
  return shape.kind === 'sphere' ? shape.radius : 0;
}

function hasInside(shape: Cored): shape is InsideSolid {
  return shape.kind !== 'point' && shape.kind !== 'segment' && shape.kind !== 'tiled';
}

const local = createVec3();

/** The ball as A, the other body as B. */
function writeBall(
  out: Contact,
  radius: number,
  poseA: ReadonlyPose,
  shape: InsideSolid,
  poseB: ReadonlyPose,
): boolean {
  toBody(local, poseB, poseA.position);
  asked[0] = local.x;
  asked[1] = local.y;
  asked[2] = local.z;
  if (!pointToSolid(shape)) return false;
  const { normal, pointA } = out;
  out.distance = answer[0] - radius;
  transformVec3(normal, poseB.rotation, setVec3(normal, -answer[1], -answer[2], -answer[3]));
  // a rotation that is a product of others may stretch a little
  scaleVec3(normal, normal, 1.5 - 0.5 * dotVec3(normal, normal));
  addScaledVec3(pointA, copyVec3(pointA, poseA.position), normal, radius);
  addScaledVec3(out.pointB, pointA, normal, out.distance);
  out.featureA = radius > 0 ? 'face' : 'vertex';
  out.indexA = radius > 0 ? -1 : 0;
  nameFeature(out, shape);
  out.unique = answer[PLACES] === ONE_PLACE || (radius === 0 && answer[PLACES] === ONE_EDGE);
  out.status = 'exact';
  out.errorBound = 0;
  out.iterations = 0;
  return true;
}

/** Sharp boxes have corners, numbered by their signs, and edges; on all other bodies every place is like any other. */
function nameFeature(out: Contact, shape: InsideSolid): void {
  const beyond = shape.kind === 'box' && shape.radius === 0 ? answer[BEYOND] : 1;
  out.featureB = beyond === 3 ? 'vertex' : beyond === 2 ? 'edge' : 'face';
  out.indexB = beyond === 3 ? (asked[0] < 0 ? 1 : 0) + (asked[1] < 0 ? 2 : 0) + (asked[2] < 0 ? 4 : 0) : -1;
}
