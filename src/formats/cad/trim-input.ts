import { cos, sin } from '../../math/trig.ts';
import type { TrimCurveInput } from '../../shapes/brep/trim-loops.ts';
import { MAX_TRIM_DEGREE } from '../../shapes/brep/winding-number.ts';
import { arcControlPoints } from '../../shapes/nurbs/arc.ts';
import type { BezierCurve } from '../../shapes/nurbs/bezier.ts';
import { evaluateNurbsCurve } from '../../shapes/nurbs/evaluate-nurbs.ts';
import { createNurbsCurve, type NurbsCurve } from '../../shapes/nurbs/nurbs.ts';
import { decomposeCurve } from '../../shapes/nurbs/refine-nurbs.ts';
import { subCurve } from '../../shapes/nurbs/subdivide.ts';
import { type AxisMap, mapParameter } from './axis-map.ts';
import type { CadCurve2, CadCurve3, CadSpline, CadSurface, CadTrim, Pair } from './cad-geometry.ts';
import { curveJet, type ParameterJet, parameterJet } from './surface-parameters.ts';

/** The trimming curves of a file in the parameters of the NURBS surface. */

/** Largest error of a fitted curve, in parameters of the NURBS surface: a quarter turn is 1. Splines of files are less accurate. */
const FIT_ERROR = 1e-11;
const SPLINE_ERROR = 1e-9;
/** Shorter trimming curves are left out. */
const SHORTEST = 1e-12;
/** Exact parameters this far [rad] from those of the file belong to another point. */
const NEAR = 1e-3;
/** An edge whose parameter changes by less than this [rad] runs along u or v. */
const CONSTANT = 1e-9;
const MAX_DEPTH = 18;
/** Halvings of a curve in space that is projected to a surface; one that is not smooth is rejected then. */
const JET_DEPTH = 8;

/** One trimming curve as Bezier curves, in the direction of its loop; `exact` is false if they were fitted. */
export interface TrimInput {
  readonly curves: readonly TrimCurveInput[];
  readonly exact: boolean;
}

export function trimInput(trim: CadTrim, surface: CadSurface, mapU: AxisMap, mapV: AxisMap): TrimInput {
  const { reversed } = trim;
  const converted = convert(trim, surface, mapU, mapV);
  const { exact } = converted;
  // pieces without length, as at poles, have no direction
  const curves = converted.curves.filter(({ points: [[u, v], ...rest] }) =>
    rest.some(([x, y]) => Math.abs(x - u) + Math.abs(y - v) > SHORTEST),
  );
  if (!reversed) return { curves, exact };
  const flipped = curves.map(({ degree, points, weights }) => ({
    degree,
    points: points.toReversed(),
    ...(weights && { weights: weights.toReversed() }),
  }));
  return { curves: flipped.toReversed(), exact };
}

function convert({ curve, from, to, space }: CadTrim, surface: CadSurface, mapU: AxisMap, mapV: AxisMap): TrimInput {
  const same = mapU.kind === 'same' && mapV.kind === 'same';
  switch (curve.kind) {
    case 'line': {
      const {
        origin: [u, v],
        direction: [du, dv],
      } = curve;
      const isIso = du === 0 || dv === 0 || Math.abs(du) < 1e-15 || Math.abs(dv) < 1e-15;
      if (!same && !isIso) break;
      const end = (t: number) => [mapParameter(mapU, u + t * du)[0], mapParameter(mapV, v + t * dv)[0]];
      return { curves: [{ degree: 1, points: straight(end(from), end(to), du, dv) }], exact: true };
    }
    case 'conic':
      if (same) return { curves: arcs(curve.center, curve.x, curve.y, from, to), exact: true };
      break;
    case 'spline':
      if (same) return { curves: splinePieces(curve, from, to), exact: true };
      break;
    case 'jet':
      return {
        curves: curve.pieces.flatMap((piece) =>
          fitCurve(piece.evaluate, [piece.from, piece.to], mapU, mapV, curve.error, JET_DEPTH),
        ),
        exact: false,
      };
    case 'other':
      throw new RangeError(`a trimming curve is a ${curve.name}, which is not supported`);
  }
  const given = evaluator(curve);
  const exact = space && exactParameters(surface, space, given);
  const iso = exact && alongAxis(exact, from, to, mapU, mapV);
  if (iso) return { curves: [{ degree: 1, points: iso }], exact: true };
  // exact parameters end at poles: the curve of the file is used there
  const usable = exact && [0, 0.01, 0.25, 0.5, 0.75, 0.99, 1].every((s) => exact(from + s * (to - from)) !== null);
  const evaluate: Evaluator = usable ? (t) => exact(t) ?? given(t) : given;
  const error = usable && space.kind !== 'spline' ? FIT_ERROR : SPLINE_ERROR;
  return { curves: fitCurve(evaluate, breaksOf(usable ? space : curve, from, to), mapU, mapV, error), exact: false };
}

