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
import type { FreeFlight } from '../../math/free-flight.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, scaleVec3, subVec3 } from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';
import { createContact } from '../contact.ts';
import { clearSimplexCache, createSimplexCache } from '../convex/simplex-cache.ts';
import type { Impact } from '../impact.ts';
import { closestInto } from '../query.ts';
import { RELATIVE_LENGTH } from '../space/core.ts';
import { DISTANCE, found, LOWER, NORMAL, OVERLAP, POINT_A } from '../space/found.ts';
import { coreDistance } from '../space/gjk.ts';
import { vertexNumbers } from '../space/nearest.ts';
import { corePenetration } from '../space/penetration.ts';
import {
  createFlyingSide,
  type FlyingSide,
  hasVertices,
  loadFlyingSide,
  strayFromEven,
  topTurningSpeed,
  turnSide,
} from './flying-side.ts';
import { firstRoot } from './planar-step.ts';
import { turnWith, turnWithFeatures } from './plane-turning.ts';
import { createSeparatingPlane, stepWithPlane } from './separating-plane.ts';
import { supportHeight } from './support-height.ts';

/** In units of the size, the sum of both radii: bodies this near touch. */
const CONTACT = 1e-9;
/** Rounding of positions, relative to what they are made of. */
const ROUNDING = 4e-16;
/** Closing more slowly than this share of the speeds, touching bodies slide along each other. */
const AT_REST = 1e-9;
/** In tolerances: so near a hit is followed where steps close in on it quadratically. */
const FINEST = 1e-3;
/** In tolerances: how much nearer bodies may come that slide along each other without a gap. */
const SLIDING = 0.02;
/** Bounding spheres nearer than this share of the size have met. */
const MET = 1e-6;
/** Angle [rad] by which a body may turn in one step of a turning plane. */
const LOOK_AHEAD = 1;
/** Part of a safe step that is taken: the rest is rounding. */
const TAKEN = 1 - 1e-12;
/** How far beyond the time at which the witness points would meet a plane is asked for. */
const BEYOND = 1.5;
/** Distances measured before a search gives up, undecided. */
const STEP_LIMIT = 10_000;

const sideA = createFlyingSide();
const sideB = createFlyingSide();
const plane = createSeparatingPlane();
const relative = new Float64Array(RELATIVE_LENGTH);
const cache = createSimplexCache();
const contact = createContact();

/** B's centre relative to A's: x(t) = x0 + v0 t + a t²/2, and the same at the time of the search. */
const startPosition = createVec3();
const startVelocity = createVec3();
const acceleration = createVec3();
const { position } = sideB.now.pose;
const { velocity } = sideB.now;

/** What the last measurement found: normal and witness points as seen from A's centre are in `contact`. */
const search = { time: 0, duration: 0, gap: 0, error: 0, tolerance: 0, closingSpeed: 0, slowest: 0 };

/**
 * When two bodies in free flight first touch within `duration` [s]. Never late, and nothing is missed: at the time returned they are
 * apart by 1e-9 of their size at most (or the rounding of the motion, where that is larger). Touching bodies hit if they approach at
 * their witness points, faster than `slowest` [m/s]; if they part or slide, the search goes on and keeps half of their gap.
 */
// biome-ignore format: one body per line
export function tumblingImpact(
  out: Impact,
  shapeA: Shape, flightA: FreeFlight,
  shapeB: Shape, flightB: FreeFlight,
  duration: number,
  slowest = 0,
): Impact {
  begin(shapeA, flightA, shapeB, flightB, duration);
  search.slowest = slowest;
  const exact = hasVertices(shapeA) && hasVertices(shapeB);
  const quick = exact || (isConvex(shapeA) && isConvex(shapeB));
  let iterations = 0;
  while (iterations < STEP_LIMIT) {
    const far = stepWhileFar();
    if (far > 0) {
      if (!(search.time + far < duration)) return writeImpact(out, 'none', iterations, flightA);
      search.time += TAKEN * far;
      continue;
    }
    iterations++;
    const finest = (quick ? FINEST : 1) * search.tolerance;
    turnSide(sideA, search.time);
    turnSide(sideB, search.time);
    if (exact) measureCores();
    else measureShapes();
    const { gap, tolerance, time } = search;
    if (gap < -tolerance) return writeImpact(out, time > 0 ? 'hit' : 'initial-overlap', iterations, flightA);
    const touching = gap <= tolerance;
    const striking = touching && isClosing();
    // from the start, or as near as is worth the while
    if (striking && (time === 0 || gap <= finest)) return writeImpact(out, 'hit', iterations, flightA);
    const sliding = touching && !striking;
    const room = sliding ? Math.max(0.5 * gap, SLIDING * tolerance) : gap - 0.5 * finest;
    const step = exact ? stepOfCores(room) : stepOfShapes(room);
    if (step >= duration - time) return writeImpact(out, 'none', iterations, flightA);
    search.time = time + TAKEN * step;
    // no way to go on: as near as distances can tell
    if (search.time === time) return writeImpact(out, striking ? 'hit' : 'iteration-limit', iterations, flightA);
  }
  return writeImpact(out, 'iteration-limit', iterations, flightA);
}

