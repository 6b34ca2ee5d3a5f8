import { type Motion, poseAt } from '../../src/math/motion.ts';
import { createPose } from '../../src/math/pose.ts';
import { createVec3, lengthVec3, subVec3 } from '../../src/math/vec3.ts';
import type { PairAccuracy } from '../../src/pairs/pair-accuracy.ts';
import { closest } from '../../src/pairs/query.ts';
import { shapeRadius } from '../../src/shapes/radius.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import type { Impact } from '../../src/toi/impact.ts';
import type { Placed } from '../contract/draw-pair.ts';
import { DURATION, type MovingBody, type MovingPair } from './draw-motion.ts';
import {
  addVectors,
  type ExtendedVector,
  extended,
  fromVec3,
  length,
  scaleVector,
  subtractVectors,
  toNumber,
  vector,
} from './extended.ts';
import { distanceOutside } from './membership.ts';
import { gapAlong } from './support.ts';
import { isDecidedByDirections, overlapInterval } from './translation-time.ts';

// Judges a time of impact. Late means an overlap before it: certified by a point of one body that is inside the other, each by the definition of its
// shape. Early is what is still apart: the reported points have to be on the bodies. Polytopes that translate: the exact interval of time.

/** In sizes, the sum of the radii: what `impact` promises of the gap that is left, and how deep an overlap has to be to count. */
const GAP = 1e-9;
const DEPTH = 2 * GAP;
/** In sizes: points of the reported contact may be this far off their bodies, in addition to the tolerance of witness points in the pair table. */
const OFF = 1e-9;
const EPSILON = 2 ** -52;

/** Sum of the radii [m]; 1 where there are none. */
export function sizeOf(a: { readonly shape: Shape }, b: { readonly shape: Shape }): number {
  const radius = ({ shape }: { readonly shape: Shape }) => (shape.kind === 'halfspace' ? 0 : shapeRadius(shape));
  const size = radius(a) + radius(b);
  return size > 0 ? size : 1;
}

const hasRadius = (shape: Shape) => shape.kind !== 'halfspace' && shapeRadius(shape) > 0;

/** A body with a closed form at a time [s] of its motion. */
const placedAt = ({ twin, motion }: MovingBody, time: number): Placed => ({
  shape: twin.shape,
  pose: poseAt(createPose(), motion, time),
});

/** Rounding of positions and angles of a motion [m]. */
function roundingOf({ a, b }: MovingPair): number {
  const largest = ({ motion: { pose, velocity: v, acceleration: g, angularVelocity: w }, shape }: MovingBody) => {
    const { x, y, z } = pose.position;
    const radius = shape.kind === 'halfspace' ? 0 : shapeRadius(shape);
    return (
      Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) +
      DURATION * (lengthVec3(v) + lengthVec3(g) + lengthVec3(w) * radius)
    );
  };
  return 16 * EPSILON * (largest(a) + largest(b));
}

const text = (value: number) => value.toExponential(2);

/** What is wrong with an answer: an empty list is a sound one. */
export function judgeImpact(pair: MovingPair, found: Impact, accuracy: PairAccuracy): string[] {
  const apart = subVec3(createVec3(), pair.b.motion.pose.position, pair.a.motion.pose.position);
  // bodies without a radius are as large as they are apart
  const size =
    hasRadius(pair.a.shape) || hasRadius(pair.b.shape) ? sizeOf(pair.a, pair.b) : Math.max(1, lengthVec3(apart));
  const rounding = roundingOf(pair);
  const numbers = [
    found.time,
    found.gap,
    found.closingSpeed,
    ...[found.pointA, found.pointB, found.normal].flatMap((v) => Object.values(v)),
  ];
  if (!numbers.every(Number.isFinite)) return [`not a number: ${JSON.stringify(found)}`];
  if (found.status === 'iteration-limit') return judgeUndecided(pair, found, size, rounding);
  const room = DEPTH * size + rounding;
  return [
    ...(found.status === 'none'
      ? judgeNone(pair, found)
      : judgeContact(pair, found, size, OFF * size + 2 * accuracy.points * size + rounding, rounding)),
    ...judgeBefore(pair, found, room),
    ...judgeTranslation(pair, found, room),
  ];
}

/** In sizes: so near bodies touch that rotate about each other, for which steps get too short to reach the end. */
const LASTING = 1e-4;

