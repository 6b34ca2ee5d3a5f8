import { absComplex, addComplex, type Complex, multiplyComplex, scaleComplex } from '../../../math/complex.ts';
import { log } from '../../../math/exponential.ts';
import { solveLinear } from '../../../math/linear-solve.ts';
import {
  ADAMS_BASHFORTH,
  ADAMS_MOULTON,
  type AdamsScheme,
  adamsScheme,
  type ButcherTableau,
  type Integrator,
  type IntegratorName,
  isExplicit,
  MAX_STAGES,
  stageWeight,
  tableauOf,
} from './schemes.ts';

/**
 * Gains of the feedback law for a fixed step. Linearised at a solution the law is dx/dt = -K (x - x*) for all shapes, so the scalar test
 * equation applies: one step multiplies the error by R(k), k = K h. [PG05-4.2], [PG05-4.3]
 */

export interface GainLimits {
  /** K [1/s] at the stability limit: the gain must be below it. Infinite if every gain is stable. */
  readonly limit: number;
  /** K [1/s] of fastest convergence. Infinite if convergence is the faster the larger the gain. */
  readonly fastest: number;
  /** Factor of one step on a small error at the fastest gain; its limit, if that is infinite. */
  readonly contraction: number;
  /** Evaluations of the law in one step; of an implicit scheme in one iteration. */
  readonly evaluations: number;
}

const ANY = Number.POSITIVE_INFINITY;

/** Limits for a step of one second: k = K h. The numbers are those of `findLimits`; rk3 and rk4 have the same fastest gain. */
const PER_STEP: Readonly<Record<IntegratorName, GainLimits>> = {
  euler: { limit: 2, fastest: 1, contraction: 0, evaluations: 1 },
  midpoint: { limit: 2, fastest: 1, contraction: 0.5, evaluations: 2 },
  heun: { limit: 2, fastest: 1, contraction: 0.5, evaluations: 2 },
  // limit: the root of k²/2 - k³/6 = k - 2; fastest: the zero of R for rk3 and the minimum of R for rk4, the same number
  rk3: { limit: 2.51274532661833, fastest: 1.59607163798332, contraction: 0, evaluations: 3 },
  rk4: { limit: 2.78529356340528, fastest: 1.59607163798332, contraction: 0.270394765205, evaluations: 4 },
  ab2: { limit: 1, fastest: 2 / 3, contraction: 0.57735026919, evaluations: 1 },
  ab3: { limit: 6 / 11, fastest: 33 / 92, contraction: 0.691564074808, evaluations: 1 },
  ab4: { limit: 0.3, fastest: 0.2146443386, contraction: 0.807007348079, evaluations: 1 },
  abm2: { limit: 2, fastest: 2 / 3, contraction: 1 / 3, evaluations: 2 },
  abm3: { limit: 1.72878356807366, fastest: 0.84550242117, contraction: 0.498810678876, evaluations: 2 },
  abm4: { limit: 1.28481626310691, fastest: 0.60979927085, contraction: 0.523131000897, evaluations: 2 },
  'implicit-euler': { limit: ANY, fastest: ANY, contraction: 0, evaluations: 1 },
  'implicit-midpoint': { limit: ANY, fastest: 2, contraction: 0, evaluations: 1 },
  trapezoidal: { limit: ANY, fastest: 2, contraction: 0, evaluations: 2 },
};

const found = new WeakMap<ButcherTableau, GainLimits>();

/** Stability limit and fastest gain of a scheme with step `h` [s]. For a gain matrix they apply to every eigenvalue. */
export function gainLimits(integrator: Integrator, h: number): GainLimits {
  const { limit, fastest, contraction, evaluations } =
    typeof integrator === 'string' ? PER_STEP[integrator] : limitsOfTableau(integrator);
  return { limit: limit / h, fastest: fastest / h, contraction, evaluations };
}

function limitsOfTableau(tableau: ButcherTableau): GainLimits {
  const known = found.get(tableau);
  if (known) return known;
  const limits = findLimits(tableau);
  found.set(tableau, limits);
  return limits;
}

