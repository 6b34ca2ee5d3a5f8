import type { ReadonlyVec3 } from '../math/vec3.ts';

/** Keys that every scene has. */
export interface SceneHeader {
  readonly title: string;
  readonly description: string;
  readonly source?: SceneSource;
  readonly topic?: SceneTopic;
  /** Link into the documentation. */
  readonly guide?: string;
  readonly record: SceneRecord;
}

/** The source that a scene reproduces: rigid bodies, smooth bodies, deforming meshes or vehicles. */
export type SceneSource = 'CP13' | 'PG05' | 'VBC24' | 'PATH98';

/** The question that a scene is about. */
export type SceneTopic = 'distance' | 'time-of-impact' | 'response';

/**
 * `free`: moved by forces and contacts. `fixed`: never moves. `prescribed`: constant velocity and angular velocity,
 * not affected by contacts.
 */
export type SceneMotion = 'free' | 'fixed' | 'prescribed';

export interface SceneSensor {
  readonly name: string;
  /** Index into `bodies`. */
  readonly body: number;
  /** In the axes of the resolved `shape` of that body [m]. */
  readonly point: ReadonlyVec3;
}

export interface SceneDocking {
  /** Two indices into `sensors`, on different bodies. */
  readonly sensors: readonly [number, number];
  readonly mode: 'rigid' | 'pin';
  /** Sensors closer than this touch [m]. */
  readonly tolerance: number;
  /** No docking above this relative speed of the sensors [m/s]; Infinity: any speed. */
  readonly maxSpeed: number;
  /** Time of release [s]; Infinity: never. */
  readonly release: number;
}

export interface SceneRecord {
  /** Time between recorded frames [s]. */
  readonly interval: number;
  /** Pairs of bodies whose distance and closest points are recorded, as indices into `bodies`. Absent: none. */
  readonly distances?: readonly (readonly [number, number])[];
}
