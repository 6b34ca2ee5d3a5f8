import type { CadCurve2, CadCurve3, CadFrame, Pair, Vector } from './cad-geometry.ts';

/** A curve in a plane as a curve of the plane's parameters: u along x, v along y of the frame. */
export function projectCurve(curve: CadCurve3, { origin, x, y }: CadFrame): CadCurve2 {
  const along = (v: Vector): Pair => [v[0] * x[0] + v[1] * x[1] + v[2] * x[2], v[0] * y[0] + v[1] * y[1] + v[2] * y[2]];
  const project = (p: Vector): Pair => along([p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]);
  switch (curve.kind) {
    case 'line':
      return { kind: 'line', origin: project(curve.origin), direction: along(curve.direction) };
    case 'conic':
      return { kind: 'conic', center: project(curve.center), x: along(curve.x), y: along(curve.y) };
    case 'spline':
      return { ...curve, points: curve.points.map(project) };
    case 'other':
      return curve;
  }
}
