import { transformVec3 } from '../../math/mat3.ts';
import { type ReadonlyPose, toBody } from '../../math/pose.ts';
import { addScaledVec3, createVec3, lengthVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';
import type { PointShape } from '../../shapes/point.ts';
import type { Sphere } from '../../shapes/sphere.ts';
import type { Trimesh } from '../../shapes/trimesh.ts';
import type { Contact } from '../contact.ts';
import { addRadii } from '../planar/core-contact.ts';

/** What the last search found, in the frame of the mesh. */
interface NearestPlace {
  /** Squared distance of the surface [m²]. */
  distanceSq: number;
  triangle: number;
  /** Side k, which runs from corner k to the next, or -1 for the inside of the triangle. */
  side: number;
  /** Where on that side, 0 to 1. */
  along: number;
  /** The nearest point. */
  readonly point: Float64Array;
  /** Is no other point of the surface as near, to rounding? */
  unique: boolean;
  /** Points whose squared distance is above this are of no interest [m²]: farther than the nearest, or as far as it if there are several. */
  reachSq: number;
  /** Distances that differ by less are equal, and points that are nearer to each other are the same [m]. */
  equal: number;
  same: number;
}

const place: NearestPlace = {
  distanceSq: 0.5,
  triangle: 0,
  side: -1,
  along: 0.5,
  point: new Float64Array(3),
  unique: true,
  reachSq: 0.5,
  equal: 0.5,
  same: 0.5,
};

/** The same as shares of the size of the mesh. */
const EQUAL = 2e-15;
const SAME = 1e-6;

/** Nodes to be looked at, and how far their boxes are from the point, squared. */
const stack = new Int32Array(64);
const stackGaps = new Float64Array(64);
const gaps = new Float64Array(2);

/** The point of the surface nearest to (x, y, z), in the frame of the mesh: boxes farther away than it are passed over. */
function findNearest(mesh: Trimesh, x: number, y: number, z: number): void {
  const { boxes, links } = mesh.hierarchy;
  place.distanceSq = Number.POSITIVE_INFINITY;
  place.reachSq = Number.POSITIVE_INFINITY;
  place.unique = true;
  place.equal = EQUAL * mesh.reach;
  place.same = SAME * mesh.reach;
  let depth = 1;
  stack[0] = 0;
  stackGaps[0] = 0;
  while (depth > 0) {
    depth--;
    if (stackGaps[depth] >= place.reachSq) continue;
    const node = stack[depth];
    const link = links[node];
    if (link < 0) {
      nearestOfTriangle(mesh, -1 - link, x, y, z);
      continue;
    }
    setBoxGap(0, boxes, node + 1, x, y, z);
    setBoxGap(1, boxes, link, x, y, z);
    // the nearer child is looked at first
    const farther = gaps[0] < gaps[1] ? 1 : 0;
    stack[depth] = farther === 1 ? link : node + 1;
    stackGaps[depth++] = gaps[farther];
    stack[depth] = farther === 1 ? node + 1 : link;
    stackGaps[depth++] = gaps[1 - farther];
  }
}

/** Squared distance of a point and the box of a node. */
function setBoxGap(at: number, boxes: Float64Array, node: number, x: number, y: number, z: number): void {
  const k = 6 * node;
  const dx = Math.max(Math.abs(x - boxes[k]) - boxes[k + 3], 0);
  const dy = Math.max(Math.abs(y - boxes[k + 1]) - boxes[k + 4], 0);
  const dz = Math.max(Math.abs(z - boxes[k + 2]) - boxes[k + 5], 0);
  gaps[at] = dx * dx + dy * dy + dz * dz;
}

/**
 * Over the inside of the triangle its plane is nearest, else one of its sides. The three sides decide which: for slivers weights
 * from areas would not.
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
    // (n×e)·p: how far to the inner side
    const inward = (ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz;
    if (inward >= 0) continue;
    inside = false;
    const s = Math.min(Math.max((ex * px + ey * py + ez * pz) / (ex * ex + ey * ey + ez * ez), 0), 1);
    const dx = px - s * ex, dy = py - s * ey, dz = pz - s * ez;
    const distanceSq = dx * dx + dy * dy + dz * dz;
    if (distanceSq >= place.reachSq) continue;
    candidate[0] = ax + s * ex; candidate[1] = ay + s * ey; candidate[2] = az + s * ez;
    if (!takeCandidate(distanceSq)) continue;
    place.triangle = t;
    place.side = k;
    place.along = s;
  }
  if (!inside) return;
  const i = 3 * triangles[3 * t];
  const height = nx * (x - positions[i]) + ny * (y - positions[i + 1]) + nz * (z - positions[i + 2]);
  if (height * height >= place.reachSq) return;
  candidate[0] = x - height * nx; candidate[1] = y - height * ny; candidate[2] = z - height * nz;
  if (!takeCandidate(height * height)) return;
  place.triangle = t;
  place.side = -1;
}

/** A point of the surface in reach. */
const candidate = new Float64Array(3);

/** Makes the candidate the nearest point if it is. One that is as near at another place is remembered all the same. */
// biome-ignore format: one vector per line
function takeCandidate(distanceSq: number): boolean {
  const { point } = place;
  const x = candidate[0], y = candidate[1], z = candidate[2];
  const isElsewhere = Math.max(Math.abs(x - point[0]), Math.abs(y - point[1]), Math.abs(z - point[2])) > place.same;
  if (distanceSq >= place.distanceSq) {
    // in reach, and so as near
    if (isElsewhere) { place.unique = false; place.reachSq = place.distanceSq; }
    return false;
  }
  const distance = Math.sqrt(distanceSq), reach = distance + place.equal + EQUAL * distance;
  if (place.distanceSq > reach * reach) place.unique = true;
  else if (isElsewhere) place.unique = false;
  place.distanceSq = distanceSq;
  place.reachSq = place.unique ? reach * reach : distanceSq;
  point[0] = x; point[1] = y; point[2] = z;
  return true;
}

const outward = createVec3();

/**
 * The outward direction at the nearest place, of any length: the normal of the triangle, the sum of those of both triangles at a
 * side, the sum weighted by angles at a node. Points on its side of the surface are outside (Bærentzen and Aanæs 2005).
 */
function setOutward({ normals, nodeNormals, triangles, neighbours }: Trimesh): void {
  const { triangle: t, side, along } = place;
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
  // sheets folded back on themselves have no direction there
  if (x !== 0 || y !== 0 || z !== 0) setVec3(outward, x, y, z);
}

/** The corner that the nearest place is, at the end of a side. */
function cornerAt(): number {
  return (place.side + (place.along > 0 ? 1 : 0)) % 3;
}

const local = createVec3();
const way = createVec3();

/**
 * A point, A, and a surface of triangles, B. Closed, it is a body: inside, the distance is below zero, and exact all the same. An open one has
 * no inside.
 */
export function closestPointToTrimesh(out: Contact, point: ReadonlyVec3, mesh: Trimesh, pose: ReadonlyPose): Contact {
  const { x, y, z } = toBody(local, pose, point);
  findNearest(mesh, x, y, z);
  setOutward(mesh);
  const { point: q, side, along, triangle } = place;
  setVec3(way, q[0] - x, q[1] - y, q[2] - z);
  const underneath = way.x * outward.x + way.y * outward.y + way.z * outward.z > 0;
  const behind = mesh.closed && underneath;
  const distance = Math.sqrt(place.distanceSq);
  // from the point to the surface, or, behind it, the other way. Over a triangle, and on the surface, the outward direction is as good
  // as it gets: the way there may be all rounding
  const upright = side < 0 || lengthVec3(way) === 0;
  const rotated = transformVec3(out.normal, pose.rotation, upright ? outward : way);
  setNormal(out.normal, rotated, (upright ? underneath && !behind : !behind) ? 1 : -1);
  out.distance = behind ? -distance : distance;
  setVec3(out.pointA, point.x, point.y, point.z);
  addScaledVec3(out.pointB, out.pointA, out.normal, out.distance);
  const corner = side >= 0 && !(along > 0 && along < 1);
  out.featureA = 'vertex';
  out.indexA = 0;
  out.featureB = corner ? 'vertex' : side >= 0 ? 'edge' : 'face';
  out.indexB = corner ? mesh.triangles[3 * triangle + cornerAt()] : triangle;
  out.unique = place.unique;
  out.status = 'exact';
  out.errorBound = 0;
  out.iterations = 0;
  return out;
}

function setNormal(out: Vec3, along: ReadonlyVec3, sign: 1 | -1): void {
  const length = lengthVec3(along);
  setVec3(out, (sign * along.x) / length, (sign * along.y) / length, (sign * along.z) / length);
}

/** A point or a ball A and a surface of triangles B: a ball is its middle grown. */
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
  // a ball over a dent may be lifted out by less than its middle's way
  if (out.distance < 0) out.status = 'approximate';
  return out;
}
