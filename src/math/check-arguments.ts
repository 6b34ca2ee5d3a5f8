/**
 * Checks of vectors, poses and motions at the public functions. They allocate nothing unless they throw; kernels assume valid input.
 * A value of the wrong type is a TypeError, a number that is not finite a RangeError.
 */
import { describeValue } from './describe-value.ts';
import type { ReadonlyMat3 } from './mat3.ts';
import type { ReadonlyVec3 } from './vec3.ts';

// the parts of `ReadonlyPose` and `Motion`, whose files import this one
interface PoseParts {
  readonly position: ReadonlyVec3;
  readonly rotation: ReadonlyMat3;
}
interface MotionParts {
  readonly pose: PoseParts;
  readonly velocity: ReadonlyVec3;
  readonly angularVelocity: ReadonlyVec3;
  readonly acceleration: ReadonlyVec3;
}

export function isFiniteVector(v: ReadonlyVec3 | null | undefined): boolean {
  return v !== undefined && v !== null && Number.isFinite(v.x) && Number.isFinite(v.y) && Number.isFinite(v.z);
}

export function isFiniteMatrix(m: ReadonlyMat3 | null | undefined): boolean {
  return (
    m !== undefined &&
    m !== null &&
    Number.isFinite(m.xx) &&
    Number.isFinite(m.xy) &&
    Number.isFinite(m.xz) &&
    Number.isFinite(m.yx) &&
    Number.isFinite(m.yy) &&
    Number.isFinite(m.yz) &&
    Number.isFinite(m.zx) &&
    Number.isFinite(m.zy) &&
    Number.isFinite(m.zz)
  );
}

export function checkFinite(name: string, value: number): void {
  if (!Number.isFinite(value)) rejectNumber(name, value, 'a finite number');
}

export function checkVector(name: string, v: ReadonlyVec3): void {
  if (!isFiniteVector(v)) rejectFields(name, v, VECTOR, 'a vector { x, y, z }');
}

export function checkPose(name: string, pose: PoseParts): void {
  if (isFiniteVector(pose?.position) && isFiniteMatrix(pose.rotation)) return;
  if (!isObject(pose) || !isObject(pose.position) || !isObject(pose.rotation)) {
    throw new TypeError(`${name} must be a pose { position, rotation }, got ${describeValue(pose)}`);
  }
  checkVector(`${name}.position`, pose.position);
  rejectFields(`${name}.rotation`, pose.rotation, MATRIX, 'a matrix { xx, xy, ..., zz }');
}

export function checkMotion(name: string, motion: MotionParts): void {
  if (!hasFiniteSum(motion)) checkParts(name, motion);
}

/** Is the sum of its 21 numbers finite? Cheaper than to ask for each; a sum may overflow, so false means: look closer. */
function hasFiniteSum(motion: MotionParts): boolean {
  const p = motion?.pose?.position;
  const m = motion?.pose?.rotation;
  const v = motion?.velocity;
  const w = motion?.angularVelocity;
  const a = motion?.acceleration;
  if (!(p && m && v && w && a)) return false;
  const vectors = p.x + p.y + p.z + v.x + v.y + v.z + w.x + w.y + w.z + a.x + a.y + a.z;
  const total = vectors + m.xx + m.xy + m.xz + m.yx + m.yy + m.yz + m.zx + m.zy + m.zz;
  // strings make it a string
  return typeof total === 'number' && total - total === 0;
}

function checkParts(name: string, motion: MotionParts): void {
  if (!isMotion(motion)) {
    const expected = 'a motion { pose, velocity, angularVelocity, acceleration }';
    throw new TypeError(`${name} must be ${expected}, got ${describeValue(motion)}`);
  }
  checkPose(`${name}.pose`, motion.pose);
  checkVector(`${name}.velocity`, motion.velocity);
  checkVector(`${name}.angularVelocity`, motion.angularVelocity);
  checkVector(`${name}.acceleration`, motion.acceleration);
}

/** Has it all parts of a motion? Does not look at their numbers. */
function isMotion(motion: MotionParts | null | undefined): boolean {
  return (
    motion !== undefined &&
    motion !== null &&
    isObject(motion.pose) &&
    isObject(motion.velocity) &&
    isObject(motion.angularVelocity) &&
    isObject(motion.acceleration)
  );
}

/** Throws a TypeError unless `list` is an array or a typed array; `expected` describes its items. */
export function checkList(name: string, list: unknown, expected: string): void {
  if (Array.isArray(list) || (ArrayBuffer.isView(list) && 'length' in list)) return;
  throw new TypeError(`${name} must be ${expected}, got ${describeValue(list)}`);
}

/** Throws a TypeError for numbers where a list of points is expected; the caller has checked that it is a list. */
export function rejectFlatList(name: string, list: ArrayLike<unknown>, expected: string): void {
  if (list.length === 0 || typeof list[0] !== 'number') return;
  throw new TypeError(`${name} must be a list of ${expected}, got a flat list of ${list.length} numbers`);
}

const VECTOR = ['x', 'y', 'z'];
const MATRIX = ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'];

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Throws about the first of the numbers that is not finite, or about the whole if it has none of them. */
function rejectFields(name: string, value: unknown, keys: readonly string[], expected: string): void {
  const fields = new Map(Object.entries(isObject(value) ? (value as object) : {}));
  if (!keys.some((key) => fields.has(key))) {
    throw new TypeError(`${name} must be ${expected}, got ${describeValue(value)}`);
  }
  for (const key of keys) {
    if (!Number.isFinite(fields.get(key))) rejectNumber(`${name}.${key}`, fields.get(key), 'a finite number');
  }
}

export function rejectNumber(name: string, value: unknown, expected: string): never {
  const message = `${name} must be ${expected}, got ${describeValue(value)}`;
  throw typeof value === 'number' ? new RangeError(message) : new TypeError(message);
}
