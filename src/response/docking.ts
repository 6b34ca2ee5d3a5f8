/**
 * Docking: two bodies become one (`rigid`) or are joined at a point about which they can rotate (`pin`). [CP13-5.5]
 *
 * Both are plastic: linear and angular momentum are conserved, and the energy lost is that of the velocity changes
 * themselves (the velocities after are the nearest compatible ones in the kinetic energy norm), so it is never
 * negative.
 */
import { createLedger, measureLedger } from '../dynamics/ledger.ts';
import { type RigidBody, withOwnVelocity } from '../dynamics/rigid-body.ts';
import { createMat3, invertSymmetric, type Mat3, solveSymmetric } from '../math/mat3.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import { contactMatrix } from './contact-matrix.ts';
import { applyImpulse, relativeVelocity } from './impulse.ts';
import { applyResponse, type VelocitiesAfter } from './respond.ts';

/** Two bodies joined into one. */
export interface JoinedBody {
  /** Common centre of mass [m]. */
  center: Vec3;
  /** Its velocity [m/s]. */
  velocity: Vec3;
  /** Inertia about it, world axes [kg m²]. Planar bodies: the z entry; the others hold the masses only. */
  inertia: Mat3;
}

/** Result of `dockRigid` or `dockPin`: the velocities of both bodies after docking, world axes [m/s], [rad/s]. */
export interface Docking extends VelocitiesAfter {
  /** Linear impulse on B [N s]; A receives the opposite. A pin's acts at the joint. */
  impulse: Vec3;
  /** The body formed by a rigid docking; null for a pin, and when a mass or an inertia is infinite. */
  joined: JoinedBody | null;
  /** Kinetic energy lost [J]; null when a mass or an inertia is infinite. */
  energyLoss: number | null;
}

/**
 * Joins the bodies into one at their current poses; changes neither. An infinite mass imposes its velocity and an
 * infinite inertia its angular velocity; an immovable body both. Two infinite masses or two infinite inertias cannot be
 * joined by any impulse: no change.
 *
 * @example
 * ```ts
 * import { applyDocking, dockRigid, planarBody, pose, vec3 } from 'appulse';
 *
 * const station = planarBody(pose([0, 0]), 3, 1, vec3(), 0);
 * const capsule = planarBody(pose([2, 0]), 1, 1, vec3(-0.4, 0), 0);
 * const docking = dockRigid(station, capsule);
 * applyDocking(docking, station, capsule);
 * console.log(station.velocity.x, capsule.velocity.x, docking.energyLoss?.toFixed(3)); // -0.1 -0.1 0.060
 * ```
 */
export function dockRigid(a: RigidBody, b: RigidBody): Docking {
  const lockedRotations = [a, b].filter(hasInfiniteInertia);
  if ((a.inverseMass === 0 && b.inverseMass === 0) || lockedRotations.length === 2) {
    return docking(a, b, a, b, createVec3(), null);
  }
  const joined = joinedBody(a, b);
  const angularVelocity =
    lockedRotations.length === 1 ? lockedRotations[0].angularVelocity : joinedAngularVelocity(a, b, joined);
  const afterA = carriedBy(joined, angularVelocity, a);
  const afterB = carriedBy(joined, angularVelocity, b);
  // from the body whose momentum is finite
  const impulse =
    b.inverseMass > 0
      ? scaleVec3(createVec3(), subVec3(createVec3(), afterB.velocity, b.velocity), 1 / b.inverseMass)
      : scaleVec3(createVec3(), subVec3(createVec3(), a.velocity, afterA.velocity), 1 / a.inverseMass);
  return docking(a, b, afterA, afterB, impulse, hasInfinite(a) || hasInfinite(b) ? null : joined);
}

/**
 * Joins the bodies at the midpoint of the two sensor points (world axes [m]), free to rotate; changes neither body. The
 * impulse -K⁻¹ w there ends the relative velocity of that point. Both bodies use the same point, so the angular
 * momentum is conserved exactly.
 *
 * @example
 * ```ts
 * import { dockPin, planarBody, pose, vec3 } from 'appulse';
 *
 * const station = planarBody(pose([0, 0]), Infinity, Infinity, vec3(), 0);
 * const arm = planarBody(pose([1, 0]), 1, 1, vec3(0, 1), 0);
 * const { velocityB, angularVelocityB } = dockPin(station, arm, vec3(), vec3()); // at the origin
 * console.log(velocityB.y.toFixed(3), angularVelocityB.z.toFixed(3)); // 0.500 0.500
 * ```
 */
