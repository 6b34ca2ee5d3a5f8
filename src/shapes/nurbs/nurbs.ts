import { describeValue } from '../checks.ts';
import { checkControlPointGrid, checkControlPointRow } from './check-control-points.ts';
import { type Points, packControlPointGrid, packControlPoints } from './control-points.ts';
import { MAX_DEGREE } from './evaluate-bezier.ts';

/**
 * A rational B-spline curve over the range from `knots[degree]` to `knots[count]`, clamped or not. Poles are homogeneous
 * like those of a `BezierCurve`. Bodies are made of its Bezier pieces: `decomposeCurve`.
 */
export interface NurbsCurve {
  readonly kind: 'nurbs-curve';
  readonly degree: number;
  /** How many poles. */
  readonly count: number;
  readonly control: Float64Array;
  /** count + degree + 1 numbers that never fall. */
  readonly knots: Float64Array;
}

/** A rational B-spline surface; pole (i, j) begins at 4 (i countV + j), i along u. Its pieces: `decomposeSurface`. */
export interface NurbsSurface {
  readonly kind: 'nurbs-surface';
  readonly degreeU: number;
  readonly degreeV: number;
  readonly countU: number;
  readonly countV: number;
  readonly control: Float64Array;
  readonly knotsU: Float64Array;
  readonly knotsV: Float64Array;
}

/** Shortest span between two knots, as a share of the range. */
const SHORTEST_SPAN = 1e-9;

/**
 * Checks and stores a NURBS curve: poles [x, y] or [x, y, z] [m], one more knot than poles and degree together, weights 1
 * unless given. Inside the range a knot may repeat `degree` times (a corner), outside once more. `path` begins the messages.
 */
export function createNurbsCurve(
  degree: number,
  points: Points,
  knots: readonly number[],
  weights?: readonly number[],
  path = 'NURBS curve',
): NurbsCurve {
  const control = packControlPoints(path, points, weights);
  checkKnots(path, '', degree, points.length, knots);
  checkControlPointRow(path, control);
  return nurbsCurve(degree, control, Float64Array.from(knots));
}

/** The same for a surface: points[i][j] with i along u. As in a Bezier patch a whole side may collapse to one point. */
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

/** The factory behind all NURBS curves: what it is given is neither copied nor checked. */
export function nurbsCurve(degree: number, control: Float64Array, knots: Float64Array): NurbsCurve {
  return { kind: 'nurbs-curve', degree, count: knots.length - degree - 1, control, knots };
}

/** The factory behind all NURBS surfaces: what it is given is neither copied nor checked. */
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
): void {
  const name = `${path}: knots${axis}`;
  if (!Number.isInteger(degree) || degree < 1 || degree > MAX_DEGREE) {
    const got = describeValue(degree);
    throw new RangeError(`${path}: degree${axis} must be a whole number from 1 to ${MAX_DEGREE}, got ${got}`);
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
  let repeats = 0;
  for (const [i, knot] of knots.entries()) {
    if (!Number.isFinite(knot)) {
      throw new RangeError(`${name}[${i}] must be a finite number, got ${describeValue(knot)}`);
    }
    const before = knots[i - 1];
    if (knot < before)
      throw new RangeError(`${name}[${i}] must not be below the one before it, ${before}, got ${knot}`);
    repeats = knot === before ? repeats + 1 : 1;
    const max = knot > knots[degree] && knot < knots[controlPointCount] ? degree : degree + 1;
    if (repeats > max) throw new RangeError(`${name}[${i}]: ${knot} may be there ${max} times, got more`);
  }
  checkSpans(name, knots, degree, controlPointCount);
}

/** Knots are equal or well apart: in between, a piece would be too short to have a shape. */
function checkSpans(name: string, knots: readonly number[], degree: number, controlPointCount: number): void {
  const range = knots[controlPointCount] - knots[degree];
  if (!(range > 0 && range < Number.POSITIVE_INFINITY)) {
    throw new RangeError(
      `${name}: the range must be finite and not empty, got ${knots[degree]} to ${knots[controlPointCount]}`,
    );
  }
  for (let i = 1; i < knots.length; i++) {
    const span = knots[i] - knots[i - 1];
    if (span > 0 && span < SHORTEST_SPAN * range) {
      throw new RangeError(
        `${name}[${i}] must equal the one before it, ${knots[i - 1]}, or differ more, got ${knots[i]}`,
      );
    }
  }
}
