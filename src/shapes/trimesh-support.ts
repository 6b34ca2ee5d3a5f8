import { type ReadonlyVec3, setVec3, type Vec3 } from '../math/vec3.ts';
import type { Trimesh } from './trimesh.ts';

/** Nodes of the BVH still to be visited; a tree over 2^48 triangles has no deeper path. */
const stack = new Int32Array(64);

/** Support point of a mesh in direction `d`, any length; boxes that cannot contain a farther node are skipped. */
export function trimeshSupport(out: Vec3, mesh: Trimesh, d: ReadonlyVec3): Vec3 {
  const { positions, triangles, bvh } = mesh;
  const { boxes, links } = bvh;
  let best = triangles[0];
  let top = Number.NEGATIVE_INFINITY;
  let depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const node = stack[--depth];
    if (boxTop(boxes, node, d) <= top) continue;
    const link = links[node];
    if (link >= 0) {
      // visit the child with the higher bound first
      const firstIsFarther = boxTop(boxes, node + 1, d) >= boxTop(boxes, link, d);
      stack[depth++] = firstIsFarther ? link : node + 1;
      stack[depth++] = firstIsFarther ? node + 1 : link;
      continue;
    }
    for (let k = 3 * (-1 - link), end = k + 3; k < end; k++) {
      const i = 3 * triangles[k];
      const height = d.x * positions[i] + d.y * positions[i + 1] + d.z * positions[i + 2];
      if (height > top) {
        top = height;
        best = triangles[k];
      }
    }
  }
  return setVec3(out, positions[3 * best], positions[3 * best + 1], positions[3 * best + 2]);
}

/** Upper bound of the height in direction d over the box of a node. */
function boxTop(boxes: Float64Array, node: number, d: ReadonlyVec3): number {
  const k = 6 * node;
  return (
    d.x * boxes[k] +
    Math.abs(d.x) * boxes[k + 3] +
    d.y * boxes[k + 1] +
    Math.abs(d.y) * boxes[k + 4] +
    d.z * boxes[k + 2] +
    Math.abs(d.z) * boxes[k + 5]
  );
}
