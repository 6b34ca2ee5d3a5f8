import { createMat3, type ReadonlyMat3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import {
  addScaledVec3,
  addVec3,
  createVec3,
  normalizeVec3,
  type ReadonlyVec3,
  scaleVec3,
  subVec3,
  type Vec3,
} from '../../math/vec3.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Contact, copyContact, createContact } from '../contact.ts';
import { RELATIVE_LENGTH, setRelative } from '../convex/core.ts';
import { closestTriangles, type TriangleLimit } from '../features/closest-triangles.ts';
import { clearSimplexCache, createSimplexCache, type SimplexCache } from '../simplex-cache.ts';
import { boundDistance, findGaps } from './box-gap.ts';
import { deepenOverlap } from './mesh-depth.ts';
import { createNodePair, createPairQueue, type NodePair, putPair, takePair } from './pair-queue.ts';
import { boxSize, createPartBody, facingOf, hasPart, loadBody, loadPart, nameFeature } from './part-body.ts';

/**
 * Bodies that consist of convex parts (spec general-pairs 3): the nearest two parts, found through the boxes around them, the
 * pair of boxes with the least lower bound first. What is left when that bound exceeds the distance found cannot be nearer. Parts that are
 * as near elsewhere are told by `unique`.
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
const one = createNodePair();
const other = createNodePair();
const relative = new Float64Array(RELATIVE_LENGTH);
const gap = new Float64Array(1);
const trial = createContact();
const partCache = createSimplexCache();
const limit: TriangleLimit = { direction: new Float64Array(3), distance: 0.5 };

/**
 * The nearest parts so far, whether their places are the only ones, how near others have to be to matter [m], and a lower bound of the
 * distance of all parts measured [m].
 */
const nearest = { distance: 0.5, facing: 0.5, partA: 0, partB: 0, unique: true, reach: 0.5, lower: 0.5 };
/** Of both together [m]. */
const bodies = { size: 0.5 };
/** Distances that differ by this share of the size are equal, places that differ by this share are not the same. */
const EQUAL = 2e-15;
const ELSEWHERE = 1e-6;

/** Poses seen from the position of A: places far from the origin of the world cost no digits. */
interface NearPose {
  readonly position: Vec3;
  rotation: ReadonlyMat3;
}

const nearA: NearPose = { position: createVec3(), rotation: createMat3() };
const nearB: NearPose = { position: createVec3(), rotation: createMat3() };

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
  const { position } = poseA;
  nearA.rotation = poseA.rotation;
  nearB.rotation = poseB.rotation;
  subVec3(nearB.position, poseB.position, position);
  searchParts(out, shapeA, nearA, shapeB, nearB, cache, closest);
  // the rotations of a body and of its pieces multiply their roundings
  normalizeVec3(out.normal, out.normal);
  addVec3(out.pointA, out.pointA, position);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
  return out;
}

function searchParts(
  out: Contact,
  shapeA: Shape,
  poseA: ReadonlyPose,
  shapeB: Shape,
  poseB: ReadonlyPose,
  cache: SimplexCache,
  closest: PartClosest,
): void {
  loadBody(bodyA, shapeA);
  loadBody(bodyB, shapeB);
  setRelative(relative, poseA, poseB);
  nearest.distance = Number.POSITIVE_INFINITY;
  nearest.reach = Number.POSITIVE_INFINITY;
  nearest.lower = Number.POSITIVE_INFINITY;
  limit.distance = Number.POSITIVE_INFINITY;
  bodies.size = boxSize(bodyA, 0) + boxSize(bodyB, 0);
  let iterations = 0;
  if (cache.count === 1 && hasPart(bodyA, cache.vertexA0) && hasPart(bodyB, cache.vertexB0)) {
    measureParts(out, cache.vertexA0, poseA, cache.vertexB0, poseB, closest);
    iterations++;
  }
  queue.count = 0;
  bound(taken, 0, 0);
  while (taken.key < nearest.reach) {
    const { a, b } = taken;
    const linkA = bodyA.hierarchy.links[a];
    const linkB = bodyB.hierarchy.links[b];
    if (linkA < 0 && linkB < 0) {
      measureParts(out, -1 - linkA, poseA, -1 - linkB, poseB, closest);
      iterations++;
      takePair(taken, queue);
    } else if (linkB < 0 || (linkA >= 0 && boxSize(bodyA, a) >= boxSize(bodyB, b))) {
      bound(one, a + 1, b);
      bound(other, linkA, b);
      goOn();
    } else {
      bound(one, a, b + 1);
      bound(other, a, linkB);
      goOn();
    }
  }
  cache.count = 1;
  cache.vertexA0 = nearest.partA;
  cache.vertexB0 = nearest.partB;
  out.unique = nearest.unique;
  coverBounds(out);
  if (shapeA.kind === 'trimesh' || shapeB.kind === 'trimesh') deepenOverlap(out, shapeA, poseA, shapeB, poseB);
  if (out.distance < 0) out.status = 'approximate';
  out.iterations = iterations;
}

