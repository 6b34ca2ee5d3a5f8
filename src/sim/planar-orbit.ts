import { orbitAcceleration, orbitLoad } from '../dynamics/orbit.ts';
import { rotationAboutZ } from '../math/mat3.ts';
import { addScaledVec3, createVec3, dotVec3, scaleVec3 } from '../math/vec3.ts';
import type { PlanarScene } from '../scene/scene.ts';
import type { CompositeBody } from './composite-body.ts';
import { loadsAt } from './forces.ts';
import { addExternalImpulse } from './ledger-totals.ts';
import type { World } from './world.ts';

/**
 * Forces that change in flight: gravity in orbit, and loads on docked bodies, whose moment rotates with them. Between exact times of impact they
 * are constant and renewed every `time.step`, with the values at the midpoint of the interval.
 */
export function hasDrivenFlights({ forces, docking, sensors }: PlanarScene): boolean {
  if (forces.orbit) return true;
  const docks = new Set(docking.flatMap((entry) => entry.sensors.map((sensor) => sensors[sensor].body)));
  return forces.loads.some(({ body }) => docks.has(body));
}

/** Sets acceleration and angular acceleration of all loaded composites, which are at the current time, for the next `h` [s]. */
export function setDrivenFlights(world: World, h: number): void {
  const { orbit, gravity } = world.scene.forces;
  const free = world.composites.filter(({ inverseMass }) => inverseMass > 0);
  const midpoint = free.map((composite) => predict(world, composite, 0.5 * h));
  const byComposite = new Map(free.map((composite, i) => [composite, i]));
  const loads = loadsAt({ ...world, composites: midpoint }, world.time + 0.5 * h);
  const loaded = new Set(loads.map(({ composite }) => midpoint.indexOf(composite)));
  for (const [composite, i] of byComposite) {
    if (!orbit && !loaded.has(i)) continue;
    const acceleration = createVec3(gravity.x, gravity.y);
    composite.angularAcceleration = 0;
    if (orbit) addScaledVec3(acceleration, acceleration, orbitLoad(orbit, midpoint[i], 0).force, composite.inverseMass);
    for (const load of loads) {
      if (load.composite !== midpoint[i]) continue;
      addScaledVec3(acceleration, acceleration, load.force, composite.inverseMass);
      composite.angularAcceleration += load.torque * composite.inverseInertia.zz;
    }
    Object.assign(composite.acceleration, acceleration);
  }
}

/** A copy of the composite `s` [s] later, under the forces of the current time. */
function predict(world: World, composite: CompositeBody, s: number): CompositeBody {
  const { orbit, gravity } = world.scene.forces;
  const { pose, velocity, angularVelocity } = composite;
  const acceleration = createVec3(gravity.x, gravity.y);
  const own = orbit && orbitAcceleration(createVec3(), orbit, { position: pose.position, velocity });
  if (own) addScaledVec3(acceleration, acceleration, own, 1);
  const position = addScaledVec3(createVec3(), pose.position, velocity, s);
  addScaledVec3(position, position, acceleration, 0.5 * s * s);
  const angle = composite.angle + s * angularVelocity.z;
  const rotation = rotationAboutZ({ ...pose.rotation }, angle);
  return {
    ...composite,
    pose: { position, rotation },
    velocity: addScaledVec3(createVec3(), velocity, acceleration, s),
    angle,
  };
}

/** Gravity in orbit over a step of `h` [s], at its midpoint: external impulse and work. */
export function applyOrbit(world: World, h: number): void {
  const { orbit } = world.scene.forces;
  if (!orbit) return;
  for (const composite of world.composites) {
    if (composite.inverseMass === 0) continue;
    const { force } = orbitLoad(orbit, composite, h);
    const impulse = scaleVec3(createVec3(), force, h);
    const before = { ...composite.velocity };
    addScaledVec3(composite.velocity, composite.velocity, impulse, composite.inverseMass);
    addExternalImpulse(world.totals, composite.pose.position, impulse);
    world.totals.externalWork += 0.5 * (dotVec3(impulse, before) + dotVec3(impulse, composite.velocity));
  }
}
