import { blockExamples } from 'virtual:blocks';
import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import { routeHref } from '../page/link.ts';
import type { Page, Studio } from '../page/studio.ts';
import { themeColor } from '../page/theme.ts';
import type { OverlayName } from '../session/session.ts';
import { createView } from '../view/create-view.ts';
import type { Mark, Point, View } from '../view/view.ts';
import type { BlockRun } from './run-block.ts';
import '../view/view.css';
import './block.css';

/** Digits of numbers in the table. */
const DIGITS = 6;

/** Form of the collision block: a document and states in, outputs and a picture of each sample out. */
export const blockPage: Page = (studio, link, signal) => {
  const wanted = link.route.page === 'block' ? link.route.name : undefined;
  const choice = element(
    'select',
    { className: 'field' },
    ...blockExamples.map(({ name, label }) => element('option', { value: name }, label)),
  );
  const area = (label: string, rows: number) =>
    element('textarea', { className: 'field mono block-text', rows, 'aria-label': label, spellcheck: false });
  const [documentArea, statesArea] = [area('Block document', 16), area('States', 10)];
  const runButton = element('button', { type: 'button', className: 'button' }, 'Run');
  const failure = element('p', { className: 'block-failure', role: 'alert' });
  const result = createResult(studio, signal);
  const run = () => void runInto(studio, documentArea.value, statesArea.value, failure, result.show);
  const load = () => {
    const example = blockExamples.find(({ name }) => name === choice.value) ?? blockExamples[0];
    documentArea.value = example.document;
    statesArea.value = example.states;
    run();
  };
  choice.addEventListener('change', load, { signal });
  runButton.addEventListener('click', run, { signal });
  if (blockExamples.some(({ name }) => name === wanted)) choice.value = wanted ?? '';
  const guide = routeHref({ page: 'guide', name: 'collision-block' });
  const page = element(
    'main',
    { className: 'block' },
    element(
      'div',
      { className: 'block-side' },
      element('h1', {}, 'Collision block'),
      element(
        'p',
        {},
        'The states of the bodies, one sample per line in CSV or JSON Lines, give the outputs of the block for a host simulation: see ',
        element('a', { href: guide }, 'the guide'),
        '.',
      ),
      element('label', {}, 'Example ', choice),
      element('label', {}, 'Block document', documentArea),
      element('label', {}, 'States', statesArea),
      runButton,
      failure,
    ),
    result.element,
  );
  load();
  return page;
};

async function runInto(
  studio: Studio,
  document: string,
  states: string,
  failure: HTMLElement,
  show: (run: BlockRun) => Promise<void>,
): Promise<void> {
  failure.textContent = '';
  try {
    const run = await studio.runner.start('block', { document, states }).result;
    if (run.errors.length > 0) failure.textContent = run.errors.slice(0, 5).join('; ');
    await show(run);
  } catch (error) {
    failure.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** The picture, the slider over the samples, and the table of outputs. */
function createResult(studio: Studio, signal: AbortSignal) {
  const place = element('div', { className: 'block-view' });
  const slider = element('input', { type: 'range', min: '0', value: '0', 'aria-label': 'Sample' });
  const label = element('span', { className: 'mono' });
  const save = element('a', { className: 'button', download: 'outputs.txt' }, 'Save all outputs');
  const table = element('table', { className: 'block-outputs' });
  const box = element(
    'div',
    { className: 'block-result' },
    place,
    element('div', { className: 'block-samples' }, slider, label, save),
    element(
      'div',
      { className: 'block-table', tabIndex: 0, role: 'region', 'aria-label': 'Outputs of the sample' },
      table,
    ),
  );
  const view = openView(place, signal);
  let shown: BlockRun | undefined;
  const showSample = () => {
    if (shown === undefined || shown.samples.length === 0) return;
    const at = Number(slider.value);
    label.textContent = `sample ${at + 1} of ${shown.samples.length}`;
    fillTable(table, shown, at);
    view?.setPoses(shown.samples[at].poses);
    view?.setMarks(closestMarks(shown, at));
  };
  slider.addEventListener('input', showSample, { signal });
  signal.addEventListener('abort', () => URL.revokeObjectURL(save.href));
  return {
    element: box,
    async show(run: BlockRun): Promise<void> {
      URL.revokeObjectURL(save.href);
      save.href = URL.createObjectURL(new Blob([run.text], { type: 'text/plain' }));
      slider.max = String(Math.max(0, run.samples.length - 1));
      slider.value = '0';
      if (run.samples.length === 0) table.replaceChildren();
      shown = run;
      if (view !== undefined && run.samples.length > 0) {
        const recorded = await studio.runner.start('run', { text: run.sceneText, source: 'bodies' }).result;
        view.setRecorded(recorded);
        view.setOverlays(new Set<OverlayName>(['names']));
        view.setPoses(run.samples[0].poses);
        view.fit();
      }
      showSample();
    },
  };
}

function openView(place: HTMLElement, signal: AbortSignal): View | undefined {
  try {
    const view = createView();
    place.append(view.element);
    signal.addEventListener('abort', () => view.dispose());
    return view;
  } catch (error) {
    place.textContent = `This browser cannot draw: ${error instanceof Error ? error.message : String(error)}`;
    return undefined;
  }
}

function fillTable(table: HTMLTableElement, { ports, samples }: BlockRun, at: number): void {
  const rows = ports.map(({ name, unit, values, description }, i) => {
    const numbers = samples[at].values[i];
    const text = values
      ? (values[numbers[0]] ?? '')
      : numbers.map((value) => formatNumber(Number(value.toPrecision(DIGITS)))).join('  ');
    return element(
      'tr',
      {},
      element('th', { scope: 'row', title: description }, name),
      element('td', { className: 'mono' }, text),
      element('td', {}, typeof unit === 'string' ? unit : ''),
    );
  });
  const head = element('tr', {}, ...['output', 'value', 'unit'].map((text) => element('th', { scope: 'col' }, text)));
  table.replaceChildren(element('thead', {}, head), element('tbody', {}, ...rows));
}

/** The closest points of each pair, which are two successive ports. */
function closestMarks({ ports, samples }: BlockRun, at: number): Mark[] {
  const points = ports.flatMap(({ name }, i) => (name.startsWith('Q_') ? [samples[at].values[i]] : []));
  const color = themeColor('--gap');
  return points.flatMap((point, i) => {
    if (i % 2 === 1) return [];
    const [from, to] = [toPoint(point), toPoint(points[i + 1])];
    return [
      { kind: 'point', at: from, color } as const,
      { kind: 'point', at: to, color } as const,
      { kind: 'line', from, to, color } as const,
    ];
  });
}

function toPoint([x, y, z = 0]: readonly number[]): Point {
  return [x, y, z];
}
