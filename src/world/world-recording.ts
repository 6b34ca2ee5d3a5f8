import { hashNumbers } from '../math/hash.ts';
import { createPose } from '../math/pose.ts';
import { quaternionFromRotation } from '../math/quaternion.ts';
import { createVec3 } from '../math/vec3.ts';
import { plainJson } from '../record/exact-json.ts';
import { createRecorder, type Recording } from '../record/recorder.ts';
import { checkAboveZero } from '../shapes/checks.ts';
import { jointRows } from '../sim/joint-rows.ts';
import { balance } from '../sim/ledger-totals.ts';
import type { BodyState, ContactRow, JointRow, LedgerRow, SimEvent } from '../sim/observer.ts';
import { recordBrokenJoints, type SolidRun } from '../sim/solids/solid-frames.ts';
import { solidLedger } from '../sim/solids/solid-ledger.ts';
import { recordStepContacts } from '../sim/solids/step-contacts.ts';
import { SimulationError } from '../sim/world.ts';
import type { BodyId } from './body-options.ts';
import { listOf, shapeDocument } from './shape-document.ts';
import { type BodyEntry, checkBetweenSteps, entryAt, type WorldObserver, type WorldStore } from './world-store.ts';

/** Options of `World.record`. */
export interface RecordOptions {
  /** Time between frames [s]; default: every step. */
  readonly interval?: number;
  /** Title of the recording; default `World`. */
  readonly title?: string;
  /** One paragraph about it. */
  readonly description?: string;
}

/** A recording in progress. */
export interface WorldRecording {
  /**
   * Ends it and returns it: for `encodeRecording`, the studio, pictures and tables. All bodies that existed in its time are in it; at times
   * at which one does not exist, it is at its first or last position, at rest.
   */
  finish(): Recording;
}

/** A frame, with the bodies that exist then. */
interface Frame {
  readonly time: number;
  readonly bodies: ReadonlyMap<BodyId, BodyState>;
  readonly ledger: LedgerRow;
  readonly joints: readonly JointRow[];
  /** Contacts and events since the frame before. */
  readonly contacts: readonly ContactRow[];
  readonly events: readonly SimEvent[];
}

/** Ledger of the world between two steps. */
export function ledgerOf({ steps }: WorldStore): LedgerRow {
  return solidLedger(steps.bodies, steps.totals, steps.scene.forces.gravity, steps.time);
}

function bodyStates({ steps, entries }: WorldStore): Map<BodyId, BodyState> {
  const { positions: x, orientations: q, velocities: v, angularVelocities: w } = steps.bodies;
  const states = new Map<BodyId, BodyState>();
  for (const [i, entry] of entries.entries()) {
    if (!entry) continue;
    const [k, l] = [3 * i, 4 * i];
    states.set(entry.id, {
      name: entry.body.name,
      ...createPose([x[k], x[k + 1], x[k + 2]], [q[l], q[l + 1], q[l + 2], q[l + 3]]),
      angle: 0,
      velocity: createVec3(v[k], v[k + 1], v[k + 2]),
      angularVelocity: createVec3(w[k], w[k + 1], w[k + 2]),
    });
  }
  return states;
}

/** Starts a recording; see `World.record`. */
export function recordWorld(store: WorldStore, options: RecordOptions = {}): WorldRecording {
  checkBetweenSteps(store, 'record');
  const { steps } = store;
  const { interval = steps.scene.time.step } = options;
  checkAboveZero('record: interval', interval);
  const frames: Frame[] = [];
  const seen = new Map<BodyId, BodyEntry>();
  let [contacts, events]: [ContactRow[], SimEvent[]] = [[], []];
  const rowOf = (row: ContactRow): ContactRow => ({
    ...row,
    bodyA: entryAt(store, row.bodyA).id,
    bodyB: entryAt(store, row.bodyB).id,
  });
  const run: SolidRun = {
    // bodies may be added: the list of the steps is the present one
    get scene() {
      return steps.scene;
    },
    observer: {
      frame: () => undefined,
      contact: (row) => contacts.push(rowOf(row)),
      event: (event) => events.push(event),
    },
    ledgerStart: ledgerOf(store),
    nextFrame: 0,
    lastFrame: -1,
    steps: 0,
    collisions: 0,
    dockings: 0,
    maxPenetration: 0,
  };
  const startTime = steps.time;
  const addFrame = () => {
    for (const entry of store.entries) if (entry) seen.set(entry.id, seen.get(entry.id) ?? entry);
    const joints = jointRows(steps.joints.list);
    frames.push({ time: steps.time, bodies: bodyStates(store), ledger: ledgerOf(store), joints, contacts, events });
    [contacts, events] = [[], []];
    run.lastFrame = steps.time;
    while (startTime + run.nextFrame * interval < steps.time + 0.5 * steps.scene.time.step) run.nextFrame++;
  };
  const observer: WorldObserver = {
    afterStep() {
      run.steps++;
      const due = steps.time >= startTime + run.nextFrame * interval - 0.5 * steps.scene.time.step;
      recordStepContacts(run, steps, due);
      if (steps.joints.broken.length > 0) recordBrokenJoints(run, steps);
      if (due) addFrame();
    },
    onEvent: () => undefined,
  };
  addFrame();
  store.observers.add(observer);
  return {
    finish(): Recording {
      if (!store.observers.delete(observer)) throw new SimulationError('record: the recording is already finished');
      if (run.lastFrame < steps.time) addFrame();
      return assemble(store, run, { frames, seen, interval, options });
    },
  };
}

