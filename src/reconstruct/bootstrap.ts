import { createRandom } from '../math/random.ts';
import type { LeastSquaresFit } from '../statistics/least-squares.ts';
import type { CrashFit } from './crash-fit.ts';

/** Parametric bootstrap: fits to measurements that are simulated at the estimate. */
export interface BootstrapSettings {
  readonly count: number;
  readonly seed: number;
  readonly confidence: number;
}

/** Interval of each unknown between the quantiles of the repeated fits. */
export function bootstrapIntervals(
  fit: CrashFit,
  best: LeastSquaresFit,
  { count, seed, confidence }: BootstrapSettings,
): { low: number; high: number }[] {
  const random = createRandom(seed);
  const samples: Float64Array[] = [];
  for (let k = 0; k < count; k++) {
    // residuals at the estimate become pure noise of unit variance
    const shifts = best.residuals.map((residual) => residual + random.normal());
    const found = fit.solve(best.parameters, shifts);
    if (found.status !== 'no-start') samples.push(found.parameters);
  }
  const tail = (1 - confidence) / 2;
  return fit.unknowns.map((_, i) => {
    const values = Float64Array.from(samples, (sample) => sample[i]).sort();
    return { low: quantile(values, tail), high: quantile(values, 1 - tail) };
  });
}

/** Between the two nearest of sorted values. */
function quantile(sorted: Float64Array, probability: number): number {
  const at = probability * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}
