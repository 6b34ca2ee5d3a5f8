import { checkList } from '../math/check-arguments.ts';
import { copyMat3, createMat3, type Mat3, type ReadonlyMat3 } from '../math/mat3.ts';
import { copyVec3, createVec3, type ReadonlyVec3, scaleVec3, type Vec3 } from '../math/vec3.ts';
import { describeValue, finiteNumbers } from './checks.ts';
import { createEllipsoid, type Ellipsoid } from './ellipsoid.ts';
import { type AxisOrder, createPrincipalAxes, principalAxes } from './principal-axes.ts';
import { VehicleError, type VehicleStatus } from './vehicle-error.ts';

/** A box at any pose with rounded edges and corners: a smaller box, inflated by `radius`. [PATH98-2.1] */
export interface RoundedBox {
  /** [m] */
  readonly center: Vec3;
  /** Columns are the axes of the box. */
  readonly rotation: Mat3;
  /** Half edges h of the box before rounding [m]. */
  readonly halfSizes: Vec3;
  /** R [m]: from 0 to the smallest half edge. */
  radius: number;
}

/** ∛(3/4π): an ellipsoid with semi-axes of this fraction of the edges has the volume of the sharp box. */
const SEMI_AXIS_PER_EDGE = 0.6203504908994;
/** ∛(4π/3) */
const EDGE_PER_SEMI_AXIS = 1.6119919540164696;

/** A box along the world axes: `edges` are full lengths [m]. */
export function createRoundedBox(
  edges: readonly number[],
  radius: number,
  center: ReadonlyVec3 = createVec3(),
): RoundedBox {
  checkList('roundedBox: edges', edges, 'three numbers [x, y, z]');
  if (edges.length !== 3 || !finiteNumbers(edges) || edges.some((edge) => !(edge > 0))) {
    throw new RangeError(`box: edges must be three numbers, finite and above zero, got ${describeValue(edges)}`);
  }
  const [x, y, z] = edges;
  const box: RoundedBox = {
    center: copyVec3(createVec3(), center),
    rotation: createMat3(),
    halfSizes: createVec3(x / 2, y / 2, z / 2),
    radius,
  };
  if (radiusStatus(box) !== 'ok') {
    const max = Math.min(x, y, z) / 2;
    throw new VehicleError('E_RADIUS', `the radius must be from 0 to ${max} m, got ${describeValue(radius)}`);
  }
  return box;
}

/** The radius is at most half of the smallest edge. The printed code checks the third edge only (M10). */
export function radiusStatus(box: RoundedBox): VehicleStatus {
  const { x, y, z } = box.halfSizes;
  return box.radius >= 0 && box.radius <= Math.min(x, y, z) ? 'ok' : 'E_RADIUS';
}

/** The ellipsoid with the volume, axis ratios and directions of a sharp box with these full edges [m]. */
export function ellipsoidOfBox(edges: readonly number[], deformation?: ReadonlyMat3): Ellipsoid {
  checkList('ellipsoidOfBox: edges', edges, 'three numbers [x, y, z]');
  return createEllipsoid(
    edges.map((edge) => SEMI_AXIS_PER_EDGE * edge),
    deformation,
  );
}

const axes = createPrincipalAxes();

/**
 * The box of the ellipsoid center + B u: same volume before rounding, axis ratios and directions. Its edges follow the
 * deformation; the radius does not change [PATH98-2.1].
 */
export function boxOfEllipsoid(
  out: RoundedBox,
  center: ReadonlyVec3,
  b: ReadonlyMat3,
  radius: number,
  order: AxisOrder = 'material',
): VehicleStatus {
  principalAxes(axes, b, order);
  copyVec3(out.center, center);
  copyMat3(out.rotation, axes.rotation);
  scaleVec3(out.halfSizes, axes.semiAxes, EDGE_PER_SEMI_AXIS / 2);
  out.radius = radius;
  return radiusStatus(out);
}

/** Volume of the rounded box [m³]. */
export function roundedBoxVolume(box: RoundedBox): number {
  const { radius: r } = box;
  const x = 2 * (box.halfSizes.x - r);
  const y = 2 * (box.halfSizes.y - r);
  const z = 2 * (box.halfSizes.z - r);
  return x * y * z + 2 * r * (x * y + y * z + z * x) + Math.PI * r * r * (x + y + z) + (4 / 3) * Math.PI * r * r * r;
}
