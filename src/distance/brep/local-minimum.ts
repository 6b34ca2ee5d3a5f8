import { evaluateCurveAt } from '../../shapes/nurbs/curve.ts';
import { evaluatePatchAt } from '../../shapes/nurbs/patch.ts';
import type { RelativeFrame } from './cell-gap.ts';
import type { SearchFeature } from './search-cell.ts';

/**
 * A local minimum of the distance of two features by a damped Newton method on |x - y|²/2, parameters limited to the unit square. The parameters
 * are u v of A, then u v of B; unused ones stay 0.
 */

/** Jets: point, first derivatives, second derivatives uu uv vv, in the axes of A. */
const jetA = new Float64Array(18);
const jetB = new Float64Array(18);
const curveJet = new Float64Array(9);

const MAX_STEPS = 40;
/** Gradients below this fraction of their terms are zero. */
const CONVERGED = 1e-15;

const gradient = new Float64Array(4);
const hessian = new Float64Array(16);
const factor = new Float64Array(16);
const step = new Float64Array(4);
const trial = new Float64Array(4);
const delta = new Float64Array(3);

/** Evaluates a feature at x[at], x[at + 1]: 18 numbers, zero where the feature has no parameter. */
function evaluate(out: Float64Array, { geometry }: SearchFeature, x: Float64Array, at: number): void {
  if (geometry instanceof Float64Array) {
    out.fill(0);
    for (let k = 0; k < 3; k++) out[k] = geometry[k];
  } else if ('degreeU' in geometry) {
    evaluatePatchAt(out, geometry, x.subarray(at, at + 2));
  } else {
    out.fill(0);
    evaluateCurveAt(curveJet, geometry, x.subarray(at, at + 1));
    for (let k = 0; k < 6; k++) out[k] = curveJet[k];
    for (let k = 0; k < 3; k++) out[9 + k] = curveJet[6 + k];
  }
}

function evaluatePair(relative: RelativeFrame, a: SearchFeature, b: SearchFeature, x: Float64Array): number {
  evaluate(jetA, a, x, 0);
  evaluate(jetB, b, x, 2);
  for (let at = 0; at < 18; at += 3) {
    const [px, py, pz] = [jetB[at], jetB[at + 1], jetB[at + 2]];
    for (let k = 0; k < 3; k++) {
      jetB[at + k] =
        relative[3 * k] * px + relative[3 * k + 1] * py + relative[3 * k + 2] * pz + (at === 0 ? relative[9 + k] : 0);
    }
  }
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    delta[k] = jetA[k] - jetB[k];
    squared += delta[k] * delta[k];
  }
  return squared;
}

/** Points of the last pair evaluated, axes of A, and the distance. */
export interface LocalPair {
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  distance: number;
}

export function createLocalPair(): LocalPair {
  return { pointA: new Float64Array(3), pointB: new Float64Array(3), distance: Number.POSITIVE_INFINITY };
}

/** Distance of two features at the parameters x [m]. */
export function distanceAt(
  out: LocalPair,
  relative: RelativeFrame,
  a: SearchFeature,
  b: SearchFeature,
  x: Float64Array,
): number {
  out.distance = Math.sqrt(evaluatePair(relative, a, b, x));
  for (let k = 0; k < 3; k++) {
    out.pointA[k] = jetA[k];
    out.pointB[k] = jetB[k];
  }
  return out.distance;
}

function dot(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return p[i] * q[j] + p[i + 1] * q[j + 1] + p[i + 2] * q[j + 2];
}

