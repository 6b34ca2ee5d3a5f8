/**
 * The free flight of a body of space. Its spin is not constant, its angular momentum L is: the state is the rotation
 * Q since the start, with world inverse inertia Q J Qᵀ and spin ω = Q J Qᵀ L, so L is kept whatever the step. [CP13]
 * spec 3.2
 *
 * Q' = [ω]× Q is integrated on the rotations themselves by the commutator-free method of fourth order of Celledoni,
 * Marthinsen and Owren; the number of steps is doubled until the result stands still.
 */
import {
  copyMat3,
  createMat3,
  type Mat3,
  multiplyMat3,
  type ReadonlyMat3,
  rotateTensor,
  solveSymmetric,
  transformTransposedVec3,
  transformVec3,
} from '../math/mat3.ts';
import { poseAt } from '../math/motion.ts';
import { addScaledVec3, createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { orthonormalize } from './advance.ts';
import type { SpatialBody } from './rigid-body.ts';

const NONE: ReadonlyVec3 = createVec3();

/** [rad] Turn in one step of the first, coarsest try. */
const FIRST_TURN = 0.25;

/**
 * Moves a body by `t` [s] without torque and under a constant acceleration of its centre [m/s²]; pose, velocities and
 * inverse inertia follow. `tolerance` bounds the error of the rotation [rad], for each radian turned if more than
 * one. Returns the number of steps of the last try.
 */
export function advanceSpatialBody(
  body: SpatialBody,
  t: number,
  acceleration: ReadonlyVec3 = NONE,
  tolerance = 1e-13,
): number {
  const { pose, velocity, angularVelocity, inverseInertia } = body;
  const momentum = solveSymmetric(createVec3(), inverseInertia, angularVelocity);
  const radians = lengthVec3(angularVelocity) * Math.abs(t);
  const allowed = 15 * tolerance * Math.max(1, radians);
  let steps = 1 + Math.floor(radians / FIRST_TURN);
  let turn = tumble(inverseInertia, momentum, t, steps);
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    steps *= 2;
    const finer = tumble(inverseInertia, momentum, t, steps);
    const difference = largestDifference(finer, turn);
    turn = finer;
    // fourth order: the finer result is 15 times nearer to the truth than to the coarser one; once differences stop
    // falling they are rounding, and more steps only add to it
    if (difference <= allowed || difference > 0.5 * before) break;
    before = difference;
  }
  multiplyMat3(pose.rotation, turn, pose.rotation);
  orthonormalize(pose.rotation);
  rotateTensor(inverseInertia, turn, inverseInertia);
  transformVec3(angularVelocity, inverseInertia, momentum);
  addScaledVec3(pose.position, pose.position, velocity, t);
  addScaledVec3(pose.position, pose.position, acceleration, 0.5 * t * t);
  addScaledVec3(velocity, velocity, acceleration, t);
  return steps;
}

/** The rotation Q after `t`, in `steps` equal steps. */
function tumble(inverseInertia: ReadonlyMat3, momentum: ReadonlyVec3, t: number, steps: number): Mat3 {
  const h = t / steps;
  const [q, stage, last] = [createMat3(), createMat3(), createMat3()];
  const [k1, k2, k3, k4, slope] = [createVec3(), createVec3(), createVec3(), createVec3(), createVec3()];
  for (let step = 0; step < steps; step++) {
    spinAt(k1, q, inverseInertia, momentum);
    turnBy(stage, q, k1, 0.5 * h);
    spinAt(k2, stage, inverseInertia, momentum);
    turnBy(last, q, k2, 0.5 * h);
    spinAt(k3, last, inverseInertia, momentum);
    turnBy(last, stage, addScaledVec3(slope, k3, k1, -0.5), h);
    spinAt(k4, last, inverseInertia, momentum);
    turnBy(q, q, weighted(slope, k1, k2, k3, k4, 3, -1), h);
    turnBy(q, q, weighted(slope, k1, k2, k3, k4, -1, 3), h);
    orthonormalize(q);
  }
  return q;
}

/** ω = Q J Qᵀ L */
function spinAt(out: Vec3, q: ReadonlyMat3, inverseInertia: ReadonlyMat3, momentum: ReadonlyVec3): void {
  transformTransposedVec3(out, q, momentum);
  transformVec3(out, inverseInertia, out);
  transformVec3(out, q, out);
}

/** (first k1 + 2 k2 + 2 k3 + last k4)/12: the two half steps in which the method ends. */
export function weighted(
  out: Vec3,
  k1: ReadonlyVec3,
  k2: ReadonlyVec3,
  k3: ReadonlyVec3,
  k4: ReadonlyVec3,
  first: number,
  last: number,
): Vec3 {
  scaleVec3(out, k1, first / 12);
  addScaledVec3(out, out, k2, 1 / 6);
  addScaledVec3(out, out, k3, 1 / 6);
  return addScaledVec3(out, out, k4, last / 12);
}

const turned = { position: createVec3(), rotation: createMat3() };

/** out = exp([ω t]×) q */
export function turnBy(out: Mat3, q: Mat3, angularVelocity: ReadonlyVec3, t: number): void {
  const pose = { position: NONE, rotation: q };
  poseAt(turned, { pose, velocity: NONE, angularVelocity, acceleration: NONE }, t);
  copyMat3(out, turned.rotation);
}

function largestDifference(a: ReadonlyMat3, b: ReadonlyMat3): number {
  return Math.max(
    Math.abs(a.xx - b.xx),
    Math.abs(a.xy - b.xy),
    Math.abs(a.xz - b.xz),
    Math.abs(a.yx - b.yx),
    Math.abs(a.yy - b.yy),
    Math.abs(a.yz - b.yz),
    Math.abs(a.zx - b.zx),
    Math.abs(a.zy - b.zy),
    Math.abs(a.zz - b.zz),
  );
}
