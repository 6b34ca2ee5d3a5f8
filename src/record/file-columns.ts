import { CONTACT_MODES, TABLE_COLUMNS, type TableName } from './columns.ts';
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

/**
 * The columns of a table for people and other programs: modes are written as words, and beside each index of a body
 * stands its name (`body` and `name`, `bodyA` and `nameA`), which a reader of the library does not need.
 */
export function fileColumns(tableName: TableName, table: Table, bodies: readonly string[]): FileColumn[] {
  const columns: Columns = TABLE_COLUMNS[tableName];
  return columnNames(columns).flatMap((name) => fileColumn(name, columns[name], table.columns[name], bodies));
}

function fileColumn(name: string, column: Column, values: Float64Array, bodies: readonly string[]): FileColumn[] {
  const { unit, meaning } = column;
  if (column.kind === 'number') return [{ name, unit, meaning, kind: 'number', values, words: [] }];
  if (column.kind === 'index') return [{ name, unit, meaning, kind: 'index', values, words: [] }];
  if (column.kind === 'mode') return [{ name, unit, meaning, kind: 'word', values, words: CONTACT_MODES }];
  const bodyName = name.replace('body', 'name');
  const index: FileColumn = { name, unit, meaning, kind: 'index', values, words: [] };
  return [index, { ...index, name: bodyName, meaning: 'name of that body', kind: 'word', words: bodies }];
}
