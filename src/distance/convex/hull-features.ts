/**
 * Distance of two hulls by tracking their closest features (Lin and Canny). In A's frame, a pair of features is a face of the Minkowski
 * difference W = A - B: the point w = a - b of two corners, and up to two edges from there, of A or of B: an edge and a corner,
 * two edges, or a face and a corner. Each step adds the edge at a or b that descends most steeply to the origin, and drops the features
 * whose Voronoi region does not contain the foot point v of the origin. If no edge descends, v is closest: the plane perpendicular to v bounds
 * W, because the bodies are convex and all edges at a and b lead away from the origin.
 */
import { directionCell, type EdgeFans, FAN_UNIT, fanStarts, MAX_EDGES } from '../../shapes/hull.ts';
import type { SimplexCache } from '../simplex-cache.ts';
import { BOUNDING_RADIUS, type Core, VERTICES } from './core.ts';
import {
  COUNT,
  DISTANCE,
  LOWER,
  NORMAL,
  OFF,
  POINT_A,
  STEPS,
  UNCONVERGED,
  UNIQUE_WITNESS,
  UPPER,
} from './gjk-result.ts';
import type { GjkWorkspace } from './gjk-workspace.ts';

/** Past this many steps GJK is faster. */
const STEP_LIMIT = 12;
/** Squared sine of the angle between two edges below which GJK takes over. */
const SHARP_SQ = 1e-4;
/** |v|² relative to the squared size: closer bodies may touch. */
const NEAR_SQ = 1e-20;

/** Slope value of an edge that points directly at the origin. */
const STRAIGHT = 2 ** 19;
/** Upper bound for edges that clearly lead away: 2e-4 of `STRAIGHT`, far above the rounding error of fans; as `steepest` returns it. */
const AWAY = -100 * (MAX_EDGES + 1);
/** No edge. */
const NONE = -1;

/** Search direction of `steepest`. In an array, because number arguments of a call that is not inlined get boxed. */
const searchDirection = new Float64Array(3);
/** The final face of W: w, its edges u and s, the foot point v, parameters of v along the edges. */
const face = new Float64Array(14);

/** Does this core have the adjacency data that the search needs? */
export function hasAdjacency(core: Core): boolean {
  return core.kind === VERTICES && core.edgeFans.length > 0;
}

/**
 * Writes `found` and `vertexNumbers` for two separate hulls with unique witness points. `UNCONVERGED`: use GJK, warm-started from `cache`,
 * which gets the corners of this search if it was empty.
 */
