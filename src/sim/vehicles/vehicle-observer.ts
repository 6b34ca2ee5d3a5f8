import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { VehicleContact } from '../../response/vehicle-contact/vehicle-contact.ts';
import type { VehicleError } from '../../shapes/vehicle-error.ts';
import type { ContactPhase } from './contact-phase.ts';
import type { VehicleLedger } from './vehicle-ledger.ts';

/** A pair whose ellipsoids overlap, at one moment. */
export interface VehicleContactRow {
  /** Numbers of the vehicles in the platoon, from 0. */
  readonly vehicles: readonly [number, number];
  readonly contact: Readonly<VehicleContact>;
}

/** What a pair did in a step: its contact at the end of it, and what came of the whole. */
export interface VehicleContactForce extends VehicleContactRow {
  /** End of the step [s]. */
  readonly time: number;
  /** Received by the second vehicle [N s]. */
  readonly impulse: ReadonlyVec3;
  /** On both vehicles [J]. */
  readonly work: number;
}

/** The platoon at one moment. */
export interface VehicleFrame {
  /** [s] */
  readonly time: number;
  /** The packed states of all vehicles; `dynamics/vehicle/vehicle-state.ts` says what is where. */
  readonly states: Float64Array;
  readonly contacts: readonly VehicleContactRow[];
  readonly ledger: VehicleLedger;
}

/** Ellipsoids begin to overlap; vehicles begin and cease to push each other. Times are located within the step. */
export interface VehicleEvent {
  readonly type: 'ellipsoid-overlap' | 'contact-begin' | 'contact-end';
  readonly time: number;
  readonly vehicles: readonly [number, number];
}

/** Receives what happens during a run. Objects passed to `frame` and `push` are only valid during the call. */
export interface VehicleObserver {
  frame?(frame: VehicleFrame): void;
  /** In every step, for every pair whose force acted in it. */
  push?(push: VehicleContactForce): void;
  event?(event: VehicleEvent): void;
  /** A contact is over, or the run is. */
  phase?(phase: ContactPhase): void;
}

/** What is known at the end of a run. */
export interface VehicleRunSummary {
  /** `end`: reached the end time. `failed`: stopped early by `error`; all up to `time` is sound. */
  readonly status: 'end' | 'failed';
  readonly error?: VehicleError;
  /** Simulated time reached [s]. */
  readonly time: number;
  readonly steps: number;
  readonly phases: readonly ContactPhase[];
  readonly ledgerStart: VehicleLedger;
  readonly ledgerEnd: VehicleLedger;
  /** What the books do not explain of the change of energy [J]. */
  readonly energyBalanceError: number;
  /** Energy that bodies took along from the springs of the incremental law when they parted [J]. */
  readonly releaseLoss: number;
  /** The packed states at the end. */
  readonly states: Float64Array;
  /** Hash of the final states: equal runs, equal bits. */
  readonly stateHash: string;
}
