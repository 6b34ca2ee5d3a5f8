import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { CaptureEnvelope } from '../response/capture-envelope.ts';
import type { LatchLaw } from '../response/docking-latch.ts';

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

/** A docking sensor; with a frame it is a docking port. */
export interface SceneSensor {
  readonly name: string;
  /** Index into `bodies`. */
  readonly body: number;
  /** In the axes of the resolved `shape` of that body [m]. */
  readonly point: ReadonlyVec3;
  /** Columns: unit axis out of the body, roll mark, and their cross product, in the axes of the shape. Undefined: no orientation. */
  readonly frame?: ReadonlyMat3;
  /** Whether the roll mark is given; otherwise every roll position fits. */
  readonly hasRoll?: boolean;
}

/** Two sensors that can dock, and how. */
export interface SceneDocking {
  /** Two indices into `sensors`, on different bodies. */
  readonly sensors: readonly [number, number];
  readonly mode: 'rigid' | 'pin';
  /** Capture range: the envelope is tested when the sensors come closer than this [m]. */
  readonly tolerance: number;
  /** No docking above this relative speed of the sensors [m/s]; Infinity: any speed. */
  readonly maxSpeed: number;
  /** Time of undocking [s]; Infinity: never. */
  readonly release: number;
  /** Limits of the relative state of the ports, both with a frame. Undefined: none but `maxSpeed`. */
  readonly envelope?: CaptureEnvelope;
  /** After a rejection: test again after separation (default), or every step while the sensors are in range. */
  readonly retry?: 'separation' | 'range';
  /** Undefined: the docking is rigid at once. */
  readonly softCapture?: SceneSoftCapture;
  /** Springs that drive the bodies apart when they undock. */
  readonly separationSprings?: SeparationSprings;
  /** Whether the sensors can dock again after they undocked and separated. Default: no. */
  readonly recapture?: boolean;
}

/** A soft-capture latch and its stages. */
export interface SceneSoftCapture extends LatchLaw {
  /** The latch opens beyond this displacement from its rest position [m]; Infinity: never. */
  readonly stroke: number;
  /** Time from capture to the start of the retraction [s]. */
  readonly attenuation: number;
  /** Time in which the rest length goes to zero [s]. */
  readonly retraction: number;
  /** Limits of the rigid docking after the retraction: [m], [rad], [m/s], [rad/s]. */
  readonly alignment: {
    readonly distance: number;
    readonly angle: number;
    readonly speed: number;
    readonly angularRate: number;
  };
}

/** separation springs. */
export interface SeparationSprings {
  /** [J] */
  readonly energy: number;
  /** Distance over which they act [m]. */
  readonly stroke: number;
}

export interface SceneRecord {
  /** Time between recorded frames [s]. */
  readonly interval: number;
  /** Pairs of bodies whose distance and closest points are recorded, as indices into `bodies`. Absent: none. */
  readonly distances?: readonly (readonly [number, number])[];
}
