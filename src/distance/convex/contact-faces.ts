/** The two pieces that a contact of convex bodies lies on, found from its points and its normal. */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';
import { type ContactFeature, coreRadius, createContactFeature, type PieceLimits } from './contact-feature.ts';
import type { Solid } from './core.ts';
import { createFeaturePair, normalInBody, setPairNormal } from './feature-pair.ts';
import { findFeature } from './find-feature.ts';

/** The pieces of the contact last asked for, the equations of both, and the outward normals in the frames of the bodies. */
export const pieceA = createContactFeature();
export const pieceB = createContactFeature();
export const pair = createFeaturePair();
export const normalA = new Float64Array(3);
export const normalB = new Float64Array(3);

/** Finds them. */
export function findPieces(
  { normal, pointA, pointB }: Contact,
  shapeA: Solid,
  poseA: ReadonlyPose,
  shapeB: Solid,
  poseB: ReadonlyPose,
  limits: PieceLimits,
): void {
  setPairNormal(pair, normal.x, normal.y, normal.z);
  rotateNormals(poseA, poseB);
  placeOnCore(pieceA, pointA, poseA, normalA, coreRadius(shapeA));
  placeOnCore(pieceB, pointB, poseB, normalB, coreRadius(shapeB));
  findFeature(pieceA, shapeA, normalA, limits);
  findFeature(pieceB, shapeB, normalB, limits);
}

/** The normal of the pair, seen from both bodies. */
export function rotateNormals(poseA: ReadonlyPose, poseB: ReadonlyPose): void {
  normalInBody(normalA, pair, poseA.rotation, 1);
  normalInBody(normalB, pair, poseB.rotation, -1);
}

/** A point of the surface, as one of the core in the frame of the body. */
// biome-ignore format: one vector per line
function placeOnCore(
  { point: p }: ContactFeature, place: Contact['pointA'], { position, rotation: r }: ReadonlyPose, n: Float64Array, radius: number,
): void {
  const x = place.x - position.x, y = place.y - position.y, z = place.z - position.z;
  p[0] = r.xx * x + r.yx * y + r.zx * z - radius * n[0];
  p[1] = r.xy * x + r.yy * y + r.zy * z - radius * n[1];
  p[2] = r.xz * x + r.yz * y + r.zz * z - radius * n[2];
}
