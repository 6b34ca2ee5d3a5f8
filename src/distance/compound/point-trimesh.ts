import { transformVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toBody } from '../../math/pose.ts';
import { addScaledVec3, createVec3, lengthVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { PointShape } from '../../shapes/point.ts';
import type { Sphere } from '../../shapes/sphere.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import type { Contact } from '../contact.ts';
import { addRadii } from '../planar/core-contact.ts';

/** Result of the last search, in the frame of the mesh. */
interface ClosestPoint {
  /** Squared distance to the surface [m²]. */
  distanceSq: number;
  triangle: number;
  /** Side k, from corner k to the next, or -1 for the interior of the triangle. */
  side: number;
  /** Parameter on that side, 0 to 1. */
  along: number;
  /** The closest point. */
  readonly point: Float64Array;
  /** Is this closest point unique, to machine precision? */
  unique: boolean;
  /** Search radius, squared [m²]: slightly above the smallest distance, or equal to it once the closest point is known not to be unique. */
  searchRadiusSq: number;
  /** Distances that differ by less than `equal` are equal, points closer than `same` are identical [m]. */
  equal: number;
  same: number;
}

const closest: ClosestPoint = {
  distanceSq: 0.5,
  triangle: 0,
  side: -1,
  along: 0.5,
  point: new Float64Array(3),
  unique: true,
  searchRadiusSq: 0.5,
  equal: 0.5,
  same: 0.5,
};

/** The same relative to the size of the mesh. */
const EQUAL = 2e-15;
const SAME = 1e-6;

/** Nodes to visit, and the squared distances of their boxes from the point. */
const stack = new Int32Array(64);
const stackGaps = new Float64Array(64);
const gaps = new Float64Array(2);

/** Closest surface point to (x, y, z), in the frame of the mesh, by BVH traversal: farther boxes are skipped. */
function findNearest(mesh: Trimesh, x: number, y: number, z: number): void {
  const { boxes, links } = mesh.bvh;
  closest.distanceSq = Number.POSITIVE_INFINITY;
  closest.searchRadiusSq = Number.POSITIVE_INFINITY;
  closest.unique = true;
  closest.equal = EQUAL * mesh.boundingRadius;
  closest.same = SAME * mesh.boundingRadius;
  let depth = 1;
  stack[0] = 0;
  stackGaps[0] = 0;
  while (depth > 0) {
    depth--;
    if (stackGaps[depth] >= closest.searchRadiusSq) continue;
    const node = stack[depth];
    const link = links[node];
    if (link < 0) {
      nearestOfTriangle(mesh, -1 - link, x, y, z);
      continue;
    }
    setBoxGap(0, boxes, node + 1, x, y, z);
    setBoxGap(1, boxes, link, x, y, z);
    // visit the nearer child first
    const farther = gaps[0] < gaps[1] ? 1 : 0;
    stack[depth] = farther === 1 ? link : node + 1;
    stackGaps[depth++] = gaps[farther];
    stack[depth] = farther === 1 ? node + 1 : link;
    stackGaps[depth++] = gaps[1 - farther];
  }
}

/** Squared distance of a point from the box of a node. */
function setBoxGap(at: number, boxes: Float64Array, node: number, x: number, y: number, z: number): void {
  const k = 6 * node;
  const dx = Math.max(Math.abs(x - boxes[k]) - boxes[k + 3], 0);
  const dy = Math.max(Math.abs(y - boxes[k + 1]) - boxes[k + 4], 0);
  const dz = Math.max(Math.abs(z - boxes[k + 2]) - boxes[k + 5], 0);
  gaps[at] = dx * dx + dy * dy + dz * dz;
}

/**
 * Voronoi regions of a triangle: above its interior the plane is closest, else one of its sides. The signs of the three edge planes decide;
 * barycentric weights from areas would fail for slivers.
 */
// biome-ignore format: one vector per line
function nearestOfTriangle({ positions, triangles, normals }: Trimesh, t: number, x: number, y: number, z: number): void {
  const nx = normals[3 * t], ny = normals[3 * t + 1], nz = normals[3 * t + 2];
  let inside = true;
  for (let k = 0; k < 3; k++) {
    const i = 3 * triangles[3 * t + k], j = 3 * triangles[3 * t + (k === 2 ? 0 : k + 1)];
    const ax = positions[i], ay = positions[i + 1], az = positions[i + 2];
    const ex = positions[j] - ax, ey = positions[j + 1] - ay, ez = positions[j + 2] - az;
    const px = x - ax, py = y - ay, pz = z - az;
    // (n×e)·p: above zero on the inner side
    const inward = (ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz;
    if (inward >= 0) continue;
    inside = false;
    const s = Math.min(Math.max((ex * px + ey * py + ez * pz) / (ex * ex + ey * ey + ez * ez), 0), 1);
    const dx = px - s * ex, dy = py - s * ey, dz = pz - s * ez;
    const distanceSq = dx * dx + dy * dy + dz * dz;
    if (distanceSq >= closest.searchRadiusSq) continue;
    candidate[0] = ax + s * ex; candidate[1] = ay + s * ey; candidate[2] = az + s * ez;
    if (!takeCandidate(distanceSq)) continue;
    closest.triangle = t;
    closest.side = k;
    closest.along = s;
  }
  if (!inside) return;
  const i = 3 * triangles[3 * t];
  const height = nx * (x - positions[i]) + ny * (y - positions[i + 1]) + nz * (z - positions[i + 2]);
  if (height * height >= closest.searchRadiusSq) return;
  candidate[0] = x - height * nx; candidate[1] = y - height * ny; candidate[2] = z - height * nz;
  if (!takeCandidate(height * height)) return;
  closest.triangle = t;
  closest.side = -1;
}

/** A surface point within the search radius. */
const candidate = new Float64Array(3);

/** Takes the candidate if it is closest. An equally close candidate elsewhere makes the closest point non-unique. */
// biome-ignore format: one vector per line
function takeCandidate(distanceSq: number): boolean {
  const { point } = closest;
  const x = candidate[0], y = candidate[1], z = candidate[2];
  const isElsewhere = Math.max(Math.abs(x - point[0]), Math.abs(y - point[1]), Math.abs(z - point[2])) > closest.same;
  if (distanceSq >= closest.distanceSq) {
    // within the search radius, so equally close
    if (isElsewhere) { closest.unique = false; closest.searchRadiusSq = closest.distanceSq; }
    return false;
  }
  const distance = Math.sqrt(distanceSq), radius = distance + closest.equal + EQUAL * distance;
  if (closest.distanceSq > radius * radius) closest.unique = true;
  else if (isElsewhere) closest.unique = false;
  closest.distanceSq = distanceSq;
  closest.searchRadiusSq = closest.unique ? radius * radius : distanceSq;
  point[0] = x; point[1] = y; point[2] = z;
  return true;
}

const outward = createVec3();

/**
 * Pseudonormal at the closest point, of any length: the normal of the triangle, the sum of the normals of both triangles at an
 * edge, the angle-weighted sum at a vertex. Points on its side of the surface are outside (Bærentzen and Aanæs 2005).
 */
function setOutward({ normals, nodeNormals, triangles, neighbours }: Trimesh): void {
  const { triangle: t, side, along } = closest;
  setVec3(outward, normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]);
  if (side < 0) return;
  if (along > 0 && along < 1) {
    const other = neighbours[3 * t + side];
    if (other >= 0) {
      setVec3(
        outward,
        outward.x + normals[3 * other],
        outward.y + normals[3 * other + 1],
        outward.z + normals[3 * other + 2],
      );
    }
    return;
  }
  const i = 3 * triangles[3 * t + cornerAt()];
  const [x, y, z] = [nodeNormals[i], nodeNormals[i + 1], nodeNormals[i + 2]];
  // the pseudonormal vanishes where a sheet is folded back on itself
  if (x !== 0 || y !== 0 || z !== 0) setVec3(outward, x, y, z);
}

/** The corner at the closest point, an end of a side. */
function cornerAt(): number {
  return (closest.side + (closest.along > 0 ? 1 : 0)) % 3;
}

const local = createVec3();
const toSurface = createVec3();

/**
 * Point A and triangle mesh B. A closed mesh is a solid: inside, the distance is below zero, and still exact. An open mesh has
 * no inside.
 */
export function closestPointToTrimesh(out: Contact, point: ReadonlyVec3, mesh: Trimesh, pose: ReadonlyPose): Contact {
  const { x, y, z } = toBody(local, pose, point);
  findNearest(mesh, x, y, z);
  setOutward(mesh);
  const { point: q, side, along, triangle } = closest;
  setVec3(toSurface, q[0] - x, q[1] - y, q[2] - z);
  const underneath = toSurface.x * outward.x + toSurface.y * outward.y + toSurface.z * outward.z > 0;
  const behind = mesh.closed && underneath;
  const distance = Math.sqrt(closest.distanceSq);
  // from the point to the surface, or reversed behind it. Above the interior of a triangle, and on the surface, use the pseudonormal:
  // the difference of the points may be all rounding error
  const upright = side < 0 || lengthVec3(toSurface) === 0;
  const rotated = transformVec3(out.normal, pose.rotation, upright ? outward : toSurface);
  setNormal(out.normal, rotated, (upright ? underneath && !behind : !behind) ? 1 : -1);
  out.distance = behind ? -distance : distance;
  setVec3(out.pointA, point.x, point.y, point.z);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
  const corner = side >= 0 && !(along > 0 && along < 1);
  out.featureA = 'vertex';
  out.indexA = 0;
  out.featureB = corner ? 'vertex' : side >= 0 ? 'edge' : 'face';
  out.indexB = corner ? mesh.triangles[3 * triangle + cornerAt()] : triangle;
  out.unique = closest.unique;
  out.status = 'exact';
  out.errorBound = 0;
  out.iterations = 0;
  return out;
}

function setNormal(out: Vec3, along: ReadonlyVec3, sign: 1 | -1): void {
  const length = lengthVec3(along);
  setVec3(out, (sign * along.x) / length, (sign * along.y) / length, (sign * along.z) / length);
}

/** Point or sphere A and triangle mesh B: a sphere is its centre, inflated by its radius. */
export function closestSphereToTrimesh(
  out: Contact,
  shape: PointShape | Sphere,
  pose: ReadonlyPose,
  mesh: Trimesh,
  meshPose: ReadonlyPose,
): Contact {
  closestPointToTrimesh(out, pose.position, mesh, meshPose);
  if (shape.kind === 'point') return out;
  addRadii(out, shape.radius, 0);
  // above a dent, a sphere may have a shorter minimum translation than its centre
  if (out.distance < 0) out.status = 'approximate';
  return out;
}
