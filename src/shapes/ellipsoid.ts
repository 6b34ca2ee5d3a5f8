import { checkList, isFiniteMatrix } from '../math/check-arguments.ts';
import { singularValues3 } from '../math/jacobi-svd.ts';
import {
  createMat3,
  determinantMat3,
  type Mat3,
  type ReadonlyMat3,
  transformTransposedVec3,
  transformVec3,
} from '../math/mat3.ts';
import { createVec3, lengthVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { checkSize, describeValue, finiteNumbers } from './checks.ts';

/**
 * An ellipsoid about the origin of its pose under a homogeneous deformation F: { F S u : |u| ≤ 1 } with
 * S = diag(semiAxes). Ellipsoids stay ellipsoids. [PATH98-1]
 */
export interface Ellipsoid {
  readonly kind: 'ellipsoid';
  /** Semi-axes along x, y, z before the deformation [m], each above zero. */
  readonly semiAxes: ReadonlyVec3;
  /** F, with a determinant above zero; the identity for a rigid body. */
  readonly deformation: ReadonlyMat3;
}

/**
 * An ellipsoid about the origin from its semi-axes [a, b, c] along x, y, z [m], under a homogeneous `deformation` F
 * (default: none). Throws a TypeError or RangeError for semi-axes that are not above zero and for det F not above zero.
 *
 * @example
 * ```ts
 * import { closest, ellipsoid, pose } from 'appulse';
 *
 * const egg = ellipsoid([3, 2, 1]);
 * console.log(closest(egg, pose(), egg, pose([10, 0, 0])).distance.toFixed(9)); // 4.000000000
 * ```
 */
export function createEllipsoid(semiAxes: readonly number[], deformation: ReadonlyMat3 = createMat3()): Ellipsoid {
  checkList('ellipsoid: semiAxes', semiAxes, 'three numbers [a, b, c]');
  const [a, b, c] = semiAxes;
  if (semiAxes.length !== 3 || !finiteNumbers(semiAxes) || !(a > 0 && b > 0 && c > 0)) {
    throw new RangeError(
      `ellipsoid: semiAxes must be three numbers, finite and above zero, got ${describeValue(semiAxes)}`,
    );
  }
  if (!isFiniteMatrix(deformation) || !(determinantMat3(deformation) > 0)) {
    throw new RangeError(
      `ellipsoid: deformation must be finite with a determinant above zero, got ${describeValue(deformation)}`,
    );
  }
  checkSize('ellipsoid', Math.max(a, b, c));
  return { kind: 'ellipsoid', semiAxes: createVec3(a, b, c), deformation: { ...deformation } };
}

/** B = F diag(semiAxes): the ellipsoid is the image of the unit sphere under B, in the frame of its pose. */
export function ellipsoidMatrix(out: Mat3, shape: Ellipsoid): Mat3 {
  const { x: a, y: b, z: c } = shape.semiAxes;
  const { deformation: f } = shape;
  out.xx = f.xx * a;
  out.xy = f.xy * b;
  out.xz = f.xz * c;
  out.yx = f.yx * a;
  out.yy = f.yy * b;
  out.yz = f.yz * c;
  out.zx = f.zx * a;
  out.zy = f.zy * b;
  out.zz = f.zz * c;
  return out;
}

const matrix = createMat3();

/** Support point in direction `d`, of any length: B Bᵀd / |Bᵀd|. d = 0 gives the centre. */
export function ellipsoidSupport(out: Vec3, shape: Ellipsoid, d: ReadonlyVec3): Vec3 {
  ellipsoidMatrix(matrix, shape);
  transformTransposedVec3(out, matrix, d);
  const length = lengthVec3(out);
  return transformVec3(out, matrix, scaleVec3(out, out, length > 0 ? 1 / length : 0));
}

const left = createMat3();
const right = createMat3();
const values = createVec3();

/** The longest semi-axis of the deformed ellipsoid [m]: the maximum distance from its centre. */
export function ellipsoidRadius(shape: Ellipsoid): number {
  return singularValues3(values, left, right, ellipsoidMatrix(matrix, shape)).x;
}

/** Mass properties of a spatial body. */
export interface EllipsoidMass {
  /** [kg] */
  readonly mass: number;
  /** Centre of mass in the frame of the shape [m]. */
  readonly centroid: ReadonlyVec3;
  /** Moment of inertia about the centroid, in the frame of the shape [kg m²]. */
  readonly inertia: ReadonlyMat3;
}

/** Mass properties for the constant `density` [kg/m³]: m = ρ (4π/3) det B, and m/5 (tr M - M) with M = B Bᵀ. */
export function ellipsoidMass(shape: Ellipsoid, density: number): EllipsoidMass {
  if (!(density > 0 && density < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`massProperties: density must be finite and above zero, got ${describeValue(density)}`);
  }
  const b = ellipsoidMatrix(createMat3(), shape);
  const mass = ((density * 4 * Math.PI) / 3) * determinantMat3(b);
  const k = mass / 5;
  const xx = b.xx * b.xx + b.xy * b.xy + b.xz * b.xz;
  const yy = b.yx * b.yx + b.yy * b.yy + b.yz * b.yz;
  const zz = b.zx * b.zx + b.zy * b.zy + b.zz * b.zz;
  const xy = -k * (b.xx * b.yx + b.xy * b.yy + b.xz * b.yz);
  const yz = -k * (b.yx * b.zx + b.yy * b.zy + b.yz * b.zz);
  const zx = -k * (b.zx * b.xx + b.zy * b.xy + b.zz * b.xz);
  const inertia = { xx: k * (yy + zz), xy, xz: zx, yx: xy, yy: k * (zz + xx), yz, zx, zy: yz, zz: k * (xx + yy) };
  return { mass, centroid: createVec3(), inertia };
}
