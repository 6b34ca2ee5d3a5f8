import { atan2 } from '../../math/inverse-trig.ts';
import { cos, sin } from '../../math/trig.ts';
import { evaluateNurbsCurve } from '../../shapes/nurbs/evaluate-nurbs.ts';
import { createNurbsCurve } from '../../shapes/nurbs/nurbs.ts';
import type { CadCurve3, CadSurface, Vector } from './cad-geometry.ts';

/**
 * Parameters of a point of a cylinder, cone, sphere or torus and their first two derivatives along a curve in space: more accurate than the
 * trimming curves of files, which approximate them.
 */

/** Point, first and second derivative: nine numbers. */
export type SpaceJet = (t: number) => readonly [Vector, Vector, Vector];

/** u v u' v' u'' v''; null at a pole or on the axis. */
export type ParameterJet = readonly number[] | null;

export function curveJet(curve: CadCurve3): SpaceJet | null {
  switch (curve.kind) {
    case 'line':
      return (t) => [
        curve.origin.map((x, k) => x + t * curve.direction[k]) as unknown as Vector,
        curve.direction,
        [0, 0, 0],
      ];
    case 'conic': {
      const { center, x, y } = curve;
      const mix = (c: number, s: number) => [0, 1, 2].map((k) => c * x[k] + s * y[k]) as unknown as Vector;
      return (t) => {
        const [c, s] = [cos(t), sin(t)];
        const out = mix(c, s);
        return [center.map((value, k) => value + out[k]) as unknown as Vector, mix(-s, c), mix(-c, -s)];
      };
    }
    case 'spline': {
      const { degree, points, knots, weights } = curve;
      const nurbs = createNurbsCurve(degree, points.map((p) => [...p]), knots, weights, 'edge', 25, false); // biome-ignore format: one call
      const jet = new Float64Array(9);
      return (t) => {
        evaluateNurbsCurve(jet, nurbs, t);
        return [0, 3, 6].map((at) => [jet[at], jet[at + 1], jet[at + 2]]) as unknown as [Vector, Vector, Vector];
      };
    }
    case 'other':
      return null;
  }
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Value and two derivatives of the angle of (x, y), each a value with two derivatives; null at the origin. */
function angleJet(x: readonly number[], y: readonly number[], size: number): readonly number[] | null {
  const square = x[0] * x[0] + y[0] * y[0];
  if (!(square > 1e-16 * size * size)) return null;
  const area = x[0] * y[1] - y[0] * x[1];
  const growth = 2 * (x[0] * x[1] + y[0] * y[1]);
  return [atan2(y[0], x[0]), area / square, (x[0] * y[2] - y[0] * x[2]) / square - (area * growth) / (square * square)];
}

/** Parameters along a curve in space; null where the surface has no such formula. */
export function parameterJet(surface: CadSurface, [p, p1, p2]: readonly [Vector, Vector, Vector]): ParameterJet {
  if (!('frame' in surface) || surface.kind === 'plane') return null;
  const { origin, x, y, z } = surface.frame;
  const offset = p.map((value, k) => value - origin[k]) as unknown as Vector;
  const along = (axis: Vector) => [dot(offset, axis), dot(p1, axis), dot(p2, axis)];
  const [a, b, c] = [along(x), along(y), along(z)];
  const size =
    surface.kind === 'torus'
      ? surface.major
      : surface.kind === 'cone'
        ? Math.abs(a[0]) + Math.abs(b[0]) + Math.abs(c[0])
        : surface.radius;
  const u = angleJet(a, b, size);
  if (u === null) return null;
  if (surface.kind === 'cylinder') return [u[0], c[0], u[1], c[1], u[2], c[2]];
  if (surface.kind === 'cone') {
    const k = 1 / cos(surface.angle);
    return [u[0], k * c[0], u[1], k * c[1], u[2], k * c[2]];
  }
  // the distance from the axis and its derivatives
  const rho = Math.sqrt(a[0] * a[0] + b[0] * b[0]);
  const rate = (a[0] * a[1] + b[0] * b[1]) / rho;
  const bend = (a[1] * a[1] + b[1] * b[1] + a[0] * a[2] + b[0] * b[2] - rate * rate) / rho;
  const v = angleJet([rho - (surface.kind === 'torus' ? surface.major : 0), rate, bend], c, size);
  return v === null ? null : [u[0], v[0], u[1], v[1], u[2], v[2]];
}
