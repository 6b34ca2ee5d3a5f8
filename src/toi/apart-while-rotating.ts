/**
 * For how long two bodies certainly stay apart, however often they rotate meanwhile. A body that rotates far is replaced by what it
 * sweeps (`revolved-body.ts`), which does not rotate; one that rotates little stays as it is, and its rotation brings it
 * through a plane no faster than |n×ω| ρ. Across a plane of the direction n, fixed in space, the gap after a time s is at least
 *
 *   n·x - H_A(n) - H_B(-n) + s (n·v - Σ |n×ω| ρ) + s² n·a/2,      the sum over bodies that stay as they are,
 *
 * with x, v and a of B's origin relative to A's. Any n is safe; a good one comes from Gilbert's algorithm for the distance of two convex
 * bodies, which needs nothing but their farthest points.
 */
import { transformTransposedVec3, transformVec3 } from '../math/mat3.ts';
import { createMotion, type Motion, poseAt } from '../math/motion.ts';
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
  type Vec3,
} from '../math/vec3.ts';
import { createPoint } from '../shapes/point.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { firstRoot } from './planar-step.ts';
import { createRevolvedBody, farthest, findFarthest, loadRevolved, type RevolvedBody } from './revolved-body.ts';
import { supportPoint } from './support-height.ts';

/** A body that rotates by more than this [rad] is replaced by what it sweeps; others as well where that gets farther. */
const FAR = 2;
/** Steps towards the time at which the swept bodies meet; any number of them is safe. */
const STEPS = 16;
/** Farthest points looked at for one direction. */
const POINTS = 32;
/** A direction is good enough when it shows this fraction of the distance. */
const GOOD = 0.9;
/** Rounding of positions, relative to what they are made of. */
const ROUNDING = 1e-15;
/** A search tries this after so many iterations, then each time they have doubled. */
const FIRST_TRY = 32;

/** Is it time to try, after so many iterations of a search of bodies that rotate with `speed` [rad/s] together? */
export function isTimeToTry(iterations: number, speed: number): boolean {
  return iterations >= FIRST_TRY && (iterations & (iterations - 1)) === 0 && speed > 0;
}

interface Body {
  shape: Shape;
  motion: Motion;
  place: ReadonlyPose | undefined;
  /** |ω| [rad/s]; 0 for what has no points away from its origin. */
  speed: number;
  /** Is it replaced by what it sweeps? */
  revolves: boolean;
  /** Unit vector along its angular velocity, world axes. */
  readonly axis: Vec3;
  readonly revolved: RevolvedBody;
  /** No point is farther from the origin [m]; 0 for a half space, which does not rotate. */
  radius: number;
  /** Of the body that moves and of the shape, at the time of the search. */
  readonly pose: Pose;
  readonly shapePose: Pose;
  /** The point farthest along the last direction asked for, from the origin of the body that moves, and how far that is [m]. */
  readonly point: Vec3;
  height: number;
}

const POINT: Shape = createPoint();
const AT_REST = createMotion(createPose());

function createBody(): Body {
  return {
    shape: POINT,
    motion: AT_REST,
    place: undefined,
    speed: 0.5,
    revolves: false,
    axis: createVec3(1, 0, 0),
    revolved: createRevolvedBody(),
    radius: 0.5,
    pose: createPose(),
    shapePose: createPose(),
    point: createVec3(),
    height: 0.5,
  };
}

const bodyA = createBody();
const bodyB = createBody();
const position = createVec3();
const velocity = createVec3();
const acceleration = createVec3();
/** The best direction so far, from A to B, and the gap across it [m]. */
const best = { direction: createVec3(), gap: 0.5 };

/**
 * A time up to which two bodies, at `time` [s] of their motions, certainly keep more than `separation` [m], which may be below zero: `time`
 * itself if nothing can be told, Infinity if beyond `end` [s].
 */
// biome-ignore format: one body per line
export function apartUntil(
  shapeA: Shape, motionA: Motion, placeA: ReadonlyPose | undefined,
  shapeB: Shape, motionB: Motion, placeB: ReadonlyPose | undefined,
  time: number, end: number, separation: number,
): number {
  load(bodyA, shapeA, motionA, placeA);
  load(bodyB, shapeB, motionB, placeB);
  subVec3(acceleration, motionB.acceleration, motionA.acceleration);
  chooseRevolved(FAR / (end - time));
  const until = advance(time, end, separation);
  if (until > end || !chooseRevolved(0)) return until;
  return Math.max(until, advance(time, end, separation));
}

/** The same for bodies that are loaded, some of them replaced by what they sweep. */
function advance(time: number, end: number, separation: number): number {
  let until = time;
  for (let step = 0; step < STEPS; step++) {
    moveTo(until);
    findDirection(step === 0);
    const { direction, gap } = best;
    const room = gap - separation - ROUNDING * largestPosition();
    if (!(room > 0)) return until;
    const rate = dotVec3(direction, velocity) - rotationRate(bodyA, direction) - rotationRate(bodyB, direction);
    const next = until + firstRoot(room, rate, -dotVec3(direction, acceleration));
    if (next > end) return Number.POSITIVE_INFINITY;
    if (!(next > until)) return until;
    until = next;
  }
  return until;
}

function load(body: Body, shape: Shape, motion: Motion, place: ReadonlyPose | undefined): void {
  const { angularVelocity: w } = motion;
  body.shape = shape;
  body.motion = motion;
  body.place = place;
  body.radius =
    shape.kind === 'halfspace' ? 0 : shapeRadius(shape) + (place === undefined ? 0 : lengthVec3(place.position));
  body.speed = body.radius > 0 ? lengthVec3(w) : 0;
  body.revolves = false;
}

