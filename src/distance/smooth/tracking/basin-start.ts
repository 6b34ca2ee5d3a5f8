import { solveLinear } from '../../../math/linear-solve.ts';
import { solvePair } from '../witness/back-side.ts';
import { allFree, factorShifted } from '../witness/cholesky.ts';
import { type PairWorkspace, readParameters } from '../witness/pair-workspace.ts';
import { assembleSystem } from '../witness/projection-error.ts';
import { evaluatePair, pairDistance } from '../witness/witness-pair.ts';

/**
 * What becomes of one start on two features at rest: with the flow dx/dt = -M⁻¹Ψ as printed, with plain Newton steps, and
 * with the safeguarded search of this library, which switches features. [PG05-3], [PG05-5.2]
 *
 * `closest`: ends at the closest points of the two features. `stationary`: at other points with Ψ = 0, a maximum, a saddle point or a far
 * side. `bound`: stops at a bound of the parameters elsewhere. `singular`: det M becomes 0 on the way, where the flow ends and Newton has no
 * step. `unsettled`: does not come to rest.
 */
export type BasinOutcome = 'closest' | 'stationary' | 'bound' | 'singular' | 'unsettled';

/** The outcomes in the order of their codes in a `BasinMap`. */
export const BASIN_OUTCOMES: readonly BasinOutcome[] = ['closest', 'stationary', 'bound', 'singular', 'unsettled'];

/** Distances this close to the minimum, as a fraction of size + distance, are the minimum: far above the tolerance of the flow. */
const SAME_DISTANCE = 1e-6;
/** Relative to size + distance: the flow has come to rest below this speed [1/s], Newton below this displacement. */
const AT_REST = 1e-7;
/** Error of the parameters that a step of the flow may have: with more, a flow that comes to rest at a bound trembles there. */
const TOLERANCE = 1e-8;
const LONGEST_STEP = 0.5;
/** Below this step the flow is at a singularity of M, where its speed is infinite. The gain is 1, so all times are in units of 1/K. */
const SHORTEST_STEP = 1e-9;
/** Errors decay as e^-t: to 1e-26 in this time. */
const LONGEST_TIME = 60;
const NEWTON_STEPS = 60;
/** A parameter beyond a bound by no more than this is at it. */
const AT_BOUND = 1e-12;

/** Is 𝓗 = S M positive definite at the witnesses of an evaluated pair? */
export function isDefinite({ pair, system, matrix }: PairWorkspace): boolean {
  assembleSystem(system, pair);
  return factorShifted(matrix, system.hessian, system.scale, 0, system.count, allFree(system.count));
}

/** The end of a witness pair at rest, compared with the known minimum `distance` [m]. */
function restOutcome({ pair, system }: PairWorkspace, distance: number): BasinOutcome {
  const end = pairDistance(pair);
  if (Math.abs(end - distance) <= SAME_DISTANCE * (pair.size + distance)) return 'closest';
  readParameters(x, pair);
  for (let i = 0; i < system.count; i++) if (x[i] === 0 || x[i] === 1) return 'bound';
  return 'stationary';
}

/** Runs the library's search from the witnesses: safeguarded steps, switching of features, restart from far sides. */
export function safeguardedOutcome(work: PairWorkspace, distance: number): BasinOutcome {
  solvePair(work);
  return work.converged ? restOutcome(work, distance) : 'unsettled';
}

const x = new Float64Array(4);
const velocity = new Float64Array(4);
const packed = new Float64Array(16);

function setParameters({ pair: { a, b } }: PairWorkspace, values: Float64Array): void {
  for (let i = 0; i < a.dimension; i++) a.x[i] = values[i];
  for (let j = 0; j < b.dimension; j++) b.x[j] = values[a.dimension + j];
}

/** w = -𝓗⁻¹g at the parameters `at`, which is -M⁻¹Ψ. False where 𝓗 is singular. */
function newtonDirection(w: Float64Array, work: PairWorkspace, at: Float64Array): boolean {
  setParameters(work, at);
  evaluatePair(work.pair);
  assembleSystem(work.system, work.pair);
  const { count, hessian, gradient } = work.system;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) packed[count * i + j] = hessian[4 * i + j];
    w[i] = -gradient[i];
  }
  return solveLinear(packed, w, count, 1);
}

/** Displacement [m] (or speed) of the witness that moves most: max |w_i| |T_i|. */
function displacement({ system }: PairWorkspace, w: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < system.count; i++) largest = Math.max(largest, Math.abs(w[i]) * Math.sqrt(system.tangentSq[i]));
  return largest;
}

/** Newton's method as it is: full steps, each cut off at the bounds. */
export function newtonOutcome(work: PairWorkspace, distance: number): BasinOutcome {
  readParameters(x, work.pair);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    if (!newtonDirection(velocity, work, x)) return 'singular';
    for (let i = 0; i < work.system.count; i++) {
      const end = Math.min(1, Math.max(0, x[i] + velocity[i]));
      velocity[i] = end - x[i];
      x[i] = end;
    }
    if (displacement(work, velocity) < AT_REST * (work.pair.size + distance)) {
      setParameters(work, x);
      evaluatePair(work.pair);
      return restOutcome(work, distance);
    }
  }
  return 'unsettled';
}

