/** The contact features of two convex bodies, found from the points and the normal of a contact. */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';
import { type ContactFeature, coreRadius, createContactFeature, type FeatureLimits } from './contact-feature.ts';
import type { Solid } from './core.ts';
import { createFeaturePair, normalInBody, setPairNormal } from './feature-pair.ts';
import { findFeature } from './find-feature.ts';

/** The contact features of the last query, their linear system, and the outward normals in the frames of the bodies. */
export const contactFeatureA = createContactFeature();
export const contactFeatureB = createContactFeature();
export const pair = createFeaturePair();
export const normalA = new Float64Array(3);
export const normalB = new Float64Array(3);

/** Finds the features of both bodies. */
export function findContactFeatures(
  { normal, pointA, pointB }: Contact,
  shapeA: Solid,
  poseA: ReadonlyPose,
  shapeB: Solid,
  poseB: ReadonlyPose,
  limits: FeatureLimits,
): void {
  setPairNormal(pair, normal.x, normal.y, normal.z);
  rotateNormals(poseA, poseB);
  setCorePoint(contactFeatureA, pointA, poseA, normalA, coreRadius(shapeA));
  setCorePoint(contactFeatureB, pointB, poseB, normalB, coreRadius(shapeB));
  findFeature(contactFeatureA, shapeA, normalA, limits);
  findFeature(contactFeatureB, shapeB, normalB, limits);
}

/** The normal of the pair, in the frames of both bodies. */
export function rotateNormals(poseA: ReadonlyPose, poseB: ReadonlyPose): void {
  normalInBody(normalA, pair, poseA.rotation, 1);
  normalInBody(normalB, pair, poseB.rotation, -1);
}

/** The point of the core below a surface point, in the frame of the body. */
// biome-ignore format: one vector per line
function setCorePoint(
  { point: p }: ContactFeature, surfacePoint: Contact['pointA'], { position, rotation: r }: ReadonlyPose, n: Float64Array, radius: number,
): void {
  const x = surfacePoint.x - position.x, y = surfacePoint.y - position.y, z = surfacePoint.z - position.z;
  p[0] = r.xx * x + r.yx * y + r.zx * z - radius * n[0];
  p[1] = r.xy * x + r.yy * y + r.zy * z - radius * n[1];
  p[2] = r.xz * x + r.yz * y + r.zz * z - radius * n[2];
}
