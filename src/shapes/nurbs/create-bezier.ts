import type { BezierCurve, BezierPatch } from './bezier.ts';
import { bezierCurve, bezierPatch } from './bezier.ts';
import { checkControlPointGrid, checkControlPointRow } from './check-control-points.ts';
import { type Points, packControlPointGrid, packControlPoints } from './control-points.ts';
import { MAX_DEGREE } from './evaluate-bezier.ts';

/**
 * A rational Bezier curve; control points are [x, y] (z = 0) or [x, y, z] [m], the degree is one less than their
 * number, the default weight is 1. Consecutive control points must differ, or the curve would have no tangent there.
 * `path` begins the messages of the RangeErrors.
 *
 * @example
 * ```ts
 * import { bezierCurve, evaluateCurve } from 'appulse/nurbs';
 *
 * const quarter = bezierCurve([[1, 0], [1, 1], [0, 1]], [1, Math.SQRT1_2, 1]); // a quarter of the unit circle
 * const [x, y] = evaluateCurve(new Float64Array(9), quarter, 0.5);
 * console.log(x.toFixed(6), y.toFixed(6)); // 0.707107 0.707107
 * ```
 */
export function createBezierCurve(points: Points, weights?: readonly number[], path = 'Bezier curve'): BezierCurve {
  const control = packControlPoints(path, points, weights);
  const degree = checkedDegree(`${path}: the degree`, points.length);
  checkControlPointRow(path, control);
  return bezierCurve(degree, control);
}

/**
 * A rational Bezier patch: points[i][j] [m] with i along u, f_u × f_v outward. A side may degenerate to one point (the
 * tip of a lens); otherwise adjacent control points must differ. `path` begins the messages of the RangeErrors.
 *
 * @example
 * ```ts
 * import { bezierPatch, evaluatePatch } from 'appulse/nurbs';
 *
 * const saddle = bezierPatch([[[0, 0, 0], [0, 1, 1]], [[1, 0, 1], [1, 1, 0]]]);
 * const [x, y, z] = evaluatePatch(new Float64Array(18), saddle, 0.5, 0.5);
 * console.log(x, y, z); // 0.5 0.5 0.5
 * ```
 */
export function createBezierPatch(
  points: readonly Points[],
  weights?: readonly (readonly number[])[],
  path = 'Bezier patch',
): BezierPatch {
  const control = packControlPointGrid(path, points, weights);
  const degreeU = checkedDegree(`${path}: the degree along u`, points.length);
  const degreeV = checkedDegree(`${path}: the degree along v`, points[0].length);
  checkControlPointGrid(path, control, points.length, points[0].length);
  return bezierPatch(degreeU, degreeV, control);
}

function checkedDegree(name: string, controlPointCount: number): number {
  const degree = controlPointCount - 1;
  if (degree > MAX_DEGREE) throw new RangeError(`${name} must be 1 to ${MAX_DEGREE}, got ${degree}`);
  return degree;
}
