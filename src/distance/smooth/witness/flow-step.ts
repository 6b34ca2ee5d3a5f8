import { solveLinear } from '../../../math/linear-solve.ts';
import { type FlowLaw, flowVelocity } from './flow.ts';
import { stageFactors, stageMatrix } from './gains.ts';
import { findBounds, moveParameters, type PairWorkspace, readParameters } from './pair-workspace.ts';
import { assembleSystem } from './projection-error.ts';
import {
  ADAMS_BASHFORTH,
  ADAMS_MOULTON,
  type AdamsScheme,
  adamsScheme,
  type ButcherTableau,
  type Integrator,
  isExplicit,
  MAX_STAGES,
  stageWeight,
  tableauOf,
} from './schemes.ts';
import { evaluatePair } from './witness-pair.ts';

/** Sets the poses and velocities of the pair's bodies at a time [s]. */
export type StagePoses = (time: number) => void;

/** State of an integrator between steps, without the witnesses. */
export interface FlowMemory {
  /** Prediction: the velocity of the last step, if there was one, and of the step before that, or a copy. */
  readonly velocity: Float64Array;
  readonly lastVelocity: Float64Array;
  hasVelocity: boolean;
  /** Integrated form: the errors, used instead of g. */
  readonly errors: Float64Array;
  /** Multistep schemes: velocities and integrated errors of past steps, the newest first, 4 numbers each. */
  readonly pastVelocities: Float64Array;
  readonly pastErrors: Float64Array;
  /** Number of past steps. 0 after a feature or a bound has changed. */
  pastSteps: number;
  /** While converging: an earlier maximum error, then steps and gain times seconds since; see `makesProgress`. */
  readonly progress: Float64Array;
}

/** Past steps of a scheme of order 4. */
const PAST = 3;

export function createFlowMemory(): FlowMemory {
  return {
    velocity: new Float64Array(4),
    lastVelocity: new Float64Array(4),
    hasVelocity: false,
    errors: new Float64Array(4),
    pastVelocities: new Float64Array(4 * PAST),
    pastErrors: new Float64Array(4 * PAST),
    pastSteps: 0,
    progress: new Float64Array(3),
  };
}

/** Numbers of `saveFlow`. */
export const FLOW_SIZE = 17 + 8 * PAST;

/** The state as plain numbers, for `restoreFlow`. */
export function saveFlow(memory: FlowMemory): number[] {
  const { velocity, lastVelocity, errors, pastVelocities, pastErrors, progress } = memory;
  const counts = [Number(memory.hasVelocity), memory.pastSteps];
  return [...counts, ...velocity, ...lastVelocity, ...errors, ...progress, ...pastVelocities, ...pastErrors];
}

export function restoreFlow(memory: FlowMemory, saved: readonly number[]): void {
  memory.hasVelocity = saved[0] === 1;
  memory.pastSteps = saved[1];
  memory.velocity.set(saved.slice(2, 6));
  memory.lastVelocity.set(saved.slice(6, 10));
  memory.errors.set(saved.slice(10, 14));
  memory.progress.set(saved.slice(14, 17));
  memory.pastVelocities.set(saved.slice(17, 17 + 4 * PAST));
  memory.pastErrors.set(saved.slice(17 + 4 * PAST, FLOW_SIZE));
}

export function copyFlow(out: FlowMemory, from: FlowMemory): void {
  out.hasVelocity = from.hasVelocity;
  out.pastSteps = from.pastSteps;
  out.velocity.set(from.velocity);
  out.lastVelocity.set(from.lastVelocity);
  out.errors.set(from.errors);
  out.progress.set(from.progress);
  out.pastVelocities.set(from.pastVelocities);
  out.pastErrors.set(from.pastErrors);
}

/** Clears the state of an integrator: it belongs to the old feature, or to a position that was left. */
export function clearFlow(work: PairWorkspace, memory: FlowMemory): void {
  memory.hasVelocity = false;
  memory.pastSteps = 0;
  assembleSystem(work.system, work.pair);
  memory.errors.set(work.system.gradient);
}

