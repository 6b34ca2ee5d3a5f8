import {
  addScaledVec3,
  addVec3,
  copyVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  normalizeVec3,
  type ReadonlyVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { SegmentSegment } from './segment-segment.ts';

// Normal of two segments. The difference of the closest points has their rounding errors, which dominate for segments almost in contact.
// So the normal is the best of a few directions: the one with the maximum separation of the projected segments, minus the distance by which
// it misses the closest points. That separation is a lower bound of the distance, and the normal is exact where it equals the distance.

/** Closer than this fraction of the size, directions that do not depend on the closest points are tried as well. [CP13-5.3.1] */
const NEAR = 1e-9;
/** Scores that differ by less than this fraction of the size are equal: rounding error. */
const SAME_WIDTH = 1e-15;
/** A parameter this close to 0 or 1 belongs to the end. */
export const SEGMENT_END = 1e-12;

/** The four ends in one frame. */
export interface SegmentEnds {
  readonly startA: Vec3;
  readonly endA: Vec3;
  readonly startB: Vec3;
  readonly endB: Vec3;
}

const unitA = createVec3();
const unitB = createVec3();
const between = createVec3();
const candidate = createVec3();
const common = createVec3();
const miss = createVec3();

let ends: SegmentEnds;
/** Distance, best score and slack; in an array, so that no number is boxed. */
const state = new Float64Array(3);
const DISTANCE = 0;
const BEST = 1;
const SLACK = 2;

/** Writes the unit normal from A to B. `planar`: all ends have the same z, and the normal stays in that plane. */
export function segmentNormal(out: Vec3, of: SegmentEnds, pair: SegmentSegment, planar: boolean): Vec3 {
  return tryDifference(out, of, pair) ? out : bestDirection(out, of, pair, planar);
}

/** [m²] Squared lengths between these need no scaling. */
const SMALLEST = 1e-100;
const LARGEST = 1e100;

/** Most pairs: for clearly separate segments the difference of the closest points is the normal. False where it may not be. */
// biome-ignore format: one vector per line
function tryDifference(out: Vec3, { startA, endA, startB, endB }: SegmentEnds, { pointA, pointB, distance }: SegmentSegment): boolean {
  const ux = endA.x - startA.x, uy = endA.y - startA.y, uz = endA.z - startA.z;
  const vx = endB.x - startB.x, vy = endB.y - startB.y, vz = endB.z - startB.z;
  const x = pointB.x - pointA.x, y = pointB.y - pointA.y, z = pointB.z - pointA.z;
  const square = x * x + y * y + z * z;
  const sizeSq = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, square);
  if (!(sizeSq > SMALLEST && sizeSq < LARGEST && square > 4 * NEAR * NEAR * sizeSq)) return false;
  const length = Math.sqrt(square);
  const nx = x / length, ny = y / length, nz = z / length;
  const width =
    Math.min(nx * startB.x + ny * startB.y + nz * startB.z, nx * endB.x + ny * endB.y + nz * endB.z) -
    Math.max(nx * startA.x + ny * startA.y + nz * startA.z, nx * endA.x + ny * endA.y + nz * endA.z);
  const mx = x - distance * nx, my = y - distance * ny, mz = z - distance * nz;
  const score = width - Math.sqrt(mx * mx + my * my + mz * mz);
  if (!(score >= distance - SAME_WIDTH * Math.sqrt(sizeSq))) return false;
  out.x = nx; out.y = ny; out.z = nz;
  return true;
}

function bestDirection(out: Vec3, of: SegmentEnds, pair: SegmentSegment, planar: boolean): Vec3 {
  ends = of;
  const lengthA = lengthVec3(subVec3(unitA, ends.endA, ends.startA));
  const lengthB = lengthVec3(subVec3(unitB, ends.endB, ends.startB));
  const size = Math.max(lengthA, lengthB, pair.distance);
  normalizeVec3(unitA, unitA);
  normalizeVec3(unitB, unitB);
  subVec3(between, pair.pointB, pair.pointA);
  // two coincident points: any direction
  setVec3(out, 1, 0, 0);
  state[SLACK] = SAME_WIDTH * size;
  state[DISTANCE] = pair.distance;
  state[BEST] = Number.NEGATIVE_INFINITY;
  const near = !(pair.distance > NEAR * size);
  if (near) offer(out, crossingDirection(candidate, pair, planar, lengthA, lengthB));
  if (pair.distance > 0) offer(out, copyVec3(candidate, between));
  if (!near && state[BEST] >= state[DISTANCE] - state[SLACK]) return out;
  offer(out, perpendicularPart(candidate, between, unitA));
  offer(out, perpendicularPart(candidate, between, unitB));
  if (!planar) {
    commonPerpendicular(common);
    if (dotVec3(common, between) < 0) setVec3(common, -common.x, -common.y, -common.z);
    offer(out, copyVec3(candidate, common));
  }
  if (near) offerFixedDirections(out, planar);
  return out;
}

