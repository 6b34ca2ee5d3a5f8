import type { Motion } from '../math/motion.ts';
import { cosSin } from '../math/trig.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import { type Impact, iterationLimit, writeNoImpact, writeUndecided } from './impact.ts';
import {
  createPlanarBodies,
  followNearestVertex,
  isHalfspace,
  loadBody,
  loadFaces,
  type PlanarBody,
} from './planar-body.ts';
import { findMinOverlap, writeTouch } from './planar-contact.ts';
import { findFirstRoot, findSafeStep, PARABOLA_LENGTH, type SafeStep, stepToFace } from './planar-step.ts';

const parabola = new Float64Array(PARABOLA_LENGTH);

/** In units of L, the sum of both radii: a vertex this close to a face touches it; [CP13-4.2]. */
const CONTACT = 1e-13;
/** In units of L: bodies that overlap by less at the start count as touching; [CP13-4.2]. */
const OVERLAP = 1e-11;
/** Rounding error of a position, relative to its size: a few ulps. */
const ROUNDING = 1e-15;
/** A vertex slower than this, relative to the terms of its speed, is at rest over a face: rounding error of its rate. */
const SPEED_ROUNDING = 1e-14;
/** Margin in units of L by which a search begins early. */
const MARGIN = 1e-6;
/** Steps before a search without rotation gives up, undecided; [CP13-4.2]. */
const STEP_LIMIT = 10_000;
const NEVER = Number.POSITIVE_INFINITY;
/** Rotation [rad] within the horizon of accelerated bodies; [CP13-4.2]. */
const HORIZON_ANGLE = 0.5;

/** Constant angular accelerations of two bodies about z [rad/s²]. */
export interface AngularAccelerations {
  readonly a: number;
  readonly b: number;
}

export const NO_ACCELERATIONS: AngularAccelerations = { a: 0, b: 0 };

/** B's motion relative to A's, and the state of the search. World axes. */
interface Search {
  /** x(t) = x0 + v0 t + a t²/2 */
  startX: number;
  startY: number;
  startVx: number;
  startVy: number;
  ax: number;
  ay: number;
  acceleration: number;
  /** Whether a body has an angular acceleration. */
  hasAngularAcceleration: boolean;
  time: number;
  /** Remaining time of the step [s]. */
  rest: number;
  /** Time for which the bounding circles (or a circle and a half-space) certainly stay apart [s]; 0 if they intersect. */
  wait: number;
  /** Position and velocity at `time`. */
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** L: sum of the bounding radii about the origins [m]; 0 for a half-space. */
  size: number;
  /** Distance of the origins below which the search tests the bodies themselves [m]. */
  testRadius: number;
  /** Rounding error of the world positions [m] and of the bodies' own velocities [m/s]. */
  worldRounding: number;
  velocityRounding: number;
}

const bodies = createPlanarBodies();
const bodyA = bodies[0];
const bodyB = bodies[1];

const search: Search = {
  startX: 0.5,
  startY: 0.5,
  startVx: 0.5,
  startVy: 0.5,
  ax: 0.5,
  ay: 0.5,
  acceleration: 0.5,
  hasAngularAcceleration: false,
  time: 0.5,
  rest: 0.5,
  wait: 0.5,
  x: 0.5,
  y: 0.5,
  vx: 0.5,
  vy: 0.5,
  size: 0.5,
  testRadius: 0.5,
  worldRounding: 0.5,
  velocityRounding: 0.5,
};

const best: SafeStep = {
  contactTolerance: 0.5,
  overlapTolerance: 0.5,
  lowest: 0.5,
  step: 0.5,
  body: bodyA,
  face: 0,
  vertex: 0,
  separation: 0.5,
  rate: 0.5,
  accelerationBound: 0.5,
};

