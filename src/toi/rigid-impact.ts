import { RELATIVE_LENGTH, type Solid } from '../distance/convex/core.ts';
import { coreDistance } from '../distance/convex/gjk.ts';
import { DISTANCE, found, LOWER, NORMAL, OVERLAP, POINT_A } from '../distance/convex/gjk-result.ts';
import { corePenetration } from '../distance/convex/penetration.ts';
import { vertexNumbers } from '../distance/convex/simplex.ts';
import { clearSimplexCache, createSimplexCache } from '../distance/simplex-cache.ts';
import type { Motion } from '../math/motion.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import { apartUntil, isTimeToTry } from './apart-while-rotating.ts';
import { type Impact, iterationLimit, writeNoImpact } from './impact.ts';
import { firstRoot } from './planar-step.ts';
import { createRotatingCore, loadCore, prepareRotations, type RotatingCore, rotateToTime } from './rotating-core.ts';
import { rotateWith, rotateWithFeatures } from './rotating-plane.ts';
import { createSeparatingPlane, gapOfVertices, stepWithPlane } from './separating-plane.ts';

/**
 * First contact of two convex bodies of space that move and turn (spec general-pairs 4): measure the distance, go on for as long as a plane
 * between the bodies certainly keeps them apart, measure again. The plane stands still (conservative advancement: right for
 * any rotation, but slow near a contact) or turns with the features that face each other; the longer step counts.
 */

/** In units of L, the sum of both radii: bodies this near touch. */
const CONTACT = 1e-9;
/** Rounding of positions, relative to what they are made of. */
const ROUNDING = 4e-16;
/** Closing more slowly than this share of the speeds, touching bodies slide along each other. */
const AT_REST = 1e-9;
/** By how much the search begins early and ends late, in units of L. */
const MARGIN = 1e-6;
/** Angle [rad] by which a body may turn in one step of a turning plane. */
const SPECULATIVE_MARGIN = 1;
/** Part of a safe step that is taken: the rest is rounding. */
const TAKEN = 1 - 1e-12;
/** Distances measured before a search without rotation gives up, undecided. */
const STEP_LIMIT = 1000;

const sideA = createRotatingCore();
const sideB = createRotatingCore();
const plane = createSeparatingPlane();
const relative = new Float64Array(RELATIVE_LENGTH);
const cache = createSimplexCache();

/** B's motion relative to A's: x(t) = x0 + v0 t + a t²/2, world axes. What is B's at the time of the search is in `sideB`. */
const startPosition = new Float64Array(3);
const startVelocity = new Float64Array(3);

/** Where the search stands. Numbers that a function would hand to another one are here, too: in a call they get boxed. */
const search = {
  time: 0.5,
  /** When the bounding spheres part for good, or the step ends [s]. */
  end: 0.5,
  /** By how much the bodies may come nearer [m], and how long they certainly do not [s]. */
  room: 0.5,
  step: 0.5,
  /** What a turning plane is asked for at most [s]. */
  horizon: 0.5,
  /** To be kept between the surfaces [m]. */
  separation: 0.5,
  /** Gap at which bodies touch [m]. */
  tolerance: 0.5,
  /** Touching bodies that close more slowly slide [m/s]. */
  restitutionThreshold: 0.5,
  /** Between the surfaces, less `separation` [m]. */
  gap: 0.5,
  /** Of the witness points [m/s]. */
  closingSpeed: 0.5,
  /** Do the cores overlap? */
  overlapping: false,
};

