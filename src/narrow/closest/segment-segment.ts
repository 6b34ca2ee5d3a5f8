import { crossIsZero } from '../../math/exact-cross.ts';
import { segmentsMeet } from '../../math/orientation.ts';
import { safeScale } from '../../math/scale.ts';
import { createVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';

/** Closest points of segments A and B: A at start + s (end - start), B at start + t (end - start). */
export interface SegmentSegment {
  /** Unsigned [m]. */
  distance: number;
  s: number;
  t: number;
  pointA: Vec3;
  pointB: Vec3;
  /** False when a whole stretch of closest pairs exists; s, t and the points are then its middle. */
  unique: boolean;
  /** The ends of that stretch, the one with the smaller s first; all equal to s, t when unique. */
  firstS: number;
  firstT: number;
  lastS: number;
  lastT: number;
}

export function createSegmentSegment(): SegmentSegment {
  return {
    distance: 0,
    s: 0,
    t: 0,
    pointA: createVec3(),
    pointB: createVec3(),
    unique: true,
    firstS: 0,
    firstT: 0,
    lastS: 0,
    lastT: 0,
  };
}

/** d1, d2 and r = startA - startB of the query, divided by the safe scale: xyz xyz xyz. */
const q = new Float64Array(9);
/** Best candidate so far: s, t, squared distance. */
const best = new Float64Array(3);

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

/**
 * Closest points of two segments in the plane or in space: the minimum of a convex quadratic over the unit square, as the
 * best of five candidates (the free minimum and the four sides), each measured as |r + s d1 - t d2|. No tolerance decides
 * what is parallel: where the free minimum is badly conditioned the sides are as good. [CP13] spec 2.3; the recipe of the
 * slides clamps too late and misses (E2 to E5).
 */
export function closestSegmentSegment(
  out: SegmentSegment,
  startA: ReadonlyVec3,
  endA: ReadonlyVec3,
  startB: ReadonlyVec3,
  endB: ReadonlyVec3,
): SegmentSegment {
  const k = takeDifferences(startA, endA, startB, endB);
  const a = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  const e = q[3] * q[3] + q[4] * q[4] + q[5] * q[5];
  const b = q[0] * q[3] + q[1] * q[4] + q[2] * q[5];
  const c = q[0] * q[6] + q[1] * q[7] + q[2] * q[8];
  const f = q[3] * q[6] + q[4] * q[7] + q[5] * q[8];
  best[2] = Number.POSITIVE_INFINITY;
  tryCandidate(0, e > 0 ? clamp(f / e) : 0);
  tryCandidate(1, e > 0 ? clamp((b + f) / e) : 0);
  tryCandidate(a > 0 ? clamp(-c / a) : 0, 0);
  tryCandidate(a > 0 ? clamp((b - c) / a) : 0, 1);
  const determinant = a * e - b * b;
  if (determinant > 0) {
    const s = (b * f - c * e) / determinant;
    const t = (a * f - b * c) / determinant;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
      const polished = clamp((b * s + f) / e);
      tryCandidate(clamp((b * polished - c) / a), polished);
    }
  }
  out.s = best[0];
  out.t = best[1];
  out.unique = true;
  out.firstS = out.lastS = out.s;
  out.firstT = out.lastT = out.t;
  if (a > 0 && e > 0 && isParallel(startA, endA, startB, endB)) takeStretch(out, a, e, b, c, f);
  out.distance = k * Math.sqrt(best[2]);
  pointAlong(out.pointA, startA, endA, out.s);
  pointAlong(out.pointB, startB, endB, out.t);
  return out;
}

/** The same in the plane (z is ignored), where an exact predicate says whether the segments meet: then the distance is 0. */
export function closestPlanarSegments(
  out: SegmentSegment,
  startA: ReadonlyVec3,
  endA: ReadonlyVec3,
  startB: ReadonlyVec3,
  endB: ReadonlyVec3,
): SegmentSegment {
  closestSegmentSegment(out, startA, endA, startB, endB);
  const k = 1 / safeScale(largestDifference(startA, endA, startB, endB));
  // biome-ignore format: one segment per line
  const meet = segmentsMeet(
    k * startA.x, k * startA.y, k * endA.x, k * endA.y,
    k * startB.x, k * startB.y, k * endB.x, k * endB.y,
  );
  if (meet !== 'apart') out.distance = 0;
  return out;
}

/** One closest pair. */
export interface SegmentSolution {
  s: number;
  t: number;
  pointA: Vec3;
  pointB: Vec3;
}

