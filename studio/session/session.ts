import type { Recording, Scene } from '../../src/index.ts';
import type { Failure } from '../worker/jobs.ts';
import { type History, NO_HISTORY } from './history.ts';
import { createStore, type Store } from './store.ts';

/** A finished run, or a recording that was opened: everything the page shows is read from here. */
export interface Recorded {
  readonly recording: Recording;
  /** The scene of `recording.sceneText` as the simulation used it: shapes, masses, laws. */
  readonly scene: Scene;
  /** Wall-clock time of the run [s]; undefined for opened recordings. */
  readonly seconds?: number;
  /** For runs of this page that check whole meshes: `GPU (name)`, or `CPU: reason`. */
  readonly contactsBy?: string;
  /** For runs of this page: wall-clock time of each part of a step between two frames [ms]. */
  readonly work?: Readonly<Record<string, Float64Array>>;
  /** The frames of a run that is not finished, or was cancelled. */
  readonly isPartial?: boolean;
}

/** Origin of a scene. */
export type Origin =
  | { readonly kind: 'example'; readonly name: string }
  /** Dropped, linked or written; `name` is the base name of exported files. */
  | { readonly kind: 'own'; readonly name: string }
  /** An opened recording: shown without a run until its text is edited. */
  | { readonly kind: 'recording'; readonly name: string };

export type RunStatus =
  | { readonly kind: 'idle' }
  /** Simulated time reached, of the end [s]. */
  | { readonly kind: 'running'; readonly time: number; readonly end: number }
  | { readonly kind: 'done' }
  /** `recorded` has the frames up to the time reached, of the end [s]; none if there were none. */
  | { readonly kind: 'cancelled'; readonly time: number; readonly end: number }
  /** `recorded` is still the last successful run. */
  | { readonly kind: 'failed'; readonly failure: Failure };

export type Selection =
  | { readonly kind: 'body'; readonly body: number }
  /** A row of `recording.contacts`. */
  | { readonly kind: 'contact'; readonly row: number }
  /** An index into `recording.events`. */
  | { readonly kind: 'event'; readonly event: number }
  /** An index into `scene.sensors`. */
  | { readonly kind: 'sensor'; readonly sensor: number };

/** Overlays; `view/overlays.ts` has their names and keys. */
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

/** State of the camera. World axes, [m]. */
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
  /** The text in the editor; the last run may be of an older text. */
  readonly sceneText: string;
  /** The text of the scene as `origin` has it. */
  readonly original: string;
  /** Changes since the scene was opened. */
  readonly history: History;
  readonly run: RunStatus;
  readonly recorded: Recorded | undefined;
  /** The frames so far, while a scene is run for the first time. */
  readonly preview: Recorded | undefined;
  /** Time cursor [s]. Bodies are shown as recorded in the last frame that is not later. */
  readonly time: number;
  readonly playing: boolean;
  /** Playback speed [simulated seconds per second]. */
  readonly speed: number;
  readonly loop: boolean;
  readonly selection: Selection | undefined;
  readonly overlays: ReadonlySet<OverlayName>;
  /** Last camera of the view; undefined: chosen by the view. */
  readonly camera: CameraState | undefined;
  /** Body that the camera follows. */
  readonly followed: number | undefined;
}

export type Session = Store<SessionState>;

/** Overlays of a scene that is opened without a choice of them. */
export const USUAL_OVERLAYS: ReadonlySet<OverlayName> = new Set(['impulses', 'sensors', 'trails', 'witnesses']);

export function createSession(): Session {
  return createStore<SessionState>({
    origin: undefined,
    sceneText: '',
    original: '',
    history: NO_HISTORY,
    run: { kind: 'idle' },
    recorded: undefined,
    preview: undefined,
    time: 0,
    playing: false,
    speed: 1,
    loop: true,
    selection: undefined,
    overlays: USUAL_OVERLAYS,
    camera: undefined,
    followed: undefined,
  });
}
