import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { joinBytes } from '../formats/text-bytes.ts';
import { TABLE_COLUMNS, type TableName } from './columns.ts';
import { fileColumns, type RecordingLabels } from './file-columns.ts';
import { columnMetadata, parquetColumn } from './parquet.ts';
import { type Columns, columnNames, type Table } from './table.ts';

/** A Parquet file written incrementally: groups of rows, one after the other, then its footer. */
export interface ParquetStream {
  /** The next bytes of the file, with these rows as a row group. `labels` may have grown since the last call. */
  encode(table: Table, labels: RecordingLabels): Uint8Array;
  /** The last bytes of the file. */
  finish(): Uint8Array;
  /** The current position, for `reset` when bytes could not be written. */
  mark(): StreamMark;
  reset(mark: StreamMark): void;
}

export interface StreamMark {
  readonly groups: number;
  readonly indexes: number;
  readonly rows: bigint;
  readonly offset: number;
  readonly isBegun: boolean;
}

export function createParquetStream(tableName: TableName): ParquetStream {
  const columns: Columns = TABLE_COLUMNS[tableName];
  const none = Object.fromEntries(columnNames(columns).map((name) => [name, new Float64Array()]));
  const emptyColumns = fileColumns(tableName, { rowCount: 0, columns: none }, { bodies: [] });
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: emptyColumns.map(parquetColumn) }),
    kvMetadata: columnMetadata(emptyColumns),
  });
  const header = bytes.getBytes().slice();
  let isBegun = false;
  bytes.index = 0;
  /** Returns the bytes written since the last call; file offsets continue from there. */
  const take = () => {
    const taken = isBegun ? bytes.getBytes().slice() : joinBytes([header, bytes.getBytes()]);
    isBegun = true;
    bytes.index = 0;
    return taken;
  };
  return {
    encode(table: Table, labels: RecordingLabels): Uint8Array {
      const columnData = fileColumns(tableName, table, labels).map(parquetColumn);
      writer.write({ columnData, rowGroupSize: Math.max(table.rowCount, 1) });
      return take();
    },
    finish(): Uint8Array {
      writer.finish();
      return take();
    },
    mark: () => ({
      groups: writer.row_groups.length,
      indexes: writer.pendingIndexes.length,
      rows: writer.num_rows,
      offset: bytes.offset,
      isBegun,
    }),
    reset({ groups, indexes, rows, offset, ...mark }: StreamMark): void {
      isBegun = mark.isBegun;
      writer.row_groups.length = groups;
      writer.pendingIndexes.length = indexes;
      writer.num_rows = rows;
      bytes.offset = offset;
      bytes.index = 0;
    },
  };
}
