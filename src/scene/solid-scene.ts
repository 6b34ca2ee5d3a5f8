import type { BoundingKind } from '../bounds/bounding-shape.ts';
import type { OrbitField } from '../dynamics/orbit.ts';
import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { ContactLaw, DmtContact, HertzContact, JkrContact } from '../response/contact-laws.ts';
import type { JointDefinition } from '../response/joints/joint.ts';
import type { Material } from '../response/material.ts';
import type { Shape } from '../shapes/shape.ts';
import type { SceneDocking, SceneHeader, SceneMotion, SceneSensor } from './scene-header.ts';

/** Rigid-body world in 3-D: free flight, impacts, sliding, rolling, stacking, resting and docking. */
export interface SolidScene extends SceneHeader {
  readonly world: 'solids';
  readonly bodies: readonly SolidBody[];
  readonly contacts: SolidContacts;
  readonly sensors: readonly SceneSensor[];
  readonly docking: readonly SceneDocking[];
  /** Joints between the bodies, of fixed steps; none if left out. */
  readonly joints?: readonly JointDefinition[];
  readonly forces: {
    /** [m/s²] */
    readonly gravity: ReadonlyVec3;
    readonly loads: readonly SolidLoad[];
    /** Gravity that depends on the position; undefined: none. */
    readonly orbit?: OrbitField;
  };
  readonly time: SolidTime;
}

/** A body of a rigid-body scene in 3-D at the start, SI units. */
export interface SolidBody {
  readonly name: string;
  /** In body axes: about the centre of mass for a free body, about the origin of the file for the others. */
  readonly shape: Shape;
  /** The shape of the file, where the body collides by a bounding volume (`collideAs`), which then is `shape`. */
  readonly drawnShape?: Shape;
  /** Kind of that bounding volume. */
  readonly collideAs?: BoundingKind;
  /** True: the moments are given, not those of the shape. */
  readonly hasOwnInertia?: true;
  readonly motion: SceneMotion;
  /** Of the origin of `shape` at the start. */
  readonly pose: ReadonlyPose;
  /** Of the origin of `shape`, world axes [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
  /** [kg]; Infinity unless `motion` is free. */
  readonly mass: number;
  /** Principal moments about the centre of mass [kg m²]; Infinity unless `motion` is free. */
  readonly moments: ReadonlyVec3;
  /** Columns: the principal axes in body axes, in the order of `moments`. */
  readonly principalAxes: ReadonlyMat3;
  /** True: reports overlaps, has no contact response. */
  readonly trigger: boolean;
  /** Any CSS colour; by default the viewer chooses. */
  readonly color?: string;
}

/** Contact settings of two bodies of a rigid-body world in 3-D. */
export interface SolidContactLaw {
  /** False: the pair is ignored. */
  readonly collide: boolean;
  readonly material: Material;
  /** Force of the response `penalty`, which needs it. */
  readonly penalty?: SolidPenalty;
  /** Tangential stiffness and damping of the response `penalty` as a fraction of the normal ones. Default: 0.8. */
  readonly tangentialRatio?: number;
}

/** A law without its effective radius: that follows from the curvatures of the two bodies at their contact. */
export type CurvatureLaw = Omit<HertzContact, 'radius'> | Omit<DmtContact, 'radius'> | Omit<JkrContact, 'radius'>;

/** Force of compliant contact of two solids. */
export type SolidPenalty = ContactLaw | CurvatureLaw;

/** Complete settings of one pair of bodies. */
export interface SolidPair extends SolidContactLaw {
  /** Two different indices into `bodies`, the smaller first. */
  readonly bodies: readonly [number, number];
}

export interface SolidContacts {
  /** `impulse`: rigid contact. `penalty`: compliant contact, in fixed steps. Default: `impulse`. */
  readonly response?: 'impulse' | 'penalty';
  /**
   * The class of each body: bodies of one class have group and material in common, so a thousand bodies need a few entries instead
   * of half a million.
   */
  readonly classes: readonly number[];
  /** The settings of two classes: `laws[a][b]`, the same as `laws[b][a]`. */
  readonly laws: readonly (readonly SolidContactLaw[])[];
  /** Pairs of bodies with their own settings; at most one entry per pair. */
  readonly pairs: readonly SolidPair[];
  /** No restitution below this approach speed [m/s]. */
  readonly restitutionThreshold: number;
  /** Penetration allowed by fixed steps (slop) [m]. */
  readonly slop: number;
}

/** A force and a torque over a time interval, world axes. */
export interface SolidLoad {
  /** Index into `bodies`. */
  readonly body: number;
  /** At the centre of mass [N]. */
  readonly force: ReadonlyVec3;
  /** [N m] */
  readonly torque: ReadonlyVec3;
  /** Acts from this time [s] ... */
  readonly from: number;
  /** ... until this one [s]; Infinity: no end. */
  readonly until: number;
}

export interface SolidTime {
  /** [s] */
  readonly end: number;
  /** `events`: from one exact time of impact to the next. `steps`: fixed steps, for resting and many contacts. */
  readonly method: 'events' | 'steps';
  /** Step of the method `steps`, and of resting contact after Zeno behaviour [s]. */
  readonly step: number;
  /** Substeps per step, each with one solver pass. */
  readonly substeps: number;
  /** Time at rest after which an island falls asleep [s]; Infinity: never. */
  readonly timeToSleep: number;
  /** The run stops with a message after this many contact events. */
  readonly maxEvents: number;
}