/** Gradient and Hessian of |x - y|²/2 at the evaluated pair; returns the largest term of the gradient. */
function differentiate(dimensionA: number, dimensionB: number): number {
  let scale = 0;
  const length = Math.sqrt(dot(delta, 0, delta, 0));
  hessian.fill(0);
  gradient.fill(0);
  for (let i = 0; i < dimensionA; i++) {
    gradient[i] = dot(delta, 0, jetA, 3 + 3 * i);
    scale = Math.max(scale, length * Math.sqrt(dot(jetA, 3 + 3 * i, jetA, 3 + 3 * i)));
    for (let k = 0; k < dimensionA; k++) {
      hessian[4 * i + k] = dot(jetA, 3 + 3 * i, jetA, 3 + 3 * k) + dot(delta, 0, jetA, 9 + 3 * (i + k));
    }
    for (let k = 0; k < dimensionB; k++) {
      hessian[4 * i + 2 + k] = -dot(jetA, 3 + 3 * i, jetB, 3 + 3 * k);
      hessian[4 * (2 + k) + i] = hessian[4 * i + 2 + k];
    }
  }
  for (let i = 0; i < dimensionB; i++) {
    gradient[2 + i] = -dot(delta, 0, jetB, 3 + 3 * i);
    scale = Math.max(scale, length * Math.sqrt(dot(jetB, 3 + 3 * i, jetB, 3 + 3 * i)));
    for (let k = 0; k < dimensionB; k++) {
      hessian[4 * (2 + i) + 2 + k] = dot(jetB, 3 + 3 * i, jetB, 3 + 3 * k) - dot(delta, 0, jetB, 9 + 3 * (i + k));
    }
  }
  return scale;
}

/**
 * Solves (H + λ D) s = -g for the free parameters, D the squared lengths of the tangents; false if the matrix is not positive definite.
 */
function solveStep(free: readonly boolean[], damping: number): boolean {
  factor.set(hessian);
  step.fill(0);
  for (let i = 0; i < 4; i++) {
    if (!free[i]) {
      for (let k = 0; k < 4; k++) factor[4 * i + k] = factor[4 * k + i] = 0;
      factor[5 * i] = 1;
      continue;
    }
    const tangent = i < 2 ? dot(jetA, 3 + 3 * i, jetA, 3 + 3 * i) : dot(jetB, 3 * i - 3, jetB, 3 * i - 3);
    factor[5 * i] += damping * tangent;
    step[i] = -gradient[i];
  }
  for (let j = 0; j < 4; j++) {
    let pivot = factor[5 * j];
    for (let k = 0; k < j; k++) pivot -= factor[4 * j + k] ** 2;
    if (!(pivot > 1e-14 * Math.abs(factor[5 * j]) && pivot > 0)) return false;
    const root = Math.sqrt(pivot);
    factor[5 * j] = root;
    for (let i = j + 1; i < 4; i++) {
      let value = factor[4 * i + j];
      for (let k = 0; k < j; k++) value -= factor[4 * i + k] * factor[4 * j + k];
      factor[4 * i + j] = value / root;
    }
  }
  for (let i = 0; i < 4; i++) {
    for (let k = 0; k < i; k++) step[i] -= factor[4 * i + k] * step[k];
    step[i] /= factor[5 * i];
  }
  for (let i = 3; i >= 0; i--) {
    for (let k = i + 1; k < 4; k++) step[i] -= factor[4 * k + i] * step[k];
    step[i] /= factor[5 * i];
  }
  return true;
}

const free = [false, false, false, false];

/** Moves the parameters x to a local minimum of the distance of two features; returns the distance [m]. */
export function findLocalMinimum(
  out: LocalPair,
  relative: RelativeFrame,
  a: SearchFeature,
  b: SearchFeature,
  x: Float64Array,
): number {
  let squared = evaluatePair(relative, a, b, x);
  let damping = 0;
  for (let k = 0; k < MAX_STEPS; k++) {
    const scale = differentiate(a.dimension, b.dimension);
    let largest = 0;
    for (let i = 0; i < 4; i++) {
      const used = i < 2 ? i < a.dimension : i - 2 < b.dimension;
      free[i] = used && !((x[i] <= 0 && gradient[i] > 0) || (x[i] >= 1 && gradient[i] < 0));
      if (free[i]) largest = Math.max(largest, Math.abs(gradient[i]));
    }
    if (largest <= CONVERGED * scale || squared === 0) break;
    let moved = false;
    for (let tries = 0; tries < 12 && !moved; tries++) {
      if (solveStep(free, damping)) {
        for (let i = 0; i < 4; i++) trial[i] = Math.min(1, Math.max(0, x[i] + step[i]));
        const next = evaluatePair(relative, a, b, trial);
        if (next < squared) {
          squared = next;
          x.set(trial);
          damping = damping < 1e-6 ? 0 : 0.1 * damping;
          moved = true;
          break;
        }
        evaluatePair(relative, a, b, x);
      }
      damping = damping === 0 ? 1e-8 : 20 * damping;
    }
    if (!moved) break;
  }
  return distanceAt(out, relative, a, b, x);
}
