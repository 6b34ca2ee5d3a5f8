/**
 * Resting contact of planar bodies at the velocity level, restitution 0, [CP13-3.3], [CP13-3.4]: no point approaches beyond its bias, and
 * friction obeys Coulomb's law. Every manifold starts with the static coefficient; one that slides after convergence gets the
 * dynamic one, until no further manifold begins to slide, as in `solveResting`.
 *
 * Sweeps with the impulses of the last step as a start; when they have not converged at once, Newton steps for the whole island between
 * them. Their number hardly depends on the height of a stack, and the work of each is proportional to it.
 */
import type { EliminationOrder } from './elimination-order.ts';
import { createNewtonWorkspace, type NewtonWorkspace, newtonStep } from './newton.ts';
import {
  applyImpulses,
  BIAS,
  DYNAMIC_FRICTION,
  FRICTION,
  K_TANGENT,
  K00,
  K11,
  NORMAL_IMPULSES,
  type RestingProblem,
  SLIDING,
  STATIC_FRICTION,
  STRIDE,
  TANGENT_IMPULSE,
} from './resting-problem.ts';
import { createManifoldSpeeds, manifoldSpeeds, sweepIsland } from './sweep.ts';

/** Converged: a sweep changes no speed by more than this fraction of the maximum speed. */
const TOLERANCE = 1e-13;
/** The same, as a fraction of the speed that the largest impulse stands for: its rounding error. */
const IMPULSE_ROUNDING = 2e-15;
/** After this number of Newton steps without success, the sweeps between two of them get one more, to decide open, sticking and sliding better. */
const NEWTON_STEPS = 8;
/** Sweeps per island; reached only where the Newton steps fail. */
const MAX_SWEEPS = 500;
/** A Newton step is undone if the sweep after it changes speeds by more than this multiple of the change before it. */
const WORSE = 10;
/** No Newton step after this number of sweeps: the last ones only settle what is left. */
const LAST_NEWTON_STEP = 300;
/** Sweeps in which the friction follows the centre of the normal impulses. */
const CENTRE_SWEEPS = 6;

export interface RestingWorkspace {
  readonly newton: NewtonWorkspace;
  /** Impulses before a Newton step [N s]. */
  saved: Float64Array;
}

export function createRestingWorkspace(): RestingWorkspace {
  return { newton: createNewtonWorkspace(), saved: new Float64Array(0) };
}

export interface PlanarRestingSolution {
  /** Largest number of sweeps of an island. */
  sweeps: number;
  /** Number of Newton steps of all islands. */
  newtonSteps: number;
  /** Maximum change of a contact speed in the last sweep [m/s]. */
  residual: number;
  status: 'converged' | 'iteration-limit';
}

/** Changes the velocities and impulses of `problem`. The impulses are the initial guess, not yet applied to the velocities. */
export function solvePlanarResting(
  problem: RestingProblem,
  order: EliminationOrder,
  workspace: RestingWorkspace,
): PlanarRestingSolution {
  const solution: PlanarRestingSolution = { sweeps: 0, newtonSteps: 0, residual: 0, status: 'converged' };
  for (let island = 0; island < order.islandCount; island++) {
    solveIsland(solution, problem, order, workspace, order.islands[island], order.islands[island + 1]);
  }
  return solution;
}

const speeds = createManifoldSpeeds();

/** Starts with static friction and the given impulses; returns the maximum speed before them [m/s]. */
function startIsland(problem: RestingProblem, { order }: EliminationOrder, from: number, to: number): number {
  const m = problem.manifolds;
  let maxSpeed = 0;
  for (let k = from; k < to; k++) {
    const at = STRIDE * order[k];
    manifoldSpeeds(speeds, problem, order[k]);
    maxSpeed = Math.max(
      maxSpeed,
      Math.abs(speeds.first + m[at + BIAS]),
      Math.abs(speeds.second + m[at + BIAS + 1]),
      Math.abs(speeds.tangential),
    );
    m[at + FRICTION] = m[at + STATIC_FRICTION];
    m[at + SLIDING] = 0;
  }
  for (let k = from; k < to; k++) {
    const at = STRIDE * order[k];
    const t = m[at + TANGENT_IMPULSE];
    applyImpulses(problem, order[k], m[at + NORMAL_IMPULSES], m[at + NORMAL_IMPULSES + 1], t);
  }
  return maxSpeed;
}

