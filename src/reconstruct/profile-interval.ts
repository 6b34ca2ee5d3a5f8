import type { LeastSquaresFit } from '../statistics/least-squares.ts';
import type { CrashFit } from './crash-fit.ts';

/** Search for the end of an interval stops when the sum of squares is within this of the wanted one, relative to `limit`. */
const TOLERANCE = 0.01;
const MAX_STEPS = 12;

/**
 * Interval of unknown `index` from the profile of the likelihood: the values at which the sum of squares, with all other unknowns fitted
 * again, is `limit` above its minimum. `half` is the half-width of the linear interval, where the search begins.
 */
export function profileInterval(
  fit: CrashFit,
  best: LeastSquaresFit,
  index: number,
  half: number,
  limit: number,
): { low: number; high: number } {
  return { low: endOf(fit, best, index, -half, limit), high: endOf(fit, best, index, half, limit) };
}

function endOf(fit: CrashFit, best: LeastSquaresFit, index: number, half: number, limit: number): number {
  const { low, high } = fit.unknowns[index];
  const center = best.parameters[index];
  let start = best.parameters;
  // signed root of the increase over its limit: 1 at the end; a straight line for a linear model
  const rise = (value: number): number => {
    const found = fit.solveWith(index, value, start);
    if (found.status === 'no-start') return Number.POSITIVE_INFINITY;
    start = Float64Array.from(start, (_, i) => (i === index ? value : found.parameters[i > index ? i - 1 : i]));
    return Math.sqrt(Math.max(0, found.cost - best.cost) / limit);
  };
  let [near, nearRise] = [center, 0];
  let [far, farRise] = [Number.NaN, Number.NaN];
  let value = Math.min(high, Math.max(low, center + half));
  for (let k = 0; k < MAX_STEPS; k++) {
    const found = rise(value);
    if (Math.abs(found - 1) < TOLERANCE) return value;
    if (found < 1) {
      [near, nearRise] = [value, found];
      if (value === low || value === high) return value;
    } else {
      [far, farRise] = [value, found];
      start = best.parameters;
    }
    value = nextValue(near, nearRise, far, farRise, center);
    value = Math.min(high, Math.max(low, value));
  }
  return value;
}

/** By secant between the two sides of the end; outward along the chord from the centre while there is only one. */
function nextValue(near: number, nearRise: number, far: number, farRise: number, center: number): number {
  if (Number.isNaN(far)) return center + (near - center) * Math.min(3, 1.05 / Math.max(nearRise, 0.1));
  if (!Number.isFinite(farRise)) return (near + far) / 2;
  const fraction = (1 - nearRise) / (farRise - nearRise);
  return near + (far - near) * Math.min(0.95, Math.max(0.05, fraction));
}
