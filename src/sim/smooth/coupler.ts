import { createMat3, type Mat3, multiplyMat3, type ReadonlyMat3 } from '../../math/mat3.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { createMovingPose, type MovingPose } from '../../math/moving-pose.ts';
import { toWorld } from '../../math/pose.ts';
import { movingPoseAt } from '../../math/prescribed-path.ts';
import { quaternionFromRotation } from '../../math/quaternion.ts';
import { addScaledVec3, createVec3, dotVec3, scaleVec3, setVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import type { SmoothCoupler } from '../../scene/smooth-scene.ts';
import type { SmoothComposite } from './smooth-composite.ts';

/**
 * Force of a virtual coupler at one time. With the elongation s from the body's point to the handle and the rotation
 * w + (x, y, z) from the body to the handle as a quaternion,
 *
 *   force = K s + D ds/dt,   torque = 2 Kθ (x, y, z) + Dθ (ω_handle - ω),   stored = ½ K s² + 4 Kθ (1 - w).
 *
 * The torque is 2 sin(angle/2) Kθ about the rotation axis: the gradient of the stored energy, up to the angle π.
 */
export interface CouplerForce {
  /** Attachment point on the body, world axes [m]. */
  readonly point: Vec3;
  /** On the body [N], [N m]. */
  readonly force: Vec3;
  readonly torque: Vec3;
  /** In the springs [J]. */
  stored: number;
  /** Power that handle and dampers deliver to body and springs [W]; dampers dissipate. */
  power: number;
  /** Pose and velocities of the handle. */
  readonly handle: MovingPose;
}

export function createCouplerForce(): CouplerForce {
  return {
    point: createVec3(),
    force: createVec3(),
    torque: createVec3(),
    stored: 0,
    power: 0,
    handle: createMovingPose(),
  };
}

/** Motion of the handle of a coupler at a time [s]: the path of the scene, or the hand of a live loop. */
export type HandleMotion = (out: MovingPose, time: number) => void;

/** The handle follows the path of the scene. */
export function pathHandle({ handle }: SmoothCoupler): HandleMotion {
  return (out, time) => {
    movingPoseAt(out, handle, time);
  };
}

const stretch = createVec3();
const bodyVelocity = createVec3();
const closing = createVec3();
const rotation = createVec3();
const relativeAngularVelocity = createVec3();
const difference: Mat3 = createMat3();
const inverse: Mat3 = createMat3();

/** Writes force and torque of `coupler`, whose handle moves as given, on `body` at `time` [s]. */
export function couplerForce(
  out: CouplerForce,
  coupler: SmoothCoupler,
  handleAt: HandleMotion,
  body: SmoothComposite,
  time: number,
): CouplerForce {
  const { stiffness, damping, angularStiffness, angularDamping } = coupler;
  const { handle } = out;
  handleAt(handle, time);
  toWorld(out.point, body.pose, coupler.point);
  subVec3(stretch, handle.pose.position, out.point);
  velocityOfPoint(bodyVelocity, body, out.point);
  subVec3(closing, handle.velocity, bodyVelocity);
  rotationBetween(rotation, body.pose.rotation, handle.pose.rotation);
  subVec3(relativeAngularVelocity, handle.angularVelocity, body.angularVelocity);
  scaleVec3(out.force, stretch, stiffness);
  scaleVec3(out.torque, rotation, 2 * angularStiffness);
  // springs transmit the work of the handle; dampers act on the body and dissipate
  out.power = dotVec3(out.force, handle.velocity) + dotVec3(out.torque, handle.angularVelocity);
  out.power +=
    damping * dotVec3(closing, bodyVelocity) + angularDamping * dotVec3(relativeAngularVelocity, body.angularVelocity);
  addScaledVec3(out.force, out.force, closing, damping);
  addScaledVec3(out.torque, out.torque, relativeAngularVelocity, angularDamping);
  const sineSq = dotVec3(rotation, rotation);
  const oneMinusCosine = sineSq / (1 + Math.sqrt(Math.max(0, 1 - sineSq)));
  out.stored = 0.5 * stiffness * dotVec3(stretch, stretch) + 4 * angularStiffness * oneMinusCosine;
  return out;
}

/** The vector part sin(angle/2) axis of the rotation from one orientation to another, by the smaller angle. */
export function rotationBetween(out: Vec3, from: ReadonlyMat3, to: ReadonlyMat3): Vec3 {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = from;
  inverse.xx = xx;
  inverse.xy = yx;
  inverse.xz = zx;
  inverse.yx = xy;
  inverse.yy = yy;
  inverse.yz = zy;
  inverse.zx = xz;
  inverse.zy = yz;
  inverse.zz = zz;
  multiplyMat3(difference, to, inverse);
  const { x, y, z } = quaternionFromRotation(difference);
  return setVec3(out, x, y, z);
}
