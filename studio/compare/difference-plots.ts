import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { followTheme } from '../page/theme.ts';
import { type ChartView, createChartView } from '../plots/chart-view.ts';
import type { Chart } from '../plots/charts.ts';
import { dataOf, differenceData, sharedCharts } from './difference.ts';
import '../plots/plots.css';

/** A quantity of both sides, and what the right one has more than the left, over time. */
export function createDifferencePlots(
  left: Studio,
  right: Studio,
  names: () => readonly [string, string],
  signal: AbortSignal,
): HTMLElement {
  const choice = element('select', { className: 'field', 'aria-label': 'Quantity' });
  const places = {
    both: element('div', { className: 'chart compare-chart' }),
    difference: element('div', { className: 'chart compare-chart' }),
  };
  const quantity = element('label', { className: 'compare-quantity' }, 'Quantity ', choice);
  const pictures = element('div', { className: 'compare-charts' }, places.both, places.difference);
  const none = element('p', { className: 'muted' }, 'The two have no quantity in common.');
  let views: ChartView[] = [];
  const draw = (charts: readonly Chart[]) => {
    for (const view of views) view.dispose();
    views = [];
    const [a, b] = [left.session.get().recorded, right.session.get().recorded];
    const chart = charts.find(({ id }) => id === choice.value) ?? charts[0];
    none.hidden = chart !== undefined || a === undefined || b === undefined;
    quantity.hidden = pictures.hidden = chart === undefined;
    for (const what of ['both', 'difference'] as const) {
      places[what].replaceChildren();
      if (chart === undefined || a === undefined || b === undefined) continue;
      const [dataA, dataB] = [dataOf(chart, a), dataOf(chart, b)];
      if (dataA === undefined || dataB === undefined) continue;
      const view = createChartView(left, chart);
      const title = what === 'both' ? chart.title : `${chart.title}: difference`;
      places[what].append(
        element('div', { className: 'chart-bar' }, element('h2', { className: 'chart-title' }, title)),
        view.element,
      );
      view.show(differenceData(dataA, dataB, names(), what), what === 'both' && (chart.log ?? false));
      views.push(view);
    }
  };
  const refill = () => {
    const [a, b] = [left.session.get().recorded, right.session.get().recorded];
    const charts = a && b ? sharedCharts(a, b) : [];
    const chosen = choice.value;
    choice.replaceChildren(...charts.map(({ id, title }) => element('option', { value: id }, title)));
    if (charts.some(({ id }) => id === chosen)) choice.value = chosen;
    draw(charts);
  };
  choice.addEventListener('change', refill, { signal });
  for (const side of [left, right]) side.session.follow(['recorded'], refill, signal);
  left.session.follow(
    ['time'],
    ({ time }) => {
      for (const view of views) view.setTime(time);
    },
    signal,
  );
  followTheme(refill, signal);
  const sized = new ResizeObserver(() => {
    for (const view of views) view.resize();
  });
  sized.observe(places.both);
  signal.addEventListener('abort', () => {
    sized.disconnect();
    for (const view of views) view.dispose();
  });
  return element('section', { className: 'compare-plots', 'aria-label': 'Differences' }, quantity, none, pictures);
}
