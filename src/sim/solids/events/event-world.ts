import { createSolidBodies, type SolidBodies } from '../../../dynamics/solid-bodies.ts';
import type { SolidScene } from '../../../scene/solid-scene.ts';
import { type Books, copyBooks, createBooks } from '../../books.ts';
import { createEventQueue, type EventQueue } from '../../event-queue.ts';
import { createFlightBoxes, type FlightBoxes } from '../../flight-boxes.ts';
import type { ContactRow, SimEvent } from '../../observer.ts';
import type { Dock } from '../../world.ts';
import { createDocks } from '../docking.ts';
import { createSolidLaws, type SolidLaws } from '../solid-laws.ts';
import { advanceMover, createSolidMovers, type SolidMover, writeParts } from '../solid-mover.ts';
import type { PairHistory } from './accumulation.ts';
import { bookForces, checkLoads } from './loads.ts';
import type { Horizon, Plan } from './plans.ts';
import { createWatches, type SensorWatch } from './sensor-watch.ts';

/** Rigid bodies of space that fly from one exact time of impact to the next (spec general-pairs 6). */
export interface EventWorld {
  readonly scene: SolidScene;
  readonly laws: SolidLaws;
  /** In the order of the first of their bodies. */
  movers: SolidMover[];
  readonly docks: readonly Dock[];
  readonly watches: readonly SensorWatch[];
  /** What contacts, dockings and forces took and gave, up to the last event of each mover; `stateOf` has the rest. */
  readonly books: Books;
  /** Now [s]: the sum of both. The second is what rounding took from the first. */
  time: number;
  timeLow: number;
  collisions: number;
  /** What is due when. The plan of a mover or a watch that holds is the one in `current`. */
  readonly queue: EventQueue<Plan>;
  readonly current: Map<Plan['owner'], Plan>;
  planCount: number;
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
  readonly status: 'happened' | 'reached' | 'accumulation' | 'event-limit';
  /** [s] */
  readonly time: number;
  readonly contacts: readonly ContactRow[];
  readonly events: readonly SimEvent[];
}

/** Checks what exact times of impact cannot do, and places the bodies at the start. Bodies must not overlap. */
export function createEventWorld(scene: SolidScene): EventWorld {
  checkLoads(scene);
  const current = new Map<Plan['owner'], Plan>();
  return {
    scene,
    laws: createSolidLaws(scene.contacts),
    movers: createSolidMovers(scene),
    docks: createDocks(scene),
    watches: createWatches(scene),
    books: createBooks(),
    time: 0,
    timeLow: 0,
    collisions: 0,
    queue: createEventQueue<Plan>((plan) => current.get(plan.owner) !== plan),
    current,
    planCount: 0,
    searched: 0,
    histories: new Map(),
    fastest: 0,
    flights: createFlightBoxes(),
    horizon: { time: 0, timeLow: 0 },
  };
}

/** The bodies and their books at a moment: what a recording needs, and what fixed steps go on from. */
export interface EventMoment {
  readonly bodies: SolidBodies;
  readonly books: Books;
  /** [s] */
  readonly time: number;
}

/** The moment `time` [s], not before the last event; by default now. Changes nothing. */
export function stateOf(world: EventWorld, time = world.time): EventMoment {
  const timeLow = time === world.time ? world.timeLow : 0;
  const bodies = createSolidBodies(world.scene.bodies);
  const books = createBooks();
  copyBooks(books, world.books);
  for (const mover of world.movers) {
    writeParts(bodies, mover, time, timeLow);
    bookForces(books, mover, world.scene, time, timeLow);
  }
  return { bodies, books, time };
}

/** Brings a mover to the present and books what forces did on the way. */
export function moveToNow({ books, scene, time, timeLow }: EventWorld, mover: SolidMover): void {
  bookForces(books, mover, scene, time, timeLow);
  advanceMover(mover, time, timeLow);
}
