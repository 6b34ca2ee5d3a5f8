/**
 * Rotation of a rigid body under a constant torque, world axes. There is no closed form; the angular momentum in world axes, L0 + τ t, is exact.
 *
 * One step kicks the angular momentum by half the torque, rotates torque-free and kicks again; it is symmetric, and symmetric
 * steps are composed to order 8, as in `torque-free-rotation.ts`. Bounds for the search of impacts follow from
 *
 *   |L| ≤ |L0| + |τ| t,   √(2E) ≤ √(2E0) + |τ| t/√I_min,   |ω| ≤ |L|/I_min and √(2E/I_min),
 *   |dω/dt| ≤ (|τ| + |ω × I ω|)/I_min,   |ω × I ω| ≤ (I_max - I_min) |ω|²/2.
 */
import {
  addAngularImpulse,
  composedRotationStep,
  maxAngularAcceleration,
  maxAngularSpeed,
  rotateTorqueFree,
  rotationalEnergy,
  type TorqueFreeRotation,
} from './torque-free-rotation.ts';
import { lengthVec3, type ReadonlyVec3 } from './vec3.ts';

/** Maximum rotation in one step of order 8 [rad]: what remains is rounding error. */
const STEP_ROTATION = 0.1;

export function hasTorque({ x, y, z }: ReadonlyVec3): boolean {
  return x !== 0 || y !== 0 || z !== 0;
}

/** Rotates a body under `torque` [N m] for `t` [s]. */
export function rotateUnderTorque(body: TorqueFreeRotation, torque: ReadonlyVec3, t: number): void {
  if (!hasTorque(torque)) {
    rotateTorqueFree(body, t);
    return;
  }
  if (t === 0) return;
  const rotation = maxSpeedUnderTorque(body, torque, Math.abs(t)) * Math.abs(t);
  const steps = Math.max(1, Math.ceil(rotation / STEP_ROTATION));
  const h = t / steps;
  for (let step = 0; step < steps; step++) {
    composedRotationStep(body, h, (duration) => addAngularImpulse(body, torque, duration));
  }
}

/**
 * A time [s] over which the bounds below are not much larger than now: the torque at most doubles the angular momentum, or rotates a body at rest
 * by a radian. Infinity without torque.
 */
export function torqueWindow({ state, moments }: TorqueFreeRotation, torque: ReadonlyVec3): number {
  if (!hasTorque(torque)) return Number.POSITIVE_INFINITY;
  const least = Math.min(moments[0], moments[1], moments[2]);
  const momentum = Math.sqrt(state[4] * state[4] + state[5] * state[5] + state[6] * state[6]);
  return Math.max(momentum, Math.sqrt(2 * least * lengthVec3(torque))) / lengthVec3(torque);
}

/** Upper bound of |ω| within `duration` [s] from now [rad/s]. */
export function maxSpeedUnderTorque(body: TorqueFreeRotation, torque: ReadonlyVec3, duration: number): number {
  if (!hasTorque(torque)) return maxAngularSpeed(body);
  const { state, moments } = body;
  const least = Math.min(moments[0], moments[1], moments[2]);
  const impulse = lengthVec3(torque) * duration;
  const momentum = Math.sqrt(state[4] * state[4] + state[5] * state[5] + state[6] * state[6]) + impulse;
  const root = Math.sqrt(2 * rotationalEnergy(body)) + impulse / Math.sqrt(least);
  return Math.min(momentum / least, root / Math.sqrt(least));
}

/** Upper bound of |dω/dt| within `duration` [s] from now [rad/s²]. */
export function maxAccelerationUnderTorque(body: TorqueFreeRotation, torque: ReadonlyVec3, duration: number): number {
  if (!hasTorque(torque)) return maxAngularAcceleration(body);
  const { moments } = body;
  const least = Math.min(moments[0], moments[1], moments[2]);
  const largest = Math.max(moments[0], moments[1], moments[2]);
  const speed = maxSpeedUnderTorque(body, torque, duration);
  return (lengthVec3(torque) + 0.5 * (largest - least) * speed * speed) / least;
}
