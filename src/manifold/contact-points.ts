import { isMultiPart } from '../distance/compound/part-body.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { addBrepPoints } from './brep-points.ts';
import { addConvexPoints } from './convex-points.ts';
import type { PairCache } from './pair-cache.ts';
import { addPartPoints } from './part-points.ts';
import type { ContactPoints } from './point-list.ts';

export { clearPairCache, createPairCache, type PairCache } from './pair-cache.ts';
export { type ContactPoints, createContactPoints } from './point-list.ts';

/**
 * The contact points of solids A and B, with gaps up to `margin` [m], the deepest first: up to four for two convex
 * bodies, up to four for each contact direction for bodies with several parts. Returns their count; 0 where the bodies
 * are farther apart.
 *
 * @example
 * ```ts
 * import { box, pose } from 'appulse';
 * import { createContactPoints, createPairCache, solidContactPoints } from 'appulse/kernels';
 *
 * const [points, cache] = [createContactPoints(), createPairCache()];
 * const crate = box([0.5, 0.5, 0.5]);
 * const count = solidContactPoints(points, crate, pose(), crate, pose([0, 0, 0.999]), 0.01, cache);
 * console.log(count, points.distances[0].toFixed(6)); // 4 -0.001000
 * ```
 */
export function solidContactPoints(
  out: ContactPoints,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  margin: number,
  cache: PairCache,
): number {
  out.count = 0;
  if (shapeA.kind === 'brep' || shapeB.kind === 'brep') addBrepPoints(out, shapeA, poseA, shapeB, poseB, margin, cache);
  else if (isMultiPart(shapeA) || isMultiPart(shapeB)) addPartPoints(out, shapeA, poseA, shapeB, poseB, margin);
  else addConvexPoints(out, shapeA, poseA, shapeB, poseB, margin, cache);
  return out.count;
}
