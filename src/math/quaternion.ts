import type { ReadonlyMat3 } from './mat3.ts';

/** w + x i + y j + z k; of unit length where it represents a rotation. */
export interface Quaternion {
  /** Real part: cos(angle / 2) of a rotation. */
  w: number;
  /** Imaginary parts: the axis of a rotation, times sin(angle / 2). */
  x: number;
  /** Imaginary part along y. */
  y: number;
  /** Imaginary part along z. */
  z: number;
}

/**
 * The unit quaternion of a rotation matrix, with w >= 0. Shepperd's method: the diagonal gives the square of each
 * component; the largest is computed from it, the others by division, which avoids cancellation.
 */
export function quaternionFromRotation(r: ReadonlyMat3): Quaternion {
  // 4w², 4x², 4y², 4z²
  const ww = 1 + r.xx + r.yy + r.zz;
  const xx = 1 + r.xx - r.yy - r.zz;
  const yy = 1 - r.xx + r.yy - r.zz;
  const zz = 1 - r.xx - r.yy + r.zz;
  const largest = Math.max(ww, xx, yy, zz);
  // 4wx, 4wy, 4wz and 4yz, 4zx, 4xy
  const wx = r.zy - r.yz;
  const wy = r.xz - r.zx;
  const wz = r.yx - r.xy;
  const yz = r.yz + r.zy;
  const zx = r.zx + r.xz;
  const xy = r.xy + r.yx;
  if (largest === ww) return unitQuaternion(ww, wx, wy, wz);
  if (largest === xx) return unitQuaternion(wx, xx, xy, zx);
  if (largest === yy) return unitQuaternion(wy, xy, yy, yz);
  return unitQuaternion(wz, zx, yz, zz);
}

function unitQuaternion(w: number, x: number, y: number, z: number): Quaternion {
  const k = (w < 0 ? -1 : 1) / Math.sqrt(w * w + x * x + y * y + z * z);
  return { w: k * w, x: k * x, y: k * y, z: k * z };
}
