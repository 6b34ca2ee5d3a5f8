import { transformTransposedVec3 } from '../../src/math/mat3.ts';
import type { ReadonlyPose } from '../../src/math/pose.ts';
import { createVec3, dotVec3, type ReadonlyVec3, subVec3 } from '../../src/math/vec3.ts';
import { type Ellipsoid, ellipsoidSupport } from '../../src/shapes/ellipsoid.ts';

/**
 * Gap between the support planes of two ellipsoids perpendicular to the unit vector m, A behind and B ahead [m]. It is a lower
 * bound of the distance; for the optimal m it is the distance, or minus the depth. [PG05-3], [PG05-7]
 */
export function ellipsoidGap(
  a: Ellipsoid,
  poseA: ReadonlyPose,
  b: Ellipsoid,
  poseB: ReadonlyPose,
  m: ReadonlyVec3,
): number {
  const between = subVec3(createVec3(), poseB.position, poseA.position);
  return dotVec3(m, between) - reach(a, poseA, m) - reach(b, poseB, m);
}

/** Support function of an ellipsoid about its centre along ±m. */
function reach(shape: Ellipsoid, { rotation }: ReadonlyPose, m: ReadonlyVec3): number {
  const along = transformTransposedVec3(createVec3(), rotation, m);
  return dotVec3(ellipsoidSupport(createVec3(), shape, along), along);
}
