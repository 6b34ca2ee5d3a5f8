import { addScaledVec3, copyVec3 } from '../math/vec3.ts';
import type { CompositeBody } from './composite-body.ts';
import { loadsAt } from './forces.ts';
import type { World } from './world.ts';

/** Times after the start at which a load begins or ends, ascending, each once [s]. */
export function loadChanges({ scene }: World): number[] {
  const times = scene.forces.loads.flatMap(({ from, until }) => [from, until]);
  const finite = times.filter((time) => time > 0 && time < Number.POSITIVE_INFINITY);
  return [...new Set(finite)].sort((p, q) => p - q);
}

/** The composites with a load at some time. Gravity in orbit is a load on all free ones. */
export function loadedComposites({ scene, composites }: World): Set<CompositeBody> {
  if (scene.forces.orbit) return new Set(composites.filter(({ inverseMass }) => inverseMass > 0));
  const loaded = new Set(scene.forces.loads.map(({ body }) => body));
  return new Set(composites.filter(({ parts }) => parts.some(({ body }) => loaded.has(body))));
}

/**
 * Sets the constant accelerations of free flight under the loads at the present time, until the next change. All loaded composites are at that
 * time.
 */
export function applyLoads(world: World): void {
  withoutLoads(world);
  for (const { composite, force, torque } of loadsAt(world, world.time)) {
    addScaledVec3(composite.acceleration, composite.acceleration, force, composite.inverseMass);
    composite.angularAcceleration += torque * composite.inverseInertia.zz;
  }
}

/** Gravity alone: fixed steps apply loads themselves. */
export function withoutLoads(world: World): void {
  for (const composite of loadedComposites(world)) {
    copyVec3(composite.acceleration, world.scene.forces.gravity);
    composite.angularAcceleration = 0;
  }
}