/** All solutions as a list: one if unique, else the two ends of the solution segment, the smaller s first. */
export function segmentSolutions(
  found: SegmentSegment,
  startA: ReadonlyVec3,
  endA: ReadonlyVec3,
  startB: ReadonlyVec3,
  endB: ReadonlyVec3,
): SegmentSolution[] {
  const at = (s: number, t: number): SegmentSolution => ({
    s,
    t,
    pointA: pointAlong(createVec3(), startA, endA, s),
    pointB: pointAlong(createVec3(), startB, endB, t),
  });
  const first = at(found.firstS, found.firstT);
  return found.unique ? [first] : [first, at(found.lastS, found.lastT)];
}

/** start + t (end - start), and exactly the end for t = 1. */
export function pointAlong(out: Vec3, start: ReadonlyVec3, end: ReadonlyVec3, t: number): Vec3 {
  const from = t === 1 ? end : start;
  const share = t === 1 ? 0 : t;
  out.x = from.x + share * (end.x - start.x);
  out.y = from.y + share * (end.y - start.y);
  out.z = from.z + share * (end.z - start.z);
  return out;
}

function largestDifference(a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3, d: ReadonlyVec3): number {
  return Math.max(
    Math.max(a.x, b.x, c.x, d.x) - Math.min(a.x, b.x, c.x, d.x),
    Math.max(a.y, b.y, c.y, d.y) - Math.min(a.y, b.y, c.y, d.y),
    Math.max(a.z, b.z, c.z, d.z) - Math.min(a.z, b.z, c.z, d.z),
  );
}

/** Fills `q` and returns the scale it was divided by. */
function takeDifferences(startA: ReadonlyVec3, endA: ReadonlyVec3, startB: ReadonlyVec3, endB: ReadonlyVec3): number {
  q[0] = endA.x - startA.x;
  q[1] = endA.y - startA.y;
  q[2] = endA.z - startA.z;
  q[3] = endB.x - startB.x;
  q[4] = endB.y - startB.y;
  q[5] = endB.z - startB.z;
  q[6] = startA.x - startB.x;
  q[7] = startA.y - startB.y;
  q[8] = startA.z - startB.z;
  let size = 0;
  for (let i = 0; i < 9; i++) size = Math.max(size, Math.abs(q[i]));
  const k = safeScale(size);
  if (k !== 1) for (let i = 0; i < 9; i++) q[i] /= k;
  return k;
}

function tryCandidate(s: number, t: number): void {
  const x = q[6] + s * q[0] - t * q[3];
  const y = q[7] + s * q[1] - t * q[4];
  const z = q[8] + s * q[2] - t * q[5];
  const distanceSq = x * x + y * y + z * z;
  if (distanceSq < best[2]) {
    best[0] = s;
    best[1] = t;
    best[2] = distanceSq;
  }
}

/** Is (endA - startA) × (endB - startB) exactly zero, every component? */
function isParallel(startA: ReadonlyVec3, endA: ReadonlyVec3, startB: ReadonlyVec3, endB: ReadonlyVec3): boolean {
  // a quick way out: far more than rounding
  const x = q[1] * q[5] - q[2] * q[4];
  const y = q[2] * q[3] - q[0] * q[5];
  const z = q[0] * q[4] - q[1] * q[3];
  const size = (Math.abs(q[0]) + Math.abs(q[1]) + Math.abs(q[2])) * (Math.abs(q[3]) + Math.abs(q[4]) + Math.abs(q[5]));
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) > 1e-14 * size) return false;
  return (
    crossIsZero(startA.x, startA.y, endA.x, endA.y, startB.x, startB.y, endB.x, endB.y) &&
    crossIsZero(startA.y, startA.z, endA.y, endA.z, startB.y, startB.z, endB.y, endB.z) &&
    crossIsZero(startA.z, startA.x, endA.z, endA.x, startB.z, startB.x, endB.z, endB.x)
  );
}

/**
 * Parallel segments: if their projections on d1 share more than a point, the ends and the middle of the shared stretch. B's
 * start and end stand at -c and b - c along d1 (in units where A goes from 0 to a).
 */
function takeStretch(out: SegmentSegment, a: number, e: number, b: number, c: number, f: number): void {
  const low = b > 0 ? -c : b - c;
  const high = b > 0 ? b - c : -c;
  if (!(low < a && high > 0)) return;
  const firstT = low > 0 ? (b > 0 ? 0 : 1) : clamp(f / e);
  const lastT = high < a ? (b > 0 ? 1 : 0) : clamp((b + f) / e);
  out.unique = false;
  out.firstS = low > 0 ? low / a : 0;
  out.firstT = firstT;
  out.lastS = high < a ? high / a : 1;
  out.lastT = lastT;
  best[2] = Number.POSITIVE_INFINITY;
  tryCandidate(0.5 * (out.firstS + out.lastS), 0.5 * (firstT + lastT));
  out.s = best[0];
  out.t = best[1];
}
