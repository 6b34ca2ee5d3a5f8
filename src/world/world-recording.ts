import { hashNumbers } from '../math/hash.ts';
import { createPose } from '../math/pose.ts';
import { createVec3 } from '../math/vec3.ts';
import { plainJson } from '../record/exact-json.ts';
import { createRecorder, type Recorder, type Recording } from '../record/recorder.ts';
import { checkAboveZero } from '../shapes/checks.ts';
import { jointRows } from '../sim/joint-rows.ts';
import { balance } from '../sim/ledger-totals.ts';
import type { BodyState, LedgerRow } from '../sim/observer.ts';
import { recordBrokenJoints, type SolidRun } from '../sim/solids/solid-frames.ts';
import { solidLedger } from '../sim/solids/solid-ledger.ts';
import { recordStepContacts } from '../sim/solids/step-contacts.ts';
import { SimulationError } from '../sim/world.ts';
import type { BodyId } from './body-options.ts';
import { listOf, shapeDocument } from './shape-document.ts';
import { type SceneDocument, sceneDocument } from './world-scene-text.ts';
import {
  type BodyEntry,
  checkBetweenSteps,
  entryAt,
  indexOf,
  type WorldObserver,
  type WorldStore,
} from './world-store.ts';

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

/** A frame: the bodies that exist then, with 13 numbers each: position, quaternion wxyz, velocity, angular velocity. */
interface Frame {
  readonly time: number;
  readonly bodies: readonly BodyId[];
  readonly states: Float64Array;
  readonly ledger: LedgerRow;
}

const STATE = 13;

/** Ledger of the world between two steps. */
export function ledgerOf({ steps }: WorldStore): LedgerRow {
  return solidLedger(steps.bodies, steps.totals, steps.scene.forces.gravity, steps.time);
}

function frameOf(store: WorldStore): Frame {
  const { positions, orientations, velocities, angularVelocities } = store.steps.bodies;
  const indices = [...store.entries.keys()].filter((i) => store.entries[i]);
  const states = new Float64Array(STATE * indices.length);
  for (const [k, i] of indices.entries()) {
    states.set(positions.subarray(3 * i, 3 * i + 3), STATE * k);
    states.set(orientations.subarray(4 * i, 4 * i + 4), STATE * k + 3);
    states.set(velocities.subarray(3 * i, 3 * i + 3), STATE * k + 7);
    states.set(angularVelocities.subarray(3 * i, 3 * i + 3), STATE * k + 10);
  }
  const bodies = indices.map((i) => entryAt(store, i).id);
  return { time: store.steps.time, bodies, states, ledger: ledgerOf(store) };
}

function stateOf(name: string, [x, y, z, qw, qx, qy, qz, ...rates]: Float64Array): BodyState {
  const [vx, vy, vz, wx, wy, wz] = rates;
  return {
    name,
    ...createPose([x, y, z], [qw, qx, qy, qz]),
    angle: 0,
    velocity: createVec3(vx, vy, vz),
    angularVelocity: createVec3(wx, wy, wz),
  };
}

/** Bodies that have existed since the start of a recording, in the order in which they were first seen. */
interface SeenBody {
  readonly place: number;
  readonly entry: BodyEntry;
  /** State when it was first seen, as in `Frame`. */
  readonly start: Float64Array;
}

