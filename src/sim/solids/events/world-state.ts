import { createSolidBodies, type SolidBodies } from '../../../dynamics/solid-bodies.ts';
import { copyLedgerTotals, createLedgerTotals, type LedgerTotals } from '../../ledger-totals.ts';
import { advanceComposite, type SolidComposite, writeParts } from '../solid-composite.ts';
import type { EventWorld } from './event-world.ts';
import { addForceImpulses } from './loads.ts';

/** Bodies and ledger totals at one time: for a recording, and for fixed steps to resume from. */
export interface WorldState {
  readonly bodies: SolidBodies;
  readonly totals: LedgerTotals;
  /** [s] */
  readonly time: number;
}

/**
 * The state at `time` [s], not before the last event; by default now. Returns new objects and does not change the
 * world.
 */
export function stateOf(world: EventWorld, time = world.time): WorldState {
  const timeLow = time === world.time ? world.timeLow : 0;
  const bodies = createSolidBodies(world.scene.bodies);
  const totals = createLedgerTotals();
  copyLedgerTotals(totals, world.totals);
  for (const composite of world.composites) {
    writeParts(bodies, composite, time, timeLow);
    addForceImpulses(totals, composite, world.scene, time, timeLow);
  }
  return { bodies, totals, time };
}

/** Advances a composite to the current time and adds the impulses of forces to the ledger. */
export function moveToNow({ totals, scene, time, timeLow }: EventWorld, composite: SolidComposite): void {
  addForceImpulses(totals, composite, scene, time, timeLow);
  advanceComposite(composite, time, timeLow);
}
