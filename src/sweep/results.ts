import { parquetMetadata, parquetRead } from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { crc32, formatCrc32 } from '../formats/crc32.ts';
import { exactJson } from '../record/exact-json.ts';
import type { Sweep } from './read-sweep.ts';
import type { SweepRow } from './run-case.ts';

/** A column of the results: the index of the run, numbers or texts; a cell may be empty, except for the index and the status. */
export interface ResultColumn {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  /** Type of its cells. */
  readonly kind: 'index' | 'number' | 'text';
  /** Where it comes from. */
  readonly role: 'run' | 'status' | 'axis' | 'output';
}

/** The columns of the results of a sweep, in file order. */
export function resultColumns({ axes, outputs }: Sweep): ResultColumn[] {
  const fixed = (name: string, kind: ResultColumn['kind'], meaning: string, role: ResultColumn['role']) => ({
    name,
    unit: '',
    meaning,
    kind,
    role,
  });
  return [
    fixed('run', 'index', 'index of the run, from 0', 'run'),
    fixed('status', 'text', 'how the run ended', 'status'),
    fixed('reason', 'text', 'why the run did not reach its end', 'status'),
    ...axes.map(({ name, unit, kind }) => ({ name, unit, meaning: 'parameter', kind, role: 'axis' as const })),
    ...outputs.map(({ name, unit, meaning, kind }) => ({ name, unit, meaning, kind, role: 'output' as const })),
  ];
}

/** Rows of results by columns: numbers with NaN for empty cells, or texts with null. */
export interface ResultTable {
  /** Number of rows. */
  readonly rowCount: number;
  /** Cells of each column. */
  readonly columns: readonly (Float64Array | (string | null)[])[];
}

/** Rows in order, as a table. */
export function tableOfRows(columns: readonly ResultColumn[], rows: readonly SweepRow[]): ResultTable {
  const cells = rows.map(({ run, status, reason, parameters, outputs }) => [
    run,
    status,
    reason,
    ...parameters.map((value) => (typeof value === 'number' || typeof value === 'string' ? value : exactJson(value))),
    ...outputs,
  ]);
  return {
    rowCount: rows.length,
    columns: columns.map(({ kind }, c) =>
      kind === 'text'
        ? cells.map((row) => (row[c] === null ? null : String(row[c])))
        : Float64Array.from(cells, (row) => (row[c] === null ? Number.NaN : (row[c] as number))),
    ),
  };
}

/** The rows of several tables, one after the other. */
export function joinTables(tables: readonly ResultTable[]): ResultTable {
  if (tables.length === 1) return tables[0];
  const rowCount = tables.reduce((sum, table) => sum + table.rowCount, 0);
  const columns = tables[0].columns.map((first, c) => {
    if (Array.isArray(first)) return tables.flatMap((table) => table.columns[c] as (string | null)[]);
    const joined = new Float64Array(rowCount);
    let at = 0;
    for (const table of tables) {
      joined.set(table.columns[c] as Float64Array, at);
      at += table.rowCount;
    }
    return joined;
  });
  return { rowCount, columns };
}

/** A row of a table by column name. */
export function rowObject(columns: readonly ResultColumn[], table: ResultTable, row: number): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name }, c) => {
      const cell = table.columns[c][row];
      return [name, Number.isNaN(cell) ? null : cell];
    }),
  );
}

/** Number of runs of a table that did not reach their end. */
export function countFailures(columns: readonly ResultColumn[], table: ResultTable): number {
  const status = table.columns[columns.findIndex(({ name }) => name === 'status')] as (string | null)[];
  return status.reduce((count, value) => count + (value === 'end' ? 0 : 1), 0);
}

/** Texts stored in a file of results. */
export type ResultMarks = Readonly<Record<string, string>>;

/** A Parquet file of results that is written in pieces. */
export interface ResultStream {
  /** The next bytes, with these rows as a row group. */
  encode(table: ResultTable): Uint8Array;
  /** The last bytes. */
  finish(): Uint8Array;
}

export function createResultStream(columns: readonly ResultColumn[], marks: ResultMarks): ResultStream {
  const bytes = new ByteWriter();
  const none = { rowCount: 0, columns: columns.map(({ kind }) => (kind === 'text' ? [] : new Float64Array())) };
  const kvMetadata = Object.entries(marks).map(([key, value]) => ({ key: `appulse.${key}`, value }));
  const schema = schemaFromColumnData({ columnData: columnData(columns, none) });
  const writer = new ParquetWriter({ writer: bytes, schema, kvMetadata });
  let checksum = 0;
  let length = 0;
  const take = () => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  return {
    encode(table: ResultTable): Uint8Array {
      writer.write({ columnData: columnData(columns, table), rowGroupSize: Math.max(table.rowCount, 1) });
      const taken = take();
      checksum = crc32(taken, checksum);
      length += taken.length;
      return taken;
    },
    finish(): Uint8Array {
      // readers of Parquet do not check the rows: damaged ones give wrong numbers or never end
      kvMetadata.push({ key: 'appulse.bytes', value: String(length) });
      kvMetadata.push({ key: 'appulse.crc32', value: formatCrc32(checksum) });
      writer.finish();
      return take();
    },
  };
}

