/**
 * Newton step for a whole island: the sweeps decide which points are open, which manifolds stick and which slide; with that decision
 * the contact conditions are linear and are solved together. One such step replaces the sweeps, of the order of n² in a stack of n, that
 * would carry a change of load through the island.
 */
import type { EliminationOrder } from './elimination-order.ts';
import {
  applyImpulses,
  CENTRE_ARM_A,
  FRICTION,
  NORMAL_ARMS,
  NORMAL_IMPULSES,
  NORMAL_X,
  NORMAL_Y,
  POINTS,
  type RestingProblem,
  SLIDING,
  STRIDE,
  TANGENT_IMPULSE,
} from './resting-problem.ts';
import { clearSkyline, createSkyline, factorise, resizeSkyline, type Skyline, substitute } from './skyline.ts';
import { createManifoldSpeeds, manifoldSpeeds } from './sweep.ts';

/**
 * Added to the diagonal, as a fraction: redundant points (a box on two supports) make the matrix singular, and of all solutions the one
 * nearest to the present impulses is wanted. The error it leaves is this fraction of the change; the next step removes it.
 */
const PROXIMAL = 1e-9;

export interface NewtonWorkspace {
  readonly matrix: Skyline;
  right: Float64Array;
}

export function createNewtonWorkspace(): NewtonWorkspace {
  return { matrix: createSkyline(), right: new Float64Array(0) };
}

/** Which of the three unknowns of a manifold (two normal impulses, friction) the linear problem contains. */
const OPEN = 0;
const CLOSED = 1;
const SLIDES = 2;

function stateOf(m: Float64Array, at: number, row: number): number {
  if (row < 2) return row < m[at + POINTS] && m[at + NORMAL_IMPULSES + row] > 0 ? CLOSED : OPEN;
  if (m[at + FRICTION] * (m[at + NORMAL_IMPULSES] + m[at + NORMAL_IMPULSES + 1]) === 0) return OPEN;
  return m[at + SLIDING] !== 0 ? SLIDES : CLOSED;
}

/** One step for the manifolds `from` to `to` of the order. Without effect, and false, if the linear problem has no solution. */
export function newtonStep(
  workspace: NewtonWorkspace,
  problem: RestingProblem,
  order: EliminationOrder,
  from: number,
  to: number,
): boolean {
  assemble(workspace, problem, order, from, to);
  if (!factorise(workspace.matrix)) return false;
  substitute(workspace.matrix, workspace.right);
  const { right } = workspace;
  for (let k = 0; k < 3 * (to - from); k++) if (!Number.isFinite(right[k])) return false;
  for (let k = from; k < to; k++) applyChange(problem, order.order[k], right, 3 * (k - from));
  return true;
}

/** Adds the changes to the impulses of manifold `i`, within their limits. */
function applyChange(problem: RestingProblem, i: number, changes: Float64Array, at: number): void {
  const m = problem.manifolds;
  const k = STRIDE * i;
  const [j0, j1, t] = [m[k + NORMAL_IMPULSES], m[k + NORMAL_IMPULSES + 1], m[k + TANGENT_IMPULSE]];
  const n0 = Math.max(0, j0 + changes[at]);
  const n1 = Math.max(0, j1 + changes[at + 1]);
  const limit = m[k + FRICTION] * (n0 + n1);
  const friction = Math.max(-limit, Math.min(limit, t + changes[at + 2]));
  m[k + NORMAL_IMPULSES] = n0;
  m[k + NORMAL_IMPULSES + 1] = n1;
  m[k + TANGENT_IMPULSE] = friction;
  applyImpulses(problem, i, n0 - j0, n1 - j1, friction - t);
}

const speeds = createManifoldSpeeds();

function assemble(
  workspace: NewtonWorkspace,
  problem: RestingProblem,
  order: EliminationOrder,
  from: number,
  to: number,
): void {
  const { matrix } = workspace;
  const size = 3 * (to - from);
  resizeSkyline(matrix, size);
  if (workspace.right.length < size) workspace.right = new Float64Array(2 * size);
  for (let place = from; place < to; place++) {
    const i = order.order[place];
    let first = place;
    for (let k = order.starts[i]; k < order.starts[i + 1]; k++)
      first = Math.min(first, order.places[order.neighbours[k]]);
    matrix.firsts.fill(3 * (first - from), 3 * (place - from), 3 * (place - from) + 3);
  }
  clearSkyline(matrix);
  for (let place = from; place < to; place++) {
    const i = order.order[place];
    addOwnRows(workspace, problem, i, 3 * (place - from));
    for (let k = order.starts[i]; k < order.starts[i + 1]; k++) {
      const other = order.neighbours[k];
      // the same neighbour twice, through both bodies, is added once: the entries contain both
      if (order.places[other] < place && order.neighbours.indexOf(other, order.starts[i]) === k) {
        addCoupling(matrix, problem, i, 3 * (place - from), other, 3 * (order.places[other] - from));
      }
    }
  }
}