export function dockPin(a: RigidBody, b: RigidBody, sensorA: ReadonlyVec3, sensorB: ReadonlyVec3): Docking {
  const joint = addScaledVec3(createVec3(), sensorA, subVec3(createVec3(), sensorB, sensorA), 0.5);
  const w = relativeVelocity(createVec3(), a, b, joint, joint);
  const k = contactMatrix(createMat3(), a, b, joint, joint);
  const impulse = solveSymmetric(w, k, scaleVec3(w, w, -1));
  const afterA = withOwnVelocity(a);
  const afterB = withOwnVelocity(b);
  applyImpulse(afterA, afterB, joint, joint, impulse);
  return docking(a, b, afterA, afterB, impulse, null);
}

/** Sets the velocities of the bodies to those after docking; changes nothing else. */
export function applyDocking(docking: Docking, a: RigidBody, b: RigidBody): void {
  applyResponse(docking, a, b);
}

function hasInfiniteInertia(body: RigidBody): boolean {
  const { xx, yy, zz } = body.inverseInertia;
  return xx === 0 && yy === 0 && zz === 0;
}

function hasInfinite(body: RigidBody): boolean {
  return body.inverseMass === 0 || hasInfiniteInertia(body);
}

/**
 * c and V weighted by mass (an infinite mass takes all the weight), I_c = Σ I + m(|d|² 1 - d dᵀ) over the finite terms.
 */
function joinedBody(a: RigidBody, b: RigidBody): JoinedBody {
  // m_B/(m_A + m_B), also for infinite masses
  const weightB = a.inverseMass / (a.inverseMass + b.inverseMass);
  const mix = (p: ReadonlyVec3, q: ReadonlyVec3) =>
    addScaledVec3(createVec3(), p, subVec3(createVec3(), q, p), weightB);
  const center = mix(a.pose.position, b.pose.position);
  const inertia = createMat3(0, 0, 0);
  for (const body of [a, b]) addInertiaAbout(inertia, center, body);
  return { center, velocity: mix(a.velocity, b.velocity), inertia };
}

function addInertiaAbout(out: Mat3, center: ReadonlyVec3, body: RigidBody): void {
  const own = invertSymmetric(createMat3(), body.inverseInertia);
  const d = subVec3(createVec3(), body.pose.position, center);
  const m = body.inverseMass > 0 ? 1 / body.inverseMass : 0;
  out.xx += own.xx + m * (d.y * d.y + d.z * d.z);
  out.yy += own.yy + m * (d.x * d.x + d.z * d.z);
  out.zz += own.zz + m * (d.x * d.x + d.y * d.y);
  out.xy += own.xy - m * d.x * d.y;
  out.yx += own.yx - m * d.x * d.y;
  out.xz += own.xz - m * d.x * d.z;
  out.zx += own.zx - m * d.x * d.z;
  out.yz += own.yz - m * d.y * d.z;
  out.zy += own.zy - m * d.y * d.z;
}

/** ω = I_c⁻¹ Σ [d × m (v - V) + I ω]. A planar pair has its momentum along z, where I_c has no other entries. */
function joinedAngularVelocity(a: RigidBody, b: RigidBody, joined: JoinedBody): Vec3 {
  const moved = [a, b].map((body) => ({ ...body, velocity: subVec3(createVec3(), body.velocity, joined.velocity) }));
  const { angularMomentum } = measureLedger(createLedger(), moved, joined.center);
  return solveSymmetric(createVec3(), joined.inertia, angularMomentum);
}

/** The body as part of the joined one: v = V + ω × d. */
function carriedBy(joined: JoinedBody, angularVelocity: ReadonlyVec3, body: RigidBody): RigidBody {
  const arm = subVec3(createVec3(), body.pose.position, joined.center);
  const velocity = addVec3(createVec3(), joined.velocity, crossVec3(arm, angularVelocity, arm));
  return { ...body, velocity, angularVelocity: { ...angularVelocity } };
}

function docking(
  a: RigidBody,
  b: RigidBody,
  afterA: RigidBody,
  afterB: RigidBody,
  impulse: Vec3,
  joined: JoinedBody | null,
): Docking {
  const changes = [changeOf(a, afterA), changeOf(b, afterB)];
  return {
    velocityA: { ...afterA.velocity },
    angularVelocityA: { ...afterA.angularVelocity },
    velocityB: { ...afterB.velocity },
    angularVelocityB: { ...afterB.angularVelocity },
    impulse,
    joined,
    energyLoss: hasInfinite(a) || hasInfinite(b) ? null : measureLedger(createLedger(), changes).kineticEnergy,
  };
}

function changeOf(before: RigidBody, after: RigidBody): RigidBody {
  return {
    ...before,
    velocity: subVec3(createVec3(), after.velocity, before.velocity),
    angularVelocity: subVec3(createVec3(), after.angularVelocity, before.angularVelocity),
  };
}
