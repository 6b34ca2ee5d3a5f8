import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import { type Contact, copyContact, createContact } from '../contact.ts';
import { createNodePair, createPairQueue, putPair, takePair } from './pair-queue.ts';
import { closestPointToTrimesh } from './point-trimesh.ts';

/**
 * Deepest point of one triangle mesh, or of the solid it encloses, inside another, closed mesh. The depth is 1-Lipschitz, so the depth in a
 * box or triangle exceeds the depth of its centre by at most its radius (branch and bound): the candidate with the largest bound is
 * subdivided first, until no other can be deeper by one percent.
 */

const ACCURACY = 0.01;
/** Maximum number of points tested. */
const POINT_LIMIT = 500;

/** Kinds of queue entries, stored instead of a second node. */
const BOX = 0;
const TRIANGLE = 1;

const queue = createPairQueue();
const taken = createNodePair();
const next = createNodePair();
const trial = createContact();
const own = createContact();
const midpoint = createVec3();
/** Corners of the triangles in the queue, nine numbers each, in the frame of their mesh, and the mesh triangles they are cut from. */
const corners = new Float64Array(9 * (POINT_LIMIT + 4));
const owners = new Int32Array(POINT_LIMIT + 4);
const search = { triangleCount: 0, points: 0, depth: 0.5 };

/** Replaces `out`, A the surface and B the closed mesh, if a deeper point is found. */
export function deepestOfSurface(
  out: Contact,
  mesh: Trimesh,
  pose: ReadonlyPose,
  closedMesh: Trimesh,
  closedPose: ReadonlyPose,
): void {
  queue.count = 0;
  search.triangleCount = 0;
  search.points = 0;
  search.depth = Math.max(0, -out.distance);
  putBox(out, mesh, 0, pose, closedMesh, closedPose);
  while (queue.count > 0 && search.points < POINT_LIMIT) {
    takePair(taken, queue);
    const { a: item, b: kind, key } = taken;
    if (-key <= (1 + ACCURACY) * search.depth) break;
    if (kind === TRIANGLE) {
      cutTriangle(item);
      for (let k = 0; k < 4; k++) putTriangle(out, search.triangleCount - 4 + k, pose, closedMesh, closedPose);
      continue;
    }
    const link = mesh.bvh.links[item];
    if (link >= 0) {
      putBox(out, mesh, item + 1, pose, closedMesh, closedPose);
      putBox(out, mesh, link, pose, closedMesh, closedPose);
    } else {
      loadTriangle(mesh, -1 - link);
      putTriangle(out, search.triangleCount - 1, pose, closedMesh, closedPose);
    }
  }
}

/** Depth of `midpoint`, which is in the frame of the surface. */
function measure(pose: ReadonlyPose, closedMesh: Trimesh, closedPose: ReadonlyPose): void {
  search.points++;
  closestPointToTrimesh(trial, toWorld(midpoint, pose, midpoint), closedMesh, closedPose);
}

/** Queues an entry, unless its bound does not exceed the deepest point so far. */
function put(item: number, kind: number, radius: number): void {
  const max = radius - trial.distance;
  if (max <= (1 + ACCURACY) * search.depth) return;
  next.key = -max;
  next.a = item;
  next.b = kind;
  putPair(queue, next);
}

function putBox(
  out: Contact,
  mesh: Trimesh,
  node: number,
  pose: ReadonlyPose,
  closedMesh: Trimesh,
  closedPose: ReadonlyPose,
): void {
  const { boxes: b } = mesh.bvh;
  const k = 6 * node;
  setVec3(midpoint, b[k], b[k + 1], b[k + 2]);
  measure(pose, closedMesh, closedPose);
  storeIfInside(out, mesh, pose);
  put(node, BOX, Math.sqrt(b[k + 3] * b[k + 3] + b[k + 4] * b[k + 4] + b[k + 5] * b[k + 5]));
}

/** The centre of a box need not be inside the body; if it is inside a closed mesh, it counts like a surface point. */
function storeIfInside(out: Contact, mesh: Trimesh, pose: ReadonlyPose): void {
  if (!mesh.closed || -trial.distance <= search.depth) return;
  closestPointToTrimesh(own, trial.pointA, mesh, pose);
  if (own.distance < 0) storeDeepest(out, own.indexB);
}

/** Stores the point just measured as the deepest so far; `number` is a triangle near it. */
function storeDeepest(out: Contact, number: number): void {
  search.depth = -trial.distance;
  copyContact(out, trial);
  out.featureA = 'face';
  out.indexA = number;
}

function putTriangle(
  out: Contact,
  triangle: number,
  pose: ReadonlyPose,
  closedMesh: Trimesh,
  closedPose: ReadonlyPose,
): void {
  const c = corners;
  const i = 9 * triangle;
  const x = (c[i] + c[i + 3] + c[i + 6]) / 3;
  const y = (c[i + 1] + c[i + 4] + c[i + 7]) / 3;
  const z = (c[i + 2] + c[i + 5] + c[i + 8]) / 3;
  let radiusSq = 0;
  for (let k = i; k < i + 9; k += 3) {
    radiusSq = Math.max(radiusSq, (c[k] - x) ** 2 + (c[k + 1] - y) ** 2 + (c[k + 2] - z) ** 2);
  }
  setVec3(midpoint, x, y, z);
  measure(pose, closedMesh, closedPose);
  if (-trial.distance > search.depth) storeDeepest(out, owners[triangle]);
  put(triangle, TRIANGLE, Math.sqrt(radiusSq));
}

function loadTriangle({ positions, triangles }: Trimesh, number: number): void {
  const at = search.triangleCount++;
  owners[at] = number;
  for (let k = 0; k < 9; k++) corners[9 * at + k] = positions[3 * triangles[3 * number + Math.floor(k / 3)] + (k % 3)];
}

/** Appends the four triangles between the corners and the midpoints of the sides. */
function cutTriangle(triangle: number): void {
  const i = 9 * triangle;
  const at = search.triangleCount;
  search.triangleCount += 4;
  for (let axis = 0; axis < 3; axis++) {
    const p = corners[i + axis];
    const q = corners[i + 3 + axis];
    const r = corners[i + 6 + axis];
    const pq = 0.5 * (p + q);
    const qr = 0.5 * (q + r);
    const rp = 0.5 * (r + p);
    write(at, axis, p, pq, rp);
    write(at + 1, axis, q, qr, pq);
    write(at + 2, axis, r, rp, qr);
    write(at + 3, axis, pq, qr, rp);
  }
  for (let k = 0; k < 4; k++) owners[at + k] = owners[triangle];
}

function write(triangle: number, axis: number, a: number, b: number, c: number): void {
  corners[9 * triangle + axis] = a;
  corners[9 * triangle + 3 + axis] = b;
  corners[9 * triangle + 6 + axis] = c;
}
