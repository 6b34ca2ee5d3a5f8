import { boundedStep } from './bounded-step.ts';
import { modifiedHessian } from './hessian-modification.ts';
import { findBounds, moveParameters, type PairWorkspace, readParameters } from './pair-workspace.ts';
import { assembleSystem } from './projection-error.ts';
import { longestMove, witnessSpeed } from './step-cap.ts';
import { switchFeatures } from './switching.ts';
import { evaluatePair, pairDistance, type WitnessPair } from './witness-pair.ts';

/** Required fraction of the predicted decrease of E (Armijo). */
const ARMIJO = 1e-4;
/** A decrease below this fraction of E is lost in rounding: the step is taken without a test. [PG05-5.3] */
const UNTESTED = 1e-11;
/** Convergence: the witnesses move by less than this fraction of size + distance: rounding. */
const AT_REST = 1e-13;
/** After a full exact step that changed no bound the next step is the square of this fraction and is not taken. */
const NEARLY_AT_REST = 1e-7;
/** At most this many sizes of the distance count there: surfaces curve on the scale of their size. */
const MAX_SIZES = 10;
/** Below this fraction of the size two witnesses are one common point, and the direction between them is rounding. [PG05-6.8] */
export const COMMON_POINT = 1e-12;
/** Maximum number of halvings of a step, and of one that exceeds the maximum length. */
const HALVINGS = 60;
const SHORT_TRIAL = 2;
/** Switching rounds per iteration, and iterations added if the last one switched. */
const SWITCH_ROUNDS = 3;
const EXTRA_ITERATIONS = 3;

/** Iterations of a full solve: nearly all need fewer than 12, metric steps on a far side once took 148. */
export const FULL_SOLVE = 200;

/**
 * Safeguarded Newton search for the closest points at the current poses: modified Hessian, bounds by the quadratic programme, Armijo's rule
 * on E, switching of features. Leaves the pair evaluated at the last witnesses; the outcome is in `iterations`, `hessian`, `converged` and
 * `lastMove`. Open witnesses stay on their feature. [PG05-5.3]
 */
export function correctPair(work: PairWorkspace, limit: number): void {
  const { pair } = work;
  evaluatePair(pair);
  work.iterations = 0;
  work.converged = false;
  let left = limit;
  let extra = EXTRA_ITERATIONS;
  while (left > 0 && !work.converged) {
    const rest = newtonStep(work);
    work.iterations++;
    findEnergy(ENERGY, pair);
    if (Math.sqrt(2 * found[ENERGY]) <= COMMON_POINT * pair.size) {
      work.converged = true;
      break;
    }
    const switched = switchFeatures(pair, SWITCH_ROUNDS) > 0;
    work.converged = rest && !switched;
    left--;
    if (left === 0 && switched && extra > 0) {
      left = 1;
      extra--;
    }
  }
}

/** E before and after a trial step, g·p, g·δx: in an array, since returned doubles are boxed where calls are not inlined. */
const found = new Float64Array(4);
const ENERGY = 0;
const TRIAL_ENERGY = 1;
const SLOPE = 2;
const CHANGE = 3;

/** One iteration without switching; true if the witnesses have converged. */
function newtonStep(work: PairWorkspace): boolean {
  const { pair, origin } = work;
  work.lastMove = 0;
  if (!findStep(work)) return true;
  readParameters(origin, pair);
  let fraction = searchAlong(work, isTooLong(work) ? SHORT_TRIAL : HALVINGS);
  if (fraction === 0) {
    dampStep(work);
    fraction = searchAlong(work, HALVINGS);
  }

  findEnergy(ENERGY, pair);
  const d = Math.sqrt(2 * found[ENERGY]);
  measureMove(work);
  if (work.lastMove < AT_REST * (pair.size + d)) return true;
  const scale = pair.size + Math.min(d, MAX_SIZES * pair.size);
  return fraction === 1 && work.hessian === 'exact' && work.lastMove < NEARLY_AT_REST * scale && hasSameBounds(work);
}

/** Newton step under bounds, by the modified Hessian. False without parameters: two vertices. */
function findStep(work: PairWorkspace): boolean {
  const { pair, system, matrix, step, bounds } = work;
  assembleSystem(system, pair);
  work.hessian = 'exact';
  if (system.count === 0) return false;
  work.hessian = modifiedHessian(matrix, system, pair);
  findBounds(bounds, pair);
  boundedStep(step, matrix, system.gradient, system.count, bounds, 0);
  return true;
}

