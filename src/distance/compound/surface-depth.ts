import { type ReadonlyPose, toWorld } from '../../math/pose.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import { type Contact, copyContact, createContact } from '../contact.ts';
import { createNodePair, createPairQueue, putPair, takePair } from './pair-queue.ts';
import { closestPointToTrimesh } from './point-trimesh.ts';

/**
 * The point of one surface, or of what it encloses, that is deepest inside another, closed one. The depth changes by no more than the way between two
 * points, so what a box or a triangle holds is no deeper than its middle by more than its radius: the most promising is looked
 * at first, and cut until no other can be deeper by a hundredth.
 */

const ACCURACY = 0.01;
/** Points tried before the deepest so far has to do. */
const POINT_LIMIT = 500;

/** Kinds of what is in the queue, in place of a second node. */
const BOX = 0;
const TRIANGLE = 1;

const queue = createPairQueue();
const taken = createNodePair();
const next = createNodePair();
const trial = createContact();
const own = createContact();
const midpoint = createVec3();
/** Corners of the triangles in the queue, nine numbers each, in the frame of their mesh, and what they are cut from. */
const corners = new Float64Array(9 * (POINT_LIMIT + 4));
const owners = new Int32Array(POINT_LIMIT + 4);
const search = { triangleCount: 0, points: 0, depth: 0.5 };

/** Replaces `out`, A the surface and B the closed one, if a deeper point is found. */
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
    const link = mesh.hierarchy.links[item];
    if (link >= 0) {
      putBox(out, mesh, item + 1, pose, closedMesh, closedPose);
      putBox(out, mesh, link, pose, closedMesh, closedPose);
    } else {
      loadTriangle(mesh, -1 - link);
      putTriangle(out, search.triangleCount - 1, pose, closedMesh, closedPose);
    }
  }
}

/** Depth of the `midpoint`, which is in the frame of the surface. */
function measure(pose: ReadonlyPose, closedMesh: Trimesh, closedPose: ReadonlyPose): void {
  search.points++;
  closestPointToTrimesh(trial, toWorld(midpoint, pose, midpoint), closedMesh, closedPose);
}

/** What holds nothing deeper than the deepest so far is left out. */
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
  const { boxes: b } = mesh.hierarchy;
  const k = 6 * node;
  setVec3(midpoint, b[k], b[k + 1], b[k + 2]);
  measure(pose, closedMesh, closedPose);
  keepInner(out, mesh, pose);
  put(node, BOX, Math.sqrt(b[k + 3] * b[k + 3] + b[k + 4] * b[k + 4] + b[k + 5] * b[k + 5]));
}

/** The middle of a box need not be in the body it is around; if it is, a closed one, it is as good as a point of its surface. */
function keepInner(out: Contact, mesh: Trimesh, pose: ReadonlyPose): void {
  if (!mesh.closed || -trial.distance <= search.depth) return;
  closestPointToTrimesh(own, trial.pointA, mesh, pose);
  if (own.distance < 0) keepDeeper(out, own.indexB);
}

/** The point just measured is the deepest so far; `number` is a triangle near it. */
function keepDeeper(out: Contact, number: number): void {
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
  if (-trial.distance > search.depth) keepDeeper(out, owners[triangle]);
  put(triangle, TRIANGLE, Math.sqrt(radiusSq));
}

function loadTriangle({ positions, triangles }: Trimesh, number: number): void {
  const at = search.triangleCount++;
  owners[at] = number;
  for (let k = 0; k < 9; k++) corners[9 * at + k] = positions[3 * triangles[3 * number + Math.floor(k / 3)] + (k % 3)];
}

/** Four triangles between the corners and the middles of the sides go to the end of the list. */
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
