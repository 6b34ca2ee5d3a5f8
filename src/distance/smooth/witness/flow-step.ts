import { type FlowLaw, flowVelocity } from './flow.ts';
import type { Integrator } from './gains.ts';
import { findBounds, moveParameters, type PairWorkspace, readParameters } from './pair-workspace.ts';
import { assembleSystem } from './projection-error.ts';
import { evaluatePair } from './witness-pair.ts';

/** Sets the poses and velocities of the pair's bodies at a time [s]. */
export type StagePoses = (time: number) => void;

/** An explicit Runge-Kutta scheme (Butcher tableau): nodes `c`, matrix `a`, weights `b`. */
interface Scheme {
  readonly c: readonly number[];
  readonly a: readonly (readonly number[])[];
  readonly b: readonly number[];
}

const EULER: Scheme = { c: [0], a: [[]], b: [1] };

/** rk3 is Kutta's. [PG05-4.2] */
const SCHEMES: Readonly<Record<Exclude<Integrator, 'ab2'>, Scheme>> = {
  euler: EULER,
  midpoint: { c: [0, 0.5], a: [[], [0.5]], b: [0, 1] },
  heun: { c: [0, 1], a: [[], [1]], b: [0.5, 0.5] },
  rk3: { c: [0, 0.5, 1], a: [[], [0.5], [-1, 2]], b: [1 / 6, 4 / 6, 1 / 6] },
  rk4: { c: [0, 0.5, 0.5, 1], a: [[], [0.5], [0, 0.5], [0, 0, 1]], b: [1 / 6, 2 / 6, 2 / 6, 1 / 6] },
};

/** State of an integrator between steps, without the witnesses. */
export interface FlowMemory {
  /** The velocity of the last step, if there was one, for ab2 and prediction. Cleared when a feature or a bound changes. */
  readonly velocity: Float64Array;
  /** Prediction: the velocity of the step before that, or a copy of `velocity`. */
  readonly lastVelocity: Float64Array;
  hasVelocity: boolean;
  /** Integrated form: the errors, used instead of g, and those of the last step. */
  readonly errors: Float64Array;
  readonly lastErrors: Float64Array;
  /** While converging: an earlier maximum error, then steps and gain times seconds since; see `makesProgress`. */
  readonly progress: Float64Array;
}

export function createFlowMemory(): FlowMemory {
  return {
    velocity: new Float64Array(4),
    lastVelocity: new Float64Array(4),
    hasVelocity: false,
    errors: new Float64Array(4),
    lastErrors: new Float64Array(4),
    progress: new Float64Array(3),
  };
}

/** Clears the state of an integrator: it belongs to the old feature, or to a position that was left. */
export function clearFlow(work: PairWorkspace, memory: FlowMemory): void {
  memory.hasVelocity = false;
  assembleSystem(work.system, work.pair);
  memory.errors.set(work.system.gradient);
}

const velocities = [new Float64Array(4), new Float64Array(4), new Float64Array(4), new Float64Array(4)];
const start = new Float64Array(4);
const slope = new Float64Array(4);
const errors = new Float64Array(4);
/** Fraction of the integrated errors left by each stage. */
const left = new Float64Array(4);

/**
 * One step of the feedback law under an integrator, from `time` over `h` seconds. Every stage uses the poses of its own time; parameters
 * are clamped after every stage. The active bounds are those of the start: a later stage that has reached a bound continues outward, and
 * the clamp at the end stops it. (Fixing it there would give zero velocity: the midpoint rule would never arrive, the others steps late.)
 * Leaves the witnesses moved but not evaluated, at the poses of the last stage. [PG05-4.2], [PG05-4.5]
 */
export function flowStep(
  work: PairWorkspace,
  memory: FlowMemory,
  integrator: Integrator,
  law: FlowLaw,
  gain: number,
  poses: StagePoses,
  time: number,
  h: number,
): void {
  const { pair } = work;
  const { a, b, c } = integrator === 'ab2' ? EULER : SCHEMES[integrator];
  readParameters(start, pair);
  findBounds(work.bounds, pair);
  for (let s = 0; s < b.length; s++) {
    if (s > 0) moveParameters(pair, start, blend(a[s]), h);
    // the integrated form also integrates dΨ/dt = -KΨ, stage by stage
    left[s] = decay(a[s], gain * h);
    for (let i = 0; i < 4; i++) errors[i] = memory.errors[i] * left[s];
    poses(time + c[s] * h);
    evaluatePair(pair);
    flowVelocity(velocities[s], work, law, gain, errors, h);
  }
  blend(b);
  const last = decay(b, gain * h);
  for (let i = 0; i < 4; i++) errors[i] = memory.errors[i] * last;
  if (integrator === 'ab2') extrapolate(memory, gain * h);
  memory.errors.set(errors);
  moveParameters(pair, start, slope, h);
}

/** slope = Σ weights[s] w_s */
function blend(weights: readonly number[]): Float64Array {
  slope.fill(0);
  for (let s = 0; s < weights.length; s++) {
    for (let i = 0; i < 4; i++) slope[i] += weights[s] * velocities[s][i];
  }
  return slope;
}

/** 1 - k Σ weights[s] left[s]: the scheme applied to dΨ/dt = -KΨ. */
function decay(weights: readonly number[], k: number): number {
  let sum = 0;
  for (let s = 0; s < weights.length; s++) sum += weights[s] * left[s];
  return 1 - k * sum;
}

/** Adams-Bashforth: 3/2 of the new velocity minus 1/2 of the last; Euler for the first step. */
function extrapolate(memory: FlowMemory, k: number): void {
  const now = velocities[0];
  for (let i = 0; i < 4; i++) {
    if (memory.hasVelocity) {
      slope[i] = 1.5 * now[i] - 0.5 * memory.velocity[i];
      errors[i] = memory.errors[i] - k * (1.5 * memory.errors[i] - 0.5 * memory.lastErrors[i]);
    }
    memory.velocity[i] = now[i];
    memory.lastErrors[i] = memory.errors[i];
  }
  memory.hasVelocity = true;
}
