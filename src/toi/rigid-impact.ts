import { RELATIVE_LENGTH, type Solid } from '../distance/convex/core.ts';
import { coreDistance } from '../distance/convex/gjk.ts';
import { DISTANCE, LOWER, NORMAL, OVERLAP, POINT_A } from '../distance/convex/gjk-result.ts';
import { createGjkWorkspace } from '../distance/convex/gjk-workspace.ts';
import { corePenetration } from '../distance/convex/penetration.ts';

import { clearSimplexCache, createSimplexCache } from '../distance/simplex-cache.ts';
import type { Motion } from '../math/motion.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import { apartUntil, isTimeToTry } from './apart-while-rotating.ts';
import { type Impact, iterationLimit, writeNoImpact } from './impact.ts';
import { firstRoot } from './planar-step.ts';
import { createRotatingCore, loadCore, prepareRotations, type RotatingCore, rotateToTime } from './rotating-core.ts';
import { rotateWith, rotateWithFeatures } from './rotating-plane.ts';
import { createSeparatingPlane, gapOfVertices, stepWithPlane } from './separating-plane.ts';

const workspace = createGjkWorkspace();
const result = workspace.result;
const vertexNumbers = workspace.vertexNumbers;

/**
 * First contact of two convex solids that move and rotate: measure the distance, advance while a plane between the bodies
 * certainly separates them, repeat. The plane is fixed (conservative advancement: valid for any rotation, but slow near a
 * contact) or rotates with the closest features; the longer step is taken.
 */

/** In units of L, the sum of both radii: bodies this close touch. */
const CONTACT = 1e-9;
/** Rounding error of positions, relative to their terms. */
const ROUNDING = 4e-16;
/** Touching bodies with a closing speed below this fraction of the speeds slide along each other. */
const AT_REST = 1e-9;
/** Margin in units of L by which the search begins early and ends late. */
const MARGIN = 1e-6;
/** Maximum rotation of a body [rad] in one step of a rotating plane. */
const MAX_STEP_ROTATION = 1;
/** Fraction of a safe step that is taken: the rest covers rounding. */
const TAKEN = 1 - 1e-12;
/** Distance queries before a search without rotation gives up, undecided. */
const STEP_LIMIT = 1000;

const bodyA = createRotatingCore();
const bodyB = createRotatingCore();
const plane = createSeparatingPlane();
const relative = new Float64Array(RELATIVE_LENGTH);
const cache = createSimplexCache();

/** B's motion relative to A's: x(t) = x0 + v0 t + a t²/2, world axes. B's state at the time of the search is in `bodyB`. */
const startPosition = new Float64Array(3);
const startVelocity = new Float64Array(3);

/** State of the search. Numbers passed between functions are here, too: as arguments they would be boxed. */
const search = {
  time: 0.5,
  /** When the bounding spheres separate for good, or the step ends [s]. */
  end: 0.5,
  /** By how much the bodies may come closer [m], and a time for which they certainly do not [s]. */
  allowance: 0.5,
  step: 0.5,
  /** Maximum step requested of a rotating plane [s]. */
  horizon: 0.5,
  /** Required gap between the surfaces [m]. */
  separation: 0.5,
  /** Gap at which bodies touch [m]. */
  tolerance: 0.5,
  /** Touching bodies with a lower closing speed slide [m/s]. */
  closingThreshold: 0.5,
  /** Distance of the surfaces, less `separation` [m]. */
  gap: 0.5,
  /** Of the witness points [m/s]. */
  closingSpeed: 0.5,
  /** Do the cores overlap? */
  overlapping: false,
};

/**
 * When the distance of two convex bodies with vertices (boxes, hulls, capsules, spheres, segments) is first `separation` [m], in
 * `duration` [s]. Never late, and no contact is missed: at the time returned the distance is between `separation` and 1e-9 of
 * the size L more (or the rounding error of the motion, if larger). Touching bodies hit if they approach at their witness
 * points; if they separate or slide, the search continues.
 */