/** Takes the direction if its score is higher than the best so far. */
function offer(out: Vec3, direction: Vec3): void {
  const length = lengthVec3(direction);
  if (!(length > 0)) return;
  setVec3(direction, direction.x / length, direction.y / length, direction.z / length);
  const { startA, endA, startB, endB } = ends;
  const width =
    Math.min(dotVec3(direction, startB), dotVec3(direction, endB)) -
    Math.max(dotVec3(direction, startA), dotVec3(direction, endA));
  const score = width - lengthVec3(addScaledVec3(miss, between, direction, -state[DISTANCE]));
  if (!(score > state[BEST] + state[SLACK])) return;
  state[BEST] = score;
  copyVec3(out, direction);
}

function offerBothSigns(out: Vec3, direction: Vec3): void {
  offer(out, direction);
  offer(out, setVec3(direction, -direction.x, -direction.y, -direction.z));
}

/**
 * Directions that can separate touching segments: perpendicular to both; perpendicular to one, in the plane of both; away from
 * each other along both, for touching ends.
 */
function offerFixedDirections(out: Vec3, planar: boolean): void {
  if (planar) {
    offerBothSigns(out, setVec3(candidate, unitA.y, -unitA.x, 0));
    offerBothSigns(out, setVec3(candidate, unitB.y, -unitB.x, 0));
  } else {
    offerBothSigns(out, copyVec3(candidate, common));
    offerBothSigns(out, perpendicularPart(candidate, unitA, unitB));
    offerBothSigns(out, perpendicularPart(candidate, unitB, unitA));
    // collinear segments have no common plane
    offerBothSigns(out, perpendicularTo(candidate, unitA));
    offerBothSigns(out, perpendicularTo(candidate, unitB));
  }
  offerBothSigns(out, subVec3(candidate, unitB, unitA));
  offerBothSigns(out, addVec3(candidate, unitB, unitA));
}

/** A remainder below this fraction of the vector, after removing a component, is rounding error. */
const REMOVED = 1e-15;

/**
 * `v` without its component along the unit vector `u`; removed twice, as the remainder of the first pass may be mostly rounding error. Zero
 * if only rounding error remains.
 */
export function perpendicularPart(out: Vec3, v: ReadonlyVec3, u: ReadonlyVec3): Vec3 {
  const rounding = REMOVED * lengthVec3(v);
  copyVec3(out, v);
  addScaledVec3(out, out, u, -dotVec3(out, u));
  addScaledVec3(out, out, u, -dotVec3(out, u));
  return lengthVec3(out) > rounding ? out : setVec3(out, 0, 0, 0);
}

/** unitA × unitB up to length, perpendicular to both to machine precision, also where they are nearly parallel. */
function commonPerpendicular(out: Vec3): Vec3 {
  perpendicularPart(out, unitB, unitA);
  normalizeVec3(out, out);
  perpendicularPart(out, out, unitA);
  return crossVec3(out, unitA, out);
}

/**
 * A direction from A to B for intersecting segments, reversed when they are swapped: from midpoint to midpoint, minus the component along
 * the segment that is crossed in its interior; in 3-D the common perpendicular.
 */
function crossingDirection(out: Vec3, pair: SegmentSegment, planar: boolean, lengthA: number, lengthB: number): Vec3 {
  if (!planar && lengthVec3(commonPerpendicular(out)) > 0) return out;
  const { startA, endA, startB, endB } = ends;
  out.x = 0.5 * (startB.x + endB.x - startA.x - endA.x);
  out.y = 0.5 * (startB.y + endB.y - startA.y - endA.y);
  out.z = 0.5 * (startB.z + endB.z - startA.z - endA.z);
  const insideA = pair.s > SEGMENT_END && pair.s < 1 - SEGMENT_END;
  const insideB = pair.t > SEGMENT_END && pair.t < 1 - SEGMENT_END;
  if (!insideA && !insideB && lengthVec3(out) > 0) return out;
  // perpendicular to the segment crossed in its interior, to the longer one if both are; sign from the midpoints
  perpendicularTo(common, insideB && (!insideA || lengthB > lengthA) ? unitB : unitA);
  const sign = dotVec3(common, out) < 0 ? -1 : 1;
  return setVec3(out, sign * common.x, sign * common.y, sign * common.z);
}

/** A vector perpendicular to `d`: in the plane for planar ones, the x axis for a point. */
export function perpendicularTo(out: Vec3, d: ReadonlyVec3): Vec3 {
  if (d.x !== 0 || d.y !== 0) return setVec3(out, d.y, -d.x, 0);
  return setVec3(out, 1, 0, 0);
}
