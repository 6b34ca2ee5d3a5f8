import type { Mat3, ReadonlyMat3 } from '../math/mat3.ts';
import { createVec3, crossVec3, normalizeVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { convexHull2 } from '../shapes/hull/hull2.ts';
import { minAreaBox } from './min-area-box.ts';

/** Axes of a box (columns of `rotation`) and its volume [m³]. */
export interface BoxRotation {
  readonly rotation: Mat3;
  readonly volume: number;
}

/** Right-handed frame from two orthogonal unit vectors, its columns x and y. */
export function frameFromAxes(x: ReadonlyVec3, y: ReadonlyVec3): Mat3 {
  const z = crossVec3(createVec3(), x, y);
  return { xx: x.x, xy: y.x, xz: z.x, yx: x.y, yy: y.y, yz: z.y, zx: x.z, zy: y.z, zz: z.z };
}

/** Any right-handed frame with the unit vector `x` as its x axis. */
export function frameAlong(x: ReadonlyVec3): Mat3 {
  const [ax, ay, az] = [Math.abs(x.x), Math.abs(x.y), Math.abs(x.z)];
  const min = ax <= ay && ax <= az ? createVec3(1, 0, 0) : ay <= az ? createVec3(0, 1, 0) : createVec3(0, 0, 1);
  const y = crossVec3(createVec3(), x, min);
  return frameFromAxes(x, normalizeVec3(y, y));
}

/** Smallest box around packed points xyz xyz ... with the unit vector `axis` as its x axis, by rotating calipers. */
export function smallestBoxAlong(points: Float64Array, axis: ReadonlyVec3): BoxRotation {
  const frame = frameAlong(axis);
  const local = localPoints(points, frame);
  const seen = new Float64Array((points.length / 3) * 2);
  for (let i = 0, k = 0; i < local.length; i += 3, k += 2) {
    seen[k] = local[i + 1];
    seen[k + 1] = local[i + 2];
  }
  const { area, direction: d } = minAreaBox(convexHull2(seen));
  const side = createVec3(
    d.x * frame.xy + d.y * frame.xz,
    d.x * frame.yy + d.y * frame.yz,
    d.x * frame.zy + d.y * frame.zz,
  );
  return { rotation: frameFromAxes(axis, side), volume: area * extent(local, 0) };
}

/** Volume of the box with the axes `rotation` around packed points xyz xyz ... [m³] */
export function boxVolumeAlong(points: Float64Array, rotation: ReadonlyMat3): number {
  const local = localPoints(points, rotation);
  return extent(local, 0) * extent(local, 1) * extent(local, 2);
}

/** Rᵀ (p - p0) of every point, p0 the first. */
function localPoints(points: Float64Array, r: ReadonlyMat3): Float64Array {
  const local = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - points[0];
    const y = points[i + 1] - points[1];
    const z = points[i + 2] - points[2];
    local[i] = r.xx * x + r.yx * y + r.zx * z;
    local[i + 1] = r.xy * x + r.yy * y + r.zy * z;
    local[i + 2] = r.xz * x + r.yz * y + r.zz * z;
  }
  return local;
}

/** Extent of packed points along an axis: maximum minus minimum coordinate. */
function extent(points: Float64Array, axis: number): number {
  let min = Infinity;
  let max = -Infinity;
  for (let i = axis; i < points.length; i += 3) {
    min = Math.min(min, points[i]);
    max = Math.max(max, points[i]);
  }
  return max - min;
}
