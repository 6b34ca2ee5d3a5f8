import { reportHtml } from './html.ts';
import { itemPassed, type ReportItem, type Reproducible } from './report-item.ts';
import { rigidBodyItems } from './rigid-bodies/items.ts';
import { solidItems } from './solids/items.ts';
import { trackingItems } from './tracking/items.ts';
import { vehicleItems } from './vehicles/items.ts';
import { velocityContactItems } from './velocity-contact/items.ts';

/** Everything `reproduce` found: the items as data for machines, and a page for people. */
export interface Reproduction {
  readonly items: readonly ReportItem[];
  readonly passed: boolean;
  readonly html: string;
}

/** All claims of all sources, in the order of the report; then worlds of solids, against closed formulas. */
export const reproducibles: readonly Reproducible[] = [
  ...rigidBodyItems,
  ...trackingItems,
  ...velocityContactItems,
  ...vehicleItems,
  ...solidItems,
];

/** Does the chosen claims again (all by default). `onProgress` hears the share done and the name of what comes next. */
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

/** The verdict on some items, and their page. */
export function reproductionOf(items: readonly ReportItem[]): Reproduction {
  return { items, passed: items.every(itemPassed), html: reportHtml(items) };
}
