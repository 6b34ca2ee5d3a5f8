import { createPose, type Pose } from '../math/pose.ts';
import { cos, sin } from '../math/trig.ts';
import { createVec3, type Vec3 } from '../math/vec3.ts';
import type { Static } from './json-schema.ts';
import type { Fail, JsonPath } from './scene-error.ts';
import type { rotation } from './schema-parts.ts';

type Vector = readonly [number, number, number];

export function spatial([x, y, z]: Vector): Vec3 {
  return createVec3(x, y, z);
}

/** The initial pose keys of a body. */
interface Placed {
  readonly position: Vector;
  readonly rotation?: Static<typeof rotation>;
}

/** Rotation by α about a unit axis: the quaternion cos(α/2) + sin(α/2) axis. */
export function resolvePose({ position, rotation = {} }: Placed, path: JsonPath, fail: Fail): Pose {
  const at = [...path, 'rotation'];
  const { axis, angle, quaternion } = rotation;
  if (quaternion !== undefined) {
    if (axis !== undefined) fail([...at, 'axis'], 'must be left out where a quaternion is given');
    if (angle !== undefined) fail([...at, 'angle'], 'must be left out where a quaternion is given');
    checkLength(quaternion, [...at, 'quaternion'], fail);
    return createPose(position, quaternion);
  }
  if (axis === undefined && angle === undefined) return createPose(position);
  if (axis === undefined) return fail([...at, 'axis'], 'is missing, a rotation needs an axis and an angle');
  if (angle === undefined) return fail([...at, 'angle'], 'is missing, a rotation needs an axis and an angle');
  const length = checkLength(axis, [...at, 'axis'], fail);
  const k = sin(angle / 2) / length;
  return createPose(position, [cos(angle / 2), k * axis[0], k * axis[1], k * axis[2]]);
}

export function checkLength(vector: readonly number[], path: JsonPath, fail: Fail): number {
  const length = Math.hypot(...vector);
  // the square must not vanish or overflow either
  return length > 1e-100 && length < 1e100 ? length : fail(path, 'must have a length above zero');
}
