import { type DecodedArray, type KeyValue, parquetMetadata, parquetRead } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { TABLE_COLUMNS, type TableName } from './columns.ts';
import { columnLabels, type FileColumn, fileColumns, type RecordingLabels } from './file-columns.ts';
import { type Column, type Columns, columnNames, type Table } from './table.ts';

/** Maximum that fits into memory [rows]. */
const MAX_ROWS = 2 ** 28;

/** Row group size: large enough to compress well, small enough to skip groups in searches [rows]. */
const ROW_GROUP = 100_000;

/** A table as the bytes of a Parquet file: equal tables give equal bytes. */
export function encodeTable(tableName: TableName, table: Table, recording: RecordingLabels): Uint8Array {
  return encodeColumns(fileColumns(tableName, table, recording));
}

/** Columns of equal length as the bytes of a Parquet file. */
export function encodeColumns(columns: readonly FileColumn[]): Uint8Array {
  const columnData = columns.map(parquetColumn);
  return new Uint8Array(
    parquetWriteBuffer({ columnData, rowGroupSize: ROW_GROUP, kvMetadata: columnMetadata(columns) }),
  );
}

/** Metadata of the file: `units` and `meanings` of its columns, as JSON. */
export function columnMetadata(columns: readonly FileColumn[]): KeyValue[] {
  const listed = (key: 'unit' | 'meaning') =>
    JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, column[key]])));
  return [
    { key: 'units', value: listed('unit') },
    { key: 'meanings', value: listed('meaning') },
  ];
}

export function parquetColumn(column: FileColumn): ColumnSource {
  const { name, kind, values, labels } = column;
  if (kind === 'index') return { name, data: Int32Array.from(values), type: 'INT32', nullable: false };
  if (kind === 'label') return { name, data: Array.from(values, (i) => labels[i]), type: 'STRING', nullable: false };
  // Byte stream split groups equal bytes of neighbouring doubles, which compresses; unlike a dictionary it distinguishes -0 from 0.
  return { name, data: values, type: 'DOUBLE', nullable: false, encoding: 'BYTE_STREAM_SPLIT' };
}

/** Reads the table back. Throws an Error that names the column when the file is not such a table. */
export async function decodeTable(tableName: TableName, bytes: Uint8Array, recording: RecordingLabels): Promise<Table> {
  const columns: Columns = TABLE_COLUMNS[tableName];
  const file = Uint8Array.from(bytes).buffer;
  const metadata = readable(() => parquetMetadata(file));
  const rowCount = Number(metadata.num_rows);
  if (!(rowCount >= 0 && rowCount <= MAX_ROWS)) throw new Error(`${rowCount} rows: must have at most ${MAX_ROWS}`);
  const present = new Set(metadata.schema.map((element) => element.name));
  const missing = columnNames(columns).find((name) => !present.has(name));
  if (missing !== undefined) throw new Error(`column ${missing}: missing`);
  const out = Object.fromEntries(columnNames(columns).map((name) => [name, new Float64Array(rowCount)]));
  // errors thrown in the callback are not awaited by the reader, so the first one is stored
  let error: string | undefined;
  const read = parquetRead({
    file,
    metadata,
    columns: columnNames(columns),
    onChunk({ columnName: name, columnData, rowStart }) {
      error ??= readCells(out[name].subarray(rowStart), columns[name], columnData, recording, name);
    },
  });
  await read.catch(rejectDamaged);
  if (error !== undefined) throw new Error(error);
  return { rowCount, columns: out };
}

/** The Parquet reader does not validate the file: for a damaged one it throws any kind of error. */
function rejectDamaged(cause: unknown): never {
  throw new Error('cannot be read as a Parquet table: it is damaged or has another format', { cause });
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    return rejectDamaged(cause);
  }
}

/** Reads a piece of a column; returns an error message if a cell is invalid. */
function readCells(
  out: Float64Array,
  column: Column,
  cells: DecodedArray,
  recording: RecordingLabels,
  name: string,
): string | undefined {
  const labels: readonly unknown[] | undefined = columnLabels(column, recording);
  for (let i = 0; i < cells.length; i++) {
    const cell: unknown = cells[i];
    const value = labels === undefined ? cell : labels.indexOf(cell);
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
  index: 'an integer of at least -1',
  mode: 'a contact mode',
  hessian: 'a Hessian of the tracker',
  rule: 'a rule of vehicle contacts',
  region: 'a region of a box',
  feature: 'a feature listed in summary.json',
} as const;

function isCell({ kind }: Column, value: number, bodyCount: number): boolean {
  if (kind === 'number') return Number.isFinite(value);
  if (!Number.isInteger(value)) return false;
  if (kind === 'index') return value >= -1;
  return value >= 0 && (kind !== 'body' || value < bodyCount);
}
