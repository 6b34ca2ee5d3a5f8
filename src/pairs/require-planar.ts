import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Shape } from '../shapes/shape.ts';

/** Entries of a rotation about z that should be zero may be this far off: many turns multiplied up. */
const TILT = 1e-12;
/** Planes at different heights: the rounding of z, relative to z or to 1 m. */
const HEIGHT = 1e-12;

/** Where a shape lives. Points, segments and walls live in either; beside a body of space, discs and polygons are flat ones. */
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

/** Is the shape one of the xy plane, if it is alone? */
export function isOfPlane(shape: Shape): boolean {
  const home = spaceOf(shape);
  return home === 'plane' || home === 'flat';
}

function isPlanarPair(shapeA: Shape, shapeB: Shape): boolean {
  const [homeA, homeB] = [spaceOf(shapeA), spaceOf(shapeB)];
  if (homeA === 'plane' || homeB === 'plane') return true;
  return homeA === 'flat' ? homeB !== 'space' : homeB === 'flat' && homeA !== 'space';
}

/** Throws for a body of the plane and one of space, and for two of the plane that do not lie in one plane. */
export function requireCommonSpace(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): void {
  if (isPlanarPair(shapeA, shapeB)) requireCommonPlane(shapeA, poseA, shapeB, poseB);
}

/** Throws unless a motion suits the pair: bodies of the plane stay in it, and walls do not turn. */
export function requireMotion(shape: Shape, motion: Motion, other: Shape): void {
  const { velocity, acceleration, angularVelocity } = motion;
  if (shape.kind === 'halfspace' && (angularVelocity.x !== 0 || angularVelocity.y !== 0 || angularVelocity.z !== 0)) {
    throw new RangeError('impact: a half plane may move but must not turn');
  }
  if (!isPlanarPair(shape, other)) return;
  const tilts = shape.kind !== 'point' && (angularVelocity.x !== 0 || angularVelocity.y !== 0);
  if (velocity.z !== 0 || acceleration.z !== 0 || tilts) {
    throw new RangeError(
      `planar pair: the motion takes a ${shape.kind} out of the xy plane; move along x and y, turn about z only`,
    );
  }
}

/** Throws unless both bodies lie in one plane z = const and are turned about z only, as planar shapes must. */
export function requireCommonPlane(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): void {
  const fault = planeFault(shapeA, poseA, shapeB, poseB);
  if (fault !== '') throw new RangeError(`planar pair: ${fault}`);
}

export function isInCommonPlane(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): boolean {
  return planeFault(shapeA, poseA, shapeB, poseB) === '';
}

/** Why two bodies do not lie in one plane; '' if they do. */
function planeFault(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): string {
  const fault = tiltFault(shapeA, poseA) || tiltFault(shapeB, poseB);
  if (fault !== '') return fault;
  const heightA = heightOf(shapeA, poseA);
  const heightB = heightOf(shapeB, poseB);
  if (Math.abs(heightA - heightB) <= HEIGHT * Math.max(1, Math.abs(heightA))) return '';
  return `a ${shapeA.kind} and a ${shapeB.kind} must lie in one plane, got z = ${heightA} and z = ${heightB}`;
}

/** Why a body does not lie in a plane z = const. */
function tiltFault(shape: Shape, pose: ReadonlyPose): string {
  const { xz, yz, zx, zy } = pose.rotation;
  if (shape.kind === 'point') return '';
  if (spaceOf(shape) === 'space') return `a ${shape.kind} of space has no place in the plane`;
  if (Math.max(Math.abs(xz), Math.abs(yz), Math.abs(zx), Math.abs(zy)) > TILT) {
    return `the pose tilts a ${shape.kind} out of the xy plane; turn it about z only`;
  }
  if (shape.kind === 'segment' && shape.start.z !== shape.end.z) {
    return `a segment from z = ${shape.start.z} to z = ${shape.end.z} leaves the plane`;
  }
  if (shape.kind === 'halfspace' && shape.normal.z !== 0) {
    return `a half plane with the normal z = ${shape.normal.z} leaves the plane`;
  }
  return '';
}

/** The z of a planar body [m]. */
function heightOf(shape: Shape, pose: ReadonlyPose): number {
  return pose.position.z + (shape.kind === 'segment' ? shape.start.z : 0);
}
