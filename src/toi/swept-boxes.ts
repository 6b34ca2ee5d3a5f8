import { alongA, alongB, findGaps, wayA, wayB } from '../distance/compound/box-gap.ts';
import { RELATIVE_LENGTH, setRelative } from '../distance/convex/core.ts';
import { transformTransposedVec3 } from '../math/mat3.ts';
import { type Motion, poseAt } from '../math/motion.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { addScaledVec3, createVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { HALF, MIDPOINT, ROTATED } from '../shapes/bvh.ts';
import { firstRoot } from './planar-step.ts';

/**
 * How long what two boxes of two moving bodies hold certainly stays apart. Across a plane of the direction n, fixed in space, with the middles c
 * of the boxes seen from the origins of their bodies, |c| + r the distance of the farthest place in a box, and v, a of B's origin relative to
 * A's, the gap g is after a time s at least
 *
 *   g + s (n·v - Σ |n×ω| (|c| + r)) + s² n·a/2                                   and
 *   g + s (n·v ± Σ (n×ω)·c - Σ |n×ω| r) + s² (n·a - Σ |n×ω| |ω| |c|)/2,       + for B:
 *
 * the second knows which way the middles turn, for a while.
 */

/** Two moving bodies at one moment of their motion. */
export interface MovingPair {
  readonly poseA: Pose;
  readonly poseB: Pose;
  readonly relative: Float64Array;
  /** v and a of B's origin relative to A's, and both spins, in the axes of A and in those of B: four vectors each, and |ωA|, |ωB|. */
  readonly seenFromA: Float64Array;
  readonly seenFromB: Float64Array;
}

export function createMovingPair(): MovingPair {
  return {
    poseA: createPose(),
    poseB: createPose(),
    relative: new Float64Array(RELATIVE_LENGTH),
    seenFromA: new Float64Array(14),
    seenFromB: new Float64Array(14),
  };
}

const velocity = createVec3();
const acceleration = createVec3();
const seen = createVec3();

/** Brings the pair to a time [s] of the motions. */
export function placePair(pair: MovingPair, motionA: Motion, motionB: Motion, time: number): void {
  const { poseA, poseB, relative, seenFromA, seenFromB } = pair;
  poseAt(poseA, motionA, time);
  poseAt(poseB, motionB, time);
  setRelative(relative, poseA, poseB);
  subVec3(acceleration, motionB.acceleration, motionA.acceleration);
  addScaledVec3(velocity, subVec3(velocity, motionB.velocity, motionA.velocity), acceleration, time);
  seenFromA[12] = seenFromB[12] = lengthVec3(motionA.angularVelocity);
  seenFromA[13] = seenFromB[13] = lengthVec3(motionB.angularVelocity);
  write(seenFromA, 0, transformTransposedVec3(seen, poseA.rotation, velocity));
  write(seenFromA, 3, transformTransposedVec3(seen, poseA.rotation, acceleration));
  write(seenFromA, 6, transformTransposedVec3(seen, poseA.rotation, motionA.angularVelocity));
  write(seenFromA, 9, transformTransposedVec3(seen, poseA.rotation, motionB.angularVelocity));
  write(seenFromB, 0, transformTransposedVec3(seen, poseB.rotation, velocity));
  write(seenFromB, 3, transformTransposedVec3(seen, poseB.rotation, acceleration));
  write(seenFromB, 6, transformTransposedVec3(seen, poseB.rotation, motionA.angularVelocity));
  write(seenFromB, 9, transformTransposedVec3(seen, poseB.rotation, motionB.angularVelocity));
}

