import type { ReadonlyMovingPose } from '../../../math/moving-pose.ts';
import type { ReadonlyPose } from '../../../math/pose.ts';
import { createWitness, evaluateWitness, JET, setWitnessAt, type TrackedShape, type Witness } from './witness.ts';

/**
 * Two witnesses and the poses of their bodies. All vectors are in world axes relative to the origin of A, so that a pair far from the world
 * origin loses no accuracy. Letters of [PG05-1]: F, H the witness points, Δ = F - H, E = ½ Δ·Δ, d = |Δ|.
 */
export interface WitnessPair {
  readonly a: Witness;
  readonly b: Witness;
  /** Rotations of A and B by rows, then p_B - p_A. */
  readonly frame: Float64Array;
  /** v_A, ω_A, v_B, ω_B: velocities of the origins and angular velocities, world axes. */
  readonly twists: Float64Array;
  /** Δ, from the witness of B to that of A [m]. */
  readonly delta: Float64Array;
  /** Size of the larger body [m]: the scale of absolute tolerances. */
  readonly size: number;
}

/** Offsets in `frame` and `twists`. */
export const ROTATION_B = 9;
export const OFFSET_B = 18;
export const ANGULAR_VELOCITY_A = 3;
export const VELOCITY_B = 6;
export const ANGULAR_VELOCITY_B = 9;

export function createWitnessPair(shapeA: TrackedShape, shapeB: TrackedShape): WitnessPair {
  const radius = (shape: TrackedShape) => (shape.kind === 'tiled' ? shape.radius : 0);
  return {
    a: createWitness(shapeA),
    b: createWitness(shapeB),
    frame: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    twists: new Float64Array(12),
    delta: new Float64Array(3),
    size: Math.max(radius(shapeA), radius(shapeB)),
  };
}

/** Sets poses and velocities. The world jets of the witnesses are outdated until `evaluatePair`. */
export function movePair(pair: WitnessPair, motionA: ReadonlyMovingPose, motionB: ReadonlyMovingPose): void {
  setPairPoses(pair, motionA.pose, motionB.pose);
  const { twists } = pair;
  const { velocity: va, angularVelocity: wa } = motionA;
  const { velocity: vb, angularVelocity: wb } = motionB;
  twists[0] = va.x;
  twists[1] = va.y;
  twists[2] = va.z;
  twists[ANGULAR_VELOCITY_A] = wa.x;
  twists[ANGULAR_VELOCITY_A + 1] = wa.y;
  twists[ANGULAR_VELOCITY_A + 2] = wa.z;
  twists[VELOCITY_B] = vb.x;
  twists[VELOCITY_B + 1] = vb.y;
  twists[VELOCITY_B + 2] = vb.z;
  twists[ANGULAR_VELOCITY_B] = wb.x;
  twists[ANGULAR_VELOCITY_B + 1] = wb.y;
  twists[ANGULAR_VELOCITY_B + 2] = wb.z;
}

/** Sets the poses only. */
export function setPairPoses(pair: WitnessPair, poseA: ReadonlyPose, poseB: ReadonlyPose): void {
  const { frame } = pair;
  packRotation(frame, 0, poseA);
  packRotation(frame, ROTATION_B, poseB);
  frame[OFFSET_B] = poseB.position.x - poseA.position.x;
  frame[OFFSET_B + 1] = poseB.position.y - poseA.position.y;
  frame[OFFSET_B + 2] = poseB.position.z - poseA.position.z;
}

function packRotation(out: Float64Array, at: number, { rotation: r }: ReadonlyPose): void {
  out[at] = r.xx;
  out[at + 1] = r.xy;
  out[at + 2] = r.xz;
  out[at + 3] = r.yx;
  out[at + 4] = r.yy;
  out[at + 5] = r.yz;
  out[at + 6] = r.zx;
  out[at + 7] = r.zy;
  out[at + 8] = r.zz;
}

/** Writes feature, u and v of the witness of A, then of B: six numbers to restore. */
export function saveWitnesses(out: Float64Array, { a, b }: WitnessPair): void {
  out[0] = a.feature;
  out.set(a.x, 1);
  out[3] = b.feature;
  out.set(b.x, 4);
}

