import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { BodyId } from './body-options.ts';
import type { DockingEvent } from './docking-options.ts';
import type { JointId } from './joint-options.ts';

/** A contact point of the last step, world axes. */
export interface ContactPointState {
  /** Midpoint of the gap [m]. */
  readonly point: ReadonlyVec3;
  /** Unit vector from A to B. */
  readonly normal: ReadonlyVec3;
  /** Signed gap at the start of the step [m]. */
  readonly distance: number;
  /** Approach speed [m/s]. */
  readonly closingSpeed: number;
  /** Impulse on B over the step [N s]. */
  readonly impulse: ReadonlyVec3;
  /** Its normal component [N s]. */
  readonly normalImpulse: number;
  /** Mean force on B over the step [N]. */
  readonly force: ReadonlyVec3;
}

/** A contact in a step: it begins, persists, or has an impact. */
export interface ContactEvent {
  readonly type: 'contact-begin' | 'contact-persist' | 'impulse';
  /** Time at the end of the step [s]. */
  readonly time: number;
  readonly bodyA: BodyId;
  readonly bodyB: BodyId;
  /** True: one of them is a trigger, and no impulse acts. */
  readonly trigger: boolean;
  /** The point with the largest normal impulse, world axes [m]. */
  readonly point: ReadonlyVec3;
  /** Unit vector from A to B at that point. */
  readonly normal: ReadonlyVec3;
  /** Impulse on B over the step, the sum over all points [N s]. */
  readonly impulse: ReadonlyVec3;
  /** Sum of the normal impulses [N s]. */
  readonly normalImpulse: number;
  /** Largest approach speed of the points [m/s]. */
  readonly closingSpeed: number;
  /** All points of the contact. */
  readonly points: readonly ContactPointState[];
}

/** Two bodies no longer touch, or one of them was removed. */
export interface ContactEndEvent {
  readonly type: 'contact-end';
  /** [s] */
  readonly time: number;
  readonly bodyA: BodyId;
  readonly bodyB: BodyId;
}

/** A body fell asleep, woke up, was added or was removed. */
export interface BodyEvent {
  readonly type: 'sleep' | 'wake' | 'added' | 'removed';
  /** [s] */
  readonly time: number;
  readonly body: BodyId;
  readonly name: string;
}

/** A joint broke: its force or torque in the step was above the maximum. */
export interface JointEvent {
  readonly type: 'joint-break';
  /** [s] */
  readonly time: number;
  readonly joint: JointId;
  readonly name: string;
}

/**
 * Events of a world. `contact-begin`: two bodies touch that did not in the step before. `contact-persist`: they still touch. `contact-end`:
 * they no longer do. `impulse`: an impact, faster than the restitution threshold. `sleep`, `wake`: of a body. `added`, `removed`: at once. `docking`:
 * a capture, a rejection, a stage of a soft capture.
 */
export interface WorldListeners {
  readonly 'contact-begin': (event: ContactEvent) => void;
  readonly 'contact-persist': (event: ContactEvent) => void;
  readonly 'contact-end': (event: ContactEndEvent) => void;
  readonly impulse: (event: ContactEvent) => void;
  readonly sleep: (event: BodyEvent) => void;
  readonly wake: (event: BodyEvent) => void;
  readonly added: (event: BodyEvent) => void;
  readonly removed: (event: BodyEvent) => void;
  readonly docking: (event: DockingEvent) => void;
  readonly 'joint-break': (event: JointEvent) => void;
}

export const EVENT_TYPES: readonly (keyof WorldListeners)[] = [
  'contact-begin',
  'contact-persist',
  'contact-end',
  'impulse',
  'sleep',
  'wake',
  'added',
  'removed',
  'docking',
  'joint-break',
];

/** A contact that is about to be solved. Its settings can be changed, for this step only. */
export interface PreSolveContact {
  readonly bodyA: BodyId;
  readonly bodyB: BodyId;
  /** Points, normals from A to B and gaps; impulses are those of the last step. */
  readonly points: readonly Pick<ContactPointState, 'point' | 'normal' | 'distance'>[];
  /** False: no response in this step. */
  enabled: boolean;
  /** Coefficient of friction while sticking, at least `dynamicFriction`. */
  staticFriction: number;
  /** Coefficient of friction while sliding. */
  dynamicFriction: number;
  /** Ratio of separation to approach speed, 0 to 1. */
  restitution: number;
  /** Velocity of the surface of B relative to that of A, in addition to the motion of the bodies, world axes [m/s]. */
  surfaceVelocity: ReadonlyVec3;
}
