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

const lateralA = createVec3();
const lateralB = createVec3();
const offset = createVec3();
const cross = createVec3();
const found = createRoundedBoxGap();

export function isFalseContact(
  filter: FalseContactFilter,
  boxA: VehicleBox,
  boxB: VehicleBox,
  parallelAngle = PARALLEL_ANGLE,
): boolean {
  return filter === 'sat' ? roundedBoxGap(found, boxA, boxB).gap > 0 : areSideBySide(boxA, boxB, parallelAngle);
}

/** The absolute value and the tolerance are added here: the printed condition has neither (M15). */
function areSideBySide(boxA: VehicleBox, boxB: VehicleBox, parallelAngle: number): boolean {
  secondAxis(lateralA, boxA);
  secondAxis(lateralB, boxB);
  const sine = lengthVec3(crossVec3(cross, lateralA, lateralB));
  const angle = atan2(sine, Math.abs(dotVec3(lateralA, lateralB)));
  const lateral = Math.abs(dotVec3(subVec3(offset, boxB.center, boxA.center), lateralA));
  return angle <= parallelAngle && lateral > boxA.halfExtents.y + boxB.halfExtents.y;
}

function secondAxis(out: Vec3, box: VehicleBox): Vec3 {
  return setVec3(out, box.rotation.xy, box.rotation.yy, box.rotation.zy);
}
