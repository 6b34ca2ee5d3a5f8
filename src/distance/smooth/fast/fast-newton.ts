import { evaluateCubic, evaluateQuadratic } from './evaluate-powers.ts';
import { assembleFacePair, factorFacePair, solveFacePair } from './face-pair-kernel.ts';
import { assembleFacePoint, factorFacePoint, solveFacePoint } from './face-point-kernel.ts';
import type { FastPair } from './fast-pair.ts';
import { sideOfTangents, solveModifiedHessian } from './modified-hessian.ts';
import { crossSmoothEdge, NO_SMOOTH_EDGE, type PackedFaces, POLE } from './packed-faces.ts';

/**
 * Safeguarded Newton iteration for witnesses inside faces, [PG05-5.3] without bounds: a step that leaves a face ends on its edge, and
 * across a smooth edge the witness continues in the next face. All other cases (a sharp edge, a corner, flat parallel parts) are left to
 * the general corrector, which can take over at any time: x is always a valid state.
 */

/**
 * `converged`: a minimum, each witness in front of the other's tangent plane. `common`: a common point. `near`: approaching a common point,
 * or a distance too small for 𝓗. `slow`: use the general solver.
 */
export type FastOutcome = 'converged' | 'common' | 'near' | 'slow';

/**
 * Distances, as fractions of the size, below which a search may end `near`: there the contact form converges better than 𝓗, whose condition
 * number is one over the distance. The first applies where 𝓗 is not definite, the others anywhere, each after the one before has failed.
 */
export const NEAR_CONTACT: Float64Array = Float64Array.of(0.1, 1e-2, 1e-4);
/** Index of the first fraction that still applies; 3 for none. */
export type NearStop = 0 | 1 | 2 | 3;

/** Lower bound of the smallest eigenvalue of 𝓗 in scaled form. [PG05-5.1] */
const DEFINITE = 1e-8;
/** Witnesses nearer than this fraction of the size are one common point. [PG05-6.8] */
const COMMON_POINT = 1e-12;
/**
 * A step of 𝓗 below this fraction of size + d is the last one, and its end is not evaluated: the next step, and the curvature of the
 * surfaces along this one, are of the order of its square. The corrector [PG05-5.3] evaluates it, with 1e-7. At most this many sizes of the
 * distance count: surfaces curve on the scale of their size.
 */
const LAST_STEP = 1e-8;
const MAX_SIZES = 10;
/** Step length, as a fraction, at which any other iteration ends. */
const NO_STEP = 1e-13;
/** Required fraction of the linear decrease of E, and the fraction of E below which rounding hides the decrease. */
const ARMIJO = 1e-4;
const BLIND = 1e-11;
/** Maximum number of halvings of a step, and of consecutive steps to an edge (about a dozen past a pole), before the general solver. */
const HALVINGS = 30;
const CROSSINGS = 12;
/** A step towards a pole is cut to this fraction of the distance to it. */
const SHORT_OF_POLE = 0.9;

/**
 * Iterates from x until a step is below rounding. With `exactOnly` an indefinite matrix is left to the general solver; else the Hessian
 * models `gauss` and `metric` replace it. `stop` selects whether it ends when the witnesses are near each other.
 */
export function runFastNewton(pair: FastPair, limit: number, exactOnly: boolean, stop: NearStop): FastOutcome {
  const { size } = pair;
  let crossings = 0;
  pair.iterations = 0;
  evaluate(pair);
  while (pair.iterations < limit) {
    const d = Math.sqrt(2 * pair.energy);
    if (d < COMMON_POINT * size) return 'common';
    if (stop < 3 && d < NEAR_CONTACT[Math.max(1, stop)] * size) return 'near';
    pair.iterations++;
    const exact = factorExact(pair);
    if (exact) solveFactored(pair);
    else if (stop === 0 && d < NEAR_CONTACT[0] * size) return 'near';
    else if (exactOnly || !solveModifiedHessian(pair)) return 'slow';
    measureStep(pair);
    if (exact && pair.move < LAST_STEP * (size + Math.min(d, MAX_SIZES * size)) && staysInside(pair)) {
      makeLastStep(pair);
      return seeEachOther(pair) ? 'converged' : 'slow';
    }
    const crossed = tryStep(pair);
    if (crossed < 0) return 'slow';
    crossings = crossed > 0 ? crossings + 1 : 0;
    if (crossings > CROSSINGS) return 'slow';
    if (crossed === 0 && pair.fraction * pair.move < NO_STEP * (size + d))
      return seeEachOther(pair) ? 'converged' : 'slow';
  }
  return 'slow';
}

/** Evaluates the faces at x and assembles E, g, 𝓗. */
function evaluate(pair: FastPair): void {
  const { facesA, facesB } = pair;
  pair.evaluations[0]++;
  evaluateFace(pair.jetA, pair.xA, facesA, pair.faceA);
  if (facesB === null) {
    assembleFacePoint(pair);
  } else {
    evaluateFace(pair.jetB, pair.xB, facesB, pair.faceB);
    assembleFacePair(pair);
  }
}

function evaluateFace(jet: Float64Array, x: Float64Array, faces: PackedFaces, face: number): void {
  if (faces.degree === 2) evaluateQuadratic(jet, x, faces.powers[face]);
  else evaluateCubic(jet, x, faces.powers[face]);
}

