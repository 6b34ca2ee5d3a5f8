import { crossSeam } from './cross-seam.ts';
import { evaluateCubic, evaluateQuadratic, F_U, F_V } from './evaluate-powers.ts';
import { assembleFacePair, factorFacePair, solveFacePair } from './face-pair-kernel.ts';
import { assembleFacePoint, factorFacePoint, solveFacePoint } from './face-point-kernel.ts';
import {
  BEFORE,
  DELTA,
  DELTA_B,
  ENERGY,
  GRADIENT,
  JET_A,
  JET_B,
  LENGTHS_SQ,
  MOVE,
  SHARE,
  SMALLEST,
  STEP,
  WORK_SIZE,
  X,
} from './layout.ts';
import type { PackedFaces } from './packed-faces.ts';
import { replaceHessian, sideOfTangents } from './tangents.ts';

/**
 * The safeguarded Newton iteration of witnesses inside faces, [PG05] spec 5.3 without bounds: a step that leaves a face ends on
 * its side, and where the surface goes on smoothly the witness goes on there. Whatever else may happen (an edge, a corner,
 * flat parallel parts) is left to the general corrector, which can take over at any time: x is always a valid state.
 */
export interface FastPair {
  readonly work: Float64Array;
  readonly facesA: PackedFaces;
  /** Null: the other side is a point. */
  readonly facesB: PackedFaces | null;
  /** Parameters: 4, or 2 with a point. */
  readonly count: 2 | 4;
  /** Size of the larger body [m]. */
  readonly size: number;
  faceA: number;
  faceB: number;
  iterations: number;
}

/** `settled`: a minimum, each witness in front of the other's tangent plane. `common`: a common point. `slow`: ask the general code. */
export type FastOutcome = 'settled' | 'common' | 'slow';

/** The matrix 𝓗 must be above this in the scaled form. [PG05] spec 5.1 */
const DEFINITE = 1e-8;
/** Share of D that makes the rung `gauss` regular. [PG05] spec 5.1 */
const GAUSS_SHIFT = 1e-6;
/** Witnesses nearer than this share of the size, whose matrix is not definite, probably belong to overlapping bodies. */
const NEAR = 0.3;
/** Share of the metric that makes it regular on a collapsed side. */
const METRIC_SHIFT = 1e-9;
/** A step of 𝓗 below this share of size + d is the last one: the next would be of the order of its square. [PG05] spec 5.3 */
const LAST_STEP = 1e-7;
/** Witnesses nearer than this share of the size are one common point. [PG05] spec 6.8 */
const COMMON_POINT = 1e-12;
/** Any other iteration ends here. */
const NO_STEP = 1e-13;
/** Share of the linear decrease that E must show, and the share of E below which E cannot show it. */
const ARMIJO = 1e-4;
const BLIND = 1e-11;
/** Halvings of a step, and steps on end that only cross seams, before the general code is asked. */
const HALVINGS = 30;
const CROSSINGS = 8;

export function createFastPair(facesA: PackedFaces, facesB: PackedFaces | null, size: number): FastPair {
  const count = facesB === null ? 2 : 4;
  return {
    work: new Float64Array(WORK_SIZE),
    facesA,
    facesB,
    count,
    size,
    faceA: 0,
    faceB: 0,
    iterations: 0,
    lastMove: 0,
  };
}

/** Evaluates the faces at x and assembles E, g, 𝓗. */
function evaluateFastPair({ work, facesA, facesB, faceA, faceB }: FastPair): void {
  evaluateFace(work, JET_A, X, facesA, faceA);
  if (facesB === null) {
    assembleFacePoint(work);
  } else {
    evaluateFace(work, JET_B, X + 2, facesB, faceB);
    assembleFacePair(work);
  }
}

function evaluateFace(work: Float64Array, jet: number, x: number, faces: PackedFaces, face: number): void {
  if (faces.degree === 2) evaluateQuadratic(work, jet, x, faces.power, face * faces.faceSize);
  else evaluateCubic(work, jet, x, faces.power, face * faces.faceSize);
}

/** Is 𝓗 definite (rung `exact`)? Its factors are then the last ones. The bound decides nearly always, else a shifted matrix. */
function factorExact({ work, count }: FastPair): boolean {
  if (!factor(work, count, 0)) return false;
  return work[SMALLEST] > DEFINITE || (factor(work, count, DEFINITE) && factor(work, count, 0));
}

function factor(work: Float64Array, count: 2 | 4, sigma: number): boolean {
  return count === 4 ? factorFacePair(work, sigma) : factorFacePoint(work, sigma);
}

/** STEP := -𝓗⁻¹ g with the last factors. */
function solveFactored({ work, count }: FastPair): void {
  if (count === 4) solveFacePair(work);
  else solveFacePoint(work);
}

/**
 * Iterates from x until a step is below rounding. With `exactOnly` a matrix that is not definite goes to the general code; else
 * the rungs `gauss` and `metric` take its place.
 */
export function settleFastPair(pair: FastPair, limit: number, exactOnly: boolean): FastOutcome {
  const { work, size } = pair;
  let crossings = 0;
  pair.iterations = 0;
  evaluateFastPair(pair);
  while (pair.iterations < limit) {
    const d = Math.sqrt(2 * work[ENERGY]);
    if (d < COMMON_POINT * size) return 'common';
    pair.iterations++;
    const exact = factorExact(pair);
    if (exact) solveFactored(pair);
    else if (exactOnly || !solveOtherRung(pair)) return 'slow';
    measureStep(pair);
    if (exact && work[MOVE] < LAST_STEP * (size + d) && staysInside(pair)) {
      makeLastStep(pair);
      return seeEachOther(pair) ? 'settled' : 'slow';
    }
    const crossed = tryStep(pair);
    if (crossed < 0) return 'slow';
    crossings = crossed > 0 ? crossings + 1 : 0;
    if (crossings > CROSSINGS) return 'slow';
    if (crossed === 0 && work[SHARE] * work[MOVE] < NO_STEP * (size + d))
      return seeEachOther(pair) ? 'settled' : 'slow';
  }
  return 'slow';
}

