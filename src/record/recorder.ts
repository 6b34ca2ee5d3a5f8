import type { Scene } from '../scene/scene.ts';
import type { RunSummary, SimEvent } from '../sim/observer.ts';
import {
  CONTACT_COLUMNS,
  COUPLER_COLUMNS,
  type ContactTable,
  type CouplerTable,
  DISTANCE_COLUMNS,
  type DistanceTable,
  FRAME_COLUMNS,
  type FrameTable,
  JOINT_COLUMNS,
  type JointTable,
  LEDGER_COLUMNS,
  type LedgerTable,
  NODE_COLUMNS,
  type NodeTable,
  PAIR_COLUMNS,
  type PairTable,
  TABLE_COLUMNS,
  type TableName,
  TRACKING_COLUMNS,
  type TrackingTable,
  VEHICLE_COLUMNS,
  type VehicleTable,
} from './columns.ts';
import { copyEvent, createRowObserver, type FullObserver } from './row-observer.ts';
import { appendRow, createGrowingTable, finishTable, type GrowingTable, type Table } from './table.ts';

/** All data of a run as plain columns: the source of files, reports, pictures and the studio. */
export interface Recording {
  readonly title: string;
  /** The scene as given, character for character. */
  readonly sceneText: string;
  /** Names, in the order of the scene; the tables refer to them by index. */
  readonly bodies: readonly string[];
  /** Row `frame * bodies.length + body`. */
  readonly frames: FrameTable;
  /** One row per contact point and time; impulses as received by B. */
  readonly contacts: ContactTable;
  /** One row per frame. */
  readonly ledger: LedgerTable;
  /** Deformable worlds: their nodes in every frame. */
  readonly nodes?: NodeTable;
  /** Smooth worlds: their tracked pairs in every frame. */
  readonly tracking?: TrackingTable;
  /** Smooth worlds: names of the features that `tracking` refers to by index. */
  readonly features?: readonly string[];
  /** Vehicle worlds: row `frame * bodies.length + body`, as in `frames`. */
  readonly vehicles?: VehicleTable;
  /** Vehicle worlds with overlapping ellipsoids: rule, regions and points of each such pair. */
  readonly pairs?: PairTable;
  /** Scenes with `record.distances`: these pairs in every frame. */
  readonly distances?: DistanceTable;
  /** Scenes with couplers: force and energy of each in every frame. */
  readonly couplers?: CouplerTable;
  /** Worlds with joints: one row per joint and frame. */
  readonly joints?: JointTable;
  /** In the order of time. */
  readonly events: readonly SimEvent[];
  readonly summary: RunSummary;
}

/** The tables of a recording by name, in the order of the files. */
export function tablesOf(recording: Recording): [TableName, Table][] {
  const names = Object.keys(TABLE_COLUMNS) as TableName[];
  return names.flatMap((name) => {
    const table: Table | undefined = recording[name];
    return table === undefined ? [] : [[name, table]];
  });
}

/** The part of a scene that a recording repeats. */
export interface NamedScene extends Pick<Scene, 'title'> {
  readonly bodies: readonly { readonly name: string }[];
}

/** Observer of a run that returns its recording at the end: pass the summary of the run to `finish`. */
export interface Recorder extends FullObserver {
  /** The recording of the run; call it once, with the summary of the run. */
  finish(summary: RunSummary): Recording;
}

/**
 * A recorder to be passed to `runScene` or `simulate` as the observer. `sceneText` is the file the scene was read from,
 * stored unchanged. Holds the complete run in memory.
 *
 * @example
 * ```ts
 * import { createRecorder, readScene, runScene } from 'appulse';
 *
 * const text = `{
 *   "title": "A disc", "description": "It flies.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 }],
 *   "time": { "end": 1 }
 * }`;
 * const scene = readScene(text, 'disc.scene.json');
 * const recorder = createRecorder(scene, text);
 * const recording = recorder.finish(runScene(scene, recorder));
 * console.log(recording.bodies, recording.frames.columns.x.at(-1)); // [ 'disc' ] 2
 * ```
 */
export function createRecorder(scene: NamedScene, sceneText: string): Recorder {
  const tables = createGrowingTables();
  const features = new Map<string, number>();
  const events: SimEvent[] = [];
  const observer = createRowObserver(
    {
      row: (name, cells) => appendRow(tables[name], cells),
      event: (event) => events.push(copyEvent(event)),
    },
    features,
  );
  return {
    ...observer,
    finish(summary: RunSummary): Recording {
      const { nodes, tracking, vehicles, pairs, distances, joints, couplers } = tables;
      return {
        title: scene.title,
        sceneText,
        bodies: scene.bodies.map((body) => body.name),
        frames: finishTable(tables.frames),
        contacts: finishTable(tables.contacts),
        ledger: finishTable(tables.ledger),
        ...(nodes.rowCount > 0 && { nodes: finishTable(nodes) }),
        ...(tracking.rowCount > 0 && { tracking: finishTable(tracking), features: [...features.keys()] }),
        ...(vehicles.rowCount > 0 && { vehicles: finishTable(vehicles) }),
        ...(pairs.rowCount > 0 && { pairs: finishTable(pairs) }),
        ...(distances.rowCount > 0 && { distances: finishTable(distances) }),
        ...(joints.rowCount > 0 && { joints: finishTable(joints) }),
        ...(couplers.rowCount > 0 && { couplers: finishTable(couplers) }),
        events: [...events],
        summary,
      };
    },
  };
}

/** A table that grows row by row for each table of a recording. */
export type GrowingTables = {
  readonly [Name in TableName]: GrowingTable<keyof (typeof TABLE_COLUMNS)[Name] & string>;
};

export function createGrowingTables(): GrowingTables {
  return {
    frames: createGrowingTable(FRAME_COLUMNS),
    contacts: createGrowingTable(CONTACT_COLUMNS),
    ledger: createGrowingTable(LEDGER_COLUMNS),
    nodes: createGrowingTable(NODE_COLUMNS),
    tracking: createGrowingTable(TRACKING_COLUMNS),
    vehicles: createGrowingTable(VEHICLE_COLUMNS),
    pairs: createGrowingTable(PAIR_COLUMNS),
    distances: createGrowingTable(DISTANCE_COLUMNS),
    joints: createGrowingTable(JOINT_COLUMNS),
    couplers: createGrowingTable(COUPLER_COLUMNS),
  };
}
