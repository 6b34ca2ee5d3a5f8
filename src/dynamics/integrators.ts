/**
 * One step of q̈ = a(q, q̇, t) by the usual schemes for contact forces. [CP13-3.1]
 *
 * `explicit-euler` and `held-force` gain energy in every bounce off a stiff spring (to leading order exp(π h ω0) and
 * exp(π h ω0 / 2)); `semi-implicit-euler` and `rk4` conserve it on average. All four are available for comparison.
 */
export type IntegratorScheme = 'explicit-euler' | 'semi-implicit-euler' | 'held-force' | 'rk4';

export const INTEGRATOR_SCHEMES: readonly IntegratorScheme[] = [
  'explicit-euler',
  'semi-implicit-euler',
  'held-force',
  'rk4',
];

/** Coordinates and their rates, of equal length; written in place. */
export interface IntegratorState {
  /** Coordinates, for example [m] or [rad]. */
  readonly q: Float64Array;
  /** Their rates [1/s of the coordinate]. */
  readonly v: Float64Array;
}

/** Writes the acceleration at (q, v, t) into `out`. */
export type Acceleration = (out: Float64Array, q: Float64Array, v: Float64Array, t: number) => void;

/** Workspace of `integrate` for a given number of coordinates. */
export interface IntegratorWorkspace {
  readonly a: Float64Array;
  /** The stage state of rk4 and the sums of its slopes. */
  readonly stageQ: Float64Array;
  readonly stageV: Float64Array;
  readonly sumV: Float64Array;
  readonly sumA: Float64Array;
}

/** Workspace of `integrate` for `size` coordinates; it may be used for any state of that size. */
export function createIntegratorWorkspace(size: number): IntegratorWorkspace {
  const array = () => new Float64Array(size);
  return { a: array(), stageQ: array(), stageV: array(), sumV: array(), sumA: array() };
}

/**
 * Advances `state` in place from time `t` by `h` [s] with q̈ = `acceleration`(q, q̇, t).
 *
 * @example
 * ```ts
 * import { createIntegratorWorkspace, integrate } from 'appulse';
 *
 * const state = { q: Float64Array.of(1), v: Float64Array.of(0) }; // an oscillator of 1 rad/s
 * const workspace = createIntegratorWorkspace(1);
 * const spring = (out: Float64Array, q: Float64Array) => {
 *   out[0] = -q[0];
 * };
 * for (let k = 0; k < 100; k++) integrate('rk4', state, 0.01, spring, 0.01 * k, workspace);
 * console.log(state.q[0].toFixed(8), Math.cos(1).toFixed(8)); // 0.54030231 0.54030231
 * ```
 */
export function integrate(
  scheme: IntegratorScheme,
  state: IntegratorState,
  h: number,
  acceleration: Acceleration,
  t: number,
  workspace: IntegratorWorkspace,
): void {
  if (scheme === 'rk4') {
    integrateRk4(state, h, acceleration, t, workspace);
    return;
  }
  const { q, v } = state;
  const { a } = workspace;
  acceleration(a, q, v, t);
  for (let i = 0; i < q.length; i++) {
    const before = v[i];
    v[i] += h * a[i];
    if (scheme === 'explicit-euler') q[i] += h * before;
    else if (scheme === 'semi-implicit-euler') q[i] += h * v[i];
    else q[i] += h * before + 0.5 * h * h * a[i]; // exact for an acceleration held over the step
  }
}

/** Classical Runge-Kutta: slopes at 0, h/2, h/2, h with weights 1, 2, 2, 1. */
function integrateRk4(
  state: IntegratorState,
  h: number,
  acceleration: Acceleration,
  t: number,
  workspace: IntegratorWorkspace,
): void {
  const { q, v } = state;
  const { a, stageQ, stageV, sumV, sumA } = workspace;
  stageQ.set(q);
  stageV.set(v);
  sumV.fill(0);
  sumA.fill(0);
  for (let stage = 0; stage < 4; stage++) {
    acceleration(a, stageQ, stageV, stage === 0 ? t : stage === 3 ? t + h : t + 0.5 * h);
    const weight = stage === 0 || stage === 3 ? 1 : 2;
    const ahead = stage < 2 ? 0.5 * h : h; // time of the next slope
    for (let i = 0; i < q.length; i++) {
      const rate = stageV[i];
      sumV[i] += weight * rate;
      sumA[i] += weight * a[i];
      stageQ[i] = q[i] + ahead * rate;
      stageV[i] = v[i] + ahead * a[i];
    }
  }
  for (let i = 0; i < q.length; i++) {
    q[i] += (h / 6) * sumV[i];
    v[i] += (h / 6) * sumA[i];
  }
}
