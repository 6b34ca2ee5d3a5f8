import { isMultiPart } from '../distance/compound/part-body.ts';
import { type Contact, createContact } from '../distance/contact.ts';
import { createMotion, type Motion, poseAt, velocityOfPoint } from '../math/motion.ts';
import { createMovingPose, type MovingPose } from '../math/moving-pose.ts';
import { composePose, createPose, type Pose, type ReadonlyPose } from '../math/pose.ts';
import {
  addScaledVec3,
  copyVec3,
  createVec3,
  crossVec3,
  dotVec3,
  lengthVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
} from '../math/vec3.ts';
import { createPoint } from '../shapes/point.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { apartUntil, isTimeToTry } from './apart-while-rotating.ts';
import { type Impact, iterationLimit, writeNoImpact } from './impact.ts';
import { firstRoot } from './planar-step.ts';
import { supportHeight } from './support-height.ts';

/**
 * Conservative advancement: advance while the bodies certainly stay apart, measure the distance, repeat until they touch. Needs
 * only distances with an error bound, in 2-D and 3-D.
 *
 * Convex bodies stay apart while there is a gap between their supporting planes perpendicular to the current normal n. With
 * x(s) = x + v s + a s²/2 and rotating points r(s) = exp([ω s]×) r,
 *
 *   n·r(s) ≤ (n + s n×ω)·r + K s²/2,   K = |n×ω| |ω| ρ,
 *
 * and the support function H is convex along n + s n×ω, so over a step S
 *
 *   gap(s) ≥ gap + n·(v s + a s²/2) - (s/S) Σ (H(n + S n×ω) - H(n)) - Σ K s²/2,   0 ≤ s ≤ S,
 *
 * with v, a of B relative to A and both bodies in the sums. Far away |n×ω| ρ s is the better bound of a body's rotation.
 * Non-convex bodies have no such planes: none of their points moves faster than |v| + |ω| ρ.
 */

/** In units of L, the sum of the radii: bodies this close touch. */
const CONTACT = 1e-9;
/** Rounding error of world coordinates, relative to the largest. */
const ROUNDING = 4e-16;
/** Touching bodies with a closing speed below this fraction of the speeds slide along each other. */
const AT_REST = 1e-9;
/** Rounding error of the velocity of a point, relative to its terms. */
const SPEED_ROUNDING = 1e-14;
/** Distance queries before a search without rotation gives up, undecided. */
const STEP_LIMIT = 10_000;

type Closest = (out: Contact, shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose) => Contact;

/** One body of the search, at the current time. */
interface Body {
  shape: Shape;
  motion: Motion;
  /** Pose of the shape in the moving body; undefined: the identity. */
  localPose: ReadonlyPose | undefined;
  /** Bounding radius ρ about the origin of the body [m]; 0 for a half-space, which does not rotate. */
  radius: number;
  readonly now: MovingPose;
  /** Current pose of the shape: `now.pose`, or `composedPose` if there is a local pose. */
  pose: ReadonlyPose;
  readonly composedPose: Pose;
}

const POINT: Shape = createPoint();
const AT_REST_MOTION = createMotion(createPose());

function createBody(): Body {
  const now = createMovingPose();
  return {
    shape: POINT,
    motion: AT_REST_MOTION,
    localPose: undefined,
    radius: 0,
    now,
    pose: now.pose,
    composedPose: createPose(),
  };
}

const bodyA = createBody();
const bodyB = createBody();
const contact = createContact();

/** Velocity and acceleration of B's origin relative to A's. */
const velocity = createVec3();
const acceleration = createVec3();

/** Optional parts of a query. */
export interface AdvanceOptions {
  /** Required gap between the bodies [m]; 0 by default. */
  readonly separation?: number;
  /** Poses of the shapes in the moving bodies; the identity by default. */
  readonly localPoseA?: ReadonlyPose;
  readonly localPoseB?: ReadonlyPose;
  /** Bounding radius of a shape about the origin of its body [m]; a bound from its local pose by default. */
  readonly boundingRadiusA?: number;
  readonly boundingRadiusB?: number;
  /** Distance queries before the search gives up, undecided. */
  readonly maxIterations?: number;
}

const NO_OPTIONS: AdvanceOptions = {};

/**
 * When the distance of two bodies is first `separation` in `duration` [s], by distances from `closest`. Never late except for a
 * tolerance of 1e-9 of the bodies' size: the gap at the time returned is at most that (or the error bound of the distance, if
 * larger), and no contact is missed.
 * Touching bodies hit if they approach at their witness points; if they separate or slide, the search continues. A half-space
 * must not rotate.
 */
