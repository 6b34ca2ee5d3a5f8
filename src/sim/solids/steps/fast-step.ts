import { type Flight, pathOfStep } from './fast-flights.ts';
import type { StepWorld } from './step-world.ts';

/** A body waits for the next step after this many impacts in one. */
export const MAX_IMPACTS = 64;

/** Maximum number of times that a waiting body begins to move with another one, or stops. */
export const MAX_CARRIES = 16;

/** The paths of a step, by body, and what has happened to its pairs. */
export interface FastStep {
  readonly world: StepWorld;
  readonly paths: Map<number, readonly Flight[]>;
  /** Slots of pairs with an impact, and of those that the filter of the caller rejects. */
  readonly impacted: Set<number>;
  readonly rejected: Set<number>;
  /** Slots of pairs with an impact slower than the restitution threshold: their bodies stay in contact. */
  readonly persistent: Set<number>;
  /** Number of manifolds of the solver: those of CCD follow. */
  readonly solvedCount: number;
}

export function createFastStep(world: StepWorld): FastStep {
  return {
    world,
    paths: new Map(),
    impacted: new Set(),
    rejected: new Set(),
    persistent: new Set(),
    solvedCount: world.contacts.manifoldCount,
  };
}

export function pathOf({ world, paths }: FastStep, i: number): readonly Flight[] {
  const known = paths.get(i);
  if (known) return known;
  const path = pathOfStep(world, i);
  paths.set(i, path);
  return path;
}

/** The piece of the path of body i at `time` [s]; from its end on the next one. */
export function flightAt(fastStep: FastStep, i: number, time: number): Flight {
  const path = pathOf(fastStep, i);
  return path.length > 1 && time >= path[1].start ? path[1] : path[0];
}

/** End of a piece of the path of body i: the start of the next one, or the end of the step [s]. */
export function endOf(fastStep: FastStep, i: number, flight: Flight): number {
  const path = pathOf(fastStep, i);
  return path.length > 1 && flight === path[0] ? path[1].start : fastStep.world.scene.time.step;
}

/** Whether no contact changes the motion of body i, or none any more in this step. */
export function isImmovable(fastStep: FastStep, i: number): boolean {
  if (fastStep.world.free[i] === 0) return true;
  const [{ isHeld, impactCount }] = pathOf(fastStep, i);
  return isHeld && impactCount > MAX_IMPACTS + MAX_CARRIES;
}
