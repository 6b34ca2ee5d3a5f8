import { transformTransposedVec3 } from '../../math/mat3.ts';
import { type Motion, poseAt } from '../../math/motion.ts';
import { createPose, type Pose } from '../../math/pose.ts';
import { addScaledVec3, createVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import { HALF, MIDDLE, TURNED } from '../../shapes/box-hierarchy.ts';
import { firstRoot } from '../continuous/planar-step.ts';
import { RELATIVE_LENGTH, setRelative } from '../space/core.ts';
import { alongA, alongB, findGaps, wayA, wayB } from './box-gap.ts';

/**
 * How long what two boxes of two moving bodies hold certainly stays apart. Across a plane of the direction n, fixed in space, the
 * gap g closes no faster than
 *
 *   -n·(v + a s) + |n×ωA| ρA + |n×ωB| ρB,
 *
 * v, a of B's origin relative to A's, ρ the distance of the farthest place in a box from the origin of its body.
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
export const swept = { gap: 0.5, time: 0.5 };

/** How far what is in the boxes may be from the origin of its body [m]. */
const reach = { a: 0.5, b: 0.5 };

/**
 * Answers in `swept` for boxes a and b of two hierarchies, at the moment of the pair; where no more of the gap than `separation` [m]
 * is left they have met.
 */
export function sweepBoxes(
  pair: MovingPair,
  boxesA: Float64Array,
  a: number,
  boxesB: Float64Array,
  b: number,
  separation: number,
): void {
  findGaps(pair.relative, boxesA, a, boxesB, b);
  reach.a = farthest(boxesA, a);
  reach.b = farthest(boxesB, b);
  swept.gap = 0;
  swept.time = 0;
  lastAlong(alongA, wayA, boxesA, a, pair.seenFromA, separation);
  lastAlong(alongB, wayB, boxesB, b, pair.seenFromB, separation);
}

/** No point of a box is farther from the origin of the body. */
function farthest(boxes: Float64Array, node: number): number {
  const at = TURNED * node;
  const x = boxes[at + MIDDLE];
  const y = boxes[at + MIDDLE + 1];
  const z = boxes[at + MIDDLE + 2];
  const u = boxes[at + HALF];
  const v = boxes[at + HALF + 1];
  const w = boxes[at + HALF + 2];
  return Math.sqrt(x * x + y * y + z * z) + Math.sqrt(u * u + v * v + w * w);
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
  const i = TURNED * node;
  const x = (u * boxes[i] + v * boxes[i + 3] + w * boxes[i + 6]) / gap;
  const y = (u * boxes[i + 1] + v * boxes[i + 4] + w * boxes[i + 7]) / gap;
  const z = (u * boxes[i + 2] + v * boxes[i + 5] + w * boxes[i + 8]) / gap;
  const rate = x * motion[0] + y * motion[1] + z * motion[2];
  const bend = -(x * motion[3] + y * motion[4] + z * motion[5]);
  const turning = reach.a * acrossSpin(motion, 6, x, y, z) + reach.b * acrossSpin(motion, 9, x, y, z);
  const time = firstRoot(gap - separation, rate - turning, bend);
  if (time > swept.time) swept.time = time;
}

/** A gap, above zero, with the sign of the way. */
function beyond(gap: number, way: number): number {
  return gap > 0 ? (way < 0 ? -gap : gap) : 0;
}

/** |n×ω| */
function acrossSpin(motion: Float64Array, at: number, x: number, y: number, z: number): number {
  const u = y * motion[at + 2] - z * motion[at + 1];
  const v = z * motion[at] - x * motion[at + 2];
  const w = x * motion[at + 1] - y * motion[at];
  return Math.sqrt(u * u + v * v + w * w);
}
