/**
 * Distance of two convex cores by GJK (Gilbert, Johnson and Keerthi), with a proof. Everything is seen from A's frame.
 *
 * W = A - B is the set of differences; v is the point of a simplex in W nearest the origin, w = sA(-v) - sB(v) the point of W
 * farthest against v. The plane through w across v has all of W behind it, so
 *
 *   v·w/|v| ≤ distance ≤ |v|,
 *
 * and the search ends when the two meet up to the rounding of w.
 */
import type { SimplexCache } from '../convex/simplex-cache.ts';
import { boxDistance } from './box-distance.ts';
import { BOX, type Core, REACH, VERTICES } from './core.ts';
import {
  APART,
  COUNT,
  DISTANCE,
  found,
  LARGEST,
  LOWER,
  NORMAL,
  OVERLAP,
  POINT_A,
  STEPS,
  UNSETTLED,
  UPPER,
} from './found.ts';
import { nearest, OF_A, reduceSimplex, simplex, vertexNumbers, weights } from './nearest.ts';
import { direction, farthestVertex, placeVertex, point, supportCore } from './support.ts';

/** Corners of both: a step always brings a new one. Round bodies have no corners, and need more steps the flatter they are. */
const STEP_LIMIT = 64;
const SMOOTH_STEP_LIMIT = 512;
/** Relative gain of a step below which the distance is final, and the same relative to the rounding of w, squared. */
const GAIN = 1e-15;
const FLOOR_SQ = 25e-32;
/** |v|² against the largest |w|²: below, the bodies touch. */
const TOUCHING_SQ = 1e-28;
/** How far the second direction is drawn back to the first, in units of the reaches. */
const DAMPING = 0.5;

/** The largest |w|² of a simplex that was restored: in an array, because numbers a call returns get boxed. */
const restoredLargestSq = new Float64Array(1);

/**
 * Distance of the cores A and B, B placed by `relative` (see `setRelative`). Writes `found` and the `vertexNumbers` of the points
 * that are nearest. A `cache` with a count above 0 is where the search starts; where it ends is kept there, for bodies with
 * vertices. If the cores overlap, and are not both boxes, their last simplex is left in `simplex`.
 */
export function coreDistance(coreA: Core, coreB: Core, relative: Float64Array, cache: SimplexCache): number {
  let verdict = UNSETTLED;
  if (coreA.kind === BOX && coreB.kind === BOX) verdict = boxDistance(coreA, coreB, relative, cache);
  if (verdict === UNSETTLED) verdict = searchSimplex(coreA, coreB, relative, cache);
  const hasVertices = coreA.kind <= VERTICES && coreB.kind <= VERTICES;
  keepSimplex(cache, hasVertices && verdict !== OVERLAP ? found[COUNT] | 0 : 0);
  return verdict;
}

// biome-ignore format: one vector per line
function searchSimplex(coreA: Core, coreB: Core, relative: Float64Array, cache: SimplexCache): number {
  const r0 = relative[0], r1 = relative[1], r2 = relative[2];
  const r3 = relative[3], r4 = relative[4], r5 = relative[5];
  const r6 = relative[6], r7 = relative[7], r8 = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  const kindA = coreA.kind, kindB = coreB.kind;
  const verticesA = coreA.vertices, verticesB = coreB.vertices;
  const points = simplex;
  const isPolytope = kindA <= VERTICES && kindB <= VERTICES;
  const limit = isPolytope ? STEP_LIMIT : SMOOTH_STEP_LIMIT;

  let count = cache.count > 0 ? restoreSimplex(coreA, coreB, relative, cache) : 0;
  let verdict = APART;
  let vx = -tx, vy = -ty, vz = -tz;
  let vv = vx * vx + vy * vy + vz * vz;
  let largestSq = 0, height = Number.NEGATIVE_INFINITY, heightOver = 1;
  let steps = 0;
  if (count > 0) {
    vx = nearest[0]; vy = nearest[1]; vz = nearest[2]; vv = nearest[3];
    largestSq = restoredLargestSq[0];
  } else if (!(vv > 0)) {
    vx = 1; vv = 1;
  }
  // near bodies with corners: the first difference of vertices says little about the direction, which the first one drew on all of both
  let damping = isPolytope && count === 0 ? DAMPING * (coreA.numbers[REACH] + coreB.numbers[REACH]) / Math.sqrt(vv) : 0;
  const sx = damping * vx, sy = damping * vy, sz = damping * vz;

  for (;;) {
    if (count > 0 && !(vv > TOUCHING_SQ * largestSq)) { verdict = OVERLAP; break; }
    let dx = vx, dy = vy, dz = vz;
    const isDamped = damping > 0 && count > 0;
    if (isDamped) { dx += sx; dy += sy; dz += sz; damping = 0; }
    // farthest points: of A against d, of B along d
    direction[0] = -dx; direction[1] = -dy; direction[2] = -dz;
    let ax = 0, ay = 0, az = 0, ia = 0;
    if (kindA === VERTICES) {
      ia = farthestVertex(coreA);
      ax = verticesA[3 * ia]; ay = verticesA[3 * ia + 1]; az = verticesA[3 * ia + 2];
    } else {
      ia = supportCore(coreA);
      ax = point[0]; ay = point[1]; az = point[2];
    }
    direction[0] = r0 * dx + r3 * dy + r6 * dz; direction[1] = r1 * dx + r4 * dy + r7 * dz; direction[2] = r2 * dx + r5 * dy + r8 * dz;
    let bx = 0, by = 0, bz = 0, ib = 0;
    if (kindB === VERTICES) {
      ib = farthestVertex(coreB);
      bx = verticesB[3 * ib]; by = verticesB[3 * ib + 1]; bz = verticesB[3 * ib + 2];
    } else {
      ib = supportCore(coreB);
      bx = point[0]; by = point[1]; bz = point[2];
    }
    const wx = ax - (r0 * bx + r1 * by + r2 * bz + tx);
    const wy = ay - (r3 * bx + r4 * by + r5 * bz + ty);
    const wz = az - (r6 * bx + r7 * by + r8 * bz + tz);
    const ww = wx * wx + wy * wy + wz * wz;
    if (ww > largestSq) largestSq = ww;
    steps++;
    const before = vv;
    if (count > 0) {
      const vw = vx * wx + vy * wy + vz * wz;
      const gain = vv - vw - GAIN * vv;
      if (!isDamped) { height = vw; heightOver = vv; }
      if (gain <= 0 || gain * gain <= FLOOR_SQ * vv * largestSq || isKnown(points, count, wx, wy, wz)) {
        if (isDamped) continue;
        break;
      }
      if (steps > limit) { verdict = UNSETTLED; break; }
    }
    const k = 3 * count;
    points[k] = wx; points[k + 1] = wy; points[k + 2] = wz;
    points[OF_A + k] = ax; points[OF_A + k + 1] = ay; points[OF_A + k + 2] = az;
    vertexNumbers[count] = ia; vertexNumbers[4 + count] = ib;
    if (count === 0) {
      count = 1;
      nearest[0] = vx = wx; nearest[1] = vy = wy; nearest[2] = vz = wz; nearest[3] = vv = ww;
      weights[0] = 1;
      continue;
    }
    count = reduceSimplex(count + 1);
    if (count === 4) { verdict = OVERLAP; break; }
    vx = nearest[0]; vy = nearest[1]; vz = nearest[2]; vv = nearest[3];
    // no nearer for all the new point: rounding
    if (!(vv < before)) break;
  }
  const lower = height / Math.sqrt(heightOver);
  // rounding ended the search before a plane was found between the bodies
  if (!(lower > 0)) verdict = OVERLAP;
  found[LARGEST] = Math.sqrt(largestSq);
  found[STEPS] = steps;
  found[COUNT] = count;
  found[LOWER] = lower;
  if (verdict !== OVERLAP) writeFound(count);
  return verdict;
}

