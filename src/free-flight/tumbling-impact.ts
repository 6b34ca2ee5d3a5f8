/**
 * First contact of two tumbling bodies in free flight: their angular velocities are not constant. As in `rigid-impact.ts`:
 * measure the distance, advance while the bodies certainly stay apart, repeat. The differences:
 *
 * - Poses come from the integrator, which advances with each step of the search: no dense output, no steps back.
 * - |ω| is bounded by the maximum ω̂ of the whole flight, |dω/dt| by α̂.
 * - Over a time s a body deviates from uniform rotation by at most α̂ ρ s²/2 (D = exp(-[ω]× s) R R0ᵀ rotates no faster than
 *   |ω(s) - ω| ≤ α̂ s). The planes that separate uniformly rotating bodies need that much more clearance.
 *
 * - Under a constant torque both bounds hold for a time, `window`, and are computed again after every step.
 *
 * Bodies without vertices have no such planes. Convex ones stay apart while there is a gap between their supporting planes
 * perpendicular to the current normal, see `advancement.ts`, with K = (ω̂² + α̂) ρ; others while no two points can touch.
 */

import { createGjkWorkspace } from '../distance/convex/gjk-workspace.ts';
import type { FreeFlight } from '../math/free-flight.ts';
import { addScaledVec3, copyVec3, createVec3, crossVec3, dotVec3, lengthVec3, scaleVec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { type Impact, iterationLimit, writeNoImpact } from '../toi/impact.ts';
import { firstRoot } from '../toi/planar-step.ts';
import { rotateWith, rotateWithFeatures } from '../toi/rotating-plane.ts';
import { stepWithPlane } from '../toi/separating-plane.ts';
import { supportHeight } from '../toi/support-height.ts';
import {
  type FreeFlightBody,
  hasVertices,
  maxRotationSpeed,
  rotateBody,
  rotationDeviation,
} from './free-flight-body.ts';
import {
  beginSearch,
  closingSign,
  createFreeFlightPair,
  findClosingSpeed,
  measureCores,
  measureShapes,
  stepWhileFar,
} from './free-flight-pair.ts';

const pair = createFreeFlightPair();
const search = pair.search;
const bodyA = pair.bodyA;
const bodyB = pair.bodyB;
const contact = pair.contact;
const velocity = pair.velocity;
const acceleration = pair.acceleration;
const plane = pair.plane;

const workspace = createGjkWorkspace();
const vertexNumbers = workspace.vertexNumbers;

/** In tolerances: gap down to which a hit is refined where steps converge quadratically. */
const FINEST = 1e-3;
/** In tolerances: by how much bodies that slide along each other without a gap may come closer. */
const SLIDING = 0.02;
/** Maximum rotation of a body [rad] in one step of a rotating plane. */
const MAX_STEP_ROTATION = 1;
/** Fraction of a safe step that is taken: the rest covers rounding. */
const TAKEN = 1 - 1e-12;
/** Horizon of a plane, relative to the time at which the witness points would touch. */
const BEYOND = 1.5;
/** Fraction of an allowed depth up to which it is resolved. */
const DEPTH_TOLERANCE = 0.02;
/** Default number of distance queries before a search without rotation gives up, undecided. */
const STEP_LIMIT = 10_000;

/**
 * When two bodies in free flight first touch within `duration` [s]. Never late, and no contact is missed: at the time returned
 * their gap is at most 1e-9 of their size, for convex ones a thousandth of that (or the rounding error of the motion, if
 * larger). Touching bodies hit if they approach at their witness points, faster than `slowest` [m/s]; if they separate or
 * slide, the search continues and leaves at least half of their gap.
 *
 * Bodies that may overlap by `depth` [m] are in contact only where they are deeper, within 2 % of it. A search without rotation is undecided
 * after `stepLimit` distance queries.
 */
// biome-ignore format: one body per line
export function tumblingImpact(
  out: Impact,
  shapeA: Shape, flightA: FreeFlight,
  shapeB: Shape, flightB: FreeFlight,
  duration: number,
  slowest = 0,
  depth = 0,
  stepLimit = STEP_LIMIT,
): Impact {
  beginSearch(pair, shapeA, flightA, shapeB, flightB, duration);
  search.slowest = slowest;
  search.depth = depth;
  const exact = hasVertices(shapeA) && hasVertices(shapeB);
  const isQuadratic = exact || (isConvex(shapeA) && isConvex(shapeB));
  const limit = iterationLimit(stepLimit, bodyA.maxAngularSpeed + bodyB.maxAngularSpeed, duration);
  let iterations = 0;
  for (;;) {
    const far = stepWhileFar(pair);
    if (far > 0) {
      if (!(search.time + far < duration)) return writeNoImpact(out, duration, 0, iterations);
      search.time += TAKEN * far;
      continue;
    }
    iterations++;
    search.tolerance = Math.max(search.tolerance, DEPTH_TOLERANCE * depth);
    const finest = (isQuadratic && depth === 0 ? FINEST : 1) * search.tolerance;
    rotateBody(bodyA, search.time);
    rotateBody(bodyB, search.time);
    if (exact) measureCores(pair, workspace);
    else measureShapes(pair);
    const { tolerance, time } = search;
    const gap = search.gap + depth;
    if (gap < -tolerance) return writeImpact(out, time > 0 ? 'hit' : 'initial-overlap', iterations, flightA);
    const touching = gap <= tolerance;
    const closing = touching ? closingSign(pair) : 0;
    const isApproaching = closing > 0;
    // at the start, or once the gap is refined
    if (isApproaching && (time === 0 || gap <= finest)) return writeImpact(out, 'hit', iterations, flightA);
    const allowance = touching && !isApproaching ? allowanceWhenTouching(closing) : gap - 0.5 * finest;
    // bounds under a torque hold for a time only
    const step = Math.min(exact ? stepOfCores(allowance) : stepOfShapes(allowance), bodyA.window, bodyB.window);
    if (step >= duration - time) return writeNoImpact(out, duration, 0, iterations);
    const next = time + TAKEN * step;
    // no progress: the resolution of distances is reached
    if (next === time) return writeImpact(out, isApproaching ? 'hit' : 'iteration-limit', iterations, flightA);
    if (iterations >= limit) return writeImpact(out, 'iteration-limit', iterations, flightA);
    search.time = next;
  }
}

/**
 * When two bodies in free flight that touch or overlap first separate; `duration` if not before. Never late: no depth changes
 * faster than two points can move.
 */
// biome-ignore format: one body per line
export function timeOfSeparation(
  shapeA: Shape, flightA: FreeFlight,
  shapeB: Shape, flightB: FreeFlight,
  duration: number,
): number {
  beginSearch(pair, shapeA, flightA, shapeB, flightB, duration);
  for (let iterations = 0; iterations < STEP_LIMIT; iterations++) {
    if (stepWhileFar(pair) > 0) return search.time;
    rotateBody(bodyA, search.time);
    rotateBody(bodyB, search.time);
    measureShapes(pair);
    const { gap, tolerance } = search;
    if (gap > SEPARATED * tolerance) return search.time;
    search.time += Math.min(stepByMaxSpeed((SEPARATED + 1) * tolerance - gap), bodyA.window, bodyB.window);
    if (!(search.time < duration)) break;
  }
  return duration;
}

/** In tolerances: the gap at which bodies that touched are separated. */
const SEPARATED = 2;

/** By how much touching bodies that do not approach may come closer: half of their gap, or a little if they slide without one. */
function allowanceWhenTouching(closing: number): number {
  const { tolerance, depth } = search;
  const gap = search.gap + depth;
  return closing < 0 && gap > 0 && depth === 0 ? 0.5 * gap : Math.max(0.5 * gap, SLIDING * tolerance);
}

/** Time for which the fixed plane perpendicular to the normal separates the bodies, for any rotation [s]. */
function stepAtRest(certain: number): number {
  const { normal } = contact;
  const rate = dotVec3(normal, velocity) - maxRotationSpeed(bodyA) - maxRotationSpeed(bodyB);
  return firstRoot(certain, rate, -dotVec3(normal, acceleration));
}

/** Time for which bodies with vertices stay apart; they may come closer by `allowance` [m]. */
function stepOfCores(allowance: number): number {
  const rest = search.duration - search.time;
  const certain = allowance - search.error;
  const plain = certain > 0 ? stepAtRest(certain) : 0;
  const angularSpeed = Math.max(bodyA.core.angularSpeed, bodyB.core.angularSpeed);
  // overlapping cores have no closest features with which a plane could rotate
  if (plain >= rest || angularSpeed === 0 || (search.depth > 0 && plane.coreDistance <= 0)) return plain;
  const { core: a } = bodyA;
  const { core: b } = bodyB;
  // limited by the rotation and its deviation, and not much longer than the witness points need
  const deviation = rotationDeviation(bodyA) + rotationDeviation(bodyB);
  const touchTime = firstRoot(allowance, -findClosingSpeed(pair), Math.max(0, -dotVec3(contact.normal, acceleration)));
  const horizon = Math.min(
    rest,
    MAX_STEP_ROTATION / angularSpeed,
    BEYOND * touchTime,
    Math.sqrt((0.5 * allowance) / deviation),
  );
  plane.clearance = search.gap - allowance + deviation * horizon * horizon;
  a.nearest = Math.min(vertexNumbers[0], a.vertexCount - 1);
  b.nearest = Math.min(vertexNumbers[4], b.vertexCount - 1);
  const edges = rotateWithFeatures(workspace, plane, a, b);
  let step = stepOfPlane(horizon, plain);
  if (edges && step < horizon) {
    rotateWith(plane, a.angularVelocity);
    step = Math.max(step, stepOfPlane(horizon, step));
  }
  return Math.max(step, plain);
}

function stepOfPlane(horizon: number, known: number): number {
  plane.step = horizon;
  plane.known = known;
  stepWithPlane(plane, bodyA.core, bodyB.core);
  return plane.step;
}

/** Time for which any two bodies stay apart; they may come closer by `allowance` [m]. */
function stepOfShapes(allowance: number): number {
  const certain = allowance - search.error;
  if (!(certain > 0)) return 0;
  if (!isConvex(bodyA.shape) || !isConvex(bodyB.shape)) return stepByMaxSpeed(certain);
  const rest = search.duration - search.time;
  const plain = stepAtRest(certain);
  const { normal } = contact;
  const accelerationBound = accelerationBoundOf(bodyA) + accelerationBoundOf(bodyB) - dotVec3(normal, acceleration);
  if (plain >= rest || accelerationBound <= 0) return plain;
  // no longer than the witness points themselves allow
  const trial = Math.min(rest, firstRoot(certain, -findClosingSpeed(pair), accelerationBound));
  const slope = supportSlope(bodyA, 1, trial) + supportSlope(bodyB, -1, trial);
  return Math.max(plain, Math.min(trial, firstRoot(certain, dotVec3(normal, velocity) - slope, accelerationBound)));
}

/** The maximum time for which no two points can touch, whatever their directions. */
function stepByMaxSpeed(gap: number): number {
  const rate = lengthVec3(velocity) + maxRotationSpeed(bodyA) + maxRotationSpeed(bodyB);
  return firstRoot(gap, -rate, lengthVec3(acceleration));
}

function isConvex(shape: Shape): boolean {
  switch (shape.kind) {
    case 'compound':
    case 'trimesh':
    case 'brep':
      return false;
    case 'tiled':
      return shape.closed && shape.convex;
    case 'polygon':
      return shape.convex;
    default:
      return true;
  }
}

/** (ω̂² + α̂) ρ: upper bound of the acceleration of any point due to rotation [m/s²]. */
function accelerationBoundOf({
  coreBoundingRadius,
  maxAngularSpeed: w,
  maxAngularAcceleration: rate,
}: FreeFlightBody): number {
  return coreBoundingRadius * (w * w + rate);
}

const tiltRate = createVec3();
const tilted = createVec3();

/** (H(±(n + S n×ω)) - H(±n)) / S [m/s]: upper bound of the outward speed of the supporting plane of a rotating body. */
function supportSlope({ shape, now, coreBoundingRadius }: FreeFlightBody, sign: 1 | -1, step: number): number {
  crossVec3(tiltRate, contact.normal, now.angularVelocity);
  if (coreBoundingRadius === 0 || lengthVec3(tiltRate) === 0) return 0;
  const before = supportHeight(shape, now.pose, scaleVec3(tilted, contact.normal, sign));
  addScaledVec3(tilted, tilted, tiltRate, sign * step);
  return (supportHeight(shape, now.pose, tilted) - before) / step;
}

/** Writes the last distance query, at the time of the search. */
function writeImpact(
  out: Impact,
  status: Exclude<Impact['status'], 'none'>,
  iterations: number,
  flightA: FreeFlight,
): Impact {
  const { time } = search;
  out.status = status;
  out.time = time;
  out.gap = search.gap;
  out.closingSpeed = findClosingSpeed(pair);
  out.twoPoints = false;
  out.edgeOf = 'A';
  out.edge = -1;
  out.vertex = -1;
  out.iterations = iterations;
  const { pose, velocity: v, acceleration: a } = flightA;
  addScaledVec3(out.pointA, pose.position, v, time);
  addScaledVec3(out.pointA, out.pointA, a, 0.5 * time * time);
  addScaledVec3(out.pointA, out.pointA, contact.pointA, 1);
  copyVec3(out.normal, contact.normal);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.gap);
  if (status === 'iteration-limit') out.gap -= search.error;
  return out;
}
