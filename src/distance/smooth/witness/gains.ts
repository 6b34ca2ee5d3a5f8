import { log } from '../../../math/exponential.ts';

/**
 * Gains of the feedback law for a fixed step. Linearised at a solution the law is dx/dt = -K (x - x*) for all shapes, so the scalar test
 * equation applies: one step multiplies the error by R(k), k = K h. [PG05-4.2], [PG05-4.3]
 */

/** Integration scheme of the feedback law, an explicit one. */
export type Integrator = (typeof INTEGRATORS)[number];

export const INTEGRATORS = ['euler', 'midpoint', 'heun', 'rk3', 'rk4', 'ab2'] as const;

export interface GainLimits {
  /** K [1/s] at the stability limit: the gain must be below it. */
  readonly limit: number;
  /** K [1/s] of fastest convergence. */
  readonly fastest: number;
  /** Factor of one step on a small error at the fastest gain. */
  readonly contraction: number;
  /** Evaluations of the law in one step. */
  readonly evaluations: number;
}

/** Limits for a step of one second: k = K h. */
const PER_STEP: Readonly<Record<Integrator, GainLimits>> = {
  euler: { limit: 2, fastest: 1, contraction: 0, evaluations: 1 },
  midpoint: { limit: 2, fastest: 1, contraction: 0.5, evaluations: 2 },
  heun: { limit: 2, fastest: 1, contraction: 0.5, evaluations: 2 },
  // limit: the root of k²/2 - k³/6 = k - 2; fastest: the zero of R for rk3 and the minimum of R for rk4, the same number
  rk3: { limit: 2.51274532661833, fastest: 1.59607163798332, contraction: 0, evaluations: 3 },
  rk4: { limit: 2.78529356340528, fastest: 1.59607163798332, contraction: 0.270394765205, evaluations: 4 },
  ab2: { limit: 1, fastest: 2 / 3, contraction: 0.57735026919, evaluations: 1 },
};

/** Stability limit and fastest gain of a scheme with step `h` [s]. For a gain matrix they apply to every eigenvalue. */
export function gainLimits(integrator: Integrator, h: number): GainLimits {
  const { limit, fastest, contraction, evaluations } = PER_STEP[integrator];
  return { limit: limit / h, fastest: fastest / h, contraction, evaluations };
}

/** Order of the Runge-Kutta schemes: R(k) is the Taylor polynomial of e^-k of this order. */
const ORDER: Readonly<Record<Exclude<Integrator, 'ab2'>, number>> = { euler: 1, midpoint: 2, heun: 2, rk3: 3, rk4: 4 };

/**
 * |R(k)|: the factor of one step on a small error, k = K h. For ab2, which has two roots, the larger one: the mean factor over many steps.
 */
export function contractionPerStep(integrator: Integrator, k: number): number {
  if (integrator === 'ab2') {
    // ρ² - (1 - 3k/2) ρ - k/2 = 0; the roots are real
    const half = 0.5 * (1 - 1.5 * k);
    return Math.abs(half) + Math.sqrt(half * half + 0.5 * k);
  }
  let sum = 1;
  let term = 1;
  for (let n = 1; n <= ORDER[integrator]; n++) {
    term *= -k / n;
    sum += term;
  }
  return Math.abs(sum);
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
