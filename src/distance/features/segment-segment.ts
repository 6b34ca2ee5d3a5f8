import { areParallel } from '../../math/exact-parallel.ts';
import { segmentsIntersect } from '../../math/orientation.ts';
import { safeScale } from '../../math/scale.ts';
import { createVec3, type ReadonlyVec3, type Vec3 } from '../../math/vec3.ts';

/** Closest points of segments A and B: A at start + s (end - start), B at start + t (end - start). */
export interface SegmentSegment {
  /** Unsigned [m]. */
  distance: number;
  /** Parameter on A: 0 at its start, 1 at its end. */
  s: number;
  /** Parameter on B: 0 at its start, 1 at its end. */
  t: number;
  /** Closest point on A [m]. */
  pointA: Vec3;
  /** Closest point on B [m]. */
  pointB: Vec3;
  /** False when an interval of closest pairs exists; s, t and the points are then its midpoint. */
  unique: boolean;
  /** Parameter on A of the end of that interval with the smaller s; equal to s when unique. */
  firstS: number;
  /** Parameter on B of that end; equal to t when unique. */
  firstT: number;
  /** Parameter on A of the other end; equal to s when unique. */
  lastS: number;
  /** Parameter on B of the other end; equal to t when unique. */
  lastT: number;
}

/** A new result of `closestSegmentSegment` and `closestPlanarSegments`, which may be used again. */
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

/** [m²] d1² + d2² + r² between these: lengths of the query need no scaling, see `safeScale`. */
const SMALLEST = 1e-139;
const LARGEST = 1e139;
/** sin² of an angle between the lines at which the free minimum is well conditioned. */
const OBLIQUE = 1e-4;
/** The same for a minimum inside both segments, where the rounding error of the parameters exceeds that of the distance. */
const WELL_CONDITIONED = 1e-3;
/** The same relative to the size of the query: together they bound the rounding error of a free parameter by 1e-7. */
const BALANCED = 1e-8;
/** A parameter this close to 0 or 1 may belong to either side of the bound: above its rounding error. */
const BORDER = 1e-6;
/** A gap above this fraction of the lengths is not a rounding error: nearly parallel crossing lines may be measured 1e-8 apart. */
const GAP = 1e-6;

/**
 * Closest points of two segments in 2-D or 3-D: the minimum of a convex quadratic over the unit square, as the best of
 * five candidates (the free minimum and the four sides), each measured as |r + s d1 - t d2|. No parallelism tolerance
 * is needed: where the free minimum is ill-conditioned the sides are as good. [CP13-2.3]; the method of the slides
 * clamps too late and misses (E2 to E5). Most pairs are decided without comparing all candidates.
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { closestSegmentSegment, createSegmentSegment } from 'appulse/kernels';
 *
 * const out = createSegmentSegment();
 * const { distance, s, t, unique } = closestSegmentSegment(out, vec3(0), vec3(2), vec3(1, 1, -1), vec3(1, 1, 1));
 * console.log(distance, s, t, unique); // 1 0.5 0.5 true
 * ```
 */
export function closestSegmentSegment(
  out: SegmentSegment,
  startA: ReadonlyVec3,
  endA: ReadonlyVec3,
  startB: ReadonlyVec3,
  endB: ReadonlyVec3,
): SegmentSegment {
  if (tryPlainPair(out, startA, endA, startB, endB) === UNCLEAR) bestOfFive(out, startA, endA, startB, endB);
  return out;
}

/**
 * `closestSegmentSegment` in 2-D (z is ignored), where an exact predicate decides whether the segments intersect: then
 * the distance is 0.
 */
export function closestPlanarSegments(
  out: SegmentSegment,
  startA: ReadonlyVec3,
  endA: ReadonlyVec3,
  startB: ReadonlyVec3,
  endB: ReadonlyVec3,
): SegmentSegment {
  const relation = tryPlainPair(out, startA, endA, startB, endB);
  if (relation === CROSSING) out.distance = 0;
  else if (relation !== APART) decidePlanarPair(out, startA, endA, startB, endB);
  return out;
}

