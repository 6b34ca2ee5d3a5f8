import type { ReadonlyVec3 } from '../math/vec3.ts';
import { SimulationError } from './world.ts';

/** Turning is followed through every radian: more of them in one step are a mistake, or a run that has lost its numbers [rad]. */
export const MOST_TURN = 1e5;

/** Throws a SimulationError if a body turns farther than `most` [rad] in `duration` [s]. NaN is reported where it is recorded. */
export function checkTurning(name: string, spin: ReadonlyVec3, duration: number, time: number, most = MOST_TURN): void {
  const turn = duration * (Math.abs(spin.x) + Math.abs(spin.y) + Math.abs(spin.z));
  if (!(turn > most)) return;
  throw new SimulationError(
    `${JSON.stringify(name)} turns by ${turn} rad within ${duration} s after ${time} s, more than ${most}: too far to be followed`,
  );
}
