import type { Motion } from '../math/motion.ts';
import { cosSin } from '../math/trig.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import { type Impact, iterationLimit, writeNoImpact, writeUndecided } from './impact.ts';
import {
  createPlanarSides,
  followNearestVertex,
  isHalfspace,
  loadFaces,
  loadSide,
  type PlanarSide,
} from './planar-body.ts';
import { findMinOverlap, writeTouch } from './planar-contact.ts';
import { findFirstRoot, findSafeStep, parabola, type SafeStep, stepToFace } from './planar-step.ts';

/** In units of L, the sum of both radii: a vertex this near to a face touches it; [CP13] spec 4.2. */
const CONTACT = 1e-13;
/** In units of L: bodies that overlap by less at the start count as touching; [CP13] spec 4.2. */
const OVERLAP = 1e-11;
/** Rounding of a position, relative to its size: a few units in the last place. */
const ROUNDING = 1e-15;
/** A vertex slower than this, relative to what makes up its speed, is at rest over a face: rounding of its rate. */
const SPEED_ROUNDING = 1e-14;
/** By how much a search begins early, in units of L. */
const MARGIN = 1e-6;
/** Steps before a search without rotation gives up, undecided; [CP13] spec 4.2. */
const STEP_LIMIT = 10_000;
const NEVER = Number.POSITIVE_INFINITY;
/** Angle [rad] of the look-ahead of accelerated bodies; [CP13] spec 4.2. */
const SPECULATIVE_MARGIN = 0.5;

/** B's motion relative to A's, and where the search stands. World axes. */
interface Search {
  /** x(t) = x0 + v0 t + a t²/2 */
  startX: number;
  startY: number;
  startVx: number;
  startVy: number;
  ax: number;
  ay: number;
  acceleration: number;
  time: number;
  /** What is left of the step [s]. */
  rest: number;
  /** How long the bounding circles (or a circle and a wall) certainly stay apart [s]; 0 when they meet. */
  wait: number;
  /** Position and velocity at `time`. */
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** L: sum of the radii about the origins [m]; a wall has none. */
  size: number;
  /** Distance of the origins at which the search begins to look at the bodies themselves [m]. */
  reach: number;
  /** Rounding of the world positions themselves [m] and of the bodies' own velocities [m/s]. */
  worldRounding: number;
  velocityRounding: number;
}

const [sideA, sideB] = createPlanarSides();

const search: Search = {
  startX: 0.5,
  startY: 0.5,
  startVx: 0.5,
  startVy: 0.5,
  ax: 0.5,
  ay: 0.5,
  acceleration: 0.5,
  time: 0.5,
  rest: 0.5,
  wait: 0.5,
  x: 0.5,
  y: 0.5,
  vx: 0.5,
  vy: 0.5,
  size: 0.5,
  reach: 0.5,
  worldRounding: 0.5,
  velocityRounding: 0.5,
};

const best: SafeStep = {
  contactTolerance: 0.5,
  overlapTolerance: 0.5,
  lowest: 0.5,
  step: 0.5,
  side: sideA,
  face: 0,
  vertex: 0,
  separation: 0.5,
  rate: 0.5,
  bend: 0.5,
};

/** First contact of two convex shapes. At most one of them is a half plane. */
// biome-ignore format: the parameters are those of `planarImpact`
export function searchImpact(
  out: Impact, shapeA: PlanarShape, motionA: Motion, shapeB: PlanarShape, motionB: Motion, duration: number,
  maxIterations?: number,
): Impact {
  loadSide(sideA, shapeA, motionA);
  loadSide(sideB, shapeB, motionB);
  loadRelativeMotion(motionA, motionB, duration);
  best.face = 0;
  let first = true;
  const limit =
    maxIterations ?? iterationLimit(STEP_LIMIT, Math.abs(sideA.angularVelocity) + Math.abs(sideB.angularVelocity), duration);
  let iterations = 0;
  while (iterations < limit) {
    iterations++;
    place();
    search.rest = duration - search.time;
    findWait();
    const { rest, wait } = search;
    if (wait > rest || wait === NEVER) return writeNoImpact(out, duration, 0, iterations);
    if (search.time + wait > search.time) {
      search.time += wait;
      continue;
    }
    if (first) {
      loadFaces(sideA);
      loadFaces(sideB);
    }
    rotate();
    if (first || search.acceleration > 0) {
      boundSide(sideA);
      boundSide(sideB);
    }
    findSafeStep(best, sideA, sideB, first);
    first = false;
    if (best.step < 0) {
      // safe steps do not lead here, so later than the start it can be no more than rounding
      findMinOverlap(best, sideA, sideB);
      const status = search.time > 0 ? 'hit' : 'initial-overlap';
      out.time = search.time;
      return writeTouch(out, status, iterations, best, sideA, best.side === sideA ? motionA : motionB);
    }
    if (best.step === 0 || (best.rate < 0 && search.time + best.step === search.time)) {
      return touch(out, duration, iterations, motionA, motionB);
    }
    const step = Math.min(best.step, best.side.horizon);
    if (step > rest || step === NEVER) return writeNoImpact(out, duration, 0, iterations);
    const next = search.time + step;
    search.time = next > search.time ? next : search.time * (1 + Number.EPSILON);
  }
  return writeUndecided(out, search.time, iterations);
}

