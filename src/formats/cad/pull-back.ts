import type { CadFrame, CadSpaceEdge, CadSplineSurface, CadTrim, Vector } from './cad-geometry.ts';
import { createNurbsProjection, type NurbsProjection } from './nurbs-projection.ts';
import { projectCurve } from './project-curve.ts';
import { curveJet } from './surface-parameters.ts';
import { checkDistance, smoothPieces, type TracedEdge, traceEdge } from './trace-edge.ts';

/**
 * Trimming curves from the edges in space of a face, for files that do not have them. On planes the curve is mapped exactly; an edge along a
 * parameter becomes a straight line; all others are projected and fitted.
 */

/** Of the range of a parameter: an edge along it, and the nearness to an end. */
const ALONG = 1e-8;
/** Largest error of a fitted curve, of the range of the parameters. */
const FIT_ERROR = 1e-9;
/** Gap between edges, of the range of the parameters, that shows a wrong side of a seam. */
const MAX_GAP = 1e-4;

/** Pulls loops back to a surface. `tolerance`: largest distance of an edge from the surface. Throws a RangeError with the reason. */
export function createPullBack(
  given: CadSplineSurface,
  tolerance: number,
): (edges: readonly CadSpaceEdge[]) => readonly CadTrim[] {
  const projection = createNurbsProjection(given);
  const plane = affineFrame(given, projection);
  return (edges) => {
    // most programs have the face on the left of its loops; it matters for edges on seams alone
    const [left, right] = [1, -1].map((side) => () => pullBackLoop(projection, plane, edges, tolerance, side));
    const trims = left();
    return isConnected(projection, trims) ? trims : right();
  };
}

function pullBackLoop(
  projection: NurbsProjection,
  plane: CadFrame | null,
  edges: readonly CadSpaceEdge[],
  tolerance: number,
  side: number,
): CadTrim[] {
  const trims = edges.map((edge) => pullBackEdge(projection, plane, edge, tolerance, side));
  return trims.flatMap((trim, k) => {
    const gap = poleLine(projection, endOf(trim), startOf(trims[(k + 1) % trims.length]), tolerance);
    return gap ? [trim, gap] : [trim];
  });
}

function isConnected({ domain: [u0, u1, v0, v1] }: NurbsProjection, trims: readonly CadTrim[]): boolean {
  return trims.every((trim, k) => {
    const [a, b] = endOf(trim);
    const [c, d] = startOf(trims[(k + 1) % trims.length]);
    // curves on planes have no seam
    return !(Math.max(Math.abs(c - a) / (u1 - u0), Math.abs(d - b) / (v1 - v0)) > MAX_GAP);
  });
}

function pullBackEdge(
  projection: NurbsProjection,
  plane: CadFrame | null,
  { curve, from, to, reversed }: CadSpaceEdge,
  tolerance: number,
  side: number,
): CadTrim {
  const jet = curveJet(curve);
  if (jet === null || !(to > from)) throw new RangeError('an edge in space is not supported');
  const inner = curve.kind === 'spline' ? [...new Set(curve.knots)].filter((t) => t > from && t < to) : [];
  const breaks = [from, ...inner, to];
  if (plane) {
    for (const t of breaks) checkDistance(projection.project(jet(t)[0]), tolerance);
    return { curve: projectCurve(curve, plane), from, to, reversed };
  }
  const traced = onSeam(projection, traceEdge(projection, jet, breaks, tolerance), reversed ? -side : side);
  const line = alongParameter(projection, traced);
  if (line) return { curve: line, from: 0, to: 1, reversed };
  checkInside(projection, traced);
  const [u0, u1, v0, v1] = projection.domain;
  const error = FIT_ERROR * Math.min(u1 - u0, v1 - v0);
  const pieces = smoothPieces(projection, jet, traced, breaks);
  return { curve: { kind: 'jet', pieces, error }, from, to, reversed };
}

/** An edge on a seam belongs to the end that has the face on its left (`side` 1) or right (-1). */
function onSeam({ domain, closed }: NurbsProjection, traced: TracedEdge, side: number): TracedEdge {
  const [u0, u1, v0, v1] = domain;
  const { u, v, weightU, weightV } = traced;
  const rise = (values: readonly number[]) => side * (values[values.length - 1] - values[0]);
  const isSeam = (values: readonly number[], weights: readonly number[], low: number, high: number) => {
    const midpoint = values[values.length >> 1];
    const slack = ALONG * (high - low);
    return (
      isConstant(values, weights, slack) && (Math.abs(midpoint - low) <= slack || Math.abs(midpoint - high) <= slack)
    );
  };
  if (closed[0] && isSeam(u, weightU, u0, u1)) return { ...traced, u: u.map(() => (rise(v) > 0 ? u1 : u0)) };
  if (closed[1] && isSeam(v, weightV, v0, v1)) return { ...traced, v: v.map(() => (rise(u) > 0 ? v0 : v1)) };
  return traced;
}

