import { expect } from 'vitest';
import type { Random } from '../src/math/random.ts';
import type { BezierCurve, BezierPatch } from '../src/shapes/nurbs/bezier.ts';
import { bezierCurve, bezierPatch } from '../src/shapes/nurbs/bezier.ts';

/** Random curves and patches, and slow second ways to their points and derivatives. */

/** Homogeneous poles with coordinates in [-1, 1] and weights in [0.5, 2]. */
export function randomControlPoints(random: Random, count: number): Float64Array {
  const controlPoints = new Float64Array(4 * count);
  for (let at = 0; at < controlPoints.length; at += 4) {
    const w = random.between(0.5, 2);
    for (let k = 0; k < 3; k++) controlPoints[at + k] = w * random.between(-1, 1);
    controlPoints[at + 3] = w;
  }
  return controlPoints;
}

export function randomCurve(random: Random, degree: number): BezierCurve {
  return bezierCurve(degree, randomControlPoints(random, degree + 1));
}

export function randomPatch(random: Random, degreeU: number, degreeV: number): BezierPatch {
  return bezierPatch(degreeU, degreeV, randomControlPoints(random, (degreeU + 1) * (degreeV + 1)));
}

/** The point at t by repeated halfway points on plain homogeneous quadruples (de Casteljau). */
export function casteljau(controlPoints: number[][], t: number): number[] {
  let row = controlPoints;
  while (row.length > 1) {
    row = row.slice(1).map((controlPoint, i) => controlPoint.map((value, k) => (1 - t) * row[i][k] + t * value));
  }
  return row[0];
}

export function controlPointList(control: Float64Array): number[][] {
  return Array.from({ length: control.length / 4 }, (_, i) => [...control.subarray(4 * i, 4 * i + 4)]);
}

export function project(controlPoint: number[]): number[] {
  return controlPoint.slice(0, 3).map((value) => value / controlPoint[3]);
}

/** First and second derivative by differences over five points, step h: errors of order h⁴. */
export function differences(point: (t: number) => ArrayLike<number>, t: number, h = 1e-3): [number[], number[]] {
  const [a, b, c, d, e] = [-2, -1, 0, 1, 2].map((step) => Array.from(point(t + step * h)).slice(0, 3));
  return [
    c.map((_, k) => (a[k] - 8 * b[k] + 8 * d[k] - e[k]) / (12 * h)),
    c.map((_, k) => (-a[k] + 16 * b[k] - 30 * c[k] + 16 * d[k] - e[k]) / (12 * h * h)),
  ];
}

/** Are two lists of numbers equal within `tolerance`, relative to the largest of them (or to 1)? */
export function expectNear(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  const [a, b] = [Array.from(actual), Array.from(expected)];
  expect(a.length).toBe(b.length);
  const size = Math.max(1, ...b.map(Math.abs));
  const error = Math.max(...a.map((value, i) => Math.abs(value - b[i])));
  expect(error, `${a} against ${b}`).toBeLessThanOrEqual(tolerance * size);
}

/** Does the jet of 18 numbers agree with differences of its own points, and of its first derivatives? */
export function expectPatchJet(
  jet: (u: number, v: number) => Float64Array,
  u: number,
  v: number,
  tolerance: number,
): void {
  const at = jet(u, v).slice();
  const [fu, fuu] = differences((s) => jet(s, v), u);
  const [fv, fvv] = differences((s) => jet(u, s), v);
  const [fuv] = differences((s) => jet(u, s).slice(3, 6), v);
  expectNear(at.subarray(3, 6), fu, tolerance);
  expectNear(at.subarray(6, 9), fv, tolerance);
  expectNear(at.subarray(9, 12), fuu, tolerance);
  expectNear(at.subarray(12, 15), fuv, tolerance);
  expectNear(at.subarray(15, 18), fvv, tolerance);
}
