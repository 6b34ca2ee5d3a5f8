import { type ContactRows, FRICTION_IMPULSE, IMPACTED, IMPULSE, NORMAL_IMPULSE, ROW } from './contact-rows.ts';
import { RESTITUTION, type SolverSettings, solveRows } from './solve-rows.ts';

/** Passes over the contacts that struck: a box that lands flat shall leave as flat, on all its points. */
const RESTITUTION_PASSES = 24;

/**
 * Restitution, once for a contact, in the substep in which it struck: on top of the impulses that stopped it come those that make
 * it leave, and the friction that goes with them.
 */
export function applyRestitution(contacts: ContactRows, records: Float64Array, settings: SolverSettings): void {
  addImpulses(contacts, -1);
  for (let pass = 0; pass < RESTITUTION_PASSES; pass++) solveRows(contacts, records, settings, RESTITUTION);
  addImpulses(contacts, 1);
}

/** Takes what the rows that struck have in this substep out of the sum over the step, or puts it back. */
function addImpulses({ rows, rowCount }: ContactRows, sign: number): void {
  for (let at = 0; at < ROW * rowCount; at += ROW) {
    if (rows[at + IMPACTED] === 0) continue;
    for (let k = 0; k < 3; k++)
      rows[at + IMPULSE + k] += sign * (rows[at + NORMAL_IMPULSE] * rows[at + k] + rows[at + FRICTION_IMPULSE + k]);
  }
}

/** The impulse of a strike is no guess for the next substep, which begins without one. */
export function clearImpacts(contacts: ContactRows): void {
  const { rows, rowCount } = contacts;
  for (let at = 0; at < ROW * rowCount; at += ROW) {
    if (rows[at + IMPACTED] === 0) continue;
    rows[at + IMPACTED] = 0;
    rows[at + NORMAL_IMPULSE] = 0;
    for (let k = FRICTION_IMPULSE; k < FRICTION_IMPULSE + 3; k++) rows[at + k] = 0;
  }
  contacts.impacted = false;
  contacts.bounces = false;
}
