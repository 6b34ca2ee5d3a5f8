import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { Material } from '../response/material.ts';
import type { Shape } from '../shapes/shape.ts';
import type { SceneDocking, SceneHeader, SceneMotion, SceneSensor } from './scene.ts';

/** Many rigid bodies of space: they fly, strike, slide, roll, stack, rest and dock. */
export interface SolidScene extends SceneHeader {
  readonly world: 'solids';
  readonly bodies: readonly SolidBody[];
  readonly contacts: SolidContacts;
  readonly sensors: readonly SceneSensor[];
  readonly docking: readonly SceneDocking[];
  readonly forces: {
    /** [m/s²] */
    readonly gravity: ReadonlyVec3;
    readonly loads: readonly SolidLoad[];
  };
  readonly time: SolidTime;
}

export interface SolidBody {
  readonly name: string;
  /** In body axes: about the centre of mass for a free body, about the origin of the file for the others. */
  readonly shape: Shape;
  readonly motion: SceneMotion;
  /** Of the origin of `shape` at the start. */
  readonly pose: ReadonlyPose;
  /** [m/s] */
  readonly velocity: ReadonlyVec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
  /** [kg]; Infinity unless `motion` is free. */
  readonly mass: number;
  /** Principal moments about the centre of mass [kg m²]; Infinity unless `motion` is free. */
  readonly moments: ReadonlyVec3;
  /** Columns: the principal axes in body axes, in the order of `moments`. */
  readonly principalAxes: ReadonlyMat3;
  /** True: it tells what touches it, but neither pushes nor is pushed. */
  readonly trigger: boolean;
  /** Any CSS colour; the viewer chooses when there is none. */
  readonly color?: string;
}

/** What happens where two bodies touch. */
export interface SolidContactLaw {
  /** False: the two bodies pass through each other unseen. */
  readonly collide: boolean;
  readonly material: Material;
}

/** The law of one pair of bodies, complete. */
export interface SolidPair extends SolidContactLaw {
  /** Two different indices into `bodies`, the smaller first. */
  readonly bodies: readonly [number, number];
}

export interface SolidContacts {
  /**
   * The class of each body: bodies of one class have group and material in common, so that a thousand bodies need a few laws and
   * not half a million.
   */
  readonly classes: readonly number[];
  /** The law of two classes: `laws[a][b]`, the same as `laws[b][a]`. */
  readonly laws: readonly (readonly SolidContactLaw[])[];
  /** Two bodies with a law of their own; at most one entry for two. */
  readonly pairs: readonly SolidPair[];
  /** Contacts that approach slower than this do not bounce [m/s]. */
  readonly restitutionThreshold: number;
  /** Depth of overlap that time stepping leaves alone [m]. */
  readonly slop: number;
}

/** A force and a torque for a while, world axes. */
export interface SolidLoad {
  /** Index into `bodies`. */
  readonly body: number;
  /** At the centre of mass [N]. */
  readonly force: ReadonlyVec3;
  /** [N m] */
  readonly torque: ReadonlyVec3;
  /** Acts from this time [s] ... */
  readonly from: number;
  /** ... until this one [s]; Infinity for ever. */
  readonly until: number;
}

export interface SolidTime {
  /** [s] */
  readonly end: number;
  /** `events`: from one exact time of impact to the next. `steps`: fixed steps, for resting and many contacts. */
  readonly method: 'events' | 'steps';
  /** Of the method `steps` [s], and of resting where impacts accumulate. */
  readonly step: number;
  /** Parts of a step, each with its own pass of the solver. */
  readonly substeps: number;
  /** Whole groups of bodies that rest fall asleep after this long [s]; Infinity for never. */
  readonly timeToSleep: number;
  /** The run stops, and says so, after this many contact events. */
  readonly maxEvents: number;
}
