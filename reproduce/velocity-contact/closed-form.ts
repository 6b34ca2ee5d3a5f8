/**
 * First contact by a direct reading of the source: the printed sums in doubles, their roots by Cardano's formula, and the
 * node inside the triangle if all three weights are non-negative. [VBC24-2.3]
 */

import type { PointMotion } from '../../src/ccd/point-motion.ts';
import { cos } from '../../src/math/trig.ts';
import { createVec3, crossVec3, dotVec3, subVec3, type Vec3 } from '../../src/math/vec3.ts';
import { roundedValue } from './expansion.ts';
import { PRINTED_CUBIC } from './printed-expansions.ts';

/** Time [s] at which node 3 touches the triangle 0 1 2; undefined if not within the step. For motions given by velocities. */
export function closedFormTime({ start, endOrVelocity, duration }: PointMotion): number | undefined {
  const values = [...start, ...endOrVelocity];
  const [b0, b1, b2, b3] = PRINTED_CUBIC.map((b) => roundedValue(b, values));
  return realRoots(b0, b1, b2, b3)
    .filter((t) => t >= 0 && t <= duration)
    .sort((p, q) => p - q)
    .find((t) => isInside([0, 1, 2, 3].map((point) => pointAt(values, point, t))));
}

function pointAt(values: readonly number[], point: number, t: number): Vec3 {
  const coordinate = (axis: number) => values[3 * point + axis] + t * values[12 + 3 * point + axis];
  return createVec3(coordinate(0), coordinate(1), coordinate(2));
}

/** Real roots of b0 + b1 t + b2 t² + b3 t³, by the degree its coefficients show. */
export function realRoots(b0: number, b1: number, b2: number, b3: number): number[] {
  if (b3 === 0) return quadraticRoots(b0, b1, b2);
  const shift = -b2 / (3 * b3);
  // t = y + shift:  y³ + 3 p y + 2 q = 0
  const p = b1 / (3 * b3) - shift * shift;
  const q = -shift * shift * shift + (b0 + b1 * shift) / (2 * b3);
  const discriminant = q * q + p * p * p;
  if (discriminant > 0) {
    const root = Math.sqrt(discriminant);
    return [Math.cbrt(root - q) - Math.cbrt(root + q) + shift];
  }
  const size = Math.sqrt(-p);
  if (size === 0) return [shift];
  const angle = Math.acos(Math.min(Math.max(-q / (size * size * size), -1), 1)) / 3;
  return [0, 1, 2].map((k) => 2 * size * cos(angle + (2 * Math.PI * k) / 3) + shift);
}

function quadraticRoots(b0: number, b1: number, b2: number): number[] {
  if (b2 === 0) return b1 === 0 ? [] : [-b0 / b1];
  const discriminant = b1 * b1 - 4 * b2 * b0;
  if (discriminant < 0) return [];
  const root = Math.sqrt(discriminant);
  return [(-b1 - root) / (2 * b2), (-b1 + root) / (2 * b2)];
}

/** Weights as fractions of the area, by the normal of the triangle; NaN for zero area. */
function isInside([a, b, c, s]: Vec3[]): boolean {
  const normal = crossVec3(createVec3(), difference(b, a), difference(c, a));
  const fraction = (p: Vec3, q: Vec3) =>
    dotVec3(crossVec3(createVec3(), difference(p, s), difference(q, s)), normal) / dotVec3(normal, normal);
  return fraction(b, c) >= 0 && fraction(c, a) >= 0 && fraction(a, b) >= 0;
}

function difference(a: Vec3, b: Vec3): Vec3 {
  return subVec3(createVec3(), a, b);
}
