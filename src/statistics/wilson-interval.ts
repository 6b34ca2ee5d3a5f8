import { normalQuantile } from '../math/normal-distribution.ts';

/** A rate with its confidence interval. */
export interface RateInterval {
  /** Successes per trial. */
  readonly rate: number;
  /** Lower limit. */
  readonly low: number;
  /** Upper limit. */
  readonly high: number;
}

/**
 * Confidence interval of a rate (Wilson 1927): all rates p with |k/n - p| <= z sqrt(p (1 - p) / n). Unlike the usual ± interval it is never
 * empty and stays between 0 and 1, also when no trial or every trial succeeded. The trials must be independent: samples of the method
 * `random`. The rates of stratified samples (`latin-hypercube`, `sobol`) usually scatter less than the interval says.
 *
 * @param successes - Number of successes.
 * @param trials - Number of trials, at least 1.
 * @param level - Confidence level, above 0 and below 1.
 *
 * @example
 * ```ts
 * import { wilsonInterval } from 'appulse/sweeps';
 *
 * const { rate, low, high } = wilsonInterval(95, 100);
 * console.log(rate, low.toFixed(3), high.toFixed(3)); // 0.95 0.888 0.978
 * ```
 */
export function wilsonInterval(successes: number, trials: number, level = 0.95): RateInterval {
  if (!(Number.isInteger(trials) && trials >= 1)) {
    throw new RangeError(`wilsonInterval: trials must be an integer of at least 1, got ${trials}`);
  }
  if (!(Number.isInteger(successes) && successes >= 0 && successes <= trials)) {
    throw new RangeError(`wilsonInterval: successes must be an integer from 0 to ${trials}, got ${successes}`);
  }
  if (!(level > 0 && level < 1)) throw new RangeError(`wilsonInterval: level must be between 0 and 1, got ${level}`);
  const z = normalQuantile(0.5 + level / 2);
  const rate = successes / trials;
  const z2 = z * z;
  const center = successes + z2 / 2;
  const half = z * Math.sqrt((successes * (trials - successes)) / trials + z2 / 4);
  const total = trials + z2;
  return {
    rate,
    // exact at the ends, where the difference is rounding
    low: successes === 0 ? 0 : Math.max((center - half) / total, 0),
    high: successes === trials ? 1 : Math.min((center + half) / total, 1),
  };
}