/** max |δx_i| |T_i| [m] of STEP into MOVE. */
function measureStep({ work: w, count }: FastPair): void {
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const lengthSq = w[STEP + i] * w[STEP + i] * w[LENGTHS_SQ + i];
    if (lengthSq > largest) largest = lengthSq;
  }
  w[MOVE] = Math.sqrt(largest);
}

function staysInside({ work: w, count }: FastPair): boolean {
  for (let i = 0; i < count; i++) {
    const x = w[X + i] + w[STEP + i];
    if (!(x >= 0 && x <= 1)) return false;
  }
  return true;
}

/** A step whose end needs no evaluation: the points move along their tangents, E falls by half of -g·p. [PG05] spec 5.3 */
function makeLastStep({ work: w, count }: FastPair): void {
  let slope = 0;
  for (let i = 0; i < count; i++) {
    w[X + i] += w[STEP + i];
    slope += w[GRADIENT + i] * w[STEP + i];
  }
  w[ENERGY] += 0.5 * slope;
  for (let k = 0; k < 3; k++) w[JET_A + k] += w[STEP] * w[JET_A + F_U + k] + w[STEP + 1] * w[JET_A + F_V + k];
  if (count === 2) return;
  for (let k = 0; k < 3; k++) w[JET_B + k] += w[STEP + 2] * w[JET_B + F_U + k] + w[STEP + 3] * w[JET_B + F_V + k];
}

/**
 * Goes along STEP until E has fallen enough, at most to a side of a face. Answers how many seams were crossed, or -1 if the
 * surface ends there or E does not fall.
 */
function tryStep(pair: FastPair): number {
  const { work: w, faceA, faceB, count } = pair;
  const energy = w[ENERGY];
  let slope = 0;
  for (let i = 0; i < count; i++) {
    w[BEFORE + i] = w[X + i];
    slope += w[GRADIENT + i] * w[STEP + i];
  }
  w[SHARE] = 1;
  for (let halvings = 0; halvings < HALVINGS; halvings++) {
    const crossed = moveAlong(pair);
    if (crossed >= 0) {
      evaluateFastPair(pair);
      // a witness that waits at a side crosses it without a move: E cannot show that either
      const expected = (crossed > 0 ? w[SHARE] : 1) * slope;
      if (expected > -BLIND * energy || w[ENERGY] <= energy + ARMIJO * w[SHARE] * slope) return crossed;
    }
    pair.faceA = faceA;
    pair.faceB = faceB;
    for (let i = 0; i < count; i++) w[X + i] = w[BEFORE + i];
    if (crossed < 0) return -1;
    w[SHARE] *= 0.5;
  }
  return -1;
}

/** x := x + SHARE · STEP, cut short at the first side met and taken across it. SHARE becomes what was made of it. */
function moveAlong(pair: FastPair): number {
  const { work: w, count } = pair;
  let share = w[SHARE];
  let met = -1;
  for (let i = 0; i < count; i++) {
    const step = w[STEP + i];
    const end = w[X + i] + share * step;
    if (end >= 0 && end <= 1) continue;
    share = ((end > 1 ? 1 : 0) - w[X + i]) / step;
    met = i;
  }
  w[SHARE] = share;
  for (let i = 0; i < count; i++) w[X + i] = Math.min(1, Math.max(0, w[X + i] + share * w[STEP + i]));
  if (met < 0) return 0;
  w[X + met] = w[STEP + met] > 0 ? 1 : 0;
  return met < 2 ? crossOfA(pair, met) : crossOfB(pair, met - 2);
}

function crossOfA(pair: FastPair, direction: number): number {
  const face = crossSeam(pair.work, X, direction, pair.facesA, pair.faceA);
  if (face < 0) return -1;
  pair.faceA = face;
  return 1;
}

function crossOfB(pair: FastPair, direction: number): number {
  if (pair.facesB === null) return -1;
  const face = crossSeam(pair.work, X + 2, direction, pair.facesB, pair.faceB);
  if (face < 0) return -1;
  pair.faceB = face;
  return 1;
}

/**
 * Solves with the rung that takes the place of 𝓗: `gauss` where the bodies probably overlap (each witness is behind the other's
 * tangent plane, or they are near), for it finds a common point; else `metric`. [PG05] spec 5.1
 */
function solveOtherRung(pair: FastPair): boolean {
  const { work: w, count, size } = pair;
  const near = w[ENERGY] < 0.5 * NEAR * NEAR * size * size;
  const overlap = near || (sideOfTangents(w, DELTA, JET_A) > 0 && sideOfTangents(w, DELTA_B, JET_B) < 0);
  if (count === 4 && overlap) replaceHessian(w, count, 1, 1, GAUSS_SHIFT);
  else replaceHessian(w, count, count === 4 ? 2 : 1, 0, METRIC_SHIFT);
  if (!factor(w, count, 0)) return false;
  solveFactored(pair);
  return true;
}

/** Is each witness in front of the other's tangent plane (Δ·N_A < 0 < Δ·N_B)? Else one rests on a far side. [PG05] spec 6.5 */
function seeEachOther({ work: w, count }: FastPair): boolean {
  return sideOfTangents(w, DELTA, JET_A) < 0 && (count === 2 || sideOfTangents(w, DELTA_B, JET_B) > 0);
}
