import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';

/** Tolerance for the entries of a rotation about z that should be zero: rounding of many multiplied rotations. */
const TILT = 1e-12;
/** Tolerance for the difference in height: the rounding of z, relative to z or to 1 m. */
const HEIGHT = 1e-12;

/** Space of a shape. Points, segments and half-spaces fit either; discs and polygons paired with a spatial body are flat bodies. */
function spaceOf(shape: Shape): 'plane' | 'flat' | 'space' | 'either' {
  switch (shape.kind) {
    case 'disc':
    case 'polygon':
      return 'flat';
    case 'tiled':
      return shape.dimension === 2 ? 'plane' : 'space';
    case 'point':
    case 'segment':
    case 'halfspace':
      return 'either';
    default:
      return 'space';
  }
}

/** Is the shape planar on its own? */
export function isPlanarShape(shape: Shape): boolean {
  const space = spaceOf(shape);
  return space === 'plane' || space === 'flat';
}

function isPlanarPair(shapeA: Shape, shapeB: Shape): boolean {
  const [spaceA, spaceB] = [spaceOf(shapeA), spaceOf(shapeB)];
  if (spaceA === 'plane' || spaceB === 'plane') return true;
  return spaceA === 'flat' ? spaceB !== 'space' : spaceB === 'flat' && spaceA !== 'space';
}

/** Throws for a planar body paired with a spatial one, and for two planar bodies in different planes. */
export function requireCommonSpace(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): void {
  if (isPlanarPair(shapeA, shapeB)) requireCommonPlane(shapeA, poseA, shapeB, poseB);
}

/** Throws unless a motion suits the pair: planar bodies stay in their plane, and half-spaces do not rotate. */
export function requireMotion(shape: Shape, motion: Motion, other: Shape): void {
  const { velocity, acceleration, angularVelocity } = motion;
  if (shape.kind === 'halfspace' && (angularVelocity.x !== 0 || angularVelocity.y !== 0 || angularVelocity.z !== 0)) {
    throw new RangeError('impact: a half-space may move but must not rotate');
  }
  if (!isPlanarPair(shape, other)) return;
  const tilts = shape.kind !== 'point' && (angularVelocity.x !== 0 || angularVelocity.y !== 0);
  if (velocity.z !== 0 || acceleration.z !== 0 || tilts) {
    throw new RangeError(
      `planar pair: the motion takes a ${shape.kind} out of the xy plane; move along x and y, rotate about z only`,
    );
  }
}

/** Throws unless both bodies lie in one plane z = const and are rotated about z only, as planar shapes must. */
export function requireCommonPlane(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): void {
  const reason = planeViolation(shapeA, poseA, shapeB, poseB);
  if (reason !== '') throw new RangeError(`planar pair: ${reason}`);
}

export function isInCommonPlane(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): boolean {
  return planeViolation(shapeA, poseA, shapeB, poseB) === '';
}

/** Reason why two bodies do not lie in one plane; '' if they do. */
function planeViolation(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): string {
  const reason = tiltViolation(shapeA, poseA) || tiltViolation(shapeB, poseB);
  if (reason !== '') return reason;
  const heightA = heightOf(shapeA, poseA);
  const heightB = heightOf(shapeB, poseB);
  if (Math.abs(heightA - heightB) <= HEIGHT * Math.max(1, Math.abs(heightA))) return '';
  return `a ${shapeA.kind} and a ${shapeB.kind} must lie in one plane, got z = ${heightA} and z = ${heightB}`;
}

/** Reason why a body does not lie in a plane z = const; '' if it does. */
function tiltViolation(shape: Shape, pose: ReadonlyPose): string {
  const { xz, yz, zx, zy } = pose.rotation;
  if (shape.kind === 'point') return '';
  if (spaceOf(shape) === 'space') return `a ${shape.kind} is three-dimensional; expected a planar shape`;
  if (Math.max(Math.abs(xz), Math.abs(yz), Math.abs(zx), Math.abs(zy)) > TILT) {
    return `the pose tilts a ${shape.kind} out of the xy plane; rotate it about z only`;
  }
  if (shape.kind === 'segment' && shape.start.z !== shape.end.z) {
    return `a segment from z = ${shape.start.z} to z = ${shape.end.z} leaves the plane`;
  }
  if (shape.kind === 'halfspace' && shape.normal.z !== 0) {
    return `a half-space with the normal z = ${shape.normal.z} leaves the plane`;
  }
  return '';
}

/** z of a planar body [m]. */
function heightOf(shape: Shape, pose: ReadonlyPose): number {
  return pose.position.z + (shape.kind === 'segment' ? shape.start.z : 0);
}