const velocities = Array.from({ length: MAX_STAGES }, () => new Float64Array(4));
const start = new Float64Array(4);
const slope = new Float64Array(4);
const errors = new Float64Array(4);
/** Fraction of the integrated errors left at each stage. */
const left = new Float64Array(MAX_STAGES);

/**
 * One step of the feedback law under an integrator, from `time` over `h` seconds; returns the number of evaluations of the law. Every stage
 * uses the poses of its own time; parameters are clamped after every stage. The active bounds are those of the start: a later stage that
 * has reached a bound continues outward, and the clamp at the end stops it. (Fixing it there would give zero velocity: the midpoint rule
 * would never arrive, the others steps late.) Leaves the witnesses moved but not evaluated, at the poses of the last stage.
 * [PG05-4.2], [PG05-4.5]
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
): number {
  const { pair } = work;
  readParameters(start, pair);
  findBounds(work.bounds, pair);
  const adams = adamsScheme(integrator);
  const evaluations = adams
    ? adamsStep(work, memory, adams, law, gain, poses, time, h)
    : rungeKuttaStep(work, memory, tableauOf(integrator), law, gain, poses, time, h);
  memory.errors.set(errors);
  moveParameters(pair, start, slope, h);
  return evaluations;
}

/** Writes the velocity at the present parameters; `h` [s] is the time in which no witness may move far. */
function evaluate(w: Float64Array, work: PairWorkspace, law: FlowLaw, gain: number, h: number, time: number): void {
  evaluatePair(work.pair);
  flowVelocity(w, work, law, gain, errors, h, time);
}

function rungeKuttaStep(
  work: PairWorkspace,
  memory: FlowMemory,
  tableau: ButcherTableau,
  law: FlowLaw,
  gain: number,
  poses: StagePoses,
  time: number,
  h: number,
): number {
  const { a, b, c } = tableau;
  // the integrated form also integrates dΨ/dt = -KΨ, stage by stage
  stageFactors(left, tableau, gain * h);
  const explicit = isExplicit(tableau);
  let evaluations = b.length;
  if (explicit) {
    for (let s = 0; s < b.length; s++) {
      if (s > 0) moveParameters(work.pair, start, blend(a[s]), h);
      decayErrors(memory, left[s]);
      poses(time + c[s] * h);
      evaluate(velocities[s], work, law, gain, h, time + c[s] * h);
    }
  } else {
    evaluations = solveStages(work, memory, tableau, law, gain, poses, time, h);
  }
  blend(b);
  let last = 1;
  for (let s = 0; s < b.length; s++) last -= gain * h * b[s] * left[s];
  decayErrors(memory, last);
  return evaluations;
}

/** Maximum number of iterations of an implicit step, and the change of parameters, which are between 0 and 1, at which they end. */
const ITERATIONS = 12;
const CONVERGED = 1e-13;
const matrix = new Float64Array(MAX_STAGES * MAX_STAGES);
const residuals = new Float64Array(4 * MAX_STAGES);
const next = new Float64Array(4);

/**
 * Solves the stages w = f(x + h A w) of an implicit scheme. The law is linear near its solution, with the derivative -K for all shapes, so
 * w + (1 + K h A)⁻¹(f - w) is a Newton step: one iteration for a linear law, and quadratic convergence to the solution of [PG05-4.1] otherwise.
 */