/** Parts that may be nearer than the nearest found, within their own bounds, count. */
function coverBounds(out: Contact): void {
  const bound = nearest.distance - nearest.lower;
  if (!(bound > out.errorBound && bound > EQUAL * bodies.size)) return;
  out.errorBound = bound;
  if (out.status === 'exact') out.status = 'bounded';
}

/** A lower bound of the distance of what two nodes hold. */
function bound(out: NodePair, a: number, b: number): void {
  findGaps(relative, bodyA.hierarchy.rotated, a, bodyB.hierarchy.rotated, b);
  boundDistance(gap);
  out.key = gap[0];
  out.a = a;
  out.b = b;
}

/** The best of both halves of a pair and of the queue is next; a half that is so needs no place in the queue. */
function goOn(): void {
  const nearer = one.key <= other.key ? one : other;
  const farther = nearer === one ? other : one;
  if (farther.key < nearest.reach) putPair(queue, farther);
  if (queue.count > 0 && queue.keys[0] < nearer.key) {
    if (nearer.key < nearest.reach) putPair(queue, nearer);
    takePair(taken, queue);
    return;
  }
  taken.key = nearer.key;
  taken.a = nearer.a;
  taken.b = nearer.b;
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
  if (bodyA.shape.kind === 'trimesh' && bodyB.shape.kind === 'trimesh') {
    if (!closestTriangles(trial, bodyA.triangle.vertices, poseA, bodyB.triangle.vertices, relative, limit)) return;
  } else {
    clearSimplexCache(partCache);
    closest(trial, bodyA.part, bodyA.pose, bodyB.part, bodyB.pose, partCache);
  }
  const lower = trial.distance - trial.errorBound;
  if (lower < nearest.lower) nearest.lower = lower;
  const equal = EQUAL * (bodies.size + Math.abs(trial.distance));
  const nearer = nearest.distance - trial.distance;
  if (nearer < -equal) return;
  nearest.unique = trial.unique && (nearer > equal || (nearest.unique && isSamePlace(out)));
  if (nearer >= 0) takeParts(out, partA, poseA, partB);
  // bodies that touch or overlap may do so in many places
  nearest.reach = nearest.unique && nearest.distance > 0 ? nearest.distance + equal : nearest.distance;
}

/** Are the places of the trial those of the nearest parts so far? Parts that share an edge share the places on it. */
function isSamePlace({ pointA, pointB }: Contact): boolean {
  const limit = ELSEWHERE * bodies.size;
  return areNear(pointA, trial.pointA, limit) && areNear(pointB, trial.pointB, limit);
}

function areNear(p: ReadonlyVec3, q: ReadonlyVec3, limit: number): boolean {
  return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y), Math.abs(p.z - q.z)) <= limit;
}

/** Makes the trial the nearest so far, unless it is as near as the last and faces the other less. */
function takeParts(out: Contact, partA: number, poseA: ReadonlyPose, partB: number): void {
  // bodies that touch flatly do so in many parts: the normal of those that face each other counts
  if (trial.distance === 0 && bodyA.shape.kind === 'trimesh' && bodyB.shape.kind === 'trimesh') faceEachOther();
  const facing = Math.min(facingOf(bodyA, trial.normal, 1), facingOf(bodyB, trial.normal, -1));
  if (trial.distance === nearest.distance && facing <= nearest.facing) return;
  nearest.distance = trial.distance;
  nearest.facing = facing;
  nearest.partA = partA;
  nearest.partB = partB;
  setLimit(poseA);
  copyContact(out, trial);
  out.indexA = nameFeature(bodyA, trial.featureA, trial.indexA);
  out.indexB = nameFeature(bodyB, trial.featureB, trial.indexB);
}

/** Triangles that are farther apart than the nearest so far are passed over, most of them by the direction between these. */
// biome-ignore format: one vector per line
function setLimit({ rotation: r }: ReadonlyPose): void {
  const { x, y, z } = trial.normal;
  limit.direction[0] = r.xx * x + r.yx * y + r.zx * z;
  limit.direction[1] = r.xy * x + r.yy * y + r.zy * z;
  limit.direction[2] = r.xz * x + r.yz * y + r.zz * z;
  limit.distance = nearest.distance + EQUAL * (bodies.size + Math.abs(nearest.distance));
}

/** Triangles that just touch have two normals, one as good as the other: that out of A and into B is meant. */
function faceEachOther(): void {
  const { normal } = trial;
  if (facingOf(bodyA, normal, 1) - facingOf(bodyB, normal, 1) < 0) scaleVec3(normal, normal, -1);
}
