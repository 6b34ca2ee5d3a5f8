import type { BezierCurve, BezierPatch } from './bezier.ts';
import { bezierCurve, bezierPatch } from './bezier.ts';
import {
  type ControlRows,
  curveRows,
  type Direction,
  mixRows,
  reverseRows,
  surfaceRows,
  takeRows,
} from './control-rows.ts';
import { type NurbsCurve, type NurbsSurface, nurbsCurve, nurbsSurface } from './nurbs.ts';

/** Knot insertion, splitting, Bezier decomposition and reversal of NURBS curves and surfaces. None changes the shape. */

/** A Bezier segment of a curve and its range of the curve's parameter. */
/** A Bezier segment of a curve, and the interval [from, to] of the curve's parameter that it covers. */
export interface CurvePiece {
  readonly curve: BezierCurve;
  readonly from: number;
  readonly to: number;
}

/** A Bezier patch of a surface, and the rectangle of the surface's parameters that it covers. */
export interface SurfacePiece {
  readonly patch: BezierPatch;
  readonly fromU: number;
  readonly toU: number;
  readonly fromV: number;
  readonly toV: number;
}

/** Control points along one direction with the knot vector of that direction. */
interface Spline {
  readonly control: Float64Array;
  readonly rows: ControlRows;
  readonly knots: Float64Array;
  readonly degree: number;
}

/** The same curve with the knot t inserted, inside its range. */
export function insertKnot(curve: NurbsCurve, t: number): NurbsCurve {
  const spline = alongCurve(curve);
  checkMultiplicity('NURBS curve', spline, t);
  const { control, knots } = withKnot(spline, t);
  return nurbsCurve(curve.degree, control, knots);
}

/** The same surface with the knot t inserted in one direction, inside its range. */
export function insertSurfaceKnot(surface: NurbsSurface, direction: Direction, t: number): NurbsSurface {
  const spline = alongSurface(surface, direction);
  checkMultiplicity('NURBS surface', spline, t);
  return surfaceFrom(surface, direction, withKnot(spline, t));
}

/** The parts of the curve below and above t, each clamped there. */
export function splitNurbsCurve(curve: NurbsCurve, t: number): [NurbsCurve, NurbsCurve] {
  const spline = alongCurve(curve);
  checkInside('NURBS curve', spline, t);
  const [below, above] = splitSpline(spline, t);
  return [nurbsCurve(curve.degree, below.control, below.knots), nurbsCurve(curve.degree, above.control, above.knots)];
}

/** The parts below and above t in one direction, each clamped there. */
export function splitNurbsSurface(
  surface: NurbsSurface,
  direction: Direction,
  t: number,
): [NurbsSurface, NurbsSurface] {
  const spline = alongSurface(surface, direction);
  checkInside('NURBS surface', spline, t);
  const [below, above] = splitSpline(spline, t);
  return [surfaceFrom(surface, direction, below), surfaceFrom(surface, direction, above)];
}

/** The same curve with reversed direction, over the same range. */
export function reverseNurbsCurve(curve: NurbsCurve): NurbsCurve {
  const { control, knots } = reverseSpline(alongCurve(curve));
  return nurbsCurve(curve.degree, control, knots);
}

/** The same surface reversed in one direction: its normal changes sign. */
export function reverseNurbsSurface(surface: NurbsSurface, direction: Direction): NurbsSurface {
  return surfaceFrom(surface, direction, reverseSpline(alongSurface(surface, direction)));
}

/**
 * The curve as Bezier segments, in order, each with its interval of parameters; one segment is one feature of a body.
 * [PG05-1]
 */
export function decomposeCurve(curve: NurbsCurve): CurvePiece[] {
  const spline = withBezierKnots(alongCurve(curve));
  return spans(spline).map(({ index, from, to }) => ({
    curve: bezierCurve(curve.degree, spanControlPoints(spline, index)),
    from,
    to,
  }));
}

/** The surface as Bezier patches, each with its rectangle of parameters: `pieces[i][j]`, i along u. */
export function decomposeSurface(surface: NurbsSurface): SurfacePiece[][] {
  const { degreeU, degreeV } = surface;
  const refined = surfaceFrom(surface, 'u', withBezierKnots(alongSurface(surface, 'u')));
  const splineU = alongSurface(refined, 'u');
  return spans(splineU).map(({ index, from: fromU, to: toU }) => {
    const rows = surfaceRows('v', degreeU + 1, refined.countV);
    const strip = withBezierKnots({
      control: spanControlPoints(splineU, index),
      rows,
      knots: refined.knotsV,
      degree: degreeV,
    });
    return spans(strip).map(({ index, from: fromV, to: toV }) => ({
      patch: bezierPatch(degreeU, degreeV, spanControlPoints(strip, index)),
      fromU,
      toU,
      fromV,
      toV,
    }));
  });
}

function alongCurve(curve: NurbsCurve): Spline {
  const { control, count, knots, degree } = curve;
  return { control, rows: curveRows(count), knots, degree };
}

function alongSurface(surface: NurbsSurface, direction: Direction): Spline {
  const { control, countU, countV, knotsU, knotsV, degreeU, degreeV } = surface;
  const rows = surfaceRows(direction, countU, countV);
  return direction === 'u'
    ? { control, rows, knots: knotsU, degree: degreeU }
    : { control, rows, knots: knotsV, degree: degreeV };
}

