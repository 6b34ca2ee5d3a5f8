/** Enough to reduce any interval to neighbouring doubles: (2/3)^100 is 2e-18. */
const STEPS = 100;

/** Minimum of a unimodal `f` on an interval, by ternary search. */
export function lowestValue(f: (x: number) => number, from: number, to: number): number {
  let low = from;
  let high = to;
  for (let step = 0; step < STEPS; step++) {
    const third = (high - low) / 3;
    if (f(low + third) < f(high - third)) high -= third;
    else low += third;
  }
  return Math.min(f(low), f(high));
}
