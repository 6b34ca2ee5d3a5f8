declare const performance: { now(): number };

/** Time of the host, for the phases of a step [ms]. */
export function now(): number {
  return performance.now();
}