/**
 * A vertex is inside the tolerance of a face and closes in: one more safe step ends at the accuracy of the numbers. Where the bodies part again by
 * then, as a disc does that only grazes the other body, the contact is where it is now.
 */
function touch(out: Impact, duration: number, iterations: number, motionA: Motion, motionB: Motion): Impact {
  const { time } = search;
  const motion = best.side === sideA ? motionA : motionB;
  if (best.separation > 0) {
    stepToFace(best);
    if (best.step > search.rest) return writeNoImpact(out, duration, 0, iterations);
    search.time += best.step;
    place();
    rotate();
    out.time = search.time;
    writeTouch(out, 'hit', iterations, best, sideA, motion);
    if (out.closingSpeed > 0) return out;
    search.time = time;
    place();
    rotate();
  }
  out.time = time;
  return writeTouch(out, 'hit', iterations, best, sideA, motion);
}

/** How far points are apart, or move in `duration` [s] if they are in one place [m]. */
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
  const radii = sideA.reach + sideA.radius + sideB.reach + sideB.radius;
  // two points have no size of their own
  search.size = radii > 0 ? radii : sizeOfPoints(duration);
  // sharp bodies may touch with their outermost corners: look before that; for two discs the circles are the bodies
  search.reach = sideA.radius + sideB.radius > 0 ? search.size : search.size * (1 + MARGIN);
  const { velocity: vA } = motionA;
  const { velocity: vB } = motionB;
  search.velocityRounding = SPEED_ROUNDING * Math.max(Math.abs(vA.x), Math.abs(vA.y), Math.abs(vB.x), Math.abs(vB.y));
  search.worldRounding = ROUNDING * Math.max(Math.abs(a.x), Math.abs(a.y), Math.abs(b.x), Math.abs(b.y));
}

