import type { Solid } from '../distance/convex/core.ts';
import {
  type ClosestWithDerivatives,
  createClosestWithDerivatives,
  createSignedQuery,
  solveWithDerivatives,
} from '../distance/smooth/search/signed-closest.ts';
import { solidDerivatives } from '../distance/smooth/solid-derivatives.ts';
import type { TrackedShape } from '../distance/smooth/witness/witness.ts';
import { checkPose } from '../math/check-arguments.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { asTiledBody } from '../shapes/tiled/as-tiled-body.ts';
import { tiledDisc } from '../shapes/tiled/outline-bodies.ts';
import { closestInto } from './query.ts';
import { requireCommonSpace } from './require-planar.ts';

/**
 * Signed distance [m], witness points, normal from A to B, and their derivatives with respect to the twelve coordinates
 * of both poses: from the pieces in contact for convex solids, from the curves and patches for smooth bodies, discs and
 * polygons. Where the closest points are not unique, only the gradient of the distance is given, and `unavailable`
 * states the reason. Throws for pairs without a method, such as meshes and compounds, whose nearest parts change.
 *
 * For repeated queries on the same two smooth bodies, create a query once and use `solveWithDerivatives`.
 *
 * @example
 * ```ts
 * import { closestWithDerivatives, pose, sphere } from 'appulse';
 *
 * const { distance, distanceGradient } = closestWithDerivatives(sphere(1), pose(), sphere(1), pose([4, 0, 0]));
 * console.log(distance, distanceGradient[6]); // 2 1
 * ```
 */
export function closestWithDerivatives(
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
): ClosestWithDerivatives {
  checkShape('closestWithDerivatives: shapeA', shapeA);
  checkPose('closestWithDerivatives: poseA', poseA);
  checkShape('closestWithDerivatives: shapeB', shapeB);
  checkPose('closestWithDerivatives: poseB', poseB);
  requireCommonSpace(shapeA, poseA, shapeB, poseB);
  const out = createClosestWithDerivatives();
  if (isSolid(shapeA) && isSolid(shapeB) && !(shapeA.kind === 'point' && shapeB.kind === 'point')) {
    const size = Math.max(shapeRadius(shapeA) + shapeRadius(shapeB), Number.MIN_VALUE);
    return solidDerivatives(out, shapeA, poseA, shapeB, poseB, size, closestInto);
  }
  const [a, b] = [asTracked(shapeA), asTracked(shapeB)];
  if (a === null || b === null) {
    throw new RangeError(`derivatives: no method for the pair ${shapeA.kind} and ${shapeB.kind}`);
  }
  return solveWithDerivatives(out, createSignedQuery(a, b), poseA, poseB);
}

function isSolid(shape: Shape): shape is Solid {
  switch (shape.kind) {
    case 'disc':
    case 'polygon':
    case 'halfspace':
    case 'tiled':
    case 'compound':
    case 'trimesh':
    case 'brep':
      return false;
    default:
      return true;
  }
}

/** The shape as a point or a body of curves or patches. */
function asTracked(shape: Shape): TrackedShape | null {
  switch (shape.kind) {
    case 'point':
    case 'tiled':
      return shape;
    case 'disc':
      return tiledDisc(shape.radius);
    case 'polygon':
    case 'ellipsoid':
      return asTiledBody(shape);
    default:
      return null;
  }
}
