/**
 * Symmetric systems of at most four unknowns, in rows of 4 (entry (i, j) at 4 i + j), optionally without some of the unknowns: bit i of
 * `free` is set if unknown i takes part. No allocation.
 */

/** Bits of the first n unknowns. */
export function allFree(n: number): number {
  return (1 << n) - 1;
}

/**
 * Writes the Cholesky factor (lower triangle) of X - shift diag(scale) over the free unknowns. False, with `out` invalid,
 * if it is not positive definite: then the smallest eigenvalue of scale^-½ X scale^-½ is not above `shift`.
 */
export function factorShifted(
  out: Float64Array,
  matrix: Float64Array,
  scale: Float64Array,
  shift: number,
  n: number,
  free: number,
): boolean {
  for (let i = 0; i < n; i++) {
    if (!(free & (1 << i))) continue;
    for (let j = 0; j <= i; j++) {
      if (!(free & (1 << j))) continue;
      let rest = matrix[4 * i + j] - (i === j ? shift * scale[i] : 0);
      for (let k = 0; k < j; k++) if (free & (1 << k)) rest -= out[4 * i + k] * out[4 * j + k];
      if (i !== j) {
        out[4 * i + j] = rest / out[5 * j];
      } else {
        if (!(rest > 0)) return false;
        out[5 * i] = Math.sqrt(rest);
      }
    }
  }
  return true;
}

/** Solves L Lᵀ w = -q over the free unknowns; the others get w = 0. */
export function solveFactored(w: Float64Array, factor: Float64Array, q: Float64Array, n: number, free: number): void {
  for (let i = 0; i < n; i++) {
    if (!(free & (1 << i))) {
      w[i] = 0;
      continue;
    }
    let rest = -q[i];
    for (let k = 0; k < i; k++) if (free & (1 << k)) rest -= factor[4 * i + k] * w[k];
    w[i] = rest / factor[5 * i];
  }
  for (let i = n - 1; i >= 0; i--) {
    if (!(free & (1 << i))) continue;
    let rest = w[i];
    for (let k = i + 1; k < n; k++) if (free & (1 << k)) rest -= factor[4 * k + i] * w[k];
    w[i] = rest / factor[5 * i];
  }
}