/**
 * When two convex bodies with vertices (boxes, hulls, capsules, balls, segments) come within `separation` [m] of each other, in
 * `duration` [s]. Never late, and nothing is missed: at the time returned the surfaces are that far apart and up to 1e-9 of
 * the size L more (or the rounding of the motion, where that is larger). Touching bodies hit if they approach at
 * their witness points; if they part or slide, the search goes on.
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
  loadCore(sideA, shapeA, motionA);
  loadCore(sideB, shapeB, motionB);
  loadRelativeMotion(motionA, motionB);
  findWindow(duration, separation);
  if (search.time <= search.end) {
    prepareRotations(sideA, motionA);
    prepareRotations(sideB, motionB);
    clearSimplexCache(cache);
  }
  const limit = maxIterations ?? iterationLimit(STEP_LIMIT, sideA.angularSpeed + sideB.angularSpeed, duration);
  let iterations = 0;
  for (;;) {
    const { time, tolerance } = search;
    if (!(time <= search.end)) return writeNoImpact(out, duration, separation, iterations);
    iterations++;
    place();
    measure();
    const { gap } = search;
    const touching = gap <= tolerance;
    if (touching) findClosingSpeed();
    const overlap = gap < -tolerance;
    if (overlap || (touching && search.closingSpeed > search.restitutionThreshold)) {
      return writeImpact(out, overlap && time === 0 ? 'initial-overlap' : 'hit', iterations, motionA);
    }
    // touching bodies that do not approach may use up half the tolerance: a gap that a hit has left stays above zero
    search.room = touching ? 0.5 * tolerance : gap - 0.5 * tolerance;
    findStep();
    const next = time + TAKEN * search.step;
    if (next === time) {
      // as near as times can tell
      findClosingSpeed();
      const status = search.closingSpeed > search.restitutionThreshold ? 'hit' : 'iteration-limit';
      return writeImpact(out, status, iterations, motionA);
    }
    if (iterations >= limit && next <= search.end) return writeImpact(out, 'iteration-limit', iterations, motionA);
    search.time = next;
    if (next <= search.end && isTimeToTry(iterations, sideA.angularSpeed + sideB.angularSpeed)) {
      const kept = separation + (touching ? Math.min(gap, 0) - 0.5 * tolerance : 0.5 * tolerance);
      search.time = apartUntil(shapeA, motionA, undefined, shapeB, motionB, undefined, next, search.end, kept);
    }
  }
}

function loadRelativeMotion(motionA: Motion, motionB: Motion): void {
  subtract(startPosition, motionB.pose.position, motionA.pose.position);
  subtract(startVelocity, motionB.velocity, motionA.velocity);
  subtract(sideB.acceleration, motionB.acceleration, motionA.acceleration);
}

function subtract(out: Float64Array, a: ReadonlyVec3, b: ReadonlyVec3): void {
  out[0] = a.x - b.x;
  out[1] = a.y - b.y;
  out[2] = a.z - b.z;
}

function lengthOf(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** When the bounding spheres meet and part, |x0 + v t| = R, and the tolerances of the search. */
// biome-ignore format: one vector per line
function findWindow(duration: number, separation: number): void {
  const x = startPosition[0], y = startPosition[1], z = startPosition[2];
  const vx = startVelocity[0], vy = startVelocity[1], vz = startVelocity[2];
  const size = sideA.reach + sideA.radius + sideB.reach + sideB.radius;
  const angularVelocity = sideA.angularSpeed * sideA.reach + sideB.angularSpeed * sideB.reach;
  const speed = lengthOf(startVelocity);
  const pull = lengthOf(sideB.acceleration);
  const distance = lengthOf(startPosition);
  search.time = 0;
  search.end = duration;
  search.separation = separation;
  search.restitutionThreshold = AT_REST * (speed + pull * duration + angularVelocity);
  const reach = (size + separation) * (1 + MARGIN);
  const travelled = (speed + angularVelocity + 0.5 * pull * duration) * duration;
  search.tolerance = CONTACT * size + ROUNDING * (distance + travelled);
  if (pull > 0) return;
  const outward = x * vx + y * vy + z * vz;
  const excess = (distance - reach) * (distance + reach);
  const mx = y * vz - z * vy, my = z * vx - x * vz, mz = x * vy - y * vx;
  // outward² - v² (x² - R²), without its cancellation
  const discriminant = speed * speed * reach * reach - (mx * mx + my * my + mz * mz);
  if (excess > 0 && (outward >= 0 || discriminant < 0)) {
    search.time = Number.POSITIVE_INFINITY;
    return;
  }
  const root = Math.sqrt(Math.max(0, discriminant));
  if (excess > 0) search.time = excess / (root - outward);
  if (speed === 0) return;
  search.end = Math.min(duration, outward > 0 ? -excess / (root + outward) : (root - outward) / (speed * speed));
}

/** Both bodies at the time of the search. */
function place(): void {
  const { time: t } = search;
  const { position, velocity, acceleration } = sideB;
  for (let i = 0; i < 3; i++) {
    position[i] = startPosition[i] + t * (startVelocity[i] + 0.5 * t * acceleration[i]);
    velocity[i] = startVelocity[i] + t * acceleration[i];
  }
  sideA.time = t;
  sideB.time = t;
  rotateToTime(sideA);
  rotateToTime(sideB);
}

/** The distance of the bodies now. */
function measure(): void {
  const { rotation: p, core: coreA } = sideA;
  const { rotation: q, position: x, core: coreB } = sideB;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) relative[3 * i + j] = p[i] * q[j] + p[i + 3] * q[j + 3] + p[i + 6] * q[j + 6];
    relative[9 + i] = p[i] * x[0] + p[i + 3] * x[1] + p[i + 6] * x[2];
  }
  const { normal, witness } = plane;
  search.overlapping = coreDistance(coreA, coreB, relative, cache) === OVERLAP;
  if (search.overlapping) corePenetration(coreA, coreB, relative);
  plane.coreDistance = found[DISTANCE];
  for (let i = 0; i < 3; i++) {
    normal[i] = p[3 * i] * found[NORMAL] + p[3 * i + 1] * found[NORMAL + 1] + p[3 * i + 2] * found[NORMAL + 2];
    witness[i] = p[3 * i] * found[POINT_A] + p[3 * i + 1] * found[POINT_A + 1] + p[3 * i + 2] * found[POINT_A + 2];
  }
  search.gap = plane.coreDistance - sideA.radius - sideB.radius - search.separation;
}

