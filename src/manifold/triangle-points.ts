/**
 * Contact points of one triangle of a mesh, as body A, with a convex body. A body that slides over the surface must not catch on
 * internal edges: there the normal must lie between the normals of the two triangles. A normal that points into the neighbour, or
 * at a concave edge, is replaced by the normal of the triangle.
 */

import { hasCore } from '../distance/convex/core.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { Hull } from '../shapes/hull.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { addConvexPoints } from './convex-points.ts';
import type { PairCache } from './pair-cache.ts';
import type { ContactPoints } from './point-list.ts';
import { addPointsOverFace } from './solid-points.ts';

/** Directions within this angle of a face normal (sine) belong to the face; edges with a smaller angle are flat. */
const FLUSH = 1e-3;
/** Directions closer to the plane of a triangle than this (sine) do not determine the side. */
const TANGENTIAL = 0.5;
/** A point this close to an edge, as a fraction of the triangle, is on it. */
const ON_EDGE = 1e-6;

/** Contact normal and point in the frame of the mesh. */
const normal = new Float64Array(3);
const contactPoint = new Float64Array(3);

export function addTrianglePoints(
  out: ContactPoints,
  mesh: Trimesh,
  number: number,
  triangle: Hull,
  pose: ReadonlyPose,
  shape: Shape,
  shapePose: ReadonlyPose,
  margin: number,
  cache: PairCache,
): void {
  const first = out.count;
  addConvexPoints(out, triangle, pose, shape, shapePose, margin, cache);
  if (out.count === first || !hasCore(shape)) return;
  toMesh(normal, out.normals, 3 * first, pose, false);
  toMesh(contactPoint, out.pointsA, 3 * first, pose, true);
  const along = alongNormal(mesh, number, normal);
  const behind = isBehind(mesh, number, pose, shapePose);
  // a closed surface has only a front; on an open one the origin of the body decides where the direction does not
  const side = mesh.closed || (Math.abs(along) > TANGENTIAL ? along > 0 : !behind) ? 1 : -1;
  if (1 - side * along < 0.5 * FLUSH * FLUSH || leadsAway(mesh, number, side)) return;
  out.count = first;
  if (mesh.closed && (behind || along < -TANGENTIAL)) return;
  for (let k = 0; k < 3; k++) normal[k] = side * mesh.normals[3 * number + k];
  addPointsOverFace(out, triangle, pose, normal, shape, shapePose, margin);
}

/** Transforms a world vector or point to the frame of the mesh. */
// biome-ignore format: one vector per line
function toMesh(to: Float64Array, from: Float64Array, at: number, { position, rotation: r }: ReadonlyPose, isPoint: boolean): void {
  const x = from[at] - (isPoint ? position.x : 0), y = from[at + 1] - (isPoint ? position.y : 0), z = from[at + 2] - (isPoint ? position.z : 0);
  to[0] = r.xx * x + r.yx * y + r.zx * z;
  to[1] = r.xy * x + r.yy * y + r.zy * z;
  to[2] = r.xz * x + r.yz * y + r.zz * z;
}

function alongNormal({ normals }: Trimesh, number: number, v: Float64Array): number {
  return normals[3 * number] * v[0] + normals[3 * number + 1] * v[1] + normals[3 * number + 2] * v[2];
}

/** Is the origin of the body behind the triangle? Such a body gets no contact that moves it through the triangle. */
function isBehind(mesh: Trimesh, number: number, pose: ReadonlyPose, { position }: ReadonlyPose): boolean {
  origin[0] = position.x;
  origin[1] = position.y;
  origin[2] = position.z;
  toMesh(origin, origin, 0, pose, true);
  const corner = 3 * mesh.triangles[3 * number];
  for (let k = 0; k < 3; k++) origin[k] -= mesh.positions[corner + k];
  return alongNormal(mesh, number, origin) < 0;
}

const origin = new Float64Array(3);

/** Does the direction lead away from the surface at every edge that contains the point? */
function leadsAway(mesh: Trimesh, number: number, side: number): boolean {
  for (let k = 0; k < 3; k++) {
    const neighbour = mesh.neighbours[3 * number + k];
    if (neighbour >= 0 && isOnEdge(mesh, number, k) && !leadsAwayFrom(mesh, number, k, neighbour, side)) return false;
  }
  return true;
}

// biome-ignore format: one vector per line
function isOnEdge({ positions: p, triangles }: Trimesh, number: number, k: number): boolean {
  const i = 3 * triangles[3 * number + k], j = 3 * triangles[3 * number + ((k + 1) % 3)];
  const ex = p[j] - p[i], ey = p[j + 1] - p[i + 1], ez = p[j + 2] - p[i + 2];
  const qx = contactPoint[0] - p[i], qy = contactPoint[1] - p[i + 1], qz = contactPoint[2] - p[i + 2];
  const cx = ey * qz - ez * qy, cy = ez * qx - ex * qz, cz = ex * qy - ey * qx;
  const lengthSq = ex * ex + ey * ey + ez * ez;
  return cx * cx + cy * cy + cz * cz <= ON_EDGE * ON_EDGE * lengthSq * lengthSq;
}

/**
 * At edge k: the edge must be convex as seen from `side`, and the direction must not point into the neighbour, whose inward
 * direction from the edge is normal × (-e).
 */
// biome-ignore format: one vector per line
function leadsAwayFrom(mesh: Trimesh, number: number, k: number, neighbour: number, side: number): boolean {
  const { positions: p, triangles, normals: n } = mesh;
  const i = 3 * triangles[3 * number + k], j = 3 * triangles[3 * number + ((k + 1) % 3)];
  const ex = p[j] - p[i], ey = p[j + 1] - p[i + 1], ez = p[j + 2] - p[i + 2];
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const t = 3 * number, f = 3 * neighbour;
  // the neighbour has the edge in reverse: its inward direction is n' × (-e)
  const ix = -(n[f + 1] * ez - n[f + 2] * ey), iy = -(n[f + 2] * ex - n[f] * ez), iz = -(n[f] * ey - n[f + 1] * ex);
  const rise = side * (n[t] * ix + n[t + 1] * iy + n[t + 2] * iz);
  if (rise > -FLUSH * length) return false;
  return normal[0] * ix + normal[1] * iy + normal[2] * iz <= FLUSH * length;
}
