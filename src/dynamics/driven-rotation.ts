import {
  addAngularImpulse,
  COMPOSITIONS,
  type RotationOrder,
  rotationStep,
  type TorqueFreeRotation,
} from '../math/torque-free-rotation.ts';
import { createVec3, type Vec3 } from '../math/vec3.ts';

/** Writes the torque on a body about its centre, world axes [N m]; it may depend on the orientation, not on the angular velocity. */
export type OrientationTorque = (out: Vec3, rotation: TorqueFreeRotation) => void;

const torque = createVec3();

/**
 * One step of `h` [s] of a body that rotates under a torque: half of the angular impulse, the torque-free rotation, the other half,
 * composed to the given order as the torque-free rotation itself.
 */
export function rotateUnderTorque(
  rotation: TorqueFreeRotation,
  h: number,
  torqueAt: OrientationTorque,
  order: RotationOrder,
): void {
  for (const weight of COMPOSITIONS[order]) {
    torqueAt(torque, rotation);
    addAngularImpulse(rotation, torque, 0.5 * weight * h);
    rotationStep(rotation, weight * h, 2);
    torqueAt(torque, rotation);
    addAngularImpulse(rotation, torque, 0.5 * weight * h);
  }
}
