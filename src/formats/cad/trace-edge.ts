import type { CadJetPiece, Vector } from './cad-geometry.ts';
import type { NurbsProjection, SurfacePoint } from './nurbs-projection.ts';
import type { SpaceJet } from './surface-parameters.ts';

/** Samples of an edge per knot span, and altogether. */
const SAMPLES = 8;
const MAX_SAMPLES = 256;
/** Derivatives at the ends of a smooth piece are taken this fraction of its half length inside. */
const INWARD = 1e-7;

/** Parameters of a surface along an edge in space. */
export interface TracedEdge {
  readonly t: readonly number[];
  readonly u: readonly number[];
  readonly v: readonly number[];
  /** Weights of errors in u and v, from 0 at a pole to 1: the length of the derivative, as a fraction of the largest. */
  readonly weightU: readonly number[];
  readonly weightV: readonly number[];
}

/** Throws a RangeError for a point off the surface. */
export function checkDistance({ distance }: SurfacePoint, tolerance: number): void {
  if (distance <= tolerance) return;
  throw new RangeError(`an edge lies ${distance.toPrecision(3)} off its surface; expected at most ${tolerance}`);
}

/** Parameters at samples of an edge, from its midpoint to both ends, continuous over seams. */
export function traceEdge(
  { domain, closed, project, refine, evaluate }: NurbsProjection,
  jet: SpaceJet,
  breaks: readonly number[],
  tolerance: number,
): TracedEdge {
  const perSpan = Math.max(1, Math.min(SAMPLES, Math.floor(MAX_SAMPLES / (breaks.length - 1))));
  const t = breaks
    .slice(1)
    .flatMap((to, k) => Array.from({ length: perSpan }, (_, i) => breaks[k] + (i / perSpan) * (to - breaks[k])));
  t.push(breaks[breaks.length - 1]);
  const midpoint = t.length >> 1;
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
  visit(midpoint, -1);
  for (let k = midpoint + 1; k < t.length; k++) visit(k, k - 1);
  for (let k = midpoint - 1; k >= 0; k--) visit(k, k + 1);
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

/** The edge between its knots and the knots of the surface, where its parameters are smooth. */
export function smoothPieces(
  projection: NurbsProjection,
  jet: SpaceJet,
  traced: TracedEdge,
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
    const midpoint = 0.5 * (ends[k] + to);
    return { from: ends[k], to, evaluate: (at) => jetAt(projection, jet, traced, at, midpoint) };
  });
}

function crossingAt(value: (t: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const rises = value(to) > 0;
  for (let k = 0; k < 52; k++) {
    const midpoint = 0.5 * (low + high);
    if (value(midpoint) > 0 === rises) high = midpoint;
    else low = midpoint;
  }
  return 0.5 * (low + high);
}

/** u and v of the projection of a point of a curve near its traced samples. */
function nearest(
  { domain, refine, closed }: NurbsProjection,
  jet: SpaceJet,
  { t, u, v }: TracedEdge,
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

/** u v u' v' u'' v'' of the projection of a curve; derivatives are those on the side of `midpoint`. */
function jetAt(projection: NurbsProjection, jet: SpaceJet, traced: TracedEdge, at: number, midpoint: number): number[] {
  const [u, v] = nearest(projection, jet, traced, at);
  const inside = at + INWARD * (midpoint - at);
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
