import type { Manifold } from '../distance/contact.ts';
import { checkPose } from '../math/check-arguments.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { createVec3, dotVec3 } from '../math/vec3.ts';
import { closest } from '../pairs/query.ts';
import { isPlanarShape, requireCommonSpace } from '../pairs/require-planar.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { checkNotBelowZero } from '../shapes/checks.ts';
import type { PlanarShape, Shape } from '../shapes/shape.ts';
import { type ContactPoints, createContactPoints, createPairCache, solidContactPoints } from './contact-points.ts';
import { planarManifold } from './planar-manifold.ts';

/** Normals with a cosine this close to 1 are equal: rounding. */
const SAME_NORMAL = 1e-12;

/**
 * Contact manifolds of any two shapes: the points within `tolerance` [m] of touching, or overlapping; none if the
 * bodies are farther apart. Convex bodies and planar bodies have one manifold, others one for each contact direction of
 * their parts. Two planar bodies (disc, polygon) have the two ends of the interval where an edge lies on an edge, or
 * one point. Spatial bodies have up to four points for each normal, the deepest first; they lie on their bodies to 1e-9
 * of the size of the pair, and the gap of the deepest one is the distance of the bodies to the same accuracy: faces at
 * a smaller angle count as parallel. For single queries; loops reuse a `ContactPoints` and call `solidContactPoints` of
 * `appulse/kernels`.
 *
 * @example
 * ```ts
 * import { box, contactManifolds, pose } from 'appulse';
 *
 * const [{ normal, points }] = contactManifolds(box([1, 1, 1]), pose(), box([0.5, 0.5, 0.5]), pose([0, 0, 1.5]), 0.01);
 * console.log(normal.z, points.length, points[0].distance); // 1 4 0
 * ```
 */
export function contactManifolds(
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  tolerance: number,
): Manifold[] {
  checkShape('contactManifolds: shapeA', shapeA);
  checkPose('contactManifolds: poseA', poseA);
  checkShape('contactManifolds: shapeB', shapeB);
  checkPose('contactManifolds: poseB', poseB);
  checkNotBelowZero('contactManifolds: tolerance', tolerance);
  requireCommonSpace(shapeA, poseA, shapeB, poseB);
  const planar = isPlanarShape(shapeA) || isPlanarShape(shapeB);
  if (planar && isInPlane(shapeA) && isInPlane(shapeB)) {
    const contact = closest(shapeA, poseA, shapeB, poseB);
    if (contact.distance > tolerance) return [];
    return [planarManifold(shapeA, poseA, shapeB, poseB, contact, tolerance)];
  }
  return solidManifolds(shapeA, poseA, shapeB, poseB, tolerance);
}

function isInPlane(shape: Shape): shape is PlanarShape {
  const { kind } = shape;
  return kind === 'point' || kind === 'segment' || kind === 'disc' || kind === 'polygon' || kind === 'halfspace';
}

function solidManifolds(
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  tolerance: number,
): Manifold[] {
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
