import { safeScale } from '../../math/scale.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../../math/vec3.ts';

/** Closest point of an infinite line to a point. */
export interface PointLine {
  /** Unsigned [m]. */
  distance: number;
  /** Parameter on the line: 0 at its start, 1 at its end, of any size. */
  t: number;
  /** The closest point of the line [m]. */
  point: Vec3;
}

/** A new result of `closestPointLine`, which may be used again. */
export function createPointLine(): PointLine {
  return { distance: 0, t: 0, point: createVec3() };
}

const residual = createVec3();

/**
 * Closest point of the infinite line through `start` and `end` to the point `p`, in 2-D or 3-D [m]: t = (p - a)·d / d²,
 * not clamped. If both points of the line are the same, it is that point. Writes into `out` and returns it. [CP13-2.2]
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { closestPointLine, createPointLine } from 'appulse/kernels';
 *
 * const { distance, t, point } = closestPointLine(createPointLine(), vec3(6, 3), vec3(0, 0), vec3(4, 0));
 * console.log(distance, t, point); // 3 1.5 { x: 6, y: 0, z: 0 }
 * ```
 */
export function closestPointLine(out: PointLine, p: ReadonlyVec3, start: ReadonlyVec3, end: ReadonlyVec3): PointLine {
  const ex = end.x - start.x;
  const ey = end.y - start.y;
  const ez = end.z - start.z;
  const hx = p.x - start.x;
  const hy = p.y - start.y;
  const hz = p.z - start.z;
  // each vector by its own size: the points that define a line may be close together and far from p
  const kd = safeScale(Math.max(Math.abs(ex), Math.abs(ey), Math.abs(ez)));
  const kg = safeScale(Math.max(Math.abs(hx), Math.abs(hy), Math.abs(hz)));
  const dx = ex / kd;
  const dy = ey / kd;
  const dz = ez / kd;
  const gx = hx / kg;
  const gy = hy / kg;
  const gz = hz / kg;
  const lengthSq = dx * dx + dy * dy + dz * dz;
  const along = lengthSq > 0 ? (gx * dx + gy * dy + gz * dz) / lengthSq : 0;
  const t = (along / kd) * kg;
  out.t = t;
  setVec3(out.point, start.x + along * dx * kg, start.y + along * dy * kg, start.z + along * dz * kg);
  // the residual from differences: subtracting distant points would cancel
  setVec3(residual, gx - along * dx, gy - along * dy, gz - along * dz);
  out.distance = kg * lengthVec3(residual);
  return out;
}