/** Grid of k on which limits are searched, and the largest k. */
const FIRST = 1e-3;
const GROWTH = 1.01;
const LARGEST = 1e6;

/** Limits of a scheme for a step of one second, by a search over k: limit and minimum to the accuracy of |R|. */
export function findLimits(integrator: Integrator): GainLimits {
  const factor = (k: number) => contractionPerStep(integrator, k);
  let [fastest, contraction] = [0, 1];
  let [last, falls] = [1, true];
  let limit = ANY;
  for (let k = FIRST; k < LARGEST; k *= GROWTH) {
    const value = factor(k);
    if (falls && value > last) {
      const lowest = minimum(factor, k / (GROWTH * GROWTH), k);
      if (factor(lowest) < contraction) [fastest, contraction] = [lowest, factor(lowest)];
    }
    if (!(value < 1)) {
      limit = bisect((x) => factor(x) < 1, k / GROWTH, k);
      break;
    }
    [last, falls] = [value, value < last];
  }
  const adams = adamsScheme(integrator);
  const evaluations = adams ? (adams.corrects ? 2 : 1) : tableauOf(integrator).b.length;
  // the factor still decreases, with no smaller one before
  if (limit === ANY && falls && last < contraction) {
    return { limit, fastest: ANY, contraction: last < 2 / LARGEST ? 0 : last, evaluations };
  }
  return { limit, fastest, contraction, evaluations };
}

/** The number between `low`, where the condition holds, and `high`, where it does not, at which it ends. */
function bisect(holds: (x: number) => boolean, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let midpoint = (a + b) / 2; midpoint > a && midpoint < b; midpoint = (a + b) / 2) {
    if (holds(midpoint)) a = midpoint;
    else b = midpoint;
  }
  return b;
}

/** The minimum between two numbers, by thirds. */
function minimum(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let n = 0; n < 200 && b - a > 1e-15 * b; n++) {
    const [p, q] = [a + (b - a) / 3, b - (b - a) / 3];
    if (f(p) <= f(q)) b = q;
    else a = p;
  }
  return (a + b) / 2;
}

/**
 * |R(k)|: the factor of one step on a small error, k = K h. For a multistep scheme, which has several roots, the largest one: the mean factor over many
 * steps. For an eigenvalue of a gain matrix k may be complex.
 */
export function contractionPerStep(integrator: Integrator, k: number, imaginary = 0): number {
  const adams = adamsScheme(integrator);
  if (adams) return largestRoot(recurrence(adams, [k, imaginary]));
  const tableau = tableauOf(integrator);
  return imaginary === 0
    ? Math.abs(stabilityFunction(tableau, k))
    : absComplex(complexStability(tableau, [k, imaginary]));
}

const matrix = new Float64Array(MAX_STAGES * MAX_STAGES);
const stages = new Float64Array(MAX_STAGES);

/** R(k) = 1 - k bᵀ(1 + k A)⁻¹ 1 of a Runge-Kutta scheme for dx/dt = -K x. */
function stabilityFunction(tableau: ButcherTableau, k: number): number {
  stageFactors(stages, tableau, k);
  return tableau.b.reduce((sum, weight, s) => sum - k * weight * stages[s], 1);
}

/** The same for a complex k, as a real system of twice the size. */
function complexStability(tableau: ButcherTableau, [k, imaginary]: Complex): Complex {
  const n = tableau.b.length;
  const system = new Float64Array(4 * n * n);
  const x = new Float64Array(2 * n).fill(1, 0, n);
  for (let s = 0; s < n; s++) {
    for (let j = 0; j < n; j++) {
      const [weight, unit] = [stageWeight(tableau, s, j), s === j ? 1 : 0];
      system[2 * n * s + j] = unit + k * weight;
      system[2 * n * s + n + j] = -imaginary * weight;
      system[2 * n * (n + s) + j] = imaginary * weight;
      system[2 * n * (n + s) + n + j] = unit + k * weight;
    }
  }
  solveLinear(system, x, 2 * n, 1);
  const sum = tableau.b.reduce(
    (total: Complex, weight, s) => addComplex(total, [weight * x[s], weight * x[n + s]]),
    [0, 0],
  );
  return addComplex([1, 0], scaleComplex(multiplyComplex([k, imaginary], sum), -1));
}

