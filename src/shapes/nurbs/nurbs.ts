import { describeValue } from '../checks.ts';
import { checkControlPointGrid, checkControlPointRow } from './check-control-points.ts';
import { type Points, packControlPointGrid, packControlPoints } from './control-points.ts';
import { MAX_DEGREE } from './evaluate-bezier.ts';

/**
 * A rational B-spline curve over the range from `knots[degree]` to `knots[count]`, clamped or not. Control points are
 * homogeneous like those of a `BezierCurve`. Bodies use its Bezier segments: `decomposeCurve`.
 */
export interface NurbsCurve {
  readonly kind: 'nurbs-curve';
  /** Degree of the pieces between knots. */
  readonly degree: number;
  /** Number of control points. */
  readonly count: number;
  /** Control points in homogeneous form, xw yw zw w each [m]. */
  readonly control: Float64Array;
  /** Knot vector: count + degree + 1 nondecreasing numbers. */
  readonly knots: Float64Array;
}

/** A rational B-spline surface; control point (i, j) begins at 4 (i countV + j), i along u. Its Bezier patches: `decomposeSurface`. */
export interface NurbsSurface {
  readonly kind: 'nurbs-surface';
  /** Degree along u. */
  readonly degreeU: number;
  /** Degree along v. */
  readonly degreeV: number;
  /** Number of control points along u. */
  readonly countU: number;
  /** Number of control points along v. */
  readonly countV: number;
  /** Control points in homogeneous form, xw yw zw w each [m]. */
  readonly control: Float64Array;
  /** Knot vector along u: countU + degreeU + 1 nondecreasing numbers. */
  readonly knotsU: Float64Array;
  /** Knot vector along v: countV + degreeV + 1 nondecreasing numbers. */
  readonly knotsV: Float64Array;
}

/** Minimum span between two different knots, as a fraction of the range. */
const MIN_SPAN = 1e-9;

/**
 * A NURBS curve: control points [x, y] or [x, y, z] [m], a knot vector of control points + degree + 1 knots, default
 * weight 1. Inside the range a knot has at most the multiplicity `degree` (a corner), outside `degree` + 1. `path`
 * begins the messages of the RangeErrors. Control points may coincide unless it must be `regular`.
 *
 * @example
 * ```ts
 * import { decomposeCurve, evaluateNurbsCurve, nurbsCurve } from 'appulse/nurbs';
 *
 * const curve = nurbsCurve(2, [[0, 0], [1, 2], [3, 2], [4, 0]], [0, 0, 0, 0.5, 1, 1, 1]);
 * const [x, y] = evaluateNurbsCurve(new Float64Array(9), curve, 0.5);
 * console.log(x, y, decomposeCurve(curve).length); // 2 2 2
 * ```
 */
export function createNurbsCurve(
  degree: number,
  points: Points,
  knots: readonly number[],
  weights?: readonly number[],
  path = 'NURBS curve',
  maxDegree = MAX_DEGREE,
  regular = true,
): NurbsCurve {
  const control = packControlPoints(path, points, weights);
  checkKnots(path, '', degree, points.length, knots, maxDegree);
  if (regular) checkControlPointRow(path, control);
  return nurbsCurve(degree, control, Float64Array.from(knots));
}

/**
 * A NURBS surface: points[i][j] [m] with i along u, a knot vector for each direction as in `nurbsCurve`. As in a Bezier
 * patch a side may degenerate to one point. f_u × f_v points outward.
 *
 * @example
 * ```ts
 * import { decomposeSurface, nurbsSurface } from 'appulse/nurbs';
 *
 * const heights = [[0, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 0]]; // z of 4 x 3 control points
 * const points = heights.map((row, i) => row.map((z, j) => [i, j, z]));
 * const surface = nurbsSurface(2, 2, points, [0, 0, 0, 0.5, 1, 1, 1], [0, 0, 0, 1, 1, 1]);
 * const pieces = decomposeSurface(surface);
 * console.log(surface.countU, pieces.length, pieces[0].length); // 4 2 1
 * ```
 */