function write(out: Float64Array, at: number, { x, y, z }: Vec3): void {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

/** Gap of the boxes [m], 0 if they meet, and how long it lasts [s]. */
export const swept = { gap: 0.5, time: 0.5 };

/** What the boxes are about a moment's motion: middles xyz, their distance from the origin of the body, the radius about them [m]. */
const placeA = new Float64Array(5);
const placeB = new Float64Array(5);

/**
 * Answers in `swept` for boxes a and b of two hierarchies, at the moment of the pair; where no more of the gap than `separation` [m]
 * is left they have met.
 */
// biome-ignore format: one vector per line
export function sweepBoxes(
  { relative: r, seenFromA, seenFromB }: MovingPair,
  boxesA: Float64Array, a: number, boxesB: Float64Array, b: number, separation: number,
): void {
  findGaps(r, boxesA, a, boxesB, b);
  swept.gap = 0;
  swept.time = 0;
  setPlace(placeA, boxesA, a);
  setPlace(placeB, boxesB, b);
  const x = placeB[0], y = placeB[1], z = placeB[2];
  placeB[0] = r[0] * x + r[1] * y + r[2] * z; placeB[1] = r[3] * x + r[4] * y + r[5] * z; placeB[2] = r[6] * x + r[7] * y + r[8] * z;
  lastAlong(alongA, wayA, boxesA, a, seenFromA, separation);
  const u = placeA[0], v = placeA[1], w = placeA[2];
  placeA[0] = r[0] * u + r[3] * v + r[6] * w; placeA[1] = r[1] * u + r[4] * v + r[7] * w; placeA[2] = r[2] * u + r[5] * v + r[8] * w;
  placeB[0] = x; placeB[1] = y; placeB[2] = z;
  lastAlong(alongB, wayB, boxesB, b, seenFromB, separation);
}

function setPlace(place: Float64Array, boxes: Float64Array, node: number): void {
  const at = ROTATED * node;
  const x = boxes[at + MIDPOINT];
  const y = boxes[at + MIDPOINT + 1];
  const z = boxes[at + MIDPOINT + 2];
  const u = boxes[at + HALF];
  const v = boxes[at + HALF + 1];
  const w = boxes[at + HALF + 2];
  place[0] = x;
  place[1] = y;
  place[2] = z;
  place[3] = Math.sqrt(x * x + y * y + z * z);
  place[4] = Math.sqrt(u * u + v * v + w * w);
}

/** Takes the gap along the axes of one of the boxes, and how long it lasts, if that is longer. */
// biome-ignore format: one vector per line
function lastAlong(
  along: Float64Array, way: Float64Array, boxes: Float64Array, node: number, motion: Float64Array, separation: number,
): void {
  const u = beyond(along[0], way[0]), v = beyond(along[1], way[1]), w = beyond(along[2], way[2]);
  const gap = Math.sqrt(u * u + v * v + w * w);
  if (gap > swept.gap) swept.gap = gap;
  if (!(gap > separation)) return;
  // the direction in the axes of the body
  const i = ROTATED * node;
  const x = (u * boxes[i] + v * boxes[i + 3] + w * boxes[i + 6]) / gap;
  const y = (u * boxes[i + 1] + v * boxes[i + 4] + w * boxes[i + 7]) / gap;
  const z = (u * boxes[i + 2] + v * boxes[i + 5] + w * boxes[i + 8]) / gap;
  // n×ω
  const ax = y * motion[8] - z * motion[7], ay = z * motion[6] - x * motion[8], az = x * motion[7] - y * motion[6];
  const bx = y * motion[11] - z * motion[10], by = z * motion[9] - x * motion[11], bz = x * motion[10] - y * motion[9];
  const rotationA = Math.sqrt(ax * ax + ay * ay + az * az), rotationB = Math.sqrt(bx * bx + by * by + bz * bz);
  const rate = x * motion[0] + y * motion[1] + z * motion[2] - rotationA * placeA[4] - rotationB * placeB[4];
  const bend = -(x * motion[3] + y * motion[4] + z * motion[5]);
  const plain = firstRoot(gap - separation, rate - rotationA * placeA[3] - rotationB * placeB[3], bend);
  if (plain > swept.time) swept.time = plain;
  if (rotationA === 0 && rotationB === 0) return;
  const swing = bx * placeB[0] + by * placeB[1] + bz * placeB[2] - (ax * placeA[0] + ay * placeA[1] + az * placeA[2]);
  const swingBend = rotationA * motion[12] * placeA[3] + rotationB * motion[13] * placeB[3];
  const swinging = firstRoot(gap - separation, rate + swing, bend + swingBend);
  if (swinging > swept.time) swept.time = swinging;
}

/** A gap, above zero, with the sign of the way. */
function beyond(gap: number, way: number): number {
  return gap > 0 ? (way < 0 ? -gap : gap) : 0;
}
