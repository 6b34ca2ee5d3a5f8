/** Certificate of a contact: both points belong to their bodies and are support points along the normal. */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { ContactFeature } from './contact-feature.ts';
import type { ContactFeatures } from './contact-features.ts';

import type { Core, Solid } from './core.ts';
import { isInCore } from './find-feature.ts';
import { supportCore } from './support.ts';

const point = new Float64Array(3);
const direction = new Float64Array(3);
const local = new Float64Array(3);

/**
 * Chooses the witness: the point of one feature, if its opposite point belongs to the other body as well. On a large radius of curvature, an ulp
 * of the normal moves a point by more than an ulp along the surface: then the point of the other feature is used.
 */
export function findWitness(
  features: ContactFeatures,
  shapeA: Solid,
  poseA: ReadonlyPose,
  shapeB: Solid,
  poseB: ReadonlyPose,
  limit: number,
): boolean {
  const { pair, witness } = features;
  const { points, axes, gap } = pair;
  for (let body = 0; body < 2; body++) {
    for (let c = 0; c < 3; c++) witness[c] = body === 0 ? points[c] : points[3 + c] - gap * axes[c];
    if (
      isWitnessIn(features, shapeA, poseA, poseA, 0, limit) &&
      isWitnessIn(features, shapeB, poseB, poseA, gap, limit)
    )
      return true;
  }
  return false;
}

/** Does the witness, offset along the normal, belong to the core of a body? */
// biome-ignore format: one vector per line
export function isWitnessIn(features: ContactFeatures, shape: Solid, { position: o, rotation: r }: ReadonlyPose, poseA: ReadonlyPose, along: number, limit: number): boolean {
  const { pair, witness } = features;
  const { axes } = pair;
  const x = witness[0] + along * axes[0] - (o.x - poseA.position.x);
  const y = witness[1] + along * axes[1] - (o.y - poseA.position.y);
  const z = witness[2] + along * axes[2] - (o.z - poseA.position.z);
  local[0] = r.xx * x + r.yx * y + r.zx * z; local[1] = r.xy * x + r.yy * y + r.zy * z; local[2] = r.xz * x + r.yz * y + r.zz * z;
  return isInCore(local, shape, limit);
}

/** Is the point a support point of the core in direction n? */
export function isSupportPoint({ point: p }: ContactFeature, core: Core, n: Float64Array, limit: number): boolean {
  direction.set(n);
  supportCore(point, core, direction);
  return n[0] * (point[0] - p[0]) + n[1] * (point[1] - p[1]) + n[2] * (point[2] - p[2]) <= limit;
}
