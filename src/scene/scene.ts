import type { OrbitField } from '../dynamics/orbit.ts';
import type { PlanarPath } from '../math/planar-path.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { ContactLaw as PenaltyLaw } from '../response/contact-laws.ts';
import type { JointDefinition } from '../response/joints/joint.ts';
import type { Material } from '../response/material.ts';
import type { PlanarShape } from '../shapes/shape.ts';
import type { MeshScene } from './mesh-scene.ts';
import type { SceneDocking, SceneHeader, SceneMotion, SceneSensor } from './scene-header.ts';
import type { SmoothScene } from './smooth-scene.ts';
import type { SolidScene } from './solid-scene.ts';
import type { VehicleScene } from './vehicle-scene.ts';

/**
 * A scene as the simulation uses it: SI numbers, defaults filled in, shapes built, masses known, names replaced by
 * indices into `bodies` and `sensors`. Plain data, constant during a run.
 */
export type Scene = PlanarScene | MeshScene | SmoothScene | SolidScene | VehicleScene;

/** Scene of planar rigid bodies, SI units. */
export interface PlanarScene extends SceneHeader {
  readonly world: 'planar';
  readonly bodies: readonly SceneBody[];
  readonly contacts: SceneContacts;
  readonly sensors: readonly SceneSensor[];
  readonly docking: readonly SceneDocking[];
  /** Undefined: none. */
  readonly joints?: readonly JointDefinition[];
  readonly forces: SceneForces;
  readonly time: SceneTime;
}

/** A body of a planar scene at the start, SI units. */
export interface SceneBody {
  readonly name: string;
  /** In body axes: about the centre of mass for a free body, about the origin of the file for the others. */
  readonly shape: PlanarShape;
  /** The shape of the file, where the body collides by a bounding volume (`collideAs`), which then is `shape`. */
  readonly drawnShape?: PlanarShape;
  /** World position of the origin of `shape` at the start [m]. */
  readonly position: ReadonlyVec3;
  /** Initial rotation about z [rad]. */
  readonly angle: number;
  /** Of the origin of `shape` [m/s]. */
  readonly velocity: ReadonlyVec3;
  /** About z [rad/s]. */
  readonly angularVelocity: number;
  /** [kg]; Infinity unless `motion` is free. */
  readonly mass: number;
  /** About z [kg m²]; Infinity unless `motion` is free, and for points. */
  readonly inertia: number;
  readonly motion: SceneMotion;
  /** Given motion of a prescribed body with a path, or of a link of a chain; the other fields are its state at the start. */
  readonly path?: PlanarPath;
  /** Any CSS colour; by default the viewer chooses. */
  readonly color?: string;
}

/** Contact settings of two bodies. */
export interface ContactLaw {
  /** False: the two bodies pass through each other. */
  readonly collide: boolean;
  /** Restitution and friction. */
  readonly material: Material;
  /** Force of the response `penalty`. */
  readonly penalty: PenaltyLaw;
}

/** Complete settings of one pair of bodies: missing values come from the settings of the scene. */
export interface ScenePair extends ContactLaw {
  /** Two different indices into `bodies`, the smaller first. */
  readonly bodies: readonly [number, number];
}

export interface SceneContacts {
  readonly response: 'impulse' | 'penalty';
  /** The settings of every pair that is not in `pairs`. */
  readonly law: ContactLaw;
  /** At most one entry per pair of bodies. */
  readonly pairs: readonly ScenePair[];
  /** Several contacts at the same time. [CP13-3.4] */
  readonly multiContact: 'sequential' | 'simultaneous';
  readonly order: 'fastest-approach' | 'first';
  readonly manifold: 'two-point' | 'single';
  /** Gap below which bodies are in contact with the method `steps` [m]. */
  readonly tolerance: number;
  /** No restitution below this approach speed [m/s]. */
  readonly restitutionThreshold: number;
}

export interface SceneLoad {
  /** Index into `bodies`. */
  readonly body: number;
  /** At the centre of mass, world axes [N]. */
  readonly force: ReadonlyVec3;
  /** About z [N m]. */
  readonly torque: number;
  /** Acts from this time [s] ... */
  readonly from: number;
  /** ... until this one [s]; Infinity: no end. */
  readonly until: number;
}

export interface SceneForces {
  /** [m/s²] */
  readonly gravity: ReadonlyVec3;
  readonly loads: readonly SceneLoad[];
  /** Gravity that depends on the position; undefined: none. */
  readonly orbit?: OrbitField;
}

export interface SceneTime {
  /** [s] */
  readonly end: number;
  /** `events`: from one exact time of impact to the next. `steps`: a fixed step. */
  readonly method: 'events' | 'steps';
  /** Of the method `steps` [s]. */
  readonly step: number;
  /** Of the method `steps`. */
  readonly integrator: 'explicit-euler' | 'semi-implicit-euler' | 'held-force' | 'rk4';
  readonly broadPhase: 'brute-force' | 'sweep-and-prune' | 'grid' | 'aabb-tree';
  /** The run stops with a message after this many contact events. */
  readonly maxEvents: number;
}
