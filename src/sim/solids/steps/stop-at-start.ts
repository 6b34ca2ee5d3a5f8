import { FRICTION_IMPULSE, NORMAL_IMPULSE, ROW, updateGaps } from '../../../response/solver/contact-rows.ts';
import { solveRows } from '../../../response/solver/solve-rows.ts';
import { RECORD } from '../../../response/solver/solver-bodies.ts';
import { RELAX } from '../../../response/solver/solver-settings.ts';
import { markDeflected } from './deflections.ts';
import { addContactWork } from './step-work.ts';
import type { StepWorld } from './step-world.ts';

/** Solver passes over the contacts at the start of a step. */
const START_PASSES = 8;

/**
 * Bodies that touch at the start of a step and are so fast that half a substep of flight would cause deep penetration stop at once,
 * without forces. The warm-start impulses of the other contacts are set aside meanwhile.
 */
export function stopAtStart(world: StepWorld): void {
  const { settings, solver, contacts, before, bodies } = world;
  const { records } = solver;
  const { rows, rowCount } = contacts;
  const saved = rows.slice(0, ROW * rowCount);
  for (let at = 0; at < ROW * rowCount; at += ROW) rows.fill(0, at + NORMAL_IMPULSE, at + FRICTION_IMPULSE + 3);
  for (let manifold = 0; manifold < contacts.manifoldCount; manifold++) updateGaps(contacts, manifold, records);
  for (let i = 0; i < bodies.count; i++) for (let k = 0; k < 6; k++) before[6 * i + k] = records[RECORD * i + k];
  for (let pass = 0; pass < START_PASSES; pass++) solveRows(contacts, records, settings, RELAX);
  addContactWork(world, 0);
  markDeflected(world, 0);
  for (let at = 0; at < ROW * rowCount; at += ROW) {
    for (let k = NORMAL_IMPULSE; k < FRICTION_IMPULSE + 3; k++) rows[at + k] = saved[at + k];
  }
}