/** Is 𝓗 definite (model `exact`)? Leaves its factors. The bound nearly always decides, else a shifted matrix. */
function factorExact(pair: FastPair): boolean {
  if (!factor(pair, 0)) return false;
  return pair.smallest > DEFINITE || (factor(pair, DEFINITE) && factor(pair, 0));
}

function factor(pair: FastPair, sigma: number): boolean {
  return pair.count === 4 ? factorFacePair(pair, sigma) : factorFacePoint(pair, sigma);
}

function solveFactored(pair: FastPair): void {
  if (pair.count === 4) solveFacePair(pair);
  else solveFacePoint(pair);
}

/** max |δx_i| |T_i| [m] */
function measureStep(pair: FastPair): void {
  const { step, lengthsSq, count } = pair;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const lengthSq = step[i] * step[i] * lengthsSq[i];
    if (lengthSq > largest) largest = lengthSq;
  }
  pair.move = Math.sqrt(largest);
}

function staysInside({ x, step, count }: FastPair): boolean {
  for (let i = 0; i < count; i++) {
    const end = x[i] + step[i];
    if (!(end >= 0 && end <= 1)) return false;
  }
  return true;
}

/** A step whose end needs no evaluation: the points move along their tangents, E decreases by half of -g·p. [PG05-5.3] */
function makeLastStep(pair: FastPair): void {
  const { x, step, gradient, jetA, jetB, count } = pair;
  let slope = 0;
  for (let i = 0; i < count; i++) {
    x[i] += step[i];
    slope += gradient[i] * step[i];
  }
  pair.energy += 0.5 * slope;
  for (let k = 0; k < 3; k++) jetA[k] += step[0] * jetA[k + 3] + step[1] * jetA[k + 6];
  if (count === 2) return;
  for (let k = 0; k < 3; k++) jetB[k] += step[2] * jetB[k + 3] + step[3] * jetB[k + 6];
}

/**
 * Backtracks along the step until E has decreased enough, at most up to an edge of a face. Returns 1 if it reached an edge, else 0, or -1,
 * with x unchanged, if the surface ends there or E does not decrease.
 */
function tryStep(pair: FastPair): number {
  const { x, step, gradient, before, faceA, faceB, count, energy } = pair;
  let slope = 0;
  for (let i = 0; i < count; i++) {
    before[i] = x[i];
    slope += gradient[i] * step[i];
  }
  pair.fraction = 1;
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const crossed = moveAlong(pair);
    if (crossed >= 0) {
      evaluate(pair);
      // a witness on an edge crosses it without moving: E cannot show that either
      const expected = (crossed > 0 ? pair.fraction : 1) * slope;
      if (expected > -BLIND * energy || pair.energy <= energy + ARMIJO * pair.fraction * slope) return crossed;
    }
    pair.faceA = faceA;
    pair.faceB = faceB;
    for (let i = 0; i < count; i++) x[i] = before[i];
    if (crossed < 0) return -1;
    pair.fraction *= 0.5;
  }
  return -1;
}

/**
 * x := x + fraction · step, cut at the first edge and moved across it, or cut before a pole. `fraction` becomes the part of the step that
 * was made. Returns 1 if an edge was reached, -1 if the surface ends there.
 */
function moveAlong(pair: FastPair): number {
  const { x, step, before, count } = pair;
  let fraction = pair.fraction;
  let reached = -1;
  for (let i = 0; i < count; i++) {
    const end = x[i] + fraction * step[i];
    if (end >= 0 && end <= 1) continue;
    fraction = ((end > 1 ? 1 : 0) - x[i]) / step[i];
    reached = i;
  }
  for (let i = 0; i < count; i++) x[i] += fraction * step[i];
  if (reached < 0) return 0;
  pair.fraction = fraction;
  for (let i = 0; i < count; i++) x[i] = Math.min(1, Math.max(0, x[i]));
  x[reached] = step[reached] > 0 ? 1 : 0;
  const beyond = reached < 2 ? crossOfA(pair, reached) : crossOfB(pair, reached - 2);
  if (beyond !== POLE) return beyond < 0 ? -1 : 1;
  pair.fraction = SHORT_OF_POLE * fraction;
  for (let i = 0; i < count; i++) x[i] = before[i] + pair.fraction * step[i];
  return 1;
}

function crossOfA(pair: FastPair, direction: number): number {
  const face = crossSmoothEdge(pair.facesA, pair.faceA, pair.xA, direction);
  if (face >= 0) pair.faceA = face;
  return face;
}

function crossOfB(pair: FastPair, direction: number): number {
  if (pair.facesB === null) return NO_SMOOTH_EDGE;
  const face = crossSmoothEdge(pair.facesB, pair.faceB, pair.xB, direction);
  if (face >= 0) pair.faceB = face;
  return face;
}

/** Is each witness in front of the other's tangent plane (Δ·N_A < 0 < Δ·N_B)? Else one is on a far side. [PG05-6.5] */
function seeEachOther(pair: FastPair): boolean {
  return (
    sideOfTangents(pair.delta, 0, pair.jetA) < 0 && (pair.count === 2 || sideOfTangents(pair.delta, 3, pair.jetB) > 0)
  );
}
