import type { Drawing } from '../src/picture/drawing.ts';
import { formatNumber } from '../src/picture/format-number.ts';
import type { Plot } from '../src/picture/plot.ts';

/** A reproduced claim of a source: expected and measured values, and whether they agree. */
export interface ReportItem {
  readonly id: string;
  /** Row of docs/equations.md, such as `[CP13-3.1]`, and errata. */
  readonly source: string;
  readonly title: string;
  /** Short description of the computation. */
  readonly description: string;
  readonly checks: readonly Check[];
  readonly tables?: readonly Table[];
  readonly plots?: readonly Plot[];
  readonly drawings?: readonly Drawing[];
}

/**
 * One comparison of a reproduced claim: what was compared, the expected and the measured value as text, and the result.
 */
export interface Check {
  readonly what: string;
  readonly expected: string;
  readonly measured: string;
  readonly pass: boolean;
}

/** One claim to reproduce; `make` computes it. */
export interface Reproducible {
  readonly id: string;
  make(): ReportItem;
}

/** A table of a reproduced claim, as text. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Passed when the value does not exceed the limit. */
export function atMost(what: string, value: number, limit: number): Check {
  return { what, expected: `at most ${formatNumber(limit)}`, measured: formatNumber(value), pass: value <= limit };
}

/** Passed when the value reaches the limit. */
export function atLeast(what: string, value: number, limit: number): Check {
  return { what, expected: `at least ${formatNumber(limit)}`, measured: formatNumber(value), pass: value >= limit };
}

/** Passed when the value is the expected one up to `tolerance`, relative to max(1, |expected|). */
export function equals(what: string, value: number, expected: number, tolerance = 0): Check {
  const pass = Math.abs(value - expected) <= tolerance * Math.max(1, Math.abs(expected));
  const slack = tolerance === 0 ? '' : ` ± ${formatNumber(tolerance * Math.max(1, Math.abs(expected)))}`;
  return { what, expected: formatNumber(expected) + slack, measured: formatNumber(value), pass };
}

/** The same for several values. */
export function allEqual(what: string, values: readonly number[], expected: readonly number[], tolerance = 0): Check {
  const each = expected.map((value, i) => equals(what, values[i], value, tolerance));
  return {
    what,
    expected: each.map((check) => check.expected).join(', '),
    measured: values.map(formatNumber).join(', '),
    pass: values.length === expected.length && each.every(({ pass }) => pass),
  };
}

/** Whether all checks of an item passed. */
export function itemPassed(item: ReportItem): boolean {
  return item.checks.length > 0 && item.checks.every(({ pass }) => pass);
}
