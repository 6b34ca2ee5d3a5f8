import { cosSin, sin } from './trig.ts';
import { type ReadonlyVec3, setVec3, type Vec3 } from './vec3.ts';

/** A 3 x 3 matrix by rows: `xy` is row x, column y. */
export interface Mat3 {
  xx: number;
  xy: number;
  xz: number;
  yx: number;
  yy: number;
  yz: number;
  zx: number;
  zy: number;
  zz: number;
}

/** A matrix that the receiver does not change. Every `Mat3` is one. */
export type ReadonlyMat3 = Readonly<Mat3>;

/** The diagonal matrix diag(x, y, z); the identity by default. */
export function createMat3(x = 1, y = 1, z = 1): Mat3 {
  return { xx: x, xy: 0, xz: 0, yx: 0, yy: y, yz: 0, zx: 0, zy: 0, zz: z };
}

/** A matrix from three rows of three numbers. */
export function mat3FromRows(rows: readonly (readonly number[])[]): Mat3 {
  const [x, y, z] = rows;
  return { xx: x[0], xy: x[1], xz: x[2], yx: y[0], yy: y[1], yz: y[2], zx: z[0], zy: z[1], zz: z[2] };
}

// biome-ignore format: one row per line
export function copyMat3(out: Mat3, a: ReadonlyMat3): Mat3 {
  out.xx = a.xx; out.xy = a.xy; out.xz = a.xz;
  out.yx = a.yx; out.yy = a.yy; out.yz = a.yz;
  out.zx = a.zx; out.zy = a.zy; out.zz = a.zz;
  return out;
}

/** M v into `out`, which may be v. */
export function transformVec3(out: Vec3, m: ReadonlyMat3, v: ReadonlyVec3): Vec3 {
  const { x, y, z } = v;
  out.x = m.xx * x + m.xy * y + m.xz * z;
  out.y = m.yx * x + m.yy * y + m.yz * z;
  out.z = m.zx * x + m.zy * y + m.zz * z;
  return out;
}

/** Mᵀ v: for a rotation, from world to body axes. */
export function transformTransposedVec3(out: Vec3, m: ReadonlyMat3, v: ReadonlyVec3): Vec3 {
  const { x, y, z } = v;
  out.x = m.xx * x + m.yx * y + m.zx * z;
  out.y = m.xy * x + m.yy * y + m.zy * z;
  out.z = m.xz * x + m.yz * y + m.zz * z;
  return out;
}

/** A B */
// biome-ignore format: one row per line
export function multiplyMat3(out: Mat3, a: ReadonlyMat3, b: ReadonlyMat3): Mat3 {
  const { xx: bxx, xy: bxy, xz: bxz, yx: byx, yy: byy, yz: byz, zx: bzx, zy: bzy, zz: bzz } = b;
  const { xx: axx, xy: axy, xz: axz, yx: ayx, yy: ayy, yz: ayz, zx: azx, zy: azy, zz: azz } = a;
  out.xx = axx * bxx + axy * byx + axz * bzx; out.xy = axx * bxy + axy * byy + axz * bzy; out.xz = axx * bxz + axy * byz + axz * bzz;
  out.yx = ayx * bxx + ayy * byx + ayz * bzx; out.yy = ayx * bxy + ayy * byy + ayz * bzy; out.yz = ayx * bxz + ayy * byz + ayz * bzz;
  out.zx = azx * bxx + azy * byx + azz * bzx; out.zy = azx * bxy + azy * byy + azz * bzy; out.zz = azx * bxz + azy * byz + azz * bzz;
  return out;
}

/** Determinant of a matrix. */
export function determinantMat3(m: ReadonlyMat3): number {
  return m.xx * (m.yy * m.zz - m.yz * m.zy) - m.xy * (m.yx * m.zz - m.yz * m.zx) + m.xz * (m.yx * m.zy - m.yy * m.zx);
}

