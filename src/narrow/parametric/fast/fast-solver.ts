import type { FlowMemory } from '../flow-step.ts';
import type { PairWorkspace } from '../pair-workspace.ts';
import type { TrackedShape, Witness } from '../witness.ts';
import { evaluatePoints, type WitnessPair } from '../witness-pair.ts';
import { createFastPair, type FastOutcome, type FastPair, settleFastPair } from './fast-pair.ts';
import { ENERGY, GRADIENT, JET_A, JET_B, LENGTHS_SQ, MOVE, X } from './layout.ts';
import { packedFaces } from './packed-faces.ts';
import { setRelativePose } from './relative-pose.ts';

/** A fast pair and which witness stands where in it: with a point on side A the roles are exchanged. */
export interface FastSolver {
  readonly fast: FastPair;
  readonly exchanged: boolean;
}

/** The fast way for two shapes; null where there is none: bodies of the plane, faces of high degree, two points. */
export function createFastSolver(shapeA: TrackedShape, shapeB: TrackedShape): FastSolver | null {
  const size = Math.max(radiusOf(shapeA), radiusOf(shapeB));
  const facesA = shapeA.kind === 'tiled' ? packedFaces(shapeA) : null;
  const facesB = shapeB.kind === 'tiled' ? packedFaces(shapeB) : null;
  if (facesA !== null && (facesB !== null || shapeB.kind === 'point')) {
    return { fast: createFastPair(facesA, facesB, size), exchanged: false };
  }
  if (facesB !== null && shapeA.kind === 'point') return { fast: createFastPair(facesB, null, size), exchanged: true };
  return null;
}

function radiusOf(shape: TrackedShape): number {
  return shape.kind === 'tiled' ? shape.radius : 0;
}

/**
 * Solves at the present poses from the present witnesses, if these are on faces, and leaves the witnesses (feature,
 * parameters, point in the body's frame) where it ended; when `slow`, the general corrector goes on from there.
 */
export function solveFast(solver: FastSolver, pair: WitnessPair, limit: number): FastOutcome {
  if (!readWitnesses(solver, pair)) return 'slow';
  const outcome = settleFastPair(solver.fast, limit, false);
  writeWitnesses(solver, pair);
  return outcome;
}

/** Iterations that a step in time may need beyond those allowed inside one face: one a seam. */
const SEAMS = 3;

/**
 * Follows the closest points to the poses now set, by Newton steps from where the last two steps in time point to; `step` [s] is
 * the time between the poses, `errors` what is left of the normalised errors. (A Newton step at the new poses contains the feedforward: g there is g + h c.) False: this is no
 * matter for the fast way, and nothing has changed.
 */
export function followFast(
  solver: FastSolver,
  work: PairWorkspace,
  memory: FlowMemory,
  errors: Float64Array,
  step: number,
  corrections: number,
): boolean {
  const { fast } = solver;
  const { pair } = work;
  if (!readWitnesses(solver, pair)) return false;
  const { faceA, faceB } = fast;
  for (let i = 0; i < fast.count; i++) start[i] = fast.work[X + i];
  if (memory.hasVelocity) predict(fast, memory.velocity, step);
  if (settleFastPair(fast, corrections + SEAMS, true) !== 'settled') return false;
  memory.hasVelocity = fast.faceA === faceA && fast.faceB === faceB;
  for (let i = 0; i < fast.count; i++) memory.velocity[i] = (fast.work[X + i] - start[i]) / step;
  writeWitnesses(solver, pair);
  evaluatePoints(pair);
  estimateErrors(errors, fast);
  work.iterations = fast.iterations;
  work.rung = 'exact';
  work.converged = true;
  work.lastMove = fast.work[MOVE];
  return true;
}

/** Normalised errors |g_i| / (d |T_i|) before the last step, squared: what a Newton step leaves of them. */
function estimateErrors(out: Float64Array, { work, count }: FastPair): void {
  for (let i = 0; i < count; i++) out[i] = work[GRADIENT + i] ** 2 / (2 * work[ENERGY] * work[LENGTHS_SQ + i]);
}

/** Parameters before the step. */
const start = new Float64Array(4);

/** x := x + h w, if that stays inside the faces. */
function predict({ work, count }: FastPair, w: Float64Array, h: number): void {
  for (let i = 0; i < count; i++) {
    const x = work[X + i] + h * w[i];
    if (!(x > 0 && x < 1)) return;
  }
  for (let i = 0; i < count; i++) work[X + i] += h * w[i];
}

/** Takes over poses and witnesses; false if a witness is on no face. */
function readWitnesses({ fast, exchanged }: FastSolver, pair: WitnessPair): boolean {
  const { work } = fast;
  const a = exchanged ? pair.b : pair.a;
  const b = exchanged ? pair.a : pair.b;
  if (a.dimension !== 2 || (fast.count === 4 && b.dimension !== 2)) return false;
  setRelativePose(work, pair, exchanged);
  fast.faceA = a.feature;
  work[X] = a.x[0];
  work[X + 1] = a.x[1];
  if (fast.count === 4) {
    fast.faceB = b.feature;
    work[X + 2] = b.x[0];
    work[X + 3] = b.x[1];
  }
  return true;
}

function writeWitnesses({ fast, exchanged }: FastSolver, pair: WitnessPair): void {
  writeWitness(exchanged ? pair.b : pair.a, fast.work, JET_A, X, fast.faceA);
  if (fast.count === 4) writeWitness(pair.b, fast.work, JET_B, X + 2, fast.faceB);
}

function writeWitness(witness: Witness, work: Float64Array, jet: number, x: number, face: number): void {
  witness.feature = face;
  witness.x[0] = work[x];
  witness.x[1] = work[x + 1];
  for (let k = 0; k < 3; k++) witness.bodyJet[k] = work[jet + k];
}
