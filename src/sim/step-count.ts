/** A remainder below this fraction of a step, or of the end, is rounding. */
const STEP_ROUNDING = 1e-9;
const END_ROUNDING = 1e-12;

/** Number of steps of `step` [s] from `start` to `end` [s]; the last one is shorter if necessary. */
export function countSteps(start: number, end: number, step: number): number {
  const left = end - start;
  if (!(left > END_ROUNDING * end)) return 0;
  return Math.max(1, Math.ceil(left / step - STEP_ROUNDING));
}