/** Are all values equal, where they matter? */
function isConstant(values: readonly number[], weights: readonly number[], slack: number): boolean {
  const midpoint = values[values.length >> 1];
  return values.every((value, k) => Math.abs(value - midpoint) * weights[k] <= slack);
}

/** The straight line of an edge along u or v, with parameter 0 to 1. */
function alongParameter({ domain, surface }: NurbsProjection, traced: TracedEdge): CadTrim['curve'] | null {
  const [u0, u1, v0, v1] = domain;
  const { u, v, weightU, weightV } = traced;
  const isAlongV = isConstant(u, weightU, ALONG * (u1 - u0));
  const isAlongU = isConstant(v, weightV, ALONG * (v1 - v0));
  if (!isAlongU && !isAlongV) return null;
  const last = u.length - 1;
  const snapU = (x: number) => snapTo(surface.knotsU, x, ALONG * (u1 - u0));
  const snapV = (x: number) => snapTo(surface.knotsV, x, ALONG * (v1 - v0));
  const midpoint = u.length >> 1;
  const a = [snapU(u[isAlongV ? midpoint : 0]), snapV(v[isAlongU ? midpoint : 0])] as const;
  const b = [snapU(u[isAlongV ? midpoint : last]), snapV(v[isAlongU ? midpoint : last])] as const;
  return { kind: 'line', origin: a, direction: [b[0] - a[0], b[1] - a[1]] };
}

function snapTo(knots: ArrayLike<number>, x: number, slack: number): number {
  for (let k = 0; k < knots.length; k++) if (Math.abs(knots[k] - x) <= slack) return knots[k];
  return x;
}

function checkInside({ domain: [u0, u1, v0, v1] }: NurbsProjection, { u, v }: TracedEdge): void {
  const [slackU, slackV] = [ALONG * (u1 - u0), ALONG * (v1 - v0)];
  const inside =
    u.every((x) => x >= u0 - slackU && x <= u1 + slackU) && v.every((x) => x >= v0 - slackV && x <= v1 + slackV);
  if (!inside) throw new RangeError('an edge crosses the seam of its closed surface');
}

/** The frame of a parallelogram: parameters are linear in the position. */
function affineFrame(
  { degreeU, degreeV, points, weights }: CadSplineSurface,
  { domain }: NurbsProjection,
): CadFrame | null {
  if (degreeU !== 1 || degreeV !== 1 || points.length !== 2 || points[0].length !== 2) return null;
  const [[a, b], [c, d]] = points;
  const size = Math.max(...[0, 1, 2].map((k) => Math.abs(d[k] - a[k]) + Math.abs(c[k] - b[k])));
  const isFlat = [0, 1, 2].every((k) => Math.abs(a[k] - b[k] - c[k] + d[k]) <= 1e-14 * size);
  if (!isFlat || new Set(weights.flat()).size > 1) return null;
  const [u0, u1, v0, v1] = domain;
  const x = c.map((value, k) => (value - a[k]) / (u1 - u0));
  const y = b.map((value, k) => (value - a[k]) / (v1 - v0));
  const dot = (p: readonly number[], q: readonly number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const [xx, xy, yy] = [dot(x, x), dot(x, y), dot(y, y)];
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-20 * xx * yy)) return null;
  const dual = (p: readonly number[], q: readonly number[], pp: number, qq: number) =>
    p.map((value, k) => (qq * value - pp * q[k]) / determinant) as unknown as Vector;
  const origin = a.map((value, k) => value - u0 * x[k] - v0 * y[k]) as unknown as Vector;
  return { origin, x: dual(x, y, xy, yy), y: dual(y, x, xy, xx), z: [0, 0, 0] };
}

function pointOf({ curve, from, to }: CadTrim, atEnd: boolean): readonly [number, number] {
  const t = atEnd ? to : from;
  if (curve.kind === 'line')
    return [curve.origin[0] + t * curve.direction[0], curve.origin[1] + t * curve.direction[1]];
  const piece = curve.kind === 'jet' ? curve.pieces.at(atEnd ? -1 : 0) : undefined;
  if (piece === undefined) return [Number.NaN, Number.NaN];
  const [u, v] = piece.evaluate(t);
  return [u, v];
}

const startOf = (trim: CadTrim) => pointOf(trim, trim.reversed);
const endOf = (trim: CadTrim) => pointOf(trim, !trim.reversed);

/** The line along a pole between two edges that meet there. */
function poleLine(
  { domain: [u0, u1, v0, v1], evaluate }: NurbsProjection,
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
  tolerance: number,
): CadTrim | null {
  const gap = Math.max(Math.abs(c - a) / (u1 - u0), Math.abs(d - b) / (v1 - v0));
  if (!(gap > 1e-6)) return null;
  const points = [0, 0.25, 0.5, 0.75, 1].map((s) => [...evaluate(a + s * (c - a), b + s * (d - b)).subarray(0, 3)]);
  const isPoint = points.every((p) => p.every((x, k) => Math.abs(x - points[0][k]) <= tolerance));
  if (!isPoint) return null;
  return { curve: { kind: 'line', origin: [a, b], direction: [c - a, d - b] }, from: 0, to: 1, reversed: false };
}
