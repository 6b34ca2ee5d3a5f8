import { createContact, createSimplexCache, type Hull, type Pose, pose } from 'appulse';
import { closestSolids, type Solid } from 'appulse/kernels';
import type { Random } from './random.ts';
import { axisRotation, direction, type Triple } from './smooth-bodies.ts';
import { fillPose } from './smooth-poses.ts';

/** Pairs of separate convex bodies: poses and distances. */
export interface SolidPairs {
  readonly shapesA: readonly Solid[];
  readonly shapesB: readonly Solid[];
  /** Position and rotation by rows of A, then of B: twelve numbers each. */
  readonly poses: Float64Array;
  /** [m] */
  readonly expected: Float64Array;
}

export const STRIDE = 24;
/** Number of different bodies for A and for B. */
export const POOL = 200;
export const MIN_GAP = 1e-3;
export const MAX_GAP = 3;
/** Maximum rotation [rad] and translation [m] of a tracked pair from frame to frame. */
export const MAX_ROTATION = 0.02;
export const MAX_TRANSLATION = 0.002;

/**
 * All pairs of frame 0, then of frame 1, and so on. Frame 0: random rotations, B in a random direction from A, moved along the
 * normal until the gap has the drawn, log-uniform value. Later frames move slightly.
 */
export function drawSolidPairs(
  random: Random,
  pairCount: number,
  frames: number,
  drawShape: (random: Random) => Solid,
): SolidPairs {
  const [poolA, poolB] = [0, 1].map(() => Array.from({ length: Math.min(POOL, pairCount) }, () => drawShape(random)));
  // each pass pairs the pool of A with that of B shifted by one more: no pair occurs twice
  const shapesA = Array.from({ length: pairCount }, (_, i) => poolA[i % poolA.length]);
  const shapesB = Array.from({ length: pairCount }, (_, i) => poolB[(i + Math.floor(i / POOL)) % poolB.length]);
  const poses = new Float64Array(STRIDE * pairCount * frames);
  const expected = new Float64Array(pairCount * frames);
  const [poseA, poseB] = [pose(), pose()];
  const numbers = (place: readonly number[]) => [
    ...place,
    ...axisRotation(direction(random), random.between(-Math.PI, Math.PI)),
  ];
  for (let i = 0; i < pairCount; i++) {
    const away = direction(random).map((x) => 4 * x);
    poses.set([...numbers([0, 0, 0]), ...numbers(away)], STRIDE * i);
    const gap = MIN_GAP * (MAX_GAP / MIN_GAP) ** random.next();
    // each translation along the normal reduces the difference to the drawn gap
    for (let k = 0; k < 30; k++) {
      const { distance, normal } = ask(shapesA[i], shapesB[i], poses, i, poseA, poseB);
      poses[STRIDE * i + 12] += (gap - distance) * normal.x;
      poses[STRIDE * i + 13] += (gap - distance) * normal.y;
      poses[STRIDE * i + 14] += (gap - distance) * normal.z;
    }
  }
  for (let frame = 0; frame < frames; frame++) {
    for (let i = 0; i < pairCount; i++) {
      const k = frame * pairCount + i;
      if (frame > 0) {
        moveOn(random, poses, k, k - pairCount);
        const { distance, normal } = ask(shapesA[i], shapesB[i], poses, k, poseA, poseB);
        const back = Math.max(0, MIN_GAP - distance);
        poses[STRIDE * k + 12] += back * normal.x;
        poses[STRIDE * k + 13] += back * normal.y;
        poses[STRIDE * k + 14] += back * normal.z;
      }
      expected[k] = certifiedDistance(shapesA[i], shapesB[i], poses, k, poseA, poseB);
    }
  }
  return { shapesA, shapesB, poses, expected };
}

function ask(shapeA: Solid, shapeB: Solid, poses: Float64Array, k: number, poseA: Pose, poseB: Pose) {
  fillPose(poseA, poses, STRIDE * k);
  fillPose(poseB, poses, STRIDE * k + 12);
  return closestSolids(createContact(), shapeA, poseA, shapeB, poseB, createSimplexCache());
}

/** A small rotation, and a small translation of B away from A. */
function moveOn(random: Random, poses: Float64Array, k: number, before: number): void {
  poses.copyWithin(STRIDE * k, STRIDE * before, STRIDE * (before + 1));
  const rotation = Array.from(poses.subarray(STRIDE * k + 15, STRIDE * k + 24));
  const step = axisRotation(direction(random), random.between(0, MAX_ROTATION));
  const rotated = [0, 3, 6].flatMap((row) =>
    [0, 1, 2].map((c) => step[row] * rotation[c] + step[row + 1] * rotation[3 + c] + step[row + 2] * rotation[6 + c]),
  );
  poses.set(rotated, STRIDE * k + 15);
  const away = Array.from(poses.subarray(STRIDE * k + 12, STRIDE * k + 15));
  const length = Math.hypot(...away);
  const way = random.between(0, MAX_TRANSLATION);
  poses.set(
    away.map((x) => x + (way * x) / length),
    STRIDE * k + 12,
  );
}

/**
 * The gap between the supporting planes of A and B perpendicular to the normal, by brute force over the vertices or by formula:
 * a lower bound of the distance for any normal. NaN if the distance of the given points is larger.
 */
function certifiedDistance(
  shapeA: Solid,
  shapeB: Solid,
  poses: Float64Array,
  k: number,
  poseA: Pose,
  poseB: Pose,
): number {
  const { normal, distance, pointA, pointB } = ask(shapeA, shapeB, poses, k, poseA, poseB);
  const n: Triple = [normal.x, normal.y, normal.z];
  const { x, y, z } = poseB.position;
  const between = x * n[0] + y * n[1] + z * n[2];
  const lower = between - height(shapeA, poseA, n) - height(shapeB, poseB, [-n[0], -n[1], -n[2]]);
  const upper = Math.hypot(pointB.x - pointA.x, pointB.y - pointA.y, pointB.z - pointA.z);
  return Math.abs(upper - lower) < 1e-13 && Math.abs(distance - lower) < 1e-13 ? lower : Number.NaN;
}

/** Support function: max n·p over a body, relative to its centre. */
function height(shape: Solid, { rotation: r }: Pose, [x, y, z]: Triple): number {
  const d: Triple = [r.xx * x + r.yx * y + r.zx * z, r.xy * x + r.yy * y + r.zy * z, r.xz * x + r.yz * y + r.zz * z];
  switch (shape.kind) {
    case 'box':
      return (
        shape.halfExtents.x * Math.abs(d[0]) +
        shape.halfExtents.y * Math.abs(d[1]) +
        shape.halfExtents.z * Math.abs(d[2])
      );
    case 'capsule':
      return shape.halfHeight * Math.abs(d[2]) + shape.radius;
    case 'hull':
      return hullHeight(shape, d);
    default:
      return Number.NaN;
  }
}

function hullHeight({ vertices: v }: Hull, [x, y, z]: Triple): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < v.length; i += 3) most = Math.max(most, x * v[i] + y * v[i + 1] + z * v[i + 2]);
  return most;
}