export function createNurbsSurface(
  degreeU: number,
  degreeV: number,
  points: readonly Points[],
  knotsU: readonly number[],
  knotsV: readonly number[],
  weights?: readonly (readonly number[])[],
  path = 'NURBS surface',
): NurbsSurface {
  const control = packControlPointGrid(path, points, weights);
  checkKnots(path, 'U', degreeU, points.length, knotsU);
  checkKnots(path, 'V', degreeV, points[0].length, knotsV);
  checkControlPointGrid(path, control, points.length, points[0].length);
  return nurbsSurface(degreeU, degreeV, control, Float64Array.from(knotsU), Float64Array.from(knotsV));
}

/** The only factory of NURBS curves; its input is neither copied nor checked. */
export function nurbsCurve(degree: number, control: Float64Array, knots: Float64Array): NurbsCurve {
  return { kind: 'nurbs-curve', degree, count: knots.length - degree - 1, control, knots };
}

/** The only factory of NURBS surfaces; its input is neither copied nor checked. */
export function nurbsSurface(
  degreeU: number,
  degreeV: number,
  control: Float64Array,
  knotsU: Float64Array,
  knotsV: Float64Array,
): NurbsSurface {
  const countU = knotsU.length - degreeU - 1;
  const countV = knotsV.length - degreeV - 1;
  return { kind: 'nurbs-surface', degreeU, degreeV, countU, countV, control, knotsU, knotsV };
}

function checkKnots(
  path: string,
  axis: '' | 'U' | 'V',
  degree: number,
  controlPointCount: number,
  knots: unknown,
  maxDegree = MAX_DEGREE,
): void {
  const name = `${path}: knots${axis}`;
  if (!Number.isInteger(degree) || degree < 1 || degree > maxDegree) {
    const got = describeValue(degree);
    throw new RangeError(`${path}: degree${axis} must be an integer from 1 to ${maxDegree}, got ${got}`);
  }
  if (controlPointCount <= degree) {
    throw new RangeError(
      `${path}: degree${axis} ${degree} needs at least ${degree + 1} points, got ${controlPointCount}`,
    );
  }
  const count = controlPointCount + degree + 1;
  if (!Array.isArray(knots) || knots.length !== count) {
    const got = Array.isArray(knots) ? knots.length : describeValue(knots);
    throw new RangeError(`${name} must be ${count} numbers (points + degree + 1), got ${got}`);
  }
  let multiplicity = 0;
  for (const [i, knot] of knots.entries()) {
    if (!Number.isFinite(knot)) {
      throw new RangeError(`${name}[${i}] must be a finite number, got ${describeValue(knot)}`);
    }
    const before = knots[i - 1];
    if (knot < before) throw new RangeError(`${name}[${i}] must not be below the previous one, ${before}, got ${knot}`);
    multiplicity = knot === before ? multiplicity + 1 : 1;
    const max = knot > knots[degree] && knot < knots[controlPointCount] ? degree : degree + 1;
    if (multiplicity > max) throw new RangeError(`${name}[${i}]: ${knot} has a multiplicity above ${max}`);
  }
  checkSpans(name, knots, degree, controlPointCount);
}

/** Knots must be equal or clearly different: in between, a Bezier segment would be too short. */
function checkSpans(name: string, knots: readonly number[], degree: number, controlPointCount: number): void {
  const range = knots[controlPointCount] - knots[degree];
  if (!(range > 0 && range < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `${name}: the range must be finite and not empty, got ${knots[degree]} to ${knots[controlPointCount]}`,
    );
  }
  for (let i = 1; i < knots.length; i++) {
    const span = knots[i] - knots[i - 1];
    if (span > 0 && span < MIN_SPAN * range) {
      throw new RangeError(
        `${name}[${i}] must equal the previous one, ${knots[i - 1]}, or differ more, got ${knots[i]}`,
      );
    }
  }
}
