import type { CaptureEnvelope, DockingState, DockingViolation } from '../response/capture-envelope.ts';
import type { LatchLaw } from '../response/docking-latch.ts';
import type { SceneSoftCapture, SeparationSprings } from '../scene/scene-header.ts';
import type { Dock } from '../sim/dock-stages.ts';
import type { SimEvent } from '../sim/observer.ts';
import type { BodyId, VectorInput } from './body-options.ts';

/** Handle of a docking of a world in code. */
export type DockingId = number;

/** A docking port of a body. */
export interface PortOptions {
  readonly body: BodyId;
  /** In the axes of the shape as given [m]. */
  readonly point: VectorInput;
  /** Out of the body, in the axes of the shape; any length above zero. */
  readonly axis: VectorInput;
  /** Roll mark, not parallel to the axis. Default: every roll position fits. */
  readonly up?: VectorInput;
  /** Name in events; default that of the body. */
  readonly name?: string;
}

/** Soft capture of a world in code: springs and dampers, and the stages with their defaults as in scenes. */
export interface SoftCaptureOptions
  extends Pick<LatchLaw, 'stiffness' | 'hooks'>,
    Partial<Pick<LatchLaw, 'damping' | 'angularStiffness' | 'angularDamping'>>,
    Partial<Pick<SceneSoftCapture, 'stroke' | 'attenuation' | 'retraction'>> {
  /** Limits of the rigid docking: [m], [rad], [m/s], [rad/s]; defaults 1 mm, 0.5 degrees, 1 mm/s and 1 mrad/s. */
  readonly alignment?: Partial<SceneSoftCapture['alignment']>;
}

/** Two ports that can dock. */
export interface DockingOptions {
  readonly ports: readonly [PortOptions, PortOptions];
  /** Capture range [m]; default 1 mm. */
  readonly tolerance?: number;
  /** Limits of the relative state of the ports; default 5 degrees for the angles. */
  readonly envelope?: Partial<CaptureEnvelope>;
  /** Default: the docking is rigid at once. */
  readonly softCapture?: SoftCaptureOptions;
  /** Springs that act after `undock`. */
  readonly separationSprings?: SeparationSprings;
  /** After a rejection: test again after separation (default), or after every step in range. */
  readonly retry?: 'separation' | 'range';
  /** Whether the ports can dock again after they undocked and separated. Default: true. */
  readonly recapture?: boolean;
}

/** State of a docking between two steps. */
export interface DockingStatus {
  /** `separating`: separation springs act. `done`: undocked, without recapture. */
  readonly state: Dock['state'];
  /** Relative state of the ports. */
  readonly relative: DockingState;
  /** Rows of the envelope that the ports violate now. */
  readonly violations: readonly DockingViolation[];
}

type DockingRecord = Extract<SimEvent, { readonly sensors: readonly [string, string] }>;

/** An event of a docking: a capture, a rejection with its violations, a stage or an undocking. */
export interface DockingEvent {
  readonly type: 'docking';
  /** [s] */
  readonly time: number;
  readonly docking: DockingId;
  readonly bodyA: BodyId;
  readonly bodyB: BodyId;
  /** What happened, as in recordings. */
  readonly event: DockingRecord;
}

/** A docking of a world in code. */
export interface WorldDocking {
  readonly id: DockingId;
  readonly bodies: readonly [BodyId, BodyId];
  readonly dock: Dock;
}