/** Starts a recording; see `World.record`. */
export function recordWorld(store: WorldStore, options: RecordOptions = {}): WorldRecording {
  checkBetweenSteps(store, 'record');
  const { steps } = store;
  const { interval = steps.scene.time.step } = options;
  checkAboveZero('record: interval', interval);
  const frames: Frame[] = [];
  const seen = new Map<BodyId, SeenBody>();
  // contacts, joints and events go to their tables at once, frames when all bodies are known
  const recorder = createRecorder({ title: options.title ?? 'World', bodies: [] }, '');
  const look = (frame: Frame) => {
    for (const [k, id] of frame.bodies.entries()) {
      if (seen.has(id)) continue;
      const start = frame.states.slice(STATE * k, STATE * (k + 1));
      seen.set(id, { place: seen.size, entry: entryAt(store, indexOf(store, id, 'record')), start });
    }
  };
  const placeOf = (index: number) => {
    const { id } = entryAt(store, index);
    if (!seen.has(id)) look(frameOf(store));
    return seen.get(id)?.place ?? -1;
  };
  const run: SolidRun = {
    // bodies may be added: the list of the steps is the present one
    get scene() {
      return steps.scene;
    },
    observer: {
      frame: () => undefined,
      contact: (row) => recorder.contact({ ...row, bodyA: placeOf(row.bodyA), bodyB: placeOf(row.bodyB) }),
      event: (event) => recorder.event(event),
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
    const frame = frameOf(store);
    look(frame);
    frames.push(frame);
    recorder.joints(steps.time, jointRows(steps.joints.list));
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
  const settings = settingsAtStart(store);
  addFrame();
  store.observers.add(observer);
  return {
    finish(): Recording {
      if (!store.observers.delete(observer)) throw new SimulationError('record: the recording is already finished');
      if (run.lastFrame < steps.time) addFrame();
      const names = writeFrames(recorder, frames, seen);
      const scene = sceneOf(store, { settings, seen, names, interval, options });
      return { ...recorder.finish(summaryOf(store, run)), bodies: names, sceneText: plainJson(scene) };
    },
  };
}

/** The scene at the start of a recording; only gravity and step where the format of scenes cannot express the world. */
function settingsAtStart(store: WorldStore): StartDocument {
  const { forces, time } = store.steps.scene;
  try {
    return sceneDocument(store, {});
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { forces: { gravity: listOf(forces.gravity) }, time: { method: 'steps', step: time.step }, bodies: [] };
  }
}

type StartDocument = Pick<SceneDocument, 'forces' | 'time' | 'bodies'>;

/** Writes all frames; bodies that do not exist at a time are at their first or last position, at rest. Returns their names. */
function writeFrames(recorder: Recorder, frames: readonly Frame[], seen: ReadonlyMap<BodyId, SeenBody>): string[] {
  const names = uniqueNames([...seen.values()].map(({ entry }) => entry));
  const last = [...seen.values()].map(({ start }) => start.slice().fill(0, 7));
  for (const { time, bodies, states, ledger } of frames) {
    const present = new Map(bodies.map((id, k) => [seen.get(id)?.place ?? -1, k]));
    const rows = names.map((name, place) => {
      const k = present.get(place);
      if (k === undefined) return stateOf(name, last[place]);
      const now = states.subarray(STATE * k, STATE * (k + 1));
      last[place].set(now.subarray(0, 7));
      return stateOf(name, now);
    });
    recorder.frame(time, rows, ledger);
  }
  return names;
}

interface Recorded {
  readonly settings: StartDocument;
  readonly seen: ReadonlyMap<BodyId, SeenBody>;
  readonly names: readonly string[];
  readonly interval: number;
  readonly options: RecordOptions;
}

function sceneOf({ steps }: WorldStore, { settings, seen, names, interval, options }: Recorded): object {
  const atStart = new Map(settings.bodies.map((body) => [body.name, body]));
  return {
    world: 'solids',
    ...settings,
    title: options.title ?? 'World',
    description: options.description ?? 'Recorded from a world in code.',
    bodies: [...seen.values()].map((body, k) => atStart.get(names[k]) ?? bodyDocument(body, names[k])),
    time: { ...settings.time, end: Math.max(steps.time, interval) },
    record: { interval },
  };
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

function bodyDocument({ entry: { body, options }, start }: SeenBody, name: string): object {
  const shape = shapeDocument(body.shape);
  if (!shape) {
    throw new SimulationError(
      `record: the shape of ${JSON.stringify(name)} (${body.shape.kind}) cannot be written to a scene`,
    );
  }
  const [x, y, z, qw, qx, qy, qz] = start;
  const { inertia } = options;
  return {
    name,
    shape,
    motion: body.motion,
    position: [x, y, z],
    rotation: { quaternion: [qw, qx, qy, qz] },
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
