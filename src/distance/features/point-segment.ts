import { safeScale } from '../../math/scale.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';

/** Closest point of a segment to a point. */
export interface PointSegment {
  /** Unsigned [m]. */
  distance: number;
  /** Parameter on the segment: 0 at its start, 1 at its end. */
  t: number;
  /** The closest point of the segment [m]. */
  point: Vec3;
}

/** A new result of `closestPointSegment`, which may be used again. */
export function createPointSegment(): PointSegment {
  return { distance: 0, t: 0, point: createVec3() };
}

const residual = createVec3();

/**
 * Closest point of the segment from `start` to `end` to the point `p`, in 2-D or 3-D [m]: t = (p - a)·d / d², clamped;
 * a segment of zero length is its start. Writes into `out` and returns it. [CP13-2.1]
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { closestPointSegment, createPointSegment } from 'appulse/kernels';
 *
 * const { distance, t, point } = closestPointSegment(createPointSegment(), vec3(1, 3), vec3(0, 0), vec3(4, 0));
 * console.log(distance, t, point); // 3 0.25 { x: 1, y: 0, z: 0 }
 * ```
 */
export function closestPointSegment(
  out: PointSegment,
  p: ReadonlyVec3,
  start: ReadonlyVec3,
  end: ReadonlyVec3,
): PointSegment {
  const ex = end.x - start.x;
  const ey = end.y - start.y;
  const ez = end.z - start.z;
  const hx = p.x - start.x;
  const hy = p.y - start.y;
  const hz = p.z - start.z;
  const k = safeScale(Math.max(Math.abs(ex), Math.abs(ey), Math.abs(ez), Math.abs(hx), Math.abs(hy), Math.abs(hz)));
  const dx = ex / k;
  const dy = ey / k;
  const dz = ez / k;
  const gx = hx / k;
  const gy = hy / k;
  const gz = hz / k;
  const lengthSq = dx * dx + dy * dy + dz * dz;
  let t = lengthSq > 0 ? (gx * dx + gy * dy + gz * dz) / lengthSq : 0;
  if (t > 0.5) {
    // measured from the end: a short difference has a small rounding error
    const back = ((end.x - p.x) / k) * dx + ((end.y - p.y) / k) * dy + ((end.z - p.z) / k) * dz;
    t = 1 - Math.max(back / lengthSq, 0);
  }
  if (t < 0) t = 0;
  out.t = t;
  if (t === 1) setVec3(out.point, end.x, end.y, end.z);
  else setVec3(out.point, start.x + t * ex, start.y + t * ey, start.z + t * ez);
  // the residual from differences: subtracting distant points would cancel
  if (t === 1) setVec3(residual, (p.x - end.x) / k, (p.y - end.y) / k, (p.z - end.z) / k);
  else setVec3(residual, gx - t * dx, gy - t * dy, gz - t * dz);
  out.distance = k * lengthVec3(residual);
  return out;
}
