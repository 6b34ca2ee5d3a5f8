import { describeValue } from '../math/describe-value.ts';
import { createMat3, type Mat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { createPose } from '../math/pose.ts';
import { createVec3, type Vec3 } from '../math/vec3.ts';
import type { OrientationInput, VectorInput } from './body-options.ts';

/** A new vector from a list [x, y, z] or an object { x, y, z } of finite numbers; throws an error that begins with `name` otherwise. */
export function vectorOf(name: string, given: VectorInput): Vec3 {
  const numbers: unknown[] = isList(given) ? [...given] : isObject(given) ? [given.x, given.y, given.z] : [];
  if (numbers.length !== 3 || numbers.some((value) => typeof value !== 'number')) {
    throw new TypeError(`${name}: must be [x, y, z] or { x, y, z }, got ${describeValue(given)}`);
  }
  const [x, y, z] = numbers as number[];
  if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) {
    throw new RangeError(`${name}: must be three finite numbers, got ${describeValue(given)}`);
  }
  return createVec3(x, y, z);
}

/** Columns of a rotation matrix are orthonormal up to this. */
const ORTHONORMAL = 1e-9;

/** A rotation matrix from a quaternion or a rotation matrix. */
export function rotationOf(name: string, given: OrientationInput): Mat3 {
  if (isObject(given) && 'xx' in given) return checkedRotation(name, given);
  const list: unknown[] = isList(given) ? [...given] : isObject(given) ? [given.w, given.x, given.y, given.z] : [];
  if (list.length !== 4 || list.some((value) => typeof value !== 'number')) {
    throw new TypeError(
      `${name}: must be a quaternion [w, x, y, z] or a rotation matrix { xx, ..., zz }, got ${describeValue(given)}`,
    );
  }
  const numbers = list as number[];
  if (!numbers.every(Number.isFinite) || numbers.every((value) => value === 0)) {
    throw new RangeError(`${name}: must be four finite numbers, not all zero, got ${describeValue(given)}`);
  }
  return createPose([0, 0, 0], numbers).rotation;
}

function checkedRotation(name: string, m: ReadonlyMat3): Mat3 {
  const products = [
    m.xx * m.xx + m.yx * m.yx + m.zx * m.zx - 1,
    m.xy * m.xy + m.yy * m.yy + m.zy * m.zy - 1,
    m.xz * m.xz + m.yz * m.yz + m.zz * m.zz - 1,
    m.xx * m.xy + m.yx * m.yy + m.zx * m.zy,
    m.xy * m.xz + m.yy * m.yz + m.zy * m.zz,
    m.xz * m.xx + m.yz * m.yx + m.zz * m.zx,
  ];
  const determinant =
    m.xx * (m.yy * m.zz - m.yz * m.zy) - m.xy * (m.yx * m.zz - m.yz * m.zx) + m.xz * (m.yx * m.zy - m.yy * m.zx);
  if (!(products.every((value) => Math.abs(value) <= ORTHONORMAL) && determinant > 0)) {
    throw new RangeError(`${name}: must be a rotation matrix, got ${describeValue(m)}`);
  }
  return Object.assign(createMat3(), m);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Record<string, unknown> & object {
  return typeof value === 'object' && value !== null;
}
