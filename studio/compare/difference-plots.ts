import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { followTheme } from '../page/theme.ts';
import { type ChartView, createChartView } from '../plots/chart-view.ts';
import type { Chart } from '../plots/charts.ts';
import { followGaps } from '../plots/gaps.ts';
import { chosenBody } from '../plots/plots-panel.ts';
import { createSaveChoice } from '../plots/save-chart.ts';
import type { ChartData } from '../plots/series.ts';
import type { Recorded } from '../session/session.ts';
import { dataOf, differenceData, type Side, sharedCharts } from './difference.ts';
import '../plots/plots.css';

export interface DifferencePlots {
  readonly element: HTMLElement;
  /** The quantity to show when both sides have it; else the first common one. */
  prefer(chart: string): void;
}

/** A quantity of both sides, and the difference right minus left, over time. */
export function createDifferencePlots(
  left: Studio,
  right: Studio,
  names: () => readonly [string, string],
  signal: AbortSignal,
): DifferencePlots {
  const choice = element('select', { className: 'field', 'aria-label': 'Quantity' });
  const containers = {
    both: element('div', { className: 'chart compare-chart' }),
    difference: element('div', { className: 'chart compare-chart' }),
  };
  const quantity = element('label', { className: 'compare-quantity' }, 'Quantity ', choice);
  const pictures = element('div', { className: 'compare-charts' }, containers.both, containers.difference);
  const none = element('p', { className: 'muted' }, 'The two have no quantity in common.');
  let views: ChartView[] = [];
  let wanted: string | undefined;
  const gaps = new WeakMap<Recorded, ChartData>();
  const sideOf = ({ session }: Studio): Side | undefined => {
    const state = session.get();
    const { recorded } = state;
    return recorded && { recorded, chosen: { body: chosenBody(state), gaps: gaps.get(recorded) } };
  };
  const draw = (charts: readonly Chart[]) => {
    for (const view of views) view.dispose();
    views = [];
    const [a, b] = [sideOf(left), sideOf(right)];
    const chart = charts.find(({ id }) => id === choice.value) ?? charts[0];
    none.hidden = chart !== undefined || a === undefined || b === undefined;
    quantity.hidden = pictures.hidden = chart === undefined;
    for (const what of ['both', 'difference'] as const) {
      containers[what].replaceChildren();
      if (chart === undefined || a === undefined || b === undefined) continue;
      const [dataA, dataB] = [dataOf(chart, a), dataOf(chart, b)];
      if (dataA === undefined || dataB === undefined) continue;
      const view = createChartView(left, chart, (window) => {
        for (const one of views) one.zoom(window);
      });
      const title = what === 'both' ? chart.title : `${chart.title}: difference`;
      containers[what].append(
        element(
          'div',
          { className: 'chart-bar' },
          element('h2', { className: 'chart-title' }, title),
          createSaveChoice(left, title, view),
        ),
        view.element,
      );
      const log = chart.log ?? false;
      view.show(
        differenceData(dataA, dataB, names(), log && what === 'difference' ? 'magnitude of difference' : what),
        log,
      );
      views.push(view);
    }
  };
  const refill = () => {
    const [a, b] = [sideOf(left), sideOf(right)];
    const charts = a && b ? sharedCharts(a, b) : [];
    choice.replaceChildren(...charts.map(({ id, title }) => element('option', { value: id }, title)));
    if (charts.some(({ id }) => id === wanted)) choice.value = wanted ?? '';
    draw(charts);
  };
  const change = () => {
    wanted = choice.value;
    refill();
  };
  choice.addEventListener('change', change, { signal });
  for (const side of [left, right]) {
    side.session.follow(['recorded'], refill, signal);
    followGaps(side, signal, (found, recorded) => {
      gaps.set(recorded, found);
      refill();
    });
  }
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
  sized.observe(containers.both);
  signal.addEventListener('abort', () => {
    sized.disconnect();
    for (const view of views) view.dispose();
  });
  return {
    element: element('section', { className: 'compare-plots', 'aria-label': 'Differences' }, quantity, none, pictures),
    prefer(chart) {
      wanted = chart;
    },
  };
}