// biome-ignore format: one body per line
export function advanceToImpact(
  out: Impact,
  shapeA: Shape, motionA: Motion,
  shapeB: Shape, motionB: Motion,
  duration: number,
  closest: Closest,
  { separation = 0, localPoseA, localPoseB, boundingRadiusA, boundingRadiusB, maxIterations }: AdvanceOptions = NO_OPTIONS,
): Impact {
  loadBody(bodyA, shapeA, motionA, localPoseA, boundingRadiusA);
  loadBody(bodyB, shapeB, motionB, localPoseB, boundingRadiusB);
  subVec3(acceleration, motionB.acceleration, motionA.acceleration);
  const size = bodyA.radius + bodyB.radius;
  const convex = hasPlanes(shapeA, shapeB);
  const limit = maxIterations ?? iterationLimit(STEP_LIMIT, angularSpeedOf(bodyA) + angularSpeedOf(bodyB), duration);
  const travelled = duration < Number.POSITIVE_INFINITY ? lengthVec3(subVec3(velocity, motionB.velocity, motionA.velocity)) * duration : 0;
  let time = 0;
  for (let iterations = 1; ; iterations++) {
    moveBody(bodyA, time);
    moveBody(bodyB, time);
    subVec3(velocity, bodyB.now.velocity, bodyA.now.velocity);
    closest(contact, shapeA, bodyA.pose, shapeB, bodyB.pose);
    const excess = contact.distance - separation;
    const tolerance = CONTACT * size + ROUNDING * (largest(bodyA) + largest(bodyB) + travelled);
    if (excess < -tolerance) return writeImpact(out, time > 0 ? 'hit' : 'initial-overlap', time, iterations);
    const certain = excess - contact.errorBound - 0.5 * tolerance;
    // bodies without a certified gap count as touching
    const touching = excess <= tolerance || certain <= 0;
    if (touching && isClosing()) return writeImpact(out, 'hit', time, iterations);
    // touching bodies that do not approach may use up half the tolerance: the gap left by a hit stays above zero
    const gap = touching ? 0.5 * tolerance : certain;
    const left = duration - time;
    const step = convex ? stepAlongNormal(gap, left) : stepByMaxSpeed(gap);
    if (step > left) return writeNoImpact(out, duration, separation, iterations);
    // the resolution of times is reached
    if (!(time + step > time)) return writeImpact(out, isClosing() ? 'hit' : 'iteration-limit', time, iterations);
    if (iterations >= limit) return writeImpact(out, 'iteration-limit', time, iterations);
    time += step;
    if (isTimeToTry(iterations, angularSpeedOf(bodyA) + angularSpeedOf(bodyB))) {
      const minGap = separation + (touching ? Math.min(excess, 0) - 0.5 * tolerance : 0.5 * tolerance);
      time = apartUntil(shapeA, motionA, localPoseA, shapeB, motionB, localPoseB, time, duration, minGap);
      if (time > duration) return writeNoImpact(out, duration, separation, iterations);
    }
  }
}

/** Do planes perpendicular to the normal suffice to separate the two? For a half-space only the hull of the other body matters. */
function hasPlanes(shapeA: Shape, shapeB: Shape): boolean {
  const halfspaces = shapeA.kind === 'halfspace' || shapeB.kind === 'halfspace';
  return halfspaces || (isConvex(shapeA) && isConvex(shapeB));
}

function isConvex(shape: Shape): boolean {
  if (isMultiPart(shape) || shape.kind === 'brep') return false;
  return shape.kind === 'tiled' ? shape.closed && shape.convex : shape.kind !== 'polygon' || shape.convex;
}

// biome-ignore format: one group per line
function loadBody(
  body: Body, shape: Shape, motion: Motion, localPose: ReadonlyPose | undefined, boundingRadius = Number.POSITIVE_INFINITY,
): void {
  body.shape = shape;
  body.motion = motion;
  body.localPose = localPose;
  body.pose = localPose === undefined ? body.now.pose : body.composedPose;
  const radius = shape.kind === 'halfspace' ? 0 : shapeRadius(shape);
  body.radius = Math.min(boundingRadius, radius + (localPose === undefined ? 0 : lengthVec3(localPose.position)));
  copyVec3(body.now.angularVelocity, motion.angularVelocity);
}

function moveBody({ now, motion, localPose, composedPose }: Body, time: number): void {
  poseAt(now.pose, motion, time);
  addScaledVec3(now.velocity, motion.velocity, motion.acceleration, time);
  if (localPose !== undefined) composePose(composedPose, now.pose, localPose);
}

function largest({ now }: Body): number {
  const { x, y, z } = now.pose.position;
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}

