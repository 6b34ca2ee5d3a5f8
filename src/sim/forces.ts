import { createVec3, type Vec3 } from '../math/vec3.ts';
import type { CompositeBody } from './composite-body.ts';
import { compositeOf } from './docking.ts';
import { addExternalImpulse } from './ledger-totals.ts';
import type { World } from './world.ts';

/** Force [N] and torque about z [N m] of the scene's loads on a composite, at its centre, at `time`. */
export interface Load {
  readonly composite: CompositeBody;
  readonly force: Vec3;
  readonly torque: number;
}

/** Loads that act at `time`, each moved from the centre of its body to the centre of its composite. */
export function loadsAt(world: World, time: number): Load[] {
  if (world.scene.forces.loads.length === 0) return [];
  return world.scene.forces.loads
    .filter(({ from, until }) => from <= time && time < until)
    .map(({ body, force, torque }) => {
      const composite = compositeOf(world, body);
      const part = composite.parts.find((candidate) => candidate.body === body);
      const { rotation } = composite.pose;
      const offset = part?.offset ?? createVec3();
      const rx = rotation.xx * offset.x + rotation.xy * offset.y;
      const ry = rotation.yx * offset.x + rotation.yy * offset.y;
      return { composite, force: { ...force }, torque: torque + rx * force.y - ry * force.x };
    })
    .filter(({ composite }) => composite.inverseMass > 0);
}

/** Applies gravity and loads over `h` [s] to every composite and adds them to the ledger. `midway` is a time inside the step. */
export function kick(world: World, h: number, midway: number): void {
  for (const composite of world.composites) {
    if (composite.inverseMass === 0) continue;
    composite.velocity.x += h * composite.acceleration.x;
    composite.velocity.y += h * composite.acceleration.y;
    const m = composite.mass * h;
    addExternalImpulse(
      world.totals,
      composite.pose.position,
      createVec3(m * composite.acceleration.x, m * composite.acceleration.y),
    );
  }
  for (const { composite, force, torque } of loadsAt(world, midway)) {
    composite.velocity.x += h * force.x * composite.inverseMass;
    composite.velocity.y += h * force.y * composite.inverseMass;
    composite.angularVelocity.z += h * torque * composite.inverseInertia.zz;
    addExternalImpulse(world.totals, composite.pose.position, createVec3(h * force.x, h * force.y));
    world.totals.externalAngularImpulse.z += h * torque;
  }
}
