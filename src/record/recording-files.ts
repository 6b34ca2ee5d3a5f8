import { isTooDeep, MAX_JSON_LEVELS } from '../formats/json-depth.ts';
import { decodeUtf8, encodeUtf8 } from '../formats/text-bytes.ts';
import type { RunSummary } from '../sim/observer.ts';
import type { TableName } from './columns.ts';
import { eventsFromJsonLines, eventsToJsonLines } from './events.ts';
import { exactJson } from './exact-json.ts';
import { fileColumns } from './file-columns.ts';
import { decodeTable, encodeTable } from './parquet.ts';
import { type Recording, tablesOf } from './recorder.ts';

/** The mark of a recording, in its summary.json. A reader refuses what it does not know. */
export const RECORDING_FORMAT = 'appulse-recording/1';

/** The files of every recording's folder. */
export const RECORDING_FILES = [
  'summary.json',
  'scene.json',
  'events.jsonl',
  'frames.parquet',
  'contacts.parquet',
  'ledger.parquet',
] as const;

/** The files that only some recordings have. */
export const EXTRA_FILES = ['nodes.parquet', 'tracking.parquet', 'vehicles.parquet'] as const;

type RecordingFile = (typeof RECORDING_FILES | typeof EXTRA_FILES)[number];

type ExtraTable = 'nodes' | 'tracking' | 'vehicles';

/** Something for each table; only some recordings have the extra ones. */
type PerTable<T> = Readonly<Record<Exclude<TableName, ExtraTable>, T> & Partial<Record<ExtraTable, T>>>;

/** What summary.json says: what the run came to, and how to read the tables. */
export interface RecordingSummary {
  readonly format: typeof RECORDING_FORMAT;
  readonly title: string;
  readonly bodies: readonly string[];
  /** Of recordings with the table `tracking`: the features it names. */
  readonly features?: readonly string[];
  readonly counts: PerTable<number> & { readonly events: number };
  readonly run: RunSummary;
  /** Unit and meaning of each column of each table. */
  readonly tables: PerTable<Record<string, { unit: string; meaning: string }>>;
}

export function summarize(recording: Recording): RecordingSummary {
  const { title, bodies, features, summary: run, events, frames, contacts, ledger } = recording;
  const { nodes, tracking, vehicles } = recording;
  const described = tablesOf(recording).map(([name, table]) => {
    const columns = fileColumns(name, table, recording);
    return [name, Object.fromEntries(columns.map(({ name, unit, meaning }) => [name, { unit, meaning }]))];
  });
  return {
    format: RECORDING_FORMAT,
    title,
    bodies,
    features,
    counts: {
      frames: frames.rowCount,
      contacts: contacts.rowCount,
      ledger: ledger.rowCount,
      nodes: nodes?.rowCount,
      tracking: tracking?.rowCount,
      vehicles: vehicles?.rowCount,
      events: events.length,
    },
    run,
    tables: Object.fromEntries(described),
  };
}

/** The files of a recording by name. Equal recordings give equal bytes, and `decodeRecording` gives every bit back. */
export function encodeRecording(recording: Recording): Map<RecordingFile, Uint8Array> {
  const { events, sceneText } = recording;
  return new Map<RecordingFile, Uint8Array>([
    ['summary.json', encodeUtf8(`${exactJson(summarize(recording), '  ')}\n`)],
    ['scene.json', encodeUtf8(sceneText)],
    ['events.jsonl', encodeUtf8(eventsToJsonLines(events))],
    ...tablesOf(recording).map(([name, table]) => [`${name}.parquet`, encodeTable(name, table, recording)] as const),
  ]);
}

/** Reads the files of a recording back. Throws an Error that names the file and what is wrong with it. */
export async function decodeRecording(files: ReadonlyMap<string, Uint8Array>): Promise<Recording> {
  const summary = await readFile(files, 'summary.json', (bytes) => readSummary(decodeUtf8(bytes)));
  const { title, bodies, features, counts, run } = summary;
  const table = <T extends TableName>(name: T) =>
    readFile(files, `${name}.parquet`, async (bytes) => {
      const decoded = await decodeTable(name, bytes, summary);
      checkCount(counts[name] ?? 0, decoded.rowCount);
      return decoded as Required<Recording>[T];
    });
  return {
    title,
    sceneText: await readFile(files, 'scene.json', decodeUtf8),
    bodies,
    frames: await table('frames'),
    contacts: await table('contacts'),
    ledger: await table('ledger'),
    ...(counts.nodes !== undefined && { nodes: await table('nodes') }),
    ...(counts.tracking !== undefined && { tracking: await table('tracking'), features: features ?? [] }),
    ...(counts.vehicles !== undefined && { vehicles: await table('vehicles') }),
    events: await readFile(files, 'events.jsonl', (bytes) => {
      const events = eventsFromJsonLines(decodeUtf8(bytes));
      checkCount(counts.events, events.length);
      return events;
    }),
    summary: run,
  };
}

/** What `read` makes of a file; the name of the file is put before whatever it has to say against it. */
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

function readSummary(text: string): RecordingSummary {
  const summary: unknown = JSON.parse(text);
  if (isTooDeep(summary)) throw new Error(`must have at most ${MAX_JSON_LEVELS} levels of lists and objects`);
  const { format, title, bodies, counts, run } = (summary ?? {}) as Partial<RecordingSummary>;
  if (format !== RECORDING_FORMAT) {
    throw new Error(`format must be ${JSON.stringify(RECORDING_FORMAT)}, got ${JSON.stringify(format)}`);
  }
  const named = Array.isArray(bodies) && bodies.every((name) => typeof name === 'string');
  if (typeof title !== 'string' || !named || !counts || typeof run?.stateHash !== 'string') {
    throw new Error('must have a title, the names of the bodies, the counts of rows and the summary of the run');
  }
  return summary as RecordingSummary;
}

function checkCount(expected: number, actual: number): void {
  if (actual !== expected) throw new Error(`must have ${expected} rows as summary.json says, got ${actual}`);
}
