import { checkPose, checkVector } from './check-arguments.ts';
import { createMat3, type Mat3, multiplyMat3, rotationAboutAxisBy, rotationAboutZ } from './mat3.ts';
import { clonePose, type Pose, type ReadonlyPose } from './pose.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, type Vec3 } from './vec3.ts';

/**
 * A rigid motion over a time step: x(t) = x0 + v t + a t²/2, R(t) = exp([ω t]×) R0, with v(0), ω and a constant.
 * Planar motions have ω along z.
 */
export interface Motion {
  /** Pose at t = 0. */
  readonly pose: ReadonlyPose;
  /** Velocity of the pose's origin at t = 0 [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** Constant, world axes [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
  /** Constant acceleration of the pose's origin, world axes [m/s²]. */
  readonly acceleration: ReadonlyVec3;
}

/**
 * A motion from its pose at t = 0, velocity [m/s], angular velocity [rad/s] and acceleration [m/s²], in world axes;
 * what is omitted is zero. The given objects are copied. Throws a TypeError or RangeError that names the invalid argument.
 *
 * @example
 * ```ts
 * import { motion, pose, poseAt, vec3 } from 'appulse';
 *
 * const thrown = motion(pose([0, 0, 2]), vec3(3, 0, 0), vec3(0, 0, 1), vec3(0, 0, -9.81));
 * const { position } = poseAt(pose(), thrown, 0.5);
 * console.log(position.x, position.z.toFixed(5)); // 1.5 0.77375
 * ```
 */
export function createMotion(
  pose: ReadonlyPose,
  velocity: ReadonlyVec3 = createVec3(),
  angularVelocity: ReadonlyVec3 = createVec3(),
  acceleration: ReadonlyVec3 = createVec3(),
): Motion {
  checkPose('motion: pose', pose);
  checkVector('motion: velocity', velocity);
  checkVector('motion: angularVelocity', angularVelocity);
  checkVector('motion: acceleration', acceleration);
  return {
    pose: clonePose(pose),
    velocity: createVec3(velocity.x, velocity.y, velocity.z),
    angularVelocity: createVec3(angularVelocity.x, angularVelocity.y, angularVelocity.z),
    acceleration: createVec3(acceleration.x, acceleration.y, acceleration.z),
  };
}

const rotation = createMat3();
const axis = createVec3();

/**
 * Writes the pose at time `t` [s] into `out` and returns it. Computed from the start of the motion: no drift, any
 * angle.
 */
export function poseAt(out: Pose, motion: Motion, t: number): Pose {
  const { pose, velocity: v, acceleration: a } = motion;
  out.position.x = pose.position.x + t * (v.x + 0.5 * t * a.x);
  out.position.y = pose.position.y + t * (v.y + 0.5 * t * a.y);
  out.position.z = pose.position.z + t * (v.z + 0.5 * t * a.z);
  duration[0] = t;
  rotationOver(rotation, motion.angularVelocity, duration);
  multiplyMat3(out.rotation, rotation, pose.rotation);
  return out;
}

const duration = new Float64Array(1);
const turn = new Float64Array(1);

/** exp([ω t]×) into `out`, with t [s] in `time[0]`, which no call boxes. */
export function rotationOver(out: Mat3, omega: ReadonlyVec3, time: Float64Array): Mat3 {
  const t = time[0];
  if (omega.x === 0 && omega.y === 0) return rotationAboutZ(out, omega.z * t);
  const speed = lengthVec3(omega);
  axis.x = omega.x / speed;
  axis.y = omega.y / speed;
  axis.z = omega.z / speed;
  turn[0] = speed * t;
  return rotationAboutAxisBy(out, axis, turn);
}

/** Velocity of the material point at world position `point` at t = 0: v + ω × (point - x). */
export function velocityOfPoint(
  out: Vec3,
  motion: Pick<Motion, 'pose' | 'velocity' | 'angularVelocity'>,
  point: ReadonlyVec3,
): Vec3 {
  const { velocity: v, angularVelocity: w } = motion;
  const { position } = motion.pose;
  const rx = point.x - position.x;
  const ry = point.y - position.y;
  const rz = point.z - position.z;
  out.x = v.x + w.y * rz - w.z * ry;
  out.y = v.y + w.z * rx - w.x * rz;
  out.z = v.z + w.x * ry - w.y * rx;
  return out;
}
