import { checkFinite, checkPose, checkVector, isFiniteMatrix, rejectNumber } from '../math/check-arguments.ts';
import { describeValue } from '../math/describe-value.ts';
import { createMat3, invertSymmetric, type Mat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { clonePose, type Pose, type ReadonlyPose } from '../math/pose.ts';
import { createVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';

/**
 * Mechanical state of a rigid body. A fixed or prescribed body has zero inverse mass and zero inverse inertia; it may
 * still move. Planar bodies have an inertia about z only.
 */
export interface RigidBody {
  /** Centre of mass and orientation; mutable. */
  readonly pose: Pose;
  /** Velocity of the centre of mass [m/s]. */
  readonly velocity: Vec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: Vec3;
  /** [1/kg]; 0 is immovable. */
  readonly inverseMass: number;
  /**
   * World axes [1/(kg m²)]; the code that rotates the body must update it. Planar bodies: diag(0, 0, 1/I), which a
   * rotation does not change.
   */
  readonly inverseInertia: ReadonlyMat3;
}

/** A spatial body: its inertia in world axes changes as it rotates. */
export interface SpatialBody extends RigidBody {
  readonly inverseInertia: Mat3;
}

/**
 * A planar body from the pose of its centre of mass, its mass [kg], inertia about z [kg m²], velocity [m/s] and angular
 * velocity about z [rad/s]. Infinity for mass or inertia makes it immovable in that sense. The given objects
 * are copied: the body changes its own. Throws a TypeError or RangeError for an invalid argument.
 *
 * @example
 * ```ts
 * import { advanceBody, planarBody, pose, vec3 } from 'appulse';
 *
 * const body = planarBody(pose([0, 10]), 2, 0.5, vec3(3, 0), Math.PI);
 * advanceBody(body, 0.5, vec3(0, -9.81)); // half a second of free flight
 * console.log(body.pose.position.x, body.pose.position.y, body.velocity.y); // 1.5 8.77375 -4.905
 * ```
 */
export function createPlanarBody(
  pose: ReadonlyPose,
  mass: number,
  inertia: number,
  velocity: ReadonlyVec3,
  angularVelocity: number,
): RigidBody {
  checkBody('planarBody', pose, mass, velocity);
  checkAmount('planarBody: inertia', inertia);
  checkFinite('planarBody: angularVelocity', angularVelocity);
  return {
    pose: clonePose(pose),
    velocity: createVec3(velocity.x, velocity.y, velocity.z),
    angularVelocity: createVec3(0, 0, angularVelocity),
    inverseMass: 1 / mass,
    inverseInertia: planarInverseInertia(inertia),
  };
}

/**
 * A spatial body from the pose of its centre of mass, its mass [kg], its inertia about that centre in WORLD axes [kg
 * m²], velocity [m/s] and angular velocity [rad/s], world axes. An infinite mass makes it immovable. The given
 * objects are copied: the body changes its own. Throws a TypeError or RangeError for an invalid argument.
 *
 * @example
 * ```ts
 * import { advanceSpatialBody, pose, spatialBody, vec3 } from 'appulse';
 *
 * const inertia = { xx: 1, xy: 0, xz: 0, yx: 0, yy: 2, yz: 0, zx: 0, zy: 0, zz: 3 };
 * const body = spatialBody(pose([0, 0, 5]), 2, inertia, vec3(1, 0, 0), vec3(0, 0, 4));
 * advanceSpatialBody(body, 1); // one second without torque
 * console.log(body.pose.position, body.angularVelocity.z.toFixed(6)); // { x: 1, y: 0, z: 5 } 4.000000
 * ```
 */
export function createSpatialBody(
  pose: ReadonlyPose,
  mass: number,
  inertia: ReadonlyMat3,
  velocity: ReadonlyVec3,
  angularVelocity: ReadonlyVec3,
): SpatialBody {
  checkBody('spatialBody', pose, mass, velocity);
  checkVector('spatialBody: angularVelocity', angularVelocity);
  if (mass !== Number.POSITIVE_INFINITY && !isFiniteMatrix(inertia)) {
    throw new TypeError(`spatialBody: inertia must be a matrix { xx, xy, ..., zz }, got ${describeValue(inertia)}`);
  }
  const inverseMass = 1 / mass;
  const inverseInertia = inverseMass === 0 ? createMat3(0, 0, 0) : invertSymmetric(createMat3(), inertia);
  return {
    pose: clonePose(pose),
    velocity: createVec3(velocity.x, velocity.y, velocity.z),
    angularVelocity: createVec3(angularVelocity.x, angularVelocity.y, angularVelocity.z),
    inverseMass,
    inverseInertia,
  };
}

function checkBody(name: string, pose: ReadonlyPose, mass: number, velocity: ReadonlyVec3): void {
  checkPose(`${name}: pose`, pose);
  checkAmount(`${name}: mass`, mass);
  checkVector(`${name}: velocity`, velocity);
}

/** A mass or an inertia: above zero, Infinity allowed. */
function checkAmount(name: string, value: number): void {
  if (!(typeof value === 'number' && value > 0)) rejectNumber(name, value, 'a number above zero');
}

export function planarInverseInertia(inertia: number): Mat3 {
  return createMat3(0, 0, 1 / inertia);
}

/** A copy of the body with its own velocities: impulses on it do not change the original. */
export function withOwnVelocity(body: RigidBody): RigidBody {
  // each field by name: a spread would also copy the caller's additional fields, on every impact
  const { pose, velocity: v, angularVelocity: w, inverseMass, inverseInertia } = body;
  return {
    pose,
    velocity: createVec3(v.x, v.y, v.z),
    angularVelocity: createVec3(w.x, w.y, w.z),
    inverseMass,
    inverseInertia,
  };
}

/** Whether neither impulses nor torques can move it. */
export function isImmovable(body: RigidBody): boolean {
  const i = body.inverseInertia;
  return body.inverseMass === 0 && i.xx === 0 && i.yy === 0 && i.zz === 0;
}