/** First contact of two convex shapes. At most one of them is a half-space. */
// biome-ignore format: the parameters are those of `planarImpact`
export function searchImpact(
  out: Impact, shapeA: PlanarShape, motionA: Motion, shapeB: PlanarShape, motionB: Motion, duration: number,
  maxIterations?: number, accelerations = NO_ACCELERATIONS,
): Impact {
  loadBody(bodyA, shapeA, motionA, accelerations.a);
  loadBody(bodyB, shapeB, motionB, accelerations.b);
  search.hasAngularAcceleration = bodyA.angularAcceleration !== 0 || bodyB.angularAcceleration !== 0;
  loadRelativeMotion(motionA, motionB, duration);
  // the faces are tested from this one on: the result must not depend on the last search
  best.body = bodyA;
  best.face = 0;
  let first = true;
  const limit =
    maxIterations ?? iterationLimit(STEP_LIMIT, maxAngularSpeed(bodyA, duration) + maxAngularSpeed(bodyB, duration), duration);
  let iterations = 0;
  while (iterations < limit) {
    iterations++;
    moveToTime();
    search.rest = duration - search.time;
    findWait();
    const { rest, wait } = search;
    if (wait > rest || wait === NEVER) return writeNoImpact(out, duration, 0, iterations);
    if (search.time + wait > search.time) {
      search.time += wait;
      continue;
    }
    if (first) {
      loadFaces(bodyA);
      loadFaces(bodyB);
    }
    rotate();
    if (first || search.acceleration > 0 || search.hasAngularAcceleration) {
      boundBody(bodyA);
      boundBody(bodyB);
    }
    findSafeStep(best, bodyA, bodyB, first);
    first = false;
    if (best.step < 0) {
      // safe steps do not lead here, so after the start it can only be a rounding error
      findMinOverlap(best, bodyA, bodyB);
      const status = search.time > 0 ? 'hit' : 'initial-overlap';
      out.time = search.time;
      return writeTouch(out, status, iterations, best, bodyA, best.body === bodyA ? motionA : motionB);
    }
    if (best.step === 0 || (best.rate < 0 && search.time + best.step === search.time)) {
      return touch(out, duration, iterations, motionA, motionB);
    }
    const step = Math.min(best.step, best.body.horizon);
    if (step > rest || step === NEVER) return writeNoImpact(out, duration, 0, iterations);
    const next = search.time + step;
    search.time = next > search.time ? next : search.time * (1 + Number.EPSILON);
  }
  return writeUndecided(out, search.time, iterations);
}

/**
 * A vertex is within the tolerance of a face and approaches: one more safe step ends at the resolution of doubles. If the bodies
 * separate again by then, as a disc that grazes the other body does, the contact is at the current time.
 */
function touch(out: Impact, duration: number, iterations: number, motionA: Motion, motionB: Motion): Impact {
  const { time } = search;
  const motion = best.body === bodyA ? motionA : motionB;
  if (best.separation > 0) {
    stepToFace(best);
    if (best.step > search.rest) return writeNoImpact(out, duration, 0, iterations);
    search.time += best.step;
    moveToTime();
    rotate();
    out.time = search.time;
    writeTouch(out, 'hit', iterations, best, bodyA, motion);
    if (out.closingSpeed > 0) return out;
    search.time = time;
    moveToTime();
    rotate();
  }
  out.time = time;
  return writeTouch(out, 'hit', iterations, best, bodyA, motion);
}

/** Distance of two points, or their displacement in `duration` [s] if they coincide [m]. */
function sizeOfPoints(duration: number): number {
  const apart = Math.abs(search.startX) + Math.abs(search.startY);
  if (apart > 0 || duration === NEVER) return apart;
  return duration * (Math.abs(search.startVx) + Math.abs(search.startVy));
}

function loadRelativeMotion(motionA: Motion, motionB: Motion, duration: number): void {
  const { position: a } = motionA.pose;
  const { position: b } = motionB.pose;
  search.time = 0;
  search.startX = b.x - a.x;
  search.startY = b.y - a.y;
  search.startVx = motionB.velocity.x - motionA.velocity.x;
  search.startVy = motionB.velocity.y - motionA.velocity.y;
  search.ax = motionB.acceleration.x - motionA.acceleration.x;
  search.ay = motionB.acceleration.y - motionA.acceleration.y;
  search.acceleration = Math.sqrt(search.ax * search.ax + search.ay * search.ay);
  const radii = bodyA.boundingRadius + bodyA.radius + bodyB.boundingRadius + bodyB.radius;
  // two points have no size
  search.size = radii > 0 ? radii : sizeOfPoints(duration);
  // sharp bodies may touch with their outermost corners: test before that; for two discs the circles are the bodies
  search.testRadius = bodyA.radius + bodyB.radius > 0 ? search.size : search.size * (1 + MARGIN);
  const { velocity: vA } = motionA;
  const { velocity: vB } = motionB;
  search.velocityRounding = SPEED_ROUNDING * Math.max(Math.abs(vA.x), Math.abs(vA.y), Math.abs(vB.x), Math.abs(vB.y));
  search.worldRounding = ROUNDING * Math.max(Math.abs(a.x), Math.abs(a.y), Math.abs(b.x), Math.abs(b.y));
}

