import { closestPointToTrimesh } from '../distance/compound/point-trimesh.ts';
import { createContact } from '../distance/contact.ts';
import { RELATIVE_LENGTH, setRelative } from '../distance/convex/core.ts';
import { createPose, type ReadonlyPose, toWorld } from '../math/pose.ts';
import { createVec3, setVec3 } from '../math/vec3.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { type MeshTopology, topologyOf } from './mesh-topology.ts';
import { type ContactPoints, reservePoints } from './point-list.ts';

/** One of two meshes and its loaded triangle, in the frame of A. */
export interface MeshSide {
  mesh: Trimesh;
  topology: MeshTopology;
  pose: ReadonlyPose;
  /** -1 for A, 1 for B. */
  readonly sign: number;
  /** From the frame of the mesh to that of A: rotation by rows, translation. */
  readonly transform: Float64Array;
  triangle: number;
  /** Corners, normal, and unit vectors in the plane, perpendicular to the three sides, inward. */
  readonly corners: Float64Array;
  readonly normal: Float64Array;
  readonly inward: Float64Array;
}

/** Two meshes whose contact points are searched, and the pair of points found last. Vectors are in the frame of A. */
export interface MeshPair {
  readonly a: MeshSide;
  readonly b: MeshSide;
  /** Gaps and depths up to which points are found [m]. */
  margin: number;
  /** Points this far outside a triangle or edge are on it [m]. */
  tolerance: number;
  /** Overlaps up to this depth are real even if the body seems to be on the other side of an open mesh [m]. */
  shallow: number;
  /** Displacement of A, for the question whether an overlap would remain [m]. */
  readonly shift: Float64Array;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** Unit vector from A to B. */
  readonly normal: Float64Array;
}

/** Fractions of the size of the smaller mesh. */
const ON_FEATURE = 1e-5;
const SHALLOW = 1e-3;

const NO_MESH = {} as Trimesh;
const NO_TOPOLOGY = {} as MeshTopology;

function createSide(sign: number): MeshSide {
  return {
    mesh: NO_MESH,
    topology: NO_TOPOLOGY,
    pose: createPose(),
    sign,
    transform: new Float64Array(RELATIVE_LENGTH),
    triangle: -1,
    corners: new Float64Array(9),
    normal: new Float64Array(3),
    inward: new Float64Array(9),
  };
}

export function createMeshPair(): MeshPair {
  const a = createSide(-1);
  for (let k = 0; k < 9; k += 4) a.transform[k] = 1;
  return {
    a,
    b: createSide(1),
    margin: 0.5,
    tolerance: 0.5,
    shallow: 0.5,
    shift: new Float64Array(3),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    normal: new Float64Array(3),
  };
}

/** Prepares the search of points with gaps and depths up to `margin` [m]. `size` is that of the smaller mesh [m]. */
export function loadMeshPair(
  pair: MeshPair,
  meshA: Trimesh,
  poseA: ReadonlyPose,
  meshB: Trimesh,
  poseB: ReadonlyPose,
  margin: number,
  size: number,
): void {
  loadMesh(pair.a, meshA, poseA);
  loadMesh(pair.b, meshB, poseB);
  setRelative(pair.b.transform, poseA, poseB);
  pair.margin = margin;
  pair.tolerance = ON_FEATURE * size;
  pair.shallow = SHALLOW * size;
  pair.shift.fill(0);
}

function loadMesh(side: MeshSide, mesh: Trimesh, pose: ReadonlyPose): void {
  side.mesh = mesh;
  side.topology = topologyOf(mesh);
  side.pose = pose;
  side.triangle = -1;
}

