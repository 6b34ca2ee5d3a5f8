import type { MotorInput, Recording } from '../../src/index.ts';
import type { Recorded } from '../session/session.ts';

export type Triple = readonly [number, number, number];
export type Four = readonly [number, number, number, number];

/** Shapes that can be added: those of the palette, or that of a body of the scene. */
export const PALETTE = ['box', 'sphere', 'capsule', 'cylinder', 'cone', 'ellipsoid', 'hull'] as const;
export type PaletteShape = (typeof PALETTE)[number];

/** A change of the world between two steps. Bodies and joints are indices into the present lists of the structure. */
export type LiveCommand =
  /** A damped spring from `point` [m, body axes, from the origin of the shape] to `target` [m]; `strength` multiplies its stiffness. */
  | {
      readonly kind: 'pull';
      readonly body: number;
      readonly point: Triple;
      readonly target: Triple;
      readonly strength: number;
    }
  | { readonly kind: 'release' }
  /** Holds a body at a pose, at rest, until `drop`. */
  | { readonly kind: 'hold'; readonly body: number; readonly position: Triple; readonly orientation: Four }
  | { readonly kind: 'drop' }
  /** Moves a body by a vector [m] and rotates it about a world axis [rad], to rest. */
  | {
      readonly kind: 'shift';
      readonly body: number;
      readonly by: Triple;
      readonly axis: 0 | 1 | 2;
      readonly angle: number;
    }
  | { readonly kind: 'pin'; readonly body: number; readonly on: boolean }
  /** `shape`: of the palette, or the index of a body whose shape is used. `size`: radius of its bounding sphere [m]. */
  | {
      readonly kind: 'add';
      readonly shape: PaletteShape | number;
      readonly size: number;
      readonly position: Triple;
    }
  | { readonly kind: 'duplicate'; readonly body: number }
  | { readonly kind: 'delete'; readonly body: number }
  | { readonly kind: 'gravity'; readonly value: Triple }
  | { readonly kind: 'material'; readonly friction?: number; readonly restitution?: number }
  | {
      readonly kind: 'body';
      readonly body: number;
      readonly mass?: number;
      readonly friction?: number;
      readonly restitution?: number;
    }
  | { readonly kind: 'motor'; readonly joint: number; readonly motor: MotorInput };

/** What can be done in a world. */
export type Ability =
  | 'pull'
  | 'hold'
  | 'pin'
  | 'add'
  | 'duplicate'
  | 'delete'
  | 'gravity'
  | 'material'
  | 'body'
  | 'motor'
  | 'scene';

/** Why something is not possible in this world; what is not listed is. */
export type Limits = { readonly [name in Ability]?: string };

export interface LiveBody {
  readonly name: string;
  readonly motion: 'free' | 'fixed' | 'prescribed';
  /** [kg]; Infinity unless free. */
  readonly mass: number;
  readonly friction: number;
  readonly restitution: number;
  /** Radius of the bounding sphere [m]; Infinity for half-spaces. */
  readonly radius: number;
  readonly kind: string;
}

export interface LiveJoint {
  readonly name: string;
  readonly kind: string;
  /** Units of its coordinate, `m` or `rad`. */
  readonly unit: 'm' | 'rad';
  readonly motor: MotorInput;
  /** Limits of the coordinate; infinite without. */
  readonly min: number;
  readonly max: number;
}

/** Everything that does not change from step to step. */
export interface LiveStructure {
  /** Two frames, both of the present state: the page writes every new state to the one that is not shown. */
  readonly recorded: Recorded;
  readonly bodies: readonly LiveBody[];
  readonly joints: readonly LiveJoint[];
  /** [m/s²] */
  readonly gravity: Triple;
  /** Of most contacts. */
  readonly friction: number;
  readonly restitution: number;
  readonly limits: Limits;
  /** [s] */
  readonly timeStep: number;
  /** Selected by the command that made the change: the added body, or none. */
  readonly selected: number | undefined;
}

/** Numbers per body in a frame: position, quaternion wxyz, velocity, angular velocity. */
export const BODY = 13;
/** Numbers per contact point in a frame: point, mean force on body B [N]. */
export const CONTACT = 6;

/** The spring of a pull. */
export interface LivePull {
  readonly from: Triple;
  readonly to: Triple;
  /** On the body [N]. */
  readonly force: number;
}

/** A state of the world. `numbers`: bodies, then nodes (3 each), then vehicles (columns one after the other), then contacts. */
export interface LiveFrame {
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly contactCount: number;
  /** [s] */
  readonly time: number;
  readonly stepCount: number;
  /** Steps of this frame, and the wall-clock time that they took [ms]. */
  readonly steps: number;
  readonly stepTime: number;
  /** How far the clock is from the last step to the next one, 0 to 1. */
  readonly phase: number;
  readonly pull: LivePull | undefined;
  /** Kinetic and potential energy [J]. */
  readonly energy: number;
  /** The run cannot continue: the reason. */
  readonly ended: string | undefined;
}

/** Messages from the page. */
export type LiveRequest =
  | { readonly kind: 'start'; readonly text: string; readonly source: string }
  /** Steps for `elapsed` [s] of simulated time, then a frame; `buffer` is one that the page no longer uses. */
  | {
      readonly kind: 'advance';
      readonly elapsed: number;
      readonly buffer: Float64Array<ArrayBuffer> | undefined;
      readonly contacts: boolean;
    }
  | { readonly kind: 'step' }
  | { readonly kind: 'command'; readonly command: LiveCommand }
  | { readonly kind: 'reset' }
  | { readonly kind: 'save-scene' }
  | { readonly kind: 'save-recording' }
  | { readonly kind: 'cancel' };

/** Messages to the page. */
export type LiveReply =
  | ({ readonly kind: 'structure' } & LiveStructure)
  | ({ readonly kind: 'frame' } & LiveFrame)
  /** A command or the start failed; `fatal`: there is no world. */
  | { readonly kind: 'failed'; readonly message: string; readonly fatal: boolean }
  | { readonly kind: 'scene'; readonly text: string }
  /** Replay of what was played. */
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'recording'; readonly recording: Recording }
  | { readonly kind: 'cancelled' };
