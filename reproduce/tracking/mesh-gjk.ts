import { solveLinear } from '../../src/math/linear-solve.ts';
import { type ReadonlyPose, toWorld } from '../../src/math/pose.ts';
import { createVec3 } from '../../src/math/vec3.ts';
import { createHull } from '../../src/shapes/hull/create-hull.ts';
import type { Hull } from '../../src/shapes/hull.ts';
import { evaluatePatch, PATCH_JET } from '../../src/shapes/nurbs/patch.ts';
import type { TiledBody } from '../../src/shapes/tiled/tiled-body.ts';
import { VERTEX_FLOPS } from './kernel-flops.ts';

/**
 * The alternative without surfaces: GJK on the vertices of an inscribed mesh, in its textbook form, with counters. Support points by a scan of all
 * vertices, or by hill climbing along edges from the last one.
 */

/** Vertices on a grid of every face such that the centres of its cells are within `tolerance` [m] of the surface. */
export function inscribedMesh({ faces }: TiledBody, tolerance: number): Hull {
  const jet = new Float64Array(PATCH_JET);
  // faces share the points of their edges up to the last digits: hill climbing would stop at the twin of a vertex
  const points = new Map<string, number[]>();
  for (const { patch } of faces) {
    const at = (u: number, v: number) => {
      evaluatePatch(jet, patch, u, v);
      return [jet[0], jet[1], jet[2]];
    };
    let n = 2;
    while (sagitta(at, n) > tolerance) n = Math.ceil(1.2 * n);
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n; j++) {
        const point = at(i / n, j / n);
        points.set(point.map((value) => Math.round(1e9 * value) || 0).join(), point);
      }
    }
  }
  return createHull([...points.values()]);
}

/** Largest distance of the centre of a cell to the surface at its centre [m]. */
function sagitta(at: (u: number, v: number) => number[], n: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const corners = [at(i / n, j / n), at((i + 1) / n, j / n), at(i / n, (j + 1) / n), at((i + 1) / n, (j + 1) / n)];
      const center = at((i + 0.5) / n, (j + 0.5) / n);
      const off = center.map((value, k) => value - 0.25 * corners.reduce((sum, corner) => sum + corner[k], 0));
      largest = Math.max(largest, Math.hypot(...off));
    }
  }
  return largest;
}

/** GJK between two meshes, or a mesh and a point, with its memory and its counters. */
export interface MeshGjk {
  readonly a: Hull;
  /** Null: the origin of B. */
  readonly b: Hull | null;
  /** Last support vertices, and the simplex as pairs of vertices. */
  readonly last: [number, number];
  simplex: (readonly [number, number])[];
  /** Vertices visited by hill climbing, iterations, and floating-point operations of all but the support queries. */
  visited: number;
  iterations: number;
  flops: number;
}

export function createMeshGjk(a: Hull, b: Hull | null): MeshGjk {
  return { a, b, last: [0, 0], simplex: [[0, 0]], visited: 0, iterations: 0, flops: 0 };
}

type Vector = readonly [number, number, number];

const dot = (p: Vector, q: Vector) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

function vertexOf(hull: Hull | null, index: number, pose: ReadonlyPose): Vector {
  if (hull === null) return [pose.position.x, pose.position.y, pose.position.z];
  const { vertices: v } = hull;
  const { x, y, z } = toWorld(createVec3(), pose, createVec3(v[3 * index], v[3 * index + 1], v[3 * index + 2]));
  return [x, y, z];
}

/** Index of the vertex farthest along d, by hill climbing. */
function climb(gjk: MeshGjk, hull: Hull | null, pose: ReadonlyPose, d: Vector, start: number): number {
  if (hull === null) return 0;
  const { rotation: r } = pose;
  const own: Vector = [
    r.xx * d[0] + r.yx * d[1] + r.zx * d[2],
    r.xy * d[0] + r.yy * d[1] + r.zy * d[2],
    r.xz * d[0] + r.yz * d[1] + r.zz * d[2],
  ];
  gjk.flops += 15;
  const { vertices: v, neighbours, neighbourStarts } = hull;
  const height = (i: number) => {
    gjk.visited++;
    return own[0] * v[3 * i] + own[1] * v[3 * i + 1] + own[2] * v[3 * i + 2];
  };
  let best = start;
  let top = height(best);
  for (let next = best; ; best = next) {
    for (let k = neighbourStarts[best]; k < neighbourStarts[best + 1]; k++) {
      const value = height(neighbours[k]);
      if (value > top) [top, next] = [value, neighbours[k]];
    }
    if (next === best) return best;
  }
}

