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
import { BOX, type Core, SIZES, VERTICES } from './core.ts';
import { nearest, OF_A, OF_B, reduceSimplex, simplex, vertexNumbers, weights } from './nearest.ts';
import { direction, farthestVertex, point, supportCore } from './support.ts';

/** Verdicts. */
export const APART = 0;
/** Overlapping, or so near to it that no direction can be told. */
export const OVERLAP = 1;
/** Apart, but the bounds did not meet within the limit of steps; they hold all the same. */
export const UNSETTLED = 2;

/** Places in `found`: distance and its bounds [m], unit normal from A to B, point of A, largest |w|, steps, points left. */
export const DISTANCE = 0;
export const LOWER = 1;
export const UPPER = 2;
export const NORMAL = 3;
export const POINT_A = 6;
export const LARGEST = 9;
export const STEPS = 10;
export const COUNT = 11;
/** What the last query found, in A's frame. Point B is point A + distance · normal. */
export const found = new Float64Array(12);

/** Corners of both: a step always brings a new one. Round bodies have no corners, and need more steps the flatter they are. */
const STEP_LIMIT = 64;
const SMOOTH_STEP_LIMIT = 512;
/** Relative gain of a step below which the distance is final, and the same relative to the rounding of w. */
const GAIN = 1e-15;
const FLOOR = 5e-16;
/** |v|² against the largest |w|²: below, the bodies touch. */
const TOUCHING_SQ = 1e-28;
/** Keeps x/|x| at 0 for x = 0. */
const TINY = 1e-300;

/** The largest |w|² of a simplex that was restored: in an array, because numbers a call returns get boxed. */
const restoredLargestSq = new Float64Array(1);

/**
 * Distance of the cores A and B, B placed by `relative` (see `setRelative`). Writes `found`, and leaves the last simplex in
 * `simplex` with its `weights` and `vertexNumbers`. A `cache` with a count above 0 is where the search starts; where it ends is
 * kept there, for bodies with vertices.
 */
// biome-ignore format: one vector per line
export function coreDistance(coreA: Core, coreB: Core, relative: Float64Array, cache: SimplexCache): number {
  const r0 = relative[0], r1 = relative[1], r2 = relative[2];
  const r3 = relative[3], r4 = relative[4], r5 = relative[5];
  const r6 = relative[6], r7 = relative[7], r8 = relative[8];
  const tx = relative[9], ty = relative[10], tz = relative[11];
  const kindA = coreA.kind, kindB = coreB.kind;
  const numbersA = coreA.numbers, numbersB = coreB.numbers;
  const hax = numbersA[SIZES], hay = numbersA[SIZES + 1], haz = numbersA[SIZES + 2];
  const hbx = numbersB[SIZES], hby = numbersB[SIZES + 1], hbz = numbersB[SIZES + 2];
  const limit = kindA <= VERTICES && kindB <= VERTICES ? STEP_LIMIT : SMOOTH_STEP_LIMIT;

  let count = cache.count > 0 ? restoreSimplex(coreA, coreB, relative, cache) : 0;
  let verdict = APART;
  let ia = count > 0 ? vertexNumbers[0] : -1, ib = count > 0 ? vertexNumbers[4] : -1;
  let vx = -tx, vy = -ty, vz = -tz;
  let vv = vx * vx + vy * vy + vz * vz;
  let largestSq = 0, lower = Number.NEGATIVE_INFINITY;
  let steps = 0;
  if (count > 0) {
    vx = nearest[0]; vy = nearest[1]; vz = nearest[2]; vv = nearest[3];
    largestSq = restoredLargestSq[0];
  } else if (!(vv > 0)) {
    vx = 1; vv = 1;
  }

  for (;;) {
    if (count > 0 && !(vv > TOUCHING_SQ * largestSq)) { verdict = OVERLAP; break; }
    // farthest points: of A against v, of B along v
    let ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    if (kindA === BOX) {
      ax = -hax * vx / Math.max(Math.abs(vx), TINY);
      ay = -hay * vy / Math.max(Math.abs(vy), TINY);
      az = -haz * vz / Math.max(Math.abs(vz), TINY);
    } else {
      direction[0] = -vx; direction[1] = -vy; direction[2] = -vz;
      if (kindA === VERTICES) {
        ia = farthestVertex(coreA);
        ax = coreA.vertices[3 * ia]; ay = coreA.vertices[3 * ia + 1]; az = coreA.vertices[3 * ia + 2];
      } else {
        supportCore(coreA);
        ax = point[0]; ay = point[1]; az = point[2];
      }
    }
    const ux = r0 * vx + r3 * vy + r6 * vz, uy = r1 * vx + r4 * vy + r7 * vz, uz = r2 * vx + r5 * vy + r8 * vz;
    if (kindB === BOX) {
      bx = hbx * ux / Math.max(Math.abs(ux), TINY);
      by = hby * uy / Math.max(Math.abs(uy), TINY);
      bz = hbz * uz / Math.max(Math.abs(uz), TINY);
    } else {
      direction[0] = ux; direction[1] = uy; direction[2] = uz;
      if (kindB === VERTICES) {
        ib = farthestVertex(coreB);
        bx = coreB.vertices[3 * ib]; by = coreB.vertices[3 * ib + 1]; bz = coreB.vertices[3 * ib + 2];
      } else {
        supportCore(coreB);
        bx = point[0]; by = point[1]; bz = point[2];
      }
    }
    const wx = ax - (r0 * bx + r1 * by + r2 * bz + tx);
    const wy = ay - (r3 * bx + r4 * by + r5 * bz + ty);
    const wz = az - (r6 * bx + r7 * by + r8 * bz + tz);
    const ww = wx * wx + wy * wy + wz * wz;
    if (ww > largestSq) largestSq = ww;
    steps++;
    simplex[3 * count] = wx; simplex[3 * count + 1] = wy; simplex[3 * count + 2] = wz;
    if (count > 0) {
      const vw = vx * wx + vy * wy + vz * wz;
      const height = vw / Math.sqrt(vv);
      if (height > lower) lower = height;
      if (vv - vw <= GAIN * vv + FLOOR * Math.sqrt(vv * largestSq)) break;
      if (isKnown(count)) break;
      if (steps > limit) { verdict = UNSETTLED; break; }
    }
    simplex[OF_A + 3 * count] = ax; simplex[OF_A + 3 * count + 1] = ay; simplex[OF_A + 3 * count + 2] = az;
    simplex[OF_B + 3 * count] = bx; simplex[OF_B + 3 * count + 1] = by; simplex[OF_B + 3 * count + 2] = bz;
    vertexNumbers[count] = ia; vertexNumbers[4 + count] = ib;
    const first = count === 0;
    count = reduceSimplex(count + 1);
    if (count === 4) { verdict = OVERLAP; break; }
    const before = vv;
    vx = nearest[0]; vy = nearest[1]; vz = nearest[2]; vv = nearest[3];
    // no nearer for all the new point: rounding
    if (!first && !(vv < before)) break;
  }
  // rounding ended the search before a plane was found between the bodies
  if (!(lower > 0)) verdict = OVERLAP;
  found[LARGEST] = Math.sqrt(largestSq);
  found[STEPS] = steps;
  found[COUNT] = count;
  found[LOWER] = lower;
  if (kindA === BOX) numberCorners(OF_A, 0, count);
  if (kindB === BOX) numberCorners(OF_B, 4, count);
  keepSimplex(kindA, kindB, cache, verdict === OVERLAP ? 0 : count);
  if (verdict !== OVERLAP) writeFound(count);
  return verdict;
}

