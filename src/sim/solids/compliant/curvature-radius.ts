import {
  createMat3,
  invertSymmetric,
  type Mat3,
  multiplyMat3,
  rotateTensor,
  transformVec3,
} from '../../../math/mat3.ts';
import { type ReadonlyPose, toBody } from '../../../math/pose.ts';
import { createVec3, crossVec3, dotVec3, normalizeVec3, type ReadonlyVec3, type Vec3 } from '../../../math/vec3.ts';
import { hertzRadius } from '../../../response/hertz-ellipse.ts';
import type { Ellipsoid } from '../../../shapes/ellipsoid.ts';
import type { Shape, ShapeKind } from '../../../shapes/shape.ts';

/** Curved in every direction, in one direction at most, and in none: faces are flat, edges and vertices count as flat. */
const ROUND: readonly ShapeKind[] = ['sphere', 'ellipsoid', 'capsule'];
const SINGLY_CURVED: readonly ShapeKind[] = ['cylinder', 'cone'];
const FLAT: readonly ShapeKind[] = ['halfspace', 'box', 'hull', 'compound', 'trimesh'];

/** Whether the curvatures of two shapes are known, and they can touch in a point: not along a line or in a plane. */
export function canHavePointContact(a: Shape, b: Shape): boolean {
  const isOf = (kinds: readonly ShapeKind[]) => [a, b].filter(({ kind }) => kinds.includes(kind)).length;
  if (isOf([...ROUND, ...SINGLY_CURVED, ...FLAT]) < 2) return false;
  return isOf(ROUND) > 0 || isOf(SINGLY_CURVED) === 2;
}

/** A shape in its pose. */
export interface PosedShape {
  readonly shape: Shape;
  readonly pose: ReadonlyPose;
}

const tangents = [createVec3(), createVec3()] as const;

/**
 * Ratio of the larger to the smaller principal relative curvature from which a contact is a line contact, which has no law of Hertz:
 * the contact ellipse is then 500 times as long as wide.
 */
const LINE_CONTACT = 1e4;

/**
 * Effective radius [m] of two bodies that touch along `normal` at `point`, from the principal relative curvatures κ1 ≤ κ2, the eigenvalues
 * of the sum of their curvature tensors in the tangent plane. For spheres it is 1/(1/R1 + 1/R2). `elliptical`: the radius in the law of
 * Hertz for their contact ellipse, else 1/√(κ1 κ2). Undefined where they touch along a line or in a face.
 */
export function curvatureRadius(
  a: PosedShape,
  b: PosedShape,
  normal: ReadonlyVec3,
  point: ReadonlyVec3,
  elliptical: boolean,
): number | undefined {
  const [s, t] = tangents;
  setTangents(s, t, normal);
  const entry = (k: number) => curvature(a, normal, point, k) + curvature(b, normal, point, k);
  const [ss, st, tt] = [entry(0), entry(1), entry(2)];
  const high = 0.5 * (ss + tt) + Math.sqrt(0.25 * (ss - tt) * (ss - tt) + st * st);
  const low = (ss * tt - st * st) / high;
  if (!(low > high / LINE_CONTACT)) return undefined;
  return elliptical ? hertzRadius(low, high) : 1 / Math.sqrt(low * high);
}

/** Two unit vectors perpendicular to `normal` and to each other. */
export function setTangents(s: Vec3, t: Vec3, normal: ReadonlyVec3): void {
  const [x, y, z] = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)];
  const axis = x <= y && x <= z ? createVec3(1, 0, 0) : y <= z ? createVec3(0, 1, 0) : createVec3(0, 0, 1);
  normalizeVec3(s, crossVec3(s, normal, axis));
  crossVec3(t, normal, s);
}

/** Entry ss, st or tt (k = 0, 1, 2) of the curvature tensor of a body where its normal is parallel to `normal` [1/m]. */
function curvature({ shape, pose }: PosedShape, normal: ReadonlyVec3, point: ReadonlyVec3, k: number): number {
  const s = tangents[k === 2 ? 1 : 0];
  const t = tangents[k === 0 ? 0 : 1];
  switch (shape.kind) {
    case 'sphere':
      return k === 1 ? 0 : 1 / shape.radius;
    case 'capsule': {
      const isOnCap =
        alongAxis(pose, normal) > PERPENDICULAR && Math.abs(toBody(local, pose, point).z) > shape.halfHeight;
      return isOnCap ? (k === 1 ? 0 : 1 / shape.radius) : aboutAxis(pose, normal, s, t, shape.radius);
    }
    case 'cylinder':
      return alongAxis(pose, normal) > Math.SQRT1_2 ? 0 : aboutAxis(pose, normal, s, t, shape.radius);
    case 'ellipsoid':
      return ellipsoidCurvature(shape, pose, normal, s, t);
    default:
      return 0;
  }
}

const local = createVec3();
const around = createVec3();

/** A normal with a smaller component along the axis is that of the side: at the rim both sides meet. */
const PERPENDICULAR = 1e-6;

/** Component of the normal along the z axis of the pose, without sign. */
function alongAxis({ rotation }: ReadonlyPose, { x, y, z }: ReadonlyVec3): number {
  return Math.abs(rotation.xz * x + rotation.yz * y + rotation.zz * z);
}

/** Curvature of a cylinder of `radius` about the z axis of the pose: only around it. */
function aboutAxis(
  { rotation }: ReadonlyPose,
  normal: ReadonlyVec3,
  s: ReadonlyVec3,
  t: ReadonlyVec3,
  radius: number,
): number {
  const axis = createVec3(rotation.xz, rotation.yz, rotation.zz);
  normalizeVec3(around, crossVec3(around, axis, normal));
  return (dotVec3(around, s) * dotVec3(around, t)) / radius;
}

/** The surface xᵀ A x = 1 with A⁻¹ = F S² Fᵀ has the curvature sᵀ A t √(nᵀ A⁻¹ n). */
function ellipsoidCurvature(
  shape: Ellipsoid,
  { rotation }: ReadonlyPose,
  normal: ReadonlyVec3,
  s: ReadonlyVec3,
  t: ReadonlyVec3,
): number {
  const inverse = rotateTensor(createMat3(), rotation, squaredAxes(shape));
  const tensor = invertSymmetric(createMat3(), inverse);
  const height = Math.sqrt(dotVec3(normal, transformVec3(local, inverse, normal)));
  return dotVec3(s, transformVec3(local, tensor, t)) * height;
}

/** F S² Fᵀ of an ellipsoid, body axes [m²]. */
function squaredAxes({ semiAxes: { x, y, z }, deformation: f }: Ellipsoid): Mat3 {
  const transposed = { ...f, xy: f.yx, yx: f.xy, xz: f.zx, zx: f.xz, yz: f.zy, zy: f.yz };
  const product = multiplyMat3(createMat3(), createMat3(x * x, y * y, z * z), transposed);
  return multiplyMat3(createMat3(), f, product);
}
