import {
  CONTACT_MODES,
  CONTACT_RULES,
  PAIR_REGIONS,
  TABLE_COLUMNS,
  type TableName,
  TRACKER_HESSIANS,
} from './columns.ts';
import { type Column, type Columns, columnNames, type Table } from './table.ts';

/** A column as shown in files: numbers, integers, or labels given by their index in a list. */
export interface FileColumn {
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
  readonly kind: 'number' | 'index' | 'label';
  readonly values: Float64Array;
  /** For the kind `label`: the labels of the values. */
  readonly labels: readonly string[];
}

/** The lists of labels of one recording. */
export interface RecordingLabels {
  /** Names of the bodies. */
  readonly bodies: readonly string[];
  /** Names of the features with closest points; absent unless bodies are tracked. */
  readonly features?: readonly string[];
}

/** Labels of the values of a column; undefined for columns of numbers. */
export function columnLabels({ kind }: Column, { features = [] }: RecordingLabels): readonly string[] | undefined {
  if (kind === 'mode') return CONTACT_MODES;
  if (kind === 'hessian') return TRACKER_HESSIANS;
  if (kind === 'rule') return CONTACT_RULES;
  if (kind === 'region') return PAIR_REGIONS;
  return kind === 'feature' ? features : undefined;
}

/**
 * The columns of a table for people and other programs: modes and features are written as labels, and each body index is
 * followed by a column with the name (`body` and `name`, `bodyA` and `nameA`), which a reader of the library does not need.
 */
export function fileColumns(tableName: TableName, table: Table, recording: RecordingLabels): FileColumn[] {
  const columns: Columns = TABLE_COLUMNS[tableName];
  return columnNames(columns).flatMap((name) => fileColumn(name, columns[name], table.columns[name], recording));
}

function fileColumn(name: string, column: Column, values: Float64Array, recording: RecordingLabels): FileColumn[] {
  const { unit, meaning } = column;
  const labels = columnLabels(column, recording);
  if (labels !== undefined) return [{ name, unit, meaning, kind: 'label', values, labels }];
  const plain: FileColumn = {
    name,
    unit,
    meaning,
    kind: column.kind === 'number' ? 'number' : 'index',
    values,
    labels: [],
  };
  if (column.kind !== 'body') return [plain];
  const bodyName = name.replace('body', 'name');
  return [plain, { ...plain, name: bodyName, meaning: 'name of that body', kind: 'label', labels: recording.bodies }];
}
