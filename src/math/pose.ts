import { checkList } from './check-arguments.ts';
import {
  copyMat3,
  createMat3,
  type Mat3,
  multiplyMat3,
  type ReadonlyMat3,
  rotationAboutZ,
  transformTransposedVec3,
  transformVec3,
} from './mat3.ts';
import { addVec3, createVec3, type ReadonlyVec3, subVec3, type Vec3 } from './vec3.ts';

/** Pose of a body: p_world = position + rotation p_body. The rotation maps BODY to WORLD axes. */
export interface Pose {
  /** Centre of mass (or origin of the shape) [m]. */
  position: Vec3;
  /** Orthonormal matrix from body to world axes; its columns are the body axes in world axes. */
  rotation: Mat3;
}

/** A pose that the receiver does not change: p_world = position + rotation p_body. Every `Pose` is one. */
export interface ReadonlyPose {
  /** Origin of the body frame in world axes [m]. */
  readonly position: ReadonlyVec3;
  /** Orthonormal matrix from body to world axes. */
  readonly rotation: ReadonlyMat3;
}

/**
 * A new pose from plain numbers. `position` is [x, y] or [x, y, z] [m]; `angle` is a rotation about z [rad] or a
 * quaternion [w, x, y, z] of any length above zero, from body to world axes. Throws a TypeError or RangeError for other
 * values.
 *
 * @example
 * ```ts
 * import { pose, toWorld, vec3 } from 'appulse';
 *
 * const quarter = pose([10, 0], Math.PI / 2); // 10 m along x, rotated by 90 degrees about z
 * const { x, y } = toWorld(vec3(), quarter, vec3(2, 0));
 * console.log(x.toFixed(3), y.toFixed(3)); // 10.000 2.000
 * ```
 */
export function createPose(position: readonly number[] = [0, 0, 0], angle: number | readonly number[] = 0): Pose {
  checkList('pose: position', position, '[x, y] or [x, y, z]');
  if (typeof angle !== 'number') checkList('pose: angle', angle, 'an angle [rad] or a quaternion [w, x, y, z]');
  const numbers = typeof angle === 'number' ? [...position, angle] : [...position, ...angle];
  const lengths = position.length === 2 || position.length === 3;
  if (!lengths || !numbers.every(Number.isFinite)) {
    throw new RangeError(
      `pose: position must be 2 or 3 finite numbers and the rotation finite, got ${JSON.stringify(numbers)}`,
    );
  }
  const rotation = typeof angle === 'number' ? rotationAboutZ(createMat3(), angle) : rotationFromQuaternion(angle);
  return { position: createVec3(position[0], position[1], position[2] ?? 0), rotation };
}

function rotationFromQuaternion(q: readonly number[]): Mat3 {
  const length = Math.hypot(...q);
  if (q.length !== 4 || !(length > 0)) {
    throw new RangeError(`pose: a quaternion has four numbers [w, x, y, z], not all zero, got ${JSON.stringify(q)}`);
  }
  const [w, x, y, z] = q.map((component) => component / length);
  return {
    xx: 1 - 2 * (y * y + z * z),
    xy: 2 * (x * y - w * z),
    xz: 2 * (x * z + w * y),
    yx: 2 * (x * y + w * z),
    yy: 1 - 2 * (x * x + z * z),
    yz: 2 * (y * z - w * x),
    zx: 2 * (x * z - w * y),
    zy: 2 * (y * z + w * x),
    zz: 1 - 2 * (x * x + y * y),
  };
}

/** Writes the world position of the body point `point` [m] into `out`, which may be `point`, and returns it. */
export function toWorld(out: Vec3, pose: ReadonlyPose, point: ReadonlyVec3): Vec3 {
  return addVec3(out, pose.position, transformVec3(out, pose.rotation, point));
}

/**
 * Writes the body coordinates of the world point `point` [m] into `out`, which may be `point`, and returns it.
 * Subtracts first, so a far-away origin causes no cancellation.
 */
export function toBody(out: Vec3, pose: ReadonlyPose, point: ReadonlyVec3): Vec3 {
  return transformTransposedVec3(out, pose.rotation, subVec3(out, point, pose.position));
}

/** A new pose with the same numbers. */
export function clonePose({ position, rotation }: ReadonlyPose): Pose {
  return { position: createVec3(position.x, position.y, position.z), rotation: copyMat3(createMat3(), rotation) };
}

/** World pose of an object with the pose `inner` in a body at `outer`. `out` may be `inner`, but not `outer`. */
export function composePose(out: Pose, outer: ReadonlyPose, inner: ReadonlyPose): Pose {
  toWorld(out.position, outer, inner.position);
  multiplyMat3(out.rotation, outer.rotation, inner.rotation);
  return out;
}

/** `pose` relative to a body at `frame`: the inverse of `composePose`. `out` must be neither. */
export function relativePose(out: Pose, frame: ReadonlyPose, pose: ReadonlyPose): Pose {
  const { xx, xy, xz, yx, yy, yz, zx, zy, zz } = frame.rotation;
  toBody(out.position, frame, pose.position);
  multiplyMat3(out.rotation, { xx, xy: yx, xz: zx, yx: xy, yy, yz: zy, zx: xz, zy: yz, zz }, pose.rotation);
  return out;
}
