/**
 * Distance of two convex cores by GJK (Gilbert, Johnson and Keerthi), with a certificate, in A's frame.
 *
 * W = A - B is the Minkowski difference; v is the point of a simplex in W closest to the origin, w = sA(-v) - sB(v) the support
 * point of W in direction -v. The plane through w perpendicular to v has all of W behind it, so
 *
 *   v·w/|v| ≤ distance ≤ |v|,
 *
 * and the search ends when the two bounds agree up to the rounding error of w.
 */
import type { SimplexCache } from '../simplex-cache.ts';
import { boxDistance } from './box-distance.ts';
import { BOUNDING_RADIUS, BOX, type Core, VERTICES } from './core.ts';
import {
  APART,
  COUNT,
  DISTANCE,
  LARGEST,
  LOWER,
  NORMAL,
  OFF,
  OVERLAP,
  POINT_A,
  STEPS,
  UNCONVERGED,
  UPPER,
} from './gjk-result.ts';
import type { GjkWorkspace } from './gjk-workspace.ts';
import { hasAdjacency, hullClosestFeatures } from './hull-features.ts';
import { reduceSimplex } from './simplex.ts';
import { supportCore, supportVertex, writeCorners } from './support.ts';

/** Polytopes: each step adds a new vertex pair. Round bodies have no vertices, and need more steps the flatter they are. */
const STEP_LIMIT = 64;
const SMOOTH_STEP_LIMIT = 512;
/** Maximum number of steps of polytopes without progress. */
const STALLS = 6;
/** Relative gain of a step below which the distance has converged, and the same relative to the rounding error of w, squared. */
const GAIN = 1e-15;
const FLOOR_SQ = 25e-32;
/** |v|² relative to the largest |w|²: below this, the bodies touch. */
const TOUCHING_SQ = 1e-28;
/** Allowed squared residual of v as the weighted sum of points, relative to the largest |w|²: rounding error. Beyond, the weights are corrected. */
const RESIDUAL_SQ = 1e-30;
const WEIGHT_CORRECTIONS = 2;
/** Weight of the first direction in the second one, in units of the bounding radii. */
const DAMPING = 0.5;

/** Direction and point of the last support query. */
const direction = new Float64Array(3);
const point = new Float64Array(3);
/** The largest |w|² of a restored simplex: in an array, because numbers returned by a call may be boxed. */
const restoredLargestSq = new Float64Array(1);

/**
 * Distance of the cores A and B, B at the pose `relative` (see `setRelative`). Writes the result and the `vertexNumbers` of the closest
 * points. A `cache` with a count above 0 warm-starts the search; the final simplex is stored there, for bodies with
 * vertices. If the cores overlap, and are not both boxes, their last simplex is left in the workspace.
 */
export function coreDistance(
  workspace: GjkWorkspace,
  coreA: Core,
  coreB: Core,
  relative: Float64Array,
  cache: SimplexCache,
): number {
  const { result } = workspace;
  let status = UNCONVERGED;
  if (coreA.kind === BOX && coreB.kind === BOX) status = boxDistance(workspace, coreA, coreB, relative, cache);
  if (hasAdjacency(coreA) && hasAdjacency(coreB))
    status = hullClosestFeatures(workspace, coreA, coreB, relative, cache);
  if (status === UNCONVERGED) status = searchSimplex(workspace, coreA, coreB, relative, cache);
  const hasVertices = coreA.kind <= VERTICES && coreB.kind <= VERTICES;
  storeSimplex(workspace, cache, hasVertices && status !== OVERLAP ? result[COUNT] | 0 : 0);
  return status;
}

/**
 * The GJK iteration. Points 1 to 3 of the simplex, and the numbers a and b of the vertices they are differences of, are local
 * variables; they are written to `simplex` and `vertexNumbers` to reduce a triangle or tetrahedron, and at the end.
 */
