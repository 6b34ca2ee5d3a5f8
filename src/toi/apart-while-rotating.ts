/**
 * A time for which two rotating bodies certainly stay apart, for any number of revolutions. A body that rotates far is replaced by
 * the solid of revolution it sweeps (`revolved-body.ts`), which does not rotate; one that rotates little is unchanged, and its
 * rotation moves it through a plane no faster than |n×ω| ρ. Along a fixed direction n the gap after a time s is at least
 *
 *   n·x - H_A(n) - H_B(-n) + s (n·v - Σ |n×ω| ρ) + s² n·a/2,      the sum over unchanged bodies,
 *
 * with x, v and a of B's origin relative to A's. Any n is safe; a good one comes from Gilbert's algorithm for the distance of two
 * convex bodies, which needs only their support points.
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
import { createRevolvedBody, findSupport, loadRevolved, type RevolvedBody } from './revolved-body.ts';
import { supportPoint } from './support-height.ts';

const support = new Float64Array(3);

/** A body that rotates by more than this [rad] is replaced by its swept solid; others too, if that gives a longer time. */
const FAR = 2;
/** Steps towards the time at which the swept bodies touch; any number of them is safe. */
const STEPS = 16;
/** Support points computed for one direction. */
const POINTS = 32;
/** A direction is good enough if its gap is this fraction of the distance. */
const GOOD = 0.9;
/** Rounding error of positions, relative to their terms. */
const ROUNDING = 1e-15;
/** Iteration at which a search first tries this; then each time the count has doubled. */
const FIRST_TRY = 32;

/** Should a search try this after `iterations`, for bodies with the total angular speed `speed` [rad/s]? */
export function isTimeToTry(iterations: number, speed: number): boolean {
  return iterations >= FIRST_TRY && (iterations & (iterations - 1)) === 0 && speed > 0;
}

interface Body {
  shape: Shape;
  motion: Motion;
  localPose: ReadonlyPose | undefined;
  /** |ω| [rad/s]; 0 for a shape without points away from its origin. */
  speed: number;
  /** Is it replaced by its swept solid? */
  revolves: boolean;
  /** Unit vector along its angular velocity, world axes. */
  readonly axis: Vec3;
  readonly revolved: RevolvedBody;
  /** Bounding radius about the origin [m]; 0 for a half-space, which does not rotate. */
  radius: number;
  /** Poses of the moving body and of the shape, at the time of the search. */
  readonly pose: Pose;
  readonly shapePose: Pose;
  /** Support point in the last direction, relative to the origin of the moving body, and its height [m]. */
  readonly point: Vec3;
  height: number;
}

const POINT: Shape = createPoint();
const AT_REST = createMotion(createPose());

