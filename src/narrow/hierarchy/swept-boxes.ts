import { transformTransposedVec3 } from '../../math/mat3.ts';
import { type Motion, poseAt } from '../../math/motion.ts';
import { createPose, type Pose } from '../../math/pose.ts';
import { addScaledVec3, createVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { firstRoot } from '../continuous/planar-step.ts';
import { RELATIVE_LENGTH, setRelative } from '../space/core.ts';

/**
 * How long what two boxes of two moving bodies hold certainly stays apart. Across a plane of the direction n, fixed in space, the
 * gap g closes no faster than
 *
 *   -n·(v + a s) + |n×ωA| ρA + |n×ωB| ρB,
 *
 * v, a of B's origin relative to A's, ρ the distance of the farthest corner of a box from the origin of its body.
 */

/** Two moving bodies at one moment of their motion. */
export interface MovingPair {
  readonly poseA: Pose;
  readonly poseB: Pose;
  readonly relative: Float64Array;
  /** v and a of B's origin relative to A's, and both spins, in the axes of A and in those of B: four vectors each. */
  readonly seenFromA: Float64Array;
  readonly seenFromB: Float64Array;
}

export function createMovingPair(): MovingPair {
  return {
    poseA: createPose(),
    poseB: createPose(),
    relative: new Float64Array(RELATIVE_LENGTH),
    seenFromA: new Float64Array(12),
    seenFromB: new Float64Array(12),
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
export const boxes = { gap: 0.5, time: 0.5 };

/** The gap along the axes of one body, its sign towards B. */
const apart = new Float64Array(3);

/**
 * Answers in `boxes` for nodes a and b of two hierarchies, at the moment of the pair; what is left of the gap at `separation` [m]
 * counts as met.
 */
// biome-ignore format: one vector per line
export function boxTime(
  { relative: r, seenFromA, seenFromB }: MovingPair,
  boxesA: Float64Array, a: number, boxesB: Float64Array, b: number, separation: number,
): void {
  const i = 6 * a, j = 6 * b;
  const ax = boxesA[i], ay = boxesA[i + 1], az = boxesA[i + 2], ex = boxesA[i + 3], ey = boxesA[i + 4], ez = boxesA[i + 5];
  const bx = boxesB[j], by = boxesB[j + 1], bz = boxesB[j + 2], fx = boxesB[j + 3], fy = boxesB[j + 4], fz = boxesB[j + 5];
  const reachA = farthest(ax, ay, az, ex, ey, ez), reachB = farthest(bx, by, bz, fx, fy, fz);
  const cx = r[9] + r[0] * bx + r[1] * by + r[2] * bz - ax;
  const cy = r[10] + r[3] * bx + r[4] * by + r[5] * bz - ay;
  const cz = r[11] + r[6] * bx + r[7] * by + r[8] * bz - az;
  boxes.gap = 0;
  boxes.time = 0;
  apart[0] = beyond(cx, ex + Math.abs(r[0]) * fx + Math.abs(r[1]) * fy + Math.abs(r[2]) * fz);
  apart[1] = beyond(cy, ey + Math.abs(r[3]) * fx + Math.abs(r[4]) * fy + Math.abs(r[5]) * fz);
  apart[2] = beyond(cz, ez + Math.abs(r[6]) * fx + Math.abs(r[7]) * fy + Math.abs(r[8]) * fz);
  lastAlong(seenFromA, reachA, reachB, separation);
  apart[0] = beyond(r[0] * cx + r[3] * cy + r[6] * cz, fx + Math.abs(r[0]) * ex + Math.abs(r[3]) * ey + Math.abs(r[6]) * ez);
  apart[1] = beyond(r[1] * cx + r[4] * cy + r[7] * cz, fy + Math.abs(r[1]) * ex + Math.abs(r[4]) * ey + Math.abs(r[7]) * ez);
  apart[2] = beyond(r[2] * cx + r[5] * cy + r[8] * cz, fz + Math.abs(r[2]) * ex + Math.abs(r[5]) * ey + Math.abs(r[8]) * ez);
  lastAlong(seenFromB, reachA, reachB, separation);
}

/** By how much `way` goes beyond ±`reach`, with its sign. */
function beyond(way: number, reach: number): number {
  return way > reach ? way - reach : way < -reach ? way + reach : 0;
}

/** The distance of the farthest corner of a box from the origin. */
function farthest(x: number, y: number, z: number, ex: number, ey: number, ez: number): number {
  const a = Math.abs(x) + ex;
  const b = Math.abs(y) + ey;
  const c = Math.abs(z) + ez;
  return Math.sqrt(a * a + b * b + c * c);
}

/** Takes the gap in `apart`, and how long it lasts, if that is longer. */
function lastAlong(motion: Float64Array, reachA: number, reachB: number, separation: number): void {
  const gap = Math.sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
  boxes.gap = Math.max(boxes.gap, gap);
  if (!(gap > separation)) return;
  const x = apart[0] / gap;
  const y = apart[1] / gap;
  const z = apart[2] / gap;
  const rate = x * motion[0] + y * motion[1] + z * motion[2];
  const bend = -(x * motion[3] + y * motion[4] + z * motion[5]);
  const turning = reachA * acrossSpin(motion, 6, x, y, z) + reachB * acrossSpin(motion, 9, x, y, z);
  boxes.time = Math.max(boxes.time, firstRoot(gap - separation, rate - turning, bend));
}

/** |n×ω| */
function acrossSpin(motion: Float64Array, at: number, x: number, y: number, z: number): number {
  const u = y * motion[at + 2] - z * motion[at + 1];
  const v = z * motion[at] - x * motion[at + 2];
  const w = x * motion[at + 1] - y * motion[at];
  return Math.sqrt(u * u + v * v + w * w);
}
