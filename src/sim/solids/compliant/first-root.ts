/** Iterations of the safeguarded Newton method; each at least halves the interval. */
const ITERATIONS = 60;

/**
 * The root in 0..`span` of the cubic with the values `start` ≤ 0 and `end` > 0 and the slopes `startSlope` and `endSlope` at the ends of the
 * interval (Hermite). The midpoint where a value is not finite.
 */
export function firstRoot(start: number, startSlope: number, end: number, endSlope: number, span: number): number {
  if (!(Number.isFinite(start) && Number.isFinite(end))) return 0.5 * span;
  if (start >= 0) return 0;
  // c0 + c1 x + c2 x² + c3 x³ for x in 0..1
  const [c1, last] = [startSlope * span, endSlope * span];
  const c2 = 3 * (end - start) - 2 * c1 - last;
  const c3 = 2 * (start - end) + c1 + last;
  let [low, high] = [0, 1];
  let x = -start / (end - start);
  for (let k = 0; k < ITERATIONS && low < x && x < high; k++) {
    const value = start + x * (c1 + x * (c2 + x * c3));
    if (value > 0) high = x;
    else low = x;
    const next = x - value / (c1 + x * (2 * c2 + 3 * x * c3));
    x = next > low && next < high ? next : 0.5 * (low + high);
    if (Math.abs(value) <= 1e-15 * (end - start)) break;
  }
  return x * span;
}