/** Undecided is allowed where bodies that rotate keep touching; what is reported of them has to be true. */
function judgeUndecided(pair: MovingPair, found: Impact, size: number, rounding: number): string[] {
  const { a, b, separation, translates } = pair;
  const [placedA, placedB] = [placedAt(a, found.time), placedAt(b, found.time)];
  const [p, q] = hints(pair, placedA, placedB);
  const off = (distanceOutside(placedA, p) ?? 0) + (distanceOutside(placedB, q) ?? 0);
  const apart = toNumber(length(subtractVectors(p, q))) + off;
  const faults = judgeBefore(pair, found, DEPTH * size + rounding);
  if (found.gap > apart + rounding)
    faults.push(`a gap of at least ${text(found.gap)}, but points ${text(apart)} m apart`);
  if (translates || found.gap - separation > LASTING * size) {
    faults.push(`undecided at ${found.time} after ${found.iterations} iterations, gap ${text(found.gap / size)} L`);
  }
  return faults;
}

function judgeNone(pair: MovingPair, found: Impact): string[] {
  const { pointA, pointB, normal } = found;
  const empty = [pointA, pointB, normal].every(({ x, y, z }) => x === 0 && y === 0 && z === 0);
  return empty && found.time === DURATION && found.gap === pair.separation
    ? []
    : [`no contact, but ${JSON.stringify(found)}`];
}

/** The reported points are on the bodies, as far apart as is reported, and near enough. */
// biome-ignore format: one group per line
function judgeContact(
  { a, b, separation }: MovingPair, found: Impact, size: number, limit: number, rounding: number,
): string[] {
  const { status, time, pointA, pointB, normal, gap } = found;
  const [placedA, placedB] = [placedAt(a, time), placedAt(b, time)];
  const faults: string[] = [];
  if (Math.abs(lengthVec3(normal) - 1) > 64 * EPSILON) faults.push(`normal of length ${lengthVec3(normal)}`);
  if (time < 0 || time > DURATION) faults.push(`time ${time}`);
  if (status === 'hit') {
    const { errorBound } = closest(a.shape, placedA.pose, b.shape, placedB.pose);
    if (gap > separation + Math.max(GAP * size, errorBound + 0.5 * GAP * size) + rounding)
      faults.push(`gap ${text(gap / size)} L at the hit`);
    if (!(found.closingSpeed > 0) && time > 0 && gap > separation - GAP * size)
      faults.push(`closing speed ${found.closingSpeed}`);
    for (const [name, body, point] of [
      ['A', placedA, pointA],
      ['B', placedB, pointB],
    ] as const) {
      const off = distanceOutside(body, fromVec3(point)) ?? 0;
      if (off > limit) faults.push(`point ${name} ${text(off / size)} L off its body at ${time}`);
    }
    const apart = lengthVec3(subVec3(createVec3(), pointB, pointA));
    if (Math.abs(apart - Math.abs(gap)) > limit)
      faults.push(`points ${text(apart / size)} L apart, gap ${text(gap / size)} L`);
  } else {
    const along = gapAlong(placedA, placedB, fromVec3(normal));
    if (time !== 0) faults.push(`initial overlap at ${time}`);
    if (
      along !== undefined &&
      isConvex(a.twin.shape) &&
      isConvex(b.twin.shape) &&
      toNumber(along) > separation + rounding
    ) {
      faults.push(`initial overlap, but ${text(toNumber(along) / size)} L apart`);
    }
  }
  return faults;
}

const isConvex = (shape: Shape) =>
  shape.kind !== 'compound' && shape.kind !== 'trimesh' && !('convex' in shape && !shape.convex);

/** Times before the answer at which an overlap is looked for: even ones, and ever nearer to the answer, the meeting and the start. */
function timesBefore({ meeting }: MovingPair, end: number): number[] {
  const times = Array.from({ length: 12 }, (_, k) => (end * (k + 0.5)) / 12);
  for (let digits = 1; digits <= 9; digits += 2) {
    const near = 10 ** -digits;
    times.push(end * (1 - near), meeting * (1 - near), meeting + (end - meeting) * near);
  }
  return times.filter((time) => time >= 0 && time < end);
}

