import { createBoxGaps, findGaps } from '../distance/compound/box-gap.ts';
import { RELATIVE_LENGTH, setRelative } from '../distance/convex/core.ts';
import { transformTransposedVec3 } from '../math/mat3.ts';
import { type Motion, poseAt } from '../math/motion.ts';
import { createPose, type Pose } from '../math/pose.ts';
import { addScaledVec3, createVec3, lengthVec3, subVec3, type Vec3 } from '../math/vec3.ts';
import { HALF, MIDPOINT, ORIENTED_BOX_LENGTH } from '../shapes/bvh.ts';
import { firstRoot } from './planar-step.ts';

const gaps = createBoxGaps();
const alongA = gaps.alongA;
const centerOffsetA = gaps.centerOffsetA;
const alongB = gaps.alongB;
const centerOffsetB = gaps.centerOffsetB;

/**
 * A time for which the contents of two boxes of two moving bodies certainly stay apart. Along a fixed direction n, with the
 * centres c of the boxes relative to the origins of their bodies, |c| + r the maximum distance of a point of a box, and v, a of
 * B's origin relative to A's, the gap g after a time s is at least
 *
 *   g + s (n·v - Σ |n×ω| (|c| + r)) + s² n·a/2                                   and
 *   g + s (n·v ± Σ (n×ω)·c - Σ |n×ω| r) + s² (n·a - Σ |n×ω| |ω| |c|)/2,       + for B:
 *
 * the second uses the direction in which the centres rotate, for a while.
 */

/** Two moving bodies at one instant of their motion. */
export interface MovingPair {
  readonly poseA: Pose;
  readonly poseB: Pose;
  readonly relative: Float64Array;
  /** v, a of B's origin relative to A's and both angular velocities, in the axes of A and of B: four vectors each; |ωA|, |ωB|. */
  readonly motionInA: Float64Array;
  readonly motionInB: Float64Array;
}

export function createMovingPair(): MovingPair {
  return {
    poseA: createPose(),
    poseB: createPose(),
    relative: new Float64Array(RELATIVE_LENGTH),
    motionInA: new Float64Array(14),
    motionInB: new Float64Array(14),
  };
}

const velocity = createVec3();
const acceleration = createVec3();
const local = createVec3();

/** Moves the pair to a time [s] of the motions. */
export function movePair(pair: MovingPair, motionA: Motion, motionB: Motion, time: number): void {
  const { poseA, poseB, relative, motionInA, motionInB } = pair;
  poseAt(poseA, motionA, time);
  poseAt(poseB, motionB, time);
  setRelative(relative, poseA, poseB);
  subVec3(acceleration, motionB.acceleration, motionA.acceleration);
  addScaledVec3(velocity, subVec3(velocity, motionB.velocity, motionA.velocity), acceleration, time);
  motionInA[12] = motionInB[12] = lengthVec3(motionA.angularVelocity);
  motionInA[13] = motionInB[13] = lengthVec3(motionB.angularVelocity);
  write(motionInA, 0, transformTransposedVec3(local, poseA.rotation, velocity));
  write(motionInA, 3, transformTransposedVec3(local, poseA.rotation, acceleration));
  write(motionInA, 6, transformTransposedVec3(local, poseA.rotation, motionA.angularVelocity));
  write(motionInA, 9, transformTransposedVec3(local, poseA.rotation, motionB.angularVelocity));
  write(motionInB, 0, transformTransposedVec3(local, poseB.rotation, velocity));
  write(motionInB, 3, transformTransposedVec3(local, poseB.rotation, acceleration));
  write(motionInB, 6, transformTransposedVec3(local, poseB.rotation, motionA.angularVelocity));
  write(motionInB, 9, transformTransposedVec3(local, poseB.rotation, motionB.angularVelocity));
}

function write(out: Float64Array, at: number, { x, y, z }: Vec3): void {
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
}

/** Rotated boxes: centre xyz, its distance from the origin of the body, the radius about it [m]. */
const boxA = new Float64Array(5);
const boxB = new Float64Array(5);

/** Gap of two boxes [m], 0 if they overlap, and how long it lasts [s]. */
export interface SweptGap {
  gap: number;
  time: number;
}

export function createSweptGap(): SweptGap {
  return { gap: 0.5, time: 0.5 };
}

/**
 * Writes `swept` for boxes a and b of two BVHs, at the time of the pair; boxes with a gap of at most `separation` [m] count as
 * touching.
 */
