import { createSolidBodies, type SolidBodies } from '../../../dynamics/solid-bodies.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { createEventQueue, type EventQueue } from '../../event-queue.ts';
import { createFlightBoxes, type FlightBoxes } from '../../flight-boxes.ts';
import { copyLedgerTotals, createLedgerTotals, type LedgerTotals } from '../../ledger-totals.ts';
import type { ContactRow, SimEvent } from '../../observer.ts';
import type { Dock } from '../../world.ts';
import { createDocks } from '../docking.ts';
import { createSolidLaws, type SolidLaws } from '../pair-material.ts';
import { advanceComposite, createSolidComposites, type SolidComposite, writeParts } from '../solid-composite.ts';
import type { Horizon, ScheduledEvent } from './event-schedule.ts';
import { addForceImpulses, checkLoads } from './loads.ts';
import { createTriggerWatches, type TriggerWatch } from './trigger-events.ts';
import type { PairHistory } from './zeno.ts';

/** Event-driven world of spatial rigid bodies: free flight from one exact time of impact to the next (spec general-pairs 6). */
export interface EventWorld {
  readonly scene: SolidScene;
  readonly laws: SolidLaws;
  /** Ordered by their first body. */
  composites: SolidComposite[];
  readonly docks: readonly Dock[];
  readonly watches: readonly TriggerWatch[];
  /** Totals of contacts, dockings and forces, up to the last event of each composite; `stateOf` adds the rest. */
  readonly totals: LedgerTotals;
  /** Now [s]: the sum of both. The second is the rounding error of the first. */
  time: number;
  timeLow: number;
  collisions: number;
  /** Scheduled events. The valid event of a composite or a watch is the one in `current`. */
  readonly queue: EventQueue<ScheduledEvent>;
  readonly current: Map<ScheduledEvent['owner'], ScheduledEvent>;
  scheduledCount: number;
  /** Iterations of searches that stopped early since the last frame or event. */
  searched: number;
  /** Impacts of pairs of bodies so far, by `bodyA * count + bodyB`. */
  readonly histories: Map<number, PairHistory>;
  /** Maximum speed of a point so far [m/s]. */
  fastest: number;
  /** Candidate pairs of composites until the horizon, up to which impacts have been searched. */
  readonly flights: FlightBoxes;
  readonly horizon: Horizon;
}

/** An event, and its records in order of occurrence. */
export interface EventReport {
  /**
   * `happened`: see the rows. `reached`: no event until the requested time. `zeno`: it happened, but impacts accumulate
   * without end, and only fixed steps can continue from here. `event-limit`: it happened, and was the last that the scene allows.
   */
  readonly status: 'happened' | 'reached' | 'zeno' | 'event-limit';
  /** [s] */
  readonly time: number;
  readonly contacts: readonly ContactRow[];
  readonly events: readonly SimEvent[];
}

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

/** Bodies and ledger totals at one time: for a recording, and for fixed steps to resume from. */
export interface WorldState {
  readonly bodies: SolidBodies;
  readonly totals: LedgerTotals;
  /** [s] */
  readonly time: number;
}

/** The state at `time` [s], not before the last event; by default now. Has no side effects. */
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
