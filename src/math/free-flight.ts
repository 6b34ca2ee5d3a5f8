import type { ReadonlyPose } from './pose.ts';
import type { TorqueFreeRotation } from './torque-free-rotation.ts';
import type { ReadonlyVec3 } from './vec3.ts';

/**
 * The motion of a body that nothing but a constant acceleration acts on, from a time 0 on: x(t) = x0 + v t + a t²/2, turning as
 * `TorqueFreeRotation` says. A `Motion` is one whose spin stays.
 */
export interface FreeFlight {
  /** At the start; its rotation is that of `turning`. */
  readonly pose: ReadonlyPose;
  /** Of the origin of the pose, the centre of mass [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** [m/s²] */
  readonly acceleration: ReadonlyVec3;
  readonly turning: TorqueFreeRotation;
}
