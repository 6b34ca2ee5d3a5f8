import { crc32, formatCrc32 } from '../formats/crc32.ts';
import { encodeUtf8 } from '../formats/text-bytes.ts';
import type { SimEvent } from '../sim/observer.ts';
import { TABLE_COLUMNS, type TableName } from './columns.ts';
import { exactJson } from './exact-json.ts';
import type { RecordingWords } from './file-columns.ts';
import { createParquetStream, type ParquetStream, type StreamMark } from './parquet-stream.ts';
import { createGrowingTables } from './recorder.ts';
import { EXTRA_FILES, type FileMarks, RECORDING_FILES, type RecordingFile } from './recording-summary.ts';
import type { RowOf, RowSink } from './row-observer.ts';
import { appendRow, type GrowingTable, type Table } from './table.ts';

/** Where the bytes of a recording go. What it throws stops the run. */
export interface RecordingSink {
  /** Adds bytes to the end of a file; the first call makes the file. */
  append(file: RecordingFile, bytes: Uint8Array): void;
  /** Makes a file as long as it was before; 0: it is not there. */
  truncate(file: RecordingFile, length: number): void;
}

export const TABLE_NAMES = Object.keys(TABLE_COLUMNS) as TableName[];

const BYTES_PER_CELL = 8;

interface WrittenFile {
  readonly length: number;
  readonly checksum: number;
}

/** A state of all files in which they agree with each other. */
export interface FilesMark {
  readonly files: ReadonlyMap<RecordingFile, WrittenFile>;
  readonly streams: readonly StreamMark[];
}

/** The files of a recording as they grow. Rows and events are held until `writeHeld`. */
export class RecordingPieces implements RowSink {
  /** Of the rows and events held [bytes]. */
  heldSize = 0;
  /** The sink has failed: files may have more bytes than `files` says. */
  isBroken = false;
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
    this.heldSize += BYTES_PER_CELL * Object.keys(cells).length;
  }

  event(event: SimEvent): void {
    const line = `${exactJson(event)}\n`;
    this.heldEvents += line;
    this.heldSize += line.length;
  }

  append(file: RecordingFile, bytes: Uint8Array): void {
    const { length, checksum } = this.files.get(file) ?? { length: 0, checksum: 0 };
    this.isBroken = true;
    this.sink.append(file, bytes);
    this.isBroken = false;
    this.files.set(file, { length: length + bytes.length, checksum: crc32(bytes, checksum) });
  }

  /** What follows, up to the next frame, is one frame. */
  beginFrame(): void {
    this.frameStart = TABLE_NAMES.map((name) => this.held[name].rowCount);
  }

  /** Forgets the rows of tables other than contacts since then. */
  dropFrame(): void {
    for (const [i, name] of TABLE_NAMES.entries()) {
      const table: GrowingTable<string> = this.held[name];
      if (name !== 'contacts') table.rowCount = this.frameStart[i];
    }
  }

  /** Writes all that is held. */
  writeHeld(words: RecordingWords): FilesMark {
    for (const [i, name] of TABLE_NAMES.entries()) {
      const table: GrowingTable<string> = this.held[name];
      if (table.rowCount > 0) this.append(`${name}.parquet`, this.streams[i].encode(viewOf(table), words));
      table.rowCount = 0;
    }
    if (this.heldEvents !== '') this.append('events.jsonl', encodeUtf8(this.heldEvents));
    this.heldEvents = '';
    this.heldSize = 0;
    return { files: new Map(this.files), streams: this.streams.map((stream) => stream.mark()) };
  }

  /** All files as they were, after the sink has failed. */
  takeBack(mark: FilesMark): void {
    for (const [i, stream] of this.streams.entries()) stream.reset(mark.streams[i]);
    for (const file of [...RECORDING_FILES, ...EXTRA_FILES]) {
      this.sink.truncate(file, mark.files.get(file)?.length ?? 0);
    }
    this.files.clear();
    for (const [file, written] of mark.files) this.files.set(file, written);
    this.isBroken = false;
  }

  /** Ends the files of these tables; no row can follow. */
  endTables(names: readonly TableName[]): FileMarks {
    // a file without events is a file
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

/** The rows so far, in the memory they are in. */
function viewOf({ rowCount, columns }: GrowingTable<string>): Table {
  const views = Object.entries(columns).map(([name, values]) => [name, values.subarray(0, rowCount)]);
  return { rowCount, columns: Object.fromEntries(views) };
}
