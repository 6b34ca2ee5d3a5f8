import {
  advanceBody,
  advanceSpatialBody,
  pose as createPose,
  type Pose,
  poseAt,
  subVec3,
  transformVec3,
  vec3,
} from '../../src/index.ts';
import { motionOf } from './body-motion.ts';
import type { ImpactResponse } from './impact-answer.ts';
import type { PlayBody, Side } from './play-state.ts';

/** What the flight of a body needs besides its motion. */
export interface Flight {
  readonly time: number;
  readonly response: ImpactResponse;
  /** Centres of mass in body axes [m]. */
  readonly centroids: Readonly<Record<Side, { readonly x: number; readonly y: number; readonly z: number }>>;
}

/** The pose of a body at a time [s]: its given motion up to the impact, then free flight without torque. */
export function flightPose(body: PlayBody, side: Side, flight: Flight | undefined, time: number): Pose {
  const index = side === 'A' ? 0 : 1;
  const isFree = flight !== undefined && time > flight.time && flight.response.immovable[index] === undefined;
  if (!isFree) return poseAt(createPose(), motionOf(body), time);
  const { response, planar, before } = flight.response;
  const start = before[index];
  const flying: Parameters<typeof advanceSpatialBody>[0] = {
    pose: { position: { ...start.pose.position }, rotation: { ...start.pose.rotation } },
    velocity: { ...(side === 'A' ? response.velocityA : response.velocityB) },
    angularVelocity: { ...(side === 'A' ? response.angularVelocityA : response.angularVelocityB) },
    inverseMass: start.inverseMass,
    inverseInertia: { ...start.inverseInertia },
  };
  if (planar) advanceBody(flying, time - flight.time);
  else advanceSpatialBody(flying, time - flight.time);
  const { position, rotation } = flying.pose;
  const arm = transformVec3(vec3(), rotation, flight.centroids[side]);
  return { position: subVec3(vec3(), position, arm), rotation };
}
