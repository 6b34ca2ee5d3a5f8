import { crc32, formatCrc32 } from '../formats/crc32.ts';
import { encodeUtf8, joinBytes } from '../formats/text-bytes.ts';
import type { SimEvent } from '../sim/observer.ts';
import { TABLE_COLUMNS, type TableName } from './columns.ts';
import { exactJson } from './exact-json.ts';
import type { RecordingLabels } from './file-columns.ts';
import { createParquetStream, type ParquetStream, type StreamMark } from './parquet-stream.ts';
import { createGrowingTables } from './recorder.ts';
import { EXTRA_FILES, type FileMarks, RECORDING_FILES, type RecordingFile } from './recording-summary.ts';
import type { RowOf, RowSink } from './row-observer.ts';
import { appendRow, type GrowingTable, type Table } from './table.ts';

/** Destination of the bytes of a recording. An exception from it stops the run. */
export interface RecordingSink {
  /** Appends bytes to a file; the first call creates the file. */
  append(file: RecordingFile, bytes: Uint8Array): void;
  /** Truncates a file to a former length; 0 deletes it. */
  truncate(file: RecordingFile, length: number): void;
}

export const TABLE_NAMES = Object.keys(TABLE_COLUMNS) as TableName[];

const BYTES_PER_CELL = 8;

interface WrittenFile {
  readonly length: number;
  readonly checksum: number;
}

/** What completes a copy of the first `length` bytes of a file. */
export interface FileEnd {
  /** Length of the file so far [bytes]. */
  readonly length: number;
  /** The bytes that follow. */
  readonly end: Uint8Array;
}

/** What completes copies of the files of a recording, by name. */
export type FileEnds = ReadonlyMap<RecordingFile, FileEnd>;

/** A consistent state of all files. */
export interface FilesMark {
  readonly files: ReadonlyMap<RecordingFile, WrittenFile>;
  readonly streams: readonly StreamMark[];
}

/** The files of a recording as they grow. Rows and events are buffered until `writeBuffered`. */
export class RecordingPieces implements RowSink {
  /** Size of the buffered rows and events [bytes]. */
  bufferedBytes = 0;
  /** The sink has failed: files may have more bytes than `files` records. */
  hasFailed = false;
  private readonly files = new Map<RecordingFile, WrittenFile>();
  private readonly streams: readonly ParquetStream[] = TABLE_NAMES.map(createParquetStream);
  private readonly held = createGrowingTables();
  private heldEvents = '';
  private frameStart: readonly number[] = TABLE_NAMES.map(() => 0);
  private readonly sink: RecordingSink;

  constructor(sink: RecordingSink) {
    this.sink = sink;
  }

  row<Name extends TableName>(name: Name, cells: RowOf<Name>): void {
    const table: GrowingTable<string> = this.held[name];
    appendRow(table, cells);
    this.bufferedBytes += BYTES_PER_CELL * Object.keys(cells).length;
  }

  event(event: SimEvent): void {
    const line = `${exactJson(event)}\n`;
    this.heldEvents += line;
    this.bufferedBytes += line.length;
  }

  append(file: RecordingFile, bytes: Uint8Array): void {
    const { length, checksum } = this.files.get(file) ?? { length: 0, checksum: 0 };
    this.hasFailed = true;
    this.sink.append(file, bytes);
    this.hasFailed = false;
    this.files.set(file, { length: length + bytes.length, checksum: crc32(bytes, checksum) });
  }

  /** Marks the start of a frame, which ends at the next call. */
  beginFrame(): void {
    this.frameStart = TABLE_NAMES.map((name) => this.held[name].rowCount);
  }

  /** Discards the rows since then, except contacts. */
  dropFrame(): void {
    for (const [i, name] of TABLE_NAMES.entries()) {
      const table: GrowingTable<string> = this.held[name];
      if (name !== 'contacts') table.rowCount = this.frameStart[i];
    }
  }

  /** Writes all buffered rows and events. */
  writeBuffered(labels: RecordingLabels): FilesMark {
    for (const [i, name] of TABLE_NAMES.entries()) {
      const table: GrowingTable<string> = this.held[name];
      if (table.rowCount > 0) this.append(`${name}.parquet`, this.streams[i].encode(viewOf(table), labels));
      table.rowCount = 0;
    }
    if (this.heldEvents !== '') this.append('events.jsonl', encodeUtf8(this.heldEvents));
    this.heldEvents = '';
    this.bufferedBytes = 0;
    return { files: new Map(this.files), streams: this.streams.map((stream) => stream.mark()) };
  }

  /** Restores all files to a former state, after the sink has failed. */
  restore(mark: FilesMark): void {
    for (const [i, stream] of this.streams.entries()) stream.reset(mark.streams[i]);
    for (const file of [...RECORDING_FILES, ...EXTRA_FILES]) {
      this.sink.truncate(file, mark.files.get(file)?.length ?? 0);
    }
    this.files.clear();
    for (const [file, written] of mark.files) this.files.set(file, written);
    this.hasFailed = false;
  }

  /** What completes copies of the files written so far, buffered rows and events included; the files themselves can grow on. */
  completeCopies(names: readonly TableName[], labels: RecordingLabels): FileEnds {
    const ends = new Map<RecordingFile, FileEnd>();
    ends.set('scene.json', { length: this.lengthOf('scene.json'), end: new Uint8Array() });
    ends.set('events.jsonl', { length: this.lengthOf('events.jsonl'), end: encodeUtf8(this.heldEvents) });
    for (const [i, name] of TABLE_NAMES.entries()) {
      if (!names.includes(name)) continue;
      const stream = this.streams[i];
      const mark = stream.mark();
      const rows = this.held[name].rowCount > 0 ? [stream.encode(viewOf(this.held[name]), labels)] : [];
      ends.set(`${name}.parquet`, {
        length: this.lengthOf(`${name}.parquet`),
        end: joinBytes([...rows, stream.finish()]),
      });
      stream.reset(mark);
    }
    return ends;
  }

  /** Length and checksum of complete copies. */
  marksOf(ends: FileEnds): FileMarks {
    const marks = [...ends].map(([file, { length, end }]) => {
      const checksum = crc32(end, this.files.get(file)?.checksum ?? 0);
      return [file, { bytes: length + end.length, crc32: formatCrc32(checksum) }];
    });
    return Object.fromEntries(marks);
  }

  private lengthOf(file: RecordingFile): number {
    return this.files.get(file)?.length ?? 0;
  }

  /** Ends the files of these tables; no row can follow. */
  endTables(names: readonly TableName[]): FileMarks {
    // a file without events must exist too
    this.append('events.jsonl', new Uint8Array());
    for (const [i, name] of TABLE_NAMES.entries()) {
      if (names.includes(name)) this.append(`${name}.parquet`, this.streams[i].finish());
    }
    const marks = [...this.files].map(([file, { length, checksum }]) => [
      file,
      { bytes: length, crc32: formatCrc32(checksum) },
    ]);
    return Object.fromEntries(marks);
  }
}

/** The rows so far, without copying. */
function viewOf({ rowCount, columns }: GrowingTable<string>): Table {
  const views = Object.entries(columns).map(([name, values]) => [name, values.subarray(0, rowCount)]);
  return { rowCount, columns: Object.fromEntries(views) };
}
