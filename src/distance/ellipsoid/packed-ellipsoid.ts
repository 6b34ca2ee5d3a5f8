import type { Mat3, ReadonlyMat3 } from '../../math/mat3.ts';
import type { ReadonlyPose } from '../../math/pose.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { Ellipsoid } from '../../shapes/ellipsoid.ts';

/**
 * Many ellipsoids in one Float64Array, twelve numbers each: the centre xyz [m], then B by rows [m]; the body is center + B u
 * with |u| ≤ 1. B = 0 is a point.
 */
export const ELLIPSOID_STRIDE = 12;

/** Writes ellipsoid `index` of a packed array, from its centre [m] and its matrix B [m] in world axes. */
export function packEllipsoid(packed: Float64Array, index: number, center: ReadonlyVec3, b: ReadonlyMat3): void {
  const i = ELLIPSOID_STRIDE * index;
  packed[i] = center.x;
  packed[i + 1] = center.y;
  packed[i + 2] = center.z;
  packed[i + 3] = b.xx;
  packed[i + 4] = b.xy;
  packed[i + 5] = b.xz;
  packed[i + 6] = b.yx;
  packed[i + 7] = b.yy;
  packed[i + 8] = b.yz;
  packed[i + 9] = b.zx;
  packed[i + 10] = b.zy;
  packed[i + 11] = b.zz;
}

/** Writes ellipsoid `index` of a packed array, from a shape at a pose: B = R F diag(semiAxes). */
// biome-ignore format: one row per line
export function packPosedEllipsoid(packed: Float64Array, index: number, shape: Ellipsoid, pose: ReadonlyPose): void {
  const i = ELLIPSOID_STRIDE * index;
  const { position, rotation: r } = pose;
  const { semiAxes: s, deformation: f } = shape;
  const a = s.x, b = s.y, c = s.z;
  packed[i] = position.x;
  packed[i + 1] = position.y;
  packed[i + 2] = position.z;
  packed[i + 3] = (r.xx * f.xx + r.xy * f.yx + r.xz * f.zx) * a;
  packed[i + 4] = (r.xx * f.xy + r.xy * f.yy + r.xz * f.zy) * b;
  packed[i + 5] = (r.xx * f.xz + r.xy * f.yz + r.xz * f.zz) * c;
  packed[i + 6] = (r.yx * f.xx + r.yy * f.yx + r.yz * f.zx) * a;
  packed[i + 7] = (r.yx * f.xy + r.yy * f.yy + r.yz * f.zy) * b;
  packed[i + 8] = (r.yx * f.xz + r.yy * f.yz + r.yz * f.zz) * c;
  packed[i + 9] = (r.zx * f.xx + r.zy * f.yx + r.zz * f.zx) * a;
  packed[i + 10] = (r.zx * f.xy + r.zy * f.yy + r.zz * f.zy) * b;
  packed[i + 11] = (r.zx * f.xz + r.zy * f.yz + r.zz * f.zz) * c;
}

/** B of ellipsoid `index`. */
export function unpackMatrix(out: Mat3, packed: Float64Array, index: number): Mat3 {
  const i = ELLIPSOID_STRIDE * index;
  out.xx = packed[i + 3];
  out.xy = packed[i + 4];
  out.xz = packed[i + 5];
  out.yx = packed[i + 6];
  out.yy = packed[i + 7];
  out.yz = packed[i + 8];
  out.zx = packed[i + 9];
  out.zy = packed[i + 10];
  out.zz = packed[i + 11];
  return out;
}