// biome-ignore format: one vector per line
function searchSimplex(workspace: GjkWorkspace, coreA: Core, coreB: Core, relative: Float64Array, cache: SimplexCache): number {
  const { simplex, vertexNumbers, weights, nearest, result } = workspace;
  const r0 = relative[0], r1 = relative[1], r2 = relative[2];
  const r3 = relative[3], r4 = relative[4], r5 = relative[5];
  const r6 = relative[6], r7 = relative[7], r8 = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  const kindA = coreA.kind, kindB = coreB.kind;
  const isPolytope = kindA <= VERTICES && kindB <= VERTICES;
  const limit = isPolytope ? STEP_LIMIT : SMOOTH_STEP_LIMIT;
  const verticesA = numberVertices(coreA, ownA), verticesB = numberVertices(coreB, ownB);
  const tableA = coreA.startVertices, tableB = coreB.startVertices;

  let count = cache.count > 0 ? restoreSimplex(workspace, verticesA, verticesB, relative, cache) : 0;
  let status = APART;
  let x1 = simplex[0], y1 = simplex[1], z1 = simplex[2], a1 = vertexNumbers[0], b1 = vertexNumbers[4], weight1 = weights[0];
  let x2 = simplex[3], y2 = simplex[4], z2 = simplex[5], a2 = vertexNumbers[1], b2 = vertexNumbers[5], weight2 = weights[1];
  let x3 = simplex[6], y3 = simplex[7], z3 = simplex[8], a3 = vertexNumbers[2], b3 = vertexNumbers[6], weight3 = weights[2];
  let vx = -tx, vy = -ty, vz = -tz;
  let vv = vx * vx + vy * vy + vz * vz;
  let largestSq = 0, height = Number.NEGATIVE_INFINITY, heightOver = 1;
  let steps = 0, stalls = 0, isLast = false;
  const maxStalls = isPolytope ? STALLS : 0;
  if (count > 0) {
    vx = nearest[0]; vy = nearest[1]; vz = nearest[2]; vv = nearest[3];
    largestSq = restoredLargestSq[0];
  } else if (!(vv > 0)) {
    vx = 1; vv = 1;
  }
  // for close bodies the centres give a better direction than the first difference of vertices
  let damping = isPolytope && count === 0 ? DAMPING * (coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS]) / Math.sqrt(vv) : 0;
  const sx = damping * vx, sy = damping * vy, sz = damping * vz;

  for (;;) {
    let dx = vx, dy = vy, dz = vz;
    const isDamped = damping > 0 && count > 0;
    if (isDamped) { dx += sx; dy += sy; dz += sz; damping = 0; }
    // support points: of A in direction -d, of B in direction d
    direction[0] = -dx; direction[1] = -dy; direction[2] = -dz;
    const ia = kindA === VERTICES ? supportVertex(verticesA, tableA, direction) : supportNumbered(coreA, verticesA, count, a1, a2, a3);
    direction[0] = r0 * dx + r3 * dy + r6 * dz; direction[1] = r1 * dx + r4 * dy + r7 * dz; direction[2] = r2 * dx + r5 * dy + r8 * dz;
    const ib = kindB === VERTICES ? supportVertex(verticesB, tableB, direction) : supportNumbered(coreB, verticesB, count, b1, b2, b3);
    const bx = verticesB[3 * ib], by = verticesB[3 * ib + 1], bz = verticesB[3 * ib + 2];
    const wx = verticesA[3 * ia] - (r0 * bx + r1 * by + r2 * bz + tx);
    const wy = verticesA[3 * ia + 1] - (r3 * bx + r4 * by + r5 * bz + ty);
    const wz = verticesA[3 * ia + 2] - (r6 * bx + r7 * by + r8 * bz + tz);
    const ww = wx * wx + wy * wy + wz * wz;
    if (ww > largestSq) largestSq = ww;
    steps++;
    if (count === 0) {
      x1 = wx; y1 = wy; z1 = wz; a1 = ia; b1 = ib; weight1 = 1;
      vx = wx; vy = wy; vz = wz; vv = ww;
      count = 1;
      continue;
    }
    if (!(vv > TOUCHING_SQ * largestSq)) { status = OVERLAP; break; }
    const vw = vx * wx + vy * wy + vz * wz;
    const gain = vv - vw - GAIN * vv;
    if (!isDamped) { height = vw; heightOver = vv; }
    const isKnown = (wx === x1 && wy === y1 && wz === z1) || (count > 1 && wx === x2 && wy === y2 && wz === z2)
      || (count > 2 && wx === x3 && wy === y3 && wz === z3);
    if (isLast || isKnown || gain <= 0 || gain * gain <= FLOOR_SQ * vv * largestSq) {
      if (isDamped) continue;
      break;
    }
    if (steps > limit) { status = UNCONVERGED; break; }
    const before = vv;
    if (count === 1) {
      // the segment between both, see `simplex.ts`
      const ux = x1 - wx, uy = y1 - wy, uz = z1 - wz;
      const uu = ux * ux + uy * uy + uz * uz, t = -(wx * ux + wy * uy + wz * uz);
      if (t > 0) {
        const mx = wy * uz - wz * uy, my = wz * ux - wx * uz, mz = wx * uy - wy * ux;
        vx = (uy * mz - uz * my) / uu; vy = (uz * mx - ux * mz) / uu; vz = (ux * my - uy * mx) / uu;
        vv = vx * vx + vy * vy + vz * vz;
        x2 = wx; y2 = wy; z2 = wz; a2 = ia; b2 = ib;
        weight1 = t / uu; weight2 = 1 - weight1;
        count = 2;
      } else {
        vx = wx; vy = wy; vz = wz; vv = ww;
        x1 = wx; y1 = wy; z1 = wz; a1 = ia; b1 = ib;
      }
    } else {
      const k = 3 * count;
      simplex[0] = x1; simplex[1] = y1; simplex[2] = z1; vertexNumbers[0] = a1; vertexNumbers[4] = b1;
      simplex[3] = x2; simplex[4] = y2; simplex[5] = z2; vertexNumbers[1] = a2; vertexNumbers[5] = b2;
      simplex[6] = x3; simplex[7] = y3; simplex[8] = z3; vertexNumbers[2] = a3; vertexNumbers[6] = b3;
      simplex[k] = wx; simplex[k + 1] = wy; simplex[k + 2] = wz; vertexNumbers[count] = ia; vertexNumbers[4 + count] = ib;
      count = reduceSimplex(workspace, count + 1);
      if (count === 4) { status = OVERLAP; break; }
      vx = nearest[0]; vy = nearest[1]; vz = nearest[2]; vv = nearest[3];
      x1 = simplex[0]; y1 = simplex[1]; z1 = simplex[2]; a1 = vertexNumbers[0]; b1 = vertexNumbers[4]; weight1 = weights[0];
      x2 = simplex[3]; y2 = simplex[4]; z2 = simplex[5]; a2 = vertexNumbers[1]; b2 = vertexNumbers[5]; weight2 = weights[1];
      x3 = simplex[6]; y3 = simplex[7]; z3 = simplex[8]; a3 = vertexNumbers[2]; b3 = vertexNumbers[6]; weight3 = weights[2];
    }
    // a damped direction is no certificate for v, the next one is
    // no progress despite the new point: rounding error, though for nearly parallel faces the direction may still improve; the last step then is
    // the plane perpendicular to the new v
    if (!(vv < before) && !isDamped) { stalls++; isLast = stalls > maxStalls; }
  }
  const lower = height / Math.sqrt(heightOver);
  // rounding ended the search before a separating plane was found
  if (!(lower > 0)) status = OVERLAP;
  result[LARGEST] = Math.sqrt(largestSq); result[STEPS] = steps; result[COUNT] = count; result[LOWER] = lower;
  if (count < 4) {
    simplex[0] = x1; simplex[1] = y1; simplex[2] = z1; vertexNumbers[0] = a1; vertexNumbers[4] = b1;
    simplex[3] = x2; simplex[4] = y2; simplex[5] = z2; vertexNumbers[1] = a2; vertexNumbers[5] = b2;
    simplex[6] = x3; simplex[7] = y3; simplex[8] = z3; vertexNumbers[2] = a3; vertexNumbers[6] = b3;
  }
  if (status === OVERLAP) return status;
  // unused numbers may belong to bodies with more vertices
  if (count < 3) { weight3 = 0; a3 = a1; }
  if (count < 2) { weight2 = 0; a2 = a1; }
  // residual: the difference of the weighted points and v
  let ux = weight1 * x1 + weight2 * x2 + weight3 * x3 - vx, uy = weight1 * y1 + weight2 * y2 + weight3 * y3 - vy, uz = weight1 * z1 + weight2 * z2 + weight3 * z3 - vz;
  if (count > 1 && ux * ux + uy * uy + uz * uz > RESIDUAL_SQ * largestSq) {
    weights[0] = weight1; weights[1] = weight2; weights[2] = weight3;
    residual[0] = ux; residual[1] = uy; residual[2] = uz;
    correctWeights(workspace, count);
    weight1 = weights[0]; weight2 = weights[1]; weight3 = weights[2];
    ux = residual[0]; uy = residual[1]; uz = residual[2];
  }
  const distance = Math.sqrt(vv);
  const off = Math.sqrt(ux * ux + uy * uy + uz * uz);
  result[DISTANCE] = distance; result[UPPER] = distance + off; result[OFF] = off;
  result[NORMAL] = -vx / distance; result[NORMAL + 1] = -vy / distance; result[NORMAL + 2] = -vz / distance;
  for (let c = 0; c < 3; c++) {
    result[POINT_A + c] = weight1 * verticesA[3 * a1 + c] + weight2 * verticesA[3 * a2 + c] + weight3 * verticesA[3 * a3 + c];
  }
  return status;
}

