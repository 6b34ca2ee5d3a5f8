import type { BoxRegion } from '../distance/rounded-box/box-ray.ts';
import type { HessianModel } from '../distance/smooth/witness/hessian-modification.ts';
import type { Transition } from '../distance/smooth/witness/transition.ts';
import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { DockingViolation } from '../response/capture-envelope.ts';
import type { VehicleContactModel } from '../response/vehicle-contact/contact-law.ts';
import type { ContactRule } from '../response/vehicle-contact/vehicle-contact.ts';
import type { ContactPhase } from './vehicles/contact-phase.ts';

export type TransitionKind = Transition['kind'];
/** Hessian model of a correction, see `hessian-modification.ts`. */
export type TrackerHessian = HessianModel;

/** Position and motion of a body of the scene at one time, world axes. */
export interface BodyState {
  readonly name: string;
  /** Centre of mass [m]. */
  readonly position: ReadonlyVec3;
  /** Body to world axes. */
  readonly rotation: ReadonlyMat3;
  /** Rotation angle about z since the start, unwrapped [rad]. */
  readonly angle: number;
  /** Of the centre of mass, world axes [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
}

/** One contact point at one time, with the library's signs: normal from A to B, impulse on B. */
export interface ContactRow {
  /** Simulated time [s]. */
  readonly time: number;
  /** Index of A in the scene's bodies. */
  readonly bodyA: number;
  /** Index of B in the scene's bodies. */
  readonly bodyB: number;
  /** Contact point, world axes [m]. */
  readonly point: ReadonlyVec3;
  /** Unit vector from A to B, world axes. */
  readonly normal: ReadonlyVec3;
  /** Signed gap [m]. */
  readonly distance: number;
  /** Approach speed before the response [m/s]. */
  readonly closingSpeed: number;
  /** Impulse on B [N s]; over one step for resting contacts and forces. */
  readonly impulse: ReadonlyVec3;
  /** Change of the bodies' mechanical energy by this contact [J]. */
  readonly work: number;
  /** Response of the contact: without friction, sticking, sliding, resting, or a penalty force. */
  readonly mode: ContactMode;
  /** In deformable worlds: node of B, an index within the body. */
  readonly node?: number;
  /** In deformable worlds: face of A, an index within the body. */
  readonly face?: number;
}

/** Type of response: an impact without friction, sticking or sliding; a resting contact; a penalty force. */
export type ContactMode = 'frictionless' | 'stick' | 'slide' | 'resting' | 'penalty';

/** The ledger at one time. Immovable bodies are excluded from the sums; impulses on them are listed, so the balance closes. */
export interface LedgerRow {
  /** Simulated time [s]. */
  readonly time: number;
  /** Σ m v [N s] */
  readonly momentum: ReadonlyVec3;
  /** About the origin of the world [N m s]. */
  readonly angularMomentum: ReadonlyVec3;
  /** Σ m|v| [N s]: scale for the rounding error of `momentum`. */
  readonly momentumScale: number;
  /** Σ (m|x||v| + I|ω|) [N m s]: scale for the rounding error of `angularMomentum`. */
  readonly angularMomentumScale: number;
  /** Of all bodies of finite mass [J]. */
  readonly kineticEnergy: number;
  /** Of gravity, of penalty springs, of springs of joints and of strain [J]. */
  readonly potentialEnergy: number;
  /** Part of it stored as strain of elastic bodies [J]. */
  readonly strainEnergy: number;
  /** Work done by all contacts, joints and dockings so far [J]; dissipation is negative. */
  readonly contactWork: number;
  /** Part of it done by the drives of prescribed bodies and the motors of joints [J]. */
  readonly driveWork: number;
  /**
   * Energy created by contacts so far [J]. Contacts lose energy or keep it, except where a prescribed body drives them; work above zero,
   * summed over the steps or events in which there is some, is an error of the method.
   */
  readonly energyCreated: number;
  /** Impulse on immovable bodies so far [N s]. */
  readonly impulseOnImmovable: ReadonlyVec3;
  /** Its moment about the origin of the world [N m s]. */
  readonly angularImpulseOnImmovable: ReadonlyVec3;
  /** Impulse of gravity and loads so far [N s]. */
  readonly externalImpulse: ReadonlyVec3;
  /** Its moment about the origin of the world [N m s]. */
  readonly externalAngularImpulse: ReadonlyVec3;
  /** Work of loads so far [J]. */
  readonly externalWork: number;
}

/** Balance errors between two times, each relative to the magnitudes in the balance. */
export interface Balance {
  /** Change of momentum minus all impulses, relative to Σ m|v|. */
  readonly momentumError: number;
  /** The same for the moments about the origin of the world. */
  readonly angularMomentumError: number;
  /** Change of kinetic and potential energy relative to the work of contacts and loads. */
  readonly energyError: number;
  /** Energy created by contacts, relative to the energies of the balance. The balance includes it, so `energyError` does not show it. */
  readonly energyCreationError: number;
}

/** An event of a run, SI units and world axes: `normal` points from the first body to the second. */
export type SimEvent =
  | {
      readonly type: 'collision';
      /** Simulated time [s]. */
      readonly time: number;
      readonly bodies: readonly [string, string];
      /** Contact point, world axes [m]. */
      readonly point: readonly [number, number, number];
      /** Unit vector from the first body to the second. */
      readonly normal: readonly [number, number, number];
      /** Normal impulse, summed over all points of the pair [N s]. */
      readonly impulse: number;
      /** Approach speed before the impact [m/s]. */
      readonly closingSpeed: number;
      /** Number of contact points. */
      readonly points: number;
    }
  /** A contact begins or ends; the ellipsoids of vehicles begin to overlap, which their boxes need not do. */
  | {
      readonly type: 'contact-begin' | 'contact-end' | 'ellipsoid-overlap';
      /** Simulated time [s]. */
      readonly time: number;
      readonly bodies: readonly [string, string];
    }
  | {
      readonly type: 'docking';
      /** Simulated time [s]. */
      readonly time: number;
      readonly bodies: readonly [string, string];
      readonly sensors: readonly [string, string];
      readonly mode: 'rigid' | 'pin';
      /** Relative speed of the sensors [m/s]. */
      readonly speed: number;
      /** Kinetic energy lost [J]; null when one body is immovable. */
      readonly energyLoss: number | null;
    }
  /** The ports touched outside the capture envelope, or a latch opened because its stroke was exceeded. */
  | {
      readonly type: 'docking-rejected' | 'capture-lost';
      /** Simulated time [s]. */
      readonly time: number;
      readonly bodies: readonly [string, string];
      readonly sensors: readonly [string, string];
      /** Relative speed of the sensors [m/s]. */
      readonly speed: number;
      /** The violated criteria, each with its value and its limit. */
      readonly violations: readonly DockingViolation[];
    }
  /**
   * `soft-capture`: a latch joins the ports. `retraction`: it begins to retract. `hook-closed`: one more hook has closed. `release`: the
   * bodies undock.
   */
  | {
      readonly type: 'soft-capture' | 'retraction' | 'hook-closed' | 'release';
      /** Simulated time [s]. */
      readonly time: number;
      readonly bodies: readonly [string, string];
      readonly sensors: readonly [string, string];
      /** Relative speed of the sensors [m/s]. */
      readonly speed: number;
    }
  /** The closest point of `body` to the other changes from one of its features to another. [PG05-6] */
  | {
      readonly type: 'transition';
      /** Switching instant [s]. */
      readonly time: number;
      /** End of the step that found it [s]. */
      readonly foundAt: number;
      readonly bodies: readonly [string, string];
      readonly body: string;
      readonly from: string;
      readonly to: string;
      readonly kind: TransitionKind;
    }
  /** The load of a joint was above its maximum in a step: it acts no longer. */
  | {
      readonly type: 'joint-break';
      /** Simulated time [s]. */
      readonly time: number;
      /** Names of its bodies; `world` for the world. */
      readonly bodies: readonly [string, string];
      readonly joint: string;
      /** Mean force in the step [N]. */
      readonly force: number;
      /** Mean torque in the step [N m]. */
      readonly torque: number;
    }
  /** Two bodies rest on each other, or their impacts accumulate (Zeno): the run continues with fixed steps. */
  | {
      readonly type: 'zeno';
      /** Simulated time [s]. */
      readonly time: number;
      readonly bodies: readonly [string, string];
    };

/** Distance of two tracked smooth bodies at one time. */
export interface TrackingRow {
  /** Simulated time [s]. */
  readonly time: number;
  /** Index of A in the scene's bodies. */
  readonly bodyA: number;
  /** Index of B in the scene's bodies. */
  readonly bodyB: number;
  /** Distance [m], signed where the scene requests it. */
  readonly distance: number;
  /** Rate of the distance [m/s]. */
  readonly rate: number;
  /** Features of the closest points: names, and their parameters, none to two. */
  readonly featureA: string;
  readonly featureB: string;
  /** Parameters of the closest point on the feature of A. */
  readonly parametersA: ArrayLike<number>;
  /** Parameters of the closest point on the feature of B. */
  readonly parametersB: ArrayLike<number>;
  /** Largest normalised projection error, 0 to 1. */
  readonly error: number;
  /** Closest point of A in the world [m]. */
  readonly pointA: ReadonlyVec3;
  /** Closest point of B in the world [m]. */
  readonly pointB: ReadonlyVec3;
  /** From A to B. */
  readonly normal: ReadonlyVec3;
  /** Corrections of the last step, and the Hessian model of the last of them. */
  readonly iterations: number;
  readonly hessian: TrackerHessian;
}

/** A virtual coupler at one time: its force on the body, the opposite of that on the hand. */
export interface CouplerRow {
  /** Simulated time [s]. */
  readonly time: number;
  /** Index in the scene's couplers. */
  readonly coupler: number;
  /** Index of its body in the scene's bodies. */
  readonly body: number;
  /** Position of the handle, world axes [m]. */
  readonly handle: ReadonlyVec3;
  /** Attachment point on the body [m]. */
  readonly point: ReadonlyVec3;
  /** On the body, at `point` [N]. */
  readonly force: ReadonlyVec3;
  /** On the body, in addition [N m]. */
  readonly torque: ReadonlyVec3;
  /** In its springs [J]. */
  readonly stored: number;
  /** Energy put in by the hand so far, with the force of each step held constant [J]. */
  readonly energyPut: number;
  /** Energy returned to the hand so far [J]. */
  readonly energyReturned: number;
}

/** Forces and passivity of a coupler over a run. */
export interface CouplerSummary {
  readonly name: string;
  /** [N] */
  readonly maxForce: number;
  /** [N m] */
  readonly maxTorque: number;
  /** Energy put in by the hand, with the force of each step held constant [J]. */
  readonly energyPut: number;
  /** Energy returned to the hand [J]. */
  readonly energyReturned: number;
  /** Maximum energy returned in excess of what was put in before and stored at the start [J]: 0 if the coupler is passive. */
  readonly maxExcess: number;
  /** K T/2: minimum damping for a sampled spring to be passive [N s/m]. */
  readonly minDamping: number;
  /** The same for the rotation [N m s/rad]. */
  readonly minAngularDamping: number;
  /** Do the dampers of the coupler exceed these? */
  readonly damped: boolean;
}

/** Distance of two bodies whose distance the scene records, at one time. */
export interface DistanceRow {
  /** Simulated time [s]. */
  readonly time: number;
  /** Index of A in the scene's bodies. */
  readonly bodyA: number;
  /** Index of B in the scene's bodies. */
  readonly bodyB: number;
  /** Signed distance [m], negative when penetrating. */
  readonly distance: number;
  /** Rate of the distance [m/s]: negative when the bodies approach. */
  readonly rate: number;
  /** Closest point of A in the world [m]. */
  readonly pointA: ReadonlyVec3;
  /** Closest point of B in the world [m]. */
  readonly pointB: ReadonlyVec3;
  /** Unit vector from A to B. */
  readonly normal: ReadonlyVec3;
}

/** Closest approach of two bodies in a run: the minimum of their recorded distances and of the gaps of their contacts. */
export interface ClosestApproach {
  readonly bodies: readonly [string, string];
  /** Minimum distance [m], negative if the bodies penetrated. */
  readonly distance: number;
  /** Time of the minimum [s]; the first one, if it was reached several times. */
  readonly time: number;
  /** Closest points of the two bodies then, world axes [m]. */
  readonly points: readonly [readonly [number, number, number], readonly [number, number, number]];
}

/** Closest approaches of the pairs whose distance a scene records. */
export interface DistanceResults {
  /** Of all these pairs: the most dangerous distance of the run. */
  readonly minimum: ClosestApproach;
  /** Of each pair, in the order of the scene. */
  readonly pairs: readonly ClosestApproach[];
}

/** A vehicle at one time, in addition to its `BodyState`. [PATH98-1] */
export interface VehicleRow {
  readonly position: ReadonlyVec3;
  /** Heading, counter-clockwise from the x axis, unwrapped [rad], and its rate [rad/s]. */
  readonly heading: number;
  readonly yawRate: number;
  /** Over the ground [m/s]. */
  readonly speed: number;
  /** Of its deformed ellipsoid, in the order forward, left, up [m]. */
  readonly semiAxes: ReadonlyVec3;
  /** Volume as a fraction of the undeformed one. */
  readonly volumeRatio: number;
  /** Images of the unit vectors forward, left and up under the deformation: xyz of each. */
  readonly directors: ArrayLike<number>;
}

/** Two vehicles whose ellipsoids overlap, at one time; world axes. [PATH98-4] */
export interface VehiclePairRow {
  /** [s] */
  readonly time: number;
  /** Index of vehicle A in the scene. */
  readonly bodyA: number;
  /** Index of vehicle B in the scene. */
  readonly bodyB: number;
  /** Rule of the direction of the force; `rejected` by the filter, or `-` without a force. */
  readonly rule: ContactRule;
  /** Regions of the boxes through which the rays to the points leave; `-` where the law does not use them. */
  readonly regionA: BoxRegion | '-';
  readonly regionB: BoxRegion | '-';
  /** Signed distance of the ellipsoids [m]. */
  readonly gap: number;
  /** Depth of the force law [m]. */
  readonly depth: number;
  /** Normal force [N]. */
  readonly force: number;
  /** Deepest point of the ellipsoid of A [m]. */
  readonly pointA: ReadonlyVec3;
  /** Deepest point of the ellipsoid of B [m]. */
  readonly pointB: ReadonlyVec3;
  /** Unit normal of the ellipsoids from A to B. */
  readonly ellipsoidNormal: ReadonlyVec3;
  /** Direction of the force on B; zero without a force. */
  readonly normal: ReadonlyVec3;
}

/** A joint at one time, world axes. */
export interface JointRow {
  /** Index in the scene's joints. */
  readonly joint: number;
  /** Coordinate of the axis that moves: angle [rad], displacement or distance [m]; 0 if none or several do. */
  readonly position: number;
  /** Its rate [rad/s] or [m/s]. */
  readonly velocity: number;
  /** Mean force on the second body in the last step [N]. */
  readonly force: ReadonlyVec3;
  /** Mean torque on it about the origin of its frame [N m]. */
  readonly torque: ReadonlyVec3;
  /** Mean force [N] or torque [N m] of the motor in the last step. */
  readonly motorForce: number;
  /** Work of all its motors so far [J]. */
  readonly motorWork: number;
  /** Energy lost by its friction, dampers and limits so far [J]. */
  readonly loss: number;
  /** True: it broke and acts no longer. */
  readonly broken: boolean;
}

/** The nodes of one body at one time, in the order of its mesh, packed xyz. */
export interface NodeStates {
  /** [m] */
  readonly positions: Float64Array;
  /** [m/s] */
  readonly velocities: Float64Array;
}

/** Parts of the work of a run: motion and forces, contact detection, and contact response. */
export type WorkPart = 'moving' | 'searching' | 'responding';

/** Receives the records of a run. Objects passed in are only valid during the call. */
export interface RunObserver {
  /** Called when a part of the work begins. The core has no clock; the observer may have one. */
  working?(part: WorkPart): void;
  /** Once per frame: time [s], all bodies in scene order, and the ledger. */
  frame(time: number, bodies: readonly BodyState[], ledger: LedgerRow): void;
  /** With each frame of a deformable world: the nodes of every body, in scene order. */
  nodes?(time: number, bodies: readonly NodeStates[]): void;
  /** With each frame of a world of smooth bodies: each tracked pair. */
  tracking?(row: TrackingRow): void;
  /** With each frame, for each pair of bodies in `record.distances` of the scene. */
  distances?(row: DistanceRow): void;
  /** A coupler at a frame, in worlds of smooth bodies. */
  couplers?(row: CouplerRow): void;
  /** With each frame of a world of vehicles: all vehicles, in scene order. */
  vehicles?(time: number, rows: readonly VehicleRow[]): void;
  /** In worlds of vehicles, for a pair with overlapping ellipsoids: each step with a contact force, and each frame without one. */
  pairs?(row: VehiclePairRow): void;
  /** With each frame of a world with joints: all joints, in the order of the scene. */
  joints?(time: number, rows: readonly JointRow[]): void;
  /** Once per contact point. */
  contact(row: ContactRow): void;
  /** Once per event, in the order of time. */
  event(event: SimEvent): void;
}

/** Result of a contact of two vehicles, with their names. */
export interface PhaseResult extends ContactPhase {
  /** Contact geometry: ellipsoids (EM) or boxes (BM). */
  readonly model: VehicleContactModel;
  readonly bodies: readonly [string, string];
}

/** Results of a run of vehicles. */
export interface VehicleResults {
  /** Contact geometry: ellipsoids (EM) or boxes (BM). */
  readonly model: VehicleContactModel;
  /** Where the run leaves the scope of its source; empty if nowhere. */
  readonly notes: readonly string[];
  /** In the order in which they ended. */
  readonly phases: readonly PhaseResult[];
  /** Work of the tyres over the whole run [J], part of the external work. */
  readonly tyreWork: number;
  /** Energy lost in the dampers of the suspensions over the whole run [J]. */
  readonly suspensionLoss: number;
  /** Energy lost by viscosity of the bodies over the whole run [J]. */
  readonly viscousLoss: number;
  /** Part of the contact work: energy of the springs of the incremental law that separated bodies take with them [J]. */
  readonly releaseLoss: number;
  /** Work of the brakes over the whole run [J], part of the external work. */
  readonly brakeWork: number;
  /** Work of the engines [J]. */
  readonly engineWork: number;
  /** Work of the air [J]. */
  readonly airWork: number;
  /** Energy lost in the dampers of hitches over the whole run [J]. */
  readonly hitchLoss: number;
  /** Part of the contact work: energy absorbed by residual crush over the whole run [J]. */
  readonly crushLoss: number;
}

/** Results at the end of a run, SI units. */
export interface RunSummary {
  /**
   * `end`: reached the scene's end time. `event-limit`: stopped at `time.maxEvents`. `failed`: could not continue, for the reason in
   * `failure`; all results up to `time` are valid. `interrupted`: stopped from outside, by a signal for example.
   */
  readonly status: 'end' | 'event-limit' | 'failed' | 'interrupted';
  /** Reason of the status `failed`. */
  readonly failure?: string;
  /** Simulated time reached [s]. */
  readonly time: number;
  /** Number of advances: by a time step, or to an event or frame. */
  readonly steps: number;
  /** Number of collisions of pairs of bodies. */
  readonly collisions: number;
  /** Number of dockings. */
  readonly dockings: number;
  /** Maximum penetration of all contacts [m]. */
  readonly maxPenetration: number;
  /** Balance errors over the whole run. */
  readonly balance: Balance;
  readonly ledgerStart: LedgerRow;
  readonly ledgerEnd: LedgerRow;
  /** Of worlds of vehicles. */
  readonly vehicles?: VehicleResults;
  /** Of scenes with `record.distances`. */
  readonly distances?: DistanceResults;
  /** Of scenes with couplers. */
  readonly couplers?: readonly CouplerSummary[];
  /** Hash of the final state's doubles: identical runs have identical bits. */
  readonly stateHash: string;
}
