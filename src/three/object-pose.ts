import { checkPose } from '../math/check-arguments.ts';
import { describeValue } from '../math/describe-value.ts';
import type { Mat3 } from '../math/mat3.ts';
import { createPose, type Pose, type ReadonlyPose, relativePose } from '../math/pose.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import { addScaledVec3, createVec3, crossVec3, dotVec3, lengthVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { checkAboveZero, checkKeys } from '../shapes/checks.ts';
import type { MovableObjectLike, ObjectLike } from './three-types.ts';

/** Relative differences of lengths and cosines of angles below this are rounding errors of single-precision matrices. */
const TOLERANCE = 1e-5;

/** Options of `poseFromObject`. */
export interface ObjectPoseOptions {
  /** The scale that the shape of the object already has: the `scale` given to `shapeFromGeometry`. Default: 1. */
  readonly scale?: number;
}

/**
 * The pose of an `Object3D` in the world: position [m] and rotation of its world matrix, which is brought up to date first. The rotation is
 * orthonormal to machine precision. A pose has no scale: throws a RangeError if the object's differs from `options.scale`, and for
 * non-uniform scale, shear and mirroring.
 *
 * @example
 * ```ts
 * import { poseFromObject, shapeFromGeometry, uniformScale } from 'appulse/three';
 * import { BoxGeometry, Mesh } from 'three';
 *
 * const mesh = new Mesh(new BoxGeometry(1, 1, 1));
 * mesh.scale.setScalar(2);
 * mesh.position.set(0, 3, 0);
 * const scale = uniformScale(mesh);
 * const shape = shapeFromGeometry(mesh.geometry, { scale });
 * const pose = poseFromObject(mesh, { scale });
 * console.log(shape.boundingRadius.toFixed(3), pose.position); // 1.732 { x: 0, y: 3, z: 0 }
 * ```
 */
export function poseFromObject(object: ObjectLike, options: ObjectPoseOptions = {}): Pose {
  checkKeys('options', options, ['scale']);
  const { scale: expected = 1 } = options;
  checkAboveZero('options.scale', expected);
  const { pose, scale } = readWorldMatrix(object);
  if (Math.abs(scale - expected) > TOLERANCE * expected) {
    throw new RangeError(
      `${nameOf(object)}: has the scale ${scale}, but its shape ${expected}; give the result of uniformScale(object) to shapeFromGeometry and to poseFromObject as the option scale`,
    );
  }
  return pose;
}

/**
 * The scale of an `Object3D` in the world, the same along each axis. Throws a RangeError for non-uniform scale, shear
 * and mirroring, which no rigid pose can represent: apply them to the geometry instead (`geometry.applyMatrix4`).
 *
 * @example
 * ```ts
 * import { uniformScale } from 'appulse/three';
 * import { Object3D } from 'three';
 *
 * const object = new Object3D();
 * object.scale.setScalar(2);
 * console.log(uniformScale(object)); // 2
 * ```
 */
export function uniformScale(object: ObjectLike): number {
  return readWorldMatrix(object).scale;
}

/**
 * Moves an `Object3D` to a pose in the world: sets its `position` and `quaternion`, relative to its parent if it has one, and leaves its scale.
 * Throws a RangeError if the parent has a non-uniform scale, shear or mirroring.
 *
 * @example
 * ```ts
 * import { pose } from 'appulse';
 * import { applyPose } from 'appulse/three';
 * import { Object3D } from 'three';
 *
 * const object = new Object3D();
 * applyPose(object, pose([1, 2, 3], Math.PI));
 * console.log(object.position.toArray(), object.quaternion.z); // [ 1, 2, 3 ] 1
 * ```
 */
export function applyPose(object: MovableObjectLike, pose: ReadonlyPose): void {
  checkPose('pose', pose);
  const frame = object.parent ? readWorldMatrix(object.parent) : undefined;
  const { position, rotation } = frame ? relativePose(createPose(), frame.pose, pose) : pose;
  const shrink = 1 / (frame?.scale ?? 1);
  const { w, x, y, z } = quaternionFromRotation(rotation);
  object.position.set(shrink * position.x, shrink * position.y, shrink * position.z);
  object.quaternion.set(x, y, z, w);
}

function nameOf({ name }: ObjectLike): string {
  return name ? `object ${JSON.stringify(name)}` : 'object';
}

/** From the root down and by force: otherwise objects without `matrixAutoUpdate` miss the changes of their ancestors. */
function updateMatrices(object: ObjectLike): void {
  if (object.parent) updateMatrices(object.parent);
  object.updateWorldMatrix(false, false, true);
}

/** Rotation, scale and position of a world matrix: its columns are the scaled axes, then the origin. */
function readWorldMatrix(object: ObjectLike): { pose: Pose; scale: number } {
  updateMatrices(object);
  const { elements: e } = object.matrixWorld;
  const numbers = Array.from({ length: 16 }, (_, k) => e[k]);
  if (!numbers.every(Number.isFinite)) {
    throw new RangeError(`${nameOf(object)}: its world matrix must be finite, got ${describeValue(numbers)}`);
  }
  const [x, y, z] = [0, 4, 8].map((k) => createVec3(e[k], e[k + 1], e[k + 2]));
  const lengths = [x, y, z].map(lengthVec3);
  const scale = (lengths[0] + lengths[1] + lengths[2]) / 3;
  if (!(scale > 0) || lengths.some((length) => Math.abs(length - scale) > TOLERANCE * scale)) {
    throw new RangeError(
      `${nameOf(object)}: must have a uniform scale above zero, got ${describeValue(lengths)}; apply other scales to the geometry (geometry.applyMatrix4)`,
    );
  }
  const cosines = [dotVec3(x, y), dotVec3(y, z), dotVec3(z, x)].map((product) => product / scale / scale);
  if (cosines.some((cosine) => Math.abs(cosine) > TOLERANCE)) {
    throw new RangeError(`${nameOf(object)}: must have perpendicular axes, but its world matrix has shear`);
  }
  const isMirrored = dotVec3(crossVec3(createVec3(), x, y), z) < 0;
  if (isMirrored) {
    throw new RangeError(`${nameOf(object)}: must not be mirrored, but its scale has a negative product`);
  }
  return { pose: { position: createVec3(e[12], e[13], e[14]), rotation: orthonormal(x, y) }, scale };
}

/** The rotation whose first axis is that of x, and whose second lies in the plane of x and y. */
function orthonormal(x: Vec3, y: Vec3): Mat3 {
  scaleVec3(x, x, 1 / lengthVec3(x));
  addScaledVec3(y, y, x, -dotVec3(x, y));
  scaleVec3(y, y, 1 / lengthVec3(y));
  const z = crossVec3(createVec3(), x, y);
  return { xx: x.x, xy: y.x, xz: z.x, yx: x.y, yy: y.y, yz: z.y, zx: x.z, zy: y.z, zz: z.z };
}
