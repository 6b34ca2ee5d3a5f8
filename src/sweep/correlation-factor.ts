/** Pivots below this are rounding errors of a singular matrix: a correlation of exactly 1 or -1 is rejected too. */
const MIN_PIVOT = 1e-12;

/** Cholesky factor L of a correlation matrix, L Lᵀ = matrix, by rows; undefined unless the matrix is positive definite. */
export function correlationFactor(matrix: readonly Float64Array[]): Float64Array[] | undefined {
  const factor = matrix.map((row) => new Float64Array(row.length));
  for (let i = 0; i < matrix.length; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i][j];
      for (let k = 0; k < j; k++) sum -= factor[i][k] * factor[j][k];
      if (i !== j) factor[i][j] = sum / factor[j][j];
      else if (sum < MIN_PIVOT) return undefined;
      else factor[i][i] = Math.sqrt(sum);
    }
  }
  return factor;
}