/** -(vB - vA)·n at the witness points [m/s]; how much the cores are grown makes no difference. */
// biome-ignore format: one vector per line
function findClosingSpeed(): void {
  const { normal: n, witness: p, coreDistance: d } = plane;
  const { position: x, velocity: v, angularVelocity: b } = sideB;
  const { angularVelocity: a } = sideA;
  const rx = p[0] + d * n[0] - x[0], ry = p[1] + d * n[1] - x[1], rz = p[2] + d * n[2] - x[2];
  search.closingSpeed =
    n[0] * (a[1] * p[2] - a[2] * p[1] - v[0] - b[1] * rz + b[2] * ry) +
    n[1] * (a[2] * p[0] - a[0] * p[2] - v[1] - b[2] * rx + b[0] * rz) +
    n[2] * (a[0] * p[1] - a[1] * p[0] - v[2] - b[0] * ry + b[1] * rx);
}

/** For how long the bodies certainly stay apart. */
function findStep(): void {
  const { room } = search;
  const { normal: n } = plane;
  const { velocity: v, acceleration: a } = sideB;
  const rest = search.end - search.time;
  const rate = n[0] * v[0] + n[1] * v[1] + n[2] * v[2] - turningOut(sideA) - turningOut(sideB);
  // the plane that stands still is as good as the lower bound of the distance; the one that turns looks at the vertices itself
  let sure = room - (found[DISTANCE] - found[LOWER]);
  // the search for the distance may have ended with a bound from one of its earlier directions
  if (!(sure > 0)) sure = room - (found[DISTANCE] - gapOfVertices(plane, sideA, sideB));
  search.step = sure >= 0 ? firstRoot(sure, rate, -(n[0] * a[0] + n[1] * a[1] + n[2] * a[2])) : 0;
  const angularVelocity = Math.max(sideA.angularSpeed, sideB.angularSpeed);
  if (search.step > rest || angularVelocity === 0) return;
  search.horizon = Math.min(rest, SPECULATIVE_MARGIN / angularVelocity);
  plane.clearance = search.separation + search.gap - room;
  sideA.nearest = Math.min(vertexNumbers[0], sideA.vertexCount - 1);
  sideB.nearest = Math.min(vertexNumbers[4], sideB.vertexCount - 1);
  if (search.overlapping) {
    // no features were found: the plane may turn with either body
    rotateWith(plane, sideB.angularVelocity);
    tryPlane();
  }
  const edges = search.overlapping || rotateWithFeatures(plane, sideA, sideB);
  if (!search.overlapping) tryPlane();
  if (edges && search.step < rest) {
    rotateWith(plane, sideA.angularVelocity);
    tryPlane();
  }
  // safe to the end is safe for good
  if (search.step >= rest) search.step = Number.POSITIVE_INFINITY;
}

/** Takes the step of the turning plane, if it is the longer one. */
function tryPlane(): void {
  plane.step = search.horizon;
  plane.known = search.step;
  stepWithPlane(plane, sideA, sideB);
  search.step = Math.max(search.step, plane.step);
}

/** ρ|n×ω|: how fast a body's turning can bring it through a plane across n, at most [m/s]. */
function turningOut({ angularVelocity: w, reach }: RotatingCore): number {
  const { normal: n } = plane;
  const x = n[1] * w[2] - n[2] * w[1];
  const y = n[2] * w[0] - n[0] * w[2];
  const z = n[0] * w[1] - n[1] * w[0];
  return reach * Math.sqrt(x * x + y * y + z * z);
}

/** The last measurement, at the time of the search. */
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
  pointA.x = x.x + time * (v.x + 0.5 * time * a.x) + p[0] + sideA.radius * n[0];
  pointA.y = x.y + time * (v.y + 0.5 * time * a.y) + p[1] + sideA.radius * n[1];
  pointA.z = x.z + time * (v.z + 0.5 * time * a.z) + p[2] + sideA.radius * n[2];
  pointB.x = pointA.x + gap * n[0];
  pointB.y = pointA.y + gap * n[1];
  pointB.z = pointA.z + gap * n[2];
  // the proven bound: the distance between the points may be larger than the true one by as much as the query left open
  if (status === 'iteration-limit') out.gap = gap - (found[DISTANCE] - found[LOWER]);
  return out;
}
