import { solveLinear } from '../math/linear-solve.ts';

/** A problem of least squares: minimum of the sum of squares of the residuals, which have no unit. */
export interface LeastSquares {
  /** Number of residuals. */
  readonly count: number;
  /** Writes the residuals of these parameters into `out`; false where there are none, which rejects a step. */
  residuals(out: Float64Array, parameters: Float64Array): boolean;
  /** Limits of each parameter; without them -Infinity and Infinity. */
  readonly low?: Float64Array;
  readonly high?: Float64Array;
  /** Typical size of each parameter: the unit of its finite differences. */
  readonly scales: Float64Array;
}

export type FitStatus = 'converged' | 'iteration-limit' | 'no-start';

export interface LeastSquaresFit {
  /** `no-start`: there are no residuals at the start. */
  readonly status: FitStatus;
  readonly parameters: Float64Array;
  readonly residuals: Float64Array;
  /** Sum of the squares of the residuals. */
  readonly cost: number;
  readonly iterations: number;
}

const MAX_ITERATIONS = 60;
/** Finite differences in units of the scales: balances rounding of a simulated result, about 1e-9, and curvature. */
const DIFFERENCE = 1e-4;
/** A step that is smaller than this, in units of the scales, is the last one. */
const SMALLEST_STEP = 1e-6;
/** As is one that reduces the cost by a smaller fraction. */
const SMALLEST_GAIN = 1e-5;
const FIRST_DAMPING = 1e-3;
const MAX_DAMPING = 1e12;

/**
 * Levenberg-Marquardt with one-sided differences; `jacobianOf` has central ones, for the covariance. Parameters stay within their limits: one at a limit whose gradient points outward is
 * held there.
 */
export function fitLeastSquares(problem: LeastSquares, start: Float64Array): LeastSquaresFit {
  const { count, low, high, scales } = problem;
  const size = start.length;
  let parameters = Float64Array.from(start, (value, j) => clamp(value, low?.[j], high?.[j]));
  let residuals = new Float64Array(count);
  const jacobian = new Float64Array(count * size);
  const hasStart = problem.residuals(residuals, parameters);
  let cost = sumOfSquares(residuals);
  let status: FitStatus = hasStart ? 'iteration-limit' : 'no-start';
  let damping = FIRST_DAMPING;
  let iterations = 0;
  while (status === 'iteration-limit' && iterations < MAX_ITERATIONS) {
    iterations++;
    differentiate(jacobian, problem, parameters, residuals);
    const { normal, gradient, free } = normalEquations(jacobian, residuals, parameters, problem);
    let isDone = true;
    for (; damping <= MAX_DAMPING; damping *= 4) {
      const step = dampedStep(normal, gradient, free, damping, size);
      const next = parameters.map((value, j) => clamp(value + step[j], low?.[j], high?.[j]));
      const change = Math.max(0, ...next.map((value, j) => Math.abs(value - parameters[j]) / scales[j]));
      if (change < SMALLEST_STEP) break;
      const tried = new Float64Array(count);
      if (!problem.residuals(tried, next)) continue;
      const nextCost = sumOfSquares(tried);
      if (!(nextCost < cost)) continue;
      isDone = cost - nextCost < SMALLEST_GAIN * cost && damping <= 1;
      parameters = next;
      residuals = tried;
      cost = nextCost;
      damping = Math.max(damping / 10, 1e-12);
      break;
    }
    if (isDone) status = 'converged';
  }
  return { status, parameters, residuals, cost, iterations };
}

/** Derivatives of the residuals by central differences, by rows: residual i, parameter j at i * parameters + j. */
export function jacobianOf(problem: LeastSquares, parameters: Float64Array): Float64Array {
  const jacobian = new Float64Array(problem.count * parameters.length);
  differentiate(jacobian, problem, parameters);
  return jacobian;
}

function clamp(value: number, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY): number {
  return Math.min(high, Math.max(low, value));
}

function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

/**
 * Central differences, or one-sided ones from the residuals `here`; one-sided as well at limits and next to parameters without residuals.
 * Derivatives are 0 where there is neither.
 */
