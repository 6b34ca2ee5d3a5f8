import { formatNumber } from '../../src/picture/format-number.ts';
import { rangeOf } from '../../src/statistics/bins.ts';
import { distinctValues } from '../../src/statistics/sorted-order.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import type { Store } from '../session/store.ts';
import { type Column, labelOf, type SweepResults } from './sweep-results.ts';

/** Context of the views of a sweep. */
export interface SweepContext {
  readonly studio: Studio;
  readonly results: SweepResults;
  /** The marked row. */
  readonly marked: Store<{ readonly row: number | undefined }>;
  /** Marks a row, runs its case and shows it. */
  run(row: number): void;
}

/** A view of the results; released when `signal` is aborted. */
export type SweepView = (context: SweepContext, signal: AbortSignal) => HTMLElement;

/** A choice of columns; the first one is chosen where `initial` is not among them. */
export function columnChoice(
  label: string,
  columns: readonly Column[],
  initial: Column | undefined,
  onChange: () => void,
): { readonly element: HTMLElement; get(): Column } {
  const options = columns.map((column, i) => element('option', { value: String(i) }, labelOf(column)));
  const select = element('select', { className: 'field' }, ...options);
  select.value = String(Math.max(initial ? columns.indexOf(initial) : 0, 0));
  select.addEventListener('change', onChange);
  return { element: element('label', {}, `${label} `, select), get: () => columns[Number(select.value)] };
}

/** Text of a cell. */
export function cellText({ values, texts, kind }: Column, row: number, digits: 'short' | 'full' = 'short'): string {
  const value = values[row];
  if (Number.isNaN(value)) return '';
  if (texts) return texts[value];
  return kind === 'index' || digits === 'full' ? String(value) : formatNumber(value);
}

/** `run 17: speed 0.2 m/s, dockings 1`: the values of a row in words. */
export function rowText({ columns }: SweepResults, row: number, shown: readonly Column[]): string {
  const parts = shown.map((column) => {
    const unit = column.unit === '' || column.unit === '1' ? '' : ` ${column.unit}`;
    return `${column.name} ${cellText(column, row) || 'empty'}${cellText(column, row) === '' ? '' : unit}`;
  });
  return `run ${columns[0].values[row]}: ${parts.join(', ')}`;
}

/** Range of a column; texts have their indices. Columns without values have 0 to 1. */
export function columnRange({ values }: Column): [min: number, max: number] {
  const [min, max] = rangeOf(values);
  return min <= max ? [min, max] : [0, 1];
}

/** Whether a column has different values. */
export function varies(column: Column): boolean {
  const [min, max] = rangeOf(column.values);
  return min < max;
}

/** Whether a column has more values than a plot has rows of points. */
export function isContinuous({ values, texts }: Column): boolean {
  return texts === undefined && distinctValues(values, 12) === undefined;
}

/** The columns that a plot starts with: axes and outputs that vary, those with many values first. */
export function firstColumns(columns: readonly Column[]): { axes: Column[]; outputs: Column[] } {
  const varying = columns.filter(varies);
  const of = (role: Column['role']) => {
    const found = varying.filter((column) => column.role === role);
    return found.length > 0 ? found : columns.filter((column) => column.role === role);
  };
  // numbers before texts: they make better coordinates
  const [axes, outputs] = [of('axis'), of('output')].map((found) => [
    ...found.filter(isContinuous),
    ...found.filter((column) => !isContinuous(column) && column.texts === undefined),
    ...found.filter(({ texts }) => texts !== undefined),
  ]);
  return { axes, outputs };
}
