/** Contact features of flat and straight bodies: segments, boxes, hulls. */
import type { Hull } from '../../shapes/hull.ts';
import type { Segment } from '../../shapes/segment.ts';
import { addStraight, type ContactFeature, type FeatureLimits } from './contact-feature.ts';

/** Boxes, and segments along z: straight along each axis on which the point is not at an end. */
export function findBox(
  out: ContactFeature,
  hx: number,
  hy: number,
  hz: number,
  n: Float64Array,
  limits: FeatureLimits,
): void {
  alongAxis(out, 0, hx, n, limits);
  alongAxis(out, 1, hy, n, limits);
  alongAxis(out, 2, hz, n, limits);
}

function alongAxis(
  out: ContactFeature,
  axis: number,
  half: number,
  n: Float64Array,
  { near, parallelAngle }: FeatureLimits,
): void {
  const inside = Math.abs(out.point[axis]) < half - near;
  if (out.straightCount < 2 && half > 0 && (inside || Math.abs(n[axis]) < parallelAngle)) {
    addStraight(out, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0);
  } else {
    out.point[axis] = out.point[axis] < 0 ? -half : half;
  }
}

// biome-ignore format: one vector per line
export function findSegment(out: ContactFeature, { start, end }: Segment, n: Float64Array, { near, parallelAngle }: FeatureLimits): void {
  const { point } = out;
  const dx = end.x - start.x, dy = end.y - start.y, dz = end.z - start.z;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const x = length > 0 ? dx / length : 0, y = length > 0 ? dy / length : 0, z = length > 0 ? dz / length : 0;
  const along = x * (point[0] - start.x) + y * (point[1] - start.y) + z * (point[2] - start.z);
  const rise = n[0] * x + n[1] * y + n[2] * z;
  if (length > 0 && ((along > near && along < length - near) || Math.abs(rise) < parallelAngle)) addStraight(out, x, y, z);
  const foot = out.straightCount > 0 ? Math.min(Math.max(along, 0), length) : 2 * along > length ? length : 0;
  point[0] = start.x + foot * x; point[1] = start.y + foot * y; point[2] = start.z + foot * z;
}

/** In one face: on that face. In two: on their edge. In more: at a corner. A face or edge perpendicular to the normal has priority. */
export function findOnHull(
  out: ContactFeature,
  hull: Hull,
  n: Float64Array,
  { near, parallelAngle }: FeatureLimits,
): void {
  const { vertices, faceStarts, faceVertices, normals, edges } = hull;
  const { point } = out;
  let nearest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < faceStarts.length - 1; k++) {
    const v = 3 * faceVertices[faceStarts[k]];
    const height = heightOver(point, vertices, v, normals, 3 * k);
    const cosine = normals[3 * k] * n[0] + normals[3 * k + 1] * n[1] + normals[3 * k + 2] * n[2];
    // of the faces that contain the point, the one with the normal closest to n
    if (height > -near && cosine > nearest) {
      nearest = cosine;
      out.face = k;
    }
  }
  const v = 3 * faceVertices[faceStarts[out.face]];
  const flush =
    sineSq(normals, 3 * out.face, n) < parallelAngle * parallelAngle || isWithinFace(point, hull, out.face, near);
  if (flush) {
    spanFace(out, hull);
    moveAlong(point, normals, 3 * out.face, -heightOver(point, vertices, v, normals, 3 * out.face));
    return;
  }
  let corner = -1;
  let min = Number.POSITIVE_INFINITY;
  for (let e = 0; e < edges.length; e += 4) {
    const from = 3 * edges[e];
    const to = 3 * edges[e + 1];
    const foot = projectOnEdge(point, vertices, from, to);
    if (foot.distance > near) continue;
    const rise = n[0] * foot.x + n[1] * foot.y + n[2] * foot.z;
    if ((foot.along > near && foot.along < foot.length - near) || Math.abs(rise) < parallelAngle) {
      addStraight(out, foot.x, foot.y, foot.z);
      for (let c = 0; c < 3; c++) point[c] = vertices[from + c] + foot.along * out.straight[c];
      return;
    }
    if (foot.distance < min) {
      min = foot.distance;
      corner = foot.along > 0.5 * foot.length ? to : from;
    }
  }
  if (corner >= 0) for (let c = 0; c < 3; c++) point[c] = vertices[corner + c];
}

/** Squared sine of the angle between the unit vectors m, at `at`, and n: a cosine near 1 is too inaccurate. */
// biome-ignore format: one vector per line
function sineSq(m: Float64Array, at: number, n: Float64Array): number {
  const x = m[at + 1] * n[2] - m[at + 2] * n[1], y = m[at + 2] * n[0] - m[at] * n[2], z = m[at] * n[1] - m[at + 1] * n[0];
  return x * x + y * y + z * z;
}