/** Relation of a pair in one plane z = const: it crosses inside both segments, or does not intersect. */
const CROSSING = 3;
const APART = 2;
/** Not in such a plane; the closest points are found. */
const SPATIAL = 1;
/** No result. */
const UNCLEAR = 0;

/**
 * Textbook method: the free minimum over the lines, s clamped, t for that s, and if t is clamped, s again. It
 * finds the best of the five candidates where the lines are at a sufficient angle and neither parameter is near a bound. Otherwise it
 * writes nothing and returns `UNCLEAR`.
 */
// biome-ignore format: one vector per line
function tryPlainPair(
  out: SegmentSegment, startA: ReadonlyVec3, endA: ReadonlyVec3, startB: ReadonlyVec3, endB: ReadonlyVec3,
): number {
  const px = startA.x, py = startA.y, pz = startA.z;
  const qx = startB.x, qy = startB.y, qz = startB.z;
  const ux = endA.x - px, uy = endA.y - py, uz = endA.z - pz;
  const vx = endB.x - qx, vy = endB.y - qy, vz = endB.z - qz;
  const rx = px - qx, ry = py - qy, rz = pz - qz;
  const a = ux * ux + uy * uy + uz * uz;
  const e = vx * vx + vy * vy + vz * vz;
  const b = ux * vx + uy * vy + uz * vz;
  const c = ux * rx + uy * ry + uz * rz;
  const f = vx * rx + vy * ry + vz * rz;
  const sizeSq = a + e + rx * rx + ry * ry + rz * rz;
  if (!(sizeSq > SMALLEST && sizeSq < LARGEST)) return UNCLEAR;
  const determinant = a * e - b * b;
  if (!(determinant > OBLIQUE * a * e && determinant > BALANCED * sizeSq * (a + e))) return UNCLEAR;

  let s = (b * f - c * e) / determinant;
  let relation = CROSSING;
  if (s < BORDER) {
    if (s > -BORDER) return UNCLEAR;
    s = 0;
    relation = APART;
  } else if (s > 1 - BORDER) {
    if (s < 1 + BORDER) return UNCLEAR;
    s = 1;
    relation = APART;
  }
  let t = (b * s + f) / e;
  if (t < BORDER || t > 1 - BORDER) {
    if (t > -BORDER && t < 1 + BORDER) return UNCLEAR;
    t = t < 0 ? 0 : 1;
    s = (b * t - c) / a;
    if (s <= 0) s = 0;
    else if (s > 1) s = 1;
    relation = APART;
  } else if (relation === CROSSING) {
    if (determinant < WELL_CONDITIONED * a * e) return UNCLEAR;
    s = (b * t - c) / a;
  }

  const x = rx + s * ux - t * vx, y = ry + s * uy - t * vy, z = rz + s * uz - t * vz;
  out.distance = Math.sqrt(x * x + y * y + z * z);
  out.unique = true;
  out.s = s; out.firstS = s; out.lastS = s;
  out.t = t; out.firstT = t; out.lastT = t;
  const { pointA, pointB } = out;
  if (s === 1) { pointA.x = endA.x; pointA.y = endA.y; pointA.z = endA.z; }
  else { pointA.x = px + s * ux; pointA.y = py + s * uy; pointA.z = pz + s * uz; }
  if (t === 1) { pointB.x = endB.x; pointB.y = endB.y; pointB.z = endB.z; }
  else { pointB.x = qx + t * vx; pointB.y = qy + t * vy; pointB.z = qz + t * vz; }
  return uz === 0 && vz === 0 && rz === 0 ? relation : SPATIAL;
}

// All other pairs: slower but robust. Numbers pass between functions in packed arrays, so that none is boxed.

/** d1, d2 and r = startA - startB of the query, xyz xyz xyz, divided by the safe scale, followed by that scale and the sum of squares. */
const q = new Float64Array(11);
const SIZE_SQ = 10;
/** Distances that differ by less than this fraction of the size are equal. */
const TIED = 4e-16;
/** The candidates: s t s t ... */
const candidates = new Float64Array(10);