// biome-ignore format: one body per line
export function rigidImpact(
  out: Impact,
  shapeA: Solid, motionA: Motion,
  shapeB: Solid, motionB: Motion,
  duration: number,
  separation = 0,
  maxIterations?: number,
): Impact {
  loadCore(bodyA, shapeA, motionA);
  loadCore(bodyB, shapeB, motionB);
  loadRelativeMotion(motionA, motionB);
  findWindow(duration, separation);
  if (search.time <= search.end) {
    prepareRotations(bodyA, motionA);
    prepareRotations(bodyB, motionB);
    clearSimplexCache(cache);
  }
  const limit = maxIterations ?? iterationLimit(STEP_LIMIT, bodyA.angularSpeed + bodyB.angularSpeed, duration);
  let iterations = 0;
  for (;;) {
    const { time, tolerance } = search;
    if (!(time <= search.end)) return writeNoImpact(out, duration, separation, iterations);
    iterations++;
    moveToTime();
    measure();
    const { gap } = search;
    const touching = gap <= tolerance;
    if (touching) findClosingSpeed();
    const overlap = gap < -tolerance;
    if (overlap || (touching && search.closingSpeed > search.closingThreshold)) {
      return writeImpact(out, overlap && time === 0 ? 'initial-overlap' : 'hit', iterations, motionA);
    }
    // touching bodies that do not approach may use up half the tolerance: the gap left by a hit stays above zero
    search.allowance = touching ? 0.5 * tolerance : gap - 0.5 * tolerance;
    findStep();
    const next = time + TAKEN * search.step;
    if (next === time) {
      // the resolution of times is reached
      findClosingSpeed();
      const status = search.closingSpeed > search.closingThreshold ? 'hit' : 'iteration-limit';
      return writeImpact(out, status, iterations, motionA);
    }
    if (iterations >= limit && next <= search.end) return writeImpact(out, 'iteration-limit', iterations, motionA);
    search.time = next;
    if (next <= search.end && isTimeToTry(iterations, bodyA.angularSpeed + bodyB.angularSpeed)) {
      const minGap = separation + (touching ? Math.min(gap, 0) - 0.5 * tolerance : 0.5 * tolerance);
      search.time = apartUntil(shapeA, motionA, undefined, shapeB, motionB, undefined, next, search.end, minGap);
    }
  }
}

function loadRelativeMotion(motionA: Motion, motionB: Motion): void {
  subtract(startPosition, motionB.pose.position, motionA.pose.position);
  subtract(startVelocity, motionB.velocity, motionA.velocity);
  subtract(bodyB.acceleration, motionB.acceleration, motionA.acceleration);
}

function subtract(out: Float64Array, a: ReadonlyVec3, b: ReadonlyVec3): void {
  out[0] = a.x - b.x;
  out[1] = a.y - b.y;
  out[2] = a.z - b.z;
}

