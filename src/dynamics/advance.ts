import type { Mat3 } from '../math/mat3.ts';
import { poseAt } from '../math/motion.ts';
import { addScaledVec3, createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import type { RigidBody } from './rigid-body.ts';

const NONE: ReadonlyVec3 = createVec3();

/**
 * Moves a body by `t` [s] under a constant acceleration of its centre [m/s²] and a constant angular velocity: exact for
 * planar bodies and for bodies with equal principal inertias, for any step length; other spatial bodies tumble, see
 * `advanceSpatialBody`. [CP13-4.3]
 */
export function advanceBody(body: RigidBody, t: number, acceleration: ReadonlyVec3 = NONE): void {
  const { pose, velocity, angularVelocity } = body;
  poseAt(pose, { pose, velocity, angularVelocity, acceleration }, t);
  orthonormalize(pose.rotation);
  addScaledVec3(velocity, velocity, acceleration, t);
}

/** One Newton step R ← R (3 - RᵀR)/2 towards the nearest rotation: squares the accumulated rounding error. */
export function orthonormalize(r: Mat3): void {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = r;
  // S = (3 - RᵀR)/2, symmetric
  const sxx = 1.5 - 0.5 * (xx * xx + yx * yx + zx * zx);
  const syy = 1.5 - 0.5 * (xy * xy + yy * yy + zy * zy);
  const szz = 1.5 - 0.5 * (xz * xz + yz * yz + zz * zz);
  const sxy = -0.5 * (xx * xy + yx * yy + zx * zy);
  const sxz = -0.5 * (xx * xz + yx * yz + zx * zz);
  const syz = -0.5 * (xy * xz + yy * yz + zy * zz);
  r.xx = xx * sxx + xy * sxy + xz * sxz;
  r.xy = xx * sxy + xy * syy + xz * syz;
  r.xz = xx * sxz + xy * syz + xz * szz;
  r.yx = yx * sxx + yy * sxy + yz * sxz;
  r.yy = yx * sxy + yy * syy + yz * syz;
  r.yz = yx * sxz + yy * syz + yz * szz;
  r.zx = zx * sxx + zy * sxy + zz * sxz;
  r.zy = zx * sxy + zy * syy + zz * syz;
  r.zz = zx * sxz + zy * syz + zz * szz;
}
