import { type DecodedArray, parquetMetadata, parquetRead } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { TABLE_COLUMNS, type TableName } from './columns.ts';
import { columnWords, type FileColumn, fileColumns, type RecordingWords } from './file-columns.ts';
import { type Column, type Columns, columnNames, type Table } from './table.ts';

/** More do not fit into memory [rows]. */
const MAX_ROWS = 2 ** 28;

/** Rows that are compressed together: enough to compress well, few enough to skip while searching [rows]. */
const ROW_GROUP = 100_000;

/** A table as the bytes of a Parquet file: the same table, the same bytes. */
export function encodeTable(tableName: TableName, table: Table, recording: RecordingWords): Uint8Array {
  return encodeColumns(fileColumns(tableName, table, recording));
}

/** Columns of one length as the bytes of a Parquet file. */
export function encodeColumns(columns: readonly FileColumn[]): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData: columns.map(parquetColumn), rowGroupSize: ROW_GROUP }));
}

export function parquetColumn(column: FileColumn): ColumnSource {
  const { name, kind, values, words } = column;
  if (kind === 'index') return { name, data: Int32Array.from(values), type: 'INT32', nullable: false };
  if (kind === 'word') return { name, data: Array.from(values, (i) => words[i]), type: 'STRING', nullable: false };
  // Equal bytes of neighbouring doubles stand together, which compresses; and unlike a dictionary it tells -0 from 0.
  return { name, data: values, type: 'DOUBLE', nullable: false, encoding: 'BYTE_STREAM_SPLIT' };
}

/** The way back. Throws an Error that names the column when the file is not such a table. */
export async function decodeTable(tableName: TableName, bytes: Uint8Array, recording: RecordingWords): Promise<Table> {
  const columns: Columns = TABLE_COLUMNS[tableName];
  const file = Uint8Array.from(bytes).buffer;
  const metadata = readable(() => parquetMetadata(file));
  const rowCount = Number(metadata.num_rows);
  if (!(rowCount >= 0 && rowCount <= MAX_ROWS)) throw new Error(`${rowCount} rows: must have at most ${MAX_ROWS}`);
  const present = new Set(metadata.schema.map((element) => element.name));
  const missing = columnNames(columns).find((name) => !present.has(name));
  if (missing !== undefined) throw new Error(`column ${missing}: missing`);
  const out = Object.fromEntries(columnNames(columns).map((name) => [name, new Float64Array(rowCount)]));
  // the reader does not wait for what is thrown at it
  let fault: string | undefined;
  const read = parquetRead({
    file,
    metadata,
    columns: columnNames(columns),
    onChunk({ columnName: name, columnData, rowStart }) {
      fault ??= readCells(out[name].subarray(rowStart), columns[name], columnData, recording, name);
    },
  });
  await read.catch(rejectDamaged);
  if (fault !== undefined) throw new Error(fault);
  return { rowCount, columns: out };
}

/** The reader of Parquet trusts the file: of a damaged one it says whatever went wrong first. */
function rejectDamaged(cause: unknown): never {
  throw new Error('cannot be read as a Parquet table: it is damaged, or is something else', { cause });
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    return rejectDamaged(cause);
  }
}

/** Reads a piece of a column; returns what is wrong with it, if anything is. */
function readCells(
  out: Float64Array,
  column: Column,
  cells: DecodedArray,
  recording: RecordingWords,
  name: string,
): string | undefined {
  const words: readonly unknown[] | undefined = columnWords(column, recording);
  for (let i = 0; i < cells.length; i++) {
    const cell: unknown = cells[i];
    const value = words === undefined ? cell : words.indexOf(cell);
    if (typeof value !== 'number' || !isCell(column, value, recording.bodies.length)) {
      return `column ${name}: ${String(cell)} is not ${EXPECTED[column.kind]}`;
    }
    out[i] = value;
  }
  return undefined;
}

const EXPECTED = {
  number: 'a finite number',
  body: 'the index of a body of the scene',
  index: 'a whole number from -1 up',
  mode: 'a mode of contact',
  hessian: 'a matrix of the tracker',
  feature: 'a feature that summary.json names',
} as const;

function isCell({ kind }: Column, value: number, bodyCount: number): boolean {
  if (kind === 'number') return Number.isFinite(value);
  if (!Number.isInteger(value)) return false;
  if (kind === 'index') return value >= -1;
  return value >= 0 && (kind !== 'body' || value < bodyCount);
}
