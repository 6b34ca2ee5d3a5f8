import type { SolidScene } from '../../../scene/solid-scene.ts';
import type { Impact } from '../../../toi/impact.ts';
import type { Dock } from '../../dock-stages.ts';
import type { EventQueue } from '../../event-queue.ts';
import type { FlightBoxes } from '../../flight-boxes.ts';
import type { LedgerTotals } from '../../ledger-totals.ts';
import type { ContactRow, SimEvent } from '../../observer.ts';
import type { SolidLaws } from '../pair-material.ts';
import type { SolidComposite, SolidPart } from '../solid-composite.ts';
import type { PairHistory } from './zeno.ts';

/** Event-driven world of spatial rigid bodies: free flight from one exact time of impact to the next [SOLID-16]. */
export interface EventWorld {
  readonly scene: SolidScene;
  readonly laws: SolidLaws;
  /** Ordered by their first body. */
  composites: SolidComposite[];
  readonly docks: readonly Dock[];
  readonly watches: readonly TriggerWatch[];
  /** Totals of contacts, dockings and forces, up to the last event of each composite; `stateOf` adds the rest. */
  readonly totals: LedgerTotals;
  /** Current time [s]; the exact value is `time` + `timeLow`. */
  time: number;
  /** Rounding error of `time` [s]. */
  timeLow: number;
  /** Number of collisions so far. */
  collisions: number;
  /** Scheduled events. The valid event of a composite or a watch is the one in `current`. */
  readonly queue: EventQueue<ScheduledEvent>;
  readonly current: Map<ScheduledEvent['owner'], ScheduledEvent>;
  /** Number of events scheduled so far. */
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
  /** Undefined: no force changes in flight. */
  readonly renewal?: ForceRenewal;
}

/** An event due at a known time. Valid until its owner schedules another one. */
export type ScheduledEvent = {
  readonly rank: number;
} /** `leadTime`: lead time, from the search to the event [s]. */ & (
  | { readonly kind: 'impact'; readonly owner: SolidComposite; readonly approach: Approach; readonly leadTime: number }
  | { readonly kind: 'horizon'; readonly owner: Horizon }
  | { readonly kind: 'watch'; readonly owner: TriggerWatch }
  | { readonly kind: 'dock'; readonly owner: Dock }
  | { readonly kind: 'release'; readonly owner: Release }
  | { readonly kind: 'load'; readonly owner: LoadChange }
  | { readonly kind: 'renewal'; readonly owner: ForceRenewal }
);

/** The end of the interval for which impacts have been searched [s]: the sum of both. */
export interface Horizon {
  time: number;
  timeLow: number;
}

/** The end of a docking, known from the start. */
export interface Release {
  readonly dock: Dock;
}

/** Two composites that collide, and the parts in contact; `a` comes before `b` in the world. */
export interface Approach {
  readonly a: SolidComposite;
  readonly b: SolidComposite;
  readonly partA: SolidPart;
  readonly partB: SolidPart;
  /** `changes` of both at the time of the search. */
  readonly changesA: number;
  readonly changesB: number;
  readonly impact: Impact;
}

/** A trigger body, and a body that may overlap it. */
export interface TriggerWatch {
  /** The smaller index first. */
  readonly bodies: readonly [number, number];
  touching: boolean;
}

/** A change of the force on a body. */
export interface LoadChange {
  readonly body: number;
  /** [s] */
  readonly time: number;
}

/** The next time at which forces that change in flight are renewed. */
export interface ForceRenewal {
  /** Number of steps from the start. */
  count: number;
}

/** An event of an event-driven world, and its records in order of occurrence. */
export interface EventReport {
  /**
   * `happened`: see the rows. `reached`: no event until the requested time. `zeno`: it happened, but impacts accumulate
   * without end, and only fixed steps can continue from here. `springs`: it happened, and springs of a soft capture or separation springs act from
   * here on, which fixed steps integrate. `event-limit`: it happened, and was the last that the scene allows.
   */
  readonly status: 'happened' | 'reached' | 'zeno' | 'springs' | 'event-limit';
  /** [s] */
  readonly time: number;
  readonly contacts: readonly ContactRow[];
  readonly events: readonly SimEvent[];
}
