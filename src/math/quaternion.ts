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
  packQuaternion(packed, r);
  return { w: packed[0], x: packed[1], y: packed[2], z: packed[3] };
}

const packed = new Float64Array(4);

/** The same quaternion as w, x, y, z in `out[0]` to `out[3]`; allocates nothing. */
export function packQuaternion(out: Float64Array, r: ReadonlyMat3): void {
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
  const row = largest === ww ? 0 : largest === xx ? 1 : largest === yy ? 2 : 3;
  const w = row === 0 ? ww : row === 1 ? wx : row === 2 ? wy : wz;
  const x = row === 0 ? wx : row === 1 ? xx : row === 2 ? xy : zx;
  const y = row === 0 ? wy : row === 1 ? xy : row === 2 ? yy : yz;
  const z = row === 0 ? wz : row === 1 ? zx : row === 2 ? yz : zz;
  const k = (w < 0 ? -1 : 1) / Math.sqrt(w * w + x * x + y * y + z * z);
  out[0] = k * w;
  out[1] = k * x;
  out[2] = k * y;
  out[3] = k * z;
}
