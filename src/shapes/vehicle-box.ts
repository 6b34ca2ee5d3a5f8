import { copyMat3, createMat3, type Mat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { copyVec3, createVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { checkHalfExtents, describeValue } from './checks.ts';
import { createEllipsoid, type Ellipsoid } from './ellipsoid.ts';
import { type AxisOrder, createPrincipalAxes, principalAxes } from './principal-axes.ts';
import { VehicleError, type VehicleStatus } from './vehicle-error.ts';

/**
 * The rounded box of a deforming vehicle: a smaller box, inflated by `radius`. [PATH98-2.1] The same body as a `Box` with
 * that radius, but its own pose and half extents are written again in every step, since they follow the deformation; a `Box`
 * is a constant shape. Used by the contact model of vehicles only.
 */
export interface VehicleBox {
  /** [m] */
  readonly center: Vec3;
  /** Columns are the axes of the box. */
  readonly rotation: Mat3;
  /** Half extents h of the box before rounding [m]. */
  readonly halfExtents: Vec3;
  /** R [m]: from 0 to the smallest half extent. */
  radius: number;
}

/** 2 ∛(3/4π): an ellipsoid with semi-axes of this multiple of the half extents has the volume of the sharp box. */
const SEMI_AXIS_PER_HALF_EXTENT = 1.2407009817988;
/** ∛(4π/3) / 2 */
const HALF_EXTENT_PER_SEMI_AXIS = 0.8059959770082348;

/** A rounded box along the world axes, from its half extents and edge radius [m]. Throws E_RADIUS if the radius exceeds a half extent. */
export function createVehicleBox(
  halfExtents: readonly number[],
  radius: number,
  center: ReadonlyVec3 = createVec3(),
): VehicleBox {
  checkHalfExtents('vehicle box', halfExtents);
  const [x, y, z] = halfExtents;
  const box: VehicleBox = {
    center: copyVec3(createVec3(), center),
    rotation: createMat3(),
    halfExtents: createVec3(x, y, z),
    radius,
  };
  if (radiusStatus(box) !== 'ok') {
    const max = Math.min(x, y, z);
    throw new VehicleError('E_RADIUS', `the radius must be from 0 to ${max} m, got ${describeValue(radius)}`);
  }
  return box;
}

/** The radius is at most the smallest half extent. The printed code checks the third edge only (M10). */
function radiusStatus(box: VehicleBox): VehicleStatus {
  const { x, y, z } = box.halfExtents;
  return box.radius >= 0 && box.radius <= Math.min(x, y, z) ? 'ok' : 'E_RADIUS';
}

/** The ellipsoid with the volume, axis ratios and directions of a sharp box with these half extents [m]. */
export function ellipsoidOfBox(halfExtents: readonly number[], deformation?: ReadonlyMat3): Ellipsoid {
  checkHalfExtents('ellipsoidOfBox', halfExtents);
  return createEllipsoid(
    halfExtents.map((half) => SEMI_AXIS_PER_HALF_EXTENT * half),
    deformation,
  );
}

const axes = createPrincipalAxes();

/**
 * The box of the ellipsoid center + B u: same volume before rounding, axis ratios and directions. Its edges follow the
 * deformation; the radius does not change [PATH98-2.1]. Returns E_RADIUS if that does not fit the deformed box.
 */
export function boxOfEllipsoid(
  out: VehicleBox,
  center: ReadonlyVec3,
  b: ReadonlyMat3,
  radius: number,
  order: AxisOrder = 'material',
): VehicleStatus {
  principalAxes(axes, b, order);
  copyVec3(out.center, center);
  copyMat3(out.rotation, axes.rotation);
  scaleVec3(out.halfExtents, axes.semiAxes, HALF_EXTENT_PER_SEMI_AXIS);
  out.radius = radius;
  return radiusStatus(out);
}

/** Volume of the rounded box [m³]. */
export function vehicleBoxVolume(box: VehicleBox): number {
  const { radius: r } = box;
  const x = 2 * (box.halfExtents.x - r);
  const y = 2 * (box.halfExtents.y - r);
  const z = 2 * (box.halfExtents.z - r);
  return x * y * z + 2 * r * (x * y + y * z + z * x) + Math.PI * r * r * (x + y + z) + (4 / 3) * Math.PI * r * r * r;
}
