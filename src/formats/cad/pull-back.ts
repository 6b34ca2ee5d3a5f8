import type { CadFrame, CadJetPiece, CadSpaceEdge, CadSplineSurface, CadTrim, Vector } from './cad-geometry.ts';
import { createNurbsProjection, type NurbsProjection, type SurfacePoint } from './nurbs-projection.ts';
import { projectCurve } from './project-curve.ts';
import { curveJet, type SpaceJet } from './surface-parameters.ts';

/**
 * Trimming curves from the edges in space of a face, for files that do not have them. On planes the curve is mapped exactly; an edge along a
 * parameter becomes a straight line; all others are projected and fitted.
 */

/** Samples of an edge per knot span, and altogether. */
const SAMPLES = 8;
const MAX_SAMPLES = 256;
/** Of the range of a parameter: an edge along it, and the nearness to an end. */
const ALONG = 1e-8;
/** Derivatives at the ends of a smooth piece are taken this fraction of its half length inside. */
const INWARD = 1e-7;
/** Largest error of a fitted curve, of the range of the parameters. */
const FIT_ERROR = 1e-9;
/** Gap between edges, of the range of the parameters, that shows a wrong side of a seam. */
const MAX_GAP = 1e-4;

interface Traced {
  readonly t: readonly number[];
  readonly u: readonly number[];
  readonly v: readonly number[];
  /** Weights of errors in u and v, from 0 at a pole to 1: the length of the derivative, as a fraction of the largest. */
  readonly weightU: readonly number[];
  readonly weightV: readonly number[];
}

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
  const traced = onSeam(projection, trace(projection, jet, breaks, tolerance), reversed ? -side : side);
  const line = alongParameter(projection, traced);
  if (line) return { curve: line, from: 0, to: 1, reversed };
  checkInside(projection, traced);
  const [u0, u1, v0, v1] = projection.domain;
  const error = FIT_ERROR * Math.min(u1 - u0, v1 - v0);
  const pieces = smoothPieces(projection, jet, traced, breaks);
  return { curve: { kind: 'jet', pieces, error }, from, to, reversed };
}

function checkDistance({ distance }: SurfacePoint, tolerance: number): void {
  if (distance <= tolerance) return;
  throw new RangeError(`an edge lies ${distance.toPrecision(3)} off its surface; expected at most ${tolerance}`);
}

/** Parameters at samples of an edge, from its middle to both ends, continuous over seams. */
function trace(
  { domain, closed, project, refine, evaluate }: NurbsProjection,
  jet: SpaceJet,
  breaks: readonly number[],
  tolerance: number,
): Traced {
  const perSpan = Math.max(1, Math.min(SAMPLES, Math.floor(MAX_SAMPLES / (breaks.length - 1))));
  const t = breaks
    .slice(1)
    .flatMap((to, k) => Array.from({ length: perSpan }, (_, i) => breaks[k] + (i / perSpan) * (to - breaks[k])));
  t.push(breaks[breaks.length - 1]);
  const middle = t.length >> 1;
  const u = new Array<number>(t.length);
  const v = new Array<number>(t.length);
  const periods = [domain[1] - domain[0], domain[3] - domain[2]];
  const near = (x: number, before: number, axis: 0 | 1) =>
    closed[axis] ? x + periods[axis] * Math.round((before - x) / periods[axis]) : x;
  const visit = (k: number, before: number) => {
    const point = jet(t[k])[0];
    const wrap = (x: number, axis: 0 | 1) => {
      const low = domain[2 * axis];
      return closed[axis] ? x - periods[axis] * Math.floor((x - low) / periods[axis]) : x;
    };
    let found = before < 0 ? project(point) : refine(point, wrap(u[before], 0), wrap(v[before], 1));
    if (!(found.distance <= tolerance)) found = project(point);
    checkDistance(found, tolerance);
    u[k] = before < 0 ? found.u : near(found.u, u[before], 0);
    v[k] = before < 0 ? found.v : near(found.v, v[before], 1);
  };
  visit(middle, -1);
  for (let k = middle + 1; k < t.length; k++) visit(k, k - 1);
  for (let k = middle - 1; k >= 0; k--) visit(k, k + 1);
  const lengths = t.map((_, k) => {
    const f = evaluate(Math.min(domain[1], Math.max(domain[0], u[k])), Math.min(domain[3], Math.max(domain[2], v[k])));
    return [3, 6].map((at) => Math.sqrt(f[at] * f[at] + f[at + 1] * f[at + 1] + f[at + 2] * f[at + 2]));
  });
  const weights = ([0, 1] as const).map((axis) => {
    const most = Math.max(...lengths.map((pair) => pair[axis]));
    return lengths.map((pair) => (most > 0 ? pair[axis] / most : 0));
  });
  return { t, u, v, weightU: weights[0], weightV: weights[1] };
}