/** Writes AᵀB by rows into `out[0]` to `out[8]`: the axes of B (columns) in the frame of A. */
// biome-ignore format: one row per line
export function packRelativeRotation(out: Float64Array, a: ReadonlyMat3, b: ReadonlyMat3): void {
  const axx = a.xx, axy = a.xy, axz = a.xz, ayx = a.yx, ayy = a.yy, ayz = a.yz, azx = a.zx, azy = a.zy, azz = a.zz;
  const bxx = b.xx, bxy = b.xy, bxz = b.xz, byx = b.yx, byy = b.yy, byz = b.yz, bzx = b.zx, bzy = b.zy, bzz = b.zz;
  out[0] = axx * bxx + ayx * byx + azx * bzx;
  out[1] = axx * bxy + ayx * byy + azx * bzy;
  out[2] = axx * bxz + ayx * byz + azx * bzz;
  out[3] = axy * bxx + ayy * byx + azy * bzx;
  out[4] = axy * bxy + ayy * byy + azy * bzy;
  out[5] = axy * bxz + ayy * byz + azy * bzz;
  out[6] = axz * bxx + ayz * byx + azz * bzx;
  out[7] = axz * bxy + ayz * byy + azz * bzy;
  out[8] = axz * bxz + ayz * byz + azz * bzz;
}

/** R M Rᵀ: a tensor given in body axes, transformed to world axes. */
export function rotateTensor(out: Mat3, r: ReadonlyMat3, m: ReadonlyMat3): Mat3 {
  multiplyMat3(out, r, m);
  return multiplyMat3(out, out, transposeMat3(transposed, r));
}

const transposed = createMat3();

/** Aᵀ into `out`, which must not be A. */
// biome-ignore format: one row per line
export function transposeMat3(out: Mat3, a: ReadonlyMat3): Mat3 {
  out.xx = a.xx; out.xy = a.yx; out.xz = a.zx;
  out.yx = a.xy; out.yy = a.yy; out.yz = a.zy;
  out.zx = a.xz; out.zy = a.yz; out.zz = a.zz;
  return out;
}

/** Cosine and sine; an angle. */
const rotation = new Float64Array(2);
const angles = new Float64Array(1);

/** Rotation by `angle` [rad] about the z axis: the planar R(θ). */
export function rotationAboutZ(out: Mat3, angle: number): Mat3 {
  rotation[0] = angle;
  cosSin(rotation);
  const c = rotation[0];
  const s = rotation[1];
  out.xx = c;
  out.xy = -s;
  out.xz = 0;
  out.yx = s;
  out.yy = c;
  out.yz = 0;
  out.zx = 0;
  out.zy = 0;
  out.zz = 1;
  return out;
}

/** Rotation by `angle` [rad] about the unit vector `axis`: Rodrigues' formula with 1 - cos θ = 2 sin²(θ/2). */
export function rotationAboutAxis(out: Mat3, axis: ReadonlyVec3, angle: number): Mat3 {
  angles[0] = angle;
  return rotationAboutAxisBy(out, axis, angles);
}

/** The same with the angle [rad] in `turn[0]`, which no call boxes. */
export function rotationAboutAxisBy(out: Mat3, axis: ReadonlyVec3, turn: Float64Array): Mat3 {
  const { x, y, z } = axis;
  const s = sin(turn[0]);
  const half = sin(0.5 * turn[0]);
  const k = 2 * half * half;
  out.xx = 1 - k * (y * y + z * z);
  out.xy = k * x * y - s * z;
  out.xz = k * x * z + s * y;
  out.yx = k * x * y + s * z;
  out.yy = 1 - k * (x * x + z * z);
  out.yz = k * y * z - s * x;
  out.zx = k * x * z - s * y;
  out.zy = k * y * z + s * x;
  out.zz = 1 - k * (x * x + y * y);
  return out;
}

/** Pivots below this fraction of the largest diagonal entry count as zero: twice the rounding error of a 3 x 3 elimination. */
const SINGULAR_PIVOT = 1e-15;

/**
 * Solves S x = b for a symmetric positive semi-definite S by LDLᵀ with diagonal pivoting. A direction in which S is
 * singular gets x = 0, as required for an immovable direction (a planar body has no inverse inertia about x and y).
 */
