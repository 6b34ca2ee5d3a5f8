import { createVec3 } from '../math/vec3.ts';
import type { BodyOptions, BodyState, BodyType } from './body-options.ts';
import { originPose } from './body-pose.ts';
import { poseAt, velocitiesAt } from './set-body.ts';
import { entryAt, type WorldStore } from './world-store.ts';

const TYPES: Readonly<Record<string, BodyType>> = { free: 'dynamic', prescribed: 'kinematic', fixed: 'static' };

/** State of the body with index i; see `World.state`. */
export function stateAt(store: WorldStore, i: number): BodyState {
  const { body, origin } = entryAt(store, i);
  const { positions: x, orientations: q, velocities: v, angularVelocities: w } = store.steps.bodies;
  const { position, rotation } = originPose(store.steps, i, origin);
  return {
    name: body.name,
    type: TYPES[body.motion],
    position,
    orientation: { w: q[4 * i], x: q[4 * i + 1], y: q[4 * i + 2], z: q[4 * i + 3] },
    rotation,
    centerOfMass: createVec3(x[3 * i], x[3 * i + 1], x[3 * i + 2]),
    velocity: createVec3(v[3 * i], v[3 * i + 1], v[3 * i + 2]),
    angularVelocity: createVec3(w[3 * i], w[3 * i + 1], w[3 * i + 2]),
    mass: body.mass,
    asleep: store.steps.asleep[i] === 1,
  };
}

/** Settings of the body with index i at its present pose and velocities; see `World.options`. */
export function optionsAt(store: WorldStore, i: number): BodyOptions {
  const entry = entryAt(store, i);
  const { position: _, orientation: __, velocity: ___, angularVelocity: ____, ...rest } = entry.options;
  const moves = entry.body.motion !== 'fixed' && rest.path === undefined;
  return { ...rest, name: entry.body.name, ...poseAt(store, i, entry), ...(moves && velocitiesAt(store, i)) };
}