function lengthOf(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** When the bounding spheres begin and end to overlap, |x0 + v t| = R, and the tolerances of the search. */
// biome-ignore format: one vector per line
function findWindow(duration: number, separation: number): void {
  const x = startPosition[0], y = startPosition[1], z = startPosition[2];
  const vx = startVelocity[0], vy = startVelocity[1], vz = startVelocity[2];
  const size = bodyA.boundingRadius + bodyA.radius + bodyB.boundingRadius + bodyB.radius;
  const rotationSpeed = bodyA.angularSpeed * bodyA.boundingRadius + bodyB.angularSpeed * bodyB.boundingRadius;
  const speed = lengthOf(startVelocity);
  const acceleration = lengthOf(bodyB.acceleration);
  const distance = lengthOf(startPosition);
  search.time = 0;
  search.end = duration;
  search.separation = separation;
  search.closingThreshold = AT_REST * (speed + acceleration * duration + rotationSpeed);
  const radius = (size + separation) * (1 + MARGIN);
  const travelled = (speed + rotationSpeed + 0.5 * acceleration * duration) * duration;
  search.tolerance = CONTACT * size + ROUNDING * (distance + travelled);
  if (acceleration > 0) return;
  const outward = x * vx + y * vy + z * vz;
  const excess = (distance - radius) * (distance + radius);
  const mx = y * vz - z * vy, my = z * vx - x * vz, mz = x * vy - y * vx;
  // outward² - v² (x² - R²), without its cancellation
  const discriminant = speed * speed * radius * radius - (mx * mx + my * my + mz * mz);
  if (excess > 0 && (outward >= 0 || discriminant < 0)) {
    search.time = Number.POSITIVE_INFINITY;
    return;
  }
  const root = Math.sqrt(Math.max(0, discriminant));
  if (excess > 0) search.time = excess / (root - outward);
  if (speed === 0) return;
  search.end = Math.min(duration, outward > 0 ? -excess / (root + outward) : (root - outward) / (speed * speed));
}

/** Moves both bodies to the time of the search. */
function moveToTime(): void {
  const { time: t } = search;
  const { position, velocity, acceleration } = bodyB;
  for (let i = 0; i < 3; i++) {
    position[i] = startPosition[i] + t * (startVelocity[i] + 0.5 * t * acceleration[i]);
    velocity[i] = startVelocity[i] + t * acceleration[i];
  }
  bodyA.time = t;
  bodyB.time = t;
  rotateToTime(bodyA);
  rotateToTime(bodyB);
}

/** The current distance of the bodies. */
function measure(): void {
  const { rotation: p, core: coreA } = bodyA;
  const { rotation: q, position: x, core: coreB } = bodyB;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) relative[3 * i + j] = p[i] * q[j] + p[i + 3] * q[j + 3] + p[i + 6] * q[j + 6];
    relative[9 + i] = p[i] * x[0] + p[i + 3] * x[1] + p[i + 6] * x[2];
  }
  const { normal, witness } = plane;
  search.overlapping = coreDistance(workspace, coreA, coreB, relative, cache) === OVERLAP;
  if (search.overlapping) corePenetration(workspace, coreA, coreB, relative);
  plane.coreDistance = result[DISTANCE];
  for (let i = 0; i < 3; i++) {
    normal[i] = p[3 * i] * result[NORMAL] + p[3 * i + 1] * result[NORMAL + 1] + p[3 * i + 2] * result[NORMAL + 2];
    witness[i] = p[3 * i] * result[POINT_A] + p[3 * i + 1] * result[POINT_A + 1] + p[3 * i + 2] * result[POINT_A + 2];
  }
  search.gap = plane.coreDistance - bodyA.radius - bodyB.radius - search.separation;
}

/** -(vB - vA)·n at the witness points [m/s]; independent of the radii. */
// biome-ignore format: one vector per line
function findClosingSpeed(): void {
  const { normal: n, witness: p, coreDistance: d } = plane;
  const { position: x, velocity: v, angularVelocity: b } = bodyB;
  const { angularVelocity: a } = bodyA;
  const rx = p[0] + d * n[0] - x[0], ry = p[1] + d * n[1] - x[1], rz = p[2] + d * n[2] - x[2];
  search.closingSpeed =
    n[0] * (a[1] * p[2] - a[2] * p[1] - v[0] - b[1] * rz + b[2] * ry) +
    n[1] * (a[2] * p[0] - a[0] * p[2] - v[1] - b[2] * rx + b[0] * rz) +
    n[2] * (a[0] * p[1] - a[1] * p[0] - v[2] - b[0] * ry + b[1] * rx);
}