/**
 * When two bodies in free flight that touch or overlap first come apart; `duration` if not before. Never late: no depth changes faster
 * than two points can move.
 */
// biome-ignore format: one body per line
export function tumblingParting(
  shapeA: Shape, flightA: FreeFlight,
  shapeB: Shape, flightB: FreeFlight,
  duration: number,
): number {
  begin(shapeA, flightA, shapeB, flightB, duration);
  for (let iterations = 0; iterations < STEP_LIMIT; iterations++) {
    placeCentres();
    turnSide(sideA, search.time);
    turnSide(sideB, search.time);
    measureShapes();
    const { gap, tolerance } = search;
    if (gap > PARTED * tolerance) return search.time;
    search.time += stepAnyWay((PARTED + 1) * tolerance - gap);
    if (!(search.time < duration)) break;
  }
  return duration;
}

/** In tolerances: bodies that touched are apart at this distance. */
const PARTED = 2;

function begin(shapeA: Shape, flightA: FreeFlight, shapeB: Shape, flightB: FreeFlight, duration: number): void {
  loadFlyingSide(sideA, shapeA, flightA);
  loadFlyingSide(sideB, shapeB, flightB);
  subVec3(startPosition, flightB.pose.position, flightA.pose.position);
  subVec3(startVelocity, flightB.velocity, flightA.velocity);
  subVec3(acceleration, flightB.acceleration, flightA.acceleration);
  sideB.core.acceleration[0] = acceleration.x;
  sideB.core.acceleration[1] = acceleration.y;
  sideB.core.acceleration[2] = acceleration.z;
  clearSimplexCache(cache);
  search.time = 0;
  search.duration = duration;
}

/** Both centres at the time of the search, seen from A's. */
function placeCentres(): void {
  const { time: t } = search;
  addScaledVec3(velocity, startVelocity, acceleration, t);
  addScaledVec3(position, startPosition, startVelocity, t);
  addScaledVec3(position, position, acceleration, 0.5 * t * t);
  const { core } = sideB;
  core.position[0] = position.x;
  core.position[1] = position.y;
  core.position[2] = position.z;
  core.velocity[0] = velocity.x;
  core.velocity[1] = velocity.y;
  core.velocity[2] = velocity.z;
}

const across = createVec3();

/**
 * For how long the bounding spheres certainly stay apart, along the line of their centres; 0 once they have met. The centre of what is
 * over a wall is seen along the wall's normal.
 */
function stepWhileFar(): number {
  placeCentres();
  const size = sideA.radius + sideB.radius;
  const distance = lengthVec3(position);
  search.tolerance = CONTACT * size + ROUNDING * (distance + search.time * lengthVec3(startVelocity));
  if (sideA.shape.kind === 'halfplane') wallNormal(sideA, 1);
  else if (sideB.shape.kind === 'halfplane') wallNormal(sideB, -1);
  else scaleVec3(across, position, distance > 0 ? 1 / distance : 0);
  const height = dotVec3(across, position) - size;
  // a little beyond, so that the next time they have met
  const beyond = height - 0.5 * MET * size;
  return height > MET * size ? firstRoot(beyond, dotVec3(across, velocity), -dotVec3(across, acceleration)) : 0;
}

function wallNormal({ shape, now }: FlyingSide, sign: 1 | -1): void {
  if (shape.kind !== 'halfplane') return;
  const { x, y, z } = shape.normal;
  const { rotation: r } = now.pose;
  across.x = sign * (r.xx * x + r.xy * y + r.xz * z);
  across.y = sign * (r.yx * x + r.yy * y + r.yz * z);
  across.z = sign * (r.zx * x + r.zy * y + r.zz * z);
}

/** Distance of two bodies with vertices: exact. */
function measureCores(): void {
  const { core: a } = sideA;
  const { core: b } = sideB;
  const { rotation: p } = a;
  const { rotation: q, position: x } = b;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) relative[3 * i + j] = p[i] * q[j] + p[i + 3] * q[j + 3] + p[i + 6] * q[j + 6];
    relative[9 + i] = p[i] * x[0] + p[i + 3] * x[1] + p[i + 6] * x[2];
  }
  if (coreDistance(a.core, b.core, relative, cache) === OVERLAP) corePenetration(a.core, b.core, relative);
  const { normal, witness } = plane;
  for (let i = 0; i < 3; i++) {
    normal[i] = p[3 * i] * found[NORMAL] + p[3 * i + 1] * found[NORMAL + 1] + p[3 * i + 2] * found[NORMAL + 2];
    witness[i] = p[3 * i] * found[POINT_A] + p[3 * i + 1] * found[POINT_A + 1] + p[3 * i + 2] * found[POINT_A + 2];
  }
  plane.coreDistance = found[DISTANCE];
  search.gap = plane.coreDistance - a.radius - b.radius;
  search.error = found[DISTANCE] - found[LOWER];
  const { normal: n, pointA, pointB } = contact;
  n.x = normal[0];
  n.y = normal[1];
  n.z = normal[2];
  pointA.x = witness[0] + a.radius * n.x;
  pointA.y = witness[1] + a.radius * n.y;
  pointA.z = witness[2] + a.radius * n.z;
  addScaledVec3(pointB, pointA, n, search.gap);
}