function createBody(): Body {
  return {
    shape: POINT,
    motion: AT_REST,
    localPose: undefined,
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
/** The best direction so far, from A to B, and the gap along it [m]. */
const best = { direction: createVec3(), gap: 0.5 };

/**
 * A time up to which the gap of two bodies, from `time` [s] of their motions, certainly exceeds `separation` [m], which may be
 * negative: `time` itself if none is certain, Infinity if beyond `end` [s].
 */
// biome-ignore format: one body per line
export function apartUntil(
  shapeA: Shape, motionA: Motion, localPoseA: ReadonlyPose | undefined,
  shapeB: Shape, motionB: Motion, localPoseB: ReadonlyPose | undefined,
  time: number, end: number, separation: number,
): number {
  load(bodyA, shapeA, motionA, localPoseA);
  load(bodyB, shapeB, motionB, localPoseB);
  subVec3(acceleration, motionB.acceleration, motionA.acceleration);
  chooseRevolved(FAR / (end - time));
  const until = advance(time, end, separation);
  if (until > end || !chooseRevolved(0)) return until;
  return Math.max(until, advance(time, end, separation));
}

/** The same for loaded bodies, some of them replaced by their swept solids. */
function advance(time: number, end: number, separation: number): number {
  let until = time;
  for (let step = 0; step < STEPS; step++) {
    moveTo(until);
    findDirection(step === 0);
    const { direction, gap } = best;
    const allowance = gap - separation - ROUNDING * largestPosition();
    if (!(allowance > 0)) return until;
    const rate = dotVec3(direction, velocity) - rotationRate(bodyA, direction) - rotationRate(bodyB, direction);
    const next = until + firstRoot(allowance, rate, -dotVec3(direction, acceleration));
    if (next > end) return Number.POSITIVE_INFINITY;
    if (!(next > until)) return until;
    until = next;
  }
  return until;
}

function load(body: Body, shape: Shape, motion: Motion, localPose: ReadonlyPose | undefined): void {
  const { angularVelocity: w } = motion;
  body.shape = shape;
  body.motion = motion;
  body.localPose = localPose;
  body.radius =
    shape.kind === 'halfspace'
      ? 0
      : shapeRadius(shape) + (localPose === undefined ? 0 : lengthVec3(localPose.position));
  body.speed = body.radius > 0 ? lengthVec3(w) : 0;
  body.revolves = false;
}

/** Replaces bodies that rotate faster than `slowest` [rad/s] by their swept solids. Returns whether any was replaced. */
function chooseRevolved(slowest: number): boolean {
  const first = revolve(bodyA, slowest);
  return revolve(bodyB, slowest) || first;
}

function revolve(body: Body, slowest: number): boolean {
  const { shape, motion, localPose, speed } = body;
  if (body.revolves || !(speed > slowest)) return false;
  body.revolves = true;
  scaleVec3(body.axis, motion.angularVelocity, 1 / speed);
  // the axis of rotation is fixed in the body
  loadRevolved(body.revolved, shape, localPose, transformTransposedVec3(ownAxis, motion.pose.rotation, body.axis));
  return true;
}

const ownAxis = createVec3();

/** Moves both bodies to `time` [s]. */
function moveTo(time: number): void {
  moveBody(bodyA, time);
  moveBody(bodyB, time);
  subVec3(position, bodyB.pose.position, bodyA.pose.position);
  subVec3(velocity, bodyB.motion.velocity, bodyA.motion.velocity);
  addScaledVec3(velocity, velocity, acceleration, time);
}

function moveBody({ pose, shapePose, motion, localPose }: Body, time: number): void {
  poseAt(pose, motion, time);
  composePose(shapePose, pose, localPose ?? IDENTITY);
}

const IDENTITY = createPose();

function largestPosition(): number {
  const { position: p } = bodyA.pose;
  const { position: q } = bodyB.pose;
  return Math.max(Math.abs(p.x), Math.abs(p.y), Math.abs(p.z), Math.abs(q.x), Math.abs(q.y), Math.abs(q.z));
}

/** |n×ω| ρ of an unchanged body [m/s]. */
function rotationRate({ revolves, motion, radius }: Body, direction: ReadonlyVec3): number {
  return revolves ? 0 : radius * lengthVec3(crossVec3(scratch, direction, motion.angularVelocity));
}

const scratch = createVec3();
const nearest = createVec3();
const corner = createVec3();
const edge = createVec3();

/** Searches for a direction along which the bodies have a gap, from the previous one or from scratch. */
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
    // closest point to the origin on the segment from the previous point to the new corner
    subVec3(scratch, corner, edge);
    const lengthSq = dotVec3(scratch, scratch);
    const fraction = lengthSq > 0 ? Math.max(0, Math.min(1, -dotVec3(edge, scratch) / lengthSq)) : 0;
    addScaledVec3(nearest, edge, scratch, fraction);
  }
}

/** The only plane that separates a body from a half-space: its boundary. */
function tryHalfspace({ shape, pose }: Body, sign: 1 | -1): void {
  if (shape.kind === 'halfspace') tryDirection(transformVec3(scratch, pose.rotation, shape.normal), sign);
}

const direction = createVec3();
const opposite = createVec3();

/** Sets `corner` to the support point of B - A opposite to a direction of any length, and updates the best direction. */
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
  // a search starts from its first corner
  if (best.gap === Number.NEGATIVE_INFINITY) copyVec3(nearest, corner);
  best.gap = gap;
  copyVec3(best.direction, direction);
}

/** The support point of a body in the direction of a unit vector. */
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
  findSupport(support, body.revolved, c, s);
  body.height = support[2];
  scaleVec3(point, axis, support[0]);
  if (s > 0) addScaledVec3(point, point, outward, support[1] / s);
}

const ownDirection = createVec3();
const outward = createVec3();
