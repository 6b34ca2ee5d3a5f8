import type { HessianModel } from '../distance/smooth/witness/hessian-modification.ts';
import type { Transition } from '../distance/smooth/witness/transition.ts';
import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { ContactPhase } from './vehicles/contact-phase.ts';

export type TransitionKind = Transition['kind'];
/** The matrix of a correction, see `ladder.ts`. */
export type TrackerHessian = HessianModel;

/** Where a body of the scene is and how it moves, at one moment. */
export interface BodyState {
  readonly name: string;
  /** Centre of mass [m]. */
  readonly position: ReadonlyVec3;
  readonly rotation: ReadonlyMat3;
  /** Turn about z since the start, whole turns kept [rad]. */
  readonly angle: number;
  /** [m/s] */
  readonly velocity: ReadonlyVec3;
  /** [rad/s] */
  readonly angularVelocity: ReadonlyVec3;
}

/** One contact point at one moment, in the library's signs: normal from A to B, impulse as received by B. */
export interface ContactRow {
  readonly time: number;
  /** Indices into the scene's bodies. */
  readonly bodyA: number;
  readonly bodyB: number;
  readonly point: ReadonlyVec3;
  readonly normal: ReadonlyVec3;
  /** Signed gap [m]. */
  readonly distance: number;
  /** Speed of approach before the response [m/s]. */
  readonly closingSpeed: number;
  /** What B receives [N s]; over one step for resting contacts and forces. */
  readonly impulse: ReadonlyVec3;
  /** Change of the bodies' mechanical energy by this contact [J]. */
  readonly work: number;
  readonly mode: ContactMode;
  /** In worlds of meshes: which node of B is on which face of A; numbers within the bodies. */
  readonly node?: number;
  readonly face?: number;
}

/** How a contact acted: an impact without friction, sticking or sliding; a resting contact; a penalty force. */
export type ContactMode = 'frictionless' | 'stick' | 'slide' | 'resting' | 'penalty';

/** The books at one moment. Immovable bodies are left out of the sums; what they received is listed, so the balance closes. */
export interface LedgerRow {
  readonly time: number;
  /** Σ m v [N s] */
  readonly momentum: ReadonlyVec3;
  /** About the origin of the world [N m s]. */
  readonly angularMomentum: ReadonlyVec3;
  /** Σ m|v| [N s] and Σ (m|x||v| + I|ω|) [N m s]: what rounding errors of the two above are measured against. */
  readonly momentumScale: number;
  readonly angularMomentumScale: number;
  /** [J] */
  readonly kineticEnergy: number;
  /** Of gravity, of penalty springs and of strain [J]. */
  readonly potentialEnergy: number;
  /** The part of it that is in the strain of elastic bodies [J]. */
  readonly strainEnergy: number;
  /** Work done by all contacts and dockings so far [J]; what dissipation took is negative. */
  readonly contactWork: number;
  /** Momentum given to immovable bodies so far [N s], and its moment about the origin [N m s]. */
  readonly impulseOnImmovable: ReadonlyVec3;
  readonly angularImpulseOnImmovable: ReadonlyVec3;
  /** What gravity and loads have brought in so far: impulse [N s], its moment [N m s], work of loads [J]. */
  readonly externalImpulse: ReadonlyVec3;
  readonly externalAngularImpulse: ReadonlyVec3;
  readonly externalWork: number;
}

/** How well the books close between two moments, each relative to the sizes in the balance. */
export interface Balance {
  readonly momentumError: number;
  readonly angularMomentumError: number;
  /** Change of kinetic and potential energy against the work of contacts and loads. */
  readonly energyError: number;
}

export type SimEvent =
  | {
      readonly type: 'collision';
      readonly time: number;
      readonly bodies: readonly [string, string];
      readonly point: readonly [number, number, number];
      readonly normal: readonly [number, number, number];
      /** Normal impulse, all points of the pair together [N s]. */
      readonly impulse: number;
      readonly closingSpeed: number;
      readonly points: number;
    }
  /** Bodies begin or cease to touch; the ellipsoids of vehicles begin to overlap, which their boxes need not do. */
  | {
      readonly type: 'contact-begin' | 'contact-end' | 'ellipsoid-overlap';
      readonly time: number;
      readonly bodies: readonly [string, string];
    }
  | {
      readonly type: 'docking';
      readonly time: number;
      readonly bodies: readonly [string, string];
      readonly sensors: readonly [string, string];
      readonly mode: 'rigid' | 'pin';
      /** Relative speed of the sensors [m/s] and kinetic energy lost [J] (null when one body is immovable). */
      readonly speed: number;
      readonly energyLoss: number | null;
    }
  | {
      readonly type: 'docking-rejected' | 'release';
      readonly time: number;
      readonly bodies: readonly [string, string];
      readonly sensors: readonly [string, string];
      readonly speed: number;
    }
  /** The closest point of `body` to the other changes from one of its features to another. [PG05] spec 6 */
  | {
      readonly type: 'transition';
      readonly time: number;
      readonly bodies: readonly [string, string];
      readonly body: string;
      readonly from: string;
      readonly to: string;
      readonly kind: TransitionKind;
    }
  /** Two bodies rest on each other, or their impacts pile up (Zeno): the run continues with fixed steps. */
  | { readonly type: 'zeno'; readonly time: number; readonly bodies: readonly [string, string] };

