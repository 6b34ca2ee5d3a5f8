import { quaternionFromRotation } from '../math/quaternion.ts';
import type { Scene } from '../scene/scene.ts';
import type {
  BodyState,
  ContactRow,
  LedgerRow,
  NodeStates,
  RunObserver,
  RunSummary,
  SimEvent,
  TrackingRow,
  VehicleRow,
} from '../sim/observer.ts';
import {
  CONTACT_COLUMNS,
  CONTACT_MODES,
  type ContactTable,
  FRAME_COLUMNS,
  type FrameTable,
  LEDGER_COLUMNS,
  type LedgerTable,
  ledgerCells,
  NODE_COLUMNS,
  type NodeTable,
  TABLE_COLUMNS,
  type TableName,
  TRACKER_RUNGS,
  TRACKING_COLUMNS,
  type TrackingTable,
  VEHICLE_COLUMNS,
  type VehicleTable,
} from './columns.ts';
import { appendRow, createGrowingTable, finishTable, type GrowingTable, type Table } from './table.ts';

/** Everything a run left behind, as plain columns: what files, reports, pictures and the studio are made from. */
export interface Recording {
  readonly title: string;
  /** The scene as it was given, to the character. */
  readonly sceneText: string;
  /** Names, in the order of the scene; the tables refer to them by index. */
  readonly bodies: readonly string[];
  /** Row `frame * bodies.length + body`. */
  readonly frames: FrameTable;
  readonly contacts: ContactTable;
  /** One row a frame. */
  readonly ledger: LedgerTable;
  /** Of worlds of meshes: their nodes in every frame. */
  readonly nodes?: NodeTable;
  /** Of worlds of smooth bodies: their tracked pairs in every frame, and the features that the table refers to by index. */
  readonly tracking?: TrackingTable;
  readonly features?: readonly string[];
  /** Of worlds of vehicles: row `frame * bodies.length + body`, as in `frames`. */
  readonly vehicles?: VehicleTable;
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

/** As much of a scene as a recording repeats. */
export interface NamedScene extends Pick<Scene, 'title'> {
  readonly bodies: readonly { readonly name: string }[];
}

/** Listens to a run and hands out its recording at the end. */
export interface Recorder extends Required<Omit<RunObserver, 'working'>> {
  finish(summary: RunSummary): Recording;
}

/** `sceneText` is the file the scene was read from, kept as it is. */
export function createRecorder(scene: NamedScene, sceneText: string): Recorder {
  const frames = createGrowingTable(FRAME_COLUMNS);
  const contacts = createGrowingTable(CONTACT_COLUMNS);
  const ledger = createGrowingTable(LEDGER_COLUMNS);
  const nodes = createGrowingTable(NODE_COLUMNS);
  const tracking = createGrowingTable(TRACKING_COLUMNS);
  const features = new Map<string, number>();
  const vehicles = createGrowingTable(VEHICLE_COLUMNS);
  const events: SimEvent[] = [];
  return {
    frame(time: number, bodies: readonly BodyState[], books: LedgerRow): void {
      for (const [index, state] of bodies.entries()) appendBody(frames, time, index, state);
      appendRow(ledger, ledgerCells(books));
    },
    nodes(time: number, bodies: readonly NodeStates[]): void {
      for (const [index, states] of bodies.entries()) appendNodes(nodes, time, index, states);
    },
    tracking(row: TrackingRow): void {
      appendTracking(tracking, features, row);
    },
    vehicles(time: number, rows: readonly VehicleRow[]): void {
      for (const [index, row] of rows.entries()) appendVehicle(vehicles, time, index, row);
    },
    contact(row: ContactRow): void {
      appendContact(contacts, row);
    },
    event(event: SimEvent): void {
      events.push(copyEvent(event));
    },
    finish(summary: RunSummary): Recording {
      return {
        title: scene.title,
        sceneText,
        bodies: scene.bodies.map((body) => body.name),
        frames: finishTable(frames),
        contacts: finishTable(contacts),
        ledger: finishTable(ledger),
        ...(nodes.rowCount > 0 && { nodes: finishTable(nodes) }),
        ...(tracking.rowCount > 0 && { tracking: finishTable(tracking), features: [...features.keys()] }),
        ...(vehicles.rowCount > 0 && { vehicles: finishTable(vehicles) }),
        events: [...events],
        summary,
      };
    },
  };
}

function appendBody(table: GrowingTable<keyof typeof FRAME_COLUMNS>, time: number, body: number, state: BodyState) {
  const { position, velocity, angularVelocity, angle } = state;
  const q = quaternionFromRotation(state.rotation);
  appendRow(table, {
    time,
    body,
    ...position,
    angle,
    qw: q.w,
    qx: q.x,
    qy: q.y,
    qz: q.z,
    vx: velocity.x,
    vy: velocity.y,
    vz: velocity.z,
    wx: angularVelocity.x,
    wy: angularVelocity.y,
    wz: angularVelocity.z,
  });
}

function appendNodes(table: GrowingTable<keyof typeof NODE_COLUMNS>, time: number, body: number, states: NodeStates) {
  const { positions, velocities } = states;
  for (let node = 0, i = 0; i < positions.length; node++, i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    appendRow(table, { time, body, node, x, y, z, vx: velocities[i], vy: velocities[i + 1], vz: velocities[i + 2] });
  }
}

function appendTracking(
  table: GrowingTable<keyof typeof TRACKING_COLUMNS>,
  features: Map<string, number>,
  row: TrackingRow,
): void {
  const { time, bodyA, bodyB, distance, rate, error, pointA, pointB, normal, iterations } = row;
  const indexOf = (name: string) => {
    if (!features.has(name)) features.set(name, features.size);
    return features.get(name) ?? -1;
  };
  appendRow(table, {
    time,
    bodyA,
    bodyB,
    distance,
    rate,
    featureA: indexOf(row.featureA),
    uA: row.parametersA[0] ?? 0,
    vA: row.parametersA[1] ?? 0,
    featureB: indexOf(row.featureB),
    uB: row.parametersB[0] ?? 0,
    vB: row.parametersB[1] ?? 0,
    error,
    ax: pointA.x,
    ay: pointA.y,
    az: pointA.z,
    bx: pointB.x,
    by: pointB.y,
    bz: pointB.z,
    nx: normal.x,
    ny: normal.y,
    nz: normal.z,
    iterations,
    rung: TRACKER_RUNGS.indexOf(row.rung),
  });
}

function appendVehicle(table: GrowingTable<keyof typeof VEHICLE_COLUMNS>, time: number, body: number, row: VehicleRow) {
  const { position, heading, yawRate, speed, semiAxes, volumeRatio, directors: d } = row;
  appendRow(table, {
    time,
    body,
    ...position,
    heading,
    yawRate,
    speed,
    a1: semiAxes.x,
    a2: semiAxes.y,
    a3: semiAxes.z,
    volumeRatio,
    d1x: d[0],
    d1y: d[1],
    d1z: d[2],
    d2x: d[3],
    d2y: d[4],
    d2z: d[5],
    d3x: d[6],
    d3y: d[7],
    d3z: d[8],
  });
}

function appendContact(table: GrowingTable<keyof typeof CONTACT_COLUMNS>, row: ContactRow): void {
  const { time, bodyA, bodyB, point, normal, impulse, distance, closingSpeed, work, mode, node = -1, face = -1 } = row;
  appendRow(table, {
    time,
    bodyA,
    bodyB,
    px: point.x,
    py: point.y,
    pz: point.z,
    nx: normal.x,
    ny: normal.y,
    nz: normal.z,
    distance,
    closingSpeed,
    jx: impulse.x,
    jy: impulse.y,
    jz: impulse.z,
    work,
    mode: CONTACT_MODES.indexOf(mode),
    node,
    face,
  });
}

/** An event holds strings, numbers and flat lists; what an observer is given is only valid during the call. */
function copyEvent(event: SimEvent): SimEvent {
  const entries = Object.entries(event).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]);
  return Object.fromEntries(entries) as SimEvent;
}
