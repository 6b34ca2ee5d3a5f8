/**
 * LU factorisation in a skyline: row i of L and column i of U begin at `firsts[i]`, and fill stays inside. No pivoting; a pivot that is
 * not above zero makes it fail.
 */
export interface Skyline {
  size: number;
  /** First column of row i, at most i. */
  firsts: Int32Array;
  /** Place of column 0 of row i in `lower` and `upper`: entry (i, j) is lower[bases[i] + j], entry (j, i) is upper[bases[i] + j]. */
  bases: Int32Array;
  lower: Float64Array;
  upper: Float64Array;
  pivots: Float64Array;
}

export function createSkyline(): Skyline {
  return {
    size: 0,
    firsts: new Int32Array(0),
    bases: new Int32Array(0),
    lower: new Float64Array(0),
    upper: new Float64Array(0),
    pivots: new Float64Array(0),
  };
}

/** Sets a zero matrix; `firsts` must be filled in for `size` rows. */
export function clearSkyline(skyline: Skyline): void {
  const { size, firsts, bases } = skyline;
  let length = 0;
  for (let i = 0; i < size; i++) {
    bases[i] = length - firsts[i];
    length += i - firsts[i];
  }
  if (skyline.lower.length < length) {
    skyline.lower = new Float64Array(2 * length);
    skyline.upper = new Float64Array(2 * length);
  }
  skyline.lower.fill(0, 0, length);
  skyline.upper.fill(0, 0, length);
  skyline.pivots.fill(0, 0, size);
}

export function resizeSkyline(skyline: Skyline, size: number): void {
  skyline.size = size;
  if (skyline.firsts.length >= size) return;
  skyline.firsts = new Int32Array(2 * size);
  skyline.bases = new Int32Array(2 * size);
  skyline.pivots = new Float64Array(2 * size);
}

/** Factorises in place; false if a pivot is not above zero. */
export function factorise({ size, firsts, bases, lower, upper, pivots }: Skyline): boolean {
  for (let i = 0; i < size; i++) {
    const base = bases[i];
    let pivot = pivots[i];
    for (let j = firsts[i]; j < i; j++) {
      const other = bases[j];
      let l = lower[base + j];
      let u = upper[base + j];
      for (let k = Math.max(firsts[i], firsts[j]); k < j; k++) {
        l -= lower[base + k] * upper[other + k];
        u -= lower[other + k] * upper[base + k];
      }
      l /= pivots[j];
      lower[base + j] = l;
      upper[base + j] = u;
      pivot -= l * u;
    }
    if (!(pivot > 0)) return false;
    pivots[i] = pivot;
  }
  return true;
}

/** Solves with the factors, in place. */
export function substitute({ size, firsts, bases, lower, upper, pivots }: Skyline, x: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = x[i];
    for (let k = firsts[i]; k < i; k++) sum -= lower[bases[i] + k] * x[k];
    x[i] = sum;
  }
  for (let i = size - 1; i >= 0; i--) {
    const value = x[i] / pivots[i];
    x[i] = value;
    for (let k = firsts[i]; k < i; k++) x[k] -= upper[bases[i] + k] * value;
  }
}
