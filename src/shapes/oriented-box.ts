import { symmetricEigen3 } from '../math/eigen3.ts';
import { createMat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { type FitOrientedBox, HALF, MIDPOINT } from './bvh.ts';

/** Margin of oriented boxes, as a fraction of the largest coordinate: rounding of axes and of coordinates along them. */
const ROUNDING = 2 ** -48;

/**
 * Writes an oriented box, its axes the columns of `axes`, that extends from `low` to `high` along them relative to
 * `origin`, plus a margin.
 */
export function writeOrientedBox(
  out: Float64Array,
  at: number,
  axes: ReadonlyMat3,
  low: ReadonlyVec3,
  high: ReadonlyVec3,
  origin: ReadonlyVec3,
): void {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = axes;
  out.set([xx, yx, zx, xy, yy, zy, xz, yz, zz], at);
  const u = 0.5 * (low.x + high.x);
  const v = 0.5 * (low.y + high.y);
  const w = 0.5 * (low.z + high.z);
  out[at + MIDPOINT] = origin.x + xx * u + xy * v + xz * w;
  out[at + MIDPOINT + 1] = origin.y + yx * u + yy * v + yz * w;
  out[at + MIDPOINT + 2] = origin.z + zx * u + zy * v + zz * w;
  const far = [origin.x, origin.y, origin.z, low.x, low.y, low.z, high.x, high.y, high.z];
  const margin = ROUNDING * Math.max(...far.map(Math.abs));
  out[at + HALF] = 0.5 * (high.x - low.x) + margin;
  out[at + HALF + 1] = 0.5 * (high.y - low.y) + margin;
  out[at + HALF + 2] = 0.5 * (high.z - low.z) + margin;
}

const moments = createMat3();
const axes = createMat3();
const values = createVec3();
const origin = createVec3();
const low = createVec3();
const high = createVec3();

/**
 * Fits boxes along the principal axes of the surface of some triangles: thin where it is nearly flat, which gives good
 * lower bounds between surfaces that face each other.
 */
export function fitBoxesToTriangles(positions: Float64Array, triangles: Int32Array): FitOrientedBox {
  return (out, at, items) => {
    const first = 3 * triangles[3 * items[0]];
    origin.x = positions[first];
    origin.y = positions[first + 1];
    origin.z = positions[first + 2];
    findSecondMoments(positions, triangles, items);
    symmetricEigen3(values, axes, moments);
    low.x = low.y = low.z = Number.POSITIVE_INFINITY;
    high.x = high.y = high.z = Number.NEGATIVE_INFINITY;
    for (const item of items) {
      for (let k = 3 * item; k < 3 * item + 3; k++) {
        const i = 3 * triangles[k];
        const x = positions[i] - origin.x;
        const y = positions[i + 1] - origin.y;
        const z = positions[i + 2] - origin.z;
        const u = axes.xx * x + axes.yx * y + axes.zx * z;
        const v = axes.xy * x + axes.yy * y + axes.zy * z;
        const w = axes.xz * x + axes.yz * y + axes.zz * z;
        low.x = Math.min(low.x, u);
        high.x = Math.max(high.x, u);
        low.y = Math.min(low.y, v);
        high.y = Math.max(high.y, v);
        low.z = Math.min(low.z, w);
        high.z = Math.max(high.z, w);
      }
    }
    writeOrientedBox(out, at, axes, low, high, origin);
    return true;
  };
}

/**
 * Second moments of the surface about its centre: ∫1 = A, ∫x = A m, ∫x xᵀ = A (9 m mᵀ + p pᵀ + q qᵀ + r rᵀ)/12 for a
 * triangle p q r with centroid m.
 */
// biome-ignore format: one vector per line
function findSecondMoments(positions: Float64Array, triangles: Int32Array, items: Int32Array): void {
  let area = 0, x = 0, y = 0, z = 0, xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;
  for (const item of items) {
    const i = 3 * triangles[3 * item], j = 3 * triangles[3 * item + 1], k = 3 * triangles[3 * item + 2];
    const px = positions[i] - origin.x, py = positions[i + 1] - origin.y, pz = positions[i + 2] - origin.z;
    const qx = positions[j] - origin.x, qy = positions[j + 1] - origin.y, qz = positions[j + 2] - origin.z;
    const rx = positions[k] - origin.x, ry = positions[k + 1] - origin.y, rz = positions[k + 2] - origin.z;
    const ux = qx - px, uy = qy - py, uz = qz - pz, vx = rx - px, vy = ry - py, vz = rz - pz;
    const a = Math.sqrt((uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2);
    const sx = px + qx + rx, sy = py + qy + ry, sz = pz + qz + rz;
    area += a; x += a * sx; y += a * sy; z += a * sz;
    xx += a * (sx * sx + px * px + qx * qx + rx * rx); xy += a * (sx * sy + px * py + qx * qy + rx * ry);
    yy += a * (sy * sy + py * py + qy * qy + ry * ry); yz += a * (sy * sz + py * pz + qy * qz + ry * rz);
    zz += a * (sz * sz + pz * pz + qz * qz + rz * rz); zx += a * (sz * sx + pz * px + qz * qx + rz * rx);
  }
  // twelve times ∫x xᵀ - A c cᵀ; c is a third of the mean of the sums s
  moments.xx = xx - (4 * x * x) / (3 * area); moments.xy = moments.yx = xy - (4 * x * y) / (3 * area);
  moments.yy = yy - (4 * y * y) / (3 * area); moments.yz = moments.zy = yz - (4 * y * z) / (3 * area);
  moments.zz = zz - (4 * z * z) / (3 * area); moments.zx = moments.xz = zx - (4 * z * x) / (3 * area);
}
