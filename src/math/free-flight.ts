import type { ReadonlyPose } from './pose.ts';
import type { TorqueFreeRotation } from './torque-free-rotation.ts';
import type { ReadonlyVec3 } from './vec3.ts';

/**
 * Motion of a body under a constant acceleration, from time 0: x(t) = x0 + v t + a t²/2, with the rotation of
 * `TorqueFreeRotation`, or under a constant torque. A `Motion` is the special case of constant angular velocity.
 */
export interface FreeFlight {
  /** Initial pose; its rotation is that of `torqueFree`. */
  readonly pose: ReadonlyPose;
  /** Of the origin of the pose, the centre of mass [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** [m/s²] */
  readonly acceleration: ReadonlyVec3;
  readonly torqueFree: TorqueFreeRotation;
  /** Constant torque on the body, world axes [N m]; default none. */
  readonly torque?: ReadonlyVec3;
}