interface Recorded {
  readonly frames: readonly Frame[];
  readonly seen: ReadonlyMap<BodyId, BodyEntry>;
  readonly interval: number;
  readonly options: RecordOptions;
}

function assemble(store: WorldStore, run: SolidRun, { frames, seen, interval, options }: Recorded): Recording {
  const ids = [...seen.keys()];
  const names = uniqueNames([...seen.values()]);
  const places = new Map(ids.map((id, k) => [id, k]));
  const scene = {
    world: 'solids',
    title: options.title ?? 'World',
    description: options.description ?? 'Recorded from a world in code.',
    bodies: [...seen.values()].map((entry, k) => bodyDocument(entry, names[k])),
    forces: { gravity: listOf(store.steps.scene.forces.gravity) },
    time: { end: Math.max(store.steps.time, interval), method: 'steps', step: store.steps.scene.time.step },
    record: { interval },
  };
  const recorder = createRecorder({ title: scene.title, bodies: names.map((name) => ({ name })) }, plainJson(scene));
  const last = new Map<BodyId, BodyState>();
  for (const { bodies } of [...frames].reverse()) for (const [id, state] of bodies) last.set(id, state);
  for (const { time, bodies, ledger, joints, contacts, events } of frames) {
    for (const row of contacts) {
      recorder.contact({ ...row, bodyA: places.get(row.bodyA) ?? -1, bodyB: places.get(row.bodyB) ?? -1 });
    }
    for (const event of events) recorder.event(event);
    const states = ids.map((id, k) => {
      const state = bodies.get(id);
      if (state) last.set(id, { ...state, velocity: createVec3(), angularVelocity: createVec3() });
      return { ...(state ?? (last.get(id) as BodyState)), name: names[k] };
    });
    recorder.frame(time, states, ledger);
    recorder.joints(time, joints);
  }
  return recorder.finish(summaryOf(store, run));
}

/** A name used again after its first body was removed gets a number. */
function uniqueNames(entries: readonly BodyEntry[]): string[] {
  const taken = new Set<string>();
  return entries.map(({ body: { name } }) => {
    let unique = name;
    for (let k = 2; taken.has(unique); k++) unique = `${name} (${k})`;
    taken.add(unique);
    return unique;
  });
}

function bodyDocument({ body, options }: BodyEntry, name: string): object {
  const shape = shapeDocument(body.shape);
  if (!shape) {
    throw new SimulationError(
      `record: the shape of ${JSON.stringify(name)} (${body.shape.kind}) cannot be written to a scene`,
    );
  }
  const { w, x, y, z } = quaternionFromRotation(body.pose.rotation);
  const { inertia } = options;
  return {
    name,
    shape,
    motion: body.motion,
    position: listOf(body.pose.position),
    rotation: { quaternion: [w, x, y, z] },
    ...(body.motion === 'free' && {
      mass: body.mass,
      ...(inertia && { inertia: listOf(body.moments) }),
    }),
    ...(body.trigger && { trigger: true }),
    ...(body.color !== undefined && { color: body.color }),
  };
}

function summaryOf(store: WorldStore, run: SolidRun) {
  const { bodies, time } = store.steps;
  const ledgerEnd = ledgerOf(store);
  const states = [bodies.positions, bodies.orientations, bodies.velocities, bodies.angularVelocities];
  return {
    status: 'end' as const,
    time,
    steps: run.steps,
    collisions: run.collisions,
    dockings: 0,
    maxPenetration: run.maxPenetration,
    balance: balance(run.ledgerStart, ledgerEnd),
    ledgerStart: run.ledgerStart,
    ledgerEnd,
    stateHash: hashNumbers([time, ...states.flatMap((list) => [...list])]),
  };
}
