import { copyMat3 } from './mat3.ts';
import { createPose, type Pose, type ReadonlyPose } from './pose.ts';
import { copyVec3, createVec3, type ReadonlyVec3, type Vec3 } from './vec3.ts';

/** A pose and its velocities at one instant. A `Motion` can be read as the one at its start. */
export interface MovingPose {
  /** Origin of the body frame [m] and rotation from body to world axes. */
  readonly pose: Pose;
  /** Velocity of the pose's origin, world axes [m/s]. */
  readonly velocity: Vec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: Vec3;
}

export interface ReadonlyMovingPose {
  readonly pose: ReadonlyPose;
  readonly velocity: ReadonlyVec3;
  readonly angularVelocity: ReadonlyVec3;
}

/** A new pose at the origin with zero velocities, to be written into. */
export function createMovingPose(): MovingPose {
  return { pose: createPose(), velocity: createVec3(), angularVelocity: createVec3() };
}

export function copyMovingPose(out: MovingPose, from: ReadonlyMovingPose): MovingPose {
  copyVec3(out.pose.position, from.pose.position);
  copyMat3(out.pose.rotation, from.pose.rotation);
  copyVec3(out.velocity, from.velocity);
  copyVec3(out.angularVelocity, from.angularVelocity);
  return out;
}
