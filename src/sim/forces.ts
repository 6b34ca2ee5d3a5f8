import { createVec3, type Vec3 } from '../math/vec3.ts';
import { bookBrought } from './books.ts';
import { moverOf } from './docking.ts';
import type { Mover } from './mover.ts';
import type { World } from './world.ts';

/** The force [N] and torque about z [N m] that the scene's loads put on a mover at its centre at `time`. */
export interface Load {
  readonly mover: Mover;
  readonly force: Vec3;
  readonly torque: number;
}

/** Loads that act at `time`, each moved from the centre of its body to the centre of its mover. */
export function loadsAt(world: World, time: number): Load[] {
  return world.scene.forces.loads
    .filter(({ from, until }) => from <= time && time < until)
    .map(({ body, force, torque }) => {
      const mover = moverOf(world, body);
      const part = mover.parts.find((candidate) => candidate.body === body);
      const { rotation } = mover.pose;
      const offset = part?.offset ?? createVec3();
      const rx = rotation.xx * offset.x + rotation.xy * offset.y;
      const ry = rotation.yx * offset.x + rotation.yy * offset.y;
      return { mover, force: { ...force }, torque: torque + rx * force.y - ry * force.x };
    })
    .filter(({ mover }) => mover.inverseMass > 0);
}

/** Gives every mover what gravity and loads do in `h` [s], and books it. `midway` is a moment inside the step. */
export function kick(world: World, h: number, midway: number): void {
  for (const mover of world.movers) {
    if (mover.inverseMass === 0) continue;
    mover.velocity.x += h * mover.acceleration.x;
    mover.velocity.y += h * mover.acceleration.y;
    const m = mover.mass * h;
    bookBrought(world.books, mover.pose.position, createVec3(m * mover.acceleration.x, m * mover.acceleration.y));
  }
  for (const { mover, force, torque } of loadsAt(world, midway)) {
    mover.velocity.x += h * force.x * mover.inverseMass;
    mover.velocity.y += h * force.y * mover.inverseMass;
    mover.angularVelocity.z += h * torque * mover.inverseInertia.zz;
    bookBrought(world.books, mover.pose.position, createVec3(h * force.x, h * force.y));
    world.books.angularMomentumBrought.z += h * torque;
  }
}
