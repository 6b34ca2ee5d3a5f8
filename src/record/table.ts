import { expectFinite } from '../math/finite.ts';

/**
 * A table is a set of equally long columns of doubles. Indices of bodies and of labels are stored as doubles too, so
 * the recorder, the files and the plots use one kind of column.
 */
export interface Table<Name extends string = string> {
  readonly rowCount: number;
  readonly columns: Readonly<Record<Name, Float64Array>>;
}

/**
 * Content of a column: a quantity, the index of a body of the scene, an integer of at least -1, or the index in a list of labels:
 * contact modes, Hessians of the tracker, rules and regions of vehicle contacts, names of features.
 */
export interface Column {
  readonly unit: string;
  readonly meaning: string;
  readonly kind: 'number' | 'body' | 'index' | 'mode' | 'hessian' | 'rule' | 'region' | 'feature';
}

/** The columns of a table by name, in the order in which files list them. */
export type Columns<Name extends string = string> = Readonly<Record<Name, Column>>;

/** The names of the columns, in order. */
export function columnNames<Name extends string>(columns: Columns<Name>): Name[] {
  return Object.keys(columns) as Name[];
}

/** A table that grows row by row. */
export interface GrowingTable<Name extends string> {
  rowCount: number;
  readonly columns: Record<Name, Float64Array>;
}

const FIRST_CAPACITY = 64;

export function createGrowingTable<Name extends string>(columns: Columns<Name>): GrowingTable<Name> {
  const entries = columnNames(columns).map((name) => [name, new Float64Array(FIRST_CAPACITY)]);
  return { rowCount: 0, columns: Object.fromEntries(entries) };
}

/** Throws a NonFiniteError for a cell that is not finite. Columns double when full, for amortised constant cost per row. */
export function appendRow<Name extends string>(table: GrowingTable<Name>, row: Readonly<Record<Name, number>>): void {
  const { columns, rowCount } = table;
  for (const name in columns) {
    if (rowCount === columns[name].length) {
      const longer = new Float64Array(2 * rowCount);
      longer.set(columns[name]);
      columns[name] = longer;
    }
    columns[name][rowCount] = expectFinite(row[name], name);
  }
  table.rowCount++;
}

/** The rows so far as a table of its own, without the unused capacity. */
export function finishTable<Name extends string>(table: GrowingTable<Name>): Table<Name> {
  const entries = Object.entries<Float64Array>(table.columns).map(([name, values]) => [
    name,
    values.slice(0, table.rowCount),
  ]);
  return { rowCount: table.rowCount, columns: Object.fromEntries(entries) };
}
