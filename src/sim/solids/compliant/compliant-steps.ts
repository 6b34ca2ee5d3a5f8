import { createVec3, type ReadonlyVec3 } from '../../../math/vec3.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { SimulationError } from '../../world.ts';
import { setTotalForce } from './add-forces.ts';
import { advanceTo, attachInitially } from './advance-compliant.ts';
import { type CompliantWorld, createCompliantWorld } from './compliant-world.ts';

/**
 * The world of a scene with compliant contact, to be advanced step by step. Throws a SimulationError if a law of the scene cannot be used for
 * its bodies.
 *
 * @example
 * ```ts
 * import { advanceCompliantStep, compliantForces, createCompliantSteps, readScene } from 'appulse';
 *
 * const scene = readScene(`{
 *   "world": "solids", "title": "A drop", "description": "A sphere falls on the floor.",
 *   "bodies": [
 *     { "name": "floor", "shape": { "kind": "halfspace", "normal": [0, 0, 1] }, "motion": "fixed" },
 *     { "name": "sphere", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0, 0, 0.11], "mass": 1 }
 *   ],
 *   "contacts": { "response": "penalty", "penalty": { "law": "hertz", "modulus": "1 MPa", "damping": 1 } },
 *   "forces": { "gravity": [0, 0, -9.81] },
 *   "time": { "end": 1, "method": "steps", "step": "1 ms" }
 * }`, 'drop');
 * if (scene.world !== 'solids') throw new Error('not a rigid-body scene');
 * const world = createCompliantSteps(scene);
 * while (world.time < 2) advanceCompliantStep(world);
 * console.log(compliantForces(world).map(({ force }) => force.z.toFixed(2))); // [ '9.81' ]
 * ```
 */
export function createCompliantSteps(scene: SolidScene): CompliantWorld {
  if (scene.contacts.response !== 'penalty') {
    throw new SimulationError('contacts.response: compliant steps need "penalty"');
  }
  const world = createCompliantWorld(scene);
  attachInitially(world);
  return world;
}

/** Advances by one step of the scene. Throws a SimulationError with the maximum step if it is too long; the world is then unchanged. */
export function advanceCompliantStep(world: CompliantWorld): void {
  const { step } = world.scene.time;
  const next = (world.stepCount + 1) * step;
  // after a step of another length the count has no meaning for the time
  const isRegular = Math.abs(world.time - world.stepCount * step) <= 1e-9 * step;
  if (advanceTo(world, isRegular ? next : world.time + step)) return;
  const { failure } = world;
  world.failure = undefined;
  throw new SimulationError(failure ?? 'the step failed');
}

/** Force of one contact point of compliant contact. */
export interface CompliantForce {
  /** Index of A in the bodies of the scene. */
  readonly bodyA: number;
  /** Index of B in the bodies of the scene. */
  readonly bodyB: number;
  /** Where the force acts [m]. */
  readonly point: ReadonlyVec3;
  /** Unit vector from A to B. */
  readonly normal: ReadonlyVec3;
  /** Depth of the overlap [m]. */
  readonly depth: number;
  /** Rate of the depth [m/s]. */
  readonly depthRate: number;
  /** Force on B, friction included [N]. */
  readonly force: ReadonlyVec3;
}

/** The contact forces in the current state, in the order of the bodies. */
export function compliantForces({ pairs }: CompliantWorld): CompliantForce[] {
  return [...pairs.values()].flatMap(({ a, b, points, pointCount }) =>
    points.slice(0, pointCount).map((contact) => ({
      bodyA: a.index,
      bodyB: b.index,
      point: { ...contact.point },
      normal: { ...contact.normal },
      depth: contact.depth,
      depthRate: contact.depthRate,
      force: setTotalForce(createVec3(), contact),
    })),
  );
}
