import { createBox } from '../src/shapes/box.ts';
import { createWorld } from '../src/world/create-world.ts';
import type { World } from '../src/world/world.ts';

export const G = 9.81;

export function createJointWorld(
  timeStep: number,
  substeps: number,
  gravity: [number, number, number] = [0, 0, -G],
): World {
  return createWorld({ gravity, timeStep, substeps, timeToSleep: 0, restitution: 0, friction: 0.8 });
}

/** Largest coordinate of the given axes of all joints. */
export function driftOf(world: World, axes: readonly number[]): number {
  const all = world.joints().flatMap((joint) => axes.map((k) => Math.abs(world.jointState(joint).positions[k] ?? 0)));
  return Math.max(...all);
}

export function energyOf(world: World): number {
  const { kineticEnergy, potentialEnergy } = world.ledger();
  return kineticEnergy + potentialEnergy;
}

export const HINGE_LOCKED = [0, 1, 2, 4, 5];

/** A rod of length 1 m and mass 1 kg from the origin along x, on a hinge about y at the origin; square of side 0.1 m. */
export function addPendulum(world: World) {
  const rod = world.addBody({ shape: createBox([0.5, 0.05, 0.05]), position: [0.5, 0, 0], mass: 1 });
  const hinge = world.addJoint({ kind: 'hinge', bodies: [undefined, rod], position: [0, 0, 0], axis: [0, 1, 0] });
  return { rod, hinge };
}
/** About its centre, and about the hinge [kg m²]. */
export const ROD_INERTIA = (1 + 0.01) / 12;
export const PIN_INERTIA = ROD_INERTIA + 0.25;

export function addDoublePendulum(world: World) {
  const { rod, hinge } = addPendulum(world);
  const second = world.addBody({
    shape: createBox([0.5, 0.05, 0.05]),
    position: [1.5, 0, 0],
    mass: 1,
    collidesWith: [],
  });
  const elbow = world.addJoint({ kind: 'hinge', bodies: [rod, second], position: [1, 0, 0], axis: [0, 1, 0] });
  return { hinge, elbow };
}
