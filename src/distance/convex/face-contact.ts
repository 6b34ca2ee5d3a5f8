/** Contact of a flat face with the other body, at the features of `contact-features.ts`: the normal of the face, and points on it. */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { ContactFeature } from './contact-feature.ts';
import { type ContactFeatures, rotateNormals } from './contact-features.ts';

import type { Core } from './core.ts';
import { loadPair, setPairNormal } from './feature-pair.ts';
import { supportCore } from './support.ts';

const point = new Float64Array(3);
const direction = new Float64Array(3);

/** Minimum cosine of the angle between a face normal and the contact normal for a face contact. */
const FACING = 0.999;
/** Slope below which an edge is parallel to a face. */
const LEVEL = 1e-10;

export function isFace({ surface, straightCount }: ContactFeature): boolean {
  return surface === 'flat' && straightCount === 2;
}

/** Is the feature, an edge, a side or a face, perpendicular to the outward normal `n`? */
export function isLevel({ straight: s, straightCount, rotationRates }: ContactFeature, n: Float64Array): boolean {
  for (let k = 0; k < straightCount; k++) {
    const slope = s[3 * k] * n[0] + s[3 * k + 1] * n[1] + s[3 * k + 2] * n[2];
    if (rotationRates[k] !== 0 || Math.abs(slope) > LEVEL) return false;
  }
  return straightCount > 0;
}

/** If the feature of a body (0 or 1) is a face: sets the normal of the pair to its outward normal, reversed for B. */
// biome-ignore format: one vector per line
export function setFaceNormal(features: ContactFeatures, body: number, poseA: ReadonlyPose, poseB: ReadonlyPose): boolean {
  const { featureA, featureB, normalA, normalB, pair } = features;
  const face = body === 0 ? featureA : featureB, s = face.straight;
  const n = body === 0 ? normalA : normalB;
  if (!isFace(face)) return false;
  let x = s[1] * s[5] - s[2] * s[4], y = s[2] * s[3] - s[0] * s[5], z = s[0] * s[4] - s[1] * s[3];
  const cosine = x * n[0] + y * n[1] + z * n[2];
  if (!(Math.abs(cosine) > FACING)) return false;
  const length = Math.sqrt(x * x + y * y + z * z), k = ((cosine < 0) === (body === 0) ? -1 : 1) / length;
  x *= k; y *= k; z *= k;
  const { rotation: r } = body === 0 ? poseA : poseB;
  const nx = r.xx * x + r.xy * y + r.xz * z, ny = r.yx * x + r.yy * y + r.yz * z, nz = r.zx * x + r.zy * y + r.zz * z;
  // a product of rotations may scale slightly
  const unit = 1.5 - 0.5 * (nx * nx + ny * ny + nz * nz);
  setPairNormal(pair, unit * nx, unit * ny, unit * nz);
  rotateNormals(features, poseA, poseB);
  return true;
}

/**
 * Sets the points on the face and opposite to it: at the features (`other` null), or at the support point of the other body, `other`, towards
 * the face. Sets the gap.
 */
// biome-ignore format: one vector per line
export function setPointsOnFace(features: ContactFeatures, body: number, other: Core | null, poseA: ReadonlyPose, poseB: ReadonlyPose): void {
  const { featureB, featureA, normalB, normalA, pair, witness } = features;
  const farther = body === 0 ? featureB : featureA;
  if (other !== null) {
    direction.set(body === 0 ? normalB : normalA);
    supportCore(point, other, direction);
    farther.point.set(point);
  }
  loadPair(pair, featureA, poseA, featureB, poseB);
  const { axes: n, points: p, gap } = pair;
  for (let c = 0; c < 3; c++) witness[c] = body === 0 ? p[3 + c] - gap * n[c] : p[c];
}
