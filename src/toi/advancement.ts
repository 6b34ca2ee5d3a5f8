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
 * Conservative advancement: go on for as long as the bodies certainly stay apart, measure again, until they touch. Needs
 * nothing but distances with an error bound, in the plane as in space.
 *
 * Convex bodies stay apart while there is a gap between their supporting planes across the normal n of now. With
 * x(s) = x + v s + a s²/2 and turning points r(s) = exp([ω s]×) r,
 *
 *   n·r(s) ≤ (n + s n×ω)·r + K s²/2,   K = |n×ω| |ω| ρ,
 *
 * and the support function H is convex along n + s n×ω, so over a step S
 *
 *   gap(s) ≥ gap + n·(v s + a s²/2) - (s/S) Σ (H(n + S n×ω) - H(n)) - Σ K s²/2,   0 ≤ s ≤ S,
 *
 * with v, a of B relative to A and both bodies in the sums. Far away |n×ω| ρ s is the better bound of a body's turning. Bodies
 * that are not convex have no such planes: no point of theirs moves faster than |v| + |ω| ρ.
 */

/** In units of L, the sum of the radii: bodies this near touch. */
const CONTACT = 1e-9;
/** Rounding of world coordinates, relative to the largest. */
const ROUNDING = 4e-16;
/** Closing more slowly than this share of the speeds, touching bodies slide along each other. */
const AT_REST = 1e-9;
/** Rounding of the velocity of a point, relative to what makes it up. */
const SPEED_ROUNDING = 1e-14;
/** Distances measured before a search without rotation gives up, undecided. */
const STEP_LIMIT = 10_000;

type Closest = (out: Contact, shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose) => Contact;

/** One body of the search, at the time reached. */
interface Side {
  shape: Shape;
  motion: Motion;
  /** Where the shape is in the body that moves; nothing: the body is the shape. */
  place: ReadonlyPose | undefined;
  /** ρ about the origin of the body [m]; of a wall, which does not turn, none. */
  radius: number;
  readonly now: MovingPose;
  /** Where the shape is now: the pose of the body itself, or that of its place in it. */
  pose: ReadonlyPose;
  readonly placed: Pose;
}

const POINT: Shape = createPoint();
const AT_REST_MOTION = createMotion(createPose());

function createSide(): Side {
  const now = createMovingPose();
  return {
    shape: POINT,
    motion: AT_REST_MOTION,
    place: undefined,
    radius: 0,
    now,
    pose: now.pose,
    placed: createPose(),
  };
}

const sideA = createSide();
const sideB = createSide();
const contact = createContact();

/** Velocity and acceleration of B's origin relative to A's. */
const velocity = createVec3();
const acceleration = createVec3();

/** Optional parts of a question. */
export interface AdvanceOptions {
  /** To be kept between the bodies [m]; 0 when left out. */
  readonly separation?: number;
  /** Where the shapes are in the bodies that move; at their origins when left out. */
  readonly placeA?: ReadonlyPose;
  readonly placeB?: ReadonlyPose;
  /** No point of a shape is farther from the origin of its body [m]; a bound from its place when left out. */
  readonly reachA?: number;
  readonly reachB?: number;
  /** Distances measured before the search gives up, undecided. */
  readonly maxIterations?: number;
}

const NO_OPTIONS: AdvanceOptions = {};

/**
 * When two bodies first come within `separation` of each other in `duration` [s], by distances from `closest`. Never late but
 * for a tolerance of 1e-9 of the bodies' size: they are that near, or nearer, at the time returned (or within the error bound of the
 * distance, where that is larger), and nothing is missed.
 * Touching bodies hit if they approach at their witness points; if they part or slide, the search goes on. A half plane must
 * not turn.
 */