/** Not late: at no earlier time is there a certified overlap deeper than `room` [m]. */
function judgeBefore(pair: MovingPair, found: Impact, room: number): string[] {
  for (const time of timesBefore(pair, found.time)) {
    const [a, b] = [placedAt(pair.a, time), placedAt(pair.b, time)];
    const certificate = pair.separation > 0 ? tooNear(pair, a, b, pair.separation - room) : overlap(pair, a, b, room);
    if (certificate) return [`${found.status} at ${found.time}, but ${certificate} at ${time}`];
  }
  return [];
}

/** Points that may be inside both bodies: the centres, and the closest points of the library. They are candidates only. */
function hints({ a, b }: MovingPair, placedA: Placed, placedB: Placed): [ExtendedVector, ExtendedVector] {
  const contact = closest(a.shape, placedA.pose, b.shape, placedB.pose);
  return [fromVec3(contact.pointA), fromVec3(contact.pointB)];
}

/** Two points of the bodies that are nearer than `distance` [m]. */
function tooNear(pair: MovingPair, a: Placed, b: Placed, distance: number): string | undefined {
  const [p, q] = hints(pair, a, b);
  const apart = toNumber(length(subtractVectors(p, q)));
  const off = (distanceOutside(a, p) ?? 0) + (distanceOutside(b, q) ?? 0);
  return apart + off < distance ? `points ${text(distance - apart - off)} m nearer than allowed` : undefined;
}

/** A point of one body that is inside the other by `depth` [m]. */
function overlap(pair: MovingPair, a: Placed, b: Placed, depth: number): string | undefined {
  const [p, q] = hints(pair, a, b);
  const midpoint = scaleVector(addVectors(p, q), extended(0.5));
  for (const point of [p, q, midpoint, fromVec3(a.pose.position), fromVec3(b.pose.position)]) {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if ((distanceOutside(one, point) ?? 1) <= 0.01 * depth && isInsideBy(other, point, depth)) {
        return `a point of a body is ${text(depth)} m inside the other`;
      }
    }
  }
  return undefined;
}

/** Does a convex part of the body contain an octahedron about the point, and so the sphere of radius `depth` [m]? */
function isInsideBy(body: Placed, point: ExtendedVector, depth: number): boolean {
  const reach = Math.sqrt(3) * depth;
  return convexParts(body).some((part) =>
    [0, 1, 2].every((axis) =>
      [-reach, reach].every((step) => {
        const at = addVectors(point, vector(axis === 0 ? step : 0, axis === 1 ? step : 0, axis === 2 ? step : 0));
        return (distanceOutside(part, at) ?? 1) <= 0;
      }),
    ),
  );
}

/** Flat bodies have no inside; of a mesh nothing is said. */
function convexParts(body: Placed): Placed[] {
  const { shape, pose } = body;
  if (shape.kind === 'trimesh') return [];
  if (shape.kind !== 'compound') return isConvex(shape) ? [body] : [];
  const single = (index: number): Shape => ({ ...shape, pieces: [shape.pieces[index]] });
  return shape.pieces.map((_, i) => ({ shape: single(i), pose }));
}

/** Polytopes without rotation: the exact times. */
function judgeTranslation(pair: MovingPair, found: Impact, room: number): string[] {
  const { a, b, translates, separation } = pair;
  const planar =
    isPlanar(a.motion) &&
    isPlanar(b.motion) &&
    [a, b].some(({ shape }) => shape.kind === 'polygon' || shape.kind === 'disc');
  const [startA, startB] = [placedAt(a, 0), placedAt(b, 0)];
  if (!translates || separation > 0 || !isDecidedByDirections(startA, startB, planar)) return [];
  const velocity = subVec3(createVec3(), b.motion.velocity, a.motion.velocity);
  const interval = overlapInterval(startA, startB, velocity, room, planar);
  if (interval === undefined || interval.to <= 0 || interval.from >= DURATION) return [];
  const from = Math.max(0, interval.from);
  if (from === 0 && found.status !== 'initial-overlap')
    return [`${found.status} at ${found.time}, but they overlap at the start`];
  if (found.status === 'none' || found.time > from * (1 + 4 * EPSILON))
    return [`${found.status} at ${found.time}, but they overlap from ${from} to ${interval.to}`];
  return [];
}

const isPlanar = ({ velocity, angularVelocity: w, acceleration }: Motion) =>
  velocity.z === 0 && acceleration.z === 0 && w.x === 0 && w.y === 0;
