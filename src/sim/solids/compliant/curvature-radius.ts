import {
  createMat3,
  invertSymmetric,
  type Mat3,
  multiplyMat3,
  rotateTensor,
  transformVec3,
} from '../../../math/mat3.ts';
import type { ReadonlyPose } from '../../../math/pose.ts';
import { createVec3, crossVec3, dotVec3, normalizeVec3, type ReadonlyVec3, type Vec3 } from '../../../math/vec3.ts';
import type { Ellipsoid } from '../../../shapes/ellipsoid.ts';
import type { Shape } from '../../../shapes/shape.ts';

/** Whether the curvature of the shape is known at every contact. */
export function hasKnownCurvature({ kind }: Shape): boolean {
  return kind === 'sphere' || kind === 'ellipsoid' || kind === 'halfspace';
}

/** A shape in its pose. */
export interface PosedShape {
  readonly shape: Shape;
  readonly pose: ReadonlyPose;
}

const tangents = [createVec3(), createVec3()] as const;

/**
 * Effective radius [m] of two bodies that touch along `normal`: 1/√det H, with H the sum of their curvature tensors in the tangent plane.
 * This is 1/(1/R1 + 1/R2) for spheres; for an elliptical contact the radius of the circular one with the same Gaussian curvature.
 */
export function curvatureRadius(a: PosedShape, b: PosedShape, normal: ReadonlyVec3): number {
  const [s, t] = tangents;
  setTangents(s, t, normal);
  const [ss, st, tt] = [0, 1, 2].map((k) => curvature(a, normal, k) + curvature(b, normal, k));
  return 1 / Math.sqrt(ss * tt - st * st);
}

/** Two unit vectors perpendicular to `normal` and to each other. */
function setTangents(s: Vec3, t: Vec3, normal: ReadonlyVec3): void {
  const [x, y, z] = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)];
  const axis = x <= y && x <= z ? createVec3(1, 0, 0) : y <= z ? createVec3(0, 1, 0) : createVec3(0, 0, 1);
  normalizeVec3(s, crossVec3(s, normal, axis));
  crossVec3(t, normal, s);
}

/** Entry ss, st or tt (k = 0, 1, 2) of the curvature tensor of a body where its normal is parallel to `normal` [1/m]. */
function curvature({ shape, pose }: PosedShape, normal: ReadonlyVec3, k: number): number {
  const s = tangents[k === 2 ? 1 : 0];
  const t = tangents[k === 0 ? 0 : 1];
  if (shape.kind === 'sphere') return k === 1 ? 0 : 1 / shape.radius;
  if (shape.kind !== 'ellipsoid') return 0;
  // the surface xᵀ A x = 1 with A⁻¹ = F S² Fᵀ: curvature sᵀ A t √(nᵀ A⁻¹ n)
  const inverse = rotateTensor(createMat3(), pose.rotation, squaredAxes(shape));
  const tensor = invertSymmetric(createMat3(), inverse);
  const moved = createVec3();
  const height = Math.sqrt(dotVec3(normal, transformVec3(moved, inverse, normal)));
  return dotVec3(s, transformVec3(moved, tensor, t)) * height;
}

/** F S² Fᵀ of an ellipsoid, body axes [m²]. */
function squaredAxes({ semiAxes: { x, y, z }, deformation: f }: Ellipsoid): Mat3 {
  const transposed = { ...f, xy: f.yx, yx: f.xy, xz: f.zx, zx: f.xz, yz: f.zy, zy: f.yz };
  const product = multiplyMat3(createMat3(), createMat3(x * x, y * y, z * z), transposed);
  return multiplyMat3(createMat3(), f, product);
}
