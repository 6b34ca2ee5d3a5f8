/**
 * First contact of two bodies in free flight, which tumble: their spins are not constant (spec general-pairs 4.1). As in `rigid-impact.ts`:
 * measure the distance, go on for as long as the bodies certainly stay apart, measure again. What changes:
 *
 * - Poses come from the integrator, which is taken on by each step of the search: no dense output, no going back.
 * - |ω| is bounded by the largest spin ω̂ of the whole flight, |dω/dt| by α̂.
 * - Over a time s a body strays from turning evenly by no more than α̂ ρ s²/2 (D = exp(-[ω]× s) R R0ᵀ turns no faster than
 *   |ω(s) - ω| ≤ α̂ s). The planes that keep evenly turning bodies apart are asked to keep that much more.
 *
 * Bodies without vertices have no such planes. Convex ones stay apart while there is a gap between their supporting planes
 * across the normal of now, see `advancement.ts`, with K = (ω̂² + α̂) ρ; others while no two points can have met.
 */

import { vertexNumbers } from '../distance/convex/simplex.ts';
import type { FreeFlight } from '../math/free-flight.ts';
import { addScaledVec3, copyVec3, createVec3, crossVec3, dotVec3, lengthVec3, scaleVec3 } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import { type Impact, iterationLimit, writeNoImpact } from '../toi/impact.ts';
import { firstRoot } from '../toi/planar-step.ts';
import { rotateWith, rotateWithFeatures } from '../toi/rotating-plane.ts';
import { stepWithPlane } from '../toi/separating-plane.ts';
import { supportHeight } from '../toi/support-height.ts';
import { type FlyingSide, hasVertices, maxRotationSpeed, rotateBody, rotationDeviation } from './free-flight-body.ts';
import {
  acceleration,
  beginSearch,
  closingSign,
  contact,
  findClosingSpeed,
  measureCores,
  measureShapes,
  plane,
  search,
  sideA,
  sideB,
  stepWhileFar,
  velocity,
} from './free-flight-pair.ts';

/** In tolerances: so near a hit is followed where steps close in on it quadratically. */
const FINEST = 1e-3;
/** In tolerances: how much nearer bodies may come that slide along each other without a gap. */
const SLIDING = 0.02;
/** Angle [rad] by which a body may turn in one step of a turning plane. */
const SPECULATIVE_MARGIN = 1;
/** Part of a safe step that is taken: the rest is rounding. */
const TAKEN = 1 - 1e-12;
/** How far beyond the time at which the witness points would meet a plane is asked for. */
const BEYOND = 1.5;
/** Distances measured before a search without rotation gives up, undecided. */
const STEP_LIMIT = 10_000;

/**
 * When two bodies in free flight first touch within `duration` [s]. Never late, and nothing is missed: at the time returned they
 * are apart by 1e-9 of their size at most, convex ones by a thousandth of that (or the rounding of the motion, where that is
 * larger). Touching bodies hit if they approach at their witness points, faster than `slowest` [m/s]; if they part or slide, the
 * search goes on and keeps half of their gap.
 */
// biome-ignore format: one body per line
export function tumblingImpact(
  out: Impact,
  shapeA: Shape, flightA: FreeFlight,
  shapeB: Shape, flightB: FreeFlight,
  duration: number,
  slowest = 0,
): Impact {
  beginSearch(shapeA, flightA, shapeB, flightB, duration);
  search.slowest = slowest;
  const exact = hasVertices(shapeA) && hasVertices(shapeB);
  const quick = exact || (isConvex(shapeA) && isConvex(shapeB));
  const limit = iterationLimit(STEP_LIMIT, sideA.maxAngularSpeed + sideB.maxAngularSpeed, duration);
  let iterations = 0;
  for (;;) {
    const far = stepWhileFar();
    if (far > 0) {
      if (!(search.time + far < duration)) return writeNoImpact(out, duration, 0, iterations);
      search.time += TAKEN * far;
      continue;
    }
    iterations++;
    const finest = (quick ? FINEST : 1) * search.tolerance;
    rotateBody(sideA, search.time);
    rotateBody(sideB, search.time);
    if (exact) measureCores();
    else measureShapes();
    const { gap, tolerance, time } = search;
    if (gap < -tolerance) return writeImpact(out, time > 0 ? 'hit' : 'initial-overlap', iterations, flightA);
    const touching = gap <= tolerance;
    const closing = touching ? closingSign() : 0;
    const striking = closing > 0;
    // from the start, or as near as is worth the while
    if (striking && (time === 0 || gap <= finest)) return writeImpact(out, 'hit', iterations, flightA);
    const room = touching && !striking ? leftWhenTouching(closing) : gap - 0.5 * finest;
    const step = exact ? stepOfCores(room) : stepOfShapes(room);
    if (step >= duration - time) return writeNoImpact(out, duration, 0, iterations);
    const next = time + TAKEN * step;
    // no way to go on: as near as distances can tell
    if (next === time) return writeImpact(out, striking ? 'hit' : 'iteration-limit', iterations, flightA);
    if (iterations >= limit) return writeImpact(out, 'iteration-limit', iterations, flightA);
    search.time = next;
  }
}

/**
 * When two bodies in free flight that touch or overlap first come apart; `duration` if not before. Never late: no depth changes faster
 * than two points can move.
 */
