import { type RigidBody, withOwnVelocity } from '../dynamics/rigid-body.ts';
import { checkFinite, checkPose, checkVector } from '../math/check-arguments.ts';
import { describeValue } from '../math/describe-value.ts';
import { createMat3, type ReadonlyMat3, transformVec3 } from '../math/mat3.ts';
import { addScaledVec3, copyVec3, createVec3, dotVec3, type ReadonlyVec3, type Vec3 } from '../math/vec3.ts';
import { contactMatrix } from './contact-matrix.ts';
import { type ContactImpulse, contactImpulse, createContactImpulse } from './friction.ts';
import { applyImpulse, type ContactGeometry, commonPoint, relativeVelocity, speedScale } from './impulse.ts';
import type { Material } from './material.ts';

/** Velocities of a pair after an event, world axes: of the centres of mass [m/s], and angular [rad/s]. */
export interface VelocitiesAfter {
  /** Of the centre of mass of A [m/s]. */
  velocityA: Vec3;
  /** Of A, world axes [rad/s]. */
  angularVelocityA: Vec3;
  /** Of the centre of mass of B [m/s]. */
  velocityB: Vec3;
  /** Of B, world axes [rad/s]. */
  angularVelocityB: Vec3;
}

/** Response of two colliding bodies: impulse on B [N s], velocities after it, work. */
export interface Response extends ContactImpulse, VelocitiesAfter {
  /**
   * impulse · (w + w')/2 [J]: the change of the kinetic energy. (With a moving immovable body, the change in the
   * relative motion: the drive of that body does work too.)
   */
  work: number;
  /** The law created energy; only newton-coulomb can. */
  energyIncreased: boolean;
}

const matrix = createMat3();
const point = createVec3();
const before = createVec3();

/** A gain above this fraction of the energy of the approach is not rounding. */
const ENERGY_ROUNDING = 1e-13;

/** Maximum difference of the squared length of a unit normal from 1. */
const UNIT_TOLERANCE = 1e-9;

/**
 * The impulse of a contact and the velocities after it; changes no body. Both bodies receive it at the midpoint of
 * `pointA` and `pointB`: B the returned `impulse` [N s], A the opposite. Bodies that separate receive none: `mode` is
 * `none`. Throws a TypeError or RangeError for an invalid argument. [CP13-3.2], [CP13-3.3]
 *
 * @example
 * ```ts
 * import { applyResponse, closest, disc, material, planarBody, pose, respond, vec3 } from 'appulse';
 *
 * const a = planarBody(pose([0, 0]), 1, 0.5, vec3(2, 0), 0); // 1 kg, 0.5 kg m², 2 m/s along x
 * const b = planarBody(pose([2, 0]), 3, 1.5, vec3(), 0);
 * const contact = closest(disc(1), a.pose, disc(1), b.pose);
 * const response = respond(contact, a, b, material({ restitution: 1 }));
 * applyResponse(response, a, b);
 * console.log(response.normalImpulse, a.velocity.x, b.velocity.x, response.work); // 3 -1 1 0
 * ```
 */
export function respond(contact: ContactGeometry, a: RigidBody, b: RigidBody, material: Material): Response {
  checkContact(contact);
  checkBody('respond: a', a);
  checkBody('respond: b', b);
  checkMaterial(material);
  const { pointA, pointB, normal } = contact;
  commonPoint(point, pointA, pointB);
  relativeVelocity(before, a, b, point, point);
  contactMatrix(matrix, a, b, point, point);
  const scale = speedScale(a, b, point);
  const answer = contactImpulse(createContactImpulse(), matrix, normal, before, material, scale);
  const { impulse } = answer;
  const work = impulseWork(impulse, matrix, before);
  const afterA = withOwnVelocity(a);
  const afterB = withOwnVelocity(b);
  applyImpulse(afterA, afterB, point, point, impulse);
  return {
    impulse,
    normalImpulse: answer.normalImpulse,
    tangentImpulse: answer.tangentImpulse,
    mode: answer.mode,
    kappa: answer.kappa,
    velocityA: afterA.velocity,
    angularVelocityA: afterA.angularVelocity,
    velocityB: afterB.velocity,
    angularVelocityB: afterB.angularVelocity,
    work,
    energyIncreased: work > ENERGY_ROUNDING * Math.abs(dotVec3(impulse, before)),
  };
}

function checkContact(contact: ContactGeometry): void {
  if (contact?.pointA === undefined || contact.pointB === undefined || contact.normal === undefined) {
    throw new TypeError(`respond: contact must be { pointA, pointB, normal }, got ${describeValue(contact)}`);
  }
  checkVector('respond: contact.pointA', contact.pointA);
  checkVector('respond: contact.pointB', contact.pointB);
  checkVector('respond: contact.normal', contact.normal);
  const { normal } = contact;
  if (Math.abs(dotVec3(normal, normal) - 1) <= UNIT_TOLERANCE) return;
  throw new RangeError(`respond: contact.normal must have length 1, got ${describeValue(normal)}`);
}

function checkBody(name: string, body: RigidBody): void {
  if (body?.pose === undefined || body.velocity === undefined || body.inverseInertia === undefined) {
    throw new TypeError(`${name} must be a body of planarBody or spatialBody, got ${describeValue(body)}`);
  }
  checkPose(`${name}.pose`, body.pose);
}

function checkMaterial(material: Material): void {
  if (material?.frictionLaw === undefined) {
    throw new TypeError(`respond: material must be made by material(), got ${describeValue(material)}`);
  }
  checkFinite('respond: material.restitution', material.restitution);
}

const change = createVec3();

/** J·(w + w')/2 with w' = w + K J [J]. */
function impulseWork(impulse: ReadonlyVec3, k: ReadonlyMat3, w: ReadonlyVec3): number {
  transformVec3(change, k, impulse);
  return dotVec3(impulse, addScaledVec3(change, w, change, 0.5));
}

/**
 * Sets the velocities of the bodies to those of a response (or a docking) computed from them; changes nothing else.
 */
export function applyResponse(response: VelocitiesAfter, a: RigidBody, b: RigidBody): void {
  if (response?.velocityA === undefined || response.velocityB === undefined) {
    throw new TypeError(`applyResponse: response must be made by respond(), got ${describeValue(response)}`);
  }
  checkBody('applyResponse: a', a);
  checkBody('applyResponse: b', b);
  setVelocities(response, a, b);
}

/** `applyResponse` without a check of its arguments. */
export function setVelocities(response: VelocitiesAfter, a: RigidBody, b: RigidBody): void {
  copyVec3(a.velocity, response.velocityA);
  copyVec3(a.angularVelocity, response.angularVelocityA);
  copyVec3(b.velocity, response.velocityB);
  copyVec3(b.angularVelocity, response.angularVelocityB);
}
