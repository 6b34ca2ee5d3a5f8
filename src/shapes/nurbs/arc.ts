import { cos, sin } from '../../math/trig.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { BezierCurve } from './bezier.ts';
import { bezierCurve } from './bezier.ts';

/** From and to, with `to` the larger: angles [rad] or heights [m]. */
export type Span = readonly [from: number, to: number];

/** [rad] 179 degrees. A rational quadratic stays below 180, where its second control point would be at infinity. */
const MAX_ARC = (179 / 180) * Math.PI;

/**
 * A circular or elliptical arc center + cos φ axisX + sin φ axisY as a rational quadratic: exact, with a symmetric
 * parametrisation that is not φ. The second control point is the intersection of the end tangents, with the weight cos(half the span).
 */
export function arcCurve(center: ReadonlyVec3, axisX: ReadonlyVec3, axisY: ReadonlyVec3, span: Span): BezierCurve {
  const control = new Float64Array(12);
  arcControlPoints(span).forEach(({ c, s, w }, i) => {
    control[4 * i] = w * center.x + c * axisX.x + s * axisY.x;
    control[4 * i + 1] = w * center.y + c * axisX.y + s * axisY.y;
    control[4 * i + 2] = w * center.z + c * axisX.z + s * axisY.z;
    control[4 * i + 3] = w;
  });
  return bezierCurve(2, control);
}

/** The three control points (c, s) of the unit arc over `span`, times their weight w. */
export function arcControlPoints(span: Span): { c: number; s: number; w: number }[] {
  const [from, to] = span;
  const angle = to - from;
  if (!(angle > 0 && angle <= MAX_ARC)) {
    throw new RangeError(`arc: must span more than 0 and at most 179 degrees, got ${from} to ${to} [rad]`);
  }
  const bisector = from + 0.5 * angle;
  return [
    { c: exactCos(from), s: exactSin(from), w: 1 },
    { c: exactCos(bisector), s: exactSin(bisector), w: cos(0.5 * angle) },
    { c: exactCos(to), s: exactSin(to), w: 1 },
  ];
}

/** A right angle in doubles is not exact: its cosine is the rounding of the angle, below this. */
const ANGLE_ROUNDING = 4e-16;

function exactCos(angle: number): number {
  const c = cos(angle);
  return Math.abs(c) < ANGLE_ROUNDING ? 0 : c;
}

function exactSin(angle: number): number {
  const s = sin(angle);
  return Math.abs(s) < ANGLE_ROUNDING ? 0 : s;
}
