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
import { boundDistance, createBoxGaps, findGaps } from './box-gap.ts';
import { deepenOverlap } from './mesh-depth.ts';
import { createNodePair, createPairQueue, type NodePair, putPair, takePair } from './pair-queue.ts';
import { boxSize, createPartBody, facingOf, hasPart, loadBody, loadPart, nameFeature } from './part-body.ts';
import { addSupportPlane, createSupportPlanes, isTriangleBeyond } from './support-planes.ts';

const gaps = createBoxGaps();

/**
 * Bodies that consist of convex parts (compounds, triangle meshes): the closest two parts, found by best-first traversal of two bounding
 * volume hierarchies (BVHs): the pair of boxes with the smallest lower bound first. Once that bound exceeds the distance found, no remaining
 * pair can be closer. `unique` is false if other parts are equally close elsewhere.
 * Overlapping bodies get the deepest overlap of two parts, a lower bound of the penetration depth of the whole (`approximate`).
 */

/** Closest points of two convex parts. */
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
/** Of a smooth body whose triangles were measured: a search takes long there, and most triangles need none. */
const planes = createSupportPlanes();

/**
 * The closest parts so far, whether their points are unique, the distance below which other parts matter [m], and a lower bound of the
 * distance of all parts measured [m].
 */
const nearest = { distance: 0.5, facing: 0.5, partA: 0, partB: 0, unique: true, searchRadius: 0.5, lower: 0.5 };
/** Sum of the sizes of both bodies [m]. */
const bodies = { size: 0.5 };
/** Relative to the size: distances that differ by less than the first are equal, points that differ by more than the second are distinct. */
const EQUAL = 2e-15;
const ELSEWHERE = 1e-6;
/** Relative to the size: how far a smooth body may reach beyond the tangent plane at a closest point without an error bound. */
const PLANE_SLACK = 1e-8;

/** Poses relative to the position of A: avoids cancellation far from the world origin. */
interface NearPose {
  readonly position: Vec3;
  rotation: ReadonlyMat3;
}

const nearA: NearPose = { position: createVec3(), rotation: createMat3() };
const nearB: NearPose = { position: createVec3(), rotation: createMat3() };

/**
 * Contact of two bodies, at least one a compound or a mesh; `closest` computes the contact of two parts. The cache stores the
 * last closest parts as a pair of vertices.
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
  // composing the rotations of a body and its pieces adds rounding errors
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
  nearest.searchRadius = Number.POSITIVE_INFINITY;
  nearest.lower = Number.POSITIVE_INFINITY;
  limit.distance = Number.POSITIVE_INFINITY;
  planes.count = 0;
  bodies.size = boxSize(bodyA, 0) + boxSize(bodyB, 0);
  let iterations = 0;
  if (cache.count === 1 && hasPart(bodyA, cache.vertexA0) && hasPart(bodyB, cache.vertexB0)) {
    measureParts(out, cache.vertexA0, poseA, cache.vertexB0, poseB, closest);
    iterations++;
  }
  queue.count = 0;
  bound(taken, 0, 0);
  while (taken.key < nearest.searchRadius) {
    const { a, b } = taken;
    const linkA = bodyA.bvh.links[a];
    const linkB = bodyB.bvh.links[b];
    if (linkA < 0 && linkB < 0) {
      measureParts(out, -1 - linkA, poseA, -1 - linkB, poseB, closest);
      iterations++;
      takePair(taken, queue);
    } else if (linkB < 0 || (linkA >= 0 && boxSize(bodyA, a) >= boxSize(bodyB, b))) {
      bound(one, a + 1, b);
      bound(other, linkA, b);
      selectNext();
    } else {
      bound(one, a, b + 1);
      bound(other, a, linkB);
      selectNext();
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

/** Widens the error bound: another part may be closer than the closest one, within its own bounds. */
function coverBounds(out: Contact): void {
  const bound = nearest.distance - nearest.lower;
  if (!(bound > out.errorBound && bound > EQUAL * bodies.size)) return;
  out.errorBound = bound;
  if (out.status === 'exact') out.status = 'bounded';
}

