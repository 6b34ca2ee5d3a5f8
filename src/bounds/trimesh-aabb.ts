import { type ReadonlyPose, toWorld } from '../math/pose.ts';
import { createVec3, setVec3 } from '../math/vec3.ts';
import type { Trimesh } from '../shapes/trimesh.ts';
import { trimeshSupport } from '../shapes/trimesh-support.ts';
import type { Aabb } from './aabb.ts';

const direction = createVec3();
const support = createVec3();

/** The smallest box around a triangle mesh at a pose. */
export function trimeshAabb(out: Aabb, mesh: Trimesh, pose: ReadonlyPose): Aabb {
  const { rotation: r } = pose;
  for (const axis of ['x', 'y', 'z'] as const) {
    // the world axis in the frame of the mesh
    setVec3(direction, r[`${axis}x`], r[`${axis}y`], r[`${axis}z`]);
    out.max[axis] = toWorld(support, pose, trimeshSupport(support, mesh, direction))[axis];
    setVec3(direction, -direction.x, -direction.y, -direction.z);
    out.min[axis] = toWorld(support, pose, trimeshSupport(support, mesh, direction))[axis];
  }
  return out;
}