/** Corners of a box are numbered by their signs. Only now: a test for every corner on the way is a guess that often fails. */
function numberCorners(points: number, numbers: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const k = points + 3 * i;
    vertexNumbers[numbers + i] = (simplex[k] < 0 ? 1 : 0) + (simplex[k + 1] < 0 ? 2 : 0) + (simplex[k + 2] < 0 ? 4 : 0);
  }
}

/** Is the point after the last of the simplex one of them? */
function isKnown(count: number): boolean {
  const x = simplex[3 * count];
  const y = simplex[3 * count + 1];
  const z = simplex[3 * count + 2];
  for (let i = 0; i < 3 * count; i += 3) {
    if (simplex[i] === x && simplex[i + 1] === y && simplex[i + 2] === z) return true;
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

/** Up to three pairs of vertices are kept. Round bodies have none. */
function keepSimplex(kindA: number, kindB: number, cache: SimplexCache, count: number): void {
  cache.count = kindA <= VERTICES && kindB <= VERTICES ? count : 0;
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
      simplex[OF_B + 3 * i + c] = c === 0 ? bx : c === 1 ? by : bz;
      lengthSq += w * w;
    }
    if (lengthSq > largestSq) largestSq = lengthSq;
  }
  restoredLargestSq[0] = largestSq;
  return reduceSimplex(count);
}

/** Writes a numbered vertex to `point`. */
function placeVertex(core: Core, vertex: number): boolean {
  const { kind, numbers, vertices } = core;
  if (kind === BOX) {
    point[0] = (vertex & 1) === 0 ? numbers[SIZES] : -numbers[SIZES];
    point[1] = (vertex & 2) === 0 ? numbers[SIZES + 1] : -numbers[SIZES + 1];
    point[2] = (vertex & 4) === 0 ? numbers[SIZES + 2] : -numbers[SIZES + 2];
    return true;
  }
  if (kind !== VERTICES || 3 * vertex >= vertices.length) return false;
  point[0] = vertices[3 * vertex];
  point[1] = vertices[3 * vertex + 1];
  point[2] = vertices[3 * vertex + 2];
  return true;
}
