import { closestParts, type PartClosest } from '../distance/compound/closest-parts.ts';
import { isInside } from '../distance/compound/mesh-depth.ts';
import { createNodePair, createPairQueue, putPair, takePair } from '../distance/compound/pair-queue.ts';
import { boxSize, createPartBody, loadBody, loadPart, type PartBody } from '../distance/compound/part-body.ts';
import { polytopePieces } from '../distance/compound/polytope-piece.ts';
import { createContact } from '../distance/contact.ts';
import type { Solid } from '../distance/convex/core.ts';
import { clearSimplexCache, createSimplexCache } from '../distance/simplex-cache.ts';
import { type Motion, poseAt } from '../math/motion.ts';
import { createPose, type Pose, type ReadonlyPose } from '../math/pose.ts';
import { addScaledVec3, copyVec3, createVec3, lengthVec3, type Vec3 } from '../math/vec3.ts';
import { shapeRadius } from '../shapes/radius.ts';
import type { Shape } from '../shapes/shape.ts';
import { type AdvanceOptions, advanceToImpact } from './advancement.ts';
import { apartUntil, isTimeToTry } from './apart-while-rotating.ts';
import { copyImpact, createImpact, type Impact, writeNoImpact, writeUndecided } from './impact.ts';
import { rigidImpact } from './rigid-impact.ts';
import { createMovingPair, createSweptGap, movePair, sweepBoxes } from './swept-boxes.ts';

const swept = createSweptGap();

/**
 * First contact of moving bodies that consist of convex parts. Pairs of boxes are queued by the time before which their contents
 * cannot touch. The earliest pair is moved to its time: if it is far apart, it is queued again; else it is split, and two parts
 * are searched for their first contact, up to the earliest one so far.
 */

/** Boxes farther apart than this fraction of their size are queued again: split, each half would be queued as well. */
const FAR = 0.1;
/** Pairs of boxes tested before a search gives up, undecided: a minute of work. */
const STEP_LIMIT = 2 ** 26;

/** Minimum gap of rotating bodies while skipping time, in units of the sum of both radii: closer bodies are measured. */
const MARGIN = 1e-6;

/** A motion that starts at a later time. */
interface LaterMotion extends Motion {
  readonly pose: Pose;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly acceleration: Vec3;
}

/** A part for the search with vertices: its shape in the axes of the body, and the radius by which it is inflated. */
interface PolytopePart {
  shape: Solid | undefined;
  radius: number;
}

const createLaterMotion = (): LaterMotion => ({
  pose: createPose(),
  velocity: createVec3(),
  angularVelocity: createVec3(),
  acceleration: createVec3(),
});

const bodyA = createPartBody();
const bodyB = createPartBody();
const laterA = createLaterMotion();
const laterB = createLaterMotion();
const partA: PolytopePart = { shape: undefined, radius: 0.5 };
const partB: PolytopePart = { shape: undefined, radius: 0.5 };
const pair = createMovingPair();
const queue = createPairQueue();
const taken = createNodePair();
const next = createNodePair();
const trial = createImpact();
const contact = createContact();
const cache = createSimplexCache();

/** Options of the search for round parts. */
const options: { -readonly [Key in keyof AdvanceOptions]: AdvanceOptions[Key] } = {};

/** The earliest contact so far, or the end of the search [s]. */
const earliest = { time: 0.5 };

/**
 * When the distance of two bodies, at least one of them a compound or a mesh, is first `separation` [m] in `duration` [s].
 * `closest` measures the distance of round parts. Never late, no contact missed, with the gap of the searches for two parts. A
 * search that reaches its limit, `maxIterations` pairs of boxes or distance queries of two parts if given, reports only the time:
 * the caller measures the distance.
 */
// biome-ignore format: one body per line
export function partsImpact(
  out: Impact,
  shapeA: Shape, motionA: Motion,
  shapeB: Shape, motionB: Motion,
  duration: number,
  separation: number,
  closest: PartClosest,
  maxIterations?: number,
): Impact {
  loadBody(bodyA, shapeA);
  loadBody(bodyB, shapeB);
  writeNoImpact(out, duration, separation, 0);
  if (startsInside(shapeA, motionA.pose, shapeB, motionB.pose)) {
    return startOverlapping(out, shapeA, motionA.pose, shapeB, motionB.pose, closest);
  }
  earliest.time = duration;
  queue.count = 0;
  const minGap = separation + MARGIN * (shapeRadius(shapeA) + shapeRadius(shapeB));
  options.maxIterations = maxIterations;
  const limit = maxIterations ?? STEP_LIMIT;
  movePair(pair, motionA, motionB, 0);
  enqueueNodes(0, 0, 0, separation);
  const angularVelocity = lengthVec3(motionA.angularVelocity) + lengthVec3(motionB.angularVelocity);
  let iterations = 0;
  /** No parts touch before this time [s]. */
  let apart = 0;
  while (queue.count > 0) {
    takePair(taken, queue);
    const { a, b } = taken;
    if (isTimeToTry(iterations, angularVelocity)) {
      const from = Math.max(taken.key, apart);
      apart = apartUntil(shapeA, motionA, undefined, shapeB, motionB, undefined, from, earliest.time, minGap);
    }
    const time = Math.max(taken.key, apart);
    if (time > earliest.time || out.status === 'initial-overlap') break;
    if (iterations >= limit) {
      writeUndecided(out, time, iterations);
      break;
    }
    iterations++;
    movePair(pair, motionA, motionB, time);
    sweepBoxes(swept, pair, bodyA.bvh.orientedBoxes, a, bodyB.bvh.orientedBoxes, b, separation);
    const linkA = bodyA.bvh.links[a];
    const linkB = bodyB.bvh.links[b];
    const sizeA = boxSize(bodyA, a);
    const sizeB = boxSize(bodyB, b);
    if (swept.gap > separation + FAR * (sizeA + sizeB) && time + swept.time > time) {
      enqueue(time + swept.time, a, b);
    } else if (linkA < 0 && linkB < 0) {
      searchParts(out, -1 - linkA, motionA, -1 - linkB, motionB, time, separation, closest);
    } else if (linkB < 0 || (linkA >= 0 && sizeA >= sizeB)) {
      enqueueNodes(a + 1, b, time, separation);
      enqueueNodes(linkA, b, time, separation);
    } else {
      enqueueNodes(a, b + 1, time, separation);
      enqueueNodes(a, linkB, time, separation);
    }
  }
  out.iterations = iterations;
  return out;
}

