/**
 * Ellipsoids extend beyond the faces of their boxes by a quarter, and overlap before the boxes do. A filter rejects such false
 * contacts. [PATH98-4.1]
 */
import { atan2 } from '../../math/inverse-trig.ts';
import { createVec3, crossVec3, dotVec3, lengthVec3, setVec3, subVec3, type Vec3 } from '../../math/vec3.ts';
import type { VehicleBox } from '../../shapes/vehicle-box.ts';
import { createRoundedBoxGap, roundedBoxGap } from './rounded-box-gap.ts';

/** `sat`: the rounded boxes are apart. `eq1`, of the source: parallel vehicles whose lateral distance is above their width. */
export type FalseContactFilter = 'sat' | 'eq1';

/** Vehicles count as parallel within this angle [rad]: 1 degree. */
export const PARALLEL_ANGLE = Math.PI / 180;

/** The numbers of equation (1) of the source for two vehicles. */
export interface LateralClearance {
  /** Angle between their second axes, as lines [rad]: 0 to π/2. */
  angle: number;
  /** Distance of their centres along the second axis of A, without sign [m]. */
  distance: number;
  /** Half the sum of their widths [m]: beyond it, parallel vehicles are side by side. */
  limit: number;
}

/** An empty result for `lateralClearance`. */
export function createLateralClearance(): LateralClearance {
  return { angle: 0.5, distance: 0.5, limit: 0.5 };
}

const lateralA = createVec3();
const lateralB = createVec3();
const offset = createVec3();
const cross = createVec3();
const found = createRoundedBoxGap();
const clearance = createLateralClearance();

/**
 * Equation (1) of the source, as numbers: parallel vehicles (`angle` about 0) do not touch if `distance` exceeds `limit`. [PATH98-4.1]
 * The printed condition has neither an absolute value nor a tolerance for the angle (M15).
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { createLateralClearance, createVehicleBox, lateralClearance } from 'appulse/vehicles';
 *
 * const other = createVehicleBox([2.5, 1.5, 1.45], 0.3, vec3(0.5, 3.6));
 * const found = lateralClearance(createLateralClearance(), createVehicleBox([2.5, 1.5, 1.45], 0.3), other);
 * console.log(found.angle, found.distance, found.limit); // 0 3.6 3
 * ```
 */
export function lateralClearance(out: LateralClearance, boxA: VehicleBox, boxB: VehicleBox): LateralClearance {
  secondAxis(lateralA, boxA);
  secondAxis(lateralB, boxB);
  const sine = lengthVec3(crossVec3(cross, lateralA, lateralB));
  out.angle = atan2(sine, Math.abs(dotVec3(lateralA, lateralB)));
  out.distance = Math.abs(dotVec3(subVec3(offset, boxB.center, boxA.center), lateralA));
  out.limit = boxA.halfExtents.y + boxB.halfExtents.y;
  return out;
}

/**
 * Whether a contact of the ellipsoids is false: `sat`, the rounded boxes are apart; `eq1`, equation (1) of the source, with vehicles within
 * `parallelAngle` [rad] taken as parallel. [PATH98-4.1]
 *
 * @example
 * ```ts
 * import { vec3 } from 'appulse';
 * import { createVehicleBox, isFalseContact } from 'appulse/vehicles';
 *
 * const behind = createVehicleBox([2.5, 1.5, 1.45], 0.3);
 * const ahead = createVehicleBox([2.5, 1.5, 1.45], 0.3, vec3(5.5, 0)); // the ellipsoids, 6.2 m long, overlap
 * console.log(isFalseContact('sat', behind, ahead), isFalseContact('eq1', behind, ahead)); // true false
 * ```
 */
export function isFalseContact(
  filter: FalseContactFilter,
  boxA: VehicleBox,
  boxB: VehicleBox,
  parallelAngle = PARALLEL_ANGLE,
): boolean {
  if (filter === 'sat') return roundedBoxGap(found, boxA, boxB).gap > 0;
  lateralClearance(clearance, boxA, boxB);
  return clearance.angle <= parallelAngle && clearance.distance > clearance.limit;
}

function secondAxis(out: Vec3, box: VehicleBox): Vec3 {
  return setVec3(out, box.rotation.xy, box.rotation.yy, box.rotation.zy);
}