/** `surface` with control points and knots of one direction replaced. */
function surfaceFrom(surface: NurbsSurface, direction: Direction, spline: Spline): NurbsSurface {
  const { degreeU, degreeV, knotsU, knotsV } = surface;
  return direction === 'u'
    ? nurbsSurface(degreeU, degreeV, spline.control, spline.knots, knotsV)
    : nurbsSurface(degreeU, degreeV, spline.control, knotsU, spline.knots);
}

function checkInside(name: string, spline: Spline, t: number): void {
  const [from, to] = rangeOf(spline);
  if (!(t > from && t < to)) {
    throw new RangeError(`${name}: the parameter must lie between ${from} and ${to}, got ${t}`);
  }
}

/** With a multiplicity above `degree` the spline would be discontinuous at the knot. */
function checkMultiplicity(name: string, spline: Spline, t: number): void {
  checkInside(name, spline, t);
  if (multiplicityOf(spline.knots, t) >= spline.degree) {
    throw new RangeError(`${name}: the knot ${t} already has the maximum multiplicity ${spline.degree}`);
  }
}

function rangeOf(spline: Spline): [number, number] {
  const { knots, degree, rows } = spline;
  return [knots[degree], knots[rows.count]];
}

function multiplicityOf(knots: Float64Array, t: number): number {
  return knots.reduce((repeats, knot) => (knot === t ? repeats + 1 : repeats), 0);
}

/**
 * Boehm's knot insertion: Q_i = (1 - a_i) P_{i-1} + a_i P_i with a_i = (t - k_i) / (k_{i+p} - k_i), which is 1 up to
 * control point s - p and 0 from the knot t on, s the last knot not above t.
 */
function withKnot(spline: Spline, t: number): Spline {
  const { control, knots, degree, rows } = spline;
  const { blocks, count, width } = rows;
  const s = knots.findLastIndex((knot) => knot <= t);
  const more = new Float64Array(blocks * (count + 1) * width);
  for (let block = 0; block < blocks; block++) {
    const source = block * count * width;
    const target = block * (count + 1) * width;
    for (let i = 0; i <= count; i++) {
      const here = source + i * width;
      const at = target + i * width;
      if (i <= s - degree) more.set(control.subarray(here, here + width), at);
      else if (knots[i] >= t) more.set(control.subarray(here - width, here), at);
      else {
        mixRows(more, at, control, here - width, here, width, (t - knots[i]) / (knots[i + degree] - knots[i]));
      }
    }
  }
  const longer = new Float64Array(knots.length + 1);
  longer.set(knots.subarray(0, s + 1));
  longer[s + 1] = t;
  longer.set(knots.subarray(s + 1), s + 2);
  return { control: more, rows: { blocks, count: count + 1, width }, knots: longer, degree };
}

function withFullKnot(spline: Spline, t: number): Spline {
  let full = spline;
  for (let repeats = multiplicityOf(spline.knots, t); repeats < spline.degree; repeats++) full = withKnot(full, t);
  return full;
}

/** Every knot of the range with multiplicity `degree`, its ends too: then each span has its own Bezier control points. */
function withBezierKnots(spline: Spline): Spline {
  const [from, to] = rangeOf(spline);
  const inRange = new Set(spline.knots.filter((knot) => knot >= from && knot <= to));
  return [...inRange].reduce(withFullKnot, spline);
}

/** The nonempty spans of the range: `index` is the knot at which each begins. */
function spans(spline: Spline): { index: number; from: number; to: number }[] {
  const { knots } = spline;
  const [start, end] = rangeOf(spline);
  const found: { index: number; from: number; to: number }[] = [];
  for (let index = 0; index + 1 < knots.length; index++) {
    const [from, to] = [knots[index], knots[index + 1]];
    if (from >= start && to <= end && from < to) found.push({ index, from, to });
  }
  return found;
}

/** The control points of one span, after its knots have full multiplicity. */
function spanControlPoints(spline: Spline, index: number): Float64Array {
  return takeRows(spline.control, spline.rows, index - spline.degree, spline.degree + 1);
}

function splitSpline(spline: Spline, t: number): [Spline, Spline] {
  const full = withFullKnot(spline, t);
  const { control, rows, knots, degree } = full;
  const s = knots.findLastIndex((knot) => knot <= t);
  const [countBelow, countAbove] = [s - degree + 1, rows.count - s + degree];
  const part = (first: number, count: number, partKnots: number[]): Spline => ({
    control: takeRows(control, rows, first, count),
    rows: { ...rows, count },
    knots: Float64Array.from(partKnots),
    degree,
  });
  return [
    part(0, countBelow, [...knots.subarray(0, s + 1), t]),
    part(s - degree, countAbove, [t, ...knots.subarray(s - degree + 1)]),
  ];
}

function reverseSpline(spline: Spline): Spline {
  const { control, rows, knots } = spline;
  const [from, to] = rangeOf(spline);
  const mirrored = knots.map((_, i) => from + (to - knots[knots.length - 1 - i]));
  return { ...spline, control: reverseRows(control, rows), knots: mirrored };
}
