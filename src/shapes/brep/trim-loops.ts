import { power } from '../../math/exponential.ts';
import { describeValue } from '../checks.ts';
import { type BezierCurve, bezierCurve } from '../nurbs/bezier.ts';
import { controlPointsBox, type Points } from '../nurbs/control-points.ts';
import { createNurbsCurve, type NurbsSurface } from '../nurbs/nurbs.ts';
import { decomposeCurve } from '../nurbs/refine-nurbs.ts';
import { splitCurve } from '../nurbs/subdivide.ts';
import { MAX_TRIM_DEGREE } from './winding-number.ts';

/** A NURBS curve in the parameters (u, v) of a surface; degree 1 without knots: a polyline. */
export interface TrimCurveInput {
  /** Degree, 1 to 25. */
  readonly degree: number;
  /** [u, v] each. */
  readonly points: Points;
  /** Points + degree + 1 knots. Default: uniform, clamped at both ends. */
  readonly knots?: readonly number[];
  /** Default: 1. */
  readonly weights?: readonly number[];
}

/** Largest gap between consecutive curves of a loop, as a fraction of the range of the parameters; it is closed. */
const MAX_GAP = 1e-5;
/** The ends of a curve may leave the range of the parameters by this fraction of it: rounding in files. They are clamped. */
const MAX_OUTSIDE = 1e-7;
/** Between its ends a curve may leave the range by this fraction: approximations in files. The surface is continued so far. */
const MAX_BULGE = 1e-5;

/** The loops of a face as Bezier curves with common end points. */
export function trimLoops(
  path: string,
  surface: NurbsSurface,
  loops: readonly (readonly TrimCurveInput[])[] | undefined,
): BezierCurve[][] {
  const [u0, u1] = [surface.knotsU[surface.degreeU], surface.knotsU[surface.countU]];
  const [v0, v1] = [surface.knotsV[surface.degreeV], surface.knotsV[surface.countV]];
  if (loops === undefined) return [joinLoop(path, polyline(u0, u1, v0, v1), u1 - u0, v1 - v0)];
  if (!Array.isArray(loops) || loops.length === 0) {
    throw new RangeError(`${path}: loops must be a list of at least one loop, got ${describeValue(loops)}`);
  }
  return loops.map((loop, l) => {
    const where = `${path}: loop ${l}`;
    if (!Array.isArray(loop) || loop.length === 0) {
      throw new RangeError(`${where} must be a list of at least one curve, got ${describeValue(loop)}`);
    }
    const curves = loop.flatMap((curve, k) => trimCurves(`${where}, curve ${k}`, curve));
    for (const curve of curves) clampToRange(where, curve, u0, u1, v0, v1);
    return joinLoop(where, curves, u1 - u0, v1 - v0);
  });
}

function polyline(u0: number, u1: number, v0: number, v1: number): BezierCurve[] {
  const corners = [u0, v0, u1, v0, u1, v1, u0, v1, u0, v0];
  return [0, 1, 2, 3].map((k) => {
    const [au, av, bu, bv] = corners.slice(2 * k, 2 * k + 4);
    return bezierCurve(1, Float64Array.of(au, av, 0, 1, bu, bv, 0, 1));
  });
}

function trimCurves(path: string, given: TrimCurveInput): BezierCurve[] {
  const { degree, points, knots, weights } = given ?? {};
  if (!Number.isInteger(degree) || degree < 1 || degree > MAX_TRIM_DEGREE) {
    throw new RangeError(
      `${path}: degree must be an integer from 1 to ${MAX_TRIM_DEGREE}, got ${describeValue(degree)}`,
    );
  }
  if (!Array.isArray(points) || points.some((point) => !Array.isArray(point) || point.length !== 2)) {
    throw new RangeError(`${path}: points must be a list of [u, v], got ${describeValue(points)}`);
  }
  const curve = createNurbsCurve(
    degree,
    points,
    knots ?? clampedKnots(points.length, degree),
    weights,
    path,
    MAX_TRIM_DEGREE,
    false,
  );
  return decomposeCurve(curve).map(({ curve }) => standardForm(curve));
}

function clampedKnots(count: number, degree: number): number[] {
  return Array.from({ length: count + degree + 1 }, (_, i) => Math.min(Math.max(i - degree, 0), count - degree));
}

