import { type ContactRows, DRAG, IMPULSE, PUSH, ROW, STRUCK } from './contact-rows.ts';
import { BOUNCE, type SolverSettings, solveRows } from './solve-rows.ts';

/** Passes over the contacts that struck: a box that lands flat shall leave as flat, on all its points. */
const BOUNCE_PASSES = 24;

/**
 * Restitution, once for a contact, in the substep in which it struck: on top of the impulses that stopped it come those that make
 * it leave, and the friction that goes with them.
 */
export function bounceRows(contacts: ContactRows, records: Float64Array, settings: SolverSettings): void {
  addImpulses(contacts, -1);
  for (let pass = 0; pass < BOUNCE_PASSES; pass++) solveRows(contacts, records, settings, BOUNCE);
  addImpulses(contacts, 1);
}

/** Takes what the rows that struck have in this substep out of the sum over the step, or puts it back. */
function addImpulses({ rows, rowCount }: ContactRows, sign: number): void {
  for (let at = 0; at < ROW * rowCount; at += ROW) {
    if (rows[at + STRUCK] === 0) continue;
    for (let k = 0; k < 3; k++) rows[at + IMPULSE + k] += sign * (rows[at + PUSH] * rows[at + k] + rows[at + DRAG + k]);
  }
}

/** The impulse of a strike is no guess for the next substep, which begins without one. */
export function endStrikes(contacts: ContactRows): void {
  const { rows, rowCount } = contacts;
  for (let at = 0; at < ROW * rowCount; at += ROW) {
    if (rows[at + STRUCK] === 0) continue;
    rows[at + STRUCK] = 0;
    rows[at + PUSH] = 0;
    for (let k = DRAG; k < DRAG + 3; k++) rows[at + k] = 0;
  }
  contacts.struck = false;
  contacts.bounces = false;
}
