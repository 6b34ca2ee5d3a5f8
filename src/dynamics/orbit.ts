/**
 * Gravity in orbit. In the Clohessy-Wiltshire frame the axes rotate with a circular orbit of the angular rate n about z: x points away from
 * the central body, y along the orbit. To first order in the distance from the origin
 *
 *   x'' = 3n² x + 2n y'     y'' = -2n x'     z'' = -n² z
 *
 * Orientations and angular velocities are relative to these axes. With Ω = n z and the inertia I of a body, its angular momentum relative to
 * the axes changes by -Ω × I(ω + Ω) - ω × IΩ + I(ω × Ω), and by the gravity gradient 3n² r × Ir, r the unit vector away from the central body.
 */
import { createMat3, invertSymmetric, transformVec3 } from '../math/mat3.ts';
import { cos, sin } from '../math/trig.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../math/vec3.ts';
import type { RigidBody } from './rigid-body.ts';

/** Gravity that depends on the position: a rotating frame in orbit, or a central body. */
export interface OrbitField {
  /** Angular rate of the circular orbit of a Clohessy-Wiltshire frame [rad/s]; undefined: the axes do not rotate. */
  readonly rate?: number;
  /** Gravitational parameter of a central body [m³/s²]. */
  readonly mu?: number;
  /** Centre of the central body [m]; default the origin. */
  readonly center?: ReadonlyVec3;
}

/** Motion of a point. */
export interface OrbitState {
  /** [m] */
  readonly position: ReadonlyVec3;
  /** [m/s] */
  readonly velocity: ReadonlyVec3;
}

/** Acceleration of a point mass [m/s²]. */
export function orbitAcceleration(out: Vec3, field: OrbitField, { position: p, velocity: v }: OrbitState): Vec3 {
  const { rate: n, mu, center } = field;
  if (n !== undefined) return setVec3(out, 3 * n * n * p.x + 2 * n * v.y, -2 * n * v.x, -n * n * p.z);
  if (mu === undefined) return setVec3(out, 0, 0, 0);
  subVec3(out, p, center ?? ORIGIN);
  const distance = lengthVec3(out);
  return scaleVec3(out, out, -mu / (distance * distance * distance));
}

const ORIGIN: ReadonlyVec3 = createVec3();

/** Torque on a body relative to the axes [N m]: that of rotating axes, and the gravity gradient. Planar bodies have none. */
export function orbitTorque(out: Vec3, field: OrbitField, body: RigidBody): Vec3 {
  setVec3(out, 0, 0, 0);
  const { inverseInertia, angularVelocity, pose } = body;
  // a planar body does not show how its mass is distributed in the plane
  if (inverseInertia.xx === 0 && inverseInertia.yy === 0) return out;
  const inertia = invertSymmetric(createMat3(), inverseInertia);
  const times = (v: ReadonlyVec3) => transformVec3(createVec3(), inertia, v);
  const { rate: n, mu, center } = field;
  if (n !== undefined) {
    const frame = createVec3(0, 0, n);
    const total = times(addVec3(createVec3(), angularVelocity, frame));
    crossVec3(out, total, frame);
    addVec3(out, out, crossVec3(createVec3(), times(frame), angularVelocity));
    addVec3(out, out, times(crossVec3(createVec3(), angularVelocity, frame)));
    return addGradient(out, createVec3(1, 0, 0), 3 * n * n, times);
  }
  if (mu === undefined) return out;
  const away = subVec3(createVec3(), pose.position, center ?? ORIGIN);
  const distance = lengthVec3(away);
  return addGradient(out, scaleVec3(away, away, 1 / distance), (3 * mu) / (distance * distance * distance), times);
}

/** Adds k r × I r. */
function addGradient(out: Vec3, away: ReadonlyVec3, k: number, times: (v: ReadonlyVec3) => Vec3): Vec3 {
  return addScaledVec3(out, out, crossVec3(createVec3(), away, times(away)), k);
}

/** Iterations of the mean velocity; each reduces its error by the rotation of the axes in half a step. */
const MEAN_ITERATIONS = 3;

/** Force and torque of the field over a step. */
export interface OrbitLoad {
  /** [N] */
  readonly force: Vec3;
  /** [N m] */
  readonly torque: Vec3;
}

/**
 * Force and torque of the field on a body over a step of `h` [s], at the mean of the velocities before and after it: of second order also
 * where the field depends on them. `body` has the velocities before the step and the pose at its midpoint.
 */
export function orbitLoad(field: OrbitField, body: RigidBody, h: number): OrbitLoad {
  const { inverseMass, inverseInertia, pose } = body;
  const velocity = { ...body.velocity };
  const angularVelocity = { ...body.angularVelocity };
  const force = createVec3();
  const torque = createVec3();
  for (let k = 0; k < MEAN_ITERATIONS; k++) {
    orbitAcceleration(force, field, { position: pose.position, velocity });
    orbitTorque(torque, field, { ...body, angularVelocity });
    addScaledVec3(velocity, body.velocity, force, 0.5 * h);
    addScaledVec3(angularVelocity, body.angularVelocity, transformVec3(createVec3(), inverseInertia, torque), 0.5 * h);
  }
  scaleVec3(force, force, 1 / inverseMass);
  return { force, torque };
}

/**
 * Position and velocity in a Clohessy-Wiltshire frame of the angular rate `n` [rad/s] after the time `t` [s], in closed form.
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { clohessyWiltshire } from 'appulse/kernels';
 *
 * // at rest 100 m below the origin: one orbit later it is 12π times that distance ahead
 * const n = 1.1e-3;
 * const below = { position: vec3(-100, 0, 0), velocity: vec3(0, 0, 0) };
 * const { position } = clohessyWiltshire(below, n, (2 * Math.PI) / n);
 * console.log(position.x.toFixed(6), position.y.toFixed(3)); // -100.000000 3769.911
 * ```
 */
export function clohessyWiltshire({ position: p, velocity: v }: OrbitState, n: number, t: number): OrbitState {
  const [c, s] = [cos(n * t), sin(n * t)];
  return {
    position: createVec3(
      (4 - 3 * c) * p.x + (s / n) * v.x + (2 / n) * (1 - c) * v.y,
      6 * (s - n * t) * p.x + p.y - (2 / n) * (1 - c) * v.x + ((4 * s) / n - 3 * t) * v.y,
      c * p.z + (s / n) * v.z,
    ),
    velocity: createVec3(
      3 * n * s * p.x + c * v.x + 2 * s * v.y,
      -6 * n * (1 - c) * p.x - 2 * s * v.x + (4 * c - 3) * v.y,
      -n * s * p.z + c * v.z,
    ),
  };
}

/** Energy of a point mass per mass that the field conserves [J/kg]: the Jacobi integral of the rotating frame, or the energy of the orbit. */
export function orbitEnergy(field: OrbitField, { position: p, velocity: v }: OrbitState): number {
  const { rate: n, mu = 0, center } = field;
  const kinetic = 0.5 * dotVec3(v, v);
  if (n !== undefined) return kinetic - 0.5 * n * n * (3 * p.x * p.x - p.z * p.z);
  return kinetic - mu / lengthVec3(subVec3(createVec3(), p, center ?? ORIGIN));
}