export function solveSymmetric(out: Vec3, s: ReadonlyMat3, b: ReadonlyVec3): Vec3 {
  if (rotatesAboutZ(s)) return setVec3(out, 0, 0, s.zz > 0 ? b.z / s.zz : 0);
  const a = symmetric;
  a[0] = s.xx;
  a[1] = s.xy;
  a[2] = s.xz;
  a[3] = s.yx;
  a[4] = s.yy;
  a[5] = s.yz;
  a[6] = s.zx;
  a[7] = s.zy;
  a[8] = s.zz; // biome-ignore format: a matrix
  const y = rightSide;
  y[0] = b.x;
  y[1] = b.y;
  y[2] = b.z;
  solution.fill(0);
  // p, q, r: the rows in the order of their pivots, largest first, equal ones as they are
  let p = a[4] > a[0] ? 1 : 0;
  let q = 1 - p;
  let r = 2;
  if (a[8] > a[4 * q]) {
    r = q;
    q = 2;
    if (a[8] > a[4 * p]) {
      q = p;
      p = 2;
    }
  }
  const smallest = SINGULAR_PIVOT * a[4 * p];
  if (!(a[4 * p] > smallest)) return setVec3(out, 0, 0, 0);
  eliminate(p, q, q, r);
  eliminate(p, r, q, r);
  if (a[4 * r] > a[4 * q]) [q, r] = [r, q];
  const hasSecond = a[4 * q] > smallest;
  if (hasSecond) eliminate(q, r, r, r);
  const x = solution;
  if (hasSecond && a[4 * r] > smallest) x[r] = y[r] / a[4 * r];
  if (hasSecond) x[q] = (y[q] - a[3 * q + r] * x[r]) / a[4 * q];
  x[p] = (y[p] - a[3 * p + q] * x[q] - a[3 * p + r] * x[r]) / a[4 * p];
  return setVec3(out, x[0], x[1], x[2]);
}

const symmetric = new Float64Array(9);
const rightSide = new Float64Array(3);
const solution = new Float64Array(3);

/** Subtracts the pivot row p from row i, in the columns j and k, which may be the same. */
function eliminate(p: number, i: number, j: number, k: number): void {
  const factor = symmetric[3 * i + p] / symmetric[4 * p];
  symmetric[3 * i + j] -= factor * symmetric[3 * p + j];
  if (k !== j) symmetric[3 * i + k] -= factor * symmetric[3 * p + k];
  rightSide[i] -= factor * rightSide[p];
}

/** Is zz the only nonzero entry, as for a planar body? */
function rotatesAboutZ({ xx, xy, xz, yx, yy, yz, zx, zy }: ReadonlyMat3): boolean {
  return xx === 0 && yy === 0 && xy === 0 && yx === 0 && xz === 0 && zx === 0 && yz === 0 && zy === 0;
}

/** Inverse of a symmetric positive definite matrix by cofactors; a zero diagonal block (no inertia there) stays zero. */
export function invertSymmetric(out: Mat3, s: ReadonlyMat3): Mat3 {
  const column = { x: 0, y: 0, z: 0 };
  const source = { ...s };
  solveSymmetric(column, source, { x: 1, y: 0, z: 0 });
  const { x: xx, y: yx, z: zx } = column;
  solveSymmetric(column, source, { x: 0, y: 1, z: 0 });
  const { x: xy, y: yy, z: zy } = column;
  solveSymmetric(column, source, { x: 0, y: 0, z: 1 });
  return Object.assign(out, { xx, xy, xz: column.x, yx, yy, yz: column.y, zx, zy, zz: column.z });
}

/** out += m (|r|² 1 - r rᵀ), the inertia of a point mass m at r about the origin. */
export function addPointInertia(out: Mat3, { x, y, z }: ReadonlyVec3, m: number): void {
  out.xx += m * (y * y + z * z);
  out.yy += m * (z * z + x * x);
  out.zz += m * (x * x + y * y);
  out.xy -= m * x * y;
  out.yx -= m * x * y;
  out.xz -= m * x * z;
  out.zx -= m * x * z;
  out.yz -= m * y * z;
  out.zy -= m * y * z;
}