/** An edge on a seam belongs to the end that has the face on its left (`side` 1) or right (-1). */
function onSeam({ domain, closed }: NurbsProjection, traced: Traced, side: number): Traced {
  const [u0, u1, v0, v1] = domain;
  const { u, v, weightU, weightV } = traced;
  const rise = (values: readonly number[]) => side * (values[values.length - 1] - values[0]);
  const isSeam = (values: readonly number[], weights: readonly number[], low: number, high: number) => {
    const middle = values[values.length >> 1];
    const slack = ALONG * (high - low);
    return isConstant(values, weights, slack) && (Math.abs(middle - low) <= slack || Math.abs(middle - high) <= slack);
  };
  if (closed[0] && isSeam(u, weightU, u0, u1)) return { ...traced, u: u.map(() => (rise(v) > 0 ? u1 : u0)) };
  if (closed[1] && isSeam(v, weightV, v0, v1)) return { ...traced, v: v.map(() => (rise(u) > 0 ? v0 : v1)) };
  return traced;
}

/** Are all values equal, where they matter? */
function isConstant(values: readonly number[], weights: readonly number[], slack: number): boolean {
  const middle = values[values.length >> 1];
  return values.every((value, k) => Math.abs(value - middle) * weights[k] <= slack);
}

/** The straight line of an edge along u or v, with parameter 0 to 1. */
function alongParameter({ domain, surface }: NurbsProjection, traced: Traced): CadTrim['curve'] | null {
  const [u0, u1, v0, v1] = domain;
  const { u, v, weightU, weightV } = traced;
  const isAlongV = isConstant(u, weightU, ALONG * (u1 - u0));
  const isAlongU = isConstant(v, weightV, ALONG * (v1 - v0));
  if (!isAlongU && !isAlongV) return null;
  const last = u.length - 1;
  const snapU = (x: number) => snapTo(surface.knotsU, x, ALONG * (u1 - u0));
  const snapV = (x: number) => snapTo(surface.knotsV, x, ALONG * (v1 - v0));
  const middle = u.length >> 1;
  const a = [snapU(u[isAlongV ? middle : 0]), snapV(v[isAlongU ? middle : 0])] as const;
  const b = [snapU(u[isAlongV ? middle : last]), snapV(v[isAlongU ? middle : last])] as const;
  return { kind: 'line', origin: a, direction: [b[0] - a[0], b[1] - a[1]] };
}

function snapTo(knots: ArrayLike<number>, x: number, slack: number): number {
  for (let k = 0; k < knots.length; k++) if (Math.abs(knots[k] - x) <= slack) return knots[k];
  return x;
}

function checkInside({ domain: [u0, u1, v0, v1] }: NurbsProjection, { u, v }: Traced): void {
  const [slackU, slackV] = [ALONG * (u1 - u0), ALONG * (v1 - v0)];
  const inside =
    u.every((x) => x >= u0 - slackU && x <= u1 + slackU) && v.every((x) => x >= v0 - slackV && x <= v1 + slackV);
  if (!inside) throw new RangeError('an edge crosses the seam of its closed surface');
}