/** Relative position and velocity at the time of the search, and the tolerances that follow from their size. */
function place(): void {
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
 * Sets `search.wait`. Circles in steady relative motion: the root of |x + v s| = R. Else along the line of centres, where the
 * motion is a parabola.
 */
function findWait(): void {
  const { x, y, vx, vy, ax, ay, reach } = search;
  const halfspace = isHalfspace(sideA) ? sideA : isHalfspace(sideB) ? sideB : undefined;
  search.wait = 0;
  if (halfspace !== undefined) {
    const sign = halfspace === sideA ? 1 : -1;
    const nx = sign * (halfspace.startCos * halfspace.normals[0] - halfspace.startSin * halfspace.normals[1]);
    const ny = sign * (halfspace.startSin * halfspace.normals[0] + halfspace.startCos * halfspace.normals[1]);
    const height = nx * x + ny * y - reach;
    if (height <= best.contactTolerance) return;
    parabola[0] = height;
    parabola[1] = nx * vx + ny * vy;
    parabola[2] = -nx * ax - ny * ay;
    findFirstRoot();
    search.wait = parabola[3];
    return;
  }
  const distanceSq = x * x + y * y;
  const excess = distanceSq - reach * reach;
  if (excess <= CONTACT * distanceSq) return;
  const outward = x * vx + y * vy;
  if (search.acceleration === 0) {
    // outward² - v² (x² - R²), without its cancellation
    const speedSq = vx * vx + vy * vy;
    const moment = x * vy - y * vx;
    const discriminant = speedSq * reach * reach - moment * moment;
    search.wait = outward >= 0 || discriminant < 0 ? NEVER : excess / (Math.sqrt(discriminant) - outward);
    return;
  }
  const distance = Math.sqrt(distanceSq);
  parabola[0] = excess / (distance + reach);
  parabola[1] = outward / distance;
  parabola[2] = -(x * ax + y * ay) / distance;
  findFirstRoot();
  search.wait = parabola[3];
}

/** Rotations at the time of the search, and what each body sees of the other. */
function rotate(): void {
  rotateBody(sideA);
  rotateBody(sideB);
  lookAcross(sideA, 1);
  lookAcross(sideB, -1);
  // sharp points that have come together keep the direction in which they came: what is left is rounding
  const sharp = sideA.radius + sideB.radius === 0;
  sideA.keepWithin = sideB.keepWithin = sharp && search.time > 0 ? best.contactTolerance : -1;
  if (sideA.tangent) followNearestVertex(sideA);
  if (sideB.tangent) followNearestVertex(sideB);
}

/** An angle, then its cosine and sine. */
const rotated = new Float64Array(2);

function rotateBody(side: PlanarSide): void {
  if (side.angularVelocity === 0) {
    side.cos = side.startCos;
    side.sin = side.startSin;
    return;
  }
  rotated[0] = side.angularVelocity * search.time;
  cosSin(rotated);
  const c = rotated[0];
  const s = rotated[1];
  side.cos = c * side.startCos - s * side.startSin;
  side.sin = s * side.startCos + c * side.startSin;
}

/** `sign` is 1 from A towards B, -1 from B towards A. */
function lookAcross(side: PlanarSide, sign: 1 | -1): void {
  const { cos, sin, angularVelocity, other } = side;
  const x = sign * (cos * search.x + sin * search.y);
  const y = sign * (cos * search.y - sin * search.x);
  side.rotationCos = cos * other.cos + sin * other.sin;
  side.rotationSin = cos * other.sin - sin * other.cos;
  side.originX = x;
  side.originY = y;
  side.rateX = sign * (cos * search.vx + sin * search.vy) + angularVelocity * y;
  side.rateY = sign * (cos * search.vy - sin * search.vx) - angularVelocity * x;
  // axes that turn see the acceleration turn: there it is part of `bend`
  const steady = angularVelocity === 0 ? sign : 0;
  side.accelerationX = steady * (cos * search.ax + sin * search.ay);
  side.accelerationY = steady * (cos * search.ay - sin * search.ax);
}

/**
 * Bounds of what `side` sees of the other body's speed and bend, and for how long they hold. Without acceleration the
 * centres stay within the bounding circles until these part for good; axes that do not turn need no distance at all.
 */
function boundSide(side: PlanarSide): void {
  const { reach, angularVelocity: otherAngularVelocity } = side.other;
  const { acceleration, rest, x, y, vx, vy } = search;
  const angularVelocity = Math.abs(side.angularVelocity);
  const relativeAngularVelocity = Math.abs(otherAngularVelocity - side.angularVelocity);
  const speed = Math.sqrt(vx * vx + vy * vy);
  side.relativeAngularVelocity = otherAngularVelocity - side.angularVelocity;
  side.horizon = acceleration > 0 && angularVelocity > 0 ? SPECULATIVE_MARGIN / angularVelocity : NEVER;
  const ahead = Math.min(rest, side.horizon);
  const topSpeed = acceleration > 0 ? speed + acceleration * ahead : speed;
  side.speed = topSpeed + relativeAngularVelocity * reach;
  side.restitutionThreshold =
    search.velocityRounding +
    SPEED_ROUNDING * (speed + relativeAngularVelocity * reach + angularVelocity * search.reach);
  side.angularVelocityBound = relativeAngularVelocity * relativeAngularVelocity * reach;
  side.bend = side.angularVelocityBound;
  if (angularVelocity > 0) {
    const farthest = Math.sqrt(x * x + y * y) + 0.5 * (speed + topSpeed) * ahead;
    const distance = acceleration > 0 ? farthest : Math.min(farthest, search.reach * (1 + CONTACT));
    side.speed += angularVelocity * distance;
    side.bend += angularVelocity * (2 * topSpeed + angularVelocity * distance) + acceleration;
  }
}
