import type { ReadonlyVec3 } from '../math/vec3.ts';
import { SimulationError } from './world.ts';

/** Turning is followed through every radian: more of them in one step are a mistake, or a run that has lost its numbers [rad]. */
export const MAX_TURN = 1e5;

/** Throws a SimulationError if a body turns farther than `max` [rad] in `duration` [s]. NaN is reported where it is recorded. */
export function checkTurning(
  name: string,
  angularVelocity: ReadonlyVec3,
  duration: number,
  time: number,
  max = MAX_TURN,
): void {
  const rotation = duration * (Math.abs(angularVelocity.x) + Math.abs(angularVelocity.y) + Math.abs(angularVelocity.z));
  if (!(rotation > max)) return;
  throw new SimulationError(
    `${JSON.stringify(name)} turns by ${rotation} rad within ${duration} s after ${time} s, more than ${max}: too far to be followed`,
  );
}