/** Sets the relative position and velocity at the time of the search, and the tolerances that follow from their magnitude. */
function moveToTime(): void {
  const { time: t, startVx, startVy, ax, ay } = search;
  search.x = search.startX + t * (startVx + 0.5 * t * ax);
  search.y = search.startY + t * (startVy + 0.5 * t * ay);
  search.vx = startVx + t * ax;
  search.vy = startVy + t * ay;
  const rounding = ROUNDING * (Math.abs(search.x) + Math.abs(search.y));
  best.contactTolerance = CONTACT * search.size + rounding + Number.MIN_VALUE;
  best.overlapTolerance = OVERLAP * search.size + rounding + search.worldRounding;
}

/**
 * Sets `search.wait`. Circles with constant relative velocity: the root of |x + v s| = R. Else along the line of centres, where
 * the motion is a parabola.
 */
function findWait(): void {
  const { x, y, vx, vy, ax, ay, testRadius } = search;
  const halfspace = isHalfspace(bodyA) ? bodyA : isHalfspace(bodyB) ? bodyB : undefined;
  search.wait = 0;
  if (halfspace !== undefined) {
    const sign = halfspace === bodyA ? 1 : -1;
    const nx = sign * (halfspace.startCos * halfspace.normals[0] - halfspace.startSin * halfspace.normals[1]);
    const ny = sign * (halfspace.startSin * halfspace.normals[0] + halfspace.startCos * halfspace.normals[1]);
    const height = nx * x + ny * y - testRadius;
    if (height <= best.contactTolerance) return;
    parabola[0] = height;
    parabola[1] = nx * vx + ny * vy;
    parabola[2] = -nx * ax - ny * ay;
    findFirstRoot(parabola);
    search.wait = parabola[3];
    return;
  }
  const distanceSq = x * x + y * y;
  const excess = distanceSq - testRadius * testRadius;
  if (excess <= CONTACT * distanceSq) return;
  const outward = x * vx + y * vy;
  if (search.acceleration === 0) {
    // outward² - v² (x² - R²), without its cancellation
    const speedSq = vx * vx + vy * vy;
    const moment = x * vy - y * vx;
    const discriminant = speedSq * testRadius * testRadius - moment * moment;
    search.wait = outward >= 0 || discriminant < 0 ? NEVER : excess / (Math.sqrt(discriminant) - outward);
    return;
  }
  const distance = Math.sqrt(distanceSq);
  parabola[0] = excess / (distance + testRadius);
  parabola[1] = outward / distance;
  parabola[2] = -(x * ax + y * ay) / distance;
  findFirstRoot(parabola);
  search.wait = parabola[3];
}

/** Sets the rotations at the time of the search, and the relative state of each body. */
function rotate(): void {
  rotateBody(bodyA);
  rotateBody(bodyB);
  setRelativeState(bodyA, 1);
  setRelativeState(bodyB, -1);
  // coincident sharp points retain the direction of their approach: the remaining difference is rounding error
  const sharp = bodyA.radius + bodyB.radius === 0;
  bodyA.holdDistance = bodyB.holdDistance = sharp && search.time > 0 ? best.contactTolerance : -1;
  if (bodyA.tangent) followNearestVertex(bodyA);
  if (bodyB.tangent) followNearestVertex(bodyB);
}

/** An angle, then its cosine and sine. */
const rotated = new Float64Array(2);

function rotateBody(body: PlanarBody): void {
  if (body.startAngularVelocity === 0 && body.angularAcceleration === 0) {
    body.cos = body.startCos;
    body.sin = body.startSin;
    return;
  }
  body.angularVelocity = body.startAngularVelocity + body.angularAcceleration * search.time;
  rotated[0] = 0.5 * (body.startAngularVelocity + body.angularVelocity) * search.time;
  cosSin(rotated);
  const c = rotated[0];
  const s = rotated[1];
  body.cos = c * body.startCos - s * body.startSin;
  body.sin = s * body.startCos + c * body.startSin;
}