/** Residual of the weights: the weighted sum of points minus v. */
const residual = new Float64Array(3);

/**
 * Barycentric weights of a simplex of two or three points are quotients of small differences where it is a sliver or far off. Distributes the
 * residual again, along the edges from the last point; weights stay non-negative, so that the points stay on their bodies.
 */
// biome-ignore format: one vector per line
function correctWeights(workspace: GjkWorkspace, count: number): void {
  const { simplex, weights } = workspace;
  const k = 3 * (count - 1), last = count - 1;
  const ex = simplex[0] - simplex[k], ey = simplex[1] - simplex[k + 1], ez = simplex[2] - simplex[k + 2];
  let fx = 0, fy = 0, fz = 0, along = 0;
  const ee = ex * ex + ey * ey + ez * ez;
  if (count === 3) {
    fx = simplex[3] - simplex[6]; fy = simplex[4] - simplex[7]; fz = simplex[5] - simplex[8];
    along = (ex * fx + ey * fy + ez * fz) / ee;
    fx -= along * ex; fy -= along * ey; fz -= along * ez;
  }
  const ff = fx * fx + fy * fy + fz * fz;
  for (let round = 0; round < WEIGHT_CORRECTIONS; round++) {
    const mx = residual[0], my = residual[1], mz = residual[2];
    const t = ff > 0 ? -(mx * fx + my * fy + mz * fz) / ff : 0;
    const s = -(mx * ex + my * ey + mz * ez) / ee - along * t;
    const first = Math.max(weights[0] + s, 0), second = count === 3 ? Math.max(weights[1] + t, 0) : 0;
    const rest = Math.max(1 - first - second, 0), all = first + second + rest;
    const weight0 = first / all, weight1 = count === 3 ? second / all : rest / all, weight2 = count === 3 ? rest / all : 0;
    // differences of weights, so that v does not enter: it is small relative to the points
    const d0 = weight0 - weights[0], d1 = count === 3 ? weight1 - weights[1] : 0;
    residual[0] = mx + d0 * ex + d1 * (simplex[3] - simplex[k]);
    residual[1] = my + d0 * ey + d1 * (simplex[4] - simplex[k + 1]);
    residual[2] = mz + d0 * ez + d1 * (simplex[5] - simplex[k + 2]);
    weights[0] = weight0; weights[1] = weight1; if (last === 2) weights[2] = weight2;
  }
}