/** The edge between its knots and the knots of the surface, where its parameters are smooth. */
function smoothPieces(
  projection: NurbsProjection,
  jet: SpaceJet,
  traced: Traced,
  breaks: readonly number[],
): CadJetPiece[] {
  const { surface } = projection;
  const { t, u, v } = traced;
  const crossings: number[] = [];
  for (const [values, knots, axis] of [[u, surface.knotsU, 0], [v, surface.knotsV, 1]] as const) {
    for (const knot of new Set(knots)) {
      for (let k = 0; k + 1 < t.length; k++) {
        if ((values[k] - knot) * (values[k + 1] - knot) < 0) {
          crossings.push(crossingAt((at) => nearest(projection, jet, traced, at)[axis] - knot, t[k], t[k + 1]));
        }
      }
    }
  } // biome-ignore format: pairs
  const least = 1e-9 * (breaks[breaks.length - 1] - breaks[0]);
  const ends = [...breaks, ...crossings]
    .sort((a, b) => a - b)
    .filter((end, k, all) => k === 0 || end - all[k - 1] > least);
  ends[ends.length - 1] = breaks[breaks.length - 1];
  return ends.slice(1).map((to, k) => {
    const middle = 0.5 * (ends[k] + to);
    return { from: ends[k], to, evaluate: (at) => jetAt(projection, jet, traced, at, middle) };
  });
}

function crossingAt(value: (t: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const rises = value(to) > 0;
  for (let k = 0; k < 52; k++) {
    const middle = 0.5 * (low + high);
    if (value(middle) > 0 === rises) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}

/** u and v of the projection of a point of a curve near its traced samples. */
function nearest(
  { domain, refine, closed }: NurbsProjection,
  jet: SpaceJet,
  { t, u, v }: Traced,
  at: number,
): readonly number[] {
  let k = 0;
  while (k < t.length - 2 && t[k + 1] <= at) k++;
  const s = (at - t[k]) / (t[k + 1] - t[k]);
  const guess = [u[k] + s * (u[k + 1] - u[k]), v[k] + s * (v[k + 1] - v[k])];
  const [startU, startV] = guess.map((x, axis) => Math.min(domain[2 * axis + 1], Math.max(domain[2 * axis], x)));
  const found = refine(jet(at)[0], startU, startV);
  return [found.u, found.v].map((x, axis) => {
    const period = domain[2 * axis + 1] - domain[2 * axis];
    return closed[axis] ? x + period * Math.round((guess[axis] - x) / period) : x;
  });
}

/** u v u' v' u'' v'' of the projection of a curve; derivatives are those on the side of `middle`. */
function jetAt(projection: NurbsProjection, jet: SpaceJet, traced: Traced, at: number, middle: number): number[] {
  const [u, v] = nearest(projection, jet, traced, at);
  const inside = at + INWARD * (middle - at);
  const [, p1, p2] = jet(inside);
  const [insideU, insideV] = inside === at ? [u, v] : nearest(projection, jet, traced, inside);
  const f = projection.evaluate(insideU, insideV);
  const dot = (a: number, b: number) => f[a] * f[b] + f[a + 1] * f[b + 1] + f[a + 2] * f[b + 2];
  const along = (x: Vector, a: number) => x[0] * f[a] + x[1] * f[a + 1] + x[2] * f[a + 2];
  const [uu, uv, vv] = [dot(3, 3), dot(3, 6), dot(6, 6)];
  const determinant = uu * vv - uv * uv;
  if (!(determinant > 1e-16 * uu * vv)) throw new RangeError('an edge that is not along a parameter ends at a pole');
  // the derivative in the tangent plane
  const solve = (x: Vector) => {
    const [a, b] = [along(x, 3), along(x, 6)];
    return [(vv * a - uv * b) / determinant, (uu * b - uv * a) / determinant];
  };
  const [u1, v1] = solve(p1);
  const bend = [0, 1, 2].map((i) => p2[i] - f[9 + i] * u1 * u1 - 2 * f[12 + i] * u1 * v1 - f[15 + i] * v1 * v1);
  const [u2, v2] = solve(bend as unknown as Vector);
  return [u, v, u1, v1, u2, v2];
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
