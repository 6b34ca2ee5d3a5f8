/** Functions of the main entry that check their arguments; the kernels behind them are called in inner loops. */
import { checkFinite, checkMotion, checkPose, checkVector, rejectNumber } from './check-arguments.ts';
import { describeValue } from './describe-value.ts';
import { type Motion, poseAt as poseAtUnchecked } from './motion.ts';
import { type Pose, type ReadonlyPose, toBody as toBodyUnchecked, toWorld as toWorldUnchecked } from './pose.ts';
import type { ReadonlyVec3, Vec3 } from './vec3.ts';

/** A vector { x, y, z } from three numbers, by default 0: `vec3(1, 2)` is planar. A list is rejected. */
export function vec3(x = 0, y = 0, z = 0): Vec3 {
  if (typeof x !== 'number') rejectNumber('vec3: x', x, 'a number');
  if (typeof y !== 'number') rejectNumber('vec3: y', y, 'a number');
  if (typeof z !== 'number') rejectNumber('vec3: z', z, 'a number');
  return { x, y, z };
}

/** Writes the pose at time `t` [s] into `out`, computed from the start of the motion: no drift, any angle. */
export function poseAt(out: Pose, motion: Motion, t: number): Pose {
  checkOutPose('poseAt: out', out);
  checkMotion('poseAt: motion', motion);
  checkFinite('poseAt: t', t);
  return poseAtUnchecked(out, motion, t);
}

/** Writes the world position [m] of a point given in body axes into `out`: position + rotation point. */
export function toWorld(out: Vec3, pose: ReadonlyPose, point: ReadonlyVec3): Vec3 {
  checkOut('toWorld: out', out, 'a vector { x, y, z }');
  checkPose('toWorld: pose', pose);
  checkVector('toWorld: point', point);
  return toWorldUnchecked(out, pose, point);
}

/** Writes the body coordinates [m] of a world position into `out`: the inverse of `toWorld`. */
export function toBody(out: Vec3, pose: ReadonlyPose, point: ReadonlyVec3): Vec3 {
  checkOut('toBody: out', out, 'a vector { x, y, z }');
  checkPose('toBody: pose', pose);
  checkVector('toBody: point', point);
  return toBodyUnchecked(out, pose, point);
}

/** An object that is written into; its numbers do not matter. */
function checkOut(name: string, out: unknown, expected: string): void {
  if (typeof out === 'object' && out !== null) return;
  throw new TypeError(`${name} must be ${expected}, got ${describeValue(out)}`);
}

function checkOutPose(name: string, out: Pose): void {
  checkOut(name, out, 'a pose { position, rotation }');
  checkOut(`${name}.position`, out.position, 'a vector { x, y, z }');
  checkOut(`${name}.rotation`, out.rotation, 'a matrix { xx, xy, ..., zz }');
}