function columnData(columns: readonly ResultColumn[], table: ResultTable): ColumnSource[] {
  return columns.map(({ name, kind }, c): ColumnSource => {
    const values = table.columns[c];
    // the indexes of pages would lie after the rows that the checksum covers
    const offsetIndex = false;
    if (kind === 'index')
      return { name, data: Array.from(values as Float64Array, BigInt), type: 'INT64', nullable: false, offsetIndex };
    const nullable = name !== 'status';
    if (kind === 'text') return { name, data: values as (string | null)[], type: 'STRING', nullable, offsetIndex };
    // unlike a dictionary it distinguishes -0 from 0
    const data = Array.from(values as Float64Array, (value) => (Number.isNaN(value) ? null : value));
    return { name, data, type: 'DOUBLE', nullable, encoding: 'BYTE_STREAM_SPLIT', offsetIndex };
  });
}

/** A table as the bytes of a Parquet file: equal tables give equal bytes. */
export function encodeResults(columns: readonly ResultColumn[], table: ResultTable, marks: ResultMarks): Uint8Array {
  const stream = createResultStream(columns, marks);
  const pieces = [stream.encode(table), stream.finish()];
  const bytes = new Uint8Array(pieces[0].length + pieces[1].length);
  bytes.set(pieces[0]);
  bytes.set(pieces[1], pieces[0].length);
  return bytes;
}

/** Maximum that fits into memory [rows]. */
const MAX_ROWS = 2 ** 28;

/** The marks of a file of results and its number of rows. Throws an Error for a file that is damaged or no such file. */
export function readMarks(bytes: Uint8Array): { readonly marks: ResultMarks; readonly rowCount: number } {
  try {
    const { key_value_metadata = [], num_rows } = parquetMetadata(bufferOf(bytes));
    const marks = key_value_metadata.map(({ key, value = '' }) => [key.replace(/^appulse\./, ''), value]);
    return { marks: Object.fromEntries(marks), rowCount: Number(num_rows) };
  } catch (cause) {
    throw new Error('cannot be read as a Parquet table: it is damaged or has another format', { cause });
  }
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

/** Reads a file of results with these columns, or some of them. Throws an Error that says what is wrong with the file. */
export async function decodeResults(columns: readonly ResultColumn[], bytes: Uint8Array): Promise<ResultTable> {
  const { marks, rowCount } = readMarks(bytes);
  const length = Number(marks['bytes']);
  if (!(length <= bytes.length) || formatCrc32(crc32(bytes.subarray(0, length))) !== marks['crc32']) {
    throw new Error('cannot be read: it is damaged, its checksum does not match, or it is no table of results');
  }
  if (!(rowCount >= 0 && rowCount <= MAX_ROWS)) throw new Error(`${rowCount} rows: must have at most ${MAX_ROWS}`);
  const out = columns.map(({ kind }) =>
    kind === 'text' ? new Array<string | null>(rowCount).fill(null) : new Float64Array(rowCount).fill(Number.NaN),
  );
  const index = new Map(columns.map(({ name }, c) => [name, c]));
  try {
    await parquetRead({
      file: bufferOf(bytes),
      columns: columns.map(({ name }) => name),
      onChunk({ columnName, columnData: cells, rowStart }) {
        const c = index.get(columnName) ?? 0;
        const values = out[c];
        for (let i = 0; i < cells.length; i++) {
          const cell: unknown = cells[i];
          if (Array.isArray(values)) values[rowStart + i] = typeof cell === 'string' ? cell : null;
          else if (cell !== null && cell !== undefined) values[rowStart + i] = Number(cell);
        }
      },
    });
  } catch (cause) {
    throw new Error('cannot be read as a table of results: it is damaged or has other columns', { cause });
  }
  return { rowCount, columns: out };
}

/** Rows as CSV text, in pieces; the first has the names of the columns. Numbers have the fewest digits that give the same double. */
export function csvHeader(columns: readonly ResultColumn[]): string {
  return `${columns.map(({ name }) => csvText(name)).join(',')}\n`;
}

export function csvRows(columns: readonly ResultColumn[], table: ResultTable): string {
  let text = '';
  for (let row = 0; row < table.rowCount; row++) {
    text += `${columns.map((_, c) => csvCell(table.columns[c][row])).join(',')}\n`;
  }
  return text;
}

function csvCell(cell: number | string | null): string {
  if (cell === null || Number.isNaN(cell)) return '';
  if (typeof cell === 'string') return csvText(cell);
  return Object.is(cell, -0) ? '-0' : String(cell);
}

/** Quoted where a comma, a quote or a line break would be read as CSV syntax (RFC 4180). */
function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