// biome-ignore format: one vector per line
export function hullClosestFeatures(workspace: GjkWorkspace, coreA: Core, coreB: Core, relative: Float64Array, cache: SimplexCache): number {
  const { result } = workspace;
  const va = coreA.vertices, fansA = coreA.edgeFans;
  const vb = coreB.vertices, fansB = coreB.edgeFans;
  const r0 = relative[0], r1 = relative[1], r2 = relative[2];
  const r3 = relative[3], r4 = relative[4], r5 = relative[5];
  const r6 = relative[6], r7 = relative[7], r8 = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  const size = coreA.numbers[BOUNDING_RADIUS] + coreB.numbers[BOUNDING_RADIUS], near = NEAR_SQ * size * size;
  // from the cached corners, else from approximate support points along the line of the centres
  const isCached = cache.count > 0 && 3 * cache.vertexA0 < va.length && 3 * cache.vertexB0 < vb.length;
  const resolutionA = fansA[0], resolutionB = fansB[0];
  const fanStartsA = fanStarts(fansA), fanStartsB = fanStarts(fansB);
  const cellA = directionCell(resolutionA, tx, ty, tz);
  const cellB = directionCell(resolutionB, -(r0 * tx + r3 * ty + r6 * tz), -(r1 * tx + r4 * ty + r7 * tz), -(r2 * tx + r5 * ty + r8 * tz));
  let a = isCached ? cache.vertexA0 : fansA[1 + cellA], b = isCached ? cache.vertexB0 : fansB[1 + cellB];
  // edges u and s: their count, whether of A, and their index in the fan of a or b
  let count = 0, isA1 = false, isA2 = false, edge1 = NONE, edge2 = NONE;
  let ux = 0, uy = 0, uz = 0, sx = 0, sy = 0, sz = 0;
  if (isCached && cache.count > 1) {
    isA1 = cache.vertexA1 !== a;
    edge1 = isA1 ? findEdge(fansA, fanStartsA + a, cache.vertexA1) : findEdge(fansB, fanStartsB + b, cache.vertexB1);
    if (edge1 !== NONE) {
      setEdge(isA1, va, vb, isA1 ? a : b, isA1 ? cache.vertexA1 : cache.vertexB1, relative);
      ux = searchDirection[0]; uy = searchDirection[1]; uz = searchDirection[2];
      count = 1;
    }
    if (count === 1 && cache.count > 2) {
      isA2 = cache.vertexA2 !== a;
      edge2 = isA2 ? findEdge(fansA, fanStartsA + a, cache.vertexA2) : findEdge(fansB, fanStartsB + b, cache.vertexB2);
      if (edge2 !== NONE) {
        setEdge(isA2, va, vb, isA2 ? a : b, isA2 ? cache.vertexA2 : cache.vertexB2, relative);
        sx = searchDirection[0]; sy = searchDirection[1]; sz = searchDirection[2];
        count = 2;
      }
    }
  }

  for (let step = 1; step <= STEP_LIMIT; step++) {
    const ax = va[3 * a], ay = va[3 * a + 1], az = va[3 * a + 2];
    const bx = vb[3 * b], by = vb[3 * b + 1], bz = vb[3 * b + 2];
    const wx = ax - (r0 * bx + r1 * by + r2 * bz + tx);
    const wy = ay - (r3 * bx + r4 * by + r5 * bz + ty);
    const wz = az - (r6 * bx + r7 * by + r8 * bz + tz);
    let vx = wx, vy = wy, vz = wz, fraction1 = 0, fraction2 = 0;
    if (count === 1) {
      const uu = ux * ux + uy * uy + uz * uz;
      fraction1 = -(wx * ux + wy * uy + wz * uz) / uu;
      if (!(fraction1 > 0 && fraction1 < 1)) {
        // at an end of the edge
        if (fraction1 >= 1) { if (isA1) a = fansA[edge1 + 3]; else b = fansB[edge1 + 3]; }
        count = 0; edge1 = NONE;
        continue;
      }
      // u×(w×u)/|u|², see `simplex.ts`
      const mx = wy * uz - wz * uy, my = wz * ux - wx * uz, mz = wx * uy - wy * ux;
      vx = (uy * mz - uz * my) / uu; vy = (uz * mx - ux * mz) / uu; vz = (ux * my - uy * mx) / uu;
    } else if (count === 2) {
      const nx = uy * sz - uz * sy, ny = uz * sx - ux * sz, nz = ux * sy - uy * sx;
      const nn = nx * nx + ny * ny + nz * nz;
      if (!(nn > SHARP_SQ * (ux * ux + uy * uy + uz * uz) * (sx * sx + sy * sy + sz * sz))) break;
      const h = (nx * wx + ny * wy + nz * wz) / nn;
      vx = nx * h; vy = ny * h; vz = nz * h;
      const gx = vx - wx, gy = vy - wy, gz = vz - wz;
      fraction1 = (nx * (gy * sz - gz * sy) + ny * (gz * sx - gx * sz) + nz * (gx * sy - gy * sx)) / nn;
      fraction2 = (nx * (uy * gz - uz * gy) + ny * (uz * gx - ux * gz) + nz * (ux * gy - uy * gx)) / nn;
      // a triangle of one body, or the parallelogram of two edges
      const isFace = isA1 === isA2;
      if (!(fraction1 > 0 && fraction2 > 0 && (isFace ? fraction1 + fraction2 < 1 : fraction1 < 1 && fraction2 < 1))) {
        count = 1;
        if (!(fraction2 > 0)) { edge2 = NONE; continue; }
        if (fraction1 > 0 && isFace) {
          // on the third side of the triangle, from the end of u to that of s
          const from = isA1 ? fansA[edge1 + 3] : fansB[edge1 + 3];
          edge1 = isA1 ? findEdge(fansA, fanStartsA + from, fansA[edge2 + 3]) : findEdge(fansB, fanStartsB + from, fansB[edge2 + 3]);
          edge2 = NONE;
          if (edge1 === NONE) { count = 0; break; }
          if (isA1) a = from; else b = from;
          ux = sx - ux; uy = sy - uy; uz = sz - uz;
          continue;
        }
        if (fraction1 > 0 && fraction2 >= 1) {
          // along u from the end of s
          if (isA2) a = fansA[edge2 + 3]; else b = fansB[edge2 + 3];
          edge2 = NONE;
          continue;
        }
        // along s, from the end of u if the foot point is beyond it
        if (fraction1 > 0) { if (isA1) a = fansA[edge1 + 3]; else b = fansB[edge1 + 3]; }
        ux = sx; uy = sy; uz = sz; isA1 = isA2; edge1 = edge2; edge2 = NONE;
        continue;
      }
    }

    const ox = r0 * vx + r3 * vy + r6 * vz, oy = r1 * vx + r4 * vy + r7 * vz, oz = r2 * vx + r5 * vy + r8 * vz;
    const scale = STRAIGHT / (FAN_UNIT * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz)));
    searchDirection[0] = -vx * scale; searchDirection[1] = -vy * scale; searchDirection[2] = -vz * scale;
    const topA = steepest(fansA, fanStartsA + a, isA1 ? edge1 : NONE, isA2 ? edge2 : NONE);
    searchDirection[0] = ox * scale; searchDirection[1] = oy * scale; searchDirection[2] = oz * scale;
    const topB = steepest(fansB, fanStartsB + b, isA1 ? NONE : edge1, isA2 ? NONE : edge2);
    const onA = topA > topB, top = onA ? topA : topB;
    if (top < AWAY) {
      if (!(vx * vx + vy * vy + vz * vz > near)) break;
      face[0] = wx; face[1] = wy; face[2] = wz; face[3] = ux; face[4] = uy; face[5] = uz; face[6] = sx; face[7] = sy; face[8] = sz;
      face[9] = vx; face[10] = vy; face[11] = vz; face[12] = fraction1; face[13] = fraction2;
      result[POINT_A] = ax; result[POINT_A + 1] = ay; result[POINT_A + 2] = az;
      result[STEPS] = step; result[COUNT] = 1 + count;
      writeWitness(workspace, isA1, isA2);
      nameCorners(workspace, a, b, isA1, count > 0 ? (isA1 ? fansA : fansB)[edge1 + 3] : NONE, isA2, count > 1 ? (isA2 ? fansA : fansB)[edge2 + 3] : NONE);
      return UNIQUE_WITNESS;
    }
    const edge = (onA ? fansA[fanStartsA + a] : fansB[fanStartsB + b]) + 4 * (top & MAX_EDGES);
    let ex = 0, ey = 0, ez = 0;
    if (onA) {
      const j = 3 * fansA[edge + 3];
      ex = va[j] - ax; ey = va[j + 1] - ay; ez = va[j + 2] - az;
    } else {
      const j = 3 * fansB[edge + 3];
      const x = bx - vb[j], y = by - vb[j + 1], z = bz - vb[j + 2];
      ex = r0 * x + r1 * y + r2 * z; ey = r3 * x + r4 * y + r5 * z; ez = r6 * x + r7 * y + r8 * z;
    }
    if (!(ex * vx + ey * vy + ez * vz < 0)) break;
    if (count === 0) {
      ux = ex; uy = ey; uz = ez; isA1 = onA; edge1 = edge;
      count = 1;
      continue;
    }
    if (count === 2) {
      // of three edges, drop u or s, the one with the smaller component of the vector from w to the origin; components times volume squared
      const nx = ey * wz - ez * wy, ny = ez * wx - ex * wz, nz = ex * wy - ey * wx;
      const volume = ux * (sy * ez - sz * ey) + uy * (sz * ex - sx * ez) + uz * (sx * ey - sy * ex);
      const weightU = -(sx * nx + sy * ny + sz * nz) * volume, weightS = (ux * nx + uy * ny + uz * nz) * volume;
      if (weightU < weightS) { ux = sx; uy = sy; uz = sz; isA1 = isA2; edge1 = edge2; }
    }
    sx = ex; sy = ey; sz = ez; isA2 = onA; edge2 = edge;
    count = 2;
  }
  if (isCached) return UNCONVERGED;
  const end = count > 0 ? (isA1 ? fansA : fansB)[edge1 + 3] : NONE;
  cache.count = count > 0 ? 2 : 1;
  cache.vertexA0 = a; cache.vertexA1 = isA1 && count > 0 ? end : a;
  cache.vertexB0 = b; cache.vertexB1 = !isA1 && count > 0 ? end : b;
  return UNCONVERGED;
}

