import type { ReadonlyVec3 } from '../../math/vec3.ts';
import type { VehicleContact } from '../../response/vehicle-contact/vehicle-contact.ts';
import type { VehicleError } from '../../shapes/vehicle-error.ts';
import type { ContactPhase } from './contact-phase.ts';
import type { VehicleLedger } from './vehicle-ledger.ts';

/** A pair whose ellipsoids overlap, at one time. */
export interface VehicleContactRow {
  /** Indices of the vehicles in the platoon, from 0. */
  readonly vehicles: readonly [number, number];
  readonly contact: Readonly<VehicleContact>;
}

/** A pair in one step: its contact at the end of it, and its impulse and work over the step. */
export interface VehicleContactForce extends VehicleContactRow {
  /** End of the step [s]. */
  readonly time: number;
  /** Impulse on the second vehicle [N s]. */
  readonly impulse: ReadonlyVec3;
  /** Work on both vehicles [J]. */
  readonly work: number;
}

/** The platoon at one time. */
export interface VehicleFrame {
  /** [s] */
  readonly time: number;
  /** The packed states of all vehicles, in the layout of `dynamics/vehicle/vehicle-state.ts`. */
  readonly states: Float64Array;
  readonly contacts: readonly VehicleContactRow[];
  readonly ledger: VehicleLedger;
}

/** Ellipsoids begin to overlap; contact of vehicles begins or ends. Times are located within the step. */
export interface VehicleEvent {
  readonly type: 'ellipsoid-overlap' | 'contact-begin' | 'contact-end';
  readonly time: number;
  readonly vehicles: readonly [number, number];
}

/** Receives the records of a run. Objects passed to `frame` and `force` are only valid during the call. */
export interface VehicleObserver {
  frame?(frame: VehicleFrame): void;
  /** In every step, for each pair with a contact force in it. */
  force?(force: VehicleContactForce): void;
  event?(event: VehicleEvent): void;
  /** A contact or the run has ended. */
  phase?(phase: ContactPhase): void;
}

/** Results at the end of a run of vehicles, SI units. */
export interface VehicleRunSummary {
  /** `end`: reached the end time. `failed`: stopped early by `error`; all results up to `time` are valid. */
  readonly status: 'end' | 'failed';
  /** Reason of the status `failed`. */
  readonly error?: VehicleError;
  /** Simulated time reached [s]. */
  readonly time: number;
  /** Number of time steps. */
  readonly steps: number;
  /** Contacts of pairs of vehicles from begin to end. */
  readonly phases: readonly ContactPhase[];
  readonly ledgerStart: VehicleLedger;
  readonly ledgerEnd: VehicleLedger;
  /** Residual of the energy balance [J]. */
  readonly energyBalanceError: number;
  /** Energy of the springs of the incremental law that bodies take with them when they separate [J]. */
  readonly releaseLoss: number;
  /** The packed states at the end. */
  readonly states: Float64Array;
  /** Hash of the final states: identical runs have identical bits. */
  readonly stateHash: string;
}
