import type { Manifold } from '../distance/contact.ts';
import { checkPose } from '../math/check-arguments.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { createVec3, dotVec3 } from '../math/vec3.ts';
import { requireCommonSpace } from '../pairs/require-planar.ts';
import { checkShape } from '../shapes/check-shape.ts';
import type { Shape } from '../shapes/shape.ts';
import { type ContactPoints, createContactPoints, createPairCache, solidContactPoints } from './contact-points.ts';

/** Normals with a cosine this close to 1 are equal: rounding. */
const SAME_NORMAL = 1e-12;

/**
 * Contact manifolds of two solids: the points within `tolerance` [m] of touching, or overlapping, up to four for each
 * normal, the deepest first. Two convex bodies have one manifold, others one for each contact direction of their parts;
 * none if the bodies are farther apart. Points lie on their bodies to 1e-9 of the size of the pair, and the gap of the
 * deepest one is the distance of the bodies to the same accuracy: faces at a smaller angle count as parallel. For
 * single queries; loops reuse a `ContactPoints` and call `solidContactPoints`.
 *
 * @example
 * ```ts
 * import { box, pose, solidManifolds } from 'appulse';
 *
 * const [{ normal, points }] = solidManifolds(box([1, 1, 1]), pose(), box([0.5, 0.5, 0.5]), pose([0, 0, 1.5]), 0.01);
 * console.log(normal.z, points.length, points[0].distance); // 1 4 0
 * ```
 */
export function solidManifolds(
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  tolerance: number,
): Manifold[] {
  checkShape('solidManifolds: shapeA', shapeA);
  checkPose('solidManifolds: poseA', poseA);
  checkShape('solidManifolds: shapeB', shapeB);
  checkPose('solidManifolds: poseB', poseB);
  requireCommonSpace(shapeA, poseA, shapeB, poseB);
  const points = createContactPoints();
  solidContactPoints(points, shapeA, poseA, shapeB, poseB, tolerance, createPairCache());
  const manifolds: Manifold[] = [];
  for (let k = 0; k < points.count; k++) {
    const normal = vectorAt(points.normals, k);
    let manifold = manifolds.find((known) => dotVec3(known.normal, normal) >= 1 - SAME_NORMAL);
    if (manifold === undefined) {
      manifold = { normal, points: [] };
      manifolds.push(manifold);
    }
    manifold.points.push(pointAt(points, k));
  }
  return manifolds;
}

function pointAt({ pointsA, pointsB, distances }: ContactPoints, k: number) {
  return { pointA: vectorAt(pointsA, k), pointB: vectorAt(pointsB, k), distance: distances[k] };
}

function vectorAt(packed: Float64Array, k: number) {
  return createVec3(packed[3 * k], packed[3 * k + 1], packed[3 * k + 2]);
}
