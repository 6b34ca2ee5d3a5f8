/**
 * Contacts of polygons in general position: no parallel sides, no foot point near the end of an edge. They are written directly
 * in world axes. All others are computed in A's frame first (`simplex-witness.ts`).
 */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { Contact } from '../contact.ts';

/*
 * `facing`: the closest features, in the frame of one body. Corner: its position x y, and the vector to the other corner, x y. Edge: its start
 * x y, the edge vector d x y, then g·d, |d|² and the cross product of g and d, with g from the start to the opposite corner. In an array,
 * because number arguments of a call that is not inlined get boxed.
 */

/** Contact of corner `a` of A and corner `b` of B; `facing` is in A's frame, the pose is A's. */
// biome-ignore format: one vector per line
export function writeCorners(out: Contact, { position, rotation }: ReadonlyPose, a: number, b: number, facing: Float64Array): void {
  const { pointA, pointB, normal } = out;
  const c = rotation.xx, s = rotation.yx;
  const px = facing[0], py = facing[1], gx = facing[2], gy = facing[3];
  const distance = Math.sqrt(gx * gx + gy * gy);
  const nx = (c * gx - s * gy) / distance, ny = (s * gx + c * gy) / distance;
  const x = position.x + c * px - s * py, y = position.y + s * px + c * py, z = position.z;
  pointA.x = x; pointA.y = y; pointA.z = z;
  pointB.x = x + distance * nx; pointB.y = y + distance * ny; pointB.z = z;
  normal.x = nx; normal.y = ny; normal.z = 0;
  out.distance = distance;
  out.featureA = 'vertex'; out.featureB = 'vertex';
  out.indexA = a; out.indexB = b;
  out.unique = true;
  out.status = 'exact';
}

/** Contact of an edge, of A if `onA`, and a corner of the other body. `facing` is in the frame of the body with the edge, the pose is that body's. */
// biome-ignore format: one vector per line
export function writeEdgeAndCorner(out: Contact, { position, rotation }: ReadonlyPose, onA: boolean, edge: number, corner: number, facing: Float64Array): void {
  const { normal } = out;
  const c = rotation.xx, s = rotation.yx;
  const dx = facing[2], dy = facing[3], lengthSq = facing[5];
  const length = Math.sqrt(lengthSq), t = facing[4] / lengthSq, distance = facing[6] / length;
  const px = facing[0] + t * dx, py = facing[1] + t * dy;
  // outward, to the other body
  const mx = (c * dy + s * dx) / length, my = (s * dy - c * dx) / length;
  const x = position.x + c * px - s * py, y = position.y + s * px + c * py, z = position.z;
  const foot = onA ? out.pointA : out.pointB, ahead = onA ? out.pointB : out.pointA;
  foot.x = x; foot.y = y; foot.z = z;
  ahead.x = x + distance * mx; ahead.y = y + distance * my; ahead.z = z;
  normal.x = onA ? mx : -mx; normal.y = onA ? my : -my; normal.z = 0;
  out.distance = distance;
  out.featureA = onA ? 'edge' : 'vertex'; out.featureB = onA ? 'vertex' : 'edge';
  out.indexA = onA ? edge : corner; out.indexB = onA ? corner : edge;
  out.unique = true;
  out.status = 'exact';
}