/** Queues two nodes with the time until which they certainly stay apart, from `time` on, the time of the pair. */
function enqueueNodes(a: number, b: number, time: number, separation: number): void {
  sweepBoxes(swept, pair, bodyA.bvh.orientedBoxes, a, bodyB.bvh.orientedBoxes, b, separation);
  enqueue(time + swept.time, a, b);
}

function enqueue(time: number, a: number, b: number): void {
  if (!(time <= earliest.time)) return;
  next.key = time;
  next.a = a;
  next.b = b;
  putPair(queue, next);
}

/** Searches for the first contact of two parts between `time` and the earliest so far. */
// biome-ignore format: one body per line
function searchParts(
  out: Impact,
  numberA: number, motionA: Motion,
  numberB: number, motionB: Motion,
  time: number,
  separation: number,
  closest: PartClosest,
): void {
  loadPart(bodyA, numberA, motionA.pose);
  loadPart(bodyB, numberB, motionB.pose);
  loadCorners(partA, bodyA);
  loadCorners(partB, bodyB);
  setLaterMotion(laterA, motionA, time);
  setLaterMotion(laterB, motionB, time);
  const left = earliest.time - time;
  if (partA.shape !== undefined && partB.shape !== undefined) {
    const radii = partA.radius + partB.radius;
    rigidImpact(trial, partA.shape, laterA, partB.shape, laterB, left, separation + radii, options.maxIterations);
    if (radii > 0) inflateImpact(trial, partA.radius, radii);
  } else {
    options.separation = separation;
    options.localPoseA = localPoseOf(bodyA);
    options.localPoseB = localPoseOf(bodyB);
    options.boundingRadiusA = shapeRadius(bodyA.shape);
    options.boundingRadiusB = shapeRadius(bodyB.shape);
    advanceToImpact(trial, bodyA.part, laterA, bodyB.part, laterB, left, closest, options);
  }
  if (trial.status === 'none') return;
  const overlap = trial.status === 'initial-overlap';
  copyImpact(out, trial);
  out.time = time + trial.time;
  if (overlap && time > 0) out.status = 'hit';
  earliest.time = out.time;
}

function loadCorners(part: PolytopePart, { shape, part: loaded, number }: PartBody): void {
  part.radius = 0;
  part.shape = undefined;
  if (shape.kind === 'compound') {
    const piece = polytopePieces(shape)[number];
    part.shape = piece?.shape;
    part.radius = piece?.radius ?? 0;
  } else if (hasCorners(loaded)) {
    part.shape = loaded;
  }
}

function hasCorners(shape: Shape): shape is Solid {
  const { kind } = shape;
  return (
    kind === 'hull' ||
    kind === 'box' ||
    kind === 'capsule' ||
    kind === 'sphere' ||
    kind === 'segment' ||
    kind === 'point'
  );
}

/** Pose of a part in its body; undefined if their axes are the same. */
function localPoseOf({ shape, number }: PartBody): ReadonlyPose | undefined {
  return shape.kind === 'compound' ? shape.pieces[number].pose : undefined;
}

function setLaterMotion(out: LaterMotion, motion: Motion, time: number): void {
  poseAt(out.pose, motion, time);
  addScaledVec3(out.velocity, motion.velocity, motion.acceleration, time);
  copyVec3(out.angularVelocity, motion.angularVelocity);
  copyVec3(out.acceleration, motion.acceleration);
}

/** Converts an impact of cores to one of the inflated bodies. */
function inflateImpact(impact: Impact, radiusA: number, radii: number): void {
  if (impact.status !== 'hit' && impact.status !== 'initial-overlap') return;
  const { pointA, pointB, normal } = impact;
  impact.gap -= radii;
  addScaledVec3(pointA, pointA, normal, radiusA);
  addScaledVec3(pointB, pointA, normal, impact.gap);
}

/** One body may be inside the other while no parts touch: surfaces do not detect that. */
function startsInside(shapeA: Shape, poseA: ReadonlyPose, shapeB: Shape, poseB: ReadonlyPose): boolean {
  return (
    (shapeB.kind === 'trimesh' && shapeB.closed && isInside(shapeA, poseA, shapeB, poseB)) ||
    (shapeA.kind === 'trimesh' && shapeA.closed && isInside(shapeB, poseB, shapeA, poseA))
  );
}

function startOverlapping(
  out: Impact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  closest: PartClosest,
): Impact {
  clearSimplexCache(cache);
  closestParts(contact, shapeA, poseA, shapeB, poseB, cache, closest);
  out.status = 'initial-overlap';
  out.time = 0;
  out.gap = contact.distance;
  copyVec3(out.pointA, contact.pointA);
  copyVec3(out.pointB, contact.pointB);
  copyVec3(out.normal, contact.normal);
  return out;
}
