import type { ReadonlyPose } from '../../math/pose.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Contact, copyContact, createContact } from '../contact.ts';
import { clearSimplexCache, createSimplexCache, type SimplexCache } from '../convex/simplex-cache.ts';
import { RELATIVE_LENGTH, setRelative } from '../space/core.ts';
import { BOX_FRAME, boxGap, setBoxFrame } from './box-gap.ts';
import { deepenOverlap } from './mesh-depth.ts';
import { createNodePair, createPairQueue, putPair, takePair } from './pair-queue.ts';
import { boxSize, createPartBody, hasPart, loadBody, loadPart, nameFeature } from './part-body.ts';

/**
 * Bodies that consist of convex parts (spec general-pairs 3): the nearest two parts, found through the boxes around them, the
 * pair of boxes with the least lower bound first. What is left when that bound exceeds the distance found cannot be nearer.
 * Overlapping bodies get the deepest overlap of two parts, a lower bound of the depth of the whole (`approximate`).
 */

/** Answers for two convex parts. */
export type PartClosest = (
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  cache?: SimplexCache,
) => Contact;

const bodyA = createPartBody();
const bodyB = createPartBody();
const queue = createPairQueue();
const taken = createNodePair();
const next = createNodePair();
const relative = new Float64Array(RELATIVE_LENGTH);
const frame = new Float64Array(BOX_FRAME);
const gap = new Float64Array(1);
const trial = createContact();
const partCache = createSimplexCache();

/** The nearest parts so far. */
const nearest = { distance: 0.5, partA: 0, partB: 0 };

/**
 * Contact of two bodies of which at least one is a compound or a mesh; `closest` answers for their parts. The cache keeps the
 * parts that were nearest the last time, as a pair of vertices.
 */
export function closestParts(
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  cache: SimplexCache,
  closest: PartClosest,
): Contact {
  loadBody(bodyA, shapeA);
  loadBody(bodyB, shapeB);
  setRelative(relative, poseA, poseB);
  setBoxFrame(frame, relative);
  nearest.distance = Number.POSITIVE_INFINITY;
  queue.count = 0;
  putNodes(0, 0);
  let iterations = 0;
  if (cache.count === 1 && hasPart(bodyA, cache.vertexA0) && hasPart(bodyB, cache.vertexB0)) {
    measureParts(out, cache.vertexA0, poseA, cache.vertexB0, poseB, closest);
    iterations++;
  }
  while (queue.count > 0) {
    takePair(taken, queue);
    if (taken.key >= nearest.distance) break;
    const { a, b } = taken;
    const linkA = bodyA.hierarchy.links[a];
    const linkB = bodyB.hierarchy.links[b];
    if (linkA < 0 && linkB < 0) {
      measureParts(out, -1 - linkA, poseA, -1 - linkB, poseB, closest);
      iterations++;
    } else if (linkB < 0 || (linkA >= 0 && boxSize(bodyA, a) >= boxSize(bodyB, b))) {
      putNodes(a + 1, b);
      putNodes(linkA, b);
    } else {
      putNodes(a, b + 1);
      putNodes(a, linkB);
    }
  }
  cache.count = 1;
  cache.vertexA0 = nearest.partA;
  cache.vertexB0 = nearest.partB;
  if (shapeA.kind === 'trimesh' || shapeB.kind === 'trimesh') deepenOverlap(out, shapeA, poseA, shapeB, poseB);
  if (out.distance < 0) out.status = 'approximate';
  out.iterations = iterations;
  return out;
}

/** Two nodes that may hold something nearer go to the queue. */
function putNodes(a: number, b: number): void {
  boxGap(gap, frame, bodyA.hierarchy.boxes, a, bodyB.hierarchy.boxes, b);
  if (gap[0] >= nearest.distance) return;
  next.key = gap[0];
  next.a = a;
  next.b = b;
  putPair(queue, next);
}

function measureParts(
  out: Contact,
  partA: number,
  poseA: ReadonlyPose,
  partB: number,
  poseB: ReadonlyPose,
  closest: PartClosest,
): void {
  loadPart(bodyA, partA, poseA);
  loadPart(bodyB, partB, poseB);
  clearSimplexCache(partCache);
  closest(trial, bodyA.part, bodyA.pose, bodyB.part, bodyB.pose, partCache);
  if (trial.distance >= nearest.distance) return;
  nearest.distance = trial.distance;
  nearest.partA = partA;
  nearest.partB = partB;
  copyContact(out, trial);
  out.indexA = nameFeature(bodyA, trial.featureA, trial.indexA);
  out.indexB = nameFeature(bodyB, trial.featureB, trial.indexB);
}