/** g·p */
function findSlope({ system, step }: PairWorkspace): void {
  let slope = 0;
  for (let i = 0; i < system.count; i++) slope += system.gradient[i] * step[i];
  found[SLOPE] = slope;
}

/** Decrease of the distance of an evaluated pair by one more Newton step [m], by its quadratic model. */
export function missingDistance(work: PairWorkspace): number {
  const { pair } = work;
  const d = pairDistance(pair);
  if (!findStep(work)) return 0;
  findSlope(work);
  return d - Math.sqrt(Math.max(0, d * d + found[SLOPE]));
}

/** Does the step exceed the maximum displacement of a witness, or a parameter its whole range? */
function isTooLong({ pair, system, step }: PairWorkspace): boolean {
  for (let i = 0; i < system.count; i++) if (Math.abs(step[i]) > 1) return true;
  return witnessSpeed(pair, step) > longestMove(pair);
}

/**
 * Along a weak direction (a cone's generator over a flat face, or around a degenerate edge close to it) a step can be so long that the line
 * search leaves nothing of it, nor of its valid components. Adding λ = |g| / longest of the metric, and |g_i| for each parameter, limits
 * the step to less than either bound.
 */
function dampStep({ pair, system, matrix, step, bounds }: PairWorkspace): void {
  const { count, gradient, scale } = system;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += (gradient[i] * gradient[i]) / scale[i];
  const lambda = Math.sqrt(sum) / longestMove(pair);
  for (let i = 0; i < count; i++) matrix[5 * i] += lambda * scale[i] + Math.abs(gradient[i]);
  boundedStep(step, matrix, gradient, count, bounds, 0);
}

/**
 * Moves along `step` until E has decreased enough; returns the fraction of the step taken. Zero, with the witnesses restored, if `halvings`
 * do not suffice.
 */
function searchAlong(work: PairWorkspace, halvings: number): number {
  const { pair, step, origin } = work;
  findEnergy(ENERGY, pair);
  findSlope(work);
  const untested = Math.abs(found[SLOPE]) <= UNTESTED * found[ENERGY];
  for (let fraction = 1, left = halvings; left >= 0; fraction *= 0.5, left--) {
    moveParameters(pair, origin, step, fraction);
    evaluatePair(pair);
    findEnergy(TRIAL_ENERGY, pair);
    findChange(work);
    if (untested || found[TRIAL_ENERGY] <= found[ENERGY] + ARMIJO * Math.min(0, found[CHANGE])) return fraction;
  }
  moveParameters(pair, origin, step, 0);
  evaluatePair(pair);
  return 0;
}

/** E = ½ |Δ|² */
function findEnergy(at: number, { delta }: WitnessPair): void {
  found[at] = 0.5 * (delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2]);
}

/** g·δx of the actual move, after clamping. */
function findChange({ pair, system, origin }: PairWorkspace): void {
  const { a, b } = pair;
  const { gradient, countA } = system;
  let change = 0;
  for (let i = 0; i < countA; i++) change += gradient[i] * (a.x[i] - origin[i]);
  for (let j = 0; j < b.dimension; j++) change += gradient[countA + j] * (b.x[j] - origin[countA + j]);
  found[CHANGE] = change;
}

/** max |δx_i| |T_i| [m] of the actual move. */
function measureMove(work: PairWorkspace): void {
  const { pair, system, origin } = work;
  const { a, b } = pair;
  const { tangentSq, countA } = system;
  let largest = 0;
  for (let i = 0; i < countA; i++) {
    largest = Math.max(largest, Math.abs(a.x[i] - origin[i]) * Math.sqrt(tangentSq[i]));
  }
  for (let j = 0; j < b.dimension; j++) {
    const i = countA + j;
    largest = Math.max(largest, Math.abs(b.x[j] - origin[i]) * Math.sqrt(tangentSq[i]));
  }
  work.lastMove = largest;
}

/** Are the parameters at the same bounds as before the step? */
function hasSameBounds({ pair, bounds }: PairWorkspace): boolean {
  const { lower, upper } = bounds;
  findBounds(bounds, pair);
  return bounds.lower === lower && bounds.upper === upper;
}
