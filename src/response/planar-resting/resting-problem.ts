/**
 * Resting contact of planar bodies as packed numbers. A manifold is one pair of bodies with one normal and one or two points; both bodies
 * receive the impulses of a point at the same place. The points of a manifold slide with the same speed, so they share one friction
 * impulse; it acts at the centre of the normal impulses, which the fraction `ALPHA` of the second point determines.
 */

/** Numbers per manifold. */
export const STRIDE = 28;
/** Unit normal from A to B; the tangent is (-ny, nx). */
export const NORMAL_X = 0;
export const NORMAL_Y = 1;
/** r × n of each point: of body A, then of body B [m]. */
export const NORMAL_ARMS = 2;
/** r × t of each point: of body A, then of body B [m]. */
export const TANGENT_ARMS = 6;
/** Target normal speed of each point [m/s]. */
export const BIAS = 10;
/** Accumulated normal impulse on B of each point [N s]. */
export const NORMAL_IMPULSES = 12;
/** Accumulated friction impulse on B [N s]. */
export const TANGENT_IMPULSE = 14;
/** Fraction of the normal impulse at the second point. */
export const ALPHA = 15;
/** Inverse masses of the two points, k00, k01, k11 [1/kg], and of friction. */
export const K00 = 16;
export const K01 = 17;
export const K11 = 18;
export const K_TANGENT = 19;
/** Friction: static, dynamic, and the present coefficient. */
export const STATIC_FRICTION = 20;
export const DYNAMIC_FRICTION = 21;
export const FRICTION = 22;
/** 0 while friction is inside its limits, else the sign of the friction impulse. */
export const SLIDING = 23;
/** 1 or 2. */
export const POINTS = 24;
/** r × t of A and of B at the centre of the normal impulses [m]. */
export const CENTRE_ARM_A = 25;
export const CENTRE_ARM_B = 26;

export interface RestingProblem {
  bodyCount: number;
  /** Per body: velocity x, y [m/s] and angular velocity [rad/s]. */
  velocities: Float64Array;
  /** Per body: 1/mass, 1/moment of inertia; 0 for immovable bodies. */
  inverseMasses: Float64Array;
  manifoldCount: number;
  /** Per manifold: indices of A and B. */
  bodies: Int32Array;
  /** `STRIDE` numbers per manifold. */
  manifolds: Float64Array;
}

export function createRestingProblem(): RestingProblem {
  return {
    bodyCount: 0,
    velocities: new Float64Array(0),
    inverseMasses: new Float64Array(0),
    manifoldCount: 0,
    bodies: new Int32Array(0),
    manifolds: new Float64Array(0),
  };
}

/** Provides memory for `bodyCount` bodies and `manifoldCount` manifolds; the contents are undefined afterwards. */
export function resizeProblem(problem: RestingProblem, bodyCount: number, manifoldCount: number): void {
  problem.bodyCount = bodyCount;
  problem.manifoldCount = manifoldCount;
  if (problem.inverseMasses.length < 2 * bodyCount) {
    problem.velocities = new Float64Array(3 * bodyCount);
    problem.inverseMasses = new Float64Array(2 * bodyCount);
  }
  if (problem.bodies.length < 2 * manifoldCount) {
    problem.bodies = new Int32Array(4 * manifoldCount);
    problem.manifolds = new Float64Array(2 * STRIDE * manifoldCount);
  }
}

/** Computes what follows from normal, arms and masses: the inverse masses of manifold `i`. */
// biome-ignore format: one quantity per line
export function prepareManifold(problem: RestingProblem, i: number): void {
  const { manifolds: m, inverseMasses, bodies } = problem;
  const at = STRIDE * i;
  const a = 2 * bodies[2 * i], b = 2 * bodies[2 * i + 1];
  const mass = inverseMasses[a] + inverseMasses[b];
  const ia = inverseMasses[a + 1], ib = inverseMasses[b + 1];
  const a0 = m[at + NORMAL_ARMS], a1 = m[at + NORMAL_ARMS + 1], b0 = m[at + NORMAL_ARMS + 2], b1 = m[at + NORMAL_ARMS + 3];
  m[at + K00] = mass + ia * a0 * a0 + ib * b0 * b0;
  m[at + K01] = mass + ia * a0 * a1 + ib * b0 * b1;
  m[at + K11] = mass + ia * a1 * a1 + ib * b1 * b1;
  setCentre(problem, i, m[at + ALPHA]);
}

/** Moves the friction impulse of manifold `i` to the fraction `alpha` between its points, without applying it. */
// biome-ignore format: one quantity per line
export function setCentre(problem: RestingProblem, i: number, alpha: number): void {
  const { manifolds: m, inverseMasses, bodies } = problem;
  const at = STRIDE * i;
  const a = 2 * bodies[2 * i], b = 2 * bodies[2 * i + 1];
  const ta = (1 - alpha) * m[at + TANGENT_ARMS] + alpha * m[at + TANGENT_ARMS + 1];
  const tb = (1 - alpha) * m[at + TANGENT_ARMS + 2] + alpha * m[at + TANGENT_ARMS + 3];
  m[at + ALPHA] = alpha;
  m[at + CENTRE_ARM_A] = ta;
  m[at + CENTRE_ARM_B] = tb;
  m[at + K_TANGENT] =
    inverseMasses[a] + inverseMasses[b] + inverseMasses[a + 1] * ta * ta + inverseMasses[b + 1] * tb * tb;
}

/** Adds the impulses `n0`, `n1` (normal, of the points) and `t` (friction) of manifold `i` to the velocities [N s]. */
// biome-ignore format: one quantity per line
export function applyImpulses(problem: RestingProblem, i: number, n0: number, n1: number, t: number): void {
  const { manifolds: m, velocities: v, inverseMasses, bodies } = problem;
  const at = STRIDE * i;
  const p = bodies[2 * i], q = bodies[2 * i + 1];
  const a = 3 * p, b = 3 * q;
  const nx = m[at + NORMAL_X], ny = m[at + NORMAL_Y];
  const n = n0 + n1;
  const jx = n * nx - t * ny, jy = n * ny + t * nx;
  const ma = inverseMasses[2 * p], mb = inverseMasses[2 * q];
  v[a] -= ma * jx;
  v[a + 1] -= ma * jy;
  v[a + 2] -= inverseMasses[2 * p + 1] * (n0 * m[at + NORMAL_ARMS] + n1 * m[at + NORMAL_ARMS + 1] + t * m[at + CENTRE_ARM_A]);
  v[b] += mb * jx;
  v[b + 1] += mb * jy;
  v[b + 2] += inverseMasses[2 * q + 1] * (n0 * m[at + NORMAL_ARMS + 2] + n1 * m[at + NORMAL_ARMS + 3] + t * m[at + CENTRE_ARM_B]);
}
