import type { AxisIndex, DesignShape, RankCorrelation, ResultColumn } from '../../src/entries/sweeps.ts';

/** The specification of a sweep and its scene, as texts. */
export interface SweepFiles {
  readonly spec: string;
  readonly scene?: string;
}

/** A column of results: numbers, or texts as indices into a sorted list. */
export interface Column extends ResultColumn {
  /** One per row; NaN: empty. */
  readonly values: Float64Array;
  /** Of a column of texts. */
  readonly texts?: readonly string[];
}

/** Opened results of a sweep. */
export interface SweepResults {
  readonly title: string;
  readonly rowCount: number;
  /** Runs of the sweep: more than rows while it is not complete. */
  readonly runCount: number;
  readonly columns: readonly Column[];
  readonly shape: DesignShape;
  readonly source: SweepFiles;
}

/** Effect of the axes on one output. */
export interface OutputSensitivity {
  readonly output: string;
  /** One per axis; undefined for texts, and where a column has a single value. */
  readonly correlations: readonly (RankCorrelation | undefined)[];
  readonly indices: readonly AxisIndex[];
}

export interface SensitivityTable {
  readonly axes: readonly string[];
  readonly outputs: readonly OutputSensitivity[];
}

/** Name and unit, as a label of an axis. */
export function labelOf({ name, unit }: Column): string {
  return unit === '' || unit === '1' ? name : `${name} [${unit}]`;
}

export function columnsOf({ columns }: SweepResults, role: ResultColumn['role']): Column[] {
  return columns.filter((column) => column.role === role);
}

/** Columns that can be the coordinates of a plot: axes, outputs and the status; a text with many values is none. */
export function plottable({ columns }: SweepResults): Column[] {
  return columns.filter(({ name, texts }) => name !== 'reason' && (texts === undefined || texts.length <= MAX_TEXTS));
}

/** More texts have no room on an axis. */
const MAX_TEXTS = 40;
