import type { ReadonlyVec3 } from '../math/vec3.ts';
import { SimulationError } from './world.ts';

/** Maximum rotation in one step [rad]. Every radian is tracked; a larger rotation is an input error or a diverged run. */
export const MAX_ROTATION = 1e5;

/** Throws a SimulationError if a body rotates by more than `max` [rad] in `duration` [s]. NaN is reported where it is recorded. */
export function checkRotation(
  name: string,
  angularVelocity: ReadonlyVec3,
  duration: number,
  time: number,
  max = MAX_ROTATION,
): void {
  const rotation = duration * (Math.abs(angularVelocity.x) + Math.abs(angularVelocity.y) + Math.abs(angularVelocity.z));
  if (!(rotation > max)) return;
  throw new SimulationError(
    `${JSON.stringify(name)} rotates by ${rotation} rad within ${duration} s after ${time} s, more than the ${max} rad that can be tracked`,
  );
}
