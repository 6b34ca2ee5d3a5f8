import { reportHtml } from './html.ts';
import { itemPassed, type ReportItem, type Reproducible } from './report-item.ts';
import { rigidBodyItems } from './rigid-bodies/items.ts';
import { solidItems } from './solids/items.ts';
import { sweepItems } from './sweeps/items.ts';
import { trackingItems } from './tracking/items.ts';
import { vehicleItems } from './vehicles/items.ts';
import { velocityContactItems } from './velocity-contact/items.ts';

/** Result of `reproduce`: the items as data, and an HTML page. */
export interface Reproduction {
  readonly items: readonly ReportItem[];
  readonly passed: boolean;
  readonly html: string;
}

/** All claims of all sources, in the order of the report; then rigid-body worlds, against closed-form solutions, and the example sweeps. */
export const reproducibles: readonly Reproducible[] = [
  ...rigidBodyItems,
  ...trackingItems,
  ...velocityContactItems,
  ...vehicleItems,
  ...solidItems,
  ...sweepItems,
];

/**
 * Reproduces the claims with the given ids (by default all, which takes minutes). `onProgress` receives the completed
 * fraction, 0 to 1, and the id of the next item. Unknown ids are ignored.
 *
 * @example
 * ```ts
 * import { reproduce } from 'appulse/reproduce';
 *
 * const { items, passed } = reproduce(['rigid-docking', 'hertz-impact']);
 * console.log(items.length, passed); // 2 true
 * ```
 */
export function reproduce(
  selection: readonly string[] = reproducibles.map(({ id }) => id),
  onProgress: (fraction: number, next: string) => void = () => {},
): Reproduction {
  const chosen = reproducibles.filter(({ id }) => selection.includes(id));
  const items = chosen.map((item, i) => {
    onProgress(i / chosen.length, item.id);
    return item.make();
  });
  onProgress(1, '');
  return reproductionOf(items);
}

/** The result of items that were computed before, and their page. */
export function reproductionOf(items: readonly ReportItem[]): Reproduction {
  return { items, passed: items.every(itemPassed), html: reportHtml(items) };
}