/** Evaluates the exact predicate only if the segments may intersect. */
// biome-ignore format: one segment per line
function decidePlanarPair(
  out: SegmentSegment, startA: ReadonlyVec3, endA: ReadonlyVec3, startB: ReadonlyVec3, endB: ReadonlyVec3,
): void {
  bestOfFive(out, startA, endA, startB, endB);
  const lengths = q[9] * (Math.abs(q[0]) + Math.abs(q[1]) + Math.abs(q[3]) + Math.abs(q[4]));
  const flat = q[2] === 0 && q[5] === 0 && q[8] === 0;
  if (flat && out.distance > GAP * lengths) return;
  const k = 1 / safeScale(largestDifference(startA, endA, startB, endB));
  const relation = segmentsIntersect(
    k * startA.x, k * startA.y, k * endA.x, k * endA.y,
    k * startB.x, k * startB.y, k * endB.x, k * endB.y,
  );
  if (relation !== 'apart') out.distance = 0;
}

/** Measures all five candidates; if a segment is a point or both are parallel, the closest one is known. */
// biome-ignore format: one segment per line
function bestOfFive(
  out: SegmentSegment, startA: ReadonlyVec3, endA: ReadonlyVec3, startB: ReadonlyVec3, endB: ReadonlyVec3,
): void {
  takeDifferences(startA, endA, startB, endB);
  const isFoot = setFootOfPoint();
  const isParallel = !isFoot && areParallel(startA, endA, startB, endB);
  out.unique = !(isParallel && findOverlap(out));
  takeNearest(out, isFoot || isParallel ? 1 : setSides());
  if (out.unique) {
    refineClosest(out);
    out.firstS = out.lastS = out.s;
    out.firstT = out.lastT = out.t;
  }
  out.distance *= q[9];
  pointAlong(out.pointA, startA, endA, out.s);
  pointAlong(out.pointB, startB, endB, out.t);
}

/** If a segment is a point, its foot point on the other one as the only candidate. */
function setFootOfPoint(): boolean {
  const a = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  const e = q[3] * q[3] + q[4] * q[4] + q[5] * q[5];
  if (a > 0 && e > 0) return false;
  candidates[0] = a > 0 ? clampUnit(-(q[0] * q[6] + q[1] * q[7] + q[2] * q[8]) / a) : 0;
  candidates[1] = e > 0 ? clampUnit((q[3] * q[6] + q[4] * q[7] + q[5] * q[8]) / e) : 0;
  return true;
}

/** The closest pair on each of the four sides, and the free minimum if it is inside; returns their count. */
// biome-ignore format: one candidate per line
function setSides(): number {
  const a = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  const e = q[3] * q[3] + q[4] * q[4] + q[5] * q[5];
  const b = q[0] * q[3] + q[1] * q[4] + q[2] * q[5];
  const c = q[0] * q[6] + q[1] * q[7] + q[2] * q[8];
  const f = q[3] * q[6] + q[4] * q[7] + q[5] * q[8];
  candidates[0] = 0; candidates[1] = clampUnit(f / e);
  candidates[2] = 1; candidates[3] = clampUnit((b + f) / e);
  candidates[4] = clampUnit(-c / a); candidates[5] = 0;
  candidates[6] = clampUnit((b - c) / a); candidates[7] = 1;
  return findFreeMinimum() ? 5 : 4;
}

