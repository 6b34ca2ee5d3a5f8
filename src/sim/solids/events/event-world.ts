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
import { createWatches, type SensorWatch } from './trigger-events.ts';
import type { PairHistory } from './zeno.ts';

/** Rigid bodies of space that fly from one exact time of impact to the next (spec general-pairs 6). */
export interface EventWorld {
  readonly scene: SolidScene;
  readonly laws: SolidLaws;
  /** In the order of the first of their bodies. */
  composites: SolidComposite[];
  readonly docks: readonly Dock[];
  readonly watches: readonly SensorWatch[];
  /** What contacts, dockings and forces took and gave, up to the last event of each mover; `stateOf` has the rest. */
  readonly totals: LedgerTotals;
  /** Now [s]: the sum of both. The second is what rounding took from the first. */
  time: number;
  timeLow: number;
  collisions: number;
  /** What is due when. The plan of a mover or a watch that holds is the one in `current`. */
  readonly queue: EventQueue<ScheduledEvent>;
  readonly current: Map<ScheduledEvent['owner'], ScheduledEvent>;
  scheduledCount: number;
  /** Iterations of searches that gave up since the last frame or event. */
  searched: number;
  /** Impacts of pairs of bodies so far, by `bodyA * count + bodyB`. */
  readonly histories: Map<number, PairHistory>;
  /** The greatest speed of a point met so far [m/s]. */
  fastest: number;
  /** Which movers may meet until the horizon, to which impacts have been searched. */
  readonly flights: FlightBoxes;
  readonly horizon: Horizon;
}

/** What happened at one moment; for the recording, in the order in which it happened. */
export interface EventReport {
  /**
   * `happened`: see the rows. `reached`: nothing more until the time asked for. `accumulation`: it happened, but impacts pile up
   * without end, and only fixed steps can go on from here. `event-limit`: it happened, and was the last that the scene allows.
   */
  readonly status: 'happened' | 'reached' | 'zeno' | 'event-limit';
  /** [s] */
  readonly time: number;
  readonly contacts: readonly ContactRow[];
  readonly events: readonly SimEvent[];
}

/** Checks what exact times of impact cannot do, and places the bodies at the start. Bodies must not overlap. */
export function createEventWorld(scene: SolidScene): EventWorld {
  checkLoads(scene);
  const current = new Map<ScheduledEvent['owner'], ScheduledEvent>();
  return {
    scene,
    laws: createSolidLaws(scene.contacts),
    composites: createSolidComposites(scene),
    docks: createDocks(scene),
    watches: createWatches(scene),
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

/** The bodies and their books at a moment: what a recording needs, and what fixed steps go on from. */
export interface WorldState {
  readonly bodies: SolidBodies;
  readonly totals: LedgerTotals;
  /** [s] */
  readonly time: number;
}

/** The moment `time` [s], not before the last event; by default now. Changes nothing. */
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

/** Brings a mover to the present and books what forces did on the way. */
export function moveToNow({ totals, scene, time, timeLow }: EventWorld, composite: SolidComposite): void {
  addForceImpulses(totals, composite, scene, time, timeLow);
  advanceComposite(composite, time, timeLow);
}
