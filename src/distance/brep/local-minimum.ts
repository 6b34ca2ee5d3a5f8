import { evaluateCurveAt } from '../../shapes/nurbs/curve.ts';
import { evaluatePatchAt } from '../../shapes/nurbs/patch.ts';
import type { RelativeFrame } from './relative-frame.ts';
import type { SearchFeature } from './search-cell.ts';
import type { Valley } from './valley.ts';

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

const null0 = new Float64Array(4);
const velocityA = new Float64Array(3);
const velocityB = new Float64Array(3);
const side = new Float64Array(3);
/** Directions in which the squared distance bends less than this, relative to the most, are flat. */
const FLAT = 1e-7;

/**
 * Looks for a direction of the parameters in which the distance of two features at a local minimum x does not change to second order, and
 * writes the motion of both points along it as a translation or a rotation. Where there are several such directions, the one nearest to u or v.
 */
export function findValley(
  out: Valley,
  relative: RelativeFrame,
  a: SearchFeature,
  b: SearchFeature,
  x: Float64Array,
  along: 'u' | 'v',
): void {
  out.kind = 'none';
  if (a.dimension + b.dimension < 2) return;
  const distance = Math.sqrt(evaluatePair(relative, a, b, x));
  differentiate(a.dimension, b.dimension);
  let stiffest = 0;
  for (let i = 0; i < 4; i++) {
    free[i] = i < 2 ? i < a.dimension : i - 2 < b.dimension;
    stiffest = Math.max(stiffest, hessian[5 * i]);
  }
  // inverse iteration on H + λ D: the flattest direction
  const most = along === 'u' ? 0 : 1;
  for (let i = 0; i < 4; i++) null0[i] = free[i] ? (i % 2 === most ? 1 + 0.3 * i : 1e-9) : 0;
  for (let k = 0; k < 4; k++) {
    for (let i = 0; i < 4; i++) gradient[i] = -null0[i];
    if (!solveStep(free, 1e-9)) return;
    const length = Math.sqrt(step[0] ** 2 + step[1] ** 2 + step[2] ** 2 + step[3] ** 2);
    if (!(length > 0)) return;
    for (let i = 0; i < 4; i++) null0[i] = step[i] / length;
  }
  let bend = 0;
  for (let i = 0; i < 4; i++) for (let k = 0; k < 4; k++) bend += null0[i] * hessian[4 * i + k] * null0[k];
  if (!(Math.abs(bend) <= FLAT * stiffest)) return;
  for (let k = 0; k < 3; k++) {
    velocityA[k] = (a.dimension > 0 ? null0[0] * jetA[3 + k] : 0) + (a.dimension > 1 ? null0[1] * jetA[6 + k] : 0);
    velocityB[k] = (b.dimension > 0 ? null0[2] * jetB[3 + k] : 0) + (b.dimension > 1 ? null0[3] * jetB[6 + k] : 0);
  }
  writeValley(out, a, b, distance);
}

function writeValley(out: Valley, a: SearchFeature, b: SearchFeature, distance: number): void {
  const [speedA, speedB] = [Math.sqrt(dot(velocityA, 0, velocityA, 0)), Math.sqrt(dot(velocityB, 0, velocityB, 0))];
  const faster = speedA >= speedB ? velocityA : velocityB;
  const speed = Math.max(speedA, speedB);
  if (!(speed > 0)) return;
  if (writeCircle(out, a, jetA) || writeCircle(out, b, jetB)) return;
  // a line along which the other feature does not come nearer
  if (writeLine(out, a, jetA, null0[0]) || writeLine(out, b, jetB, null0[2])) return;
  for (let k = 0; k < 3; k++) side[k] = faster[k] / speed;
  const [rateA, rateB] = [dot(velocityA, 0, side, 0), dot(velocityB, 0, side, 0)];
  if (Math.abs(rateA - rateB) <= 1e-6 * speed || !(distance > 0)) {
    out.kind = 'straight';
    out.axis.set(side);
    return;
  }
  // x + s n is on the axis, n from A to B: the rates are as -s and d - s
  const s = (distance * rateA) / (rateA - rateB);
  out.kind = 'circular';
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    out.axis[k] = (delta[i] * side[j] - delta[j] * side[i]) / distance;
    out.center[k] = jetA[k] - (s / distance) * delta[k];
  }
}

/** The tangent of a straight edge as the direction of the valley, if the flat direction moves along it. */
function writeLine(out: Valley, { dimension }: SearchFeature, jet: Float64Array, rate: number): boolean {
  if (dimension !== 1 || Math.abs(rate) < 1e-6) return false;
  const length = Math.sqrt(dot(jet, 3, jet, 3));
  if (!(length > 0)) return false;
  out.kind = 'straight';
  for (let k = 0; k < 3; k++) out.axis[k] = jet[3 + k] / length;
  return true;
}

/** The circle of curvature of an edge as the valley; false for a face, a vertex or a line. */
function writeCircle(out: Valley, { dimension }: SearchFeature, jet: Float64Array): boolean {
  if (dimension !== 1) return false;
  const speedSq = dot(jet, 3, jet, 3);
  const [nx, ny, nz] = [
    jet[4] * jet[11] - jet[5] * jet[10],
    jet[5] * jet[9] - jet[3] * jet[11],
    jet[3] * jet[10] - jet[4] * jet[9],
  ];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  // p' × p'' vanishes on a line
  if (!(length > 1e-9 * speedSq)) return false;
  const radius = (speedSq * Math.sqrt(speedSq)) / length;
  const [ax, ay, az] = [nx / length, ny / length, nz / length];
  const root = Math.sqrt(speedSq);
  const [tx, ty, tz] = [jet[3] / root, jet[4] / root, jet[5] / root];
  out.kind = 'circular';
  out.axis.set([ax, ay, az]);
  // towards the centre: axis × tangent
  out.center.set([
    jet[0] + radius * (ay * tz - az * ty),
    jet[1] + radius * (az * tx - ax * tz),
    jet[2] + radius * (ax * ty - ay * tx),
  ]);
  return true;
}
