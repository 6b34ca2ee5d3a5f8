import { createWorldOf as createVerifiedWorld } from '../../reproduce/solids/step-errors.ts';
import type { StepWorld } from '../../src/sim/solids/steps/step-world.ts';

/** Rigid-body worlds from scene documents, with the default settings of scenes except for the length of a step. */

/** [m/s²] */
export const G = 9.81;
export const FLOOR = { name: 'floor', shape: { kind: 'halfspace', normal: [0, 0, 1] }, motion: 'fixed' };

export interface StepDocument {
  readonly bodies: readonly object[];
  /** [s] */
  readonly step?: number;
  /** Coefficient of static and dynamic friction. */
  readonly friction?: number;
  readonly restitution?: number;
  /** Along -z [m/s²]. */
  readonly gravity?: number;
  /** Further settings of `contacts` and `time`. */
  readonly contacts?: object;
  readonly time?: object;
}

export function createWorldOf(document: StepDocument): StepWorld {
  const { bodies, step = 0.01, friction = 0, restitution = 0, gravity = G, contacts = {}, time = {} } = document;
  const law = { restitution, friction: { law: 'algebraic', static: friction }, ...contacts };
  return createVerifiedWorld(step, { bodies, contacts: law, gravity, time });
}

export { advance } from '../../reproduce/solids/step-errors.ts';

/** Components of body `i` in a packed array of vectors. */
export function vectorOf(packed: Float64Array, i: number): [number, number, number] {
  return [packed[3 * i], packed[3 * i + 1], packed[3 * i + 2]];
}

/** Angle of the orientation of body `i` [rad]. */
export function angleOf({ bodies }: StepWorld, i: number): number {
  const [, x, y, z] = bodies.orientations.subarray(4 * i, 4 * i + 4);
  return 2 * Math.asin(Math.min(1, Math.hypot(x, y, z)));
}

/** Kinetic and potential energy of the free bodies, which must have equal principal moments [J]. */
export function energyOf({ bodies, scene }: StepWorld): number {
  let energy = 0;
  for (let i = 0; i < bodies.count; i++) {
    if (bodies.inverseMasses[i] === 0) continue;
    const mass = 1 / bodies.inverseMasses[i];
    energy -= mass * scene.forces.gravity.z * bodies.positions[3 * i + 2];
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      energy += 0.5 * mass * bodies.velocities[k] ** 2 + 0.5 * bodies.moments[k] * bodies.angularVelocities[k] ** 2;
    }
  }
  return energy;
}

/** A cube on its face, with half the edge `half` [m]. */
export function cube(name: string, half: number, position: readonly number[], more: object = { density: 1000 }) {
  return { name, shape: { kind: 'box', halfExtents: [half, half, half] }, position, ...more };
}

export function sphere(name: string, radius: number, position: readonly number[], more: object = {}) {
  return { name, shape: { kind: 'sphere', radius }, position, mass: 1, ...more };
}