/** Distance of any two bodies, as the pair table has it. */
function measureShapes(): void {
  closestInto(contact, sideA.shape, sideA.now.pose, sideB.shape, sideB.now.pose, cache);
  search.gap = contact.distance;
  search.error = contact.errorBound;
}

const velocityA = createVec3();
const velocityB = createVec3();

/** -(vB - vA)·n at the witness points [m/s]. */
function findClosingSpeed(): number {
  const { pointA, pointB, normal } = contact;
  crossVec3(velocityA, sideA.now.angularVelocity, pointA);
  subVec3(velocityB, pointB, position);
  crossVec3(velocityB, sideB.now.angularVelocity, velocityB);
  addScaledVec3(velocityB, velocityB, velocity, 1);
  search.closingSpeed = dotVec3(velocityA, normal) - dotVec3(velocityB, normal);
  return search.closingSpeed;
}

function isClosing(): boolean {
  const speed = findClosingSpeed();
  const scale = lengthVec3(velocity) + topTurningSpeed(sideA) + topTurningSpeed(sideB);
  return speed > Math.max(AT_REST * scale, search.slowest);
}

/** For how long the plane across the normal, at rest, keeps the bodies apart: whatever their turning does [s]. */
function stepAtRest(sure: number): number {
  const { normal } = contact;
  const rate = dotVec3(normal, velocity) - topTurningSpeed(sideA) - topTurningSpeed(sideB);
  return firstRoot(sure, rate, -dotVec3(normal, acceleration));
}

/** For how long bodies with vertices stay apart, which may come nearer by `room` [m]. */
function stepOfCores(room: number): number {
  const rest = search.duration - search.time;
  const sure = room - search.error;
  const plain = sure > 0 ? stepAtRest(sure) : 0;
  const spin = Math.max(sideA.core.spinSpeed, sideB.core.spinSpeed);
  if (plain >= rest || spin === 0) return plain;
  const { core: a } = sideA;
  const { core: b } = sideB;
  // as far as the bodies may turn and stray, and not much farther than the witness points need
  const stray = strayFromEven(sideA) + strayFromEven(sideB);
  const meeting = firstRoot(room, -findClosingSpeed(), Math.max(0, -dotVec3(contact.normal, acceleration)));
  const horizon = Math.min(rest, LOOK_AHEAD / spin, BEYOND * meeting, Math.sqrt((0.5 * room) / stray));
  plane.clearance = search.gap - room + stray * horizon * horizon;
  a.nearest = Math.min(vertexNumbers[0], a.vertexCount - 1);
  b.nearest = Math.min(vertexNumbers[4], b.vertexCount - 1);
  const edges = turnWithFeatures(plane, a, b);
  let step = stepOfPlane(horizon, plain);
  if (edges && step < horizon) {
    turnWith(plane, a.spin);
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
  const rate = lengthVec3(velocity) + topTurningSpeed(sideA) + topTurningSpeed(sideB);
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
function bendOf({ reach, spinLimit: w, spinRateLimit: rate }: FlyingSide): number {
  return reach * (w * w + rate);
}

const tilted = createVec3();

/** (H(±(n + S n×ω)) - H(±n)) / S [m/s]: how fast the supporting plane of a turning body moves out, at most. */
function supportSlope({ shape, now, reach }: FlyingSide, sign: 1 | -1, step: number): number {
  crossVec3(across, contact.normal, now.angularVelocity);
  if (reach === 0 || lengthVec3(across) === 0) return 0;
  const before = supportHeight(shape, now.pose, scaleVec3(tilted, contact.normal, sign));
  addScaledVec3(tilted, tilted, across, sign * step);
  return (supportHeight(shape, now.pose, tilted) - before) / step;
}

/** What the search has come to, at its time. */
function writeImpact(out: Impact, status: Impact['status'], iterations: number, flightA: FreeFlight): Impact {
  const hit = status === 'hit' || status === 'initial-overlap';
  out.status = status;
  out.time = status === 'none' ? search.duration : search.time;
  out.gap = hit ? search.gap : 0;
  out.closingSpeed = hit ? findClosingSpeed() : 0;
  out.twoPoints = false;
  out.edge = -1;
  out.vertex = -1;
  out.iterations = iterations;
  if (!hit) return out;
  const { time } = search;
  const { pose, velocity: v, acceleration: a } = flightA;
  addScaledVec3(out.pointA, pose.position, v, time);
  addScaledVec3(out.pointA, out.pointA, a, 0.5 * time * time);
  addScaledVec3(out.pointA, out.pointA, contact.pointA, 1);
  addScaledVec3(out.normal, NOWHERE, contact.normal, 1);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.gap);
  return out;
}

const NOWHERE = createVec3();
