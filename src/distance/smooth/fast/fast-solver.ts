import type { FlowMemory } from '../witness/flow-step.ts';
import type { PairWorkspace } from '../witness/pair-workspace.ts';
import type { TrackedShape, Witness } from '../witness/witness.ts';
import { evaluatePoints, OFFSET_B, ROTATION_B, type WitnessPair } from '../witness/witness-pair.ts';
import { type FastOutcome, type NearStop, runFastNewton } from './fast-newton.ts';
import { createFastPair, type FastPair } from './fast-pair.ts';
import { packedFaces } from './packed-faces.ts';

/** A fast pair and the order of its bodies: a point as A is swapped to B. */
export interface FastSolver {
  readonly fast: FastPair;
  readonly swapped: boolean;
}

/** Fast solver for two shapes; null if it does not apply: planar bodies, faces of high degree, two points. */
export function createFastSolver(shapeA: TrackedShape, shapeB: TrackedShape): FastSolver | null {
  const size = Math.max(radiusOf(shapeA), radiusOf(shapeB));
  const facesA = shapeA.kind === 'tiled' ? packedFaces(shapeA) : null;
  const facesB = shapeB.kind === 'tiled' ? packedFaces(shapeB) : null;
  if (facesA !== null && (facesB !== null || shapeB.kind === 'point')) {
    return { fast: createFastPair(facesA, facesB, size), swapped: false };
  }
  if (facesB !== null && shapeA.kind === 'point') return { fast: createFastPair(facesB, null, size), swapped: true };
  return null;
}

function radiusOf(shape: TrackedShape): number {
  return shape.kind === 'tiled' ? shape.radius : 0;
}

/**
 * Solves at the current poses from the current witnesses, if these are on faces, and writes the witnesses (feature, parameters, point in
 * the body frame); if `slow`, the general corrector continues from there.
 */
export function solveFast(solver: FastSolver, pair: WitnessPair, limit: number, stop: NearStop): FastOutcome {
  if (!readWitnesses(solver, pair)) return 'slow';
  const outcome = runFastNewton(solver.fast, limit, false, stop);
  writeWitnesses(solver, pair);
  return outcome;
}

/** Iterations of a time step beyond those allowed inside one face: one per smooth edge. */
const EXTRA_ITERATIONS = 3;

/**
 * Tracks the closest points to the current poses, by Newton steps from the extrapolation of the last steps; `step` [s] is the time between
 * the poses. (A Newton step at the new poses contains the feedforward: g there is g + h c.) False, with everything unchanged, where the
 * fast solver does not apply.
 */
export function trackFast(
  solver: FastSolver,
  work: PairWorkspace,
  memory: FlowMemory,
  step: number,
  corrections: number,
): boolean {
  const { fast } = solver;
  const { pair } = work;
  if (!readWitnesses(solver, pair)) return false;
  const { faceA, faceB } = fast;
  if (memory.hasVelocity) predict(fast, memory, step);
  if (runFastNewton(fast, corrections + EXTRA_ITERATIONS, true, 3) !== 'converged') return false;
  if (fast.faceA === faceA && fast.faceB === faceB) storeVelocity(memory, solver, pair, step);
  else memory.hasVelocity = false;
  writeWitnesses(solver, pair);
  evaluatePoints(pair);
  work.iterations = fast.iterations;
  work.hessian = 'exact';
  work.converged = true;
  work.lastMove = fast.move;
  return true;
}

/** x := x + h (2 w - w of the step before), if that stays inside the faces: error h³ for smooth motion. */
function predict({ x, count }: FastPair, { velocity, lastVelocity }: FlowMemory, h: number): void {
  for (let i = 0; i < count; i++) {
    const end = x[i] + h * (2 * velocity[i] - lastVelocity[i]);
    if (!(end > 0 && end < 1)) return;
  }
  for (let i = 0; i < count; i++) x[i] += h * (2 * velocity[i] - lastVelocity[i]);
}

/** Stores the velocity of the step; the witnesses still have the parameters before it. */
function storeVelocity(memory: FlowMemory, { fast, swapped }: FastSolver, pair: WitnessPair, h: number): void {
  const { velocity, lastVelocity, hasVelocity } = memory;
  const { x } = swapped ? pair.b : pair.a;
  const rate = 1 / h;
  for (let i = 0; i < fast.count; i++) {
    const w = (fast.x[i] - (i < 2 ? x[i] : pair.b.x[i - 2])) * rate;
    lastVelocity[i] = hasVelocity ? velocity[i] : w;
    velocity[i] = w;
  }
  memory.hasVelocity = true;
}

/** Reads poses and witnesses; false if a witness is not on a face. */
function readWitnesses({ fast, swapped }: FastSolver, pair: WitnessPair): boolean {
  const { x } = fast;
  const a = swapped ? pair.b : pair.a;
  if (a.dimension !== 2) return false;
  fast.faceA = a.feature;
  x[0] = a.x[0];
  x[1] = a.x[1];
  if (fast.count === 2) {
    setRelativePoint(fast.pose, pair.frame, swapped);
    return true;
  }
  const { b } = pair;
  if (b.dimension !== 2) return false;
  fast.faceB = b.feature;
  x[2] = b.x[0];
  x[3] = b.x[1];
  setRelativePose(fast.pose, pair.frame);
  return true;
}

/** Writes the pose of B relative to A: R_AᵀR_B and R_Aᵀ(p_B - p_A). */
function setRelativePose(out: Float64Array, frame: Float64Array): void {
  const r = ROTATION_B;
  const p = OFFSET_B;
  for (let i = 0; i < 3; i++) {
    // column i of R_A
    const x = frame[i];
    const y = frame[3 + i];
    const z = frame[6 + i];
    out[3 * i] = x * frame[r] + y * frame[r + 3] + z * frame[r + 6];
    out[3 * i + 1] = x * frame[r + 1] + y * frame[r + 4] + z * frame[r + 7];
    out[3 * i + 2] = x * frame[r + 2] + y * frame[r + 5] + z * frame[r + 8];
    out[9 + i] = x * frame[p] + y * frame[p + 1] + z * frame[p + 2];
  }
}

/** Writes the position of a point, the origin of the other body, in the frame of A, or of B if A is the point. */
function setRelativePoint(out: Float64Array, frame: Float64Array, pointIsA: boolean): void {
  const r = pointIsA ? ROTATION_B : 0;
  const p = OFFSET_B;
  const sign = pointIsA ? -1 : 1;
  const x = sign * frame[p];
  const y = sign * frame[p + 1];
  const z = sign * frame[p + 2];
  out[9] = frame[r] * x + frame[r + 3] * y + frame[r + 6] * z;
  out[10] = frame[r + 1] * x + frame[r + 4] * y + frame[r + 7] * z;
  out[11] = frame[r + 2] * x + frame[r + 5] * y + frame[r + 8] * z;
}

function writeWitnesses({ fast, swapped }: FastSolver, pair: WitnessPair): void {
  writeWitness(swapped ? pair.b : pair.a, fast.faceA, fast.xA, fast.jetA);
  if (fast.count === 4) writeWitness(pair.b, fast.faceB, fast.xB, fast.jetB);
}

function writeWitness(witness: Witness, face: number, x: Float64Array, jet: Float64Array): void {
  witness.feature = face;
  witness.x[0] = x[0];
  witness.x[1] = x[1];
  for (let k = 0; k < 3; k++) witness.bodyJet[k] = jet[k];
}