function clampUnit(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

/** sin² of an angle at the level of rounding error. */
const SAME_DIRECTION = 1e-31;
/** Maximum number of corrections of the free minimum; each reduces its error by the relative rounding error of w below. */
const CORRECTIONS = 4;

/**
 * The minimum over the two lines as the fifth candidate, if it lies inside both segments. w is the component of d2 perpendicular to d1: without
 * the cancellation of a e - b² for nearly parallel lines. Corrections with the difference r + s d1 - t d2 itself remove the rounding error of w,
 * until the difference is perpendicular to both lines.
 */
// biome-ignore format: one vector per line
function findFreeMinimum(): boolean {
  const ux = q[0], uy = q[1], uz = q[2], vx = q[3], vy = q[4], vz = q[5];
  const a = ux * ux + uy * uy + uz * uz;
  const fraction = (ux * vx + uy * vy + uz * vz) / a;
  let wx = vx - fraction * ux, wy = vy - fraction * uy, wz = vz - fraction * uz;
  const rest = (ux * wx + uy * wy + uz * wz) / a;
  wx -= rest * ux; wy -= rest * uy; wz -= rest * uz;
  const square = wx * wx + wy * wy + wz * wz;
  // parallel to machine precision: the sides are as good
  if (!(square > SAME_DIRECTION * (vx * vx + vy * vy + vz * vz))) return false;
  let s = 0, t = 0, change = Number.POSITIVE_INFINITY;
  for (let k = 0; k <= CORRECTIONS && change > 0; k++) {
    let x = q[6] + s * ux - t * vx, y = q[7] + s * uy - t * vy, z = q[8] + s * uz - t * vz;
    const dt = (wx * x + wy * y + wz * z) / square;
    x -= dt * vx; y -= dt * vy; z -= dt * vz;
    const ds = -(ux * x + uy * y + uz * z) / a;
    if (k > 0 && !(Math.abs(dt) + Math.abs(ds) < change)) break;
    change = Math.abs(dt) + Math.abs(ds);
    s += ds;
    t += dt;
  }
  if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return false;
  candidates[8] = s; candidates[9] = t;
  return true;
}

/**
 * The closest of the first `count` candidates, with its distance in units of the scale. Near a corner of the square several tie up to
 * rounding error: the one with the smallest slope of the distance along the segments is the minimum.
 */
// biome-ignore format: one vector per line
function takeNearest(out: SegmentSegment, count: number): void {
  let best = 0, nearestSq = Number.POSITIVE_INFINITY, lowestSq = Number.POSITIVE_INFINITY, highestSq = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const s = candidates[2 * i], t = candidates[2 * i + 1];
    const x = q[6] + s * q[0] - t * q[3], y = q[7] + s * q[1] - t * q[4], z = q[8] + s * q[2] - t * q[5];
    const distanceSq = x * x + y * y + z * z;
    if (!(distanceSq < lowestSq || (distanceSq <= highestSq && slopeOf(i) < slopeOf(best)))) continue;
    best = i;
    nearestSq = distanceSq;
    // squares of distances that are equal up to the rounding error of the size
    const rounding = 2 * TIED * Math.sqrt(distanceSq * q[SIZE_SQ]) + TIED * TIED * q[SIZE_SQ];
    lowestSq = distanceSq - rounding; highestSq = distanceSq + rounding;
  }
  out.s = candidates[2 * best]; out.t = candidates[2 * best + 1];
  out.distance = Math.sqrt(nearestSq);
}

/** Slope of the squared distance at a candidate along both segments, towards smaller values. */
// biome-ignore format: one vector per line
function slopeOf(i: number): number {
  const s = candidates[2 * i], t = candidates[2 * i + 1];
  const x = q[6] + s * q[0] - t * q[3], y = q[7] + s * q[1] - t * q[4], z = q[8] + s * q[2] - t * q[5];
  return slopeAt(s, q[0] * x + q[1] * y + q[2] * z) + slopeAt(t, -(q[3] * x + q[4] * y + q[5] * z));
}

/** The same along one segment; at an end only inward. */
function slopeAt(s: number, slope: number): number {
  if (s === 0) return Math.max(-slope, 0);
  return s === 1 ? Math.max(slope, 0) : Math.abs(slope);
}

/**
 * Candidates at equal distance to machine precision may differ in their parameters by the square root of it: moves s, then t, to where the
 * difference is perpendicular to the segment, within its ends.
 */
