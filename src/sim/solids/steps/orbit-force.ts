import { type OrbitField, orbitLoad } from '../../../dynamics/orbit.ts';
import type { LinkForce } from './body-forces.ts';
import { midStepBody } from './mid-step-body.ts';
import type { StepWorld } from './step-world.ts';

/** Gravity in orbit on all bodies of a world in fixed steps; external work and impulse in the ledger. */
export function createOrbitForce(world: StepWorld, field: OrbitField): LinkForce {
  return {
    add(_time, h) {
      const { bodies, free, active, forces, torques } = world;
      for (let i = 0; i < bodies.count; i++) {
        if (free[i] === 0 || active[i] === 0) continue;
        const { force, torque } = orbitLoad(field, midStepBody(world, i), h);
        addForce(forces, i, force);
        addForce(torques, i, torque);
      }
    },
  };
}

/** Adds a vector to that of body i in a packed array. */
export function addForce(
  packed: Float64Array,
  i: number,
  { x, y, z }: { readonly x: number; readonly y: number; readonly z: number },
  sign = 1,
): void {
  packed[3 * i] += sign * x;
  packed[3 * i + 1] += sign * y;
  packed[3 * i + 2] += sign * z;
}
