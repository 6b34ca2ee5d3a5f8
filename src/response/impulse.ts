/**
 * The impulse of one contact without friction. [CP13-3.2]
 *
 * Signs: [CP13] writes n = -normal (from B to A), u = v_A - v_B = -w, and J acts on A. With normal from A to B,
 * w = v_B - v_A and the impulse on B, all three change sign together, so u·n = w·normal, u' = u + K J becomes
 * w' = w + K impulse, and every formula has the same form.
 */
import type { RigidBody } from '../dynamics/rigid-body.ts';
import { transformVec3 } from '../math/mat3.ts';
import { velocityOfPoint } from '../math/motion.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';

/** Speeds below this fraction of `speedScale` are rounding errors: 45 units in the last place, since the inputs have errors of their own. */
export const SPEED_ROUNDING = 1e-14;

/** Contact point of each body and the unit normal from A to B. Across a gap the two points differ. */
export interface ContactGeometry {
  /** World position [m]. */
  readonly pointA: ReadonlyVec3;
  /** World position [m]. */
  readonly pointB: ReadonlyVec3;
  /** World axes. */
  readonly normal: ReadonlyVec3;
}

/**
 * Writes the midpoint of the gap, at which both bodies receive the impulse of a contact. With one point for both, friction
 * across a gap conserves the angular momentum; with a point for each it would change it by gap times tangential impulse.
 */
export function commonPoint(out: Vec3, pointA: ReadonlyVec3, pointB: ReadonlyVec3): Vec3 {
  return scaleVec3(out, addVec3(out, pointA, pointB), 0.5);
}

const arm = createVec3();
const rotation = createVec3();
const velocityA = createVec3();

/** w = v_B(pointB) - v_A(pointA) [m/s]; w · normal < 0 is approaching. */
export function relativeVelocity(
  out: Vec3,
  a: RigidBody,
  b: RigidBody,
  pointA: ReadonlyVec3,
  pointB: ReadonlyVec3,
): Vec3 {
  velocityOfPoint(velocityA, a, pointA);
  velocityOfPoint(out, b, pointB);
  return subVec3(out, out, velocityA);
}

/**
 * Magnitude of the terms from which the relative velocity at `point` is computed [m/s]: |v| + |ω| (|point| + |x|) of both
 * bodies. Their rounding bounds the absolute error of a relative velocity, however small the velocity is.
 */
export function speedScale(a: RigidBody, b: RigidBody, point: ReadonlyVec3): number {
  return bodySpeedScale(a, point) + bodySpeedScale(b, point);
}

function bodySpeedScale({ velocity, angularVelocity, pose }: RigidBody, point: ReadonlyVec3): number {
  return lengthVec3(velocity) + lengthVec3(angularVelocity) * (lengthVec3(point) + lengthVec3(pose.position));
}

/**
 * 1/m + (r × n)·I⁻¹(r × n): the contribution of one body to nᵀ K n. E10: the tensor acts on r × n; a scalar I is valid
 * in 2-D only.
 */
function inverseMassAlong(body: RigidBody, point: ReadonlyVec3, direction: ReadonlyVec3): number {
  subVec3(arm, point, body.pose.position);
  crossVec3(arm, arm, direction);
  transformVec3(rotation, body.inverseInertia, arm);
  return body.inverseMass * dotVec3(direction, direction) + dotVec3(arm, rotation);
}

/** nᵀ K n [1/kg] for the contact's normal; 0 when neither body can move. */
export function inverseEffectiveMass(contact: ContactGeometry, a: RigidBody, b: RigidBody): number {
  const { pointA, pointB, normal } = contact;
  return inverseMassAlong(a, pointA, normal) + inverseMassAlong(b, pointB, normal);
}

/** Effective mass of the contact along its normal [kg]; Infinity between immovable bodies. */
export function effectiveMass(contact: ContactGeometry, a: RigidBody, b: RigidBody): number {
  return 1 / inverseEffectiveMass(contact, a, b);
}

const velocity = createVec3();

/** w · normal [m/s], below zero when approaching. */
export function normalSpeed(contact: ContactGeometry, a: RigidBody, b: RigidBody): number {
  return dotVec3(relativeVelocity(velocity, a, b, contact.pointA, contact.pointB), contact.normal);
}

/** j = -(1 + e) w·n / nᵀKn [N s], which changes the normal speed to -e times itself; 0 unless approaching. */
export function normalImpulse(contact: ContactGeometry, a: RigidBody, b: RigidBody, restitution: number): number {
  const speed = normalSpeed(contact, a, b);
  const inverse = inverseEffectiveMass(contact, a, b);
  return speed < 0 && inverse > 0 ? (-(1 + restitution) * speed) / inverse : 0;
}

/** Changes the velocities: B receives `impulse` [N s] at `pointB`, A the opposite at `pointA`. */
export function applyImpulse(
  a: RigidBody,
  b: RigidBody,
  pointA: ReadonlyVec3,
  pointB: ReadonlyVec3,
  impulse: ReadonlyVec3,
): void {
  applyToBody(a, pointA, impulse, -1);
  applyToBody(b, pointB, impulse, 1);
}

function applyToBody(body: RigidBody, point: ReadonlyVec3, impulse: ReadonlyVec3, sign: 1 | -1): void {
  addScaledVec3(body.velocity, body.velocity, impulse, sign * body.inverseMass);
  subVec3(arm, point, body.pose.position);
  crossVec3(arm, arm, impulse);
  transformVec3(rotation, body.inverseInertia, arm);
  addScaledVec3(body.angularVelocity, body.angularVelocity, rotation, sign);
}
