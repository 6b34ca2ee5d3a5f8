import { INVERSE_MASS, RECORD } from '../../../response/solver/solver-bodies.ts';
import { findForces, isForced } from './find-forces.ts';
import { mayHaveImpacts, resolveImpacts } from './impacts.ts';
import { addContactWork } from './step-work.ts';
import type { StepWorld } from './step-world.ts';

/** Velocity changes by the forces of a substep, six numbers per body. */
let kicks = new Float64Array(64);

/**
 * Impacts from a midpoint, `start` [s] after the start of the step, until the next one. The velocities at a midpoint are those after half of
 * the velocity change by forces: half of it is taken back meanwhile.
 */
export function resolveImpactsAhead(world: StepWorld, start: number): void {
  const { settings } = world;
  if (!mayHaveImpacts(world, settings.time)) return;
  takeBackHalfKicks(world);
  resolveImpacts(world, start, settings.time, kicks, () => addContactWork(world, 0));
  addWorkBeforeImpacts(world);
  addHalfKicks(world);
}

/** Sets `kicks`, the velocity changes since `before`, and takes half of them back. */
function takeBackHalfKicks({ bodies, solver: { records }, before }: StepWorld): void {
  if (kicks.length < 6 * bodies.count) kicks = new Float64Array(12 * bodies.count);
  for (let i = 0; i < bodies.count; i++) {
    const isMovable = records[RECORD * i + INVERSE_MASS] > 0;
    for (let k = 0; k < 6; k++) {
      const at = RECORD * i + k;
      kicks[6 * i + k] = isMovable ? records[at] - before[6 * i + k] : 0;
      records[at] -= 0.5 * kicks[6 * i + k];
      before[6 * i + k] = records[at];
    }
  }
}

function addHalfKicks({ bodies, solver: { records }, before }: StepWorld): void {
  for (let i = 0; i < bodies.count; i++) {
    for (let k = 0; k < 6; k++) {
      const at = RECORD * i + k;
      before[6 * i + k] = records[at] - 0.5 * kicks[6 * i + k];
      records[at] += 0.5 * kicks[6 * i + k];
    }
  }
}

/** Impacts from the start of a step until its first midpoint; false if there can be none. */
export function resolveImpactsAtStart(world: StepWorld): boolean {
  const duration = 0.5 * world.settings.time;
  if (!mayHaveImpacts(world, duration)) return false;
  findForces(world, world.time);
  setKicks(world, duration);
  resolveImpacts(world, 0, duration, kicks, () => addContactWork(world, 0));
  subtractWorkOfShift(world);
  return true;
}

/** Sets `kicks` to the velocity changes by forces during `duration` [s], and `before` to the present velocities. */
function setKicks({ solver: { records }, before, bodies, forces, scene }: StepWorld, duration: number): void {
  if (kicks.length < 6 * bodies.count) kicks = new Float64Array(12 * bodies.count);
  const { x, y, z } = scene.forces.gravity;
  for (let i = 0; i < bodies.count; i++) {
    const inverseMass = records[RECORD * i + INVERSE_MASS];
    const time = inverseMass > 0 ? duration : 0;
    kicks[6 * i] = time * (x + inverseMass * forces[3 * i]);
    kicks[6 * i + 1] = time * (y + inverseMass * forces[3 * i + 1]);
    kicks[6 * i + 2] = time * (z + inverseMass * forces[3 * i + 2]);
    for (let k = 3; k < 6; k++) kicks[6 * i + k] = 0;
    for (let k = 0; k < 6; k++) before[6 * i + k] = records[RECORD * i + k];
  }
}

/** The work of gravity along the shift of the bodies, as in `workOfContacts`. */
function subtractWorkOfShift({ solver, bodies, settings, scene, totals }: StepWorld): void {
  const { records, pseudoVelocities } = solver;
  const { x, y, z } = scene.forces.gravity;
  for (let i = 0; i < bodies.count; i++) {
    if (records[RECORD * i + INVERSE_MASS] === 0) continue;
    const shift = x * pseudoVelocities[6 * i] + y * pseudoVelocities[6 * i + 1] + z * pseudoVelocities[6 * i + 2];
    totals.contactWork -= (settings.time * shift) / records[RECORD * i + INVERSE_MASS];
  }
}

/** Until the midpoint the bodies have moved with their velocities before the elastic impacts: the work of loads along the difference. */
function addWorkBeforeImpacts(world: StepWorld): void {
  if (!isForced(world)) return;
  const { bodies, solver, forces, torques, before, settings, totals } = world;
  for (let i = 0; i < bodies.count; i++) {
    for (let k = 0; k < 3; k++) {
      const change = before[6 * i + k] - solver.records[RECORD * i + k];
      const angularChange = before[6 * i + 3 + k] - solver.records[RECORD * i + 3 + k];
      totals.externalWork += 0.5 * settings.time * (forces[3 * i + k] * change + torques[3 * i + k] * angularChange);
    }
  }
}