/** The same curve with the weight 1 at both ends: w_i becomes w_i ρⁱ / w_0, a change of the parameter alone. */
function standardForm({ degree, control }: BezierCurve): BezierCurve {
  const scaled = control.slice();
  const ratio = power(control[3] / control[4 * degree + 3], 1 / degree);
  let factor = 1 / control[3];
  for (let i = 0; i <= degree; i++) {
    for (let k = 0; k < 4; k++) scaled[4 * i + k] *= factor;
    factor *= ratio;
  }
  scaled[4 * degree + 3] = 1;
  return bezierCurve(degree, scaled);
}

function clampToRange(path: string, curve: BezierCurve, u0: number, u1: number, v0: number, v1: number): void {
  const { control } = curve;
  const limitsOf = (fraction: number) => {
    const [slackU, slackV] = [fraction * (u1 - u0), fraction * (v1 - v0)];
    return [u0 - slackU, u1 + slackU, v0 - slackV, v1 + slackV] as const;
  };
  const limits = limitsOf(MAX_OUTSIDE);
  const outside = endOutside(curve, limits) ?? pointOutside(curve, limitsOf(MAX_BULGE), MAX_HALVINGS);
  if (outside !== undefined) {
    throw new RangeError(
      `${path}: must stay within u from ${u0} to ${u1} and v from ${v0} to ${v1}, got (${outside.join(', ')})`,
    );
  }
  for (let at = 0; at < control.length; at += 4) {
    const w = control[at + 3];
    const [u, v] = [control[at] / w, control[at + 1] / w];
    // control points may lie farther outside where the curve does not
    if (u < u0 && u >= limits[0]) control[at] = u0 * w;
    if (u > u1 && u <= limits[1]) control[at] = u1 * w;
    if (v < v0 && v >= limits[2]) control[at + 1] = v0 * w;
    if (v > v1 && v <= limits[3]) control[at + 1] = v1 * w;
  }
}

/** Halvings after which the control points are as near to the curve as `MAX_BULGE`: their distance falls to a quarter by each. */
const MAX_HALVINGS = 12;

/** Low and high u, low and high v. */
type Limits = readonly [number, number, number, number];

/** The end of a curve that is outside the limits, if one is. */
function endOutside({ control }: BezierCurve, [minU, maxU, minV, maxV]: Limits): readonly [number, number] | undefined {
  for (const at of [0, control.length - 4]) {
    const [u, v] = [control[at] / control[at + 3], control[at + 1] / control[at + 3]];
    if (u < minU || u > maxU || v < minV || v > maxV) return [u, v];
  }
  return undefined;
}

/** An end of a part of the curve that is outside the limits of u and v; undefined if the control points show that there is none. */
function pointOutside(curve: BezierCurve, limits: Limits, halvings: number): readonly [number, number] | undefined {
  const [minU, maxU, minV, maxV] = limits;
  const [lowU, lowV, , highU, highV] = controlPointsBox(curve.control);
  if (lowU >= minU && highU <= maxU && lowV >= minV && highV <= maxV) return undefined;
  const end = endOutside(curve, limits);
  if (end !== undefined || halvings === 0) return end;
  const [below, above] = splitCurve(curve, 0.5);
  return pointOutside(below, limits, halvings - 1) ?? pointOutside(above, limits, halvings - 1);
}

/** Gives consecutive curves the same end points, bit for bit. */
function joinLoop(path: string, curves: readonly BezierCurve[], rangeU: number, rangeV: number): BezierCurve[] {
  return curves.map((curve, k) => {
    const { control } = curve;
    const last = curves.at(k - 1)?.control ?? control;
    const [u, v] = [last[last.length - 4], last[last.length - 3]];
    const gap = Math.max(Math.abs(control[0] - u) / rangeU, Math.abs(control[1] - v) / rangeV);
    if (!(gap <= MAX_GAP)) {
      throw new RangeError(
        `${path}: curve ${k} must start where the one before ends, (${u}, ${v}), got (${control[0]}, ${control[1]})`,
      );
    }
    const joined = control.slice();
    joined[0] = u;
    joined[1] = v;
    return bezierCurve(curve.degree, joined);
  });
}
