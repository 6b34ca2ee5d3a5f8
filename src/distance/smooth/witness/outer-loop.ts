import { type Complex, polynomialRoots } from '../../../math/complex.ts';
import type { PairSystem } from './projection-error.ts';

/**
 * The outer loop of the feedback law: dΨ/dt = ν, with ν = -KΨ for a gain K. [PG05-4.1]
 *
 * Ψ are the projection errors of the parameters u, v of A, then of B; a witness on an edge has one parameter, at a vertex none.
 */

/**
 * A controller: writes the desired rate ν of the projection errors Ψ (the first `errors.length` numbers of `out`) at `time` [s]. Errors and rates are in the
 * printed form: Ψ_i = Δ·F_i for A, Δ·H_j for B.
 */
export type OuterLoop = (out: Float64Array, errors: Float64Array, time: number) => void;

/** Gain of each parameter [1/s], u v of A and u v of B, or a matrix of these four by rows. */
export type GainMatrix = readonly number[] | readonly (readonly number[])[];

/** What is wrong with a gain matrix; undefined if it has the right size and finite numbers. */
export function gainMatrixProblem(gain: GainMatrix): string | undefined {
  const rows = gain.map((row) => (typeof row === 'number' ? undefined : row));
  const isDiagonal = rows.every((row) => row === undefined);
  if (gain.length !== 4 || !(isDiagonal || rows.every((row) => row?.length === 4))) {
    return 'must be a number, 4 numbers, or 4 rows of 4 numbers (u v of A, u v of B)';
  }
  return gain.flat().every(Number.isFinite) ? undefined : 'must consist of finite numbers';
}

/** Entry of the matrix between two of the four parameters. */
function entry(gain: GainMatrix, i: number, j: number): number {
  const row = gain[i];
  return typeof row === 'number' ? (i === j ? row : 0) : row[j];
}

/** Index among the four parameters of parameter `i` of a pair. */
function indexOf({ countA }: Pick<PairSystem, 'countA'>, i: number): number {
  return i < countA ? i : 2 + i - countA;
}

/** Writes S K S g: the feedback of the symmetric form for a gain matrix of the printed one (P23). */
export function matrixFeedback(out: Float64Array, system: PairSystem, gain: GainMatrix): void {
  const { count, countA, gradient } = system;
  for (let i = 0; i < count; i++) {
    out[i] = 0;
    for (let j = 0; j < count; j++) {
      const sign = i < countA === j < countA ? 1 : -1;
      out[i] += sign * entry(gain, indexOf(system, i), indexOf(system, j)) * gradient[j];
    }
  }
}

const errors = new Float64Array(4);
/** By number of parameters; views, so that a controller sees as many errors as there are. */
const views = [0, 1, 2, 3, 4].map((count) => errors.subarray(0, count));

/** Writes -S ν: the feedback of the symmetric form for a controller. */
export function controllerFeedback(out: Float64Array, system: PairSystem, controller: OuterLoop, time: number): void {
  const { count, countA, gradient } = system;
  for (let i = 0; i < count; i++) errors[i] = i < countA ? gradient[i] : -gradient[i];
  out.fill(0);
  controller(out, views[count], time);
  for (let i = 0; i < count; i++) out[i] = i < countA ? -out[i] : out[i];
}

/** Parameters that a pair can have: none, one or two of A, and of B. */
const SUBSETS = [[], [0], [0, 1]].flatMap((a) => [[], [2], [2, 3]].map((b) => [...a, ...b]));

/** Eigenvalues of the gain matrix for all numbers of parameters that the witnesses can have: the law needs every one of them. */
export function gainEigenvalues(gain: GainMatrix): Complex[] {
  return SUBSETS.flatMap((subset) => eigenvalues(subset.map((i) => subset.map((j) => entry(gain, i, j)))));
}

/** Eigenvalues of a small matrix: roots of the characteristic polynomial, whose coefficients follow from traces (Faddeev, Leverrier). */
function eigenvalues(matrix: readonly (readonly number[])[]): Complex[] {
  const n = matrix.length;
  const coefficients: number[] = [];
  let power = matrix.map((row) => row.map(() => 0));
  let last = 1;
  for (let k = 1; k <= n; k++) {
    const shifted = power.map((row, i) => row.map((value, j) => value + (i === j ? last : 0)));
    power = matrix.map((row) => row.map((_, j) => row.reduce((sum, value, m) => sum + value * shifted[m][j], 0)));
    last = -power.reduce((sum, row, i) => sum + row[i], 0) / k;
    coefficients.push(last);
  }
  return polynomialRoots(coefficients);
}