/**
 * Maximum slope of the edges of a fan, except these two, along the search direction, times MAX_EDGES + 1, plus the number of that edge.
 * Integers and branch-free: the branch would mostly be mispredicted.
 */
// biome-ignore format: one vector per line
function steepest(fans: EdgeFans, fan: number, edge1: number, edge2: number): number {
  const x = searchDirection[0], y = searchDirection[1], z = searchDirection[2];
  const start = fans[fan], end = fans[fan + 1];
  let top = -(2 ** 30);
  for (let k = start; k < end; k += 4) {
    const rise = (fans[k] * x + fans[k + 1] * y + fans[k + 2] * z) | 0;
    // an excluded edge is lower than any other
    const key = (rise - ((+(k === edge1) | +(k === edge2)) << 20)) * (MAX_EDGES + 1) + ((k - start) >> 2);
    top ^= (top ^ key) & -(+(top < key));
  }
  return top;
}

/** Writes the edge of A, or of B, between two corners, as it is in W, to `searchDirection`. */
// biome-ignore format: one vector per line
function setEdge(isA: boolean, va: Float64Array, vb: Float64Array, from: number, to: number, relative: Float64Array): void {
  const v = isA ? va : vb, i = 3 * from, j = 3 * to;
  const x = v[j] - v[i], y = v[j + 1] - v[i + 1], z = v[j + 2] - v[i + 2];
  searchDirection[0] = isA ? x : -(relative[0] * x + relative[1] * y + relative[2] * z);
  searchDirection[1] = isA ? y : -(relative[3] * x + relative[4] * y + relative[5] * z);
  searchDirection[2] = isA ? z : -(relative[6] * x + relative[7] * y + relative[8] * z);
}

