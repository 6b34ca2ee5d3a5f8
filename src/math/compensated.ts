/**
 * Sums that grow over a long run but are used in small differences: simulated time, the rotation angle of a body. Such a sum is
 * stored as value + low, where `low` is the rounding error of `value`, so its resolution does not degrade as it grows.
 */
export interface Compensated {
  value: number;
  low: number;
}

export function createCompensated(value = 0): Compensated {
  return { value, low: 0 };
}

/** Rounding error of the sum a + b, exact (Knuth's two-sum). */
function sumError(a: number, b: number): number {
  const sum = a + b;
  const back = sum - a;
  return a - (sum - back) + (b - back);
}

/** out = (value + low) + added, with |low| at most half a unit in the last place of `out.value`. */
export function addCompensated(out: Compensated, value: number, low: number, added: number): Compensated {
  const sum = value + added;
  // an infinite sum has no rounding
  const rest = Number.isFinite(sum) ? sumError(value, added) + low : 0;
  out.value = sum + rest;
  out.low = Number.isFinite(sum) ? rest - (out.value - sum) : 0;
  return out;
}

/** (value + low) - (from + fromLow), accurate to double precision. */
export function differenceOf(value: number, low: number, from: number, fromLow: number): number {
  const difference = value - from;
  if (!Number.isFinite(difference)) return difference;
  return difference + (sumError(value, -from) + (low - fromLow));
}
