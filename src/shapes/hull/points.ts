import type { ReadonlyPose } from '../../math/pose.ts';
import { setVec3, type Vec3 } from '../../math/vec3.ts';
import { describeValue, finiteNumbers } from '../checks.ts';

/** Plane tolerance over the sum of the largest |x|, |y| and |z| [CP13-1.5]: the rounding of the input itself. */
const PLANE_TOLERANCE = 3 * 2 ** -52;

/** Validates the points of a fit: at least one, complete points, finite numbers. */
export function checkPoints(points: Float64Array, dimension: 2 | 3): void {
  if (!(points instanceof Float64Array)) {
    const expected = `a Float64Array of packed points, ${dimension} numbers each`;
    throw new TypeError(`points must be ${expected}, got ${describeValue(points)}`);
  }
  if (points.length === 0 || points.length % dimension !== 0 || !finiteNumbers(points)) {
    throw new RangeError(
      `points: a packed array of one or more points of ${dimension} finite numbers each, got ${describeValue([...points])}`,
    );
  }
}

/** Planar points xy xy ... as spatial points with z = 0. */
export function liftPoints(points: Float64Array): Float64Array {
  const lifted = new Float64Array((points.length / 2) * 3);
  for (let i = 0, j = 0; i < points.length; i += 2, j += 3) {
    lifted[j] = points[i];
    lifted[j + 1] = points[i + 1];
  }
  return lifted;
}

/** The power of two just above the largest coordinate: dividing by it is exact and prevents overflow of products. */
export function binaryScale(points: Float64Array): number {
  let largest = 0;
  for (const x of points) largest = Math.max(largest, Math.abs(x));
  // 2^1024 overflows, and the reciprocal of a subnormal scale would
  return largest === 0 ? 1 : 2 ** Math.min(Math.max(Math.ceil(Math.log2(largest)), -1000), 1000);
}

/** x + R p for packed points xyz xyz ...; `out` may be `points`. */
export function movePoints(out: Float64Array, points: Float64Array, pose: ReadonlyPose): Float64Array {
  const { position: c, rotation: r } = pose;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    out[i] = c.x + (r.xx * x + r.xy * y + r.xz * z);
    out[i + 1] = c.y + (r.yx * x + r.yy * y + r.yz * z);
    out[i + 2] = c.z + (r.zx * x + r.zy * y + r.zz * z);
  }
  return out;
}

/** Spatial points closer to a plane than this [m] lie on it, within the rounding of their coordinates. */
export function planeTolerance(points: Float64Array): number {
  const largest = [0, 0, 0];
  for (let i = 0; i < points.length; i++) largest[i % 3] = Math.max(largest[i % 3], Math.abs(points[i]));
  return PLANE_TOLERANCE * (largest[0] + largest[1] + largest[2]);
}

/** Point `to` minus point `from` of packed points xyz xyz ... */
export function offsetBetween(out: Vec3, points: Float64Array, from: number, to: number): Vec3 {
  const i = 3 * from;
  const j = 3 * to;
  return setVec3(out, points[j] - points[i], points[j + 1] - points[i + 1], points[j + 2] - points[i + 2]);
}
