import { boundedStep } from './bounded-step.ts';
import { ladderMatrix } from './ladder.ts';
import { findBounds, moveParameters, type PairWorkspace, readParameters } from './pair-workspace.ts';
import { assembleSystem } from './projection-error.ts';
import { switchFeatures } from './switching.ts';
import { evaluatePair, pairEnergy } from './witness-pair.ts';

/** Share of the predicted decrease of E that a step must bring (Armijo). */
const ARMIJO = 1e-4;
/** A decrease below this share of E cannot be seen in E any more: the step is taken unseen. [PG05] spec 5.3 */
const UNSEEN = 1e-11;
/** The search ends when the witnesses move by less than this share of size + distance: rounding. */
const AT_REST = 1e-13;
/** After a full exact step that met no bound and left none the next one is the square of this: it need not be taken. */
const NEARLY_AT_REST = 1e-7;
/** Halvings of a step before it is taken as it is. */
const HALVINGS = 40;
/** Rounds of switching in one iteration, and iterations added when the last one switched. */
const SWITCH_ROUNDS = 3;
const EXTRA_ITERATIONS = 3;

/** Iterations of a full solve: nearly all need fewer than 12, metric steps on a far side once took 148. */
export const FULL_SOLVE = 200;

/**
 * Safeguarded Newton search for the closest points at the present poses: matrix from the ladder, bounds by the quadratic
 * programme, Armijo's rule on E, switching of features. Leaves the pair evaluated at the last witnesses; what it found is in
 * `iterations`, `rung`, `converged` and `lastMove`. Open witnesses stay on their feature. [PG05] spec 5.3
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
    const switched = switchFeatures(pair, SWITCH_ROUNDS) > 0;
    work.iterations++;
    work.converged = rest && !switched;
    left--;
    if (left === 0 && switched && extra > 0) {
      left = 1;
      extra--;
    }
  }
}

/** One iteration without switching; true if the witnesses are at rest after it. */
function newtonStep(work: PairWorkspace): boolean {
  const { pair, system, matrix, step, origin, bounds } = work;
  assembleSystem(system, pair);
  const { count, gradient } = system;
  work.lastMove = 0;
  work.rung = 'exact';
  if (count === 0) return true;

  work.rung = ladderMatrix(matrix, system, pair);
  readParameters(origin, pair);
  findBounds(bounds, pair);
  boundedStep(step, matrix, gradient, count, bounds, 0);
  let slope = 0;
  for (let i = 0; i < count; i++) slope += gradient[i] * step[i];
  const full = searchAlong(work, slope);

  const d = Math.sqrt(2 * pairEnergy(pair));
  work.lastMove = largestMove(work);
  if (work.lastMove < AT_REST * (pair.size + d)) return true;
  return full && work.rung === 'exact' && work.lastMove < NEARLY_AT_REST * (pair.size + d) && keepsBounds(work);
}

/** Moves along `step` until E has decreased enough; true if the whole step was taken. */
function searchAlong(work: PairWorkspace, slope: number): boolean {
  const { pair, step, origin } = work;
  const energy = pairEnergy(pair);
  let share = 1;
  moveParameters(pair, origin, step, 1);
  evaluatePair(pair);
  if (Math.abs(slope) <= UNSEEN * energy) return true;
  for (let halving = 0; halving < HALVINGS; halving++) {
    if (pairEnergy(pair) <= energy + ARMIJO * Math.min(0, predictedChange(work))) break;
    share *= 0.5;
    moveParameters(pair, origin, step, share);
    evaluatePair(pair);
  }
  return share === 1;
}

/** g·δx for the move really made, after clamping. */
function predictedChange({ pair, system, origin }: PairWorkspace): number {
  const { a, b } = pair;
  const { gradient, countA } = system;
  let change = 0;
  for (let i = 0; i < countA; i++) change += gradient[i] * (a.x[i] - origin[i]);
  for (let j = 0; j < b.dimension; j++) change += gradient[countA + j] * (b.x[j] - origin[countA + j]);
  return change;
}

/** max |δx_i| |T_i| [m] of the move really made. */
function largestMove({ pair, system, origin }: PairWorkspace): number {
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
  return largest;
}

/** Are the parameters at the bounds they were at before the step, and at no others? */
function keepsBounds({ pair, bounds }: PairWorkspace): boolean {
  const { lower, upper } = bounds;
  findBounds(bounds, pair);
  return bounds.lower === lower && bounds.upper === upper;
}
