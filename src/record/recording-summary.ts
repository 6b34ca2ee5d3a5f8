import { crc32, formatCrc32 } from '../formats/crc32.ts';
import { isTooDeep, MAX_JSON_LEVELS } from '../formats/json-depth.ts';
import { decodeUtf8, encodeUtf8 } from '../formats/text-bytes.ts';
import { describeValue } from '../shapes/checks.ts';
import type { RunSummary } from '../sim/observer.ts';
import { TABLE_COLUMNS, type TableName } from './columns.ts';
import { exactJson } from './exact-json.ts';
import { fileColumns } from './file-columns.ts';
import { type Columns, columnNames } from './table.ts';

/** Format identifier of a recording, in its summary.json. A reader rejects unknown formats. */
const RECORDING_FORMAT = 'appulse-recording/1';

/** The files in every recording's folder. */
export const RECORDING_FILES = [
  'summary.json',
  'scene.json',
  'events.jsonl',
  'frames.parquet',
  'contacts.parquet',
  'ledger.parquet',
] as const;

/** The files that only some recordings have. */
export const EXTRA_FILES = [
  'nodes.parquet',
  'tracking.parquet',
  'vehicles.parquet',
  'pairs.parquet',
  'distances.parquet',
  'joints.parquet',
  'couplers.parquet',
] as const;

/** Name of a file in the folder of a recording. */
export type RecordingFile = (typeof RECORDING_FILES | typeof EXTRA_FILES)[number];

type ExtraTable = 'nodes' | 'tracking' | 'vehicles' | 'pairs' | 'distances' | 'joints' | 'couplers';

/** A value per table; only some recordings have the extra ones. */
type PerTable<T> = Readonly<Record<Exclude<TableName, ExtraTable>, T> & Partial<Record<ExtraTable, T>>>;

/** Marks for detecting damage of a file: its length, and its CRC-32 as 8 hex digits. */
export interface FileMark {
  readonly bytes: number;
  readonly crc32: string;
}

export type FileMarks = Readonly<Partial<Record<RecordingFile, FileMark>>>;

/** Content of summary.json: results of the run, and how to read the tables. */
export interface RecordingSummary {
  readonly format: typeof RECORDING_FORMAT;
  readonly title: string;
  /** False when the run was stopped before its end: `run.status` and `run.failure` give the reason. */
  readonly complete: boolean;
  readonly bodies: readonly string[];
  /** For recordings with the table `tracking`: the features it refers to. */
  readonly features?: readonly string[];
  /** Rows of each table, and events. */
  readonly counts: PerTable<number> & { readonly events: number };
  readonly run: RunSummary;
  /** Unit and meaning of each column of each table. */
  readonly tables: PerTable<Record<string, { unit: string; meaning: string }>>;
  /** Of all other files. Absent in a summary that is printed without a recording. */
  readonly files?: FileMarks;
}

type Head = Pick<RecordingSummary, 'title' | 'bodies' | 'features'>;

/** The summary of a recording with these tables; `counts` may have more. */
export function summarizeTables(
  { title, bodies, features }: Head,
  tables: readonly TableName[],
  counts: Readonly<Partial<Record<TableName, number>> & { events: number }>,
  run: RunSummary,
  files?: FileMarks,
): RecordingSummary {
  const counted = Object.fromEntries(tables.map((name) => [name, counts[name] ?? 0])) as PerTable<number>;
  return {
    format: RECORDING_FORMAT,
    title,
    complete: run.status === 'end',
    bodies,
    features,
    counts: { ...counted, events: counts.events },
    run,
    tables: Object.fromEntries(tables.map((name) => [name, describeTable(name)])) as RecordingSummary['tables'],
    ...(files && { files }),
  };
}

function describeTable(name: TableName): Record<string, { unit: string; meaning: string }> {
  const columns: Columns = TABLE_COLUMNS[name];
  const none = Object.fromEntries(columnNames(columns).map((column) => [column, new Float64Array()]));
  const described = fileColumns(name, { rowCount: 0, columns: none }, { bodies: [] });
  return Object.fromEntries(described.map(({ name, unit, meaning }) => [name, { unit, meaning }]));
}

export function markOf(bytes: Uint8Array): FileMark {
  return { bytes: bytes.length, crc32: formatCrc32(crc32(bytes)) };
}

/** The text of summary.json. Its last member is the checksum of everything before it. */
export function summaryText(summary: RecordingSummary): string {
  const body = exactJson(summary, '  ').slice(0, -'\n}'.length);
  return `${body},\n  "check": "${checkOf(body)}"\n}\n`;
}

function checkOf(text: string): string {
  return formatCrc32(crc32(encodeUtf8(text)));
}

/** Reads summary.json. Throws an Error that names the error. */
export function readSummary(bytes: Uint8Array): RecordingSummary & { readonly files: FileMarks } {
  const text = decodeUtf8(bytes);
  const summary: unknown = JSON.parse(text);
  if (isTooDeep(summary)) throw new Error(`must have at most ${MAX_JSON_LEVELS} levels of lists and objects`);
  const { format, title, bodies, counts, run, files } = (summary ?? {}) as Partial<RecordingSummary>;
  if (format !== RECORDING_FORMAT) {
    throw new Error(`format must be ${JSON.stringify(RECORDING_FORMAT)}, got ${describeValue(format)}`);
  }
  const named = Array.isArray(bodies) && bodies.every((name) => typeof name === 'string');
  if (typeof title !== 'string' || !named || !counts || typeof run?.stateHash !== 'string' || !files) {
    throw new Error(
      'must have a title, the names of the bodies, the counts of rows, the summary of the run and the checksums of the files',
    );
  }
  const [, body, check] = text.match(/^(.*),\n {2}"check": "(\w+)"\n\}\n$/s) ?? [];
  if (body === undefined || checkOf(body) !== check) {
    throw new Error('the file is damaged: its checksum, "check" at its end, does not match');
  }
  return summary as RecordingSummary & { readonly files: FileMarks };
}

/** Throws an Error unless the file matches its mark in the summary. */
export function checkFile(bytes: Uint8Array, mark: FileMark | undefined): void {
  if (mark === undefined) throw new Error('summary.json has no checksum of it');
  const found = markOf(bytes);
  if (found.bytes !== mark.bytes) {
    throw new Error(`the file is damaged: it has ${found.bytes} bytes, ${mark.bytes} expected by summary.json`);
  }
  if (found.crc32 !== mark.crc32) {
    throw new Error(`the file is damaged: its checksum is ${found.crc32}, ${mark.crc32} expected by summary.json`);
  }
}
