import type { TrackerSettings } from '../distance/smooth/witness/tracker-settings.ts';
import type { ReadonlyMat3 } from '../math/mat3.ts';
import type { ReadonlyPose } from '../math/pose.ts';
import type { PrescribedPath } from '../math/prescribed-path.ts';
import type { ReadonlyVec3 } from '../math/vec3.ts';
import type { ContactLaw as PenaltyLaw } from '../response/contact-laws.ts';
import type { Material } from '../response/material.ts';
import type { PointShape } from '../shapes/point.ts';
import type { TiledBody } from '../shapes/tiled/tiled-body.ts';
import type { SceneHeader } from './scene-header.ts';
import type { SolidLoad } from './solid-scene.ts';

/**
 * Smooth bodies and points, in space or in the plane z = 0, that move freely or follow prescribed paths while the closest
 * points of their pairs are tracked. [PG05-4.4]
 */
export interface SmoothScene extends SceneHeader {
  readonly world: 'smooth';
  readonly bodies: readonly SmoothBody[];
  readonly tracking: SpaceTracking;
  readonly contacts: SmoothContacts;
  readonly couplers: readonly SmoothCoupler[];
  readonly forces: {
    /** [m/s²] */
    readonly gravity: ReadonlyVec3;
    /** Forces and torques on free bodies, from programs: scene files have none. */
    readonly loads?: readonly SolidLoad[];
  };
  readonly time: SpaceTime;
}

export type SmoothShape = TiledBody | PointShape;

export interface SmoothBody {
  readonly name: string;
  /** In body axes: about the centre of mass for a free body, about the origin of the file for the others. */
  readonly shape: SmoothShape;
  readonly motion: SmoothMotion;
  /** Any CSS colour; by default the viewer chooses. */
  readonly color?: string;
}

export type SmoothMotion =
  | { readonly kind: 'fixed'; readonly pose: ReadonlyPose }
  | { readonly kind: 'prescribed'; readonly path: PrescribedPath }
  | FreeMotion;

/** Moved by forces and contacts. */
export interface FreeMotion {
  readonly kind: 'free';
  /** Of the centre of mass, at the start. */
  readonly pose: ReadonlyPose;
  /** [m/s] */
  readonly velocity: ReadonlyVec3;
  /** World axes [rad/s]. */
  readonly angularVelocity: ReadonlyVec3;
  /** [kg] */
  readonly mass: number;
  /**
   * About the centre of mass, body axes [1/(kg m²)]; zero for points, and about x and y for planar
   * bodies.
   */
  readonly inverseInertia: ReadonlyMat3;
}

export interface SpaceTracking {
  readonly settings: TrackerSettings;
  readonly pairs: readonly TrackedPair[];
}

/** Two bodies whose closest points are tracked. */
export interface TrackedPair {
  /** Two different indices into `bodies`: A and B. */
  readonly bodies: readonly [number, number];
  /** Initial guess; optional. */
  readonly start?: readonly [WitnessPlace, WitnessPlace];
}

/** A point of a body: a feature by number, and its parameters. */
export interface WitnessPlace {
  readonly feature: number;
  readonly x: readonly number[];
}

/** Contact response of tracked bodies. */
export interface SmoothContacts {
  /** `none`: bodies pass through each other. */
  readonly response: 'none' | 'impulse' | 'penalty';
  readonly material: Material;
  readonly penalty: PenaltyLaw;
  /** Bodies closer than this are in contact [m]. */
  readonly tolerance: number;
  /** No restitution below this approach speed [m/s]. */
  readonly restitutionThreshold: number;
}

/** A spring and damper between a body and a handle with its own path: a virtual coupler. */
export interface SmoothCoupler {
  readonly name: string;
  /** Index into `bodies`; a free one. */
  readonly body: number;
  /** Attachment point, in the axes of the resolved shape [m]. */
  readonly point: ReadonlyVec3;
  readonly handle: PrescribedPath;
  /** [N/m], [N s/m] */
  readonly stiffness: number;
  readonly damping: number;
  /** [N m/rad], [N m s/rad] */
  readonly angularStiffness: number;
  readonly angularDamping: number;
}

export interface SpaceTime {
  /** [s] */
  readonly end: number;
  /** [s] */
  readonly step: number;
}
