/**
 * Contact points of a mesh, as body A, and a sphere: at faces, ridges and convex nodes. A face extends beyond its valleys, where its plane is
 * inside the body, so that a sphere that rolls from one face of a hollow to the next in a step already has its contact: without it
 * the sphere would enter the next face, and correcting that would lift it.
 */
import type { ReadonlyPose } from '../math/pose.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { hashFeatures } from './mesh-side.ts';
import { BOUNDARY, CONCAVE, CONVEX, FLAT, FLUSH, type MeshTopology, topologyOf } from './mesh-topology.ts';
import { type ContactPoints, movePoint, reservePoints } from './point-list.ts';

/** Kinds of features, for their ids. */
const FACE = 1;
const EDGE = 2;
const NODE = 3;

/** Centre in the frame of the mesh, and its radius [m]. */
const centre = new Float64Array(3);
/** From the mesh to the centre, in the frame of the mesh, and its length [m]. */
const away = new Float64Array(3);
let distance = 0.5;

/** Adds the points of one triangle of the mesh with a sphere whose centre is the position of its pose. */
export function addSphereOnTriangle(
  out: ContactPoints,
  mesh: Trimesh,
  triangle: number,
  pose: ReadonlyPose,
  radius: number,
  spherePose: ReadonlyPose,
  margin: number,
): void {
  const topology = topologyOf(mesh);
  setCentre(pose, spherePose);
  if (setFromFace(mesh, topology, triangle, margin)) {
    addPoint(out, pose, spherePose, radius, margin, hashFeatures(topology.regions[triangle], 0, FACE));
  }
  for (let k = 0; k < 3; k++) {
    if (setFromEdge(mesh, topology, triangle, k)) {
      addPoint(out, pose, spherePose, radius, margin, hashFeatures(3 * triangle + k, 0, EDGE));
    }
    const node = mesh.triangles[3 * triangle + k];
    if (topology.nodeOwners[node] === triangle && setFromNode(mesh, topology, node)) {
      addPoint(out, pose, spherePose, radius, margin, hashFeatures(node, 0, NODE));
    }
  }
}

// biome-ignore format: one vector per line
function setCentre({ position: o, rotation: r }: ReadonlyPose, { position: p }: ReadonlyPose): void {
  const x = p.x - o.x, y = p.y - o.y, z = p.z - o.z;
  centre[0] = r.xx * x + r.yx * y + r.zx * z;
  centre[1] = r.xy * x + r.yy * y + r.zy * z;
  centre[2] = r.xz * x + r.yz * y + r.zz * z;
}

/** Over a face, or beyond its valleys by no more than the sphere moves in a step. A centre behind a closed surface has no contact. */
// biome-ignore format: one vector per line
function setFromFace(mesh: Trimesh, { sideKinds }: MeshTopology, triangle: number, margin: number): boolean {
  const { positions: p, triangles, normals } = mesh;
  const nx = normals[3 * triangle], ny = normals[3 * triangle + 1], nz = normals[3 * triangle + 2];
  const first = 3 * triangles[3 * triangle];
  const height = nx * (centre[0] - p[first]) + ny * (centre[1] - p[first + 1]) + nz * (centre[2] - p[first + 2]);
  if (mesh.closed && height < 0) return false;
  const valley = height >= 0 ? CONCAVE : CONVEX;
  for (let k = 0; k < 3; k++) {
    const i = 3 * triangles[3 * triangle + k], j = 3 * triangles[3 * triangle + (k === 2 ? 0 : k + 1)];
    const ex = p[j] - p[i], ey = p[j + 1] - p[i + 1], ez = p[j + 2] - p[i + 2];
    const x = centre[0] - p[i], y = centre[1] - p[i + 1], z = centre[2] - p[i + 2];
    // inward from the side: n × e
    const inside = (ny * ez - nz * ey) * x + (nz * ex - nx * ez) * y + (nx * ey - ny * ex) * z;
    if (inside >= 0) continue;
    if (sideKinds[3 * triangle + k] !== valley || inside * inside > margin * margin * (ex * ex + ey * ey + ez * ez)) return false;
  }
  distance = Math.abs(height);
  const front = height >= 0 ? 1 : -1;
  away[0] = front * nx; away[1] = front * ny; away[2] = front * nz;
  return true;
}

