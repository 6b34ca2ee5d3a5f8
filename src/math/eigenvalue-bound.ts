/**
 * An upper bound of the largest eigenvalue of a symmetric positive semi-definite matrix A, which is overwritten. The trace is a
 * bound; the 2^k-th root of the trace of A^(2^k) is as sharp as required. k is `squarings`. `matrix` is left as A^(2^k) over its
 * trace: its diagonal shows which rows the largest eigenvalue belongs to.
 */
export function eigenvalueBound(matrix: Float64Array, scratch: Float64Array, size: number, squarings: number): number {
  const traces: number[] = [normalizeTrace(matrix, size)];
  for (let k = 0; k < squarings; k++) {
    square(scratch, matrix, size);
    matrix.set(scratch);
    traces.push(normalizeTrace(matrix, size));
  }
  const rest = traces.slice(1).reduceRight((bound, trace) => Math.sqrt(trace * bound), 1);
  return traces[0] * rest;
}

/** Divides by the trace, which it returns. */
function normalizeTrace(matrix: Float64Array, size: number): number {
  let trace = 0;
  for (let i = 0; i < size; i++) trace += matrix[i * size + i];
  for (let i = 0; i < matrix.length; i++) matrix[i] /= trace;
  return trace;
}

/** A², for symmetric A. */
function square(out: Float64Array, a: Float64Array, size: number): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += a[size * row + i] * a[size * column + i];
      out[size * row + column] = sum;
      out[size * column + row] = sum;
    }
  }
}