// biome-ignore format: one body per line
export function advanceToImpact(
  out: Impact,
  shapeA: Shape, motionA: Motion,
  shapeB: Shape, motionB: Motion,
  duration: number,
  closest: Closest,
  { separation = 0, placeA, placeB, reachA, reachB, maxIterations }: AdvanceOptions = NO_OPTIONS,
): Impact {
  loadSide(sideA, shapeA, motionA, placeA, reachA);
  loadSide(sideB, shapeB, motionB, placeB, reachB);
  subVec3(acceleration, motionB.acceleration, motionA.acceleration);
  const size = sideA.radius + sideB.radius;
  const convex = hasPlanes(shapeA, shapeB);
  const limit = maxIterations ?? iterationLimit(STEP_LIMIT, angularVelocityOf(sideA) + angularVelocityOf(sideB), duration);
  const travelled = duration < Number.POSITIVE_INFINITY ? lengthVec3(subVec3(velocity, motionB.velocity, motionA.velocity)) * duration : 0;
  let time = 0;
  for (let iterations = 1; ; iterations++) {
    placeSide(sideA, time);
    placeSide(sideB, time);
    subVec3(velocity, sideB.now.velocity, sideA.now.velocity);
    closest(contact, shapeA, sideA.pose, shapeB, sideB.pose);
    const excess = contact.distance - separation;
    const tolerance = CONTACT * size + ROUNDING * (largest(sideA) + largest(sideB) + travelled);
    if (excess < -tolerance) return writeImpact(out, time > 0 ? 'hit' : 'initial-overlap', time, iterations);
    const sure = excess - contact.errorBound - 0.5 * tolerance;
    // bodies that are not proven apart touch, too
    const touching = excess <= tolerance || sure <= 0;
    if (touching && isClosing()) return writeImpact(out, 'hit', time, iterations);
    // touching bodies that do not approach may use up half the tolerance: a gap that a hit has left stays above zero
    const gap = touching ? 0.5 * tolerance : sure;
    const left = duration - time;
    const step = convex ? stepAlongNormal(gap, left) : stepAnyWay(gap);
    if (step > left) return writeNoImpact(out, duration, separation, iterations);
    // as near as times can tell
    if (!(time + step > time)) return writeImpact(out, isClosing() ? 'hit' : 'iteration-limit', time, iterations);
    if (iterations >= limit) return writeImpact(out, 'iteration-limit', time, iterations);
    time += step;
    if (isTimeToTry(iterations, angularVelocityOf(sideA) + angularVelocityOf(sideB))) {
      const kept = separation + (touching ? Math.min(excess, 0) - 0.5 * tolerance : 0.5 * tolerance);
      time = apartUntil(shapeA, motionA, placeA, shapeB, motionB, placeB, time, duration, kept);
      if (time > duration) return writeNoImpact(out, duration, separation, iterations);
    }
  }
}

/** Are planes across the normal enough to keep the two apart? Beside a wall only the hull of a body counts. */
function hasPlanes(shapeA: Shape, shapeB: Shape): boolean {
  const halfspaces = shapeA.kind === 'halfspace' || shapeB.kind === 'halfspace';
  return halfspaces || (isConvex(shapeA) && isConvex(shapeB));
}

function isConvex(shape: Shape): boolean {
  if (isMultiPart(shape)) return false;
  return shape.kind === 'tiled' ? shape.closed && shape.convex : shape.kind !== 'polygon' || shape.convex;
}

// biome-ignore format: one group per line
function loadSide(
  side: Side, shape: Shape, motion: Motion, place: ReadonlyPose | undefined, reach = Number.POSITIVE_INFINITY,
): void {
  side.shape = shape;
  side.motion = motion;
  side.place = place;
  side.pose = place === undefined ? side.now.pose : side.placed;
  const radius = shape.kind === 'halfspace' ? 0 : shapeRadius(shape);
  side.radius = Math.min(reach, radius + (place === undefined ? 0 : lengthVec3(place.position)));
  copyVec3(side.now.angularVelocity, motion.angularVelocity);
}