/** Time for which the bodies certainly stay apart. */
function findStep(): void {
  const { allowance } = search;
  const { normal: n } = plane;
  const { velocity: v, acceleration: a } = bodyB;
  const rest = search.end - search.time;
  const rate = n[0] * v[0] + n[1] * v[1] + n[2] * v[2] - rotationSpeedThrough(bodyA) - rotationSpeedThrough(bodyB);
  // a fixed plane uses the lower bound of the distance; a rotating one tests the vertices itself
  let certain = allowance - (result[DISTANCE] - result[LOWER]);
  // the distance query may have ended with a bound from one of its earlier directions
  if (!(certain > 0)) certain = allowance - (result[DISTANCE] - gapOfVertices(plane, bodyA, bodyB));
  search.step = certain >= 0 ? firstRoot(certain, rate, -(n[0] * a[0] + n[1] * a[1] + n[2] * a[2])) : 0;
  const angularSpeed = Math.max(bodyA.angularSpeed, bodyB.angularSpeed);
  if (search.step > rest || angularSpeed === 0) return;
  search.horizon = Math.min(rest, MAX_STEP_ROTATION / angularSpeed);
  plane.clearance = search.separation + search.gap - allowance;
  bodyA.nearest = Math.min(vertexNumbers[0], bodyA.vertexCount - 1);
  bodyB.nearest = Math.min(vertexNumbers[4], bodyB.vertexCount - 1);
  if (search.overlapping) {
    // no features are known: the plane may rotate with either body
    rotateWith(plane, bodyB.angularVelocity);
    tryPlane();
  }
  const edges = search.overlapping || rotateWithFeatures(workspace, plane, bodyA, bodyB);
  if (!search.overlapping) tryPlane();
  if (edges && search.step < rest) {
    rotateWith(plane, bodyA.angularVelocity);
    tryPlane();
  }
  // safe to the end means no contact
  if (search.step >= rest) search.step = Number.POSITIVE_INFINITY;
}

/** Takes the step of the rotating plane, if it is longer. */
function tryPlane(): void {
  plane.step = search.horizon;
  plane.known = search.step;
  stepWithPlane(plane, bodyA, bodyB);
  search.step = Math.max(search.step, plane.step);
}

/** ρ|n×ω|: upper bound of the speed at which rotation moves a body through a plane perpendicular to n [m/s]. */
function rotationSpeedThrough({ angularVelocity: w, boundingRadius }: RotatingCore): number {
  const { normal: n } = plane;
  const x = n[1] * w[2] - n[2] * w[1];
  const y = n[2] * w[0] - n[0] * w[2];
  const z = n[0] * w[1] - n[1] * w[0];
  return boundingRadius * Math.sqrt(x * x + y * y + z * z);
}

/** Writes the last distance query, at the time of the search. */
function writeImpact(
  out: Impact,
  status: Exclude<Impact['status'], 'none'>,
  iterations: number,
  motionA: Motion,
): Impact {
  const { time } = search;
  findClosingSpeed();
  out.status = status;
  out.time = time;
  out.gap = search.gap + search.separation;
  out.closingSpeed = search.closingSpeed;
  out.twoPoints = false;
  out.edgeOf = 'A';
  out.edge = -1;
  out.vertex = -1;
  out.iterations = iterations;
  const { velocity: v, acceleration: a } = motionA;
  const { position: x } = motionA.pose;
  const { normal: n, witness: p } = plane;
  const { normal, pointA, pointB, gap } = out;
  normal.x = n[0];
  normal.y = n[1];
  normal.z = n[2];
  pointA.x = x.x + time * (v.x + 0.5 * time * a.x) + p[0] + bodyA.radius * n[0];
  pointA.y = x.y + time * (v.y + 0.5 * time * a.y) + p[1] + bodyA.radius * n[1];
  pointA.z = x.z + time * (v.z + 0.5 * time * a.z) + p[2] + bodyA.radius * n[2];
  pointB.x = pointA.x + gap * n[0];
  pointB.y = pointA.y + gap * n[1];
  pointB.z = pointA.z + gap * n[2];
  // the certified bound: the distance of the points may exceed the true one by the error of the query
  if (status === 'iteration-limit') out.gap = gap - (result[DISTANCE] - result[LOWER]);
  return out;
}
