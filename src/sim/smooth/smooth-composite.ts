import type { RotatingBody } from '../../dynamics/forced-bodies.ts';
import { copyMat3, createMat3, type Mat3, rotateTensor } from '../../math/mat3.ts';
import { poseAt } from '../../math/motion.ts';
import { copyMovingPose, createMovingPose, type MovingPose } from '../../math/moving-pose.ts';
import { createPose } from '../../math/pose.ts';
import { movingPoseAt, type PrescribedPath } from '../../math/prescribed-path.ts';
import { addVec3, createVec3, scaleVec3 } from '../../math/vec3.ts';
import type { SmoothBody } from '../../scene/smooth-scene.ts';

/** A body of the scene in motion. Fixed and prescribed ones have zero inverse mass and inertia. */
export interface SmoothComposite extends RotatingBody {
  /** Of a prescribed body. */
  readonly path?: PrescribedPath;
  /** State at the start of the current interval. */
  readonly start: MovingPose & { readonly inverseInertia: Mat3 };
}

export function createSmoothComposite({ motion }: SmoothBody): SmoothComposite {
  const state = createMovingPose();
  const start = { ...createMovingPose(), inverseInertia: createMat3(0, 0, 0) };
  if (motion.kind === 'free') {
    const { pose, velocity, angularVelocity, mass, inverseInertia } = motion;
    return {
      ...copyMovingPose(state, { pose, velocity, angularVelocity: angularVelocity }),
      inverseMass: 1 / mass,
      inverseInertia: rotateTensor(createMat3(), pose.rotation, inverseInertia),
      ownInverseInertia: inverseInertia,
      start,
    };
  }
  const immovable = { inverseMass: 0, inverseInertia: createMat3(0, 0, 0), ownInverseInertia: createMat3(0, 0, 0) };
  if (motion.kind === 'fixed')
    return { ...copyMovingPose(state, { ...state, pose: motion.pose }), ...immovable, start };
  return { ...movingPoseAt(state, motion.path, 0), ...immovable, path: motion.path, start };
}

export function isFree(composite: SmoothComposite): boolean {
  return composite.inverseMass > 0;
}

/** Makes the current state the start of an interval. */
export function markStart(composite: SmoothComposite): void {
  copyMovingPose(composite.start, composite);
  copyMat3(composite.start.inverseInertia, composite.inverseInertia);
}

/** Returns to the start of the interval. */
export function returnToStart(composite: SmoothComposite): void {
  copyMovingPose(composite, composite.start);
  copyMat3(composite.inverseInertia, composite.start.inverseInertia);
}

const rotationMotion = {
  pose: createPose(),
  velocity: createVec3(),
  angularVelocity: createVec3(),
  acceleration: createVec3(),
};

const rotated = createPose();

/**
 * The motion `after` [s] after the start of an interval that began at `since` and has been integrated for `span` [s]: a free body
 * is known at both ends; in between by a cubic and a rotation at the mean angular velocity, which is accurate enough for a predictor.
 */
export function motionWithin(
  out: MovingPose,
  composite: SmoothComposite,
  since: number,
  after: number,
  span: number,
): void {
  if (composite.path !== undefined) movingPoseAt(out, composite.path, since + after);
  else if (after >= span) copyMovingPose(out, composite);
  else if (after <= 0) copyMovingPose(out, composite.start);
  else interpolate(out, composite, after / span, span);
}

/** Cubic Hermite interpolation at the fraction `s` of the interval. */
function interpolate(
  out: MovingPose,
  { start, pose, velocity, angularVelocity }: SmoothComposite,
  s: number,
  span: number,
) {
  const { position: p0 } = start.pose;
  const { position: p1 } = pose;
  const { velocity: v0 } = start;
  const rise = s * s * (3 - 2 * s);
  const slope0 = span * s * (1 - s) * (1 - s);
  const slope1 = -span * s * s * (1 - s);
  const fast = (6 * s * (1 - s)) / span;
  const fast0 = (1 - s) * (1 - 3 * s);
  const fast1 = s * (3 * s - 2);
  const w0 = start.angularVelocity;
  const outP = out.pose.position;
  outP.x = p0.x + rise * (p1.x - p0.x) + slope0 * v0.x + slope1 * velocity.x;
  outP.y = p0.y + rise * (p1.y - p0.y) + slope0 * v0.y + slope1 * velocity.y;
  outP.z = p0.z + rise * (p1.z - p0.z) + slope0 * v0.z + slope1 * velocity.z;
  out.velocity.x = fast * (p1.x - p0.x) + fast0 * v0.x + fast1 * velocity.x;
  out.velocity.y = fast * (p1.y - p0.y) + fast0 * v0.y + fast1 * velocity.y;
  out.velocity.z = fast * (p1.z - p0.z) + fast0 * v0.z + fast1 * velocity.z;
  out.angularVelocity.x = w0.x + s * (angularVelocity.x - w0.x);
  out.angularVelocity.y = w0.y + s * (angularVelocity.y - w0.y);
  out.angularVelocity.z = w0.z + s * (angularVelocity.z - w0.z);
  addVec3(rotationMotion.angularVelocity, start.angularVelocity, out.angularVelocity);
  scaleVec3(rotationMotion.angularVelocity, rotationMotion.angularVelocity, 0.5);
  copyMat3(rotationMotion.pose.rotation, start.pose.rotation);
  poseAt(rotated, rotationMotion, s * span);
  copyMat3(out.pose.rotation, rotated.rotation);
}