/** The edge of a fan that leads to `vertex`. */
function findEdge(fans: EdgeFans, fan: number, vertex: number): number {
  const end = fans[fan + 1];
  for (let k = fans[fan]; k < end; k += 4) if (fans[k + 3] === vertex) return k;
  return NONE;
}

/** Distance, bounds, normal and point of A from `face`; corner a is already in the point. */
// biome-ignore format: one vector per line
function writeWitness(workspace: GjkWorkspace, isA1: boolean, isA2: boolean): void {
  const { result } = workspace;
  const wx = face[0], wy = face[1], wz = face[2], ux = face[3], uy = face[4], uz = face[5], sx = face[6], sy = face[7], sz = face[8];
  const vx = face[9], vy = face[10], vz = face[11], fraction1 = face[12], fraction2 = face[13];
  // residual: difference of the points minus v
  const gx = wx + fraction1 * ux + fraction2 * sx - vx, gy = wy + fraction1 * uy + fraction2 * sy - vy, gz = wz + fraction1 * uz + fraction2 * sz - vz;
  const distance = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const alongU = isA1 ? fraction1 : 0, alongS = isA2 ? fraction2 : 0;
  result[DISTANCE] = distance; result[LOWER] = (vx * wx + vy * wy + vz * wz) / distance;
  const off = Math.sqrt(gx * gx + gy * gy + gz * gz);
  result[UPPER] = distance + off; result[OFF] = off;
  result[NORMAL] = -vx / distance; result[NORMAL + 1] = -vy / distance; result[NORMAL + 2] = -vz / distance;
  result[POINT_A] += alongU * ux + alongS * sx; result[POINT_A + 1] += alongU * uy + alongS * sy; result[POINT_A + 2] += alongU * uz + alongS * sz;
}

/** The corners that span the feature around the foot point, in the order of a GJK simplex: a and b, and the ends of edges, `NONE` for none. */
// biome-ignore format: one vector per line
function nameCorners(workspace: GjkWorkspace, a: number, b: number, isA1: boolean, end1: number, isA2: boolean, end2: number): void {
  const { vertexNumbers } = workspace;
  const a1 = isA1 && end1 >= 0 ? end1 : a, b1 = isA1 || end1 < 0 ? b : end1;
  const a2 = isA2 && end2 >= 0 ? end2 : a, b2 = isA2 || end2 < 0 ? b : end2;
  // the far half of a parallelogram
  const isFar = face[12] + face[13] > 1;
  vertexNumbers[0] = isFar ? (isA1 ? a1 : a2) : a; vertexNumbers[1] = a1; vertexNumbers[2] = a2;
  vertexNumbers[4] = isFar ? (isA1 ? b2 : b1) : b; vertexNumbers[5] = b1; vertexNumbers[6] = b2;
}
