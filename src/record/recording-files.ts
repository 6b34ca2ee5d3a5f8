import { decodeUtf8, encodeUtf8 } from '../formats/text-bytes.ts';
import type { TableName } from './columns.ts';
import { eventsFromJsonLines, eventsToJsonLines } from './events.ts';
import { decodeTable, encodeTable } from './parquet.ts';
import { type Recording, tablesOf } from './recorder.ts';
import {
  checkFile,
  type FileMarks,
  markOf,
  RECORDING_FILES,
  type RecordingFile,
  type RecordingSummary,
  readSummary,
  summarizeTables,
  summaryText,
} from './recording-summary.ts';

/** The summary of a recording; with `files`, that of its folder. */
export function summarize(recording: Recording, files?: FileMarks): RecordingSummary {
  const tables = tablesOf(recording);
  const rows = Object.fromEntries(tables.map(([name, { rowCount }]) => [name, rowCount]));
  const counts = { ...rows, events: recording.events.length };
  const names = tables.map(([name]) => name);
  return summarizeTables(recording, names, counts, recording.summary, files);
}

/**
 * The files of a recording by name: Parquet tables, JSON lines, the scene and a summary. Equal recordings give equal
 * bytes, and `decodeRecording` restores every bit.
 *
 * @example
 * ```ts
 * import { createRecorder, decodeRecording, encodeRecording, readScene, runScene } from 'appulse';
 *
 * const text = `{
 *   "title": "A disc", "description": "It flies.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "position": [0, 0], "velocity": [2, 0], "mass": 1 }],
 *   "time": { "end": 1 }
 * }`;
 * const scene = readScene(text, 'disc.scene.json');
 * const recorder = createRecorder(scene, text);
 * const files = encodeRecording(recorder.finish(runScene(scene, recorder)));
 * const { title, frames } = await decodeRecording(files);
 * console.log([...files.keys()].join(' ')); // summary.json scene.json events.jsonl frames.parquet contacts.parquet ledger.parquet
 * console.log(title, frames.columns.x.at(-1)); // A disc 2
 * ```
 */
export function encodeRecording(recording: Recording): Map<RecordingFile, Uint8Array> {
  const { events, sceneText } = recording;
  const files: [RecordingFile, Uint8Array][] = [
    ['scene.json', encodeUtf8(sceneText)],
    ['events.jsonl', encodeUtf8(eventsToJsonLines(events))],
    ...tablesOf(recording).map(([name, table]): [RecordingFile, Uint8Array] => [
      `${name}.parquet`,
      encodeTable(name, table, recording),
    ]),
  ];
  const marks: FileMarks = Object.fromEntries(files.map(([name, bytes]) => [name, markOf(bytes)]));
  return new Map([['summary.json', encodeUtf8(summaryText(summarize(recording, marks)))], ...files]);
}

/**
 * Reads the files of `encodeRecording` back. Throws an Error that names the file and the error.
 *
 * @example
 * ```ts
 * import { createRecorder, decodeRecording, encodeRecording, readScene, runScene } from 'appulse';
 *
 * const text = `{
 *   "title": "A disc", "description": "It rests.",
 *   "bodies": [{ "name": "disc", "shape": { "kind": "disc", "radius": 0.5 }, "mass": 1 }],
 *   "time": { "end": 1 }
 * }`;
 * const scene = readScene(text, 'disc.scene.json');
 * const recorder = createRecorder(scene, text);
 * const recording = recorder.finish(runScene(scene, recorder));
 * const { summary } = await decodeRecording(encodeRecording(recording));
 * console.log(summary.stateHash === recording.summary.stateHash); // true
 * ```
 */
export async function decodeRecording(files: ReadonlyMap<string, Uint8Array>): Promise<Recording> {
  const summary = await readFile(files, 'summary.json', readSummary);
  const { title, bodies, features, counts, run } = summary;
  const checked = <T>(name: RecordingFile, read: (bytes: Uint8Array) => T | Promise<T>) =>
    readFile(files, name, (bytes) => {
      checkFile(bytes, summary.files[name]);
      return read(bytes);
    });
  const table = <T extends TableName>(name: T) =>
    checked(`${name}.parquet`, async (bytes) => {
      const decoded = await decodeTable(name, bytes, summary);
      checkCount(counts[name] ?? 0, decoded.rowCount);
      return decoded as Required<Recording>[T];
    });
  return {
    title,
    sceneText: await checked('scene.json', decodeUtf8),
    bodies,
    frames: await table('frames'),
    contacts: await table('contacts'),
    ledger: await table('ledger'),
    ...(counts.nodes !== undefined && { nodes: await table('nodes') }),
    ...(counts.tracking !== undefined && { tracking: await table('tracking'), features: features ?? [] }),
    ...(counts.vehicles !== undefined && { vehicles: await table('vehicles') }),
    ...(counts.pairs !== undefined && { pairs: await table('pairs') }),
    ...(counts.distances !== undefined && { distances: await table('distances') }),
    ...(counts.joints !== undefined && { joints: await table('joints') }),
    ...(counts.couplers !== undefined && { couplers: await table('couplers') }),
    events: await checked('events.jsonl', (bytes) => {
      const events = eventsFromJsonLines(decodeUtf8(bytes));
      checkCount(counts.events, events.length);
      return events;
    }),
    summary: run,
  };
}

/** Result of `read` for a file; its error messages are prefixed with the name of the file. */
async function readFile<T>(
  files: ReadonlyMap<string, Uint8Array>,
  name: RecordingFile,
  read: (bytes: Uint8Array) => T | Promise<T>,
): Promise<T> {
  const bytes = files.get(name);
  if (bytes === undefined) throw new Error(`${name}: missing, a recording has the files ${RECORDING_FILES.join(', ')}`);
  try {
    return await read(bytes);
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function checkCount(expected: number, actual: number): void {
  if (actual !== expected) throw new Error(`must have ${expected} rows according to summary.json, got ${actual}`);
}
