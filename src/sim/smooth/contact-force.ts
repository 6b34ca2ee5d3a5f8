import { createVec3, type Vec3 } from '../../math/vec3.ts';
import type { LawForce } from '../../response/contact-laws.ts';

/** Force of a penalty contact at one time: along the normal on B, and friction. */
export interface PenaltyForce extends LawForce {
  /** Midpoint of the witness points, where the force acts on both bodies [m]. */
  readonly point: Vec3;
  /** [m], negative when apart; [m/s] */
  depth: number;
  depthRate: number;
  /** Power that dampers, friction and immovable bodies deliver to free bodies and springs [W]. */
  power: number;
  /** On B, in the tangent plane [N]. */
  readonly friction: Vec3;
  /** Elastic displacement of B relative to A that the friction spring holds [m]. */
  readonly stretch: Vec3;
}

export function createPenaltyForce(): PenaltyForce {
  return {
    force: 0,
    elastic: 0,
    stored: 0,
    point: createVec3(),
    depth: 0,
    depthRate: 0,
    power: 0,
    friction: createVec3(),
    stretch: createVec3(),
  };
}
