import type { ReadonlyPose } from '../math/pose.ts';
import type { Halfspace } from '../shapes/halfspace.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { type ContactPoints, pairFeature, reservePoints } from './point-list.ts';

const usedNodes = new WeakMap<Trimesh, Int32Array>();

/** The nodes used by triangles; others are not part of the surface. Computed at the first use of a mesh. */
function nodesOf(mesh: Trimesh): Int32Array {
  let nodes = usedNodes.get(mesh);
  if (nodes === undefined) {
    nodes = Int32Array.from(new Set(mesh.triangles)).sort();
    usedNodes.set(mesh, nodes);
  }
  return nodes;
}

/** Adds the nodes of mesh A that are at most `margin` [m] from half-space B. */
// biome-ignore format: one vector per line
export function addMeshOnHalfspace(
  out: ContactPoints, mesh: Trimesh, pose: ReadonlyPose, halfspace: Halfspace, halfspacePose: ReadonlyPose, margin: number,
): void {
  const { positions, boundingRadius } = mesh;
  const { rotation: r, position } = pose;
  const { rotation: w, position: q } = halfspacePose;
  const { x: mx, y: my, z: mz } = halfspace.normal;
  const nx = w.xx * mx + w.xy * my + w.xz * mz, ny = w.yx * mx + w.yy * my + w.yz * mz, nz = w.zx * mx + w.zy * my + w.zz * mz;
  const height = nx * (position.x - q.x) + ny * (position.y - q.y) + nz * (position.z - q.z);
  if (height - boundingRadius > margin) return;
  const ax = r.xx * nx + r.yx * ny + r.zx * nz, ay = r.xy * nx + r.yy * ny + r.zy * nz, az = r.xz * nx + r.yz * ny + r.zz * nz;
  const nodes = nodesOf(mesh);
  for (let node = 0; node < nodes.length; node++) {
    const k = 3 * nodes[node];
    const x = positions[k], y = positions[k + 1], z = positions[k + 2];
    const gap = height + (ax * x + ay * y + az * z);
    if (!(gap <= margin)) continue;
    reservePoints(out, 1);
    const i = 3 * out.count;
    const px = position.x + (r.xx * x + r.xy * y + r.xz * z);
    const py = position.y + (r.yx * x + r.yy * y + r.yz * z);
    const pz = position.z + (r.zx * x + r.zy * y + r.zz * z);
    out.pointsA[i] = px; out.pointsA[i + 1] = py; out.pointsA[i + 2] = pz;
    out.pointsB[i] = px - gap * nx; out.pointsB[i + 1] = py - gap * ny; out.pointsB[i + 2] = pz - gap * nz;
    out.normals[i] = -nx; out.normals[i + 1] = -ny; out.normals[i + 2] = -nz;
    out.distances[out.count] = gap;
    out.features[out.count] = pairFeature(k / 3, 0);
    out.count++;
  }
}