/** Writes the values of the stages of dx/dt = -K x from x = 1: (1 + k A)⁻¹ 1. */
export function stageFactors(out: Float64Array, tableau: ButcherTableau, k: number): void {
  const n = tableau.b.length;
  if (isExplicit(tableau)) {
    for (let s = 0; s < n; s++) {
      out[s] = 1;
      for (let j = 0; j < s; j++) out[s] -= k * stageWeight(tableau, s, j) * out[j];
    }
    return;
  }
  stageMatrix(matrix, tableau, k);
  out.fill(1, 0, n);
  solveLinear(matrix, out, n, 1);
}

/** Writes 1 + k A by rows. */
export function stageMatrix(out: Float64Array, tableau: ButcherTableau, k: number): void {
  const n = tableau.b.length;
  for (let s = 0; s < n; s++) {
    for (let j = 0; j < n; j++) out[n * s + j] = (s === j ? 1 : 0) + k * stageWeight(tableau, s, j);
  }
}

/** Weights q of x[n+1] = q0 x[n] + q1 x[n-1] + ... of a multistep scheme for dx/dt = -K x. */
function recurrence({ order, corrects }: AdamsScheme, k: Complex): Complex[] {
  const now = (j: number): Complex => [j === 0 ? 1 : 0, 0];
  const minus = (x: Complex, y: Complex) => addComplex(x, scaleComplex(y, -1));
  const q = ADAMS_BASHFORTH[order - 1].map((weight, j) => minus(now(j), scaleComplex(k, weight)));
  if (!corrects) return q;
  const [end, ...past] = ADAMS_MOULTON[order - 2];
  return q.map((predicted, j) =>
    minus(now(j), multiplyComplex(k, addComplex(scaleComplex(predicted, end), [past[j] ?? 0, 0]))),
  );
}

/** Absolute value of the largest root of z^m = q0 z^(m-1) + ... + q(m-1): bisection with the test of Schur and Cohn. */
function largestRoot(q: readonly Complex[]): number {
  const reaches = (radius: number) => {
    let scale = 1;
    const divided = q.map((weight) => {
      scale *= radius;
      return scaleComplex(weight, -1 / scale);
    });
    return !hasRootsInside([[1, 0], ...divided]);
  };
  return bisect(reaches, 0, 1 + Math.max(...q.map(absComplex)));
}

/** Are all roots of p0 z^m + ... + pm inside the unit circle? [Schur, Cohn] */
function hasRootsInside(p: readonly Complex[]): boolean {
  let c = [...p];
  while (c.length > 1) {
    const [first, last] = [c[0], c[c.length - 1]];
    if (!(absComplex(last) < absComplex(first))) return false;
    const reversed = c.map(([re, im]): Complex => [re, -im]).reverse();
    const [re, im] = first;
    c = c
      .map((value, j) =>
        addComplex(multiplyComplex([re, -im], value), scaleComplex(multiplyComplex(last, reversed[j]), -1)),
      )
      .slice(0, -1);
  }
  return true;
}

/** Steps until a small error has decreased by `factor` (> 1): ln factor / -ln|R|; infinite if the scheme is not stable. */
export function stepsToReduce(integrator: Integrator, k: number, factor: number): number {
  const left = contractionPerStep(integrator, k);
  if (left === 0) return 1;
  return left < 1 ? log(factor) / -log(left) : Number.POSITIVE_INFINITY;
}

/** Minimum gain [1/s] that reduces an error by `factor` within `time` [s]. With feedforward there is no other lower limit. */
export function convergenceGain(factor: number, time: number): number {
  return log(factor) / time;
}

/**
 * Minimum gain [1/s] for an error of a witness of at most `tolerance` [m] without feedforward: it lags by 1/K seconds. `speed` is that of
 * the true witness on its body, |J M⁻¹ b| [m/s]; with feedforward from inexact velocities it is the error of that speed.
 */
export function lagGain(speed: number, tolerance: number): number {
  return speed / tolerance;
}