const velocityA = createVec3();
const velocityB = createVec3();

/** -(vB - vA)·n at the witness points [m/s]. */
function closingSpeed(): number {
  velocityOfPoint(velocityA, bodyA.now, contact.pointA);
  velocityOfPoint(velocityB, bodyB.now, contact.pointB);
  return dotVec3(velocityA, contact.normal) - dotVec3(velocityB, contact.normal);
}

function isClosing(): boolean {
  const speed = closingSpeed();
  const rotationSpeed = maxRotationSpeed(bodyA) + maxRotationSpeed(bodyB);
  return speed > AT_REST * (lengthVec3(velocityA) + lengthVec3(velocityB)) + SPEED_ROUNDING * rotationSpeed;
}

/** The maximum time for which no two points can touch, whatever their directions. */
function stepByMaxSpeed(gap: number): number {
  return firstRoot(
    gap,
    -lengthVec3(velocity) - maxRotationSpeed(bodyA) - maxRotationSpeed(bodyB),
    lengthVec3(acceleration),
  );
}

/** Upper bound of the speed of any point due to rotation [m/s]. */
function maxRotationSpeed(body: Body): number {
  return angularSpeedOf(body) * body.radius;
}

/** |ω| [rad/s]; 0 for a shape without points away from its origin. */
function angularSpeedOf({ now, radius }: Body): number {
  return radius > 0 ? lengthVec3(now.angularVelocity) : 0;
}

/** Time for which the plane perpendicular to the current normal separates the bodies: the larger of two bounds. */
function stepAlongNormal(gap: number, left: number): number {
  const { normal } = contact;
  const rate = dotVec3(normal, velocity);
  const deceleration = -dotVec3(normal, acceleration);
  const rotationA = tiltSpeed(bodyA, normal);
  const rotationB = tiltSpeed(bodyB, normal);
  const plain = firstRoot(gap, rate - rotationA * bodyA.radius - rotationB * bodyB.radius, deceleration);
  const rotationBound = rotationA * maxRotationSpeed(bodyA) + rotationB * maxRotationSpeed(bodyB);
  if (plain > left || rotationBound === 0) return plain;
  // no longer than the witness points themselves allow
  const trial = Math.min(left, firstRoot(gap, -closingSpeed(), deceleration + rotationBound));
  const slope = supportSlope(bodyA, normal, 1, trial) + supportSlope(bodyB, normal, -1, trial);
  const certain = Math.min(trial, firstRoot(gap, rate - slope, deceleration + rotationBound));
  // the bound ends at the trial: if it covers the rest of the search, there is no impact
  return Math.max(plain, trial === left && certain === trial ? Number.POSITIVE_INFINITY : certain);
}

const tiltRate = createVec3();
const along = createVec3();
const arm = createVec3();

/** |n×ω| [1/s] */
function tiltSpeed({ now }: Body, normal: ReadonlyVec3): number {
  return lengthVec3(crossVec3(tiltRate, normal, now.angularVelocity));
}

/** (H(±(n + S n×ω)) - H(±n)) / S [m/s]: upper bound of the outward speed of the supporting plane of a rotating body. */
function supportSlope({ shape, now, pose, radius }: Body, normal: ReadonlyVec3, sign: 1 | -1, step: number): number {
  crossVec3(tiltRate, normal, now.angularVelocity);
  const tilt = lengthVec3(tiltRate);
  if (radius === 0 || tilt === 0) return 0;
  // differences of heights need those of the body itself
  if (shape.kind === 'brep') return tilt * radius;
  const before = supportHeight(shape, pose, scaleVec3(along, normal, sign));
  addScaledVec3(along, along, tiltRate, sign * step);
  const rise = supportHeight(shape, pose, along) - before;
  // heights are relative to the origin of the shape, which rotates about the origin of the body
  return rise / step + sign * dotVec3(tiltRate, subVec3(arm, pose.position, now.pose.position));
}

/** Writes the last distance query, at `time`. */
function writeImpact(out: Impact, status: Exclude<Impact['status'], 'none'>, time: number, iterations: number): Impact {
  out.status = status;
  out.time = time;
  copyVec3(out.pointA, contact.pointA);
  copyVec3(out.pointB, contact.pointB);
  copyVec3(out.normal, contact.normal);
  out.gap = status === 'iteration-limit' ? contact.distance - contact.errorBound : contact.distance;
  out.closingSpeed = closingSpeed();
  out.twoPoints = false;
  out.edgeOf = 'A';
  out.edge = -1;
  out.vertex = -1;
  out.iterations = iterations;
  return out;
}