/** Rows of manifold `i` without its neighbours, at row `row` of the matrix. */
function addOwnRows({ matrix, right }: NewtonWorkspace, problem: RestingProblem, i: number, row: number): void {
  const m = problem.manifolds;
  const at = STRIDE * i;
  const { lower, upper, bases, pivots } = matrix;
  manifoldSpeeds(speeds, problem, i);
  for (let r = 0; r < 3; r++) {
    const state = stateOf(m, at, r);
    if (state === OPEN) {
      pivots[row + r] = 1;
      right[row + r] = r === 2 ? -m[at + TANGENT_IMPULSE] : 0;
      continue;
    }
    for (let s = 0; s < r; s++) {
      if (stateOf(m, at, s) !== CLOSED) continue;
      const entry = throughBodies(problem, i, r, i, s);
      upper[bases[row + r] + row + s] = entry;
      lower[bases[row + r] + row + s] = state === SLIDES ? -m[at + SLIDING] * m[at + FRICTION] : entry;
    }
    if (state === SLIDES) {
      const limit = m[at + SLIDING] * m[at + FRICTION] * (m[at + NORMAL_IMPULSES] + m[at + NORMAL_IMPULSES + 1]);
      pivots[row + r] = 1;
      right[row + r] = limit - m[at + TANGENT_IMPULSE];
      continue;
    }
    pivots[row + r] = (1 + PROXIMAL) * throughBodies(problem, i, r, i, r);
    right[row + r] = r === 0 ? -speeds.first : r === 1 ? -speeds.second : -speeds.tangential;
  }
}

/** Entries between manifold `i`, at `row`, and manifold `j`, at the lower `column`. */
function addCoupling(
  { lower, upper, bases }: Skyline,
  problem: RestingProblem,
  i: number,
  row: number,
  j: number,
  column: number,
): void {
  const m = problem.manifolds;
  for (let r = 0; r < 3; r++) {
    const state = stateOf(m, STRIDE * i, r);
    if (state === OPEN) continue;
    for (let s = 0; s < 3; s++) {
      const other = stateOf(m, STRIDE * j, s);
      if (other === OPEN) continue;
      const entry = throughBodies(problem, i, r, j, s);
      const at = bases[row + r] + column + s;
      if (state === CLOSED) lower[at] = entry;
      if (other === CLOSED) upper[at] = entry;
    }
  }
}

/** The speed of unknown r of manifold i per unit impulse of unknown s of manifold j, through the bodies that both share [1/kg]. */
// biome-ignore format: one quantity per line
function throughBodies({ manifolds: m, bodies, inverseMasses }: RestingProblem, i: number, r: number, j: number, s: number): number {
  const p = STRIDE * i, q = STRIDE * j;
  // directions: n = (x, y), t = (-y, x)
  const dot = (r < 2) === (s < 2)
    ? m[p + NORMAL_X] * m[q + NORMAL_X] + m[p + NORMAL_Y] * m[q + NORMAL_Y]
    : (m[p + NORMAL_Y] * m[q + NORMAL_X] - m[p + NORMAL_X] * m[q + NORMAL_Y]) * (r < 2 ? 1 : -1);
  let sum = 0;
  for (let side = 0; side < 4; side++) {
    const onB = side >> 1, otherOnB = side & 1;
    const body = bodies[2 * i + onB];
    if (body !== bodies[2 * j + otherOnB]) continue;
    const arm = r < 2 ? m[p + NORMAL_ARMS + 2 * onB + r] : m[p + CENTRE_ARM_A + onB];
    const otherArm = s < 2 ? m[q + NORMAL_ARMS + 2 * otherOnB + s] : m[q + CENTRE_ARM_A + otherOnB];
    const entry = inverseMasses[2 * body] * dot + inverseMasses[2 * body + 1] * arm * otherArm;
    sum += onB === otherOnB ? entry : -entry;
  }
  return sum;
}
