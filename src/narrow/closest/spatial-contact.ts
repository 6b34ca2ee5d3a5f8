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
  type ReadonlyVec3,
  scaleVec3,
  setVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { Segment } from '../../shapes/segment.ts';
import type { Contact, FeatureKind } from '../contact.ts';
import { closestPointSegment, createPointSegment } from './point-segment.ts';
import { closestPlanarSegments, closestSegmentSegment, createSegmentSegment } from './segment-segment.ts';

// Pairs that also live in space. They have no inside: the distance is never below zero. All vectors are in world axes but
// seen from A's position, so that a far-away origin costs no digits.

/** Closer than this share of the size the points say nothing about the normal: it is taken from features [CP13] spec 5.3.1. */
const NEAR = 1e-15;
/** Segments at a smaller angle than this have no common perpendicular of their own. */
const PARALLEL = 1e-15;
/** Of the equations of a contact, as a share of the size. */
const ROUNDING = 4e-16;
/** A parameter this near 0 or 1 belongs to the end. */
const SEGMENT_END = 1e-12;

const gap = createVec3();
const shift = createVec3();
const origin = createVec3();

/** A body point of `pose`, seen from A's position. */
function placeFromA(out: Vec3, poseA: ReadonlyPose, pose: ReadonlyPose, point: ReadonlyVec3): Vec3 {
  return addVec3(out, transformVec3(out, pose.rotation, point), subVec3(shift, pose.position, poseA.position));
}

export function closestPoints(out: Contact, poseA: ReadonlyPose, poseB: ReadonlyPose): Contact {
  copyVec3(out.pointA, poseA.position);
  subVec3(gap, poseB.position, poseA.position);
  setFeature(out, 'A', 'vertex', 0);
  setFeature(out, 'B', 'vertex', 0);
  out.unique = true;
  // coinciding points: no direction is better than another
  return setGap(out, gap, lengthVec3(gap), 0, setVec3(fallback, 1, 0, 0));
}

const start = createVec3();
const end = createVec3();
const fallback = createVec3();
const foot = createPointSegment();

/** Point A and segment B. */
export function closestPointToSegment(
  out: Contact,
  poseA: ReadonlyPose,
  segment: Segment,
  poseB: ReadonlyPose,
): Contact {
  placeFromA(start, poseA, poseB, segment.start);
  placeFromA(end, poseA, poseB, segment.end);
  closestPointSegment(foot, origin, start, end);
  copyVec3(out.pointA, poseA.position);
  copyVec3(gap, foot.point);
  setFeature(out, 'A', 'vertex', 0);
  setSegmentFeature(out, 'B', foot.t);
  out.unique = true;
  subVec3(direction, end, start);
  const size = Math.max(lengthVec3(start), lengthVec3(end));
  if (leansTowards(foot.t, dotVec3(gap, direction))) removeAlong(gap, direction);
  // inside the segment: perpendicular to it; at an end: along it
  if (foot.t > 0 && foot.t < 1) squareTo(fallback, direction);
  else scaleVec3(fallback, direction, foot.t > 0.5 ? -1 : 1);
  return setGap(out, gap, foot.distance, NEAR * size, fallback);
}

const direction = createVec3();
const startA = createVec3();
const endA = createVec3();
const directionA = createVec3();
const pair = createSegmentSegment();

/** Two segments, in the plane if all four ends have the same z. */
export function closestSegments(
  out: Contact,
  segmentA: Segment,
  poseA: ReadonlyPose,
  segmentB: Segment,
  poseB: ReadonlyPose,
): Contact {
  placeFromA(startA, poseA, poseA, segmentA.start);
  placeFromA(endA, poseA, poseA, segmentA.end);
  placeFromA(start, poseA, poseB, segmentB.start);
  placeFromA(end, poseA, poseB, segmentB.end);
  const planar = startA.z === endA.z && startA.z === start.z && startA.z === end.z;
  if (planar) closestPlanarSegments(pair, startA, endA, start, end);
  else closestSegmentSegment(pair, startA, endA, start, end);
  addVec3(out.pointA, poseA.position, pair.pointA);
  subVec3(gap, pair.pointB, pair.pointA);
  setSegmentFeature(out, 'A', pair.s);
  setSegmentFeature(out, 'B', pair.t);
  out.unique = pair.unique;
  subVec3(directionA, endA, startA);
  subVec3(direction, end, start);
  const size = Math.max(lengthVec3(startA), lengthVec3(endA), lengthVec3(start), lengthVec3(end));
  squareGap(planar, size);
  if (!(pair.distance > NEAR * size && lengthVec3(gap) > NEAR * size)) normalOfMeeting(fallback, planar);
  return setGap(out, gap, pair.distance, NEAR * size, fallback);
}

const across = createVec3();
const raw = createVec3();
const trial = createVec3();

/**
 * Makes the gap perpendicular to the segments that are met inside, to the last digit: the difference of points that are near each other is not, and
 * a segment that leans towards the other would be nearer at its end. Of nearly parallel segments rounding decides which are met inside, so
 * of several ways the one is taken that the planes across the gap prove best.
 */
