import { createPlanarBody, type RigidBody } from '../../dynamics/rigid-body.ts';
import { createPose } from '../../math/pose.ts';
import { cos, sin } from '../../math/trig.ts';
import { createVec3, dotVec3, lengthVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../../math/vec3.ts';
import { checkAboveZero, checkKeys } from '../../shapes/checks.ts';
import type { ContactMode } from '../friction.ts';
import { relativeVelocity } from '../impulse.ts';
import { createMaterial } from '../material.ts';
import { respond } from '../respond.ts';
import { principalDirection } from './principal-direction.ts';

/** A vehicle in a collision, seen from above. */
export interface ImpactVehicle {
  /** Mass [kg]. */
  readonly mass: number;
  /** Moment of inertia about the vertical through the centre of mass [kg m²]. */
  readonly yawInertia: number;
  /** Counter-clockwise from the x axis [rad]. */
  readonly heading: number;
  /** Of the centre of mass [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** [rad/s] */
  readonly yawRate: number;
  /** From the centre of mass to the point of impact [m]. */
  readonly impactDistance: number;
  /** Direction of that point, counter-clockwise from straight ahead [rad]. */
  readonly impactAngle: number;
}

export interface ImpactSettings {
  /** Direction of the contact normal [rad]; its sense follows from the approach. */
  readonly normal: number;
  /** Of the normal speed, 0 to 1. */
  readonly restitution: number;
  /** Maximum ratio of tangential to normal impulse; without it the vehicles do not slip. */
  readonly friction?: number;
}

/** Result of an impact; pairs are first and second vehicle. */
export interface PlanarImpact {
  /** Received by the second vehicle [N s]. */
  readonly impulse: ReadonlyVec3;
  /** Magnitude of the change of velocity [m/s]. */
  readonly deltaV: readonly [number, number];
  /** Change of the yaw rate [rad/s]. */
  readonly yawChange: readonly [number, number];
  /** Direction the impulse comes from, clockwise from straight ahead [rad]. */
  readonly pdof: readonly [number, number];
  /** Velocities after the impact, world axes [m/s]. */
  readonly velocities: readonly [ReadonlyVec3, ReadonlyVec3];
  /** Yaw rates after the impact [rad/s]. */
  readonly yawRates: readonly [number, number];
  /** Change of the kinetic energy [J]; above zero if these settings are impossible. */
  readonly work: number;
  readonly mode: ContactMode;
}

/** Friction large enough to prevent any slip. */
const NO_SLIP = 1e12;

/**
 * Planar impact of two rigid vehicles with one impulse at one point, which the second vehicle receives; changes
 * neither. Without slip it is J = K⁻¹ (-(1 + e) (w·n) n - (w·t) t). Restitution with friction can create energy; `work`
 * shows it. [PATH98-14]
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { planarCrash } from 'appulse/vehicles';
 *
 * const still = { mass: 1000, yawInertia: 1500, heading: 0, velocity: vec3(), yawRate: 0, impactDistance: 2, impactAngle: Math.PI };
 * const moving = { ...still, velocity: vec3(10, 0), impactAngle: 0 }; // hits the other from behind at 10 m/s
 * const { deltaV, work } = planarCrash(moving, still, { normal: 0, restitution: 0 });
 * console.log(deltaV, work); // [ 5, 5 ] -25000
 * ```
 */
export function planarImpact(first: ImpactVehicle, second: ImpactVehicle, settings: ImpactSettings): PlanarImpact {
  checkKeys('settings', settings, ['normal', 'restitution', 'friction']);
  const point = createVec3();
  const [a, b] = [createImpactBody(first), createImpactBody(second)];
  const normal = createVec3(cos(settings.normal), sin(settings.normal), 0);
  const closing = relativeVelocity(createVec3(), a, b, point, point);
  if (dotVec3(closing, normal) > 0) scaleVec3(normal, normal, -1);
  const material = createMaterial({
    restitution: settings.restitution,
    staticFriction: settings.friction ?? NO_SLIP,
    frictionLaw: 'newton-coulomb',
  });
  const { impulse, work, mode, ...after } = respond({ pointA: point, pointB: point, normal }, a, b, material);
  const size = lengthVec3(impulse);
  return {
    impulse,
    deltaV: [size / first.mass, size / second.mass],
    yawChange: [after.angularVelocityA.z - first.yawRate, after.angularVelocityB.z - second.yawRate],
    pdof: [
      principalDirection(scaleVec3(createVec3(), impulse, -1), headingVector(first.heading)),
      principalDirection(impulse, headingVector(second.heading)),
    ],
    velocities: [after.velocityA, after.velocityB],
    yawRates: [after.angularVelocityA.z, after.angularVelocityB.z],
    work,
    mode,
  };
}

/** Body with the point of impact at the origin. */
function createImpactBody(vehicle: ImpactVehicle): RigidBody {
  checkAboveZero('mass', vehicle.mass);
  checkAboveZero('yawInertia', vehicle.yawInertia);
  const { heading, impactAngle, impactDistance, velocity } = vehicle;
  const arm = scaleVec3(createVec3(), headingVector(heading + impactAngle), impactDistance);
  const pose = createPose([-arm.x, -arm.y], heading);
  return createPlanarBody(pose, vehicle.mass, vehicle.yawInertia, velocity, vehicle.yawRate);
}

function headingVector(heading: number): Vec3 {
  return createVec3(cos(heading), sin(heading), 0);
}
