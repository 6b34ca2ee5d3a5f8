import { DIRECTORS, VEHICLE_STRIDE } from '../dynamics/vehicle/vehicle-state.ts';
import { createMat3, type Mat3, transformTransposedVec3, transformVec3 } from '../math/mat3.ts';
import { cos, sin } from '../math/trig.ts';
import { addScaledVec3, createVec3, lengthVec3, type ReadonlyVec3, setVec3, type Vec3 } from '../math/vec3.ts';
import { boxOfEllipsoid, createVehicleBox, type VehicleBox } from '../shapes/vehicle-box.ts';

/** Top view of a vehicle: its outlines, packed x, y [m], in world axes. */
export interface VehicleOutline {
  readonly box: Float64Array;
  readonly ellipsoid: Float64Array;
  /** Centre of mass. */
  readonly center: readonly [number, number];
  /** Forward direction, of unit length or slightly less. */
  readonly ahead: readonly [number, number];
}

/** Number of support directions of an outline: a multiple of four, so that faces along the axes are straight. */
const DIRECTIONS = 72;

/**
 * The outlines of vehicle `index` of packed states, deformed and rotated. `semiAxes` are those of its undeformed
 * ellipsoid, `radius` is that of the edges of its box [m].
 */
export function vehicleOutline(
  states: Float64Array,
  index: number,
  semiAxes: ReadonlyVec3,
  radius: number,
): VehicleOutline {
  const vehicle = VEHICLE_STRIDE * index;
  const center = createVec3(states[vehicle], states[vehicle + 1], states[vehicle + 2]);
  const b = createMat3();
  const d = states.subarray(vehicle + DIRECTORS, vehicle + DIRECTORS + 9);
  [b.xx, b.yx, b.zx] = [d[0] * semiAxes.x, d[1] * semiAxes.x, d[2] * semiAxes.x];
  [b.xy, b.yy, b.zy] = [d[3] * semiAxes.y, d[4] * semiAxes.y, d[5] * semiAxes.y];
  [b.xz, b.yz, b.zz] = [d[6] * semiAxes.z, d[7] * semiAxes.z, d[8] * semiAxes.z];
  const box = createVehicleBox([0.5, 0.5, 0.5], 0);
  boxOfEllipsoid(box, center, b, radius);
  return {
    box: outlineFromAbove((out, n) => farthestOfBox(out, box, n)),
    ellipsoid: outlineFromAbove((out, n) => farthestOfEllipsoid(out, center, b, n)),
    center: [center.x, center.y],
    ahead: [d[0], d[1]],
  };
}

/** The support points of a body in horizontal directions. */
function outlineFromAbove(farthest: (out: Vec3, direction: ReadonlyVec3) => Vec3): Float64Array {
  const points = new Float64Array(2 * DIRECTIONS);
  const [point, direction] = [createVec3(), createVec3()];
  for (let k = 0; k < DIRECTIONS; k++) {
    const angle = (2 * Math.PI * (k + 0.5)) / DIRECTIONS;
    farthest(point, setVec3(direction, cos(angle), sin(angle), 0));
    points[2 * k] = point.x;
    points[2 * k + 1] = point.y;
  }
  return points;
}

/** A vertex of the core, plus the radius. */
function farthestOfBox(out: Vec3, { center, rotation, halfExtents, radius }: VehicleBox, n: ReadonlyVec3): Vec3 {
  transformTransposedVec3(out, rotation, n);
  const corner = (component: number, half: number) => (component < 0 ? radius - half : half - radius);
  setVec3(out, corner(out.x, halfExtents.x), corner(out.y, halfExtents.y), corner(out.z, halfExtents.z));
  addScaledVec3(out, transformVec3(out, rotation, out), n, radius);
  return addScaledVec3(out, out, center, 1);
}

/** center + B Bᵀn / |Bᵀn| */
function farthestOfEllipsoid(out: Vec3, center: ReadonlyVec3, b: Mat3, n: ReadonlyVec3): Vec3 {
  transformTransposedVec3(out, b, n);
  const length = lengthVec3(out);
  return addScaledVec3(out, center, transformVec3(out, b, out), 1 / length);
}