function squareGap(planar: boolean, size: number): void {
  copyVec3(raw, gap);
  let least = faultOf(raw);
  const insideA = leansTowards(pair.s, -dotVec3(raw, directionA));
  const insideB = leansTowards(pair.t, dotVec3(raw, direction));
  for (let way = 0; way < 3 && least > ROUNDING * size; way++) {
    copyVec3(trial, raw);
    if (way === 0 || way === 2) {
      if (!insideA) continue;
      removeAlong(trial, directionA);
    }
    if (way === 1) {
      if (!insideB) continue;
      removeAlong(trial, direction);
    }
    if (way === 2) {
      if (!insideB || planar) continue;
      removeAlong(copyVec3(across, direction), directionA);
      if (!(lengthVec3(across) > PARALLEL * lengthVec3(direction))) continue;
      removeAlong(trial, across);
    }
    const fault = faultOf(trial);
    if (!(fault < least)) continue;
    least = fault;
    copyVec3(gap, trial);
  }
}

/** By how much the planes across `v` through the farthest ends of the segments are nearer to each other than the points, and `v` is off `raw`. */
function faultOf(v: Vec3): number {
  const length = lengthVec3(v);
  if (!(length > 0)) return Number.POSITIVE_INFINITY;
  const apart =
    Math.min(dotVec3(v, start), dotVec3(v, end)) / length - Math.max(dotVec3(v, startA), dotVec3(v, endA)) / length;
  const stretch = pair.distance / length;
  const off = lengthVec3(setVec3(square, raw.x - stretch * v.x, raw.y - stretch * v.y, raw.z - stretch * v.z));
  return Math.max(off, pair.distance - apart);
}

/**
 * Is the other body on the near side of the plane through the closest point, at the parameter `t`, perpendicular to the gap? By rounding
 * alone: inside a segment it has no side, and from an end the segment leads away. `slope`: of the gap along the segment.
 */
function leansTowards(t: number, slope: number): boolean {
  return (t > 0 && t < 1) || (t === 0 ? slope < 0 : slope > 0);
}

/** v without its component along d, removed twice: what the first time leaves of it is rounding of what was removed. */
function removeAlong(v: Vec3, d: Vec3): void {
  const lengthSq = dotVec3(d, d);
  if (!(lengthSq > 0 && lengthSq < Number.POSITIVE_INFINITY)) return;
  for (let k = 0; k < 2; k++) addScaledVec3(v, v, d, -dotVec3(v, d) / lengthSq);
}

/**
 * A direction from A to B for segments that meet, flipped when they are exchanged: from the middle of one to the middle of
 * the other, less what runs along the segment that is met inside; in space the common perpendicular of segments that cross.
 */
function normalOfMeeting(out: Vec3, planar: boolean): void {
  const insideBoth = pair.s > 0 && pair.s < 1 && pair.t > 0 && pair.t < 1;
  if (!planar && insideBoth) {
    crossVec3(out, directionA, direction);
    if (lengthVec3(out) > PARALLEL * lengthVec3(directionA) * lengthVec3(direction)) return;
  }
  out.x = 0.5 * (start.x + end.x - startA.x - endA.x);
  out.y = 0.5 * (start.y + end.y - startA.y - endA.y);
  out.z = 0.5 * (start.z + end.z - startA.z - endA.z);
  const insideA = pair.s > 0 && pair.s < 1;
  const insideB = pair.t > 0 && pair.t < 1;
  if (!insideA && !insideB && betweenEnds(out)) return;
  // square to the segment that is met inside, to the longer one where they cross; on the side of the middles
  const along = insideB && (!insideA || lengthVec3(direction) > lengthVec3(directionA)) ? direction : directionA;
  squareTo(square, along);
  if (dotVec3(square, out) < 0) setVec3(square, -square.x, -square.y, -square.z);
  copyVec3(out, square);
}

const square = createVec3();

/**
 * Of segments that meet at their ends, the difference of the unit vectors along both from there: both lie on their own sides of the plane
 * perpendicular to it. False, with `out` as it was, if there is none.
 */
function betweenEnds(out: Vec3): boolean {
  const signA = pair.s > 0.5 ? -1 : 1;
  const signB = pair.t > 0.5 ? -1 : 1;
  const lengthA = lengthVec3(directionA);
  const lengthB = lengthVec3(direction);
  scaleVec3(square, direction, lengthB > 0 ? signB / lengthB : 0);
  if (lengthA > 0) addScaledVec3(square, square, directionA, -signA / lengthA);
  if (!(lengthVec3(square) > PARALLEL)) return false;
  copyVec3(out, square);
  return true;
}

/** A vector square to `d`: in the plane for planar ones, the x axis for a point. */
function squareTo(out: Vec3, d: Vec3): Vec3 {
  if (d.x !== 0 || d.y !== 0) return setVec3(out, d.y, -d.x, 0);
  return setVec3(out, 1, 0, 0);
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

/** Completes a contact at `out.pointA`: the normal along `toB`, or along `other` for a distance that is too small. */
function setGap(out: Contact, toB: Vec3, distance: number, near: number, other: Vec3): Contact {
  const { normal } = out;
  const isClear = distance > near && lengthVec3(toB) > near;
  const chosen = isClear ? toB : lengthVec3(other) > 0 ? other : setVec3(toB, 1, 0, 0);
  const length = lengthVec3(chosen);
  setVec3(normal, chosen.x / length, chosen.y / length, chosen.z / length);
  out.distance = distance;
  addScaledVec3(out.pointB, out.pointA, normal, distance);
  out.status = 'exact';
  out.iterations = 0;
  return out;
}
