import { evaluateNurbsSurface } from '../../shapes/nurbs/evaluate-nurbs.ts';
import { createNurbsSurface, type NurbsSurface } from '../../shapes/nurbs/nurbs.ts';
import type { CadSplineSurface, Vector } from './cad-geometry.ts';

/** Points per knot span and direction at which the search for the closest point starts. */
const GRID = 4;
/** Starting points that are tried. */
const SEEDS = 4;
const MAX_STEPS = 40;
const JET = 18;

/** Parameters of a point of a surface, and its distance from the given point. */
export interface SurfacePoint {
  readonly u: number;
  readonly v: number;
  readonly distance: number;
}

/** A NURBS surface of a file, for the projection of points and curves onto it. */
export interface NurbsProjection {
  readonly surface: NurbsSurface;
  /** Low and high u, low and high v. */
  readonly domain: readonly [number, number, number, number];
  /** Does the surface close along u, along v? */
  readonly closed: readonly [boolean, boolean];
  /** Position and derivatives: f at 0, f_u 3, f_v 6, f_uu 9, f_uv 12, f_vv 15. Valid until the next call. */
  evaluate(u: number, v: number): Float64Array;
  /** The closest point of the surface, found by Newton's method from (u, v). */
  refine(point: Vector, u: number, v: number): SurfacePoint;
  /** The closest point of the surface. */
  project(point: Vector): SurfacePoint;
}

export function createNurbsProjection(given: CadSplineSurface): NurbsProjection {
  const { degreeU, degreeV, points, knotsU, knotsV, weights } = given;
  const grid = points.map((row) => row.map((point) => [...point]));
  const surface = createNurbsSurface(degreeU, degreeV, grid, knotsU, knotsV, weights);
  const domain = [knotsU[degreeU], knotsU[points.length], knotsV[degreeV], knotsV[points[0].length]] as const;
  const jet = new Float64Array(JET);
  const evaluate = (u: number, v: number) => evaluateNurbsSurface(jet, surface, u, v);
  const closed = [isClosed(evaluate, domain, 0), isClosed(evaluate, domain, 1)] as const;
  const refine = (point: Vector, u: number, v: number) => newton(evaluate, domain, closed, point, u, v);
  const samplesU = sampleSpans(knotsU, domain[0], domain[1]);
  const samplesV = sampleSpans(knotsV, domain[2], domain[3]);
  const project = (point: Vector): SurfacePoint => {
    const seeds = samplesU
      .flatMap((u) => samplesV.map((v) => ({ u, v, distance: distanceTo(evaluate(u, v), point) })))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, SEEDS);
    return seeds.map(({ u, v }) => refine(point, u, v)).reduce((a, b) => (b.distance < a.distance ? b : a));
  };
  return { surface, domain, closed, evaluate, refine, project };
}

function distanceTo(jet: Float64Array, [x, y, z]: Vector): number {
  const [a, b, c] = [jet[0] - x, jet[1] - y, jet[2] - z];
  return Math.sqrt(a * a + b * b + c * c);
}

function sampleSpans(knots: readonly number[], from: number, to: number): number[] {
  const ends = [...new Set(knots)].filter((t) => t >= from && t <= to).sort((a, b) => a - b);
  return ends.slice(1).flatMap((end, k) => {
    const step = (end - ends[k]) / GRID;
    return Array.from({ length: GRID }, (_, i) => ends[k] + (i + 0.5) * step);
  });
}

/** Do the two ends of a direction coincide, and are they more than a point? */
function isClosed(
  evaluate: (u: number, v: number) => Float64Array,
  [u0, u1, v0, v1]: NurbsProjection['domain'],
  axis: 0 | 1,
): boolean {
  let [gap, size] = [0, 0];
  for (let k = 0; k <= 8; k++) {
    const s = k / 8;
    const at = (end: number): Vector => {
      const jet = axis === 0 ? evaluate(end, v0 + s * (v1 - v0)) : evaluate(u0 + s * (u1 - u0), end);
      return [jet[0], jet[1], jet[2]];
    };
    const [low, high, midpoint] =
      axis === 0 ? [at(u0), at(u1), at(0.5 * (u0 + u1))] : [at(v0), at(v1), at(0.5 * (v0 + v1))];
    const difference = (a: Vector, b: Vector) => Math.max(...a.map((x, i) => Math.abs(x - b[i])));
    gap = Math.max(gap, difference(low, high));
    size = Math.max(size, difference(low, midpoint));
  }
  return gap <= 1e-9 * size;
}

/** Newton's method for the closest point, with the step of Gauss and Newton where the Hessian is not positive. */
function newton(
  evaluate: (u: number, v: number) => Float64Array,
  [u0, u1, v0, v1]: NurbsProjection['domain'],
  [closedU, closedV]: readonly [boolean, boolean],
  point: Vector,
  startU: number,
  startV: number,
): SurfacePoint {
  const into = (x: number, low: number, high: number, closed: boolean) => {
    if (x >= low && x <= high) return x;
    const period = high - low;
    return closed && Number.isFinite(x)
      ? x - period * Math.floor((x - low) / period)
      : Math.min(high, Math.max(low, x));
  };
  let best: SurfacePoint = { u: startU, v: startV, distance: Number.POSITIVE_INFINITY };
  let [u, v] = [startU, startV];
  for (let step = 0; step < MAX_STEPS; step++) {
    const jet = evaluate(u, v);
    const distance = distanceTo(jet, point);
    if (distance < best.distance) best = { u, v, distance };
    const [du, dv] = newtonStep(jet, point);
    const [nextU, nextV] = [into(u + du, u0, u1, closedU), into(v + dv, v0, v1, closedV)];
    const small = Math.abs(nextU - u) <= 1e-15 * (u1 - u0) && Math.abs(nextV - v) <= 1e-15 * (v1 - v0);
    if (small || !Number.isFinite(nextU + nextV)) break;
    [u, v] = [nextU, nextV];
  }
  return best;
}

function newtonStep(jet: Float64Array, point: Vector): readonly [number, number] {
  const d = [0, 1, 2].map((k) => jet[k] - point[k]);
  const dot = (a: number, b: number) => jet[a] * jet[b] + jet[a + 1] * jet[b + 1] + jet[a + 2] * jet[b + 2];
  const along = (a: number) => d[0] * jet[a] + d[1] * jet[a + 1] + d[2] * jet[a + 2];
  const [gu, gv] = [along(3), along(6)];
  let [a, b, c] = [dot(3, 3) + along(9), dot(3, 6) + along(12), dot(6, 6) + along(15)];
  if (!(a > 0 && a * c - b * b > 1e-14 * a * c)) [a, b, c] = [dot(3, 3), dot(3, 6), dot(6, 6)];
  // at a pole one direction has no length: no step along it
  const [flatU, flatV] = [a <= 1e-20 * c, c <= 1e-20 * a];
  if (flatU || flatV) return [flatU ? 0 : -gu / a, flatV ? 0 : -gv / c];
  const determinant = a * c - b * b;
  return [-(c * gu - b * gv) / determinant, -(a * gv - b * gu) / determinant];
}
