import type { RigidBody } from '../dynamics/rigid-body.ts';
import { copyMat3, createMat3, type Mat3 } from '../math/mat3.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';

/**
 * The contact matrix K: the inverse mass seen at a contact. An impulse J on B (and -J on A) changes the relative
 * velocity w = v_B(pointB) - v_A(pointA) by K J. Symmetric, positive semi-definite. [CP13-3.2]
 *
 *   K = Σ over both bodies of (1/m) 1 - [r]× I⁻¹ [r]×,  r = point - x
 */
export function contactMatrix(out: Mat3, a: RigidBody, b: RigidBody, pointA: ReadonlyVec3, pointB: ReadonlyVec3): Mat3 {
  copyMat3(out, ZERO);
  addInverseMassAt(out, a, pointA);
  addInverseMassAt(out, b, pointB);
  return out;
}

const ZERO = createMat3(0, 0, 0);

/** Column k of -[r]× I⁻¹ [r]× is (I⁻¹(r × e_k)) × r. */
function addInverseMassAt(out: Mat3, body: RigidBody, point: ReadonlyVec3): void {
  const { inverseMass, inverseInertia: i } = body;
  const { position } = body.pose;
  const x = point.x - position.x;
  const y = point.y - position.y;
  const z = point.z - position.z;
  // G = I⁻¹ [r]×, whose columns are I⁻¹(r × e_k); its xx entry is not needed.
  // r × e_x = (0, z, -y), r × e_y = (-z, 0, x), r × e_z = (y, -x, 0)
  const gyx = i.yy * z - i.yz * y;
  const gzx = i.zy * z - i.zz * y;
  const gxy = i.xz * x - i.xx * z;
  const gyy = i.yz * x - i.yx * z;
  const gzy = i.zz * x - i.zx * z;
  const gxz = i.xx * y - i.xy * x;
  const gyz = i.yx * y - i.yy * x;
  const gzz = i.zx * y - i.zy * x;
  const xy = gyy * z - gzy * y;
  const xz = gyz * z - gzz * y;
  const yz = gzz * x - gxz * z;
  out.xx += inverseMass + gyx * z - gzx * y;
  out.yy += inverseMass + gzy * x - gxy * z;
  out.zz += inverseMass + gxz * y - gyz * x;
  out.xy += xy;
  out.yx += xy;
  out.xz += xz;
  out.zx += xz;
  out.yz += yz;
  out.zy += yz;
}
