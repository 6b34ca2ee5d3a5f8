import { hashNumbers } from '../math/hash.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import { createApproachFinder } from '../sim/closest-approaches.ts';
import { balance } from '../sim/ledger-totals.ts';
import type {
  BodyState,
  ContactRow,
  DistanceRow,
  JointRow,
  LedgerRow,
  NodeStates,
  RunSummary,
  SimEvent,
  TrackingRow,
  VehicleRow,
} from '../sim/observer.ts';
import type { TableName } from './columns.ts';
import type { NamedScene } from './recorder.ts';
import { copyEvent, type FullObserver } from './row-observer.ts';

/** Number of events stored from the start and from the end of a run. */
const STORED_EVENTS = { first: 6, last: 5 } as const;

/** Position and motion of a vehicle in the last frame. */
export type VehicleEnding = Pick<VehicleRow, 'heading' | 'yawRate' | 'speed'> & {
  readonly x: number;
  readonly y: number;
};

/** The part of a run that a screen of text shows, in constant memory for any length of the run. */
export interface RunDigest {
  readonly title: string;
  /** Names, in the order of the scene. */
  readonly bodies: readonly string[];
  /** Rows of each table, and events, so far. */
  readonly counts: Readonly<Record<TableName | 'events', number>>;
  /** `STORED_EVENTS` at most; an event is in one of the two. */
  readonly firstEvents: readonly SimEvent[];
  readonly lastEvents: readonly SimEvent[];
  /** Number of transitions between features of tracked pairs. */
  readonly transitions: number;
  /** Smallest distance of a tracked pair in any frame [m]; Infinity if none is tracked. */
  readonly minDistance: number;
  /** Vehicles in the last frame, in the order of the scene. */
  readonly vehicles: readonly VehicleEnding[];
}

export interface DigestObserver extends FullObserver {
  readonly digest: RunDigest;
  /** Summary of the frames, contacts and events so far, for a run that returned none; undefined before the first frame. */
  summarizeSoFar(ending: RunEnding): RunSummary | undefined;
  /** Removes the last frame if it has fewer rows than the first: the run was interrupted within it. Returns whether it did. */
  dropIncompleteFrame(): boolean;
}

/** Reason why a run returned no summary, and its number of steps. */
export type RunEnding = Pick<RunSummary, 'status' | 'failure' | 'steps'>;

/** Numbers per body in the hash of a frame. */
const BODY_NUMBERS = 14;

export function createDigestObserver(scene: NamedScene): DigestObserver {
  const counts = {
    frames: 0,
    contacts: 0,
    ledger: 0,
    nodes: 0,
    tracking: 0,
    vehicles: 0,
    pairs: 0,
    distances: 0,
    joints: 0,
    couplers: 0,
    events: 0,
  };
  const firstEvents: SimEvent[] = [];
  const lastEvents: SimEvent[] = [];
  const digest = {
    title: scene.title,
    bodies: scene.bodies.map(({ name }) => name),
    counts,
    firstEvents,
    lastEvents,
    transitions: 0,
    minDistance: Number.POSITIVE_INFINITY,
    vehicles: [] as VehicleEnding[],
  };
  const approaches = createApproachFinder(digest.bodies);
  const seen = { collisions: 0, dockings: 0, maxPenetration: 0 };
  let lastFrame = new Float64Array(BODY_NUMBERS * scene.bodies.length);
  let frameBefore = new Float64Array(BODY_NUMBERS * scene.bodies.length);
  let ledgerStart: LedgerRow | undefined;
  let ledgerEnd: LedgerRow | undefined;
  let ledgerBefore: LedgerRow | undefined;
  let countsBefore = { ...counts };
  /** Rows of the first frame in addition to those of its bodies. */
  let extraRows = 0;
  const extra = (of = counts) => of.nodes + of.tracking + of.vehicles + of.distances + of.joints + of.couplers;
  return {
    digest,
    frame(_: number, bodies: readonly BodyState[], ledger: LedgerRow): void {
      if (counts.ledger === 1) extraRows = extra();
      countsBefore = { ...counts };
      ledgerBefore = ledgerEnd;
      [lastFrame, frameBefore] = [frameBefore, lastFrame];
      counts.frames += bodies.length;
      counts.ledger++;
      for (const [i, state] of bodies.entries()) writeState(lastFrame, BODY_NUMBERS * i, state);
      ledgerEnd = copyLedger(ledger);
      ledgerStart ??= ledgerEnd;
    },
    nodes(_: number, bodies: readonly NodeStates[]): void {
      for (const { positions } of bodies) counts.nodes += positions.length / 3;
    },
    tracking({ distance }: TrackingRow): void {
      counts.tracking++;
      digest.minDistance = Math.min(digest.minDistance, distance);
    },
    distances(row: DistanceRow): void {
      counts.distances++;
      approaches.distance(row);
    },
    couplers(): void {
      counts.couplers++;
    },
    joints(_: number, rows: readonly JointRow[]): void {
      counts.joints += rows.length;
    },
    vehicles(_: number, rows: readonly VehicleRow[]): void {
      counts.vehicles += rows.length;
      digest.vehicles = rows.map(({ position, heading, yawRate, speed }) => {
        return { x: position.x, y: position.y, heading, yawRate, speed };
      });
    },
    pairs(): void {
      counts.pairs++;
    },
    contact(row: ContactRow): void {
      counts.contacts++;
      seen.maxPenetration = Math.max(seen.maxPenetration, -row.distance);
      approaches.contact(row);
    },
    event(event: SimEvent): void {
      counts.events++;
      if (event.type === 'collision') seen.collisions++;
      if (event.type === 'docking') seen.dockings++;
      if (event.type === 'transition') digest.transitions++;
      const copy = copyEvent(event);
      if (firstEvents.length < STORED_EVENTS.first) firstEvents.push(copy);
      else if (lastEvents.push(copy) > STORED_EVENTS.last) lastEvents.shift();
    },
    dropIncompleteFrame(): boolean {
      const isIncomplete = counts.ledger > 1 && extra() - extra(countsBefore) < extraRows;
      if (!isIncomplete) return false;
      Object.assign(counts, { ...countsBefore, contacts: counts.contacts, events: counts.events });
      ledgerEnd = ledgerBefore;
      [lastFrame, frameBefore] = [frameBefore, lastFrame];
      return true;
    },
    summarizeSoFar(ending: RunEnding): RunSummary | undefined {
      if (ledgerStart === undefined || ledgerEnd === undefined) return undefined;
      const distances = approaches.results();
      return {
        ...ending,
        time: ledgerEnd.time,
        ...seen,
        ...(distances && { distances }),
        balance: balance(ledgerStart, ledgerEnd),
        ledgerStart,
        ledgerEnd,
        stateHash: hashNumbers([ledgerEnd.time, ...lastFrame]),
      };
    },
  };
}

function writeState(out: Float64Array, at: number, state: BodyState): void {
  const { position: p, velocity: v, angularVelocity: w } = state;
  const q = quaternionFromRotation(state.rotation);
  out.set([p.x, p.y, p.z, state.angle, q.w, q.x, q.y, q.z, v.x, v.y, v.z, w.x, w.y, w.z], at);
}

function copyLedger(row: LedgerRow): LedgerRow {
  const cells = Object.entries(row).map(([key, value]) => [key, typeof value === 'object' ? { ...value } : value]);
  return Object.fromEntries(cells) as LedgerRow;
}
