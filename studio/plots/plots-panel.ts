import { element } from '../page/element.ts';
import type { Panel, Studio } from '../page/studio.ts';
import { followTheme, keep, readStored } from '../page/theme.ts';
import type { Recorded, SessionState } from '../session/session.ts';
import { type ChartView, createChartView, type TimeWindow } from './chart-view.ts';
import { CHARTS, type Chart, type Chosen, chartData, chartsOf } from './charts.ts';
import { followGaps } from './gaps.ts';
import { collidingPairs } from './main-pairs.ts';
import { createSaveChoice } from './save-chart.ts';
import type { ChartData } from './series.ts';
import './plots.css';

/** Number of charts that open with a scene. */
const OPEN = 3;
const OPEN_CHARTS_KEY = 'appulse-charts';

interface OpenChart {
  readonly chart: Chart;
  readonly view: ChartView;
  readonly card: HTMLElement;
  log: boolean;
}

/** Quantities over time, with the time cursor. */
export const plotsPanel: Panel = (studio, signal) => {
  const { session } = studio;
  const adder = element('select', { className: 'field', 'aria-label': 'Add a chart', hidden: true });
  const whole = element('button', { type: 'button', className: 'button quiet', hidden: true }, 'Whole run');
  const hint =
    'Drag over a chart to zoom, double click to see all, click to go there; names below a chart show and hide its lines.';
  const charts = element('div', { className: 'plots-charts', title: hint });
  const panel = element(
    'section',
    { className: 'plots', 'aria-label': 'Plots' },
    element('div', { className: 'plots-bar' }, adder, whole),
    charts,
  );
  const open = new Map<string, OpenChart>();
  // each chart, not the panel: another one that opens makes it narrower
  const sized = new ResizeObserver((entries) => {
    const changed = new Set(entries.map(({ target }) => target));
    for (const { view } of open.values()) if (changed.has(view.element)) view.resize();
  });
  let gaps: ChartData | undefined;
  let zoom: TimeWindow;

  /** All charts show the same part of the run. */
  const setZoom = (window: TimeWindow) => {
    zoom = window;
    whole.hidden = window === undefined;
    for (const { view } of open.values()) view.zoom(window);
  };
  whole.addEventListener('click', () => setZoom(undefined), { signal });
  const chosen = (state: SessionState): Chosen => ({ body: chosenBody(state), gaps });
  const close = (id: string) => {
    const closed = open.get(id);
    if (closed === undefined) return;
    sized.unobserve(closed.view.element);
    closed.view.dispose();
    closed.card.remove();
    open.delete(id);
  };
  const refill = (concerns: (chart: Chart) => boolean = () => true) => {
    const { recorded } = session.get();
    adder.hidden = recorded === undefined;
    if (recorded === undefined) return;
    for (const { chart, view, log, card } of open.values()) {
      if (!concerns(chart)) continue;
      const data = chartData(chart, recorded, chosen(session.get()));
      card.hidden = data === undefined;
      if (data) view.show(data, log);
    }
    offer(adder, chartsOf(recorded, chosen(session.get())), open);
  };
  const add = (id: string) => {
    const chart = CHARTS.find((offered) => offered.id === id);
    if (chart === undefined || open.has(id)) return;
    const made = createCard(
      studio,
      chart,
      setZoom,
      () => {
        close(id);
        refill((other) => other.id === id);
        remember(open);
      },
      () => refill((other) => other.id === id),
    );
    open.set(id, made);
    made.view.zoom(zoom);
    charts.append(made.card);
    sized.observe(made.view.element);
  };
  adder.addEventListener(
    'change',
    () => {
      const { value } = adder;
      add(value);
      refill(({ id }) => id === value);
      remember(open);
    },
    { signal },
  );
  session.follow(
    ['recorded'],
    ({ recorded }) => {
      gaps = undefined;
      setZoom(undefined);
      if (recorded === undefined) return refill();
      if (open.size === 0) for (const id of firstCharts(recorded, chosen(session.get()))) add(id);
      refill();
    },
    signal,
  );
  followGaps(studio, signal, (found) => {
    gaps = found;
    if (readStored(OPEN_CHARTS_KEY) === undefined) {
      if (open.size >= OPEN && !open.has('gap')) close([...open.keys()][OPEN - 1]);
      add('gap');
      const card = open.get('gap')?.card;
      if (card) charts.prepend(card);
    }
    refill();
  });
  session.follow(['selection'], () => refill(({ from }) => from === 'body'), signal);
  session.follow(
    ['time'],
    ({ time }) => {
      for (const { view } of open.values()) view.setTime(time);
    },
    signal,
  );
  followTheme(() => refill(), signal);
  signal.addEventListener('abort', () => {
    sized.disconnect();
    for (const id of [...open.keys()]) close(id);
  });
  return panel;
};

