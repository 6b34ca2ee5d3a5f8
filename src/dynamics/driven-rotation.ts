import {
  addAngularImpulse,
  COMPOSITIONS,
  type TorqueFreeRotation,
  type TurningOrder,
  turnStep,
} from '../math/torque-free-rotation.ts';
import { createVec3, type Vec3 } from '../math/vec3.ts';

/** Writes the torque on a body about its centre, world axes [N m]; it may depend on the attitude, not on the spin. */
export type AttitudeTorque = (out: Vec3, turning: TorqueFreeRotation) => void;

const torque = createVec3();

/**
 * One step of `h` [s] of a body that turns under a torque (spec general-pairs 5): half of the kick, the free turning, the other half,
 * composed to the given order as the free turning itself is.
 */
export function rotateUnderTorque(
  turning: TorqueFreeRotation,
  h: number,
  torqueAt: AttitudeTorque,
  order: TurningOrder,
): void {
  for (const weight of COMPOSITIONS[order]) {
    torqueAt(torque, turning);
    addAngularImpulse(turning, torque, 0.5 * weight * h);
    turnStep(turning, weight * h, 2);
    torqueAt(torque, turning);
    addAngularImpulse(turning, torque, 0.5 * weight * h);
  }
}
