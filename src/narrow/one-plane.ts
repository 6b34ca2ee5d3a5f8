import type { ReadonlyPose } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';

/** Entries of a rotation about z that should be zero may be this far off: many turns multiplied up. */
const TILT = 1e-12;
/** Planes at different heights: the rounding of z, relative to z or to 1 m. */
const HEIGHT = 1e-12;

/** Throws unless both bodies lie in one plane z = const and are turned about z only, as planar shapes must. */
export function requireOnePlane(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): void {
  const heightA = heightOf(shapeA, poseA);
  const heightB = heightOf(shapeB, poseB);
  if (Math.abs(heightA - heightB) > HEIGHT * Math.max(1, Math.abs(heightA))) {
    throw new RangeError(
      `planar pair: a ${shapeA.kind} and a ${shapeB.kind} must lie in one plane, got z = ${heightA} and z = ${heightB}`,
    );
  }
}

/** The z of a planar body [m]. */
function heightOf(shape: Shape, pose: ReadonlyPose): number {
  const { xz, yz, zx, zy } = pose.rotation;
  if (shape.kind === 'point') return pose.position.z;
  if (Math.max(Math.abs(xz), Math.abs(yz), Math.abs(zx), Math.abs(zy)) > TILT) {
    throw new RangeError(`planar pair: the pose tilts a ${shape.kind} out of the xy plane; turn it about z only`);
  }
  if (shape.kind !== 'segment') return pose.position.z;
  if (shape.start.z !== shape.end.z) {
    throw new RangeError(`planar pair: a segment from z = ${shape.start.z} to z = ${shape.end.z} leaves the plane`);
  }
  return pose.position.z + shape.start.z;
}
