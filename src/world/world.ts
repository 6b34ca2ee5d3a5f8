import type { Contact } from '../distance/contact.ts';
import type { Motion } from '../math/motion.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { AxisName } from '../response/joints/define-joint.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Balance, LedgerRow } from '../sim/observer.ts';
import type {
  ApplyOptions,
  BodyChanges,
  BodyId,
  BodyOptions,
  BodyState,
  ForceField,
  VectorInput,
} from './body-options.ts';
import type { BodyContact } from './contact-report.ts';
import type { DockingId, DockingOptions, DockingStatus } from './docking-options.ts';
import type { JointId, JointOptions, JointState, MotorInput } from './joint-options.ts';
import type { WorldListeners } from './world-event.ts';
import type { MaterialChanges } from './world-material.ts';
import type { BodyDistance, BodyImpact, BodyRayHit, QueryFilter, RayOptions } from './world-queries.ts';
import type { RecordOptions, WorldRecording } from './world-recording.ts';
import type { SceneTextOptions } from './world-scene-text.ts';
import type { WorldSnapshot } from './world-snapshot.ts';

/** What all kinds of worlds have in common. */
export interface SteppedWorld<Snapshot> {
  /** Simulated time [s]. */
  readonly time: number;
  /** Number of steps so far. */
  readonly stepCount: number;
  /** Length of a step [s]. */
  readonly timeStep: number;
  /** Advances by one step. */
  step(): void;
  /** The complete state; the world continues from it with the same bits after `restore`. */
  snapshot(): Snapshot;
  /** Restores a snapshot of this world. */
  restore(snapshot: Snapshot): void;
}

/** A world of rigid bodies in code, from `createWorld`. */
export interface World extends SteppedWorld<WorldSnapshot> {
  /** [m/s²] */
  readonly gravity: ReadonlyVec3;
  /** Implementation of the contact solver that this world uses; the results are bitwise identical. */
  readonly solverKernel: 'wasm' | 'typescript';
  /** Changes gravity and wakes all bodies. */
  setGravity(gravity: VectorInput): void;
  /**
   * Changes friction or restitution of all contacts, also of pairs and groups of bodies with their own settings, and of bodies that are added
   * later and give none; wakes all bodies.
   */
  setMaterial(changes: MaterialChanges): void;
  /** Adds a body between two steps. */
  addBody(options: BodyOptions): BodyId;
  /** Removes a body; those that touch it wake up. */
  removeBody(body: BodyId): void;
  /** Changes some settings or the state of a body, and wakes it. */
  set(body: BodyId, changes: BodyChanges): void;
  /** Whether the body exists. */
  has(body: BodyId): boolean;
  /** All bodies, in the order of their slots: that of creation until one is removed. */
  bodies(): BodyId[];
  /** The first body of this name. */
  find(name: string): BodyId | undefined;
  state(body: BodyId): BodyState;
  /** Settings of a body with its present pose and velocities: with another name and position `addBody` makes a copy of it. */
  options(body: BodyId): BodyOptions;
  /** Joins two bodies, or a body and the world, in their present poses. */
  addJoint(options: JointOptions): JointId;
  /** Removes a joint; its bodies wake up. */
  removeJoint(joint: JointId): void;
  /** Handles of all joints, in the order of creation. */
  joints(): JointId[];
  /** Position, velocity and reaction of a joint. */
  jointState(joint: JointId): JointState;
  /** Sets the motor of a joint, or ends it; a joint with several axes needs the name of one. Its bodies wake up. */
  setMotor(joint: JointId, motor: MotorInput, axis?: AxisName): void;
  /** Wakes a body and the bodies that fell asleep with it. */
  wake(body: BodyId): void;
  /** Stops a body where it is, until it is touched or woken. */
  sleep(body: BodyId): void;
  /** A force [N] during the next step. */
  applyForce(body: BodyId, force: VectorInput, options?: ApplyOptions): void;
  /** A torque [N m] during the next step. */
  applyTorque(body: BodyId, torque: VectorInput, options?: Pick<ApplyOptions, 'frame'>): void;
  /** An impulse [N s], at once. */
  applyImpulse(body: BodyId, impulse: VectorInput, options?: ApplyOptions): void;
  /** An angular impulse [N m s], at once. */
  applyAngularImpulse(body: BodyId, impulse: VectorInput, options?: Pick<ApplyOptions, 'frame'>): void;
  /** A force evaluated in every substep. Returns a function that removes it. */
  addForceField(field: ForceField): () => void;
  /** Two ports that can dock: they are tested after every step. */
  addDocking(options: DockingOptions): DockingId;
  /** State of a docking, the relative state of its ports and the rows of the envelope that they violate. */
  docking(docking: DockingId): DockingStatus;
  /** Joins the bodies of a docking rigidly at once, wherever they are. */
  dock(docking: DockingId): void;
  /** Undocks; separation springs act from here on. The ports must separate before they can dock again. */
  undock(docking: DockingId): void;
  /** Calls the listener after every step in which the event occurs. Returns a function that removes it. */
  on<Type extends keyof WorldListeners>(type: Type, listener: WorldListeners[Type]): () => void;
  /** Closest points of two bodies, or the deepest if they overlap. */
  closest(bodyA: BodyId, bodyB: BodyId): Contact;
  /** The body nearest to a shape, at most `maxDistance` [m] away. */
  closestTo(
    shape: Shape,
    pose: ReadonlyPose,
    options?: QueryFilter & { readonly maxDistance?: number },
  ): BodyDistance | undefined;
  /** The first body hit by a ray, at most `maxDistance` [m] away. `radius` [m] makes it a sphere cast. */
  raycast(from: VectorInput, direction: VectorInput, options?: RayOptions): BodyRayHit | undefined;
  /** All bodies hit by a ray, nearest first. */
  raycastAll(from: VectorInput, direction: VectorInput, options?: RayOptions): BodyRayHit[];
  /** The first body that a moving shape touches within `time` [s]; the bodies are taken to be at rest. */
  castShape(shape: Shape, motion: Motion, time: number, options?: QueryFilter): BodyImpact | undefined;
  /** All bodies that overlap a shape. */
  overlap(shape: Shape, pose: ReadonlyPose, options?: QueryFilter): BodyId[];
  /** Contacts with an impulse in the last step, of one body or of all. */
  contacts(body?: BodyId): BodyContact[];
  /** Energy, momentum, impulses and work so far. */
  ledger(): LedgerRow;
  /** Balance errors since the start: bodies added, removed or changed by calls count as external work and impulse. */
  balance(): Balance;
  /**
   * The world now as the text of a scene that starts in this state: `readScene` reads it. Loads and paths of motors continue where they are; broken and
   * removed joints are left out. Throws a SimulationError that names what the format of scenes cannot express.
   */
  sceneText(options?: SceneTextOptions): string;
  /** Records the following steps. */
  record(options?: RecordOptions): WorldRecording;
}