function heightOver(p: Float64Array, vertices: Float64Array, v: number, normals: Float64Array, at: number): number {
  return (
    normals[at] * (p[0] - vertices[v]) +
    normals[at + 1] * (p[1] - vertices[v + 1]) +
    normals[at + 2] * (p[2] - vertices[v + 2])
  );
}

function moveAlong(p: Float64Array, directions: Float64Array, at: number, distance: number): void {
  for (let c = 0; c < 3; c++) p[c] += distance * directions[at + c];
}

/** Two directions in the face: along its first edge, and perpendicular to that. */
function spanFace(out: ContactFeature, { vertices, faceStarts, faceVertices, normals }: Hull): void {
  const from = 3 * faceVertices[faceStarts[out.face]];
  const to = 3 * faceVertices[faceStarts[out.face] + 1];
  const { x, y, z } = projectOnEdge(out.point, vertices, from, to);
  const at = 3 * out.face;
  addStraight(out, x, y, z);
  addStraight(
    out,
    normals[at + 1] * z - normals[at + 2] * y,
    normals[at + 2] * x - normals[at] * z,
    normals[at] * y - normals[at + 1] * x,
  );
}

/** Is the point inside the edges of the face by more than `near`? */
function isWithinFace(point: Float64Array, hull: Hull, face: number, near: number): boolean {
  const { vertices, faceStarts, faceVertices, normals } = hull;
  for (let k = faceStarts[face]; k < faceStarts[face + 1]; k++) {
    const from = 3 * faceVertices[k];
    const to = 3 * faceVertices[k + 1 < faceStarts[face + 1] ? k + 1 : faceStarts[face]];
    const { x, y, z } = projectOnEdge(point, vertices, from, to);
    const gx = point[0] - vertices[from];
    const gy = point[1] - vertices[from + 1];
    const gz = point[2] - vertices[from + 2];
    const at = 3 * face;
    // (normal × edge)·(point - from)
    const inward =
      (normals[at + 1] * z - normals[at + 2] * y) * gx +
      (normals[at + 2] * x - normals[at] * z) * gy +
      (normals[at] * y - normals[at + 1] * x) * gz;
    if (!(inward > near)) return false;
  }
  return true;
}

/** Unit vector along an edge, offset of a point along it and distance from it [m]. */
const projection = { x: 0.5, y: 0.5, z: 0.5, length: 0.5, along: 0.5, distance: 0.5 };

// biome-ignore format: one vector per line
function projectOnEdge(p: Float64Array, vertices: Float64Array, from: number, to: number): typeof projection {
  const dx = vertices[to] - vertices[from], dy = vertices[to + 1] - vertices[from + 1], dz = vertices[to + 2] - vertices[from + 2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const x = dx / length, y = dy / length, z = dz / length;
  const gx = p[0] - vertices[from], gy = p[1] - vertices[from + 1], gz = p[2] - vertices[from + 2];
  const along = x * gx + y * gy + z * gz;
  const foot = Math.min(Math.max(along, 0), length);
  const ox = gx - foot * x, oy = gy - foot * y, oz = gz - foot * z;
  projection.x = x; projection.y = y; projection.z = z;
  projection.length = length;
  projection.along = along;
  projection.distance = Math.sqrt(ox * ox + oy * oy + oz * oz);
  return projection;
}

/**
 * Is a point in the hull, within `slack` [m]? At a sharp edge a point may be close to the planes of both faces and far from the hull: close to the
 * plane of a face it has to be above that face, or above another close one, or close to an edge.
 */
export function isInHull(p: Float64Array, hull: Hull, slack: number): boolean {
  const { vertices, faceStarts, faceVertices, normals, edges } = hull;
  let isInside = true;
  let isOver = false;
  for (let k = 0; k < faceStarts.length - 1; k++) {
    const height = heightOver(p, vertices, 3 * faceVertices[faceStarts[k]], normals, 3 * k);
    if (height > slack) return false;
    if (height <= -slack) continue;
    isInside = false;
    isOver ||= isWithinFace(p, hull, k, -slack);
  }
  if (isInside || isOver) return true;
  for (let e = 0; e < edges.length; e += 4) {
    if (projectOnEdge(p, vertices, 3 * edges[e], 3 * edges[e + 1]).distance <= slack) return true;
  }
  return false;
}

const endPoints = new Float64Array(6);

/** Is a point on the segment, within `slack` [m]? */
export function isOnSegment(p: Float64Array, { start, end }: Segment, slack: number): boolean {
  endPoints[0] = start.x;
  endPoints[1] = start.y;
  endPoints[2] = start.z;
  endPoints[3] = end.x;
  endPoints[4] = end.y;
  endPoints[5] = end.z;
  const { distance } = projectOnEdge(p, endPoints, 0, 3);
  return distance <= slack;
}
