import { createContact } from '../distance/contact.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { closestInto } from '../pairs/query.ts';
import type { Shape } from '../shapes/shape.ts';
import { addHalfspacePoints } from './halfspace-points.ts';
import type { PairCache } from './pair-cache.ts';
import { type ContactPoints, flipPoints, reservePoints } from './point-list.ts';
import { addSolidPoints } from './solid-points.ts';
import { hasFaces } from './supporting-face.ts';

/** Adds the points of two convex bodies (no compounds or meshes). */
export function addConvexPoints(
  out: ContactPoints,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  margin: number,
  cache: PairCache,
): void {
  if (hasFaces(shapeA)) {
    if (hasFaces(shapeB)) {
      addSolidPoints(out, shapeA, poseA, shapeB, poseB, margin, cache);
      return;
    }
    if (shapeB.kind === 'halfspace') {
      addHalfspacePoints(out, shapeA, poseA, shapeB, poseB, margin);
      return;
    }
  } else if (shapeA.kind === 'halfspace' && hasFaces(shapeB)) {
    const first = out.count;
    addHalfspacePoints(out, shapeB, poseB, shapeA, poseA, margin);
    flipPoints(out, first);
    return;
  }
  addClosestPoint(out, shapeA, poseA, shapeB, poseB, margin, cache);
}

const contact = createContact();

/** Adds the one closest pair. */
export function addClosestPoint(
  out: ContactPoints,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  margin: number,
  cache: PairCache,
): void {
  closestInto(contact, shapeA, poseA, shapeB, poseB, cache);
  if (!(contact.distance <= margin)) return;
  const { pointA, pointB, normal } = contact;
  const i = 3 * out.count;
  reservePoints(out, 1);
  out.pointsA[i] = pointA.x;
  out.pointsA[i + 1] = pointA.y;
  out.pointsA[i + 2] = pointA.z;
  out.pointsB[i] = pointB.x;
  out.pointsB[i + 1] = pointB.y;
  out.pointsB[i + 2] = pointB.z;
  out.normals[i] = normal.x;
  out.normals[i + 1] = normal.y;
  out.normals[i + 2] = normal.z;
  out.distances[out.count] = contact.distance;
  out.features[out.count] = 0;
  out.count++;
}