/** Lower bound of the distance of the contents of two nodes. */
function bound(out: NodePair, a: number, b: number): void {
  findGaps(gaps, relative, bodyA.bvh.orientedBoxes, a, bodyB.bvh.orientedBoxes, b);
  boundDistance(gaps, gap);
  out.key = gap[0];
  out.a = a;
  out.b = b;
}

/** Continues with the best of both children and the queue; a child that is best skips the queue. */
function selectNext(): void {
  const nearer = one.key <= other.key ? one : other;
  const farther = nearer === one ? other : one;
  if (farther.key < nearest.searchRadius) putPair(queue, farther);
  if (queue.count > 0 && queue.keys[0] < nearer.key) {
    if (nearer.key < nearest.searchRadius) putPair(queue, nearer);
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
    if (planes.count > 0 && isBeyondPlanes()) return;
    clearSimplexCache(partCache);
    closest(trial, bodyA.part, bodyA.pose, bodyB.part, bodyB.pose, partCache);
    addPlane();
  }
  const lower = trial.distance - trial.errorBound;
  if (lower < nearest.lower) nearest.lower = lower;
  const equal = EQUAL * (bodies.size + Math.abs(trial.distance));
  const nearer = nearest.distance - trial.distance;
  if (nearer < -equal) return;
  nearest.unique = trial.unique && (nearer > equal || (nearest.unique && hasSamePoints(out)));
  if (nearer >= 0) takeParts(out, partA, poseA, partB);
  // touching or overlapping bodies may have many equal pairs
  nearest.searchRadius = nearest.unique && nearest.distance > 0 ? nearest.distance + equal : nearest.distance;
}

/** Are the points of the trial those of the closest parts so far? Adjacent parts have the points of their common edge in common. */
function hasSamePoints({ pointA, pointB }: Contact): boolean {
  const limit = ELSEWHERE * bodies.size;
  return areNear(pointA, trial.pointA, limit) && areNear(pointB, trial.pointB, limit);
}

function areNear(p: ReadonlyVec3, q: ReadonlyVec3, limit: number): boolean {
  return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y), Math.abs(p.z - q.z)) <= limit;
}

/** Takes the trial as the closest so far, unless the distance is equal and its parts face each other less. */
function takeParts(out: Contact, partA: number, poseA: ReadonlyPose, partB: number): void {
  // face-face contact has many touching parts: prefer the normal of parts that face each other
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

/** Rejects triangles farther apart than the closest so far; most by their separation along the current normal. */
// biome-ignore format: one vector per line
function setLimit({ rotation: r }: ReadonlyPose): void {
  const { x, y, z } = trial.normal;
  limit.direction[0] = r.xx * x + r.yx * y + r.zx * z;
  limit.direction[1] = r.xy * x + r.yy * y + r.zy * z;
  limit.direction[2] = r.xz * x + r.yz * y + r.zz * z;
  limit.distance = nearest.distance + EQUAL * (bodies.size + Math.abs(nearest.distance));
}

/** Is the loaded triangle farther than the closest one, whatever the rounding errors of both are? */
function isBeyondPlanes(): boolean {
  const { vertices } = bodyA.shape.kind === 'trimesh' ? bodyA.triangle : bodyB.triangle;
  return isTriangleBeyond(
    planes,
    vertices,
    nearest.distance + PLANE_SLACK * (bodies.size + Math.abs(nearest.distance)),
  );
}

function addPlane(): void {
  if (trial.status === 'iteration-limit') return;
  if (bodyA.shape.kind === 'tiled' && bodyB.shape.kind === 'trimesh') addSupportPlane(planes, trial, 1, bodyB.pose);
  else if (bodyB.shape.kind === 'tiled' && bodyA.shape.kind === 'trimesh') {
    addSupportPlane(planes, trial, -1, bodyA.pose);
  }
}

/** Triangles that just touch have two valid normals: choose the one that points out of A and into B. */
function faceEachOther(): void {
  const { normal } = trial;
  if (facingOf(bodyA, normal, 1) - facingOf(bodyB, normal, 1) < 0) scaleVec3(normal, normal, -1);
}
