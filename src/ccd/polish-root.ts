/**
 * Root polishing where the time of the filter is not accurate to 1e-12 of the step: one Newton step on F in double-double.
 * [VBC24-6.3]
 */
import { addDoubleDouble, multiplyDoubleDouble, setDifference, subtractDoubleDouble } from '../math/double-double.ts';

import type { PointMotion } from './point-motion.ts';

const EPSILON = 2 ** -53;

/** Slots of P Q R at τ (xyz each), then scratch. */
const r = new Float64Array(36);
const P = 0;
const Q = 6;
const R = 12;
const START = 18;
const END_OR_VELOCITY = 20;
const TAU = 22;
/** 1 - τ, or Δt. */
const OTHER = 24;
const TERM = 26;
const SUM = 28;
const VOLUME = 30;

/** Moves the certified root in `found` to within its new, smaller bound. The offsets are those of `isCulled`. */
// biome-ignore format: as in isCulled
export function polishRoot(found: Float64Array, motion: PointMotion, o: number, m: number, i: number, j: number, k: number): void {
  loadTime(found, motion);
  loadVector(P, motion, o, i);
  loadVector(Q, motion, o, j);
  loadVector(R, motion, m, k);
  stepToRoot(found);
}

/** The same for triangle k of a quadrilateral, where R is the sum over its corners; all by point indices. */
export function polishQuadRoot(
  found: Float64Array,
  motion: PointMotion,
  node: number,
  quad: ArrayLike<number>,
  k: number,
): void {
  loadTime(found, motion);
  loadVector(R, motion, 3 * node, 3 * quad[0]);
  for (let corner = 1; corner < 4; corner++) {
    loadVector(P, motion, 3 * node, 3 * quad[corner]);
    for (let axis = 0; axis < 6; axis += 2) addDoubleDouble(r, R + axis, R + axis, P + axis);
  }
  loadVector(P, motion, 3 * node, 3 * quad[k]);
  loadVector(Q, motion, 3 * node, 3 * quad[(k + 1) % 4]);
  stepToRoot(found);
}

function loadTime(found: Float64Array, motion: PointMotion): void {
  const tau = found[0];
  const rest = 1 - tau;
  const ends = motion.given === 'ends';
  r[TAU] = tau;
  r[TAU + 1] = 0;
  r[OTHER] = ends ? rest : motion.duration;
  r[OTHER + 1] = ends ? 1 - rest - tau : 0;
}

/** One Newton step with F of the loaded vectors. */
function stepToRoot(found: Float64Array): void {
  const tau = found[0];
  const delta = found[1];
  const slope = found[2];
  r[VOLUME] = r[VOLUME + 1] = 0;
  addTerm(P, Q + 2, R + 4, Q + 4, R + 2);
  addTerm(P + 2, Q + 4, R, Q, R + 4);
  addTerm(P + 4, Q, R + 2, Q + 2, R);
  const ratio = found[3] / Math.abs(slope);
  found[0] = Math.min(Math.max(tau - r[VOLUME] / slope, 0), 1);
  found[1] = (128 * EPSILON * delta + 12 * delta * delta + 1e-28) * ratio + 1.2e-16;
}

/** Point `to` minus point `from` at τ. */
function loadVector(out: number, motion: PointMotion, from: number, to: number): void {
  for (let axis = 0; axis < 3; axis++) {
    setDifference(r, START, motion.start, to + axis, from + axis);
    setDifference(r, END_OR_VELOCITY, motion.endOrVelocity, to + axis, from + axis);
    multiplyDoubleDouble(r, END_OR_VELOCITY, END_OR_VELOCITY, TAU);
    // (1-τ) start + τ end, or start + τ Δt v
    if (motion.given === 'ends') multiplyDoubleDouble(r, START, START, OTHER);
    else multiplyDoubleDouble(r, END_OR_VELOCITY, END_OR_VELOCITY, OTHER);
    addDoubleDouble(r, out + 2 * axis, START, END_OR_VELOCITY);
  }
}

/** Adds p (a b - c d) to the volume. */
function addTerm(p: number, a: number, b: number, c: number, d: number): void {
  multiplyDoubleDouble(r, TERM, a, b);
  multiplyDoubleDouble(r, SUM, c, d);
  subtractDoubleDouble(r, TERM, TERM, SUM);
  multiplyDoubleDouble(r, TERM, p, TERM);
  addDoubleDouble(r, VOLUME, VOLUME, TERM);
}
