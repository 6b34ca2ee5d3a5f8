/**
 * Contact points of two triangle meshes, from their features: a node over a triangle, along its normal, and two edges that cross,
 * along their common perpendicular. Gaps are signed, so the points remain valid where the surfaces intersect. A node or an edge must be
 * extreme in the direction of the normal: inside a plane region no edge or node gives another normal than that of the region.
 */
import { trianglesIntersect } from '../distance/features/triangles-intersect.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { crossingLength, depthBehind } from './mesh-crossing.ts';
import { doEdgesCross, edgeGap, hasEdge } from './mesh-edge-points.ts';
import { isNodeStillOver, nodeGap } from './mesh-node-points.ts';
import {
  addMeshPoint,
  createMeshPair,
  hashFeatures,
  loadMeshPair,
  loadMeshTriangle,
  type MeshSide,
} from './mesh-side.ts';
import { type ContactPoints, movePoint } from './point-list.ts';

const pair = createMeshPair();
const sideA = pair.a;
const sideB = pair.b;

/** For each point: NODE_OF_A, NODE_OF_B or EDGES, the two triangles, and the corners or edges in them. */
const RECORD = 5;
const NODE_OF_A = -1;
const EDGES = 0;
const NODE_OF_B = 1;
let records = new Int32Array(64 * RECORD);

/** Starts a search of points with gaps and depths up to `margin` [m]. `size` is that of the smaller mesh [m]. */
export function startMeshPair(
  meshA: Trimesh,
  poseA: ReadonlyPose,
  meshB: Trimesh,
  poseB: ReadonlyPose,
  margin: number,
  size: number,
): void {
  loadMeshPair(pair, meshA, poseA, meshB, poseB, margin, size);
}

/** Adds the points of two triangles. Each node and edge belongs to one triangle: no point is added twice by neighbours. */
export function addTrianglePairPoints(out: ContactPoints, triangleA: number, triangleB: number): void {
  loadMeshTriangle(sideA, triangleA);
  loadMeshTriangle(sideB, triangleB);
  addNodes(out, sideA, sideB, NODE_OF_A);
  addNodes(out, sideB, sideA, NODE_OF_B);
  for (let k = 0; k < 3; k++) {
    if (!hasEdge(sideA, k)) continue;
    for (let l = 0; l < 3; l++) {
      if (!hasEdge(sideB, l)) continue;
      const gap = edgeGap(pair, k, l);
      if (gap === Infinity) continue;
      record(out, EDGES, k, l);
      addMeshPoint(out, pair, gap, hashFeatures(3 * triangleA + k, 3 * triangleB + l, EDGES));
    }
  }
}

function addNodes(out: ContactPoints, own: MeshSide, other: MeshSide, kind: number): void {
  const { mesh, topology, triangle } = own;
  for (let k = 0; k < 3; k++) {
    const node = mesh.triangles[3 * triangle + k];
    if (topology.nodeOwners[node] !== triangle) continue;
    const gap = nodeGap(pair, own, k, other);
    if (gap === Infinity) continue;
    record(out, kind, k, k);
    addMeshPoint(out, pair, gap, hashFeatures(node, other.topology.regions[other.triangle], kind));
  }
}

function record({ count }: ContactPoints, kind: number, k: number, l: number): void {
  const at = RECORD * count;
  if (at + RECORD > records.length) {
    const old = records;
    records = new Int32Array(2 * at + RECORD);
    records.set(old);
  }
  records[at] = kind;
  records[at + 1] = sideA.triangle;
  records[at + 2] = sideB.triangle;
  records[at + 3] = k;
  records[at + 4] = l;
}

const corners = new Float64Array(18);

/**
 * An estimate of the depth of the overlap at the two triangles [m], if they intersect and it exceeds `known`; else `known`. Of two triangles
 * that intersect, one reaches behind the other no farther than the overlap is deep, up to the size of the triangles; the side faces of two
 * stacked boxes do, but intersect on a line as short as the overlap is deep.
 */
export function overlapDepth(known: number): number {
  const depth = Math.max(
    Math.min(depthBehind(pair.tolerance, sideA, sideB, true), depthBehind(pair.tolerance, sideB, sideA, false)),
    Math.min(depthBehind(pair.tolerance, sideB, sideA, true), depthBehind(pair.tolerance, sideA, sideB, false)),
  );
  const estimate = depth > known ? Math.min(depth, crossingLength(sideA, sideB)) : 0;
  return estimate > known && isIntersection() ? estimate : known;
}

/** Do the two triangles intersect? */
export function isIntersection(): boolean {
  corners.set(sideA.corners, 0);
  corners.set(sideB.corners, 9);
  return trianglesIntersect(corners);
}

/** Depths in a ratio above this count as equal. */
const AS_DEEP = 0.99;
/** Normals at a smaller angle than this (cosine) count as equal. */
const SAME_DIRECTION = 0.995;

/**
 * Drops overlaps that end when a less deep one with another normal is resolved: where a box is stacked on another, its lower corner is
 * slightly below the top face, and inside the side face by much more, which is not in contact.
 */
export function dropResolvedOverlaps(out: ContactPoints): void {
  const { distances } = out;
  let count = 0;
  for (let k = 0; k < out.count; k++) {
    if (distances[k] < 0 && isResolvedByOther(out, k)) distances[k] = Infinity;
  }
  for (let k = 0; k < out.count; k++) if (distances[k] < Infinity) movePoint(out, k, count++);
  out.count = count;
}

// biome-ignore format: one vector per line
function isResolvedByOther({ distances, normals: n, count }: ContactPoints, k: number): boolean {
  const x = n[3 * k], y = n[3 * k + 1], z = n[3 * k + 2];
  for (let j = 0; j < count; j++) {
    if (!(distances[j] < 0 && distances[j] > AS_DEEP * distances[k])) continue;
    if (n[3 * j] * x + n[3 * j + 1] * y + n[3 * j + 2] * z > SAME_DIRECTION) continue;
    if (!remainsAfterShift(n, j, 2 * pair.tolerance - distances[j], k)) return true;
  }
  return false;
}

/** Does overlap k remain if A moves back along normal j by `distance` [m]? */
// biome-ignore format: one vector per line
function remainsAfterShift(normals: Float64Array, j: number, distance: number, k: number): boolean {
  const { rotation: r } = sideA.pose;
  const { shift } = pair;
  const x = -distance * normals[3 * j], y = -distance * normals[3 * j + 1], z = -distance * normals[3 * j + 2];
  shift[0] = r.xx * x + r.yx * y + r.zx * z;
  shift[1] = r.xy * x + r.yy * y + r.zy * z;
  shift[2] = r.xz * x + r.yz * y + r.zz * z;
  const at = RECORD * k;
  loadMeshTriangle(sideA, records[at + 1]);
  loadMeshTriangle(sideB, records[at + 2]);
  const kind = records[at];
  const remains =
    kind === EDGES
      ? doEdgesCross(pair, records[at + 3], records[at + 4])
      : kind === NODE_OF_A
        ? isNodeStillOver(pair, sideA, records[at + 3], sideB)
        : isNodeStillOver(pair, sideB, records[at + 3], sideA);
  shift.fill(0);
  return remains;
}