// biome-ignore format: one vector per line
export function loadMeshTriangle(side: MeshSide, triangle: number): void {
  if (side.triangle === triangle) return;
  const { corners: c, normal: n, inward, mesh, transform: r } = side;
  const { positions: p, triangles, normals } = mesh;
  side.triangle = triangle;
  for (let k = 0; k < 3; k++) {
    const i = 3 * triangles[3 * triangle + k];
    const x = p[i], y = p[i + 1], z = p[i + 2];
    c[3 * k] = r[0] * x + r[1] * y + r[2] * z + r[9];
    c[3 * k + 1] = r[3] * x + r[4] * y + r[5] * z + r[10];
    c[3 * k + 2] = r[6] * x + r[7] * y + r[8] * z + r[11];
  }
  const x = normals[3 * triangle], y = normals[3 * triangle + 1], z = normals[3 * triangle + 2];
  n[0] = r[0] * x + r[1] * y + r[2] * z;
  n[1] = r[3] * x + r[4] * y + r[5] * z;
  n[2] = r[6] * x + r[7] * y + r[8] * z;
  for (let k = 0; k < 9; k += 3) {
    const l = k === 6 ? 0 : k + 3;
    const ex = c[l] - c[k], ey = c[l + 1] - c[k + 1], ez = c[l + 2] - c[k + 2];
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    inward[k] = (n[1] * ez - n[2] * ey) / length;
    inward[k + 1] = (n[2] * ex - n[0] * ez) / length;
    inward[k + 2] = (n[0] * ey - n[1] * ex) / length;
  }
}

/** Writes a direction in the frame of the mesh to `out`. */
// biome-ignore format: one vector per line
export function toMeshFrame(out: Float64Array, { transform: r }: MeshSide, v: Float64Array): void {
  const x = v[0], y = v[1], z = v[2];
  out[0] = r[0] * x + r[3] * y + r[6] * z;
  out[1] = r[1] * x + r[4] * y + r[7] * z;
  out[2] = r[2] * x + r[5] * y + r[8] * z;
}

const contact = createContact();
const worldPoint = createVec3();

/** Depth of a point, in the frame of A, inside a closed mesh [m]; below zero outside. */
export function depthInside({ a }: MeshPair, { mesh, pose }: MeshSide, point: Float64Array): number {
  toWorld(worldPoint, a.pose, setVec3(worldPoint, point[0], point[1], point[2]));
  return -closestPointToTrimesh(contact, worldPoint, mesh, pose).distance;
}

/** May a point of the other body be in contact from inside? Only a closed mesh has an inside. */
export function mayContain(pair: MeshPair, side: MeshSide, point: Float64Array): boolean {
  return !side.mesh.closed || depthInside(pair, side, point) >= -pair.tolerance;
}

/** Is the origin of a mesh on the side of `point` from which `direction` leads to the other body? */
// biome-ignore format: one vector per line
export function isOriginBehind({ transform: r }: MeshSide, point: Float64Array, direction: Float64Array): boolean {
  return (r[9] - point[0]) * direction[0] + (r[10] - point[1]) * direction[1] + (r[11] - point[2]) * direction[2] <= 0;
}

/** Odd constants that hash feature numbers. */
const MIX_A = 0x9e3779b1;
const MIX_B = 0x85ebca6b;
const MIX_KIND = 0xc2b2ae35;

export function hashFeatures(featureA: number, featureB: number, kind: number): number {
  return (Math.imul(featureA, MIX_A) + Math.imul(featureB, MIX_B) + Math.imul(kind, MIX_KIND)) | 0;
}

/** Adds the points of the pair, with their gap, in world axes. */
// biome-ignore format: one vector per line
export function addMeshPoint(out: ContactPoints, { a, pointA, pointB, normal }: MeshPair, gap: number, feature: number): void {
  reservePoints(out, 1);
  const { rotation: r, position: o } = a.pose;
  const i = 3 * out.count;
  const x = pointA[0], y = pointA[1], z = pointA[2];
  const u = pointB[0], v = pointB[1], w = pointB[2];
  const nx = normal[0], ny = normal[1], nz = normal[2];
  out.pointsA[i] = o.x + (r.xx * x + r.xy * y + r.xz * z);
  out.pointsA[i + 1] = o.y + (r.yx * x + r.yy * y + r.yz * z);
  out.pointsA[i + 2] = o.z + (r.zx * x + r.zy * y + r.zz * z);
  out.pointsB[i] = o.x + (r.xx * u + r.xy * v + r.xz * w);
  out.pointsB[i + 1] = o.y + (r.yx * u + r.yy * v + r.yz * w);
  out.pointsB[i + 2] = o.z + (r.zx * u + r.zy * v + r.zz * w);
  out.normals[i] = r.xx * nx + r.xy * ny + r.xz * nz;
  out.normals[i + 1] = r.yx * nx + r.yy * ny + r.yz * nz;
  out.normals[i + 2] = r.zx * nx + r.zy * ny + r.zz * nz;
  out.distances[out.count] = gap;
  out.features[out.count] = feature;
  out.count++;
}
