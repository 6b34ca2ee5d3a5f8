import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';

/** Entries of a rotation about z that should be zero may be this far off: many turns multiplied up. */
const TILT = 1e-12;
/** Planes at different heights: the rounding of z, relative to z or to 1 m. */
const HEIGHT = 1e-12;

/**
 * Throws unless the two bodies have a common place to be: discs, polygons and outlines live in the plane, other smooth bodies and
 * ellipsoids in space, points, segments and walls in either.
 */
export function requireCommonSpace(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): void {
  const spaceA = spaceOf(shapeA);
  const spaceB = spaceOf(shapeB);
  if (spaceA !== 'plane' && spaceB !== 'plane') return;
  if (spaceA === 'space' || spaceB === 'space') {
    throw new RangeError(
      `no method for a ${shapeA.kind} of the ${spaceA} and a ${shapeB.kind} of the ${spaceB}: both must be of the plane or of space`,
    );
  }
  requireOnePlane(shapeA, poseA, shapeB, poseB);
}

/** Is this a pair of the plane, whatever its poses? */
export function isPlanarPair(shapeA: Shape, shapeB: Shape): boolean {
  return spaceOf(shapeA) === 'plane' || spaceOf(shapeB) === 'plane';
}

function spaceOf(shape: Shape): 'plane' | 'space' | 'plane or space' {
  switch (shape.kind) {
    case 'disc':
    case 'polygon':
      return 'plane';
    case 'tiled':
      return shape.dimension === 2 ? 'plane' : 'space';
    case 'ellipsoid':
      return 'space';
    default:
      return 'plane or space';
  }
}

/** Throws unless a motion that starts in the plane stays in it. */
export function requirePlanarMotion(shape: Shape, { velocity, acceleration, angularVelocity }: Motion): void {
  const turns = shape.kind !== 'point' && (angularVelocity.x !== 0 || angularVelocity.y !== 0);
  if (velocity.z !== 0 || acceleration.z !== 0 || turns) {
    throw new RangeError(`planar pair: the motion takes a ${shape.kind} out of the plane; move along x and y, turn about z only`);
  }
}

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