/** State of the other body in the axes of `body`; `sign` is 1 for A, -1 for B. */
function setRelativeState(body: PlanarBody, sign: 1 | -1): void {
  const { cos, sin, angularVelocity, other } = body;
  const x = sign * (cos * search.x + sin * search.y);
  const y = sign * (cos * search.y - sin * search.x);
  body.rotationCos = cos * other.cos + sin * other.sin;
  body.rotationSin = cos * other.sin - sin * other.cos;
  body.originX = x;
  body.originY = y;
  body.rateX = sign * (cos * search.vx + sin * search.vy) + angularVelocity * y;
  body.rateY = sign * (cos * search.vy - sin * search.vx) - angularVelocity * x;
  // in rotating axes the acceleration rotates: there it is part of `accelerationBound`
  const steady = angularVelocity === 0 && body.angularAcceleration === 0 ? sign : 0;
  body.accelerationX = steady * (cos * search.ax + sin * search.ay);
  body.accelerationY = steady * (cos * search.ay - sin * search.ax);
  if (search.hasAngularAcceleration) body.relativeAngularVelocity = other.angularVelocity - angularVelocity;
}

/** Upper bound of the angular speed within `duration` [s] from the start [rad/s]. */
function maxAngularSpeed({ startAngularVelocity, angularAcceleration }: PlanarBody, duration: number): number {
  const gain = angularAcceleration === 0 ? 0 : Math.abs(angularAcceleration) * duration;
  return Math.abs(startAngularVelocity) + gain;
}

/**
 * Bounds of the speed and acceleration of the other body in the axes of `body`, and how long they hold. Without acceleration the
 * centres stay within the bounding circles until these separate for good; axes that do not rotate need no distance.
 */
function boundBody(body: PlanarBody): void {
  const { boundingRadius, angularVelocity: otherAngularVelocity } = body.other;
  const { acceleration, rest, x, y, vx, vy } = search;
  const { angularAcceleration } = body;
  let angularSpeed = Math.abs(body.angularVelocity);
  let relativeAngularSpeed = Math.abs(otherAngularVelocity - body.angularVelocity);
  const speed = Math.sqrt(vx * vx + vy * vy);
  body.relativeAngularVelocity = otherAngularVelocity - body.angularVelocity;
  body.horizon = acceleration > 0 && angularSpeed > 0 ? HORIZON_ANGLE / angularSpeed : NEVER;
  let angularBound = 0;
  if (search.hasAngularAcceleration) {
    // angular speeds grow: within the horizon, by less than `HORIZON_ANGLE` of rotation
    const both = angularSpeed + Math.abs(otherAngularVelocity);
    const gain = Math.abs(angularAcceleration) + Math.abs(body.other.angularAcceleration);
    angularBound = Math.abs(body.other.angularAcceleration - angularAcceleration);
    body.horizon = Math.min(body.horizon, HORIZON_ANGLE / (both + Math.sqrt(0.5 * gain * HORIZON_ANGLE)));
    const within = Math.min(rest, body.horizon);
    angularSpeed += Math.abs(angularAcceleration) * within;
    relativeAngularSpeed += angularBound * within;
  }
  const ahead = Math.min(rest, body.horizon);
  const topSpeed = acceleration > 0 ? speed + acceleration * ahead : speed;
  body.speed = topSpeed + relativeAngularSpeed * boundingRadius;
  body.restThreshold =
    search.velocityRounding +
    SPEED_ROUNDING * (speed + relativeAngularSpeed * boundingRadius + angularSpeed * search.testRadius);
  body.centripetalBound = (relativeAngularSpeed * relativeAngularSpeed + angularBound) * boundingRadius;
  body.accelerationBound = body.centripetalBound;
  if (angularSpeed > 0) {
    const farthest = Math.sqrt(x * x + y * y) + 0.5 * (speed + topSpeed) * ahead;
    const distance = acceleration > 0 ? farthest : Math.min(farthest, search.testRadius * (1 + CONTACT));
    body.speed += angularSpeed * distance;
    body.accelerationBound += angularSpeed * (2 * topSpeed + angularSpeed * distance) + acceleration;
    if (angularAcceleration !== 0) body.accelerationBound += Math.abs(angularAcceleration) * distance;
  }
}