function refineClosest(out: SegmentSegment): void {
  const a = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  const e = q[3] * q[3] + q[4] * q[4] + q[5] * q[5];
  for (let k = 0; k < 2; k++) {
    // the longer one last: the same angle matters more there
    const ofA = (k % 2 === 1) === a >= e;
    const square = ofA ? a : e;
    if (!(square > 0)) continue;
    const i = ofA ? 0 : 3;
    const x = q[6] + out.s * q[0] - out.t * q[3];
    const y = q[7] + out.s * q[1] - out.t * q[4];
    const z = q[8] + out.s * q[2] - out.t * q[5];
    const along = (x * q[i] + y * q[i + 1] + z * q[i + 2]) / square;
    if (ofA) out.s = clampUnit(out.s - along);
    else out.t = clampUnit(out.t + along);
  }
}

// biome-ignore format: one vector per line
function takeDifferences(startA: ReadonlyVec3, endA: ReadonlyVec3, startB: ReadonlyVec3, endB: ReadonlyVec3): void {
  q[0] = endA.x - startA.x; q[1] = endA.y - startA.y; q[2] = endA.z - startA.z;
  q[3] = endB.x - startB.x; q[4] = endB.y - startB.y; q[5] = endB.z - startB.z;
  q[6] = startA.x - startB.x; q[7] = startA.y - startB.y; q[8] = startA.z - startB.z;
  let sizeSq = 0;
  for (let i = 0; i < 9; i++) sizeSq += q[i] * q[i];
  q[9] = 1; q[SIZE_SQ] = sizeSq;
  if (sizeSq > SMALLEST && sizeSq < LARGEST) return;
  let largest = 0;
  for (let i = 0; i < 9; i++) largest = Math.max(largest, Math.abs(q[i]));
  const k = safeScale(largest);
  sizeSq = 0;
  for (let i = 0; i < 9; i++) { q[i] /= k; sizeSq += q[i] * q[i]; }
  q[9] = k; q[SIZE_SQ] = sizeSq;
}

/**
 * Parallel segments: if their projections on d1 overlap in more than a point, the ends of the overlap; its midpoint becomes
 * the only candidate, otherwise the two ends that face each other. B's start and end are at -c and b - c along d1 (in units where A
 * goes from 0 to a).
 */
function findOverlap(out: SegmentSegment): boolean {
  const a = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  const e = q[3] * q[3] + q[4] * q[4] + q[5] * q[5];
  const b = q[0] * q[3] + q[1] * q[4] + q[2] * q[5];
  const c = q[0] * q[6] + q[1] * q[7] + q[2] * q[8];
  const f = q[3] * q[6] + q[4] * q[7] + q[5] * q[8];
  const low = b > 0 ? -c : b - c;
  const high = b > 0 ? b - c : -c;
  if (!(low < a && high > 0)) {
    candidates[0] = high > 0 ? 1 : 0;
    candidates[1] = high > 0 === b > 0 ? 0 : 1;
    return false;
  }
  out.firstS = low > 0 ? low / a : 0;
  out.firstT = low > 0 ? (b > 0 ? 0 : 1) : clampUnit(f / e);
  out.lastS = high < a ? high / a : 1;
  out.lastT = high < a ? (b > 0 ? 1 : 0) : clampUnit((b + f) / e);
  candidates[0] = 0.5 * (out.firstS + out.lastS);
  candidates[1] = 0.5 * (out.firstT + out.lastT);
  return true;
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
  const fraction = t === 1 ? 0 : t;
  out.x = from.x + fraction * (end.x - start.x);
  out.y = from.y + fraction * (end.y - start.y);
  out.z = from.z + fraction * (end.z - start.z);
  return out;
}

function largestDifference(a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3, d: ReadonlyVec3): number {
  return Math.max(
    Math.max(a.x, b.x, c.x, d.x) - Math.min(a.x, b.x, c.x, d.x),
    Math.max(a.y, b.y, c.y, d.y) - Math.min(a.y, b.y, c.y, d.y),
    Math.max(a.z, b.z, c.z, d.z) - Math.min(a.z, b.z, c.z, d.z),
  );
}
