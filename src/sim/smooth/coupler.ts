import { createMat3, type Mat3, multiplyMat3, type ReadonlyMat3, transposeMat3 } from '../../math/mat3.ts';
import { velocityOfPoint } from '../../math/motion.ts';
import { createMovingPose, type MovingPose } from '../../math/moving-pose.ts';
import { toWorld } from '../../math/pose.ts';
import { movingPoseNow } from '../../math/prescribed-path.ts';
import { packQuaternion } from '../../math/quaternion.ts';
import { createVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import type { SmoothCoupler } from '../../scene/smooth-scene.ts';
import type { SmoothComposite } from './smooth-composite.ts';
import type { StepClock } from './step-clock.ts';

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

/** Motion of the handle of a coupler at the time `NOW` of the clock: the path of the scene, or the hand of a live loop. */
export type HandleMotion = (out: MovingPose, clock: StepClock) => void;

/** The handle follows the path of the scene. */
export function pathHandle({ handle }: SmoothCoupler): HandleMotion {
  return (out, clock) => {
    movingPoseNow(out, handle, clock);
  };
}

const stretch = createVec3();
const bodyVelocity = createVec3();
const closing = createVec3();
const rotation = createVec3();
const relativeAngularVelocity = createVec3();
const difference: Mat3 = createMat3();
const inverse: Mat3 = createMat3();
const quaternion = new Float64Array(4);

/** Writes force and torque of `coupler`, whose handle moves as given, on `body` at the time `NOW` of the clock. */
export function couplerForce(
  out: CouplerForce,
  coupler: SmoothCoupler,
  handleAt: HandleMotion,
  body: SmoothComposite,
  clock: StepClock,
): CouplerForce {
  const { stiffness, damping, angularStiffness, angularDamping } = coupler;
  const { handle } = out;
  handleAt(handle, clock);
  toWorld(out.point, body.pose, coupler.point);
  subVec3(stretch, handle.pose.position, out.point);
  velocityOfPoint(bodyVelocity, body, out.point);
  subVec3(closing, handle.velocity, bodyVelocity);
  rotationBetween(rotation, body.pose.rotation, handle.pose.rotation);
  subVec3(relativeAngularVelocity, handle.angularVelocity, body.angularVelocity);
  const { force, torque } = out;
  // factors of vectors written out, as those below: passed to a function they are boxed
  force.x = stretch.x * stiffness;
  force.y = stretch.y * stiffness;
  force.z = stretch.z * stiffness;
  torque.x = rotation.x * (2 * angularStiffness);
  torque.y = rotation.y * (2 * angularStiffness);
  torque.z = rotation.z * (2 * angularStiffness);
  // springs transmit the work of the handle; dampers act on the body and dissipate
  const { velocity: v, angularVelocity: w } = handle;
  const { angularVelocity: own } = body;
  out.power = force.x * v.x + force.y * v.y + force.z * v.z + (torque.x * w.x + torque.y * w.y + torque.z * w.z);
  const linear = closing.x * bodyVelocity.x + closing.y * bodyVelocity.y + closing.z * bodyVelocity.z;
  const angular =
    relativeAngularVelocity.x * own.x + relativeAngularVelocity.y * own.y + relativeAngularVelocity.z * own.z;
  out.power += damping * linear + angularDamping * angular;
  force.x += damping * closing.x;
  force.y += damping * closing.y;
  force.z += damping * closing.z;
  torque.x += angularDamping * relativeAngularVelocity.x;
  torque.y += angularDamping * relativeAngularVelocity.y;
  torque.z += angularDamping * relativeAngularVelocity.z;
  const sineSq = rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z;
  const oneMinusCosine = sineSq / (1 + Math.sqrt(Math.max(0, 1 - sineSq)));
  const lengthSq = stretch.x * stretch.x + stretch.y * stretch.y + stretch.z * stretch.z;
  out.stored = 0.5 * stiffness * lengthSq + 4 * angularStiffness * oneMinusCosine;
  return out;
}

/** The vector part sin(angle/2) axis of the rotation from one orientation to another, by the smaller angle. */
export function rotationBetween(out: Vec3, from: ReadonlyMat3, to: ReadonlyMat3): Vec3 {
  multiplyMat3(difference, to, transposeMat3(inverse, from));
  packQuaternion(quaternion, difference);
  out.x = quaternion[1];
  out.y = quaternion[2];
  out.z = quaternion[3];
  return out;
}