function solveStages(
  work: PairWorkspace,
  memory: FlowMemory,
  tableau: ButcherTableau,
  law: FlowLaw,
  gain: number,
  poses: StagePoses,
  time: number,
  h: number,
): number {
  const { b, c } = tableau;
  const n = b.length;
  for (let s = 0; s < n; s++) velocities[s].fill(0);
  for (let iteration = 1; ; iteration++) {
    for (let s = 0; s < n; s++) {
      slope.fill(0);
      for (let j = 0; j < n; j++) for (let i = 0; i < 4; i++) slope[i] += stageWeight(tableau, s, j) * velocities[j][i];
      moveParameters(work.pair, start, slope, h);
      decayErrors(memory, left[s]);
      poses(time + c[s] * h);
      next.fill(0);
      // the Newton step divides by 1 + K h a, so the limit of the displacement applies to the quotient
      const cap = h / (1 + gain * h * Math.abs(stageWeight(tableau, s, s)));
      evaluate(next, work, law, gain, cap, time + c[s] * h);
      for (let i = 0; i < 4; i++) residuals[4 * s + i] = next[i] - velocities[s][i];
    }
    stageMatrix(matrix, tableau, gain * h);
    solveLinear(matrix, residuals, n, 4);
    let change = 0;
    for (let k = 0; k < 4 * n; k++) {
      velocities[k >> 2][k & 3] += residuals[k];
      change = Math.max(change, Math.abs(h * residuals[k]));
    }
    if (!(change > CONVERGED) || iteration === ITERATIONS) return iteration * n;
  }
}

/** Adams-Bashforth, followed by Adams-Moulton for a predictor-corrector. The order rises with the number of past steps. */
function adamsStep(
  work: PairWorkspace,
  memory: FlowMemory,
  { order, corrects }: AdamsScheme,
  law: FlowLaw,
  gain: number,
  poses: StagePoses,
  time: number,
  h: number,
): number {
  const [now, predicted] = velocities;
  decayErrors(memory, 1);
  poses(time);
  evaluate(now, work, law, gain, h, time);
  const predictor = ADAMS_BASHFORTH[Math.min(order, memory.pastSteps + 1) - 1];
  combine(memory, predictor, 0, now, gain * h);
  if (corrects) {
    const corrector = ADAMS_MOULTON[Math.min(order, memory.pastSteps + 2) - 2];
    moveParameters(work.pair, start, slope, h);
    next.set(errors);
    poses(time + h);
    evaluate(predicted, work, law, gain, h, time + h);
    combine(memory, corrector, 1, now, gain * h);
    for (let i = 0; i < 4; i++) {
      slope[i] += corrector[0] * predicted[i];
      errors[i] -= gain * h * corrector[0] * next[i];
    }
  }
  pushPast(memory.pastVelocities, now);
  pushPast(memory.pastErrors, memory.errors);
  memory.pastSteps = Math.min(memory.pastSteps + 1, PAST);
  return corrects ? 2 : 1;
}

/** slope = Σ weights · velocities and the errors after the step: `weights[first]` belongs to `now`, the following to past steps. */
function combine(memory: FlowMemory, weights: readonly number[], first: number, now: Float64Array, k: number): void {
  const { pastVelocities, pastErrors } = memory;
  for (let i = 0; i < 4; i++) {
    slope[i] = weights[first] * now[i];
    let sum = weights[first] * memory.errors[i];
    for (let j = first + 1; j < weights.length; j++) {
      slope[i] += weights[j] * pastVelocities[4 * (j - first - 1) + i];
      sum += weights[j] * pastErrors[4 * (j - first - 1) + i];
    }
    errors[i] = memory.errors[i] - k * sum;
  }
}

function pushPast(past: Float64Array, newest: Float64Array): void {
  past.copyWithin(4, 0, 4 * (PAST - 1));
  past.set(newest);
}

function decayErrors(memory: FlowMemory, fraction: number): void {
  for (let i = 0; i < 4; i++) errors[i] = memory.errors[i] * fraction;
}

/** slope = Σ weights[s] w_s */
function blend(weights: readonly number[]): Float64Array {
  slope.fill(0);
  for (let s = 0; s < weights.length; s++) {
    for (let i = 0; i < 4; i++) slope[i] += weights[s] * velocities[s][i];
  }
  return slope;
}
