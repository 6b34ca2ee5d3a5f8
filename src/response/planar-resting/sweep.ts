/**
 * Gauss-Seidel over the manifolds of an island with accumulated impulses. The two normal impulses of a manifold are solved exactly, as a
 * linear complementarity problem of two unknowns; then its friction impulse ends the sliding as far as Coulomb's law allows.
 */
import type { EliminationOrder } from './elimination-order.ts';
import {
  ALPHA,
  applyImpulses,
  BIAS,
  CENTRE_ARM_A,
  CENTRE_ARM_B,
  FRICTION,
  K_TANGENT,
  K00,
  K01,
  K11,
  NORMAL_ARMS,
  NORMAL_IMPULSES,
  NORMAL_X,
  NORMAL_Y,
  POINTS,
  type RestingProblem,
  SLIDING,
  STRIDE,
  setCentre,
  TANGENT_IMPULSE,
} from './resting-problem.ts';

/** Impulses that exceed the limit of friction by at most this fraction still stick: the last digits of the sweeps. */
const LIMIT_ROUNDING = 1e-9;
/** Two points whose determinant is below this fraction of k00 k11 are too close to be solved together. */
const CLOSE_POINTS = 1e-10;

/** Speeds of a manifold: of its points along the normal, less their bias, and of its friction centre along the tangent [m/s]. */
export interface ManifoldSpeeds {
  first: number;
  second: number;
  tangential: number;
}

export function createManifoldSpeeds(): ManifoldSpeeds {
  return { first: 0, second: 0, tangential: 0 };
}

// biome-ignore format: one quantity per line
export function manifoldSpeeds(out: ManifoldSpeeds, problem: RestingProblem, i: number): ManifoldSpeeds {
  const { manifolds: m, velocities: v, bodies } = problem;
  const at = STRIDE * i;
  const a = 3 * bodies[2 * i], b = 3 * bodies[2 * i + 1];
  const nx = m[at + NORMAL_X], ny = m[at + NORMAL_Y];
  const x = v[b] - v[a], y = v[b + 1] - v[a + 1];
  const along = nx * x + ny * y;
  out.first = along + m[at + NORMAL_ARMS + 2] * v[b + 2] - m[at + NORMAL_ARMS] * v[a + 2] - m[at + BIAS];
  out.second = along + m[at + NORMAL_ARMS + 3] * v[b + 2] - m[at + NORMAL_ARMS + 1] * v[a + 2] - m[at + BIAS + 1];
  out.tangential = nx * y - ny * x + m[at + CENTRE_ARM_B] * v[b + 2] - m[at + CENTRE_ARM_A] * v[a + 2];
  return out;
}

const speeds = createManifoldSpeeds();

/** One sweep over the manifolds `from` to `to` of the order; returns the maximum change of a speed [m/s]. */
export function sweepIsland(
  problem: RestingProblem,
  { order }: EliminationOrder,
  from: number,
  to: number,
  moveCentres: boolean,
): number {
  let residual = 0;
  for (let k = from; k < to; k++) {
    const i = order[k];
    const normal = sweepNormals(problem, i);
    if (moveCentres) moveCentre(problem, i);
    residual = Math.max(residual, normal, sweepFriction(problem, i));
  }
  return residual;
}

/** Ends the approach of the points of manifold `i`; returns the maximum change of a speed [m/s]. */
// biome-ignore format: one quantity per line
function sweepNormals(problem: RestingProblem, i: number): number {
  const m = problem.manifolds;
  const at = STRIDE * i;
  manifoldSpeeds(speeds, problem, i);
  const j0 = m[at + NORMAL_IMPULSES], j1 = m[at + NORMAL_IMPULSES + 1];
  const k00 = m[at + K00], k01 = m[at + K01], k11 = m[at + K11];
  const w0 = speeds.first, w1 = speeds.second;
  // changes of the impulses, in the four cases of the complementarity problem
  let d0 = Math.max(-j0, -w0 / k00);
  let d1 = 0;
  if (m[at + POINTS] === 2) {
    const determinant = k00 * k11 - k01 * k01;
    const both0 = (k01 * w1 - k11 * w0) / determinant, both1 = (k01 * w0 - k00 * w1) / determinant;
    const only0 = -(w0 - k01 * j1) / k00, only1 = -(w1 - k01 * j0) / k11;
    if (determinant > CLOSE_POINTS * k00 * k11 && j0 + both0 >= 0 && j1 + both1 >= 0) {
      d0 = both0;
      d1 = both1;
    } else if (j0 + only0 >= 0 && w1 + k01 * only0 - k11 * j1 >= 0) {
      d0 = only0;
      d1 = -j1;
    } else if (j1 + only1 >= 0 && w0 + k01 * only1 - k00 * j0 >= 0) {
      d0 = -j0;
      d1 = only1;
    } else if (w0 - k00 * j0 - k01 * j1 >= 0 && w1 - k01 * j0 - k11 * j1 >= 0) {
      d0 = -j0;
      d1 = -j1;
    } else {
      // points that are too close, or rounding at the boundary of two cases: one after the other
      d1 = Math.max(-j1, -(w1 + k01 * d0) / k11);
    }
  }
  if (d0 !== 0 || d1 !== 0) {
    m[at + NORMAL_IMPULSES] = Math.max(0, j0 + d0);
    m[at + NORMAL_IMPULSES + 1] = Math.max(0, j1 + d1);
    applyImpulses(problem, i, m[at + NORMAL_IMPULSES] - j0, m[at + NORMAL_IMPULSES + 1] - j1, 0);
  }
  return Math.max(Math.abs(d0) * k00, Math.abs(d1) * k11);
}

/** Moves the friction of manifold `i` to the centre of its normal impulses. */
function moveCentre(problem: RestingProblem, i: number): void {
  const m = problem.manifolds;
  const at = STRIDE * i;
  const total = m[at + NORMAL_IMPULSES] + m[at + NORMAL_IMPULSES + 1];
  if (m[at + POINTS] === 1 || total === 0) return;
  const alpha = m[at + NORMAL_IMPULSES + 1] / total;
  if (alpha === m[at + ALPHA]) return;
  const t = m[at + TANGENT_IMPULSE];
  if (t !== 0) applyImpulses(problem, i, 0, 0, -t);
  setCentre(problem, i, alpha);
  if (t !== 0) applyImpulses(problem, i, 0, 0, t);
}

/** Ends the sliding of manifold `i` within the limits of friction; returns the change of its speed [m/s]. */
function sweepFriction(problem: RestingProblem, i: number): number {
  const m = problem.manifolds;
  const at = STRIDE * i;
  const limit = m[at + FRICTION] * (m[at + NORMAL_IMPULSES] + m[at + NORMAL_IMPULSES + 1]);
  const t = m[at + TANGENT_IMPULSE];
  if (limit === 0 && t === 0) {
    m[at + SLIDING] = 0;
    return 0;
  }
  manifoldSpeeds(speeds, problem, i);
  const target = t - speeds.tangential / m[at + K_TANGENT];
  const slides = Math.abs(target) > limit * (1 + LIMIT_ROUNDING);
  m[at + SLIDING] = slides ? Math.sign(target) : 0;
  const next = slides ? Math.max(-limit, Math.min(limit, target)) : target;
  if (next === t) return 0;
  m[at + TANGENT_IMPULSE] = next;
  applyImpulses(problem, i, 0, 0, next - t);
  return Math.abs(next - t) * m[at + K_TANGENT];
}
