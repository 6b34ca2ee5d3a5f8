import type { Recording } from '../../src/record/recorder.ts';
import type { Scene } from '../../src/scene/scene.ts';
import type { Failure } from '../worker/jobs.ts';
import { createStore, type Store } from './store.ts';

/** A finished run, or a recording that was opened: everything the page shows is read from here. */
export interface Recorded {
  readonly recording: Recording;
  /** The scene of `recording.sceneText` as the simulation used it: shapes, masses, laws. */
  readonly scene: Scene;
  /** Time the run took on the clock [s]; none for opened recordings. */
  readonly seconds?: number;
  /** Of runs made here: time on the clock that the parts of a step took between each frame and the one before [ms]. */
  readonly work?: Readonly<Record<string, Float64Array>>;
}

/** Where a scene came from. */
export type Origin =
  | { readonly kind: 'example'; readonly name: string }
  /** Dropped, linked or written; `name` is what files are named after. */
  | { readonly kind: 'own'; readonly name: string }
  /** A recording made elsewhere: shown as it is, not run again until its text is edited. */
  | { readonly kind: 'recording'; readonly name: string };

export type RunStatus =
  | { readonly kind: 'idle' }
  /** Simulated time reached, of the end [s]. */
  | { readonly kind: 'running'; readonly time: number; readonly end: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  /** `recorded` still is the last run that went well. */
  | { readonly kind: 'failed'; readonly failure: Failure };

export type Selection =
  | { readonly kind: 'body'; readonly body: number }
  /** A row of `recording.contacts`. */
  | { readonly kind: 'contact'; readonly row: number }
  /** A place in `recording.events`. */
  | { readonly kind: 'event'; readonly event: number }
  /** A place in `scene.sensors`. */
  | { readonly kind: 'sensor'; readonly sensor: number };

/** What can be drawn over the bodies; `view/overlays.ts` has their names and keys. */
export type OverlayName =
  | 'witnesses'
  | 'normals'
  | 'impulses'
  | 'velocities'
  | 'boxes'
  | 'spheres'
  | 'oriented-boxes'
  | 'dops'
  | 'hulls'
  | 'pairs'
  | 'manifolds'
  | 'regions'
  | 'swept'
  | 'sensors'
  | 'trails'
  | 'names';

/** What a camera needs to be put back where it was. World axes, [m]. */
export interface CameraState {
  readonly projection: 'orthographic' | 'perspective';
  readonly eye: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  /** Height of the visible part of the world at the target [m]. */
  readonly height: number;
}

export interface SessionState {
  readonly origin: Origin | undefined;
  /** The scene as it stands in the editor; the last run may be of an older text. */
  readonly sceneText: string;
  readonly run: RunStatus;
  readonly recorded: Recorded | undefined;
  /** Where the time cursor stands [s]. Bodies are shown as recorded in the last frame that is not later. */
  readonly time: number;
  readonly playing: boolean;
  /** Simulated seconds a second. */
  readonly speed: number;
  readonly loop: boolean;
  readonly selection: Selection | undefined;
  readonly overlays: ReadonlySet<OverlayName>;
  /** As the view last had it; undefined: the view chooses. */
  readonly camera: CameraState | undefined;
  /** Body that the camera travels with. */
  readonly followed: number | undefined;
}

export type Session = Store<SessionState>;

export function createSession(): Session {
  return createStore<SessionState>({
    origin: undefined,
    sceneText: '',
    run: { kind: 'idle' },
    recorded: undefined,
    time: 0,
    playing: false,
    speed: 1,
    loop: true,
    selection: undefined,
    overlays: new Set<OverlayName>(['impulses', 'sensors', 'trails', 'witnesses']),
    camera: undefined,
    followed: undefined,
  });
}
