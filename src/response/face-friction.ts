/**
 * Normal and friction impulses of two bodies that touch at several points of one face. [CP13-3.3] and [CP13-3.4], extended from one point to a
 * face. A is the Delassus matrix of the normals of the points, B that of the tangents along which the friction f acts, C couples normals
 * and tangents, w and u are the normal and tangential speeds before:
 *
 *   j(f):  A j + C f + (1 + e) w ≥ 0, j ≥ 0, complementary      the normal impulses balance the tilting moment of friction
 *   D:     u + Cᵀ j + B D = 0,  w + A j + C D = 0 at the held points                   sticking, in the plastic impact (e = 0)
 *
 * f = (1 + e_t) D where the static limit allows it, |f| ≤ μ_s Σ j(f); else f = κ D at the dynamic limit, |f| = μ_d Σ j(f). For one point
 * this is the algebraic law. While friction unloads none of the held points, the energy decreases with κ from 0 to 1: none is gained.
 */
import { createMat3, type Mat3, solveSymmetric } from '../math/mat3.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { solveComplementarity } from './complementarity.ts';
import { type BodyContact, delassusMatrix } from './delassus.ts';
import type { ContactMode } from './friction.ts';
import { normalSpeed } from './impulse.ts';
import type { Material } from './material.ts';

/** Iterations of the search for the sliding friction, the root of a piecewise linear function. */
const MAX_ITERATIONS = 60;
/** Fraction of the largest speed: a point is held if it exceeds its target speed by no more than this. */
const HELD = 1e-9;
/** A pivot below this fraction of its diagonal entry: the point depends on the other held points. */
const DEPENDENT = 1e-12;

/** Delassus matrix and speeds of the normals of some points, followed by three tangents, which need not be unit vectors. */
export interface FaceProblem {
  /** Number of points. */
  readonly count: number;
  /** The blocks A C Cᵀ B, packed by rows [1/kg]. */
  readonly matrix: Float64Array;
  /** w and u [m/s]. */
  readonly speeds: Float64Array;
}

/** Normal impulses at the points, in their order, and friction impulses along the tangents [N s]. */
export interface FaceSolution {
  readonly normalImpulses: Float64Array;
  readonly friction: ReadonlyVec3;
  /** Whether a point ends at its target normal speed, not above it. */
  readonly held: readonly boolean[];
  readonly mode: ContactMode;
}

export type Tangents = readonly [BodyContact, BodyContact, BodyContact];

export function createFaceProblem(points: readonly BodyContact[], tangents: Tangents): FaceProblem {
  const rows = [...points, ...tangents];
  const speeds = Float64Array.from(rows, (row) => normalSpeed(row, row.a, row.b));
  return { count: points.length, matrix: delassusMatrix(rows), speeds };
}

/** j(f), and the points it holds. */
export function normalImpulsesUnder(
  { count, matrix, speeds }: FaceProblem,
  restitution: number,
  friction: ReadonlyVec3,
) {
  const size = count + 3;
  const normals = new Float64Array(count * count);
  const b = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < count; k++) normals[i * count + k] = matrix[i * size + k];
    const at = i * size + count;
    b[i] =
      (1 + restitution) * speeds[i] +
      matrix[at] * friction.x +
      matrix[at + 1] * friction.y +
      matrix[at + 2] * friction.z;
  }
  const { j: normalImpulses } = solveComplementarity(normals, b);
  const fastest = speeds.reduce((max, speed) => Math.max(max, Math.abs(speed)), 0);
  const held = Array.from(b, (speed, i) => {
    const above = normalImpulses.reduce((sum, impulse, k) => sum + normals[i * count + k] * impulse, speed);
    return above <= HELD * fastest;
  });
  return { normalImpulses, held };
}

/** D: held points are eliminated one by one; a point that depends on the others changes nothing. */
function stickingFriction({ count, matrix, speeds }: FaceProblem, held: readonly boolean[]): Vec3 {
  const size = count + 3;
  const [m, s] = [matrix.slice(), speeds.slice()];
  for (let p = 0; p < count; p++) {
    const pivot = m[p * size + p];
    if (!held[p] || !(pivot > DEPENDENT * matrix[p * size + p])) continue;
    for (let i = p + 1; i < size; i++) {
      const fraction = m[i * size + p] / pivot;
      for (let k = p + 1; k < size; k++) m[i * size + k] -= fraction * m[p * size + k];
      s[i] -= fraction * s[p];
    }
  }
  const reduced = (i: number, k: number) => m[(count + i) * size + count + k];
  const tangentBlock: Mat3 = Object.assign(createMat3(reduced(0, 0), reduced(1, 1), reduced(2, 2)), {
    xy: reduced(0, 1),
    yx: reduced(0, 1),
    xz: reduced(0, 2),
    zx: reduced(0, 2),
    yz: reduced(1, 2),
    zy: reduced(1, 2),
  });
  const motion = createVec3(-s[count], -s[count + 1], -s[count + 2]);
  return solveSymmetric(motion, tangentBlock, motion);
}

/** The sticking friction impulse as far as the friction limits allow. */
export function solveFaceFriction(problem: FaceProblem, material: Material, held: readonly boolean[]): FaceSolution {
  const { restitution, tangentialRestitution, staticFriction, dynamicFriction } = material;
  const stick = stickingFriction(problem, held);
  const stickLength = lengthVec3(stick);
  const max = 1 + tangentialRestitution;
  const solutionFor = (kappa: number, mode: ContactMode): FaceSolution => {
    const friction = scaleVec3(createVec3(), stick, kappa);
    return { ...normalImpulsesUnder(problem, restitution, friction), friction, mode };
  };
  const full = solutionFor(max, 'stick');
  if (max * stickLength <= staticFriction * sumOf(full.normalImpulses)) return full;
  const excess = (kappa: number) =>
    kappa * stickLength - dynamicFriction * sumOf(solutionFor(kappa, 'slide').normalImpulses);
  return solutionFor(rootOf(excess, max), 'slide');
}

export function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Root of a piecewise linear function that is not above zero at 0 and above zero at `high` (Illinois method). */
function rootOf(f: (x: number) => number, high: number): number {
  let [a, fa, b, fb] = [0, f(0), high, f(high)];
  if (!(fa < 0 && fb > 0)) return 0;
  for (let round = 0; round < MAX_ITERATIONS; round++) {
    const x = (a * fb - b * fa) / (fb - fa);
    const fx = f(x);
    if (fx === 0 || x === a || x === b) return x;
    if (fx < 0 === fb < 0) fa *= 0.5;
    else [a, fa] = [b, fb];
    [b, fb] = [x, fx];
  }
  return b;
}
