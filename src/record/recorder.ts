import { quaternionFromRotation } from '../math/quaternion.ts';
import type { Scene, SceneBody } from '../scene/scene.ts';
import type { BodyState, ContactRow, LedgerRow, RunObserver, RunSummary, SimEvent } from '../sim/observer.ts';
import {
  CONTACT_COLUMNS,
  CONTACT_MODES,
  type ContactTable,
  FRAME_COLUMNS,
  type FrameTable,
  LEDGER_COLUMNS,
  type LedgerTable,
  ledgerCells,
} from './columns.ts';
import { appendRow, createGrowingTable, finishTable, type GrowingTable } from './table.ts';

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
  readonly events: readonly SimEvent[];
  readonly summary: RunSummary;
}

/** As much of a scene as a recording repeats. */
export interface NamedScene extends Pick<Scene, 'title'> {
  readonly bodies: readonly Pick<SceneBody, 'name'>[];
}

/** Listens to a run and hands out its recording at the end. */
export interface Recorder extends RunObserver {
  finish(summary: RunSummary): Recording;
}

/** `sceneText` is the file the scene was read from, kept as it is. */
export function createRecorder(scene: NamedScene, sceneText: string): Recorder {
  const frames = createGrowingTable(FRAME_COLUMNS);
  const contacts = createGrowingTable(CONTACT_COLUMNS);
  const ledger = createGrowingTable(LEDGER_COLUMNS);
  const events: SimEvent[] = [];
  return {
    frame(time: number, bodies: readonly BodyState[], books: LedgerRow): void {
      for (const [index, state] of bodies.entries()) appendBody(frames, time, index, state);
      appendRow(ledger, ledgerCells(books));
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

function appendContact(table: GrowingTable<keyof typeof CONTACT_COLUMNS>, row: ContactRow): void {
  const { time, bodyA, bodyB, point, normal, impulse, distance, closingSpeed, work, mode } = row;
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
  });
}

/** An event holds strings, numbers and flat lists; what an observer is given is only valid during the call. */
function copyEvent(event: SimEvent): SimEvent {
  const entries = Object.entries(event).map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]);
  return Object.fromEntries(entries) as SimEvent;
}
