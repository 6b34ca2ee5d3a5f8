/** Pivots below this fraction of the largest matrix entry count as zero: the rounding error of a small elimination. */
const SINGULAR_PIVOT = 1e-15;

/**
 * Solves A X = B for a small general matrix by elimination with partial pivoting. `a` holds A by rows (n · n numbers),
 * `b` holds B by rows (n · columns numbers); `a` is destroyed and `b` becomes X. False, with `b` invalid, if A is singular.
 */
export function solveLinear(a: Float64Array, b: Float64Array, n: number, columns: number): boolean {
  let largest = 0;
  for (let i = 0; i < n * n; i++) largest = Math.max(largest, Math.abs(a[i]));
  const smallest = SINGULAR_PIVOT * largest;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[pivot * n + k])) pivot = i;
    if (!(Math.abs(a[pivot * n + k]) > smallest)) return false;
    if (pivot !== k) {
      swapRows(a, n, k, pivot);
      swapRows(b, columns, k, pivot);
    }
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k] / a[k * n + k];
      for (let j = k + 1; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      for (let j = 0; j < columns; j++) b[i * columns + j] -= factor * b[k * columns + j];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = 0; j < columns; j++) {
      let rest = b[k * columns + j];
      for (let i = k + 1; i < n; i++) rest -= a[k * n + i] * b[i * columns + j];
      b[k * columns + j] = rest / a[k * n + k];
    }
  }
  return true;
}

function swapRows(rows: Float64Array, width: number, i: number, j: number): void {
  for (let k = 0; k < width; k++) {
    const previous = rows[i * width + k];
    rows[i * width + k] = rows[j * width + k];
    rows[j * width + k] = previous;
  }
}