/** Next to an edge, in a direction that leads away from both of its triangles. An edge of two triangles belongs to the first of them. */
// biome-ignore format: one vector per line
function setFromEdge(mesh: Trimesh, { sideKinds }: MeshTopology, triangle: number, k: number): boolean {
  const { positions: p, triangles, neighbours } = mesh;
  const side = 3 * triangle + k;
  if (sideKinds[side] === FLAT || (sideKinds[side] === CONCAVE && mesh.closed)) return false;
  if (sideKinds[side] !== BOUNDARY && neighbours[side] < triangle) return false;
  const i = 3 * triangles[side], j = 3 * triangles[k === 2 ? side - 2 : side + 1];
  const ex = p[j] - p[i], ey = p[j + 1] - p[i + 1], ez = p[j + 2] - p[i + 2];
  const x = centre[0] - p[i], y = centre[1] - p[i + 1], z = centre[2] - p[i + 2];
  const lengthSq = ex * ex + ey * ey + ez * ez;
  const along = (x * ex + y * ey + z * ez) / lengthSq;
  if (!(along > 0 && along < 1)) return false;
  if (!setAway(x - along * ex, y - along * ey, z - along * ez)) return false;
  if (leadsInto(mesh, triangle, ex, ey, ez)) return false;
  return sideKinds[side] === BOUNDARY || !leadsInto(mesh, neighbours[side], -ex, -ey, -ez);
}

/** Sets the direction to the centre. False: there is none, because it is on the surface. */
function setAway(x: number, y: number, z: number): boolean {
  distance = Math.sqrt(x * x + y * y + z * z);
  if (!(distance > 0)) return false;
  away[0] = x / distance;
  away[1] = y / distance;
  away[2] = z / distance;
  return true;
}

/** Does the direction lead into a triangle that has the side e, inward n × e? For closed meshes also if it leads behind it. */
// biome-ignore format: one vector per line
function leadsInto({ normals: n, closed }: Trimesh, triangle: number, ex: number, ey: number, ez: number): boolean {
  const t = 3 * triangle;
  const inward =
    (n[t + 1] * ez - n[t + 2] * ey) * away[0] + (n[t + 2] * ex - n[t] * ez) * away[1] + (n[t] * ey - n[t + 1] * ex) * away[2];
  if (inward > 0) return true;
  return closed && n[t] * away[0] + n[t + 1] * away[1] + n[t + 2] * away[2] < -FLUSH;
}

/** In front of a node that is not inside a plane region, in a direction that leads away from all its sides. */
// biome-ignore format: one vector per line
function setFromNode({ positions: p, nodeNormals, closed }: Trimesh, { ringStarts, rings }: MeshTopology, node: number): boolean {
  const i = 3 * node;
  if (!setAway(centre[0] - p[i], centre[1] - p[i + 1], centre[2] - p[i + 2])) return false;
  const outward = nodeNormals[i] * away[0] + nodeNormals[i + 1] * away[1] + nodeNormals[i + 2] * away[2];
  if (closed && !(outward > 0)) return false;
  let isFlat = true;
  for (let k = ringStarts[node]; k < ringStarts[node + 1]; k++) {
    const j = 3 * rings[k];
    const x = p[j] - p[i], y = p[j + 1] - p[i + 1], z = p[j + 2] - p[i + 2];
    const lead = x * away[0] + y * away[1] + z * away[2];
    if (lead > 0) return false;
    if (lead * lead > FLUSH * FLUSH * (x * x + y * y + z * z)) isFlat = false;
  }
  return !isFlat;
}

// biome-ignore format: one vector per line
function addPoint(
  out: ContactPoints, { rotation: r }: ReadonlyPose, { position: c }: ReadonlyPose, radius: number, margin: number, feature: number,
): void {
  const gap = distance - radius;
  if (!(gap <= margin)) return;
  reservePoints(out, 1);
  const i = 3 * out.count;
  const nx = r.xx * away[0] + r.xy * away[1] + r.xz * away[2];
  const ny = r.yx * away[0] + r.yy * away[1] + r.yz * away[2];
  const nz = r.zx * away[0] + r.zy * away[1] + r.zz * away[2];
  out.pointsA[i] = c.x - distance * nx; out.pointsA[i + 1] = c.y - distance * ny; out.pointsA[i + 2] = c.z - distance * nz;
  out.pointsB[i] = c.x - radius * nx; out.pointsB[i + 1] = c.y - radius * ny; out.pointsB[i + 2] = c.z - radius * nz;
  out.normals[i] = nx; out.normals[i + 1] = ny; out.normals[i + 2] = nz;
  out.distances[out.count] = gap;
  out.features[out.count] = feature;
  out.count++;
}

/** Drops points with the feature of an earlier one: a plane region has one point, whichever of its triangles the sphere is over. */
export function dropRepeatedFeatures(out: ContactPoints): void {
  let count = 0;
  for (let k = 0; k < out.count; k++) {
    const known = out.features.indexOf(out.features[k]);
    if (known < 0 || known >= count) movePoint(out, k, count++);
    else if (out.distances[k] < out.distances[known]) movePoint(out, k, known);
  }
  out.count = count;
}
