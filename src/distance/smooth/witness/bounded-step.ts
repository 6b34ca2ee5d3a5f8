import { allFree, factorShifted, solveFactored } from './cholesky.ts';

/**
 * The velocity (or Newton step) of parameters that must stay within [0, 1]: the sign-constrained quadratic programme
 *
 *   w = argmin ½ wᵀA w + qᵀw   subject to  w_i >= 0 where x_i = 0,  w_i <= 0 where x_i = 1.
 *
 * Zeroing the components that point outward, as printed, stops at wrong points (P10). With at most four parameters all active sets are
 * tried, the smallest first. [PG05-4.5]
 */

/** Bits of parameters at their lower or upper bound. */
export interface HeldBounds {
  lower: number;
  upper: number;
}

/** All subsets of four parameters, the smallest first. */
const SUBSETS = [0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15];

const factor = new Float64Array(16);
/** Cholesky without a shift does not use the scale. */
const NO_SCALE = new Float64Array(4);

/**
 * Writes w. `fixed` are parameters fixed in advance, their multipliers untested (see `heldByGradient`). Returns the bits of the whole
 * active set.
 */
export function boundedStep(
  w: Float64Array,
  matrix: Float64Array,
  q: Float64Array,
  n: number,
  bounds: HeldBounds,
  fixed: number,
): number {
  const { lower, upper } = bounds;
  const candidates = (lower | upper) & ~fixed;
  const all = allFree(n) & ~fixed;
  for (let s = 0; s < SUBSETS.length; s++) {
    const held = SUBSETS[s];
    if ((held & ~candidates) !== 0) continue;
    const free = all & ~held;
    if (!factorShifted(factor, matrix, NO_SCALE, 0, n, free)) continue;
    solveFactored(w, factor, q, n, free);
    if (candidates === 0 || isOptimal(w, matrix, q, n, lower & candidates, upper & candidates, held))
      return held | fixed;
  }
  return holdOutward(w, matrix, q, n, lower | fixed, upper | fixed);
}

/** Do the free components have feasible signs, and the multipliers of the active bounds the right sign? */
function isOptimal(
  w: Float64Array,
  matrix: Float64Array,
  q: Float64Array,
  n: number,
  lower: number,
  upper: number,
  held: number,
): boolean {
  for (let i = 0; i < n; i++) {
    const bit = 1 << i;
    if (!((lower | upper) & bit)) continue;
    let value = w[i];
    if (held & bit) {
      value = q[i];
      for (let k = 0; k < n; k++) value += matrix[4 * i + k] * w[k];
    }
    // both w and the multiplier are >= 0 at a lower bound, <= 0 at an upper one
    if (lower & bit ? value < 0 : value > 0) return false;
  }
  return true;
}

/** If rounding rejects every set (or A is not definite): steepest descent by the diagonal, outward components fixed. */
function holdOutward(
  w: Float64Array,
  matrix: Float64Array,
  q: Float64Array,
  n: number,
  lower: number,
  upper: number,
): number {
  let held = 0;
  for (let i = 0; i < n; i++) {
    const bit = 1 << i;
    w[i] = matrix[5 * i] > 0 ? -q[i] / (n * matrix[5 * i]) : 0;
    const outward = (lower & bit && w[i] < 0) || (upper & bit && w[i] > 0);
    if (!outward) continue;
    w[i] = 0;
    held |= bit;
  }
  return held;
}

/**
 * Bits of the parameters at a bound whose gradient points outward. Integrators fix these in advance: with feedforward the quadratic
 * programme alone would release them about 1/K seconds early. [PG05-4.5]
 */
export function heldByGradient(gradient: Float64Array, n: number, { lower, upper }: HeldBounds): number {
  let held = 0;
  for (let i = 0; i < n; i++) {
    const bit = 1 << i;
    if ((lower & bit && gradient[i] > 0) || (upper & bit && gradient[i] < 0)) held |= bit;
  }
  return held;
}