/** The speed that the largest normal impulse of the island stands for [m/s]. */
function impulseSpeed({ manifolds: m }: RestingProblem, { order }: EliminationOrder, from: number, to: number): number {
  let largest = 0;
  for (let k = from; k < to; k++) {
    const at = STRIDE * order[k];
    largest = Math.max(
      largest,
      m[at + K00] * m[at + NORMAL_IMPULSES],
      m[at + K11] * m[at + NORMAL_IMPULSES + 1],
      m[at + K_TANGENT] * Math.abs(m[at + TANGENT_IMPULSE]),
    );
  }
  return largest;
}

function solveIsland(
  solution: PlanarRestingSolution,
  problem: RestingProblem,
  order: EliminationOrder,
  workspace: RestingWorkspace,
  from: number,
  to: number,
): void {
  let maxSpeed = startIsland(problem, order, from, to);
  let newtonSteps = 0;
  let nextNewton = 0;
  let before = Number.POSITIVE_INFINITY;
  let converged = false;
  let residual = 0;
  let sweeps = 0;
  while (sweeps < MAX_SWEEPS) {
    residual = sweepIsland(problem, order, from, to, sweeps < CENTRE_SWEEPS);
    sweeps++;
    const limit = TOLERANCE * maxSpeed + IMPULSE_ROUNDING * impulseSpeed(problem, order, from, to);
    if (residual <= limit) {
      converged = !beginSliding(problem, order, from, to);
      if (converged) break;
      newtonSteps = nextNewton = 0;
      before = Number.POSITIVE_INFINITY;
    } else if (residual > WORSE * before) {
      // the Newton step decided wrongly between open, sticking and sliding: sweeps continue from where it began
      restoreImpulses(workspace, problem, order, from, to);
      before = Number.POSITIVE_INFINITY;
    } else if (sweeps >= nextNewton && sweeps < LAST_NEWTON_STEP) {
      before = residual;
      saveImpulses(workspace, problem, order, from, to);
      newtonStep(workspace.newton, problem, order, from, to);
      newtonSteps++;
      nextNewton = sweeps + 1 + Math.floor(newtonSteps / NEWTON_STEPS);
      solution.newtonSteps++;
    } else before = Number.POSITIVE_INFINITY;
    maxSpeed = Math.max(maxSpeed, Math.min(residual, before));
  }
  solution.sweeps = Math.max(solution.sweeps, sweeps);
  solution.residual = Math.max(solution.residual, residual);
  if (!converged) solution.status = 'iteration-limit';
}

function saveImpulses(
  workspace: RestingWorkspace,
  { manifolds: m }: RestingProblem,
  { order }: EliminationOrder,
  from: number,
  to: number,
): void {
  if (workspace.saved.length < 3 * (to - from)) workspace.saved = new Float64Array(6 * (to - from));
  for (let k = from, at = 0; k < to; k++, at += 3) {
    const i = STRIDE * order[k];
    workspace.saved[at] = m[i + NORMAL_IMPULSES];
    workspace.saved[at + 1] = m[i + NORMAL_IMPULSES + 1];
    workspace.saved[at + 2] = m[i + TANGENT_IMPULSE];
  }
}

function restoreImpulses(
  { saved }: RestingWorkspace,
  problem: RestingProblem,
  { order }: EliminationOrder,
  from: number,
  to: number,
): void {
  const m = problem.manifolds;
  for (let k = from, at = 0; k < to; k++, at += 3) {
    const i = STRIDE * order[k];
    const n0 = saved[at] - m[i + NORMAL_IMPULSES];
    const n1 = saved[at + 1] - m[i + NORMAL_IMPULSES + 1];
    applyImpulses(problem, order[k], n0, n1, saved[at + 2] - m[i + TANGENT_IMPULSE]);
    m[i + NORMAL_IMPULSES] = saved[at];
    m[i + NORMAL_IMPULSES + 1] = saved[at + 1];
    m[i + TANGENT_IMPULSE] = saved[at + 2];
  }
}

/** From static to dynamic friction, once, for manifolds that converged at the limit; whether there was one. */
function beginSliding(
  { manifolds: m }: RestingProblem,
  { order }: EliminationOrder,
  from: number,
  to: number,
): boolean {
  let found = false;
  for (let k = from; k < to; k++) {
    const at = STRIDE * order[k];
    if (m[at + SLIDING] === 0 || m[at + FRICTION] === m[at + DYNAMIC_FRICTION]) continue;
    m[at + FRICTION] = m[at + DYNAMIC_FRICTION];
    found = true;
  }
  return found;
}
