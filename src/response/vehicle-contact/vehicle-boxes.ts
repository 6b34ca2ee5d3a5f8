import { ELLIPSOID_STRIDE, unpackMatrix } from '../../distance/ellipsoid/packed-ellipsoid.ts';
import { createMat3 } from '../../math/mat3.ts';
import { createVec3, setVec3 } from '../../math/vec3.ts';
import type { AxisOrder } from '../../shapes/principal-axes.ts';
import { boxOfEllipsoid, createVehicleBox, type VehicleBox } from '../../shapes/vehicle-box.ts';
import type { VehicleStatus } from '../../shapes/vehicle-error.ts';

/** Number that no coordinate equals: forces the first computation. */
const UNSET = Number.NaN;

/** The rounded boxes of all vehicles, each computed once per state: pairs share their vehicles, and steps begin where the last ended. */
export interface VehicleBoxes {
  readonly boxes: readonly VehicleBox[];
  /** Edge radius of each box [m]. */
  readonly radii: Float64Array;
  /** The packed ellipsoids that the boxes belong to. */
  readonly ellipsoids: Float64Array;
  readonly statuses: VehicleStatus[];
}

/** For vehicles with these edge radii [m]. */
export function createVehicleBoxes(radii: readonly number[]): VehicleBoxes {
  return {
    boxes: radii.map(() => createVehicleBox([0.5, 0.5, 0.5], 0)),
    radii: Float64Array.from(radii),
    ellipsoids: new Float64Array(ELLIPSOID_STRIDE * radii.length).fill(UNSET),
    statuses: radii.map(() => 'ok'),
  };
}

const center = createVec3();
const matrix = createMat3();

/** Sets box `index` to that of the packed ellipsoid with this index. Returns E_RADIUS if its radius does not fit. */
export function updateVehicleBox(
  { boxes, radii, ellipsoids: known, statuses }: VehicleBoxes,
  ellipsoids: Float64Array,
  index: number,
  order: AxisOrder,
): VehicleStatus {
  const from = ELLIPSOID_STRIDE * index;
  let isKnown = true;
  for (let i = from; i < from + ELLIPSOID_STRIDE; i++) {
    if (known[i] === ellipsoids[i]) continue;
    known[i] = ellipsoids[i];
    isKnown = false;
  }
  if (isKnown) return statuses[index];
  setVec3(center, ellipsoids[from], ellipsoids[from + 1], ellipsoids[from + 2]);
  statuses[index] = boxOfEllipsoid(boxes[index], center, unpackMatrix(matrix, ellipsoids, index), radii[index], order);
  return statuses[index];
}