/** Sets both witnesses to saved positions and evaluates them. */
export function restoreWitnesses(pair: WitnessPair, saved: Float64Array): void {
  setWitnessAt(pair.a, saved, 0);
  setWitnessAt(pair.b, saved, 3);
  evaluatePair(pair);
}

/** Evaluates both witnesses at their parameters and poses, and Δ. */
export function evaluatePair(pair: WitnessPair): void {
  const { a, b, frame } = pair;
  evaluateWitness(a);
  rotateJet(a, frame, 0);
  evaluateWitness(b);
  rotateJet(b, frame, ROTATION_B);
  const { jet } = b;
  jet[0] += frame[OFFSET_B];
  jet[1] += frame[OFFSET_B + 1];
  jet[2] += frame[OFFSET_B + 2];
  measurePair(pair);
}

/** World points and Δ from the points in body axes; the derivatives remain those of the last full evaluation. */
export function evaluatePoints(pair: WitnessPair): void {
  const { a, b, frame } = pair;
  rotatePoint(a, frame, 0);
  rotatePoint(b, frame, ROTATION_B);
  for (let k = 0; k < 3; k++) b.jet[k] += frame[OFFSET_B + k];
  measurePair(pair);
}

/** The point of the world jet from that of the body jet, by the rotation at `at`. */
function rotatePoint({ bodyJet, jet }: Witness, frame: Float64Array, at: number): void {
  const x = bodyJet[0];
  const y = bodyJet[1];
  const z = bodyJet[2];
  jet[0] = frame[at] * x + frame[at + 1] * y + frame[at + 2] * z;
  jet[1] = frame[at + 3] * x + frame[at + 4] * y + frame[at + 5] * z;
  jet[2] = frame[at + 6] * x + frame[at + 7] * y + frame[at + 8] * z;
}

/** Δ of the current jets. */
function measurePair({ a, b, delta }: WitnessPair): void {
  delta[0] = a.jet[0] - b.jet[0];
  delta[1] = a.jet[1] - b.jet[1];
  delta[2] = a.jet[2] - b.jet[2];
}

/** E = ½ |Δ|² [m²]. */
export function pairEnergy({ delta }: WitnessPair): number {
  return 0.5 * (delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2]);
}

/** Distance of the witnesses [m]. */
export function pairDistance(pair: WitnessPair): number {
  return Math.sqrt(2 * pairEnergy(pair));
}

/** World jet from the body jet: each vector rotated by the rotation at `at`. */
function rotateJet(witness: Witness, frame: Float64Array, at: number): void {
  const { bodyJet, jet, dimension } = witness;
  const xx = frame[at];
  const xy = frame[at + 1];
  const xz = frame[at + 2];
  const yx = frame[at + 3];
  const yy = frame[at + 4];
  const yz = frame[at + 5];
  const zx = frame[at + 6];
  const zy = frame[at + 7];
  const zz = frame[at + 8];
  // a vertex has only a point; an edge leaves the second half of each part unused
  const end = dimension === 0 ? 3 : dimension === 1 ? 12 : JET;
  for (let k = 0; k < end; k += 3) {
    const x = bodyJet[k];
    const y = bodyJet[k + 1];
    const z = bodyJet[k + 2];
    jet[k] = xx * x + xy * y + xz * z;
    jet[k + 1] = yx * x + yy * y + yz * z;
    jet[k + 2] = zx * x + zy * y + zz * z;
  }
}

/** Writes r = P - F into `out`: from this body's witness to the other one, in the axes of this body. [PG05-6.1] */
export function offsetInBody(out: Float64Array, pair: WitnessPair, side: 'a' | 'b'): void {
  const { frame, delta } = pair;
  const at = side === 'a' ? 0 : ROTATION_B;
  const sign = side === 'a' ? -1 : 1;
  const x = sign * delta[0];
  const y = sign * delta[1];
  const z = sign * delta[2];
  for (let k = 0; k < 3; k++) out[k] = frame[at + k] * x + frame[at + 3 + k] * y + frame[at + 6 + k] * z;
}
