import { solveLinear } from '../math/linear-solve.ts';
import type { ConfidenceRegion } from './reconstruction.ts';

/**
 * Distance of values, in the order of `region.names`, from the estimate: 1 on the boundary of the region, less inside. Infinity where the
 * measurements do not determine the unknowns.
 */
export function regionDistance({ values, covariance, limit }: ConfidenceRegion, at: readonly number[]): number {
  const size = values.length;
  if (covariance.length !== size * size) return Number.POSITIVE_INFINITY;
  const differences = values.map((value, i) => at[i] - value);
  const solved = Float64Array.from(differences);
  if (!solveLinear(Float64Array.from(covariance), solved, size, 1)) return Number.POSITIVE_INFINITY;
  const squared = differences.reduce((sum, difference, i) => sum + difference * solved[i], 0);
  return Math.sqrt(Math.max(0, squared) / limit);
}
