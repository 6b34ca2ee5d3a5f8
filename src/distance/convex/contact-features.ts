/** The contact features of two convex bodies, found from the points and the normal of a contact. */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';
import { type ContactFeature, coreRadius, createContactFeature, type FeatureLimits } from './contact-feature.ts';
import type { Solid } from './core.ts';
import { createFeaturePair, type FeaturePair, normalInBody, setPairNormal } from './feature-pair.ts';
import { findFeature } from './find-feature.ts';

/** The contact features of two bodies, their linear system, and the outward normals in the frames of the bodies. */
export interface ContactFeatures {
  readonly featureA: ContactFeature;
  readonly featureB: ContactFeature;
  readonly pair: FeaturePair;
  readonly normalA: Float64Array;
  readonly normalB: Float64Array;
  /** The reported point of A's core, world axes, relative to A's origin; the point of B is offset from it by the gap along the normal. */
  readonly witness: Float64Array;
}

export function createContactFeatures(): ContactFeatures {
  return {
    featureA: createContactFeature(),
    featureB: createContactFeature(),
    pair: createFeaturePair(),
    normalA: new Float64Array(3),
    normalB: new Float64Array(3),
    witness: new Float64Array(3),
  };
}

/** Finds the features of both bodies. */
export function findContactFeatures(
  features: ContactFeatures,
  { normal, pointA, pointB }: Contact,
  shapeA: Solid,
  poseA: ReadonlyPose,
  shapeB: Solid,
  poseB: ReadonlyPose,
  limits: FeatureLimits,
): void {
  const { pair, featureA, normalA, featureB, normalB } = features;
  setPairNormal(pair, normal.x, normal.y, normal.z);
  rotateNormals(features, poseA, poseB);
  setCorePoint(featureA, pointA, poseA, normalA, coreRadius(shapeA));
  setCorePoint(featureB, pointB, poseB, normalB, coreRadius(shapeB));
  findFeature(featureA, shapeA, normalA, limits);
  findFeature(featureB, shapeB, normalB, limits);
}

/** The normal of the pair, in the frames of both bodies. */
export function rotateNormals(features: ContactFeatures, poseA: ReadonlyPose, poseB: ReadonlyPose): void {
  const { normalA, pair, normalB } = features;
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
