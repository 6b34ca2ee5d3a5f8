/**
 * Messages of the query server: an object of JSON with arrays of numbers. In the text form the arrays are lists of lists in the object;
 * in the binary form (`frame.ts`) they follow it as raw numbers.
 */
import { plainJson } from '../../record/exact-json.ts';
import { QueryError } from '../fields.ts';
import type { Fields } from '../query-operation.ts';

/** Numbers with their dimensions: [n] or [n, width]. */
export interface NumberArray {
  readonly dimensions: readonly number[];
  readonly values: Float64Array | Int32Array;
}

export interface Message {
  readonly fields: Fields;
  /** The arrays of the binary form; those of the text form are in `fields`. */
  readonly arrays: Readonly<Record<string, NumberArray>>;
}

/** Columns of the table of a batch: name and width, in order. */
export type Columns = Readonly<Record<string, number>>;

/** An answer: an object, arrays, and the table of a batch, which has a row for each item. */
export interface Answer extends Message {
  readonly table?: { readonly columns: Columns; readonly count: number; readonly values: Float64Array };
}

/** Numbers in a row of a table. */
export function rowWidth(columns: Columns): number {
  return Object.values(columns).reduce((sum, width) => sum + width, 0);
}

/** Rows of a message: `values` has `count` rows of `width` numbers. */
export interface Rows {
  readonly values: Float64Array;
  readonly count: number;
  readonly width: number;
}

/** Whether the message has this array or field. */
export function hasArray({ fields, arrays }: Message, name: string): boolean {
  return Object.hasOwn(arrays, name) || fields[name] !== undefined;
}

/** Rows of one of the given widths. In a binary message numbers are not checked here: an invalid row is an error of that row. */
export function rowsAt(message: Message, name: string, widths: readonly number[]): Rows {
  const expected = `rows of ${widths.join(' or ')} numbers`;
  if (!Object.hasOwn(message.arrays, name)) return rowsOfLists(message.fields[name], name, widths, expected);
  const { dimensions, values } = message.arrays[name];
  const [count, width = 1] = dimensions;
  if (dimensions.length > 2 || !widths.includes(width)) {
    throw new QueryError(name, `an array of ${dimensions.join(' x ')}`, expected);
  }
  return { values: values instanceof Float64Array ? values : Float64Array.from(values), count, width };
}

function rowsOfLists(given: unknown, name: string, widths: readonly number[], expected: string): Rows {
  if (!Array.isArray(given)) throw new QueryError(name, given, expected);
  const lists: unknown[] = widths.includes(1) ? given.map((row) => (Array.isArray(row) ? row : [row])) : given;
  const width = Array.isArray(lists[0]) ? lists[0].length : (widths[0] ?? 1);
  const values = new Float64Array(lists.length * width);
  lists.forEach((row, i) => {
    if (!Array.isArray(row) || row.length !== width || !widths.includes(width) || !row.every(Number.isFinite)) {
      throw new QueryError(`${name}[${i}]`, given[i], `${widths.join(' or ')} finite numbers`);
    }
    values.set(row, i * width);
  });
  return { values, count: lists.length, width };
}

/** Rows of `width` indices below `limit`. */
export function indicesAt(message: Message, name: string, width: number, limit: number): Int32Array {
  const { values } = rowsAt(message, name, [width]);
  const wrong = values.findIndex((value) => !(Number.isInteger(value) && value >= 0 && value < limit));
  if (wrong >= 0) {
    throw new QueryError(`${name}[${Math.floor(wrong / width)}]`, values[wrong], `an index from 0 to ${limit - 1}`);
  }
  return Int32Array.from(values);
}

/** One line of JSON, with the arrays as lists and each column of a table by its name. */
export function answerText({ fields, arrays, table }: Answer): string {
  const lists = Object.entries(arrays).map(([name, array]) => [name, toLists(array)]);
  return plainJson({ ...fields, ...Object.fromEntries(lists), ...(table && columnLists(table)) });
}

function toLists({ dimensions, values }: NumberArray): unknown[] {
  const [count, width] = dimensions;
  if (width === undefined) return Array.from(values);
  return Array.from({ length: count }, (_, i) => Array.from(values.subarray(i * width, (i + 1) * width)));
}

function columnLists({ columns, count, values }: NonNullable<Answer['table']>): Fields {
  const total = rowWidth(columns);
  const lists: Record<string, unknown> = {};
  let first = 0;
  for (const [name, width] of Object.entries(columns)) {
    const at = first;
    const item = (i: number) => values.subarray(i * total + at, i * total + at + width);
    lists[name] = Array.from({ length: count }, (_, i) => (width === 1 ? item(i)[0] : Array.from(item(i))));
    first += width;
  }
  return lists;
}
