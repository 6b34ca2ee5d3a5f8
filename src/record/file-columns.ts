import { CONTACT_MODES, TABLE_COLUMNS, type TableName, TRACKER_RUNGS } from './columns.ts';
import { type Column, type Columns, columnNames, type Table } from './table.ts';

/** A column as files show it: numbers, whole numbers, or words given by their place in a list. */
export interface FileColumn {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  readonly kind: 'number' | 'index' | 'word';
  readonly values: Float64Array;
  /** Of the kind `word`: what the values stand for. */
  readonly words: readonly string[];
}

/** The lists of words that belong to one recording. */
export interface RecordingWords {
  /** Names of the bodies. */
  readonly bodies: readonly string[];
  /** Names of the features that closest points were on; none unless bodies are tracked. */
  readonly features?: readonly string[];
}

/** What the numbers of a column of words stand for; undefined for columns of numbers. */
export function columnWords({ kind }: Column, { features = [] }: RecordingWords): readonly string[] | undefined {
  if (kind === 'mode') return CONTACT_MODES;
  if (kind === 'hessian') return TRACKER_RUNGS;
  return kind === 'feature' ? features : undefined;
}

/**
 * The columns of a table for people and other programs: modes and features are written as words, and beside each index of
 * a body stands its name (`body` and `name`, `bodyA` and `nameA`), which a reader of the library does not need.
 */
export function fileColumns(tableName: TableName, table: Table, recording: RecordingWords): FileColumn[] {
  const columns: Columns = TABLE_COLUMNS[tableName];
  return columnNames(columns).flatMap((name) => fileColumn(name, columns[name], table.columns[name], recording));
}

function fileColumn(name: string, column: Column, values: Float64Array, recording: RecordingWords): FileColumn[] {
  const { unit, meaning } = column;
  const words = columnWords(column, recording);
  if (words !== undefined) return [{ name, unit, meaning, kind: 'word', values, words }];
  const plain: FileColumn = {
    name,
    unit,
    meaning,
    kind: column.kind === 'number' ? 'number' : 'index',
    values,
    words: [],
  };
  if (column.kind !== 'body') return [plain];
  const bodyName = name.replace('body', 'name');
  return [plain, { ...plain, name: bodyName, meaning: 'name of that body', kind: 'word', words: recording.bodies }];
}
