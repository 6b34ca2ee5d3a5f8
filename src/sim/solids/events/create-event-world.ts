import type { SolidScene } from '../../../scene/solid-scene.ts';
import { createEventQueue } from '../../event-queue.ts';
import { createFlightBoxes } from '../../flight-boxes.ts';
import { createLedgerTotals } from '../../ledger-totals.ts';
import { createDocks } from '../docking.ts';
import { createSolidLaws } from '../pair-material.ts';
import { createSolidComposites } from '../solid-composite.ts';
import type { EventWorld, ScheduledEvent } from './event-world.ts';
import { checkLoads } from './loads.ts';
import { createTriggerWatches } from './trigger-events.ts';

/** Rejects settings that exact times of impact do not support, and sets the initial state. Bodies must not overlap. */
export function createEventWorld(scene: SolidScene): EventWorld {
  checkLoads(scene);
  const current = new Map<ScheduledEvent['owner'], ScheduledEvent>();
  return {
    scene,
    laws: createSolidLaws(scene.contacts),
    composites: createSolidComposites(scene),
    docks: createDocks(scene),
    watches: createTriggerWatches(scene),
    totals: createLedgerTotals(),
    time: 0,
    timeLow: 0,
    collisions: 0,
    queue: createEventQueue<ScheduledEvent>((scheduled) => current.get(scheduled.owner) !== scheduled),
    current,
    scheduledCount: 0,
    searched: 0,
    histories: new Map(),
    fastest: 0,
    flights: createFlightBoxes(),
    horizon: { time: 0, timeLow: 0 },
  };
}