/** Parameters of an edge in space on the branch of the trimming curve of the file. */
function exactParameters(
  surface: CadSurface,
  space: CadCurve3,
  given: Evaluator,
): ((t: number) => ParameterJet) | undefined {
  const jet = curveJet(space);
  if (jet === null) return undefined;
  const turn = 2 * Math.PI;
  return (t) => {
    const found = parameterJet(surface, jet(t));
    if (found === null) return null;
    const near = given(t);
    const u = found[0] + turn * Math.round((near[0] - found[0]) / turn);
    if (Math.abs(u - near[0]) > NEAR) return null;
    const v = surface.kind === 'torus' ? found[1] + turn * Math.round((near[1] - found[1]) / turn) : found[1];
    const slack = surface.kind === 'sphere' || surface.kind === 'torus' ? NEAR : NEAR * Math.max(1, Math.abs(v));
    return Math.abs(v - near[1]) > slack ? null : [u, v, ...found.slice(2)];
  };
}

/** The ends of an edge along u or v, null for other edges. */
function alongAxis(
  exact: (t: number) => ParameterJet,
  from: number,
  to: number,
  mapU: AxisMap,
  mapV: AxisMap,
): number[][] | null {
  const samples = [0, 0.13, 0.37, 0.5, 0.71, 0.88, 1].map((s) => exact(from + s * (to - from)));
  const known = samples.filter((sample) => sample !== null);
  const midpoint = samples[3];
  // one end may be a pole, which has no longitude
  if (known.length < samples.length - 1 || midpoint === null) return null;
  const isConstant = (k: number) =>
    known.every(
      (sample) =>
        Math.abs(sample[k] - midpoint[k]) <=
        CONSTANT * (k === 1 && mapV.kind === 'same' ? Math.max(1, Math.abs(midpoint[1])) : 1),
    );
  const end = (k: 0 | 6): readonly number[] | null => samples[k];
  const [first, last] = [end(0), end(6)];
  if (isConstant(1) && first && last) {
    const v = mapParameter(mapV, midpoint[1])[0];
    return [first, last].map(([u]) => [mapParameter(mapU, u)[0], v]);
  }
  if (!isConstant(0) || (mapV.kind === 'same' && !(first && last))) return null;
  const u = mapParameter(mapU, midpoint[0])[0];
  // a pole is at a quarter turn, on the side of the other end
  const latitude = (sample: readonly number[] | null) => sample?.[1] ?? (midpoint[1] > 0 ? 0.5 : -0.5) * Math.PI;
  return [first, last].map((sample) => [u, mapParameter(mapV, latitude(sample))[0]]);
}

/** Both ends of a line along u or v get the same constant parameter. */
function straight(a: number[], b: number[], du: number, dv: number): number[][] {
  if (Math.abs(du) < 1e-15) return [a, [a[0], b[1]]];
  if (Math.abs(dv) < 1e-15) return [a, [b[0], a[1]]];
  return [a, b];
}

/** An arc of a circle or ellipse as rational quadratics of at most a quarter turn. */
function arcs(center: Pair, x: Pair, y: Pair, from: number, to: number): TrimCurveInput[] {
  const count = Math.max(1, Math.ceil((to - from) / (0.5 * Math.PI) - 1e-9));
  return Array.from({ length: count }, (_, k) => {
    const span = [from + ((to - from) * k) / count, from + ((to - from) * (k + 1)) / count] as const;
    const control = arcControlPoints(span);
    return {
      degree: 2,
      points: control.map(({ c, s, w }) => [0, 1].map((i) => center[i] + (c * x[i] + s * y[i]) / w)),
      weights: control.map(({ w }) => w),
    };
  });
}

function splineCurve({ degree, points, weights, knots }: CadSpline<Pair>): NurbsCurve {
  return createNurbsCurve(degree, points.map(([u, v]) => [u, v]), knots, weights, 'trimming curve', MAX_TRIM_DEGREE, false); // biome-ignore format: one call
}

function splinePieces(spline: CadSpline<Pair>, from: number, to: number): TrimCurveInput[] {
  const short = 1e-9 * (to - from);
  return decomposeCurve(splineCurve(spline)).flatMap((piece) => {
    const [low, high] = [Math.max(from, piece.from), Math.min(to, piece.to)];
    if (high - low <= short) return [];
    const length = piece.to - piece.from;
    const cut = (t: number) => Math.min(1, Math.max(0, (t - piece.from) / length));
    const [a, b] = [low - piece.from <= short ? 0 : cut(low), piece.to - high <= short ? 1 : cut(high)];
    return [bezierInput(a === 0 && b === 1 ? piece.curve : subCurve(piece.curve, a, b))];
  });
}