/** How close two tracked bodies of a world of smooth bodies are, at one moment. */
export interface TrackingRow {
  readonly time: number;
  /** Indices into the scene's bodies. */
  readonly bodyA: number;
  readonly bodyB: number;
  /** Signed where the scene asks for it [m], and its rate [m/s]. */
  readonly distance: number;
  readonly rate: number;
  /** Where the closest points lie: names of features, and their parameters, none to two. */
  readonly featureA: string;
  readonly featureB: string;
  readonly parametersA: ArrayLike<number>;
  readonly parametersB: ArrayLike<number>;
  /** Largest normalised projection error, 0 to 1. */
  readonly error: number;
  readonly pointA: ReadonlyVec3;
  readonly pointB: ReadonlyVec3;
  /** From A to B. */
  readonly normal: ReadonlyVec3;
  /** Corrections of the last step, and the matrix the last of them used. */
  readonly iterations: number;
  readonly hessian: TrackerHessian;
}

/** A vehicle at one moment, beside its `BodyState`. [PATH98] spec 1 */
export interface VehicleRow {
  readonly position: ReadonlyVec3;
  /** Where it is headed, counter-clockwise from the x axis, whole turns kept [rad], and the rate of that [rad/s]. */
  readonly heading: number;
  readonly yawRate: number;
  /** Over the ground [m/s]. */
  readonly speed: number;
  /** Of its ellipsoid as deformed, in the order forward, left, up [m]. */
  readonly semiAxes: ReadonlyVec3;
  /** Volume as a share of the undeformed one. */
  readonly volumeRatio: number;
  /** Where the deformation takes the unit vectors forward, left and up: xyz of each. */
  readonly directors: ArrayLike<number>;
}

/** The nodes of one body at one moment, in the order of its mesh, packed xyz. */
export interface NodeStates {
  /** [m] */
  readonly positions: Float64Array;
  /** [m/s] */
  readonly velocities: Float64Array;
}

/** The parts of the work of a run: motion and forces, the search for what touches, and what happens there. */
export type WorkPart = 'moving' | 'searching' | 'responding';

/** Receives what happens during a run. Objects passed in are only valid during the call. */
export interface RunObserver {
  /** From now on this is being done. The core has no clock; who listens may have one. */
  working?(part: WorkPart): void;
  frame(time: number, bodies: readonly BodyState[], ledger: LedgerRow): void;
  /** With each frame of a world of meshes: the nodes of every body, in the order of the scene. */
  nodes?(time: number, bodies: readonly NodeStates[]): void;
  /** With each frame of a world of smooth bodies: every tracked pair. */
  tracking?(row: TrackingRow): void;
  /** With each frame of a world of vehicles: every vehicle, in the order of the scene. */
  vehicles?(time: number, rows: readonly VehicleRow[]): void;
  contact(row: ContactRow): void;
  event(event: SimEvent): void;
}

/** What a contact of two vehicles came to, with their names. */
export interface PhaseResult extends ContactPhase {
  readonly bodies: readonly [string, string];
}

/** What a run of vehicles came to. */
export interface VehicleResults {
  /** In the order in which they ended. */
  readonly phases: readonly PhaseResult[];
  /** Parts of the work of loads, over the whole run [J]: of tyres, and what dampers and viscosity took. */
  readonly tyreWork: number;
  readonly suspensionLoss: number;
  readonly viscousLoss: number;
  /** Part of the work of contacts: what bodies that parted took along from the springs of the incremental law [J]. */
  readonly releaseLoss: number;
}

/** What is known at the end of a run. */
export interface RunSummary {
  /**
   * `end`: reached the scene's end time. `event-limit`: stopped at `time.maxEvents`. `failed`: could not go on, for the reason in
   * `failure`; all up to `time` is sound. `interrupted`: stopped from outside, by a signal for example.
   */
  readonly status: 'end' | 'event-limit' | 'failed' | 'interrupted';
  readonly failure?: string;
  /** Simulated time reached [s]. */
  readonly time: number;
  readonly steps: number;
  readonly collisions: number;
  readonly dockings: number;
  /** Deepest penetration seen in any contact [m]. */
  readonly maxPenetration: number;
  /** How well the books close over the whole run. */
  readonly balance: Balance;
  readonly ledgerStart: LedgerRow;
  readonly ledgerEnd: LedgerRow;
  /** Of worlds of vehicles. */
  readonly vehicles?: VehicleResults;
  /** Hash of the final state's doubles: equal runs, equal bits. */
  readonly stateHash: string;
}