function placeSide({ now, motion, place, placed }: Side, time: number): void {
  poseAt(now.pose, motion, time);
  addScaledVec3(now.velocity, motion.velocity, motion.acceleration, time);
  if (place !== undefined) composePose(placed, now.pose, place);
}

function largest({ now }: Side): number {
  const { x, y, z } = now.pose.position;
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}

const velocityA = createVec3();
const velocityB = createVec3();

/** -(vB - vA)·n at the witness points [m/s]. */
function closingSpeed(): number {
  velocityOfPoint(velocityA, sideA.now, contact.pointA);
  velocityOfPoint(velocityB, sideB.now, contact.pointB);
  return dotVec3(velocityA, contact.normal) - dotVec3(velocityB, contact.normal);
}

function isClosing(): boolean {
  const speed = closingSpeed();
  const angularVelocities = maxAngularSpeed(sideA) + maxAngularSpeed(sideB);
  return speed > AT_REST * (lengthVec3(velocityA) + lengthVec3(velocityB)) + SPEED_ROUNDING * angularVelocities;
}

/** The longest time for which no two points can meet, whatever way they move. */
function stepAnyWay(gap: number): number {
  return firstRoot(
    gap,
    -lengthVec3(velocity) - maxAngularSpeed(sideA) - maxAngularSpeed(sideB),
    lengthVec3(acceleration),
  );
}

/** How fast the body's own turning moves any of its points [m/s]. */
function maxAngularSpeed(side: Side): number {
  return angularVelocityOf(side) * side.radius;
}

/** |ω| [rad/s]; 0 for what has no points away from its origin. */
function angularVelocityOf({ now, radius }: Side): number {
  return radius > 0 ? lengthVec3(now.angularVelocity) : 0;
}

/** The longest time, as far as either bound tells, for which the plane across the normal of now keeps the bodies apart. */
function stepAlongNormal(gap: number, left: number): number {
  const { normal } = contact;
  const rate = dotVec3(normal, velocity);
  const bend = -dotVec3(normal, acceleration);
  const rotationA = turningAcross(sideA, normal);
  const rotationB = turningAcross(sideB, normal);
  const plain = firstRoot(gap, rate - rotationA * sideA.radius - rotationB * sideB.radius, bend);
  const angularVelocityBound = rotationA * maxAngularSpeed(sideA) + rotationB * maxAngularSpeed(sideB);
  if (plain > left || angularVelocityBound === 0) return plain;
  // no longer than the witnesses themselves would let it
  const trial = Math.min(left, firstRoot(gap, -closingSpeed(), bend + angularVelocityBound));
  const slope = turningSlope(sideA, normal, 1, trial) + turningSlope(sideB, normal, -1, trial);
  const sure = Math.min(trial, firstRoot(gap, rate - slope, bend + angularVelocityBound));
  // the bound ends at the trial: a step that would go on to the end of the search has to be seen to do so
  return Math.max(plain, trial === left && sure === trial ? Number.POSITIVE_INFINITY : sure);
}

const across = createVec3();
const along = createVec3();
const arm = createVec3();

/** |n×ω| [1/s] */
function turningAcross({ now }: Side, normal: ReadonlyVec3): number {
  return lengthVec3(crossVec3(across, normal, now.angularVelocity));
}

/** (H(±(n + S n×ω)) - H(±n)) / S [m/s]: how fast the supporting plane of a turning body moves out, at most. */
function turningSlope({ shape, now, pose, radius }: Side, normal: ReadonlyVec3, sign: 1 | -1, step: number): number {
  crossVec3(across, normal, now.angularVelocity);
  if (radius === 0 || lengthVec3(across) === 0) return 0;
  const before = supportHeight(shape, pose, scaleVec3(along, normal, sign));
  addScaledVec3(along, along, across, sign * step);
  const rise = supportHeight(shape, pose, along) - before;
  // heights are over the origin of the shape: that turns about the origin of the body
  return rise / step + sign * dotVec3(across, subVec3(arm, pose.position, now.pose.position));
}

/** The last measurement, at `time`. */
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