function differentiate(jacobian: Float64Array, problem: LeastSquares, at: Float64Array, here?: Float64Array): void {
  const { count, low, high, scales } = problem;
  const size = at.length;
  const [ahead, behind] = [new Float64Array(count), new Float64Array(count)];
  for (let j = 0; j < size; j++) {
    const evaluate = (out: Float64Array, value: number) => {
      const moved = at.slice();
      moved[j] = value;
      return problem.residuals(out, moved);
    };
    let top = clamp(at[j] + DIFFERENCE * scales[j], low?.[j], high?.[j]);
    if (!evaluate(ahead, top)) {
      top = at[j];
      evaluate(ahead, top);
    }
    let bottom = at[j];
    if (here && top > bottom) behind.set(here);
    else {
      bottom = clamp(at[j] - DIFFERENCE * scales[j], low?.[j], high?.[j]);
      if (!evaluate(behind, bottom)) {
        bottom = at[j];
        evaluate(behind, bottom);
      }
    }
    for (let i = 0; i < count; i++) jacobian[i * size + j] = top > bottom ? (ahead[i] - behind[i]) / (top - bottom) : 0;
  }
}

interface NormalEquations {
  readonly normal: Float64Array;
  readonly gradient: Float64Array;
  /** Parameters that are not held at a limit. */
  readonly free: readonly boolean[];
}

function normalEquations(
  jacobian: Float64Array,
  residuals: Float64Array,
  at: Float64Array,
  { low, high }: LeastSquares,
): NormalEquations {
  const size = at.length;
  const gradient = new Float64Array(size);
  for (let i = 0; i < residuals.length; i++) {
    for (let j = 0; j < size; j++) gradient[j] += jacobian[i * size + j] * residuals[i];
  }
  const free = Array.from(
    gradient,
    (slope, j) => !(slope > 0 ? at[j] <= (low?.[j] ?? -Infinity) : at[j] >= (high?.[j] ?? Infinity)),
  );
  return { normal: normalMatrix(jacobian, size), gradient, free };
}

/** JᵀJ of a matrix by rows. */
function normalMatrix(jacobian: Float64Array, size: number): Float64Array {
  const normal = new Float64Array(size * size);
  for (let i = 0; i < jacobian.length; i += size) {
    for (let j = 0; j < size; j++) {
      for (let k = 0; k < size; k++) normal[j * size + k] += jacobian[i + j] * jacobian[i + k];
    }
  }
  return normal;
}

/** Marquardt's step: the diagonal is enlarged by a factor. Parameters that are held, or have no effect, do not move. */
function dampedStep(
  normal: Float64Array,
  gradient: Float64Array,
  free: readonly boolean[],
  damping: number,
  size: number,
): Float64Array {
  const a = normal.slice();
  const b = gradient.map((value) => -value);
  for (let j = 0; j < size; j++) {
    const isHeld = !free[j] || !(normal[j * size + j] > 0);
    if (isHeld) {
      for (let k = 0; k < size; k++) {
        a[j * size + k] = 0;
        a[k * size + j] = 0;
      }
      b[j] = 0;
    }
    a[j * size + j] = isHeld ? 1 : normal[j * size + j] * (1 + damping);
  }
  const roots = scaleToUnitDiagonal(a, size);
  for (let j = 0; j < size; j++) b[j] /= roots[j];
  return solveLinear(a, b, size, 1) ? b.map((value, j) => value / roots[j]) : new Float64Array(size);
}

/** Divides rows and columns by the roots of the diagonal, so that units do not matter for the pivots; returns the roots. */
function scaleToUnitDiagonal(a: Float64Array, size: number): Float64Array {
  const roots = Float64Array.from({ length: size }, (_, j) => Math.sqrt(a[j * size + j]));
  for (let j = 0; j < size; j++) for (let k = 0; k < size; k++) a[j * size + k] /= roots[j] * roots[k];
  return roots;
}

/** Fraction of the information about a parameter that the others leave: below it the parameter is not determined. */
const UNDETERMINED = 1e-10;

/**
 * Covariance of the parameters for residuals of unit variance: (JᵀJ)⁻¹ by rows. Undefined when the residuals do not determine all
 * parameters.
 */
export function covarianceOf(jacobian: Float64Array, size: number): Float64Array | undefined {
  const a = normalMatrix(jacobian, size);
  for (let j = 0; j < size; j++) if (!(a[j * size + j] > 0)) return undefined;
  const roots = scaleToUnitDiagonal(a, size);
  const b = new Float64Array(size * size);
  for (let j = 0; j < size; j++) b[j * size + j] = 1;
  if (!solveLinear(a, b, size, size)) return undefined;
  for (let j = 0; j < size; j++) {
    // the diagonal of the inverse of a matrix with unit diagonal is at least 1
    if (!(b[j * size + j] > 0 && b[j * size + j] < 1 / UNDETERMINED)) return undefined;
    for (let k = 0; k < size; k++) b[j * size + k] /= roots[j] * roots[k];
  }
  return b;
}