function bezierInput({ degree, control }: BezierCurve): TrimCurveInput {
  const points: number[][] = [];
  const weights: number[] = [];
  for (let at = 0; at < control.length; at += 4) {
    points.push([control[at] / control[at + 3], control[at + 1] / control[at + 3]]);
    weights.push(control[at + 3]);
  }
  return { degree, points, weights };
}

/** Point, first and second derivative at t: u v u' v' u'' v''. */
type Evaluator = (t: number) => readonly number[];

function evaluator(curve: Exclude<CadCurve2, { kind: 'other' | 'jet' }>): Evaluator {
  switch (curve.kind) {
    case 'line': {
      const {
        origin: [u, v],
        direction: [du, dv],
      } = curve;
      return (t) => [u + t * du, v + t * dv, du, dv, 0, 0];
    }
    case 'conic': {
      const { center, x, y } = curve;
      return (t) => {
        const [c, s] = [cos(t), sin(t)];
        const value = [0, 1].map((i) => c * x[i] + s * y[i]);
        const slope = [0, 1].map((i) => c * y[i] - s * x[i]);
        return [center[0] + value[0], center[1] + value[1], slope[0], slope[1], -value[0], -value[1]];
      };
    }
    case 'spline': {
      const nurbs = splineCurve(curve);
      const jet = new Float64Array(9);
      return (t) => {
        evaluateNurbsCurve(jet, nurbs, t);
        return [jet[0], jet[1], jet[3], jet[4], jet[6], jet[7]];
      };
    }
  }
}

/** Ends and inner knots of a curve. */
function breaksOf(curve: CadCurve2 | CadCurve3, from: number, to: number): number[] {
  const inner = curve.kind === 'spline' ? [...new Set(curve.knots)].filter((t) => t > from && t < to) : [];
  return [from, ...inner, to];
}

/** Quintic Bezier curves with the points, tangents and curvatures of the mapped curve at their ends, halved until they fit. */
function fitCurve(
  evaluate: Evaluator,
  breaks: readonly number[],
  mapU: AxisMap,
  mapV: AxisMap,
  error: number,
  maxDepth = MAX_DEPTH,
): TrimCurveInput[] {
  const mapped = (t: number): number[] => {
    const [u, v, u1, v1, u2, v2] = evaluate(t);
    const [x, dx, ddx] = mapParameter(mapU, u);
    const [y, dy, ddy] = mapParameter(mapV, v);
    return [x, y, dx * u1, dy * v1, ddx * u1 * u1 + dx * u2, ddy * v1 * v1 + dy * v2];
  };
  const fitted = (a: number, b: number, depth: number): TrimCurveInput[] => {
    const [p, q] = [mapped(a), mapped(b)];
    const h = b - a;
    const points = [0, 1, 2, 3, 4, 5].map((i) => {
      const end = i < 3 ? p : q;
      const k = i < 3 ? i : 5 - i;
      const sign = i < 3 ? 1 : -1;
      return [0, 1].map((c) => {
        const slope = (sign * h * end[2 + c]) / 5;
        const bend = (h * h * end[4 + c]) / 20;
        return end[c] + (k === 0 ? 0 : k === 1 ? slope : 2 * slope + bend);
      });
    });
    const off = Math.max(...[0.25, 0.5, 0.75].map((s) => errorAt(points, s, mapped(a + s * h))));
    if (!(off <= error) && depth === JET_DEPTH && maxDepth === JET_DEPTH) {
      throw new RangeError(
        `an edge on the surface is not smooth: it cannot be fitted within ${error} of its parameters`,
      );
    }
    if (off <= error || depth === maxDepth) return [{ degree: 5, points }];
    const midpoint = a + 0.5 * h;
    return [...fitted(a, midpoint, depth + 1), ...fitted(midpoint, b, depth + 1)];
  };
  return breaks.slice(1).flatMap((to, k) => fitted(breaks[k], to, 0));
}

function errorAt(points: readonly (readonly number[])[], s: number, wanted: readonly number[]): number {
  let row = points.map(([x, y]) => [x, y]);
  while (row.length > 1) row = row.slice(1).map((p, i) => [0, 1].map((c) => (1 - s) * row[i][c] + s * p[c]));
  return Math.max(Math.abs(row[0][0] - wanted[0]), Math.abs(row[0][1] - wanted[1]));
}