// biome-ignore format: one vector per line
export function sweepBoxes(
  swept: SweptGap, { relative: r, motionInA, motionInB }: MovingPair,
  boxesA: Float64Array, a: number, boxesB: Float64Array, b: number, separation: number,
): void {
  findGaps(gaps, r, boxesA, a, boxesB, b);
  swept.gap = 0;
  swept.time = 0;
  setBox(boxA, boxesA, a);
  setBox(boxB, boxesB, b);
  const x = boxB[0], y = boxB[1], z = boxB[2];
  boxB[0] = r[0] * x + r[1] * y + r[2] * z; boxB[1] = r[3] * x + r[4] * y + r[5] * z; boxB[2] = r[6] * x + r[7] * y + r[8] * z;
  boundAlong(swept, alongA, centerOffsetA, boxesA, a, motionInA, separation);
  const u = boxA[0], v = boxA[1], w = boxA[2];
  boxA[0] = r[0] * u + r[3] * v + r[6] * w; boxA[1] = r[1] * u + r[4] * v + r[7] * w; boxA[2] = r[2] * u + r[5] * v + r[8] * w;
  boxB[0] = x; boxB[1] = y; boxB[2] = z;
  boundAlong(swept, alongB, centerOffsetB, boxesB, b, motionInB, separation);
}

function setBox(box: Float64Array, boxes: Float64Array, node: number): void {
  const at = ORIENTED_BOX_LENGTH * node;
  const x = boxes[at + MIDPOINT];
  const y = boxes[at + MIDPOINT + 1];
  const z = boxes[at + MIDPOINT + 2];
  const u = boxes[at + HALF];
  const v = boxes[at + HALF + 1];
  const w = boxes[at + HALF + 2];
  box[0] = x;
  box[1] = y;
  box[2] = z;
  box[3] = Math.sqrt(x * x + y * y + z * z);
  box[4] = Math.sqrt(u * u + v * v + w * w);
}

/** Updates `swept` with the gap along the axes of one of the boxes, and how long it lasts, if that is longer. */
// biome-ignore format: one vector per line
function boundAlong(
  swept: SweptGap, along: Float64Array, offset: Float64Array, boxes: Float64Array, node: number, motion: Float64Array, separation: number,
): void {
  const u = beyond(along[0], offset[0]), v = beyond(along[1], offset[1]), w = beyond(along[2], offset[2]);
  const gap = Math.sqrt(u * u + v * v + w * w);
  if (gap > swept.gap) swept.gap = gap;
  if (!(gap > separation)) return;
  // the direction in the axes of the body
  const i = ORIENTED_BOX_LENGTH * node;
  const x = (u * boxes[i] + v * boxes[i + 3] + w * boxes[i + 6]) / gap;
  const y = (u * boxes[i + 1] + v * boxes[i + 4] + w * boxes[i + 7]) / gap;
  const z = (u * boxes[i + 2] + v * boxes[i + 5] + w * boxes[i + 8]) / gap;
  // n×ω
  const ax = y * motion[8] - z * motion[7], ay = z * motion[6] - x * motion[8], az = x * motion[7] - y * motion[6];
  const bx = y * motion[11] - z * motion[10], by = z * motion[9] - x * motion[11], bz = x * motion[10] - y * motion[9];
  const rotationA = Math.sqrt(ax * ax + ay * ay + az * az), rotationB = Math.sqrt(bx * bx + by * by + bz * bz);
  const rate = x * motion[0] + y * motion[1] + z * motion[2] - rotationA * boxA[4] - rotationB * boxB[4];
  const deceleration = -(x * motion[3] + y * motion[4] + z * motion[5]);
  const plain = firstRoot(gap - separation, rate - rotationA * boxA[3] - rotationB * boxB[3], deceleration);
  if (plain > swept.time) swept.time = plain;
  if (rotationA === 0 && rotationB === 0) return;
  const swing = bx * boxB[0] + by * boxB[1] + bz * boxB[2] - (ax * boxA[0] + ay * boxA[1] + az * boxA[2]);
  const swingDeceleration = rotationA * motion[12] * boxA[3] + rotationB * motion[13] * boxB[3];
  const swinging = firstRoot(gap - separation, rate + swing, deceleration + swingDeceleration);
  if (swinging > swept.time) swept.time = swinging;
}

/** A gap, above zero, with the sign of the offset. */
function beyond(gap: number, offset: number): number {
  return gap > 0 ? (offset < 0 ? -gap : gap) : 0;
}
