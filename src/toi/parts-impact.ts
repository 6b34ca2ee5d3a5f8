import { closestParts, type PartClosest } from '../distance/compound/closest-parts.ts';
import { isInside } from '../distance/compound/mesh-depth.ts';
import { createNodePair, createPairQueue, putPair, takePair } from '../distance/compound/pair-queue.ts';
import { boxSize, createPartBody, loadBody, loadPart, type PartBody } from '../distance/compound/part-body.ts';
import { corneredPieces } from '../distance/compound/polytope-piece.ts';
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
import { createMovingPair, placePair, sweepBoxes, swept } from './swept-boxes.ts';

/**
 * First contact of moving bodies that consist of convex parts (spec general-pairs 4, Meshes): pairs of boxes wait in a queue for the time
 * before which what they hold cannot touch. The earliest is brought to its time; far apart, it waits again, else it is cut, and two
 * parts are searched for their first contact, up to the earliest found so far.
 */

/** Boxes farther apart than this share of their size wait on: cut, each half would wait as well. */
const FAR = 0.1;
/** Pairs of boxes looked at before a search gives up, undecided: a minute of work. */
const STEP_LIMIT = 2 ** 26;

/** What rotating bodies keep at least while they are not looked at, in units of the sum of both radii: what is near is measured. */
const MARGIN = 1e-6;

/** A motion from a later time on. */
interface LaterMotion extends Motion {
  readonly pose: Pose;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly acceleration: Vec3;
}

/** A part for the search that knows corners: its shape in the axes of the body, and what that is grown by. */
interface CorneredPart {
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
const partA: CorneredPart = { shape: undefined, radius: 0.5 };
const partB: CorneredPart = { shape: undefined, radius: 0.5 };
const pair = createMovingPair();
const queue = createPairQueue();
const taken = createNodePair();
const next = createNodePair();
const trial = createImpact();
const contact = createContact();
const cache = createSimplexCache();

/** Of the search for round parts. */
const options: { -readonly [Key in keyof AdvanceOptions]: AdvanceOptions[Key] } = {};

/** The earliest contact so far, or the end of the search [s]. */
const earliest = { time: 0.5 };

/**
 * When two bodies, at least one of them a compound or a mesh, first come within `separation` [m] of each other in `duration` [s].
 * `closest` answers for the distance of round parts. Never late, nothing missed, with the gap of the searches for two parts. A search that
 * gives up at its limit, `maxIterations` pairs of boxes or distances of two parts where that is given, leaves the time alone: the
 * caller measures.
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
  const kept = separation + MARGIN * (shapeRadius(shapeA) + shapeRadius(shapeB));
  options.maxIterations = maxIterations;
  const limit = maxIterations ?? STEP_LIMIT;
  placePair(pair, motionA, motionB, 0);
  putNodes(0, 0, 0, separation);
  const angularVelocity = lengthVec3(motionA.angularVelocity) + lengthVec3(motionB.angularVelocity);
  let iterations = 0;
  /** No parts touch before this time [s]. */
  let apart = 0;
  while (queue.count > 0) {
    takePair(taken, queue);
    const { a, b } = taken;
    if (isTimeToTry(iterations, angularVelocity)) {
      const from = Math.max(taken.key, apart);
      apart = apartUntil(shapeA, motionA, undefined, shapeB, motionB, undefined, from, earliest.time, kept);
    }
    const time = Math.max(taken.key, apart);
    if (time > earliest.time || out.status === 'initial-overlap') break;
    if (iterations >= limit) {
      writeUndecided(out, time, iterations);
      break;
    }
    iterations++;
    placePair(pair, motionA, motionB, time);
    sweepBoxes(pair, bodyA.hierarchy.rotated, a, bodyB.hierarchy.rotated, b, separation);
    const linkA = bodyA.hierarchy.links[a];
    const linkB = bodyB.hierarchy.links[b];
    const sizeA = boxSize(bodyA, a);
    const sizeB = boxSize(bodyB, b);
    if (swept.gap > separation + FAR * (sizeA + sizeB) && time + swept.time > time) {
      putAgain(time + swept.time, a, b);
    } else if (linkA < 0 && linkB < 0) {
      searchParts(out, -1 - linkA, motionA, -1 - linkB, motionB, time, separation, closest);
    } else if (linkB < 0 || (linkA >= 0 && sizeA >= sizeB)) {
      putNodes(a + 1, b, time, separation);
      putNodes(linkA, b, time, separation);
    } else {
      putNodes(a, b + 1, time, separation);
      putNodes(a, linkB, time, separation);
    }
  }
  out.iterations = iterations;
  return out;
}

/** Two nodes wait for the time until which they certainly stay apart, from `time` on, when the pair is placed. */
function putNodes(a: number, b: number, time: number, separation: number): void {
  sweepBoxes(pair, bodyA.hierarchy.rotated, a, bodyB.hierarchy.rotated, b, separation);
  putAgain(time + swept.time, a, b);
}

function putAgain(time: number, a: number, b: number): void {
  if (!(time <= earliest.time)) return;
  next.key = time;
  next.a = a;
  next.b = b;
  putPair(queue, next);
}

/** Looks for a first contact of two parts between `time` and the earliest so far. */
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
  moveOn(laterA, motionA, time);
  moveOn(laterB, motionB, time);
  const left = earliest.time - time;
  if (partA.shape !== undefined && partB.shape !== undefined) {
    const grown = partA.radius + partB.radius;
    rigidImpact(trial, partA.shape, laterA, partB.shape, laterB, left, separation + grown, options.maxIterations);
    if (grown > 0) growImpact(trial, partA.radius, grown);
  } else {
    options.separation = separation;
    options.placeA = placeOf(bodyA);
    options.placeB = placeOf(bodyB);
    options.reachA = shapeRadius(bodyA.shape);
    options.reachB = shapeRadius(bodyB.shape);
    advanceToImpact(trial, bodyA.part, laterA, bodyB.part, laterB, left, closest, options);
  }
  if (trial.status === 'none') return;
  const overlap = trial.status === 'initial-overlap';
  copyImpact(out, trial);
  out.time = time + trial.time;
  if (overlap && time > 0) out.status = 'hit';
  earliest.time = out.time;
}

function loadCorners(part: CorneredPart, { shape, part: loaded, number }: PartBody): void {
  part.radius = 0;
  part.shape = undefined;
  if (shape.kind === 'compound') {
    const piece = corneredPieces(shape)[number];
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

/** Where a part is in its body; nothing where their axes are the same. */
function placeOf({ shape, number }: PartBody): ReadonlyPose | undefined {
  return shape.kind === 'compound' ? shape.pieces[number].pose : undefined;
}

function moveOn(out: LaterMotion, motion: Motion, time: number): void {
  poseAt(out.pose, motion, time);
  addScaledVec3(out.velocity, motion.velocity, motion.acceleration, time);
  copyVec3(out.angularVelocity, motion.angularVelocity);
  copyVec3(out.acceleration, motion.acceleration);
}

/** An impact of cores as one of the bodies they are grown to. */
function growImpact(impact: Impact, radiusA: number, radii: number): void {
  if (impact.status !== 'hit' && impact.status !== 'initial-overlap') return;
  const { pointA, pointB, normal } = impact;
  impact.gap -= radii;
  addScaledVec3(pointA, pointA, normal, radiusA);
  addScaledVec3(pointB, pointA, normal, impact.gap);
}

/** One body may be inside the other without a part of it touching: then the surfaces say nothing. */
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
