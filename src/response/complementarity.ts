/**
 * The linear complementarity problem of simultaneous contacts: w = A j + b ≥ 0, j ≥ 0, j·w = 0, with A symmetric and
 * positive semi-definite. Equivalent to min ½ jᵀAj + bᵀj over j ≥ 0, solved exactly by the active-set method of Lawson
 * and Hanson, with projected Gauss-Seidel for degenerate data that would make it cycle.
 */
export interface ComplementaritySolution {
  j: Float64Array;
  /** Largest violation: of w ≥ 0, and of w = 0 where j > 0, in the unit of b. */
  residual: number;
  status: 'solved' | 'approximate';
}

/** A violation below this fraction of the largest |b| is rounding. */
const ROUNDING = 1e-14;
/** Maximum residual of a solution with status `solved`, as a fraction of the largest |b|. */
const SOLVED = 1e-12;
/** A Cholesky pivot below this fraction of its diagonal entry: the row depends on those before it. */
const DEPENDENT_PIVOT = 1e-12;
const POLISHING_SWEEPS = 2000;

/** `a` is packed by rows, n x n with n = b.length; every diagonal entry above zero. */
export function solveComplementarity(a: Float64Array, b: Float64Array): ComplementaritySolution {
  const n = b.length;
  const scale = b.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const j = new Float64Array(n);
  const active: number[] = [];
  const rejected = new Set<number>();
  for (let round = 0; round < 10 * n + 10; round++) {
    const entering = mostViolated(a, b, j, active, rejected, ROUNDING * scale);
    if (entering < 0) break;
    active.push(entering);
    if (!minimizeOverActiveSet(a, b, j, active)) rejected.add(entering);
  }
  let residual = violation(a, b, j);
  if (residual > SOLVED * scale) {
    gaussSeidel(a, b, j, POLISHING_SWEEPS);
    residual = violation(a, b, j);
  }
  return { j, residual, status: residual <= SOLVED * scale ? 'solved' : 'approximate' };
}

function rowTimes(a: Float64Array, j: Float64Array, i: number): number {
  let sum = 0;
  for (let k = 0; k < j.length; k++) sum += a[i * j.length + k] * j[k];
  return sum;
}

/** The inactive index with the smallest w, if below -tolerance; else -1. */
function mostViolated(
  a: Float64Array,
  b: Float64Array,
  j: Float64Array,
  active: readonly number[],
  rejected: ReadonlySet<number>,
  tolerance: number,
): number {
  let best = -1;
  let smallest = -tolerance;
  for (let i = 0; i < b.length; i++) {
    const w = rowTimes(a, j, i) + b[i];
    if (w < smallest && !active.includes(i) && !rejected.has(i)) {
      smallest = w;
      best = i;
    }
  }
  return best;
}

/**
 * Moves j to the minimum over the active set and drops indices that would become negative: each pass reaches the
 * minimum or drops one. False, with j unchanged, if the last index added cannot increase.
 */
function minimizeOverActiveSet(a: Float64Array, b: Float64Array, j: Float64Array, active: number[]): boolean {
  for (let pass = 0; active.length > 0; pass++) {
    const target = solveActive(a, b, j.length, active);
    if (pass === 0 && !(target[active.length - 1] > 0)) {
      active.pop();
      return false;
    }
    let step = 1;
    let blocking = -1;
    active.forEach((i, k) => {
      if (target[k] > 0) return;
      const limit = j[i] > 0 ? j[i] / (j[i] - target[k]) : 0;
      if (limit <= step) [step, blocking] = [limit, i];
    });
    active.forEach((i, k) => {
      j[i] = i === blocking ? 0 : Math.max(0, j[i] + step * (target[k] - j[i]));
    });
    if (blocking < 0) break;
    active.splice(0, active.length, ...active.filter((i) => j[i] > 0));
  }
  return true;
}

/** s with A_PP s = -b_P over the active set P, by Cholesky with one refinement; a dependent row gets 0. */
function solveActive(a: Float64Array, b: Float64Array, n: number, active: readonly number[]): Float64Array {
  const size = active.length;
  const at = (p: number, q: number) => a[active[p] * n + active[q]];
  const factor = new Float64Array(size * size);
  for (let p = 0; p < size; p++) {
    for (let q = 0; q <= p; q++) {
      let sum = at(p, q);
      for (let k = 0; k < q; k++) sum -= factor[p * size + k] * factor[q * size + k];
      const pivot = factor[q * size + q];
      if (q < p) factor[p * size + q] = pivot > 0 ? sum / pivot : 0;
      else factor[p * size + p] = sum > DEPENDENT_PIVOT * at(p, p) ? Math.sqrt(sum) : 0;
    }
  }
  const s = new Float64Array(size);
  for (let pass = 0; pass < 2; pass++) {
    const rest = Float64Array.from(active, (i, p) => {
      let sum = -b[i];
      for (let q = 0; q < size; q++) sum -= at(p, q) * s[q];
      return sum;
    });
    substitute(factor, rest);
    for (let p = 0; p < size; p++) s[p] += rest[p];
  }
  return s;
}

/** L Lᵀ x = x in place; rows with a zero pivot are left out. */
function substitute(factor: Float64Array, x: Float64Array): void {
  const size = x.length;
  for (let p = 0; p < size; p++) {
    for (let k = 0; k < p; k++) x[p] -= factor[p * size + k] * x[k];
    const pivot = factor[p * size + p];
    x[p] = pivot > 0 ? x[p] / pivot : 0;
  }
  for (let p = size - 1; p >= 0; p--) {
    for (let k = p + 1; k < size; k++) x[p] -= factor[k * size + p] * x[k];
    const pivot = factor[p * size + p];
    x[p] = pivot > 0 ? x[p] / pivot : 0;
  }
}

function violation(a: Float64Array, b: Float64Array, j: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < b.length; i++) {
    const w = rowTimes(a, j, i) + b[i];
    largest = Math.max(largest, j[i] > 0 ? Math.abs(w) : -w);
  }
  return largest;
}

function gaussSeidel(a: Float64Array, b: Float64Array, j: Float64Array, sweeps: number): void {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let i = 0; i < b.length; i++) j[i] = Math.max(0, j[i] - (rowTimes(a, j, i) + b[i]) / a[i * b.length + i]);
  }
}
