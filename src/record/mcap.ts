import { type McapMessage, writeMcap } from '../formats/write-mcap.ts';
import { readScene } from '../scene/read.ts';
import { type BodySurface, bodyColor, bodySurfaces, spaceOf, surfacePositions } from './body-surfaces.ts';
import { exactJson } from './exact-json.ts';
import { FOXGLOVE_SCHEMAS } from './foxglove-schemas.ts';
import { largestImpulse } from './largest-impulse.ts';
import type { Recording } from './recorder.ts';

/** Topics of the file, with the name of the schema of their messages. */
const TOPICS = {
  '/tf': 'foxglove.FrameTransforms',
  '/bodies': 'foxglove.SceneUpdate',
  '/contacts': 'foxglove.SceneUpdate',
  '/events': 'foxglove.Log',
  '/states': 'appulse.States',
  '/ledger': 'appulse.Ledger',
} as const satisfies Record<string, keyof typeof FOXGLOVE_SCHEMAS>;
type Topic = keyof typeof TOPICS;

/** Level "info" of `foxglove.Log`, and the line type "line list". */
const INFO = 2;
const LINE_LIST = 2;
const CONTACT_COLOR = { r: 0.8, g: 0.05, b: 0.05, a: 1 };
/** Length of the longest contact arrow, relative to the space that the bodies occupy. */
const ARROW = 0.15;
const FORWARD = { x: 0, y: 0, z: 0, w: 1 };
const ORIGIN = { x: 0, y: 0, z: 0 };

/** One message, with its time [s]. */
interface Message {
  readonly topic: Topic;
  readonly time: number;
  readonly content: object;
}

/**
 * A recording as an MCAP file for Foxglove, in pieces, with the standard schemas `foxglove.SceneUpdate` (surfaces of the bodies, arrows of the impulses
 * at contacts), `foxglove.FrameTransforms` (poses of rigid bodies) and `foxglove.Log` (events), and the tables of frames and of the ledger as JSON for
 * plots. Simulated time counts from the start of 1970. Equal recordings give equal bytes.
 *
 * @example
 * ```ts
 * import { createRecorder, readScene, runScene } from 'appulse';
 * import { recordingToMcap } from 'appulse/export';
 *
 * const text = `{
 *   "title": "A disc", "description": "It flies.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 }],
 *   "time": { "end": 1 }
 * }`;
 * const scene = readScene(text, 'disc.scene.json');
 * const recorder = createRecorder(scene, text);
 * const [start] = recordingToMcap(recorder.finish(runScene(scene, recorder)));
 * console.log(new TextDecoder('latin1').decode(start.subarray(1, 5))); // MCAP
 * ```
 */
export function* recordingToMcap(recording: Recording): Generator<Uint8Array> {
  const schemas = Object.entries(FOXGLOVE_SCHEMAS).map(([name, schema]) => ({ name, schema }));
  const channels = Object.entries(TOPICS).map(([topic, schema]) => ({ topic, schema }));
  yield* writeMcap(schemas, channels, encodeMessages(recording));
}

function* encodeMessages(recording: Recording): Generator<McapMessage> {
  for (const { topic, time, content } of messagesOf(recording)) {
    yield { topic, time: nanoseconds(time), text: exactJson(content) };
  }
}

/** All messages, in the order of time. */
function* messagesOf(recording: Recording): Generator<Message> {
  const { ledger, events } = recording;
  const surfaces = bodySurfaces(readScene(recording.sceneText, recording.title), recording);
  const arrows = arrowScale(recording);
  // the points of deformable bodies and of vehicles, which are deformed, move in the axes of the world
  const isRigid = recording.nodes === undefined && recording.vehicles === undefined;
  let [event, contact] = [0, 0];
  for (let frame = 0; frame < ledger.rowCount; frame++) {
    const time = ledger.columns.time[frame];
    for (; event < events.length && events[event].time <= time; event++) yield logMessage(events[event]);
    if (isRigid) yield { topic: '/tf', time, content: { transforms: transformsAt(recording, frame) } };
    if (frame === 0 || !isRigid)
      yield { topic: '/bodies', time, content: bodiesAt(recording, surfaces, frame, isRigid) };
    const first = contact;
    while (contact < recording.contacts.rowCount && recording.contacts.columns.time[contact] <= time) contact++;
    yield { topic: '/contacts', time, content: contactsAt(recording, first, contact, time, arrows) };
    yield { topic: '/states', time, content: { bodies: statesAt(recording, frame) } };
    const row = Object.entries(ledger.columns).map(([name, values]) => [name, values[frame]]);
    yield { topic: '/ledger', time, content: Object.fromEntries(row) };
  }
  for (; event < events.length; event++) yield logMessage(events[event]);
  // a run that failed may have contacts after its last frame
  const { rowCount, columns } = recording.contacts;
  if (contact < rowCount) {
    const time = Math.max(columns.time[rowCount - 1], events.at(-1)?.time ?? 0);
    yield { topic: '/contacts', time, content: contactsAt(recording, contact, rowCount, time, arrows) };
  }
}

