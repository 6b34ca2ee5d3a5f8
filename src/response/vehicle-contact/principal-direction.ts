import { atan2 } from '../../math/inverse-trig.ts';
import type { ReadonlyVec3 } from '../../math/vec3.ts';

/**
 * Principal direction of force (PDOF): the clockwise angle from straight ahead to the direction the impulse on a vehicle comes from,
 * seen from above, -π to π [rad]. `ahead` is the direction of the vehicle over the ground, of any length. [PATH98-8]
 */
export function principalDirection(impulse: ReadonlyVec3, ahead: ReadonlyVec3): number {
  const along = -(impulse.x * ahead.x + impulse.y * ahead.y);
  const right = impulse.y * ahead.x - impulse.x * ahead.y;
  return atan2(right, along);
}
