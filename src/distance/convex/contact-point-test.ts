/** Whether a pair of pieces proves a contact: both points belong to their bodies, and none reaches farther along the normal. */
import type { ReadonlyPose } from '../../math/pose.ts';
import { pair } from './contact-faces.ts';
import type { ContactFeature } from './contact-feature.ts';
import type { Core, Solid } from './core.ts';
import { isInCore } from './find-feature.ts';
import { direction, point, supportCore } from './support.ts';

/** The point of A's core that is reported, world axes, seen from A's origin: that of B is across from it by the gap along the normal. */
export const place = new Float64Array(3);
const seen = new Float64Array(3);

/**
 * Chooses the place: the point of one piece, and across from it one that belongs to the other body as well. Along a large radius a last digit of the
 * normal moves a point by more than that, though along the surface: then it is the other's that counts.
 */
export function isPlaced(
  shapeA: Solid,
  poseA: ReadonlyPose,
  shapeB: Solid,
  poseB: ReadonlyPose,
  limit: number,
): boolean {
  const { points, axes, gap } = pair;
  for (let body = 0; body < 2; body++) {
    for (let c = 0; c < 3; c++) place[c] = body === 0 ? points[c] : points[3 + c] - gap * axes[c];
    if (isPlaceIn(shapeA, poseA, poseA, 0, limit) && isPlaceIn(shapeB, poseB, poseA, gap, limit)) return true;
  }
  return false;
}

/** Does the place, or the one this far along the normal, belong to the core of a body? */
// biome-ignore format: one vector per line
export function isPlaceIn(shape: Solid, { position: o, rotation: r }: ReadonlyPose, poseA: ReadonlyPose, along: number, limit: number): boolean {
  const { axes } = pair;
  const x = place[0] + along * axes[0] - (o.x - poseA.position.x);
  const y = place[1] + along * axes[1] - (o.y - poseA.position.y);
  const z = place[2] + along * axes[2] - (o.z - poseA.position.z);
  seen[0] = r.xx * x + r.yx * y + r.zx * z; seen[1] = r.xy * x + r.yy * y + r.zy * z; seen[2] = r.xz * x + r.yz * y + r.zz * z;
  return isInCore(seen, shape, limit);
}

/** Does no point of the core reach farther along the normal? */
export function isFarthest({ point: p }: ContactFeature, core: Core, n: Float64Array, limit: number): boolean {
  direction.set(n);
  supportCore(core);
  return n[0] * (point[0] - p[0]) + n[1] * (point[1] - p[1]) + n[2] * (point[2] - p[2]) <= limit;
}