function logMessage(event: Recording['events'][number]): Message {
  const { type, time, ...fields } = event;
  const content = { timestamp: timestamp(time), level: INFO, message: `${type} ${exactJson(fields)}`, name: type, file: '', line: 0 }; // biome-ignore format: one line
  return { topic: '/events', time, content };
}

function nanoseconds(time: number): bigint {
  return BigInt(Math.round(time * 1e9));
}

function timestamp(time: number): { sec: number; nsec: number } {
  const total = nanoseconds(time);
  return { sec: Number(total / 1_000_000_000n), nsec: Number(total % 1_000_000_000n) };
}

/** Name of the frame of the world; a body may have the usual one. */
function worldFrame({ bodies }: Recording): string {
  let name = 'world';
  while (bodies.includes(name)) name += ' frame';
  return name;
}

function transformsAt(recording: Recording, frame: number): object[] {
  const { bodies, frames, ledger } = recording;
  const world = worldFrame(recording);
  const { x, y, z, qw, qx, qy, qz } = frames.columns;
  return bodies.map((name, body) => {
    const row = frame * bodies.length + body;
    return {
      timestamp: timestamp(ledger.columns.time[frame]),
      parent_frame_id: world,
      child_frame_id: name,
      translation: { x: x[row], y: y[row], z: z[row] },
      rotation: { x: qx[row], y: qy[row], z: qz[row], w: qw[row] },
    };
  });
}

function statesAt({ bodies, frames }: Recording, frame: number): object[] {
  return bodies.map((name, body) => {
    const row = frame * bodies.length + body;
    return { name, ...Object.fromEntries(Object.entries(frames.columns).map(([key, values]) => [key, values[row]])) };
  });
}

/** Rigid bodies in their own axes, which move with the transforms; others in those of the world. */
function bodiesAt(recording: Recording, surfaces: readonly BodySurface[], frame: number, isRigid: boolean): object {
  const time = recording.ledger.columns.time[frame];
  const world = worldFrame(recording);
  const entities = surfaces.map((surface, body) => {
    const positions = isRigid ? surface.positions : surfacePositions(recording, surfaces, body, frame);
    const color = entityColor(body);
    const common = {
      pose: { position: ORIGIN, orientation: FORWARD },
      points: pointList(positions),
      color,
      colors: [],
    };
    const { triangles, lines } = surface;
    return {
      ...entity(surface.name, isRigid ? surface.name : world, time),
      triangles: triangles.length === 0 ? [] : [{ ...common, indices: Array.from(triangles) }],
      lines:
        lines.length === 0
          ? []
          : [{ ...common, type: LINE_LIST, thickness: 2, scale_invariant: true, indices: Array.from(lines) }],
    };
  });
  return { deletions: [], entities };
}

function entity(id: string, frame: string, time: number) {
  const none = { metadata: [], arrows: [], cubes: [], spheres: [], cylinders: [], lines: [], triangles: [], texts: [], models: [] }; // biome-ignore format: one line
  const lifetime = { sec: 0, nsec: 0 };
  return { timestamp: timestamp(time), frame_id: frame, id, lifetime, frame_locked: true, ...none };
}

/** From linear colours to those of screens, approximately. */
function entityColor(body: number): { r: number; g: number; b: number; a: number } {
  const [r, g, b] = bodyColor(body).map((value) => Math.round(1000 * Math.sqrt(value)) / 1000);
  return { r, g, b, a: 1 };
}

function pointList(positions: Float64Array): object[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => ({
    x: positions[3 * i],
    y: positions[3 * i + 1],
    z: positions[3 * i + 2],
  }));
}

/** Length of an arrow over the square root of its impulse: weak contacts stay visible. */
function arrowScale(recording: Recording): number {
  const largest = largestImpulse(recording);
  return largest === 0 ? 0 : (ARROW * spaceOf(recording)) / Math.sqrt(largest);
}

/** Arrows along the impulses since the frame before. */
function contactsAt(recording: Recording, from: number, to: number, time: number, scale: number): object {
  const { contacts } = recording;
  const { px, py, pz, jx, jy, jz } = contacts.columns;
  const arrows: object[] = [];
  for (let i = from; i < to; i++) {
    const size = Math.hypot(jx[i], jy[i], jz[i]);
    if (size === 0) continue;
    const length = scale * Math.sqrt(size);
    arrows.push({
      pose: {
        position: { x: px[i], y: py[i], z: pz[i] },
        orientation: rotationFromX(jx[i] / size, jy[i] / size, jz[i] / size),
      },
      shaft_length: 0.75 * length,
      shaft_diameter: 0.06 * length,
      head_length: 0.25 * length,
      head_diameter: 0.15 * length,
      color: CONTACT_COLOR,
    });
  }
  return { deletions: [], entities: [{ ...entity('contacts', worldFrame(recording), time), arrows }] };
}

/** The smallest rotation of the x axis onto a unit vector. */
function rotationFromX(x: number, y: number, z: number): { x: number; y: number; z: number; w: number } {
  if (x < -1 + 1e-12) return { x: 0, y: 0, z: 1, w: 0 };
  const w = Math.sqrt((1 + x) / 2);
  return { x: 0, y: -z / (2 * w), z: y / (2 * w), w };
}
