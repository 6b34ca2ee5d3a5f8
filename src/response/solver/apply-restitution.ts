import { type ContactRows, FRICTION_IMPULSE, IMPACTED, IMPULSE, NORMAL_IMPULSE, ROW } from './contact-rows.ts';
import { RESTITUTION, type SolverSettings, solveRows } from './solve-rows.ts';
import { storeRebounds } from './store-rebounds.ts';

/** Passes over the impacted contacts: enough for a box that lands flat to rebound flat, on all its points. */
const RESTITUTION_PASSES = 24;

/**
 * Restitution, once per contact, in the substep of its impact. The rebound impulses, and the friction that belongs to them, are added
 * to the impulses that stopped the approach. The friction law is the algebraic one, [CP13-3.3], as at exact times of impact: friction ends the
 * sliding before the rebound, and the rebound is frictionless. Friction that also ended the sliding that the rebound causes could
 * create energy.
 */
export function applyRestitution(contacts: ContactRows, records: Float64Array, settings: SolverSettings): void {
  addImpulses(contacts, -1);
  storeRebounds(contacts, records);
  for (let pass = 0; pass < RESTITUTION_PASSES; pass++) solveRows(contacts, records, settings, RESTITUTION);
  addImpulses(contacts, 1);
}

/** Subtracts the impulses of the impacted rows in this substep from the total of the step (sign -1), or adds them (sign 1). */
function addImpulses({ rows, rowCount }: ContactRows, sign: number): void {
  for (let at = 0; at < ROW * rowCount; at += ROW) {
    if (rows[at + IMPACTED] === 0) continue;
    for (let k = 0; k < 3; k++)
      rows[at + IMPULSE + k] += sign * (rows[at + NORMAL_IMPULSE] * rows[at + k] + rows[at + FRICTION_IMPULSE + k]);
  }
}

/** The impulse of an impact is no estimate for the next substep, which starts from zero. */
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