/** Relative difference of the bounds at which the search ends. */
const GAP = 1e-12;
const LIMIT = 100;

/** Distance of the meshes at these poses [m]. */
export function meshDistance(gjk: MeshGjk, poseA: ReadonlyPose, poseB: ReadonlyPose): number {
  const difference = ([i, j]: readonly [number, number]): Vector => {
    const [p, q] = [vertexOf(gjk.a, i, poseA), vertexOf(gjk.b, j, poseB)];
    return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  };
  let pairs = gjk.simplex;
  let closest = reduce(gjk, pairs.map(difference));
  for (let k = 0; k < LIMIT; k++) {
    pairs = closest.spanning.map((i) => pairs[i]);
    gjk.iterations++;
    const { point: v } = closest;
    const d: Vector = [-v[0], -v[1], -v[2]];
    const [i, j] = [climb(gjk, gjk.a, poseA, d, gjk.last[0]), climb(gjk, gjk.b, poseB, v, gjk.last[1])];
    gjk.last[0] = i;
    gjk.last[1] = j;
    const w = difference([i, j]);
    // two transformed vertices, their difference, v·w and v·v
    gjk.flops += 2 * 18 + 3 + 10;
    const square = dot(v, v);
    if (square - dot(v, w) <= GAP * square || pairs.some((pair) => pair[0] === i && pair[1] === j)) break;
    pairs = [...pairs, [i, j]];
    closest = reduce(gjk, pairs.map(difference));
  }
  gjk.simplex = pairs;
  return Math.sqrt(dot(closest.point, closest.point));
}

/** The point of a simplex nearest to the origin, and the vertices that span its feature: the best of all sub-simplices with positive weights. */
function reduce(
  gjk: MeshGjk,
  points: readonly Vector[],
): { readonly point: Vector; readonly spanning: readonly number[] } {
  let best: { point: Vector; spanning: number[] } = { point: points[0], spanning: [0] };
  let least = Number.POSITIVE_INFINITY;
  for (let bits = 1; bits < 1 << points.length; bits++) {
    const spanning = points.map((_, i) => i).filter((i) => bits & (1 << i));
    const point = nearestOfSpan(
      gjk,
      spanning.map((i) => points[i]),
    );
    if (point === undefined) continue;
    const square = dot(point, point);
    gjk.flops += VERTEX_FLOPS;
    if (square < least) [best, least] = [{ point, spanning }, square];
  }
  return best;
}

/** Nearest point of the affine hull, if it is inside the simplex. */
function nearestOfSpan(gjk: MeshGjk, [origin, ...others]: readonly Vector[]): Vector | undefined {
  const n = others.length;
  if (n === 0) return origin;
  const edges = others.map((p): Vector => [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]);
  const matrix = Float64Array.from({ length: n * n }, (_, k) => dot(edges[Math.floor(k / n)], edges[k % n]));
  const weights = Float64Array.from(edges, (edge) => -dot(edge, origin));
  // edges, dot products (the matrix is symmetric), elimination, the point
  gjk.flops += 3 * n + 5 * ((n * (n + 1)) / 2 + n) + [0, 1, 9, 28][n] + 6 * n;
  if (!solveLinear(matrix, weights, n, 1)) return undefined;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (weights.some((weight) => !(weight > 0)) || !(sum < 1)) return undefined;
  const point = [0, 1, 2].map((k) => origin[k] + edges.reduce((total, edge, i) => total + weights[i] * edge[k], 0));
  return [point[0], point[1], point[2]];
}
