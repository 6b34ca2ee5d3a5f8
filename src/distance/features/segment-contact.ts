import { transformVec3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
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
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { Segment } from '../../shapes/segment.ts';
import type { Contact, FeatureKind } from '../contact.ts';
import { closestPointSegment, createPointSegment } from './point-segment.ts';
import { perpendicularPart, perpendicularTo, SEGMENT_END, segmentNormal } from './segment-normal.ts';
import { closestPlanarSegments, closestSegmentSegment, createSegmentSegment, pointAlong } from './segment-segment.ts';

// Pairs of points and segments, in 2-D and 3-D. They have no interior: the distance is never below zero. All vectors are in world axes
// relative to A's position, to avoid cancellation far from the origin.

const gap = createVec3();
const shift = createVec3();
const origin = createVec3();

/** A body point of `pose`, relative to A's position. */
function pointRelativeToA(out: Vec3, poseA: ReadonlyPose, pose: ReadonlyPose, point: ReadonlyVec3): Vec3 {
  return addVec3(out, transformVec3(out, pose.rotation, point), subVec3(shift, pose.position, poseA.position));
}

export function closestPoints(out: Contact, poseA: ReadonlyPose, poseB: ReadonlyPose): Contact {
  copyVec3(out.pointA, poseA.position);
  subVec3(gap, poseB.position, poseA.position);
  setFeature(out, 'A', 'vertex', 0);
  setFeature(out, 'B', 'vertex', 0);
  out.unique = true;
  // coincident points: any direction
  return setGap(out, gap, lengthVec3(gap), setVec3(fallback, 1, 0, 0));
}

const start = createVec3();
const end = createVec3();
const fallback = createVec3();
const direction = createVec3();
const foot = createPointSegment();

/** Point A and segment B. */
export function closestPointToSegment(
  out: Contact,
  poseA: ReadonlyPose,
  segment: Segment,
  poseB: ReadonlyPose,
): Contact {
  pointRelativeToA(start, poseA, poseB, segment.start);
  pointRelativeToA(end, poseA, poseB, segment.end);
  closestPointSegment(foot, origin, start, end);
  copyVec3(out.pointA, poseA.position);
  copyVec3(gap, foot.point);
  setFeature(out, 'A', 'vertex', 0);
  setSegmentFeature(out, 'B', foot.t);
  out.unique = true;
  normalizeVec3(direction, subVec3(direction, end, start));
  // beyond an end the gap points outwards; otherwise its component along the segment is rounding error
  const along = dotVec3(gap, direction);
  const isBeyondEnd = (foot.t === 0 && along > 0) || (foot.t === 1 && along < 0);
  if (!isBeyondEnd) perpendicularPart(gap, gap, direction);
  // touching: perpendicular to the segment, at an end along it
  if (foot.t > 0 && foot.t < 1) perpendicularTo(fallback, direction);
  else scaleVec3(fallback, direction, foot.t > 0.5 ? -1 : 1);
  return setGap(out, gap, lengthVec3(gap), fallback);
}

const ends = { startA: createVec3(), endA: createVec3(), startB: start, endB: end };
const pair = createSegmentSegment();

/** Two segments, planar if all four ends have the same z. */
export function closestSegments(
  out: Contact,
  segmentA: Segment,
  poseA: ReadonlyPose,
  segmentB: Segment,
  poseB: ReadonlyPose,
): Contact {
  const { startA, endA } = ends;
  pointRelativeToA(startA, poseA, poseA, segmentA.start);
  pointRelativeToA(endA, poseA, poseA, segmentA.end);
  pointRelativeToA(start, poseA, poseB, segmentB.start);
  pointRelativeToA(end, poseA, poseB, segmentB.end);
  const planar = startA.z === endA.z && startA.z === start.z && startA.z === end.z;
  if (planar) closestPlanarSegments(pair, startA, endA, start, end);
  else closestSegmentSegment(pair, startA, endA, start, end);
  if (pair.unique && mayBeParallel()) {
    transformVec3(directionA, poseA.rotation, subVec3(directionA, segmentA.end, segmentA.start));
    transformVec3(direction, poseB.rotation, subVec3(direction, segmentB.end, segmentB.start));
    takeMidpointOfOverlap();
  }
  addVec3(out.pointA, poseA.position, pair.pointA);
  setSegmentFeature(out, 'A', pair.s);
  setSegmentFeature(out, 'B', pair.t);
  out.unique = pair.unique;
  segmentNormal(gap, ends, pair, planar);
  return setGap(out, gap, pair.distance, gap);
}

/** Segments at a smaller angle than this [rad] are parallel: rounding error of a rotation. */
const PARALLEL = 1e-15;

/** sin² of an angle that is clearly not parallel despite rounding of the ends, if these are within this many lengths, squared. */
const CLEARLY_OBLIQUE = 1e-4;
const FAR_SQ = 1e20;

/** Cheap test on the ends alone: false for most pairs, whose directions need not be compared. */
// biome-ignore format: one vector per line
function mayBeParallel(): boolean {
  const { startA, endA } = ends;
  const ux = endA.x - startA.x, uy = endA.y - startA.y, uz = endA.z - startA.z;
  const vx = end.x - start.x, vy = end.y - start.y, vz = end.z - start.z;
  const x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
  const a = ux * ux + uy * uy + uz * uz;
  const e = vx * vx + vy * vy + vz * vz;
  const away = startA.x * startA.x + startA.y * startA.y + startA.z * startA.z + start.x * start.x + start.y * start.y + start.z * start.z;
  return !(x * x + y * y + z * z > CLEARLY_OBLIQUE * a * e && away < FAR_SQ * Math.min(a, e));
}

const directionA = createVec3();
const cross = createVec3();

/**
 * Segments along `directionA` and `direction`, parallel up to the rounding errors of their poses, that overlap in projection have an interval of
 * closest pairs: writes its midpoint to `pair`.
 */
function takeMidpointOfOverlap(): void {
  const { startA } = ends;
  const length = lengthVec3(directionA);
  const lengthB = lengthVec3(direction);
  if (!(length > 0 && lengthB > 0)) return;
  if (!(lengthVec3(crossVec3(cross, directionA, direction)) <= PARALLEL * length * lengthB)) return;
  scaleVec3(directionA, directionA, 1 / length);
  const first = dotVec3(subVec3(gap, start, startA), directionA);
  const second = dotVec3(subVec3(gap, end, startA), directionA);
  const low = Math.max(0, Math.min(first, second));
  const high = Math.min(length, Math.max(first, second));
  if (!(high - low > SEGMENT_END * Math.min(length, lengthB))) return;
  const midpoint = 0.5 * (low + high);
  addScaledVec3(pair.pointA, startA, directionA, midpoint);
  pair.s = midpoint / length;
  pair.t = (midpoint - first) / (second - first);
  pointAlong(pair.pointB, start, end, pair.t);
  if (pair.distance > 0) {
    subVec3(gap, pair.pointB, pair.pointA);
    pair.distance = lengthVec3(perpendicularPart(gap, gap, directionA));
    addVec3(pair.pointB, pair.pointA, gap);
  }
  pair.unique = false;
}

function setSegmentFeature(out: Contact, body: 'A' | 'B', t: number): void {
  if (t <= SEGMENT_END) setFeature(out, body, 'vertex', 0);
  else if (t >= 1 - SEGMENT_END) setFeature(out, body, 'vertex', 1);
  else setFeature(out, body, 'edge', 0);
}

function setFeature(out: Contact, body: 'A' | 'B', feature: FeatureKind, index: number): void {
  if (body === 'A') {
    out.featureA = feature;
    out.indexA = index;
  } else {
    out.featureB = feature;
    out.indexB = index;
  }
}

/** Completes a contact at `out.pointA`: the normal along `toB`, or along `other` where that is zero. */
function setGap(out: Contact, toB: Vec3, distance: number, other: Vec3): Contact {
  const { normal } = out;
  const chosen = lengthVec3(toB) > 0 ? toB : lengthVec3(other) > 0 ? other : setVec3(toB, 1, 0, 0);
  const length = lengthVec3(chosen);
  setVec3(normal, chosen.x / length, chosen.y / length, chosen.z / length);
  out.distance = distance;
  addScaledVec3(out.pointB, out.pointA, normal, distance);
  out.status = 'exact';
  out.iterations = 0;
  return out;
}