/** Vertices of cores without a vertex array: corners of a box, or the points of a round body in the simplex. */
const ownA = new Float64Array(24);
const ownB = new Float64Array(24);

function numberVertices(core: Core, own: Float64Array): Float64Array {
  if (core.kind === VERTICES) return core.vertices;
  if (core.kind === BOX) writeCorners(point, core, own);
  return own;
}

/** Support point of a box or a round body, by its number; a new point of a round body takes a free number. */
function supportNumbered(core: Core, own: Float64Array, count: number, i: number, j: number, k: number): number {
  const corner = supportCore(point, core, direction);
  if (core.kind === BOX) return corner;
  let number = 0;
  while ((count > 0 && number === i) || (count > 1 && number === j) || (count > 2 && number === k)) number++;
  own[3 * number] = point[0];
  own[3 * number + 1] = point[1];
  own[3 * number + 2] = point[2];
  return number;
}

/** Stores up to three vertex pairs. */
function storeSimplex(workspace: GjkWorkspace, cache: SimplexCache, count: number): void {
  const { vertexNumbers } = workspace;
  cache.count = count;
  cache.vertexA0 = vertexNumbers[0];
  cache.vertexB0 = vertexNumbers[4];
  cache.vertexA1 = vertexNumbers[1];
  cache.vertexB1 = vertexNumbers[5];
  cache.vertexA2 = vertexNumbers[2];
  cache.vertexB2 = vertexNumbers[6];
}

/** The cached vertex pairs at their new positions. Returns how many points remain, 0 if they do not fit the bodies. */
// biome-ignore format: one vector per line
function restoreSimplex(workspace: GjkWorkspace, verticesA: Float64Array, verticesB: Float64Array, relative: Float64Array, cache: SimplexCache): number {
  const { vertexNumbers, simplex } = workspace;
  const { count } = cache;
  vertexNumbers[0] = cache.vertexA0; vertexNumbers[4] = cache.vertexB0;
  vertexNumbers[1] = cache.vertexA1; vertexNumbers[5] = cache.vertexB1;
  vertexNumbers[2] = cache.vertexA2; vertexNumbers[6] = cache.vertexB2;
  let largestSq = 0;
  for (let i = 0; i < count; i++) {
    const a = 3 * vertexNumbers[i], b = 3 * vertexNumbers[4 + i];
    if (a >= verticesA.length || b >= verticesB.length) return 0;
    const bx = verticesB[b], by = verticesB[b + 1], bz = verticesB[b + 2];
    const x = verticesA[a] - (relative[0] * bx + relative[1] * by + relative[2] * bz + relative[9]);
    const y = verticesA[a + 1] - (relative[3] * bx + relative[4] * by + relative[5] * bz + relative[10]);
    const z = verticesA[a + 2] - (relative[6] * bx + relative[7] * by + relative[8] * bz + relative[11]);
    simplex[3 * i] = x; simplex[3 * i + 1] = y; simplex[3 * i + 2] = z;
    largestSq = Math.max(largestSq, x * x + y * y + z * z);
  }
  restoredLargestSq[0] = largestSq;
  return reduceSimplex(workspace, count);
}