/** The charts that were open last time, if this recording has them; else the first ones. */
function firstCharts(recorded: Recorded, chosen: Chosen): readonly string[] {
  const offered = chartsOf(recorded, chosen).map(({ id }) => id);
  const stored = (readStored(OPEN_CHARTS_KEY) ?? '').split(' ').filter((id) => offered.includes(id));
  return stored.length > 0 ? stored : offered.slice(0, OPEN);
}

function remember(open: ReadonlyMap<string, OpenChart>): void {
  keep(OPEN_CHARTS_KEY, [...open.keys()].join(' '));
}

const defaultBodies = new WeakMap<Recorded, number>();

/** The selected body; else a free one of the pair that collides; else the first free one; else the first. */
export function chosenBody({ selection, recorded }: SessionState): number {
  if (selection?.kind === 'body') return selection.body;
  if (recorded === undefined) return 0;
  const body = defaultBodies.get(recorded) ?? defaultBody(recorded);
  defaultBodies.set(recorded, body);
  return body;
}

function defaultBody({ recording, scene }: Recorded): number {
  const isFree = (body: number) => {
    const one = scene.bodies[body];
    return !('motion' in one) || one.motion === 'free';
  };
  const [pair = []] = collidingPairs(recording, scene, 1);
  const free = pair.find(isFree) ?? scene.bodies.findIndex((_, body) => isFree(body));
  return Math.max(free, 0);
}

function offer(adder: HTMLSelectElement, charts: readonly Chart[], open: ReadonlyMap<string, OpenChart>): void {
  const more = charts.filter(({ id }) => !open.has(id));
  adder.replaceChildren(
    element('option', { value: '' }, more.length > 0 ? 'Add a chart …' : 'All charts are open'),
    ...more.map(({ id, title }) => element('option', { value: id }, title)),
  );
}

function createCard(
  studio: Studio,
  chart: Chart,
  onZoom: (window: TimeWindow) => void,
  onClose: () => void,
  onChange: () => void,
): OpenChart {
  const view = createChartView(studio, chart, onZoom);
  const heading = element('h2', { className: 'chart-title' }, chart.title);
  const log = element('input', { type: 'checkbox', checked: chart.log ?? false });
  const close = element(
    'button',
    {
      type: 'button',
      className: 'icon-button',
      title: 'Close',
      'aria-label': `Close ${chart.title}`,
      onclick: onClose,
    },
    '×',
  );
  const bar = element(
    'div',
    { className: 'chart-bar' },
    heading,
    element('label', { className: 'chart-log' }, log, 'log'),
    createSaveChoice(studio, chart.title, view),
    close,
  );
  const card = element(
    'article',
    { className: 'chart', 'data-chart': chart.id, 'aria-label': chart.title },
    bar,
    view.element,
  );
  const made: OpenChart = { chart, view, card, log: log.checked };
  log.onchange = () => {
    made.log = log.checked;
    onChange();
  };
  return made;
}