// biome-ignore format: one body per line
export function timeOfSeparation(
  shapeA: Shape, flightA: FreeFlight,
  shapeB: Shape, flightB: FreeFlight,
  duration: number,
): number {
  beginSearch(shapeA, flightA, shapeB, flightB, duration);
  for (let iterations = 0; iterations < STEP_LIMIT; iterations++) {
    if (stepWhileFar() > 0) return search.time;
    rotateBody(sideA, search.time);
    rotateBody(sideB, search.time);
    measureShapes();
    const { gap, tolerance } = search;
    if (gap > SEPARATED * tolerance) return search.time;
    search.time += stepAnyWay((SEPARATED + 1) * tolerance - gap);
    if (!(search.time < duration)) break;
  }
  return duration;
}

/** In tolerances: bodies that touched are apart at this distance. */
const SEPARATED = 2;

/** How much nearer touching bodies that do not approach may come: half of their gap, or a little if they slide without one. */
function leftWhenTouching(closing: number): number {
  const { gap, tolerance } = search;
  return closing < 0 && gap > 0 ? 0.5 * gap : Math.max(0.5 * gap, SLIDING * tolerance);
}

/** For how long the plane across the normal, at rest, keeps the bodies apart: whatever their turning does [s]. */
function stepAtRest(sure: number): number {
  const { normal } = contact;
  const rate = dotVec3(normal, velocity) - maxRotationSpeed(sideA) - maxRotationSpeed(sideB);
  return firstRoot(sure, rate, -dotVec3(normal, acceleration));
}

/** For how long bodies with vertices stay apart, which may come nearer by `room` [m]. */
function stepOfCores(room: number): number {
  const rest = search.duration - search.time;
  const sure = room - search.error;
  const plain = sure > 0 ? stepAtRest(sure) : 0;
  const angularVelocity = Math.max(sideA.core.angularSpeed, sideB.core.angularSpeed);
  if (plain >= rest || angularVelocity === 0) return plain;
  const { core: a } = sideA;
  const { core: b } = sideB;
  // as far as the bodies may turn and stray, and not much farther than the witness points need
  const stray = rotationDeviation(sideA) + rotationDeviation(sideB);
  const meeting = firstRoot(room, -findClosingSpeed(), Math.max(0, -dotVec3(contact.normal, acceleration)));
  const horizon = Math.min(
    rest,
    SPECULATIVE_MARGIN / angularVelocity,
    BEYOND * meeting,
    Math.sqrt((0.5 * room) / stray),
  );
  plane.clearance = search.gap - room + stray * horizon * horizon;
  a.nearest = Math.min(vertexNumbers[0], a.vertexCount - 1);
  b.nearest = Math.min(vertexNumbers[4], b.vertexCount - 1);
  const edges = rotateWithFeatures(plane, a, b);
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
  stepWithPlane(plane, sideA.core, sideB.core);
  return plane.step;
}

/** For how long any two bodies stay apart, which may come nearer by `room` [m]. */
function stepOfShapes(room: number): number {
  const sure = room - search.error;
  if (!(sure > 0)) return 0;
  if (!isConvex(sideA.shape) || !isConvex(sideB.shape)) return stepAnyWay(sure);
  const rest = search.duration - search.time;
  const plain = stepAtRest(sure);
  const { normal } = contact;
  const bend = bendOf(sideA) + bendOf(sideB) - dotVec3(normal, acceleration);
  if (plain >= rest || bend <= 0) return plain;
  // no longer than the witnesses themselves would let it
  const trial = Math.min(rest, firstRoot(sure, -findClosingSpeed(), bend));
  const slope = supportSlope(sideA, 1, trial) + supportSlope(sideB, -1, trial);
  return Math.max(plain, Math.min(trial, firstRoot(sure, dotVec3(normal, velocity) - slope, bend)));
}

/** The longest time for which no two points can meet, whatever way they move. */
function stepAnyWay(gap: number): number {
  const rate = lengthVec3(velocity) + maxRotationSpeed(sideA) + maxRotationSpeed(sideB);
  return firstRoot(gap, -rate, lengthVec3(acceleration));
}

function isConvex(shape: Shape): boolean {
  switch (shape.kind) {
    case 'compound':
    case 'trimesh':
      return false;
    case 'tiled':
      return shape.closed && shape.convex;
    case 'polygon':
      return shape.convex;
    default:
      return true;
  }
}

/** (ω̂² + α̂) ρ: how fast turning bends the way of any point, at most [m/s²]. */
function bendOf({ reach, maxAngularSpeed: w, maxAngularAcceleration: rate }: FlyingSide): number {
  return reach * (w * w + rate);
}

const across = createVec3();
const tilted = createVec3();

/** (H(±(n + S n×ω)) - H(±n)) / S [m/s]: how fast the supporting plane of a turning body moves out, at most. */
function supportSlope({ shape, now, reach }: FlyingSide, sign: 1 | -1, step: number): number {
  crossVec3(across, contact.normal, now.angularVelocity);
  if (reach === 0 || lengthVec3(across) === 0) return 0;
  const before = supportHeight(shape, now.pose, scaleVec3(tilted, contact.normal, sign));
  addScaledVec3(tilted, tilted, across, sign * step);
  return (supportHeight(shape, now.pose, tilted) - before) / step;
}

/** The last measurement, at the time of the search. */
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
  out.closingSpeed = findClosingSpeed();
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
