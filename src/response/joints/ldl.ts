/**
 * Factorisation L D Lᵀ of a symmetric positive semidefinite matrix in a skyline: row i of L begins at `firsts[i]`, and fill stays inside.
 * Redundant rows, as those of a closed loop of joints, make pivots vanish: every diagonal is raised by a small fraction, which changes the
 * solution of a consistent system by that fraction and makes it unique.
 */
export interface SymmetricSkyline {
  size: number;
  /** First column of row i, at most i. */
  firsts: Int32Array;
  /** Offset of column 0 of row i in `lower`: entry (i, j) is lower[bases[i] + j]. */
  bases: Int32Array;
  /** Below the diagonal. */
  lower: Float64Array;
  diagonal: Float64Array;
}

/** Relative increase of the diagonal. Larger, iterated solutions converge more slowly where masses differ; smaller, rounding errors dominate. */
const REGULARISATION = 1e-10;

export function createSymmetricSkyline(): SymmetricSkyline {
  return {
    size: 0,
    firsts: new Int32Array(0),
    bases: new Int32Array(0),
    lower: new Float64Array(0),
    diagonal: new Float64Array(0),
  };
}

/** Sets the number of rows; `firsts` is then to be filled in. */
export function resizeSkyline(skyline: SymmetricSkyline, size: number): void {
  skyline.size = size;
  if (skyline.firsts.length >= size) return;
  skyline.firsts = new Int32Array(2 * size);
  skyline.bases = new Int32Array(2 * size);
  skyline.diagonal = new Float64Array(2 * size);
}

/** Sets the offsets of rows whose `firsts` are filled in, and a zero matrix. */
export function clearSkyline(skyline: SymmetricSkyline): void {
  const { size, firsts, bases } = skyline;
  let length = 0;
  for (let i = 0; i < size; i++) {
    bases[i] = length - firsts[i];
    length += i - firsts[i];
  }
  if (skyline.lower.length < length) skyline.lower = new Float64Array(2 * length);
  skyline.lower.fill(0, 0, length);
  skyline.diagonal.fill(0, 0, size);
}

/** Factorises in place. Every diagonal must be above zero. */
export function factoriseSkyline({ size, firsts, bases, lower, diagonal }: SymmetricSkyline): void {
  for (let i = 0; i < size; i++) {
    const base = bases[i];
    const first = firsts[i];
    const least = REGULARISATION * diagonal[i];
    let pivot = diagonal[i] + least;
    // l d first; it is divided by d when all of them are known
    for (let j = first; j < i; j++) {
      const other = bases[j];
      let sum = lower[base + j];
      for (let k = Math.max(first, firsts[j]); k < j; k++) sum -= lower[base + k] * lower[other + k];
      lower[base + j] = sum;
    }
    for (let j = first; j < i; j++) {
      const scaled = lower[base + j];
      const l = scaled / diagonal[j];
      lower[base + j] = l;
      pivot -= scaled * l;
    }
    diagonal[i] = Math.max(pivot, least);
  }
}

/** Solves with the factors, in place. */
export function substituteSkyline({ size, firsts, bases, lower, diagonal }: SymmetricSkyline, x: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = x[i];
    for (let k = firsts[i]; k < i; k++) sum -= lower[bases[i] + k] * x[k];
    x[i] = sum;
  }
  for (let i = 0; i < size; i++) x[i] /= diagonal[i];
  for (let i = size - 1; i >= 0; i--) {
    const value = x[i];
    for (let k = firsts[i]; k < i; k++) x[k] -= lower[bases[i] + k] * value;
  }
}
