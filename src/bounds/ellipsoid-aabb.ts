import { createMat3, multiplyMat3 } from '../math/mat3.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import { setVec3 } from '../math/vec3.ts';
import { type Ellipsoid, ellipsoidMatrix } from '../shapes/ellipsoid.ts';
import type { Aabb } from './aabb.ts';

const matrix = createMat3();

/** The smallest box around an ellipsoid at a pose: its half extent along axis i is the length of row i of R B. */
export function ellipsoidAabb(out: Aabb, shape: Ellipsoid, pose: ReadonlyPose): Aabb {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = multiplyMat3(matrix, pose.rotation, ellipsoidMatrix(matrix, shape));
  const { x, y, z } = pose.position;
  const rx = Math.sqrt(xx * xx + xy * xy + xz * xz);
  const ry = Math.sqrt(yx * yx + yy * yy + yz * yz);
  const rz = Math.sqrt(zx * zx + zy * zy + zz * zz);
  setVec3(out.min, x - rx, y - ry, z - rz);
  setVec3(out.max, x + rx, y + ry, z + rz);
  return out;
}
