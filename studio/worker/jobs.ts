import type { ReportItem } from '../../reproduce/index.ts';
import type { Recording, Scene } from '../../src/index.ts';
import type { BlockRun } from '../block/run-block.ts';
import type { NamedShape } from '../playground/bodies-of-text.ts';
import type { Recorded } from '../session/session.ts';
import type { SensitivityTable, SweepFiles, SweepResults } from '../sweep/sweep-results.ts';
import type { Places } from '../view/placed.ts';
import type { GpuUse } from './gpu-use.ts';

/** A file that a job reads or writes. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Jobs of the worker. A new job needs a line here and a handler in `handlers.ts`. */
export interface Jobs {
  /** Reads and runs a scene. `source` names the text in messages; `gpu` is for contacts of deforming meshes, default `auto`. Progress is simulated time. */
  run: {
    readonly input: { readonly text: string; readonly source: string; readonly gpu?: GpuUse };
    readonly output: Recorded;
  };
  /** The files of a recording's folder. */
  open: { readonly input: { readonly files: readonly NamedFile[] }; readonly output: Recorded };
  /** A recording as CSV, or as the folder that `appulse run` would have written. */
  encode: {
    readonly input: { readonly recording: Recording; readonly form: 'csv' | 'folder' };
    readonly output: readonly NamedFile[];
  };
  /** The scene of dropped files. */
  adopt: {
    readonly input: { readonly files: readonly NamedFile[] };
    readonly output: { readonly name: string; readonly text: string };
  };
  /** The text of a scene with meshes from files added as bodies, next to `box` (of all that moves [m]) and on its side along `gravity`. */
  'add-bodies': {
    readonly input: {
      readonly text: string;
      readonly files: readonly NamedFile[];
      readonly box?: {
        readonly min: [number, number, number];
        readonly max: [number, number, number];
      };
      /** [m/s²] */
      readonly gravity?: [number, number, number];
    };
    readonly output: { readonly text: string; readonly names: readonly string[] };
  };
  /** The shapes in a text: those of the bodies of a scene, or the one of a file with a single shape. */
  shapes: {
    readonly input: { readonly text: string; readonly source: string };
    readonly output: readonly NamedShape[];
  };
  /** Signed distances of pairs of the scene's bodies in each of the recorded frames. */
  gaps: {
    readonly input: {
      readonly scene: Scene;
      readonly places: Places;
      readonly frameCount: number;
      readonly pairs: readonly (readonly [number, number])[];
    };
    readonly output: readonly Float64Array[];
  };
  /** The files of a folder of sweep results. Progress is files. */
  'open-sweep': { readonly input: { readonly files: readonly NamedFile[] }; readonly output: SweepResults };
  /** The scene of a run of a sweep. */
  'sweep-case': {
    readonly input: { readonly source: SweepFiles; readonly run: number };
    readonly output: { readonly text: string };
  };
  /** Effect of every axis on every numeric output. Progress is outputs. */
  sensitivity: {
    readonly input: Pick<SweepResults, 'columns' | 'shape'>;
    readonly output: SensitivityTable;
  };
  /** A collision block over lines of states. */
  block: { readonly input: { readonly document: string; readonly states: string }; readonly output: BlockRun };
  /** One item of the reproduction report. */
  reproduce: { readonly input: { readonly id: string }; readonly output: ReportItem };
}

export type JobName = keyof Jobs;

/** Why a job failed, as plain data. */
export interface Failure {
  /** `scene`: invalid text; `run`: the simulation could not start; `file`: invalid file; `unexpected`: internal error. */
  readonly kind: 'scene' | 'run' | 'file' | 'unexpected';
  readonly message: string;
  /** For the kind `scene`: line and column from 1, and a path such as `bodies[2].mass`. */
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;
}

/** Progress of a job, in its own units: simulated seconds of a run. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Of a run, now and then: the frames so far. */
  readonly preview?: Recorded;
}

export type Request =
  | { readonly kind: 'start'; readonly id: number; readonly job: JobName; readonly input: Jobs[JobName]['input'] }
  | { readonly kind: 'cancel'; readonly id: number };

export type Reply =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'done'; readonly id: number; readonly output: Jobs[JobName]['output'] }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }
  /** `output`: what there was of it. */
  | { readonly kind: 'cancelled'; readonly id: number; readonly output?: unknown };