/** Dormand and Prince's explicit scheme of order 5 with an error estimate of order 4. */
const NODES: readonly (readonly number[])[] = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
const ERROR_WEIGHTS = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];
const STAGES = NODES.length;
const stages = Array.from({ length: STAGES }, () => new Float64Array(4));
const trial = new Float64Array(4);

/** Parameters at a bound whose velocity points outward, as bits: the source sets these velocities to zero. */
function heldAt(w: Float64Array, count: number): number {
  let held = 0;
  for (let i = 0; i < count; i++) if ((x[i] === 0 && w[i] < 0) || (x[i] === 1 && w[i] > 0)) held |= 1 << i;
  return held;
}

/** Follows dx/dt = -M⁻¹Ψ with an adaptive integrator; velocities that point out over a bound are set to zero there. */
export function flowOutcome(work: PairWorkspace, distance: number): BasinOutcome {
  const { pair, system } = work;
  readParameters(x, pair);
  let step = 0.05;
  let sign = 0;
  for (let time = 0; time < LONGEST_TIME; ) {
    if (!newtonDirection(stages[0], work, x)) return 'singular';
    sign ||= determinantSign(work);
    if (determinantSign(work) !== sign) return 'singular';
    const held = heldAt(stages[0], system.count);
    release(stages[0], held);
    if (displacement(work, stages[0]) < AT_REST * (pair.size + distance)) return restOutcome(work, distance);
    const made = flowStep(work, step, held, sign);
    if (made > 0) time += made;
    step = nextStep;
    if (step < SHORTEST_STEP) return 'singular';
  }
  return 'unsettled';
}

function release(w: Float64Array, held: number): void {
  for (let i = 0; i < 4; i++) if (held & (1 << i)) w[i] = 0;
}

let nextStep = 0.5;

/** One trial step from x; returns its length, or 0 if it was rejected. Sets `nextStep`. The first stage is known. */
function flowStep(work: PairWorkspace, h: number, held: number, sign: number): number {
  const { count } = work.system;
  for (let s = 1; s < STAGES; s++) {
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let j = 0; j < s; j++) sum += NODES[s][j] * stages[j][i];
      trial[i] = x[i] + h * sum;
    }
    // a stage beyond the bounds is evaluated there: the surface continues
    if (!newtonDirection(stages[s], work, trial) || determinantSign(work) !== sign) {
      nextStep = 0.3 * h;
      return 0;
    }
    release(stages[s], held);
  }
  let error = 0;
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let s = 0; s < STAGES; s++) sum += ERROR_WEIGHTS[s] * stages[s][i];
    error = Math.max(error, Math.abs(h * sum));
  }
  if (!Number.isFinite(error)) error = 1e30;
  // the fourth root, not the fifth: shorter steps after a failure
  const factor = 0.9 * Math.sqrt(Math.sqrt(TOLERANCE / Math.max(error, 1e-30)));
  nextStep = Math.min(LONGEST_STEP, h * Math.min(4, Math.max(0.1, factor)));
  if (error > TOLERANCE) return 0;
  const reached = firstBound(h, count);
  if (reached < h * (1 - 1e-9)) {
    nextStep = reached;
    return 0;
  }
  for (let i = 0; i < count; i++) {
    x[i] = trial[i] < AT_BOUND ? 0 : trial[i] > 1 - AT_BOUND ? 1 : trial[i];
  }
  return h;
}

/** Estimated time at which the first parameter reaches a bound, by interpolation between both ends of the step; h if none does. */
function firstBound(h: number, count: number): number {
  let fraction = 1;
  for (let i = 0; i < count; i++) {
    const beyond = Math.max(-trial[i], trial[i] - 1);
    if (beyond <= AT_BOUND) continue;
    const inside = trial[i] < 0 ? x[i] : 1 - x[i];
    fraction = Math.min(fraction, inside / (inside + beyond));
  }
  // never so short that it counts as a singularity: then the parameter is at its bound
  return Math.max(fraction * h, Math.min(h, 2 * SHORTEST_STEP));
}

/** Sign of det 𝓗, from an elimination; 0 if singular. */
function determinantSign({ system: { count, hessian } }: PairWorkspace): number {
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) packed[count * i + j] = hessian[4 * i + j];
  let sign = 1;
  for (let k = 0; k < count; k++) {
    let pivot = k;
    for (let i = k + 1; i < count; i++)
      if (Math.abs(packed[count * i + k]) > Math.abs(packed[count * pivot + k])) pivot = i;
    const value = packed[count * pivot + k];
    if (value === 0) return 0;
    if (value < 0) sign = -sign;
    if (pivot !== k) {
      sign = -sign;
      for (let j = 0; j < count; j++) {
        const previous = packed[count * k + j];
        packed[count * k + j] = packed[count * pivot + j];
        packed[count * pivot + j] = previous;
      }
    }
    for (let i = k + 1; i < count; i++) {
      const factor = packed[count * i + k] / value;
      for (let j = k + 1; j < count; j++) packed[count * i + j] -= factor * packed[count * k + j];
    }
  }
  return sign;
}
