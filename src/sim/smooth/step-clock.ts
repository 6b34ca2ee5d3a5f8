/**
 * Times of a step of a world of smooth bodies [s], packed: numbers passed from function to function one by one are boxed, and a haptic loop
 * must not allocate.
 */
export type StepClock = Float64Array;

/** Time of the current evaluation. */
export const NOW = 0;
/** Start of the current interval, and the time since then. */
export const SINCE = 1;
export const ELAPSED = 2;
/** Part of the interval for which the forces of the current evaluation count. */
export const WEIGHT = 3;
/** Step of the scene. */
export const SCENE_STEP = 4;

/** End of the current step. */
export const END = 5;

export function createStepClock(step: number): StepClock {
  return Float64Array.of(0, 0, 0, 0, step, 0);
}