/** Is (x, y, z) one of the points of the simplex? */
function isKnown(points: Float64Array, count: number, x: number, y: number, z: number): boolean {
  for (let i = 0; i < 3 * count; i += 3) {
    if (points[i] === x && points[i + 1] === y && points[i + 2] === z) return true;
  }
  return false;
}

/** Distance, normal, point of A, and an upper bound that is the length of a true difference of points. */
// biome-ignore format: one vector per line
function writeFound(count: number): void {
  const distance = Math.sqrt(nearest[3]);
  let px = 0, py = 0, pz = 0, wx = 0, wy = 0, wz = 0;
  for (let i = 0; i < count; i++) {
    const share = weights[i];
    wx += share * simplex[3 * i]; wy += share * simplex[3 * i + 1]; wz += share * simplex[3 * i + 2];
    px += share * simplex[OF_A + 3 * i]; py += share * simplex[OF_A + 3 * i + 1]; pz += share * simplex[OF_A + 3 * i + 2];
  }
  found[DISTANCE] = distance;
  found[UPPER] = Math.sqrt(wx * wx + wy * wy + wz * wz);
  found[NORMAL] = -nearest[0] / distance; found[NORMAL + 1] = -nearest[1] / distance; found[NORMAL + 2] = -nearest[2] / distance;
  found[POINT_A] = px; found[POINT_A + 1] = py; found[POINT_A + 2] = pz;
}

/** Up to three pairs of vertices are kept. */
function keepSimplex(cache: SimplexCache, count: number): void {
  cache.count = count;
  cache.vertexA0 = vertexNumbers[0];
  cache.vertexB0 = vertexNumbers[4];
  cache.vertexA1 = vertexNumbers[1];
  cache.vertexB1 = vertexNumbers[5];
  cache.vertexA2 = vertexNumbers[2];
  cache.vertexB2 = vertexNumbers[6];
}

/** The kept pairs of vertices at their new places. Returns how many points are left, 0 if they do not suit the bodies. */
function restoreSimplex(coreA: Core, coreB: Core, relative: Float64Array, cache: SimplexCache): number {
  const { count } = cache;
  vertexNumbers[0] = cache.vertexA0;
  vertexNumbers[4] = cache.vertexB0;
  vertexNumbers[1] = cache.vertexA1;
  vertexNumbers[5] = cache.vertexB1;
  vertexNumbers[2] = cache.vertexA2;
  vertexNumbers[6] = cache.vertexB2;
  let largestSq = 0;
  for (let i = 0; i < count; i++) {
    if (!placeVertex(coreB, vertexNumbers[4 + i])) return 0;
    const bx = point[0];
    const by = point[1];
    const bz = point[2];
    if (!placeVertex(coreA, vertexNumbers[i])) return 0;
    let lengthSq = 0;
    for (let c = 0; c < 3; c++) {
      const rotated = relative[3 * c] * bx + relative[3 * c + 1] * by + relative[3 * c + 2] * bz;
      const w = point[c] - (rotated + relative[9 + c]);
      simplex[3 * i + c] = w;
      simplex[OF_A + 3 * i + c] = point[c];
      lengthSq += w * w;
    }
    if (lengthSq > largestSq) largestSq = lengthSq;
  }
  restoredLargestSq[0] = largestSq;
  return reduceSimplex(count);
}
