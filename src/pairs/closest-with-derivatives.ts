import type { Solid } from '../distance/convex/core.ts';
import { solidDerivatives } from '../distance/convex/solid-derivatives.ts';
import {
  type ClosestWithDerivatives,
  createClosestWithDerivatives,
  createSignedQuery,
  solveWithDerivatives,
} from '../distance/smooth/search/signed-closest.ts';
import type { TrackedShape } from '../distance/smooth/witness/witness.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { asTiledBody } from '../shapes/tiled/as-tiled-body.ts';
import { tiledDisc } from '../shapes/tiled/outline-bodies.ts';
import { closestInto } from './query.ts';
import { requireCommonSpace } from './require-planar.ts';

/**
 * Signed distance, witnesses, normal, and how all of that changes with the twelve coordinates of both poses: for convex bodies of space
 * by the pieces in contact, for smooth bodies, discs and polygons by their curves and patches. A pair whose closest points slide keeps
 * the gradient of its distance alone, and `unavailable` says why. Throws for pairs without a method, as those of meshes and compounds,
 * whose nearest parts change from one to the next.
 *
 * Where the same two smooth bodies are asked again, keep a query and use `solveWithDerivatives`.
 */
export function closestWithDerivatives(
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
): ClosestWithDerivatives {
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
      return false;
    default:
      return true;
  }
}

/** The same shape as a point or a body of curves or patches. */
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
