import { symmetricEigen3 } from '../math/eigen3.ts';
import { createMat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { createVec3, type ReadonlyVec3 } from '../math/vec3.ts';
import { HALF, MIDDLE, type TurnBox } from './box-hierarchy.ts';

/** Turned boxes are larger than what they hold by this share of its farthest coordinate: rounding of axes and of heights along them. */
const ROUNDING = 2 ** -48;

/**
 * Writes a box with the columns of `axes` for its axes that reaches from `low` to `high` along them, seen from `origin`, and a little
 * farther.
 */
export function writeTurnedBox(
  out: Float64Array,
  at: number,
  axes: ReadonlyMat3,
  low: ReadonlyVec3,
  high: ReadonlyVec3,
  origin: ReadonlyVec3,
): void {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = axes;
  out.set([xx, yx, zx, xy, yy, zy, xz, yz, zz], at);
  const [u, v, w] = [0.5 * (low.x + high.x), 0.5 * (low.y + high.y), 0.5 * (low.z + high.z)];
  out[at + MIDDLE] = origin.x + xx * u + xy * v + xz * w;
  out[at + MIDDLE + 1] = origin.y + yx * u + yy * v + yz * w;
  out[at + MIDDLE + 2] = origin.z + zx * u + zy * v + zz * w;
  const far = [origin.x, origin.y, origin.z, low.x, low.y, low.z, high.x, high.y, high.z];
  const room = ROUNDING * Math.max(...far.map(Math.abs));
  out[at + HALF] = 0.5 * (high.x - low.x) + room;
  out[at + HALF + 1] = 0.5 * (high.y - low.y) + room;
  out[at + HALF + 2] = 0.5 * (high.z - low.z) + room;
}

const spread = createMat3();
const axes = createMat3();
const values = createVec3();
const origin = createVec3();
const low = createVec3();
const high = createVec3();

/**
 * Boxes along the principal axes of the surface of some triangles: flat where it is nearly flat, which makes for lower bounds that
 * are good between surfaces that face each other.
 */
export function turnAroundTriangles(positions: Float64Array, triangles: Int32Array): TurnBox {
  return (out, at, items) => {
    const first = 3 * triangles[3 * items[0]];
    origin.x = positions[first];
    origin.y = positions[first + 1];
    origin.z = positions[first + 2];
    findSpread(positions, triangles, items);
    symmetricEigen3(values, axes, spread);
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
    writeTurnedBox(out, at, axes, low, high, origin);
    return true;
  };
}

/** Moments of the surface about its centre: ∫1 = A, ∫x = A m, ∫x xᵀ = A (9 m mᵀ + p pᵀ + q qᵀ + r rᵀ)/12 for a triangle p q r with the middle m. */
function findSpread(positions: Float64Array, triangles: Int32Array, items: Int32Array): void {
  let area = 0;
  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  const start = [origin.x, origin.y, origin.z];
  for (const item of items) {
    const [p, q, r] = [0, 1, 2].map((k) => {
      const i = 3 * triangles[3 * item + k];
      return [0, 1, 2].map((axis) => positions[i + axis] - start[axis]);
    });
    const [ux, uy, uz, vx, vy, vz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2], r[0] - p[0], r[1] - p[1], r[2] - p[2]];
    const size = 0.5 * Math.sqrt((uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2);
    area += size;
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const [si, sj] = [p[i] + q[i] + r[i], p[j] + q[j] + r[j]];
      first[i] += (size * si) / 3;
      second[i] += (size * (si * si + p[i] * p[i] + q[i] * q[i] + r[i] * r[i])) / 12;
      second[3 + i] += (size * (si * sj + p[i] * p[j] + q[i] * q[j] + r[i] * r[j])) / 12;
    }
  }
  spread.xx = second[0] - (first[0] * first[0]) / area;
  spread.yy = second[1] - (first[1] * first[1]) / area;
  spread.zz = second[2] - (first[2] * first[2]) / area;
  spread.xy = spread.yx = second[3] - (first[0] * first[1]) / area;
  spread.yz = spread.zy = second[4] - (first[1] * first[2]) / area;
  spread.zx = spread.xz = second[5] - (first[2] * first[0]) / area;
}