/** Replaces bodies that rotate faster than `slowest` [rad/s] by what they sweep. Returns whether that changes anything. */
function chooseRevolved(slowest: number): boolean {
  const first = revolve(bodyA, slowest);
  return revolve(bodyB, slowest) || first;
}

function revolve(body: Body, slowest: number): boolean {
  const { shape, motion, place, speed } = body;
  if (body.revolves || !(speed > slowest)) return false;
  body.revolves = true;
  scaleVec3(body.axis, motion.angularVelocity, 1 / speed);
  // rotation about the axis leaves the axis where it is in the body
  loadRevolved(body.revolved, shape, place, transformTransposedVec3(ownAxis, motion.pose.rotation, body.axis));
  return true;
}

const ownAxis = createVec3();

/** Both bodies at `time` [s]. */
function moveTo(time: number): void {
  moveBody(bodyA, time);
  moveBody(bodyB, time);
  subVec3(position, bodyB.pose.position, bodyA.pose.position);
  subVec3(velocity, bodyB.motion.velocity, bodyA.motion.velocity);
  addScaledVec3(velocity, velocity, acceleration, time);
}

function moveBody({ pose, shapePose, motion, place }: Body, time: number): void {
  poseAt(pose, motion, time);
  composePose(shapePose, pose, place ?? NOWHERE);
}

const NOWHERE = createPose();

function largestPosition(): number {
  const { position: p } = bodyA.pose;
  const { position: q } = bodyB.pose;
  return Math.max(Math.abs(p.x), Math.abs(p.y), Math.abs(p.z), Math.abs(q.x), Math.abs(q.y), Math.abs(q.z));
}

/** |n×ω| ρ of a body that stays as it is [m/s]. */
function rotationRate({ revolves, motion, radius }: Body, direction: ReadonlyVec3): number {
  return revolves ? 0 : radius * lengthVec3(crossVec3(scratch, direction, motion.angularVelocity));
}

const scratch = createVec3();
const nearest = createVec3();
const corner = createVec3();
const edge = createVec3();

/** Looks for a direction across which the bodies have a gap, from the one before or from scratch. */
function findDirection(fromScratch: boolean): void {
  best.gap = Number.NEGATIVE_INFINITY;
  const halfspaces = bodyA.shape.kind === 'halfspace' || bodyB.shape.kind === 'halfspace';
  if (halfspaces) {
    tryHalfspace(bodyA, 1);
    if (bodyA.shape.kind !== 'halfspace') tryHalfspace(bodyB, -1);
    return;
  }
  if (fromScratch) {
    tryDirection(position, 1);
    if (bodyA.revolves) tryDirection(bodyA.axis, dotVec3(bodyA.axis, position) < 0 ? -1 : 1);
    if (bodyB.revolves) tryDirection(bodyB.axis, dotVec3(bodyB.axis, position) < 0 ? -1 : 1);
  } else {
    tryDirection(copyVec3(scratch, best.direction), 1);
  }
  if (best.gap === Number.NEGATIVE_INFINITY) return;
  for (let k = 0; k < POINTS; k++) {
    const distance = lengthVec3(nearest);
    if (best.gap >= GOOD * distance) return;
    copyVec3(edge, nearest);
    tryDirection(nearest, 1);
    // nearest point to the origin on the segment from the point before to the corner found now
    subVec3(scratch, corner, edge);
    const lengthSq = dotVec3(scratch, scratch);
    const fraction = lengthSq > 0 ? Math.max(0, Math.min(1, -dotVec3(edge, scratch) / lengthSq)) : 0;
    addScaledVec3(nearest, edge, scratch, fraction);
  }
}

/** The only plane that keeps a body out of a half space. */
function tryHalfspace({ shape, pose }: Body, sign: 1 | -1): void {
  if (shape.kind === 'halfspace') tryDirection(transformVec3(scratch, pose.rotation, shape.normal), sign);
}

const direction = createVec3();
const opposite = createVec3();

/** Puts the corner of the difference B - A nearest along a direction, of any length, into `corner`, and keeps the best direction. */
function tryDirection(along: ReadonlyVec3, sign: 1 | -1): void {
  const length = lengthVec3(along);
  if (!(length > 0)) return;
  scaleVec3(direction, along, sign / length);
  scaleVec3(opposite, direction, -1);
  findHeight(bodyA, direction);
  findHeight(bodyB, opposite);
  subVec3(corner, bodyB.point, bodyA.point);
  addScaledVec3(corner, corner, position, 1);
  const gap = dotVec3(direction, position) - bodyA.height - bodyB.height;
  if (!(gap > best.gap)) return;
  // the first corner of a search is where it begins
  if (best.gap === Number.NEGATIVE_INFINITY) copyVec3(nearest, corner);
  best.gap = gap;
  copyVec3(best.direction, direction);
}

/** The farthest point of a body along a unit vector. */
function findHeight(body: Body, n: ReadonlyVec3): void {
  const { point, axis, pose, shapePose, shape } = body;
  if (!body.revolves) {
    transformTransposedVec3(point, shapePose.rotation, n);
    copyVec3(ownDirection, point);
    supportPoint(point, shape, ownDirection);
    transformVec3(point, shapePose.rotation, point);
    addScaledVec3(point, point, shapePose.position, 1);
    subVec3(point, point, pose.position);
    body.height = dotVec3(point, n);
    return;
  }
  const c = dotVec3(axis, n);
  addScaledVec3(outward, n, axis, -c);
  const s = lengthVec3(outward);
  findFarthest(body.revolved, c, s);
  body.height = farthest[2];
  scaleVec3(point, axis, farthest[0]);
  if (s > 0) addScaledVec3(point, point, outward, farthest[1] / s);
}

const ownDirection = createVec3();
const outward = createVec3();
