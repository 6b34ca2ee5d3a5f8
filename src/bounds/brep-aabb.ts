import { type ReadonlyPose, toWorld } from '../math/pose.ts';
import { createVec3, setVec3 } from '../math/vec3.ts';
import type { Brep } from '../shapes/brep/brep.ts';
import type { Aabb } from './aabb.ts';

const center = createVec3();

/** Box of a body of trimmed faces: around its rotated box and its sphere, whichever is smaller along each axis; not the smallest box. */
export function brepAabb(out: Aabb, brep: Brep, pose: ReadonlyPose): Aabb {
  const { halfExtents: h, radius } = brep;
  const { rotation: r } = pose;
  const { x, y, z } = toWorld(center, pose, brep.center);
  const ex = Math.min(radius, Math.abs(r.xx) * h.x + Math.abs(r.xy) * h.y + Math.abs(r.xz) * h.z);
  const ey = Math.min(radius, Math.abs(r.yx) * h.x + Math.abs(r.yy) * h.y + Math.abs(r.yz) * h.z);
  const ez = Math.min(radius, Math.abs(r.zx) * h.x + Math.abs(r.zy) * h.y + Math.abs(r.zz) * h.z);
  setVec3(out.min, x - ex, y - ey, z - ez);
  setVec3(out.max, x + ex, y + ey, z + ez);
  return out;
}
