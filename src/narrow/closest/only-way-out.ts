/** Are overlapping convex shapes of the plane parted by one shortest translation alone? Shapes about one middle have several. */
import type { ReadonlyPose } from '../../math/pose.ts';
import type { PlanarCore } from '../../shapes/planar-core.ts';
import type { Contact } from '../contact.ts';

/** Lengths that differ by this share of the size are equal, places that differ by this share are not the same. */
export const EQUAL = 4e-15;
export const ELSEWHERE = 1e-6;

/** The largest coordinate [m]. */
export function coreSize({ vertices, radius }: PlanarCore): number {
  let size = 0;
  for (let i = 0; i < vertices.length; i++) size = Math.max(size, Math.abs(vertices[i]));
  return size + radius;
}

/** n, a unit vector of the plane, and the overlap along it [m]: numbers a call returns get boxed. */
const way = new Float64Array(3);

/**
 * Are overlapping shapes, or discs about one middle, parted by one shortest translation alone? Looks at the opposite direction, and for a point
 * in a polygon at all its edges.
 */
export function isOnlyWayOut(
  { distance, normal }: Contact,
  a: PlanarCore,
  poseA: ReadonlyPose,
  b: PlanarCore,
  poseB: ReadonlyPose,
): boolean {
  if (!(distance <= EQUAL * (a.radius + b.radius))) return true;
  const size = coreSize(a) + coreSize(b);
  const depth = -distance;
  if (depth + a.radius + b.radius <= ELSEWHERE * size) return true;
  way[0] = -normal.x;
  way[1] = -normal.y;
  setOverlap(a, poseA, b, poseB);
  if (way[2] <= depth + EQUAL * size) return false;
  if (a.vertices.length === 2) return isOverOneEdge(b, poseB, a, poseA, depth, EQUAL * size);
  return b.vertices.length !== 2 || isOverOneEdge(a, poseA, b, poseB, depth, EQUAL * size);
}

/** The overlap of two cores along the direction in `way`. */
// biome-ignore format: one body per line
function setOverlap(a: PlanarCore, poseA: ReadonlyPose, b: PlanarCore, poseB: ReadonlyPose): void {
  const x = way[0], y = way[1];
  const dx = poseB.position.x - poseA.position.x, dy = poseB.position.y - poseA.position.y;
  const ca = poseA.rotation.xx, sa = poseA.rotation.yx, cb = poseB.rotation.xx, sb = poseB.rotation.yx;
  let most = Number.NEGATIVE_INFINITY, least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < a.vertices.length; i += 2) most = Math.max(most, (ca * x + sa * y) * a.vertices[i] + (ca * y - sa * x) * a.vertices[i + 1]);
  for (let i = 0; i < b.vertices.length; i += 2) least = Math.min(least, (cb * x + sb * y) * b.vertices[i] + (cb * y - sb * x) * b.vertices[i + 1]);
  way[2] = most - least - (x * dx + y * dy);
}

/** Is one edge of a convex polygon nearer than the others to the only vertex of another core, which is inside? */
// biome-ignore format: one vector per line
function isOverOneEdge(
  { vertices: v }: PlanarCore, pose: ReadonlyPose, { vertices: w }: PlanarCore, pointPose: ReadonlyPose,
  depth: number, equal: number,
): boolean {
  const { xx: c, yx: s } = pose.rotation;
  const { xx: cw, yx: sw } = pointPose.rotation;
  const gx = pointPose.position.x - pose.position.x + cw * w[0] - sw * w[1];
  const gy = pointPose.position.y - pose.position.y + sw * w[0] + cw * w[1];
  const px = c * gx + s * gy, py = c * gy - s * gx;
  let near = 0;
  // a segment has no inside
  for (let i = 0; i < v.length && v.length > 4; i += 2) {
    const k = i + 2 < v.length ? i + 2 : 0;
    const dx = v[k] - v[i], dy = v[k + 1] - v[i + 1];
    const height = (dx * (py - v[i + 1]) - dy * (px - v[i])) / Math.sqrt(dx * dx + dy * dy);
    if (height <= depth + equal) near++;
  }
  return near < 2;
}
