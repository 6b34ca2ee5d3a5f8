/**
 * Penetration depth of two triangles by the separating axis test (SAT): the minimum translation is along a normal of one of them or along the
 * cross product of two edges, which are the face normals of their Minkowski difference.
 */
import { prepareTriangles, type TrianglePair } from './triangle-corners.ts';
import { DISTANCE, measureEdges, NORMAL, writeNearest } from './triangle-pair.ts';

/** The best axis so far, a unit vector from A to B, and the overlap along it [m]. */
const axis = new Float64Array(4);
const OVERLAP = 3;
/** Squared sine of the angle below which the cross product of two edges has no direction. */
const PARALLEL_SQ = 1e-26;

/** The direction of minimum overlap, or of maximum separation, and that overlap. */
// biome-ignore format: one vector per line
function findAxis(triangles: TrianglePair): void {
  const { normals, edges } = triangles;
  axis[OVERLAP] = Number.POSITIVE_INFINITY;
  tryAxis(triangles, normals[0], normals[1], normals[2]);
  tryAxis(triangles, normals[3], normals[4], normals[5]);
  for (let k = 0; k < 9; k += 3) {
    const dx = edges[k], dy = edges[k + 1], dz = edges[k + 2], dd = dx * dx + dy * dy + dz * dz;
    for (let l = 9; l < 18; l += 3) {
      const ex = edges[l], ey = edges[l + 1], ez = edges[l + 2];
      const nx = dy * ez - dz * ey, ny = dz * ex - dx * ez, nz = dx * ey - dy * ex;
      if (nx * nx + ny * ny + nz * nz > PARALLEL_SQ * dd * (ex * ex + ey * ey + ez * ez)) tryAxis(triangles, nx, ny, nz);
    }
  }
}

// biome-ignore format: one vector per line
function tryAxis(triangles: TrianglePair, x: number, y: number, z: number): void {
  const { corners } = triangles;
  const length = Math.sqrt(x * x + y * y + z * z);
  const nx = x / length, ny = y / length, nz = z / length;
  let minA = Number.POSITIVE_INFINITY, maxA = Number.NEGATIVE_INFINITY;
  let minB = Number.POSITIVE_INFINITY, maxB = Number.NEGATIVE_INFINITY;
  // heights above A's first corner: avoids cancellation far from the origin of the frame
  const ox = corners[0], oy = corners[1], oz = corners[2];
  for (let k = 0; k < 9; k += 3) {
    const a = nx * (corners[k] - ox) + ny * (corners[k + 1] - oy) + nz * (corners[k + 2] - oz);
    const b = nx * (corners[k + 9] - ox) + ny * (corners[k + 10] - oy) + nz * (corners[k + 11] - oz);
    if (a < minA) minA = a;
    if (a > maxA) maxA = a;
    if (b < minB) minB = b;
    if (b > maxB) maxB = b;
  }
  const ahead = maxA - minB, behind = maxB - minA;
  const min = Math.min(ahead, behind);
  if (!(min < axis[OVERLAP])) return;
  const sign = ahead <= behind ? 1 : -1;
  axis[0] = sign * nx; axis[1] = sign * ny; axis[2] = sign * nz; axis[OVERLAP] = min;
}

/** Writes depth, normal and points of intersecting triangles. Overwrites `corners`. */
export function writeDepth(triangles: TrianglePair): void {
  const { corners, result } = triangles;
  findAxis(triangles);
  const depth = Math.max(axis[OVERLAP], 0);
  // translated by the depth the triangles touch; their closest points are the witness points
  for (let k = 9; k < 18; k++) corners[k] += depth * axis[k % 3];
  prepareTriangles(triangles);
  measureEdges(triangles);
  writeNearest(triangles);
  result[DISTANCE] = 0 - depth;
  for (let c = 0; c < 3; c++) result[NORMAL + c] = axis[c];
}

/** The normal of triangles so close that the difference of their closest points is rounding error. */
export function writeTouchingNormal(triangles: TrianglePair): void {
  const { result } = triangles;
  findAxis(triangles);
  for (let c = 0; c < 3; c++) result[NORMAL + c] = axis[c];
}
