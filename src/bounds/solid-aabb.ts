import type { ReadonlyPose } from '../math/pose.ts';
import { setVec3 } from '../math/vec3.ts';
import type { SolidShape } from '../shapes/solid.ts';
import type { Aabb } from './aabb.ts';

/** The smallest box around a convex solid at a pose. */
export function solidAabb(out: Aabb, shape: SolidShape, pose: ReadonlyPose): Aabb {
  switch (shape.kind) {
    case 'sphere':
      return boxAabb(out, 0, 0, 0, shape.radius, pose);
    case 'capsule':
      return boxAabb(out, 0, 0, shape.halfHeight, shape.radius, pose);
    case 'box': {
      const { halfExtents: h, radius } = shape;
      return boxAabb(out, h.x - radius, h.y - radius, h.z - radius, radius, pose);
    }
    case 'cylinder':
      return discsAabb(out, shape.radius, -shape.halfHeight, shape.radius, shape.halfHeight, pose);
    case 'cone':
      return discsAabb(out, shape.radius, -0.5 * shape.halfHeight, 0, 1.5 * shape.halfHeight, pose);
    case 'hull':
      return verticesAabb(out, shape.vertices, pose);
  }
}

/** A box with these half extents inflated by `radius` has the half extent Σ |R_ij| h_j + radius along axis i. */
function boxAabb(out: Aabb, hx: number, hy: number, hz: number, radius: number, pose: ReadonlyPose): Aabb {
  const { x, y, z } = pose.position;
  const { rotation: r } = pose;
  const ex = Math.abs(r.xx) * hx + Math.abs(r.xy) * hy + Math.abs(r.xz) * hz + radius;
  const ey = Math.abs(r.yx) * hx + Math.abs(r.yy) * hy + Math.abs(r.yz) * hz + radius;
  const ez = Math.abs(r.zx) * hx + Math.abs(r.zy) * hy + Math.abs(r.zz) * hz + radius;
  setVec3(out.min, x - ex, y - ey, z - ez);
  setVec3(out.max, x + ex, y + ey, z + ez);
  return out;
}

/** Around two discs perpendicular to the z axis of the frame, of radius `r0` at height `z0` and `r1` at `z1`. */
function discsAabb(out: Aabb, r0: number, z0: number, r1: number, z1: number, pose: ReadonlyPose): Aabb {
  const { rotation: r } = pose;
  const { min, max } = out;
  setVec3(min, 0, 0, 0);
  setVec3(max, 0, 0, 0);
  for (const axis of ['x', 'y', 'z'] as const) {
    const along = r[`${axis}z`];
    // a disc has the half extent √(1 - mᵢ²) times its radius along axis i, m its unit normal
    const perpendicular = Math.sqrt(r[`${axis}x`] * r[`${axis}x`] + r[`${axis}y`] * r[`${axis}y`]);
    const c = pose.position[axis];
    min[axis] = c + Math.min(along * z0 - perpendicular * r0, along * z1 - perpendicular * r1);
    max[axis] = c + Math.max(along * z0 + perpendicular * r0, along * z1 + perpendicular * r1);
  }
  return out;
}

function verticesAabb(out: Aabb, v: Float64Array, pose: ReadonlyPose): Aabb {
  const { x: cx, y: cy, z: cz } = pose.position;
  const { rotation: r } = pose;
  const { min, max } = out;
  setVec3(min, Infinity, Infinity, Infinity);
  setVec3(max, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < v.length; i += 3) {
    const x = cx + (r.xx * v[i] + r.xy * v[i + 1] + r.xz * v[i + 2]);
    const y = cy + (r.yx * v[i] + r.yy * v[i + 1] + r.yz * v[i + 2]);
    const z = cz + (r.zx * v[i] + r.zy * v[i + 1] + r.zz * v[i + 2]);
    setVec3(min, Math.min(min.x, x), Math.min(min.y, y), Math.min(min.z, z));
    setVec3(max, Math.max(max.x, x), Math.max(max.y, y), Math.max(max.z, z));
  }
  return out;
}
