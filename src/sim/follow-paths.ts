import { rotationAboutZ } from '../math/mat3.ts';
import { createPlanarPathState, type PlanarPath, planarPathAt } from '../math/planar-path.ts';
import { advanceComposite, type CompositeBody } from './composite-body.ts';
import type { World } from './world.ts';

const state = createPlanarPathState();

/** The path that a composite body follows, if one of its bodies has one; a free body that docks is carried along. */
export function pathOf({ scene }: World, { parts, inverseMass }: CompositeBody): PlanarPath | undefined {
  if (inverseMass > 0) return undefined;
  for (const { body } of parts) {
    const { path } = scene.bodies[body];
    if (path !== undefined) return path;
  }
  return undefined;
}

/** Sets pose and velocity to those of the path at `time` [s]: contacts see the velocity of the link at the contact point. [CP13-5.6] */
export function setOnPath(composite: CompositeBody, path: PlanarPath, time: number): void {
  const { pose, velocity, angularVelocity } = composite;
  planarPathAt(state, path, time);
  pose.position.x = state.x;
  pose.position.y = state.y;
  composite.angle = state.angle;
  composite.angleLow = 0;
  rotationAboutZ(pose.rotation, state.angle);
  velocity.x = state.vx;
  velocity.y = state.vy;
  angularVelocity.z = state.angularVelocity;
  composite.since = time;
  composite.sinceLow = 0;
}

/** Advances a body that no force moves: on its path, or with constant velocities. */
export function advanceCarried(world: World, composite: CompositeBody, time: number): void {
  const path = pathOf(world, composite);
  if (path === undefined) advanceComposite(composite, time);
  else setOnPath(composite, path, time);
}
