import './sweep.css';
import { element } from '../page/element.ts';
import type { Page, Studio } from '../page/studio.ts';
import { keep, readStored } from '../page/theme.ts';
import { createStore } from '../session/store.ts';
import { createCasePanel } from './case-panel.ts';
import { heatMap } from './heat-map.ts';
import { histogram } from './histogram.ts';
import { fetchSweep, openSweepFiles } from './load-sweep.ts';
import { parallelCoordinates } from './parallel-coordinates.ts';
import { rates } from './rates.ts';
import { runTable } from './run-table.ts';
import { scatter } from './scatter.ts';
import { sensitivityView } from './sensitivity-view.ts';
import type { SweepContext, SweepView } from './sweep-context.ts';
import type { SweepResults } from './sweep-results.ts';

const VIEWS: readonly { readonly id: string; readonly label: string; readonly view: SweepView }[] = [
  { id: 'table', label: 'Table', view: runTable },
  { id: 'scatter', label: 'Scatter', view: scatter },
  { id: 'histogram', label: 'Histogram', view: histogram },
  { id: 'heat', label: 'Heat map', view: heatMap },
  { id: 'parallel', label: 'Parallel', view: parallelCoordinates },
  { id: 'sensitivity', label: 'Sensitivity', view: sensitivityView },
  { id: 'rates', label: 'Rates', view: rates },
];

const KEY = 'appulse-sweep-view';

/** Results of a sweep: table, plots and statistics; a click on a run computes it again and shows it. */
export const sweepPage: Page = (studio, { route }, signal) => {
  const name = route.page === 'sweep' ? route.name : undefined;
  if (name === undefined) return openPage(studio, signal);
  const title = element('h1', {}, name);
  const state = element('p', { className: 'muted', role: 'status' }, 'Loading …');
  const head = element('div', { className: 'sweep-title' }, title, state);
  const page = element('main', { className: 'sweep' }, head);
  const tell = (done: number, total: number) => {
    state.textContent = `Loading ${done} of ${total} files …`;
  };
  const load = async () => {
    const files = await fetchSweep(name, signal, tell);
    // the worker may be busy with a scene of another page
    const job = studio.runner.start('open-sweep', { files }, ({ done, total }) => tell(done, total));
    signal.addEventListener('abort', () => job.cancel(), { once: true });
    const results = await job.result;
    if (signal.aborted) return;
    title.textContent = results.title;
    document.title = `${results.title} · Appulse`;
    state.textContent = countText(results);
    page.append(content(studio, name, results, signal));
  };
  load().catch((error: Error) => {
    if (signal.aborted) return;
    state.textContent = 'These results could not be opened.';
    page.append(element('p', { className: 'sweep-problem' }, error.message), ...openButtons(studio, signal));
    studio.announce(error.message, 'error');
  });
  return page;
};

function countText({ rowCount, runCount, columns }: SweepResults): string {
  const status = columns.find(({ name }) => name === 'status');
  const end = status?.texts?.indexOf('end') ?? -1;
  const failed = status ? status.values.reduce((count, value) => count + (value === end ? 0 : 1), 0) : 0;
  const part = rowCount < runCount ? ` of ${runCount}` : '';
  return `${rowCount}${part} runs, ${failed} failed`;
}

function content(studio: Studio, name: string, results: SweepResults, signal: AbortSignal): HTMLElement {
  const casePanel = createCasePanel(studio, name, results, signal);
  const marked = createStore<{ row: number | undefined }>({ row: undefined });
  const context: SweepContext = {
    studio,
    results,
    marked,
    run(row) {
      marked.set({ row });
      casePanel.run(row);
    },
  };
  return element('div', { className: 'sweep-content' }, tabs(context, signal), casePanel.element);
}

/** The views as tabs; only the shown one exists. Arrow keys switch. */
function tabs(context: SweepContext, signal: AbortSignal): HTMLElement {
  const place = element('div', { id: 'sweep-panel', role: 'tabpanel', className: 'sweep-panel' });
  let shown: AbortController | undefined;
  const buttons = VIEWS.map(({ id, label }) =>
    element('button', { type: 'button', id: `sweep-tab-${id}`, role: 'tab', 'aria-controls': 'sweep-panel' }, label),
  );
  const show = (index: number) => {
    shown?.abort();
    shown = new AbortController();
    keep(KEY, VIEWS[index].id);
    buttons.forEach((button, i) => {
      button.setAttribute('aria-selected', String(i === index));
      button.tabIndex = i === index ? 0 : -1;
    });
    place.setAttribute('aria-labelledby', buttons[index].id);
    place.replaceChildren(VIEWS[index].view(context, shown.signal));
  };
  signal.addEventListener('abort', () => shown?.abort(), { once: true });
  buttons.forEach((button, i) => {
    button.addEventListener('click', () => show(i));
    button.addEventListener('keydown', (event) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: VIEWS.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = (to + VIEWS.length) % VIEWS.length;
      show(next);
      buttons[next].focus();
    });
  });
  const stored = VIEWS.findIndex(({ id }) => id === readStored(KEY));
  show(Math.max(stored, 0));
  const list = element('div', { role: 'tablist', className: 'tabs', 'aria-label': 'Views' }, ...buttons);
  return element('div', { className: 'sweep-main' }, list, place);
}

/** Without results: how to get and open some. */
function openPage(studio: Studio, signal: AbortSignal): HTMLElement {
  return element(
    'main',
    { className: 'page sweep-open' },
    element('h1', {}, 'Sweeps'),
    element(
      'p',
      { className: 'lead' },
      'A sweep runs one scene many times with changed parameters. Open its results here: the folder that “appulse sweep” wrote.',
    ),
    element('pre', { tabIndex: 0 }, element('code', {}, COMMANDS)),
    ...openButtons(studio, signal),
    element(
      'p',
      {},
      'The files are read in this page and not sent anywhere. ',
      element('a', { href: '#/guide/sweeps' }, 'Guide: sweeps'),
    ),
  );
}

const COMMANDS = `appulse sweep examples/sweeps/docking-errors.sweep.json
appulse studio out/docking-errors.sweep`;

function openButtons(studio: Studio, signal: AbortSignal): HTMLElement[] {
  const input = (label: string, isFolder: boolean) => {
    const field = element('input', {
      type: 'file',
      multiple: true,
      className: 'visually-hidden',
      tabIndex: -1,
      'aria-label': label,
    });
    field.webkitdirectory = isFolder;
    field.addEventListener('change', () => void open(studio, [...(field.files ?? [])]), { signal });
    const button = element('button', { type: 'button', className: 'button', onclick: () => field.click() }, label);
    return [button, field];
  };
  return [
    element('p', { className: 'sweep-buttons' }, ...input('Open a folder …', true), ...input('Open files …', false)),
  ];
}

async function open(studio: Studio, files: readonly File[]): Promise<void> {
  // a folder also has the recordings of its runs
  const wanted = files.filter(({ webkitRelativePath }) => !webkitRelativePath.includes('/recordings/'));
  try {
    const read = wanted.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
    openSweepFiles(await Promise.all(read));
  } catch (error) {
    studio.announce(error instanceof Error ? error.message : String(error), 'error');
  }
}
