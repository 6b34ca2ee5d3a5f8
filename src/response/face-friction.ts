/**
 * Pushes and drag of two bodies that touch at several points of one face. [CP13] spec 3.3 and 3.4, from one point to a patch. With A the
 * coupling of the normals of the points, B that of the arrows along which drag f acts, C that of normals with arrows, w and u their speeds before:
 *
 *   j(f):  A j + C f + (1 + e) w ≥ 0, j ≥ 0, complementary      the pushes hold the face down while drag tilts the body
 *   D:     u + Cᵀ j + B D = 0,  w + A j + C D = 0 at the points that are held          no motion at all, in the plastic impact (e = 0)
 *
 * f = (1 + e_t) D where the static limit allows it, |f| ≤ μ_s Σ j(f); else f = κ D at the dynamic one, |f| = μ_d Σ j(f). For one point this is
 * the algebraic law. While drag lifts none of the points off that are held, energy falls with κ from 0 to 1: none is gained.
 */
import { createMat3, type Mat3, solveSymmetric } from '../math/mat3.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { solveComplementarity } from './complementarity.ts';
import { type BodyContact, delassusMatrix } from './delassus.ts';
import type { ContactMode } from './friction.ts';
import { normalSpeed } from './impulse.ts';
import type { Material } from './material.ts';

/** Rounds of the search for the drag that slides; it is a straight line, or a few of them. */
const SLIDING_ROUNDS = 60;
/** Above the speed it should have by less than this share of the fastest: a point is held. */
const HELD = 1e-9;
/** A pivot below this share of its diagonal entry: the other points hold this one, too. */
const DEPENDENT = 1e-12;

/** The normals of some points, then three arrows, which need not be unit vectors: how they act on each other and move. */
export interface PatchProblem {
  /** Number of points. */
  readonly count: number;
  /** A C Cᵀ B in one, packed by rows [1/kg]. */
  readonly matrix: Float64Array;
  /** w and u [m/s]. */
  readonly speeds: Float64Array;
}

/** Pushes at the points, in their order, and drag along the arrows [N s]. */
export interface PatchAnswer {
  readonly normalImpulses: Float64Array;
  readonly drag: ReadonlyVec3;
  /** Which points end with the normal speed they should have, and not above it. */
  readonly held: readonly boolean[];
  readonly mode: ContactMode;
}

export type Arrows = readonly [BodyContact, BodyContact, BodyContact];

export function createPatchProblem(points: readonly BodyContact[], arrows: Arrows): PatchProblem {
  const rows = [...points, ...arrows];
  const speeds = Float64Array.from(rows, (row) => normalSpeed(row, row.a, row.b));
  return { count: points.length, matrix: delassusMatrix(rows), speeds };
}

/** j(f), and which points it holds. */
export function pushesUnder({ count, matrix, speeds }: PatchProblem, restitution: number, drag: ReadonlyVec3) {
  const size = count + 3;
  const normals = new Float64Array(count * count);
  const b = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < count; k++) normals[i * count + k] = matrix[i * size + k];
    const at = i * size + count;
    b[i] = (1 + restitution) * speeds[i] + matrix[at] * drag.x + matrix[at + 1] * drag.y + matrix[at + 2] * drag.z;
  }
  const { j: normalImpulses } = solveComplementarity(normals, b);
  const fastest = speeds.reduce((max, speed) => Math.max(max, Math.abs(speed)), 0);
  const held = Array.from(b, (speed, i) => {
    const above = normalImpulses.reduce((sum, push, k) => sum + normals[i * count + k] * push, speed);
    return above <= HELD * fastest;
  });
  return { normalImpulses, held };
}

/** D: what is held is eliminated, point by point; a point that others hold already changes nothing. */
function stickingDrag({ count, matrix, speeds }: PatchProblem, held: readonly boolean[]): Vec3 {
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
  const left = (i: number, k: number) => m[(count + i) * size + count + k];
  const own: Mat3 = Object.assign(createMat3(left(0, 0), left(1, 1), left(2, 2)), {
    xy: left(0, 1),
    yx: left(0, 1),
    xz: left(0, 2),
    zx: left(0, 2),
    yz: left(1, 2),
    zy: left(1, 2),
  });
  const motion = createVec3(-s[count], -s[count + 1], -s[count + 2]);
  return solveSymmetric(motion, own, motion);
}

/** As much of the sticking drag as friction can give. */
export function solvePatch(problem: PatchProblem, material: Material, held: readonly boolean[]): PatchAnswer {
  const { restitution, tangentialRestitution, staticFriction, dynamicFriction } = material;
  const stick = stickingDrag(problem, held);
  const whole = lengthVec3(stick);
  const max = 1 + tangentialRestitution;
  const answer = (kappa: number, mode: ContactMode): PatchAnswer => {
    const drag = scaleVec3(createVec3(), stick, kappa);
    return { ...pushesUnder(problem, restitution, drag), drag, mode };
  };
  const full = answer(max, 'stick');
  if (max * whole <= staticFriction * sumOf(full.normalImpulses)) return full;
  const excess = (kappa: number) => kappa * whole - dynamicFriction * sumOf(answer(kappa, 'slide').normalImpulses);
  return answer(rootOf(excess, max), 'slide');
}

export function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Where a function made of straight pieces passes zero, that is not above zero at 0 and above it at `high` (rule of Illinois). */
function rootOf(f: (x: number) => number, high: number): number {
  let [a, fa, b, fb] = [0, f(0), high, f(high)];
  if (!(fa < 0 && fb > 0)) return 0;
  for (let round = 0; round < SLIDING_ROUNDS; round++) {
    const x = (a * fb - b * fa) / (fb - fa);
    const fx = f(x);
    if (fx === 0 || x === a || x === b) return x;
    if (fx < 0 === fb < 0) fa *= 0.5;
    else [a, fa] = [b, fb];
    [b, fb] = [x, fx];
  }
  return b;
}
