import { gallery } from 'virtual:gallery';
import { applyEdits, modify } from 'jsonc-parser';
import { element } from '../page/element.ts';
import { createKeyRegistry } from '../page/keys.ts';
import type { Link } from '../page/link.ts';
import type { Page, Studio } from '../page/studio.ts';
import { loadScene } from '../session/actions.ts';
import { createSession } from '../session/session.ts';
import { createStore } from '../session/store.ts';
import { timelinePanel } from '../timeline/timeline-panel.ts';
import { viewPanel } from '../view/view-panel.ts';
import { fetchScene } from '../workbench/load.ts';
import { runStatus } from '../workbench/run-status.ts';
import { createRunClient } from '../worker/run-client.ts';
import { createDifferencePlots } from './difference-plots.ts';
import { PRESETS, type Preset, type Variant } from './presets.ts';
import './compare.css';

/** Two variants side by side over one timeline, and their differences. */
export const comparePage: Page = (studio, link, signal) => {
  // the left side answers to the keys and the timeline; the right one follows
  const left = sideOf(studio, studio.keys);
  const right = sideOf(studio, createKeyRegistry(new EventTarget()));
  signal.addEventListener('abort', () => {
    for (const side of [left, right]) side.runner.close();
  });
  followTime(left, right, signal);
  const names: [HTMLElement, HTMLElement] = [element('h2', {}), element('h2', {})];
  const plots = createDifferencePlots(
    left,
    right,
    () => [names[0].textContent ?? '', names[1].textContent ?? ''],
    signal,
  );
  const show = (preset: Preset) => {
    names[0].textContent = preset.left.label;
    names[1].textContent = preset.right.label;
    void Promise.all([openVariant(left, preset.left, signal), openVariant(right, preset.right, signal)]).catch(
      (error: Error) => {
        if (!signal.aborted) studio.announce(error.message, 'error');
      },
    );
  };
  const column = (side: Studio, name: HTMLElement, where: string) => {
    const view = viewPanel(side, signal);
    view.setAttribute('aria-label', where);
    return element(
      'div',
      { className: 'compare-side' },
      element('div', { className: 'compare-head' }, name, runStatus(side, signal)),
      element('div', { className: 'compare-view' }, view),
    );
  };
  const page = element(
    'main',
    { className: 'compare' },
    element(
      'div',
      { className: 'compare-bar' },
      element('h1', {}, 'Compare'),
      presetChoice(show, signal),
      ...sceneChoices(show, link, signal),
    ),
    element(
      'div',
      { className: 'compare-views' },
      column(left, names[0], 'View on the left'),
      column(right, names[1], 'View on the right'),
    ),
    timelinePanel(left, signal),
    plots,
  );
  show(startOf(link) ?? PRESETS[0]);
  return page;
};

/** A side has a scene, a worker and a view of its own. */
function sideOf(studio: Studio, keys: Studio['keys']): Studio {
  return {
    ...studio,
    keys,
    session: createSession(),
    runner: createRunClient(),
    stage: createStore({ view: undefined }) as Studio['stage'],
  };
}

function followTime(left: Studio, right: Studio, signal: AbortSignal): void {
  left.session.follow(
    ['time', 'overlays', 'recorded'],
    ({ time, overlays }) => right.session.set({ time, overlays }),
    signal,
  );
  right.session.follow(['recorded'], () => right.session.set({ time: left.session.get().time }), signal);
}

async function openVariant(side: Studio, { example, edits = [] }: Variant, signal: AbortSignal): Promise<void> {
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } };
  const text = edits.reduce(
    (edited, { path, value }) => applyEdits(edited, modify(edited, [...path], value, options)),
    await fetchScene(example, signal),
  );
  await loadScene(side, { kind: edits.length > 0 ? 'own' : 'example', name: example }, text);
}

function presetChoice(show: (preset: Preset) => void, signal: AbortSignal): HTMLElement {
  const choice = element(
    'select',
    { className: 'field' },
    ...PRESETS.map(({ label }, i) => element('option', { value: String(i) }, label)),
  );
  choice.addEventListener('change', () => show(PRESETS[Number(choice.value)]), { signal });
  return element('label', {}, 'Pair ', choice);
}

/** Any two scenes. */
function sceneChoices(show: (preset: Preset) => void, link: Link, signal: AbortSignal): HTMLElement[] {
  const { left, right } = link.route.page === 'compare' ? link.route : {};
  const choices = [left, right].map((chosen) => {
    const options = gallery.map(({ name, title }) => element('option', { value: name }, title));
    const choice = element(
      'select',
      { className: 'field' },
      element('option', { value: '' }, 'any scene …'),
      ...options,
    );
    choice.value = chosen ?? '';
    return choice;
  });
  const changed = () => {
    const [a, b] = choices.map(({ value }) => value);
    if (a !== '' && b !== '') show({ label: '', left: { label: a, example: a }, right: { label: b, example: b } });
  };
  for (const choice of choices) choice.addEventListener('change', changed, { signal });
  return ['Left ', 'Right '].map((label, i) => element('label', {}, label, choices[i]));
}

function startOf({ route }: Link): Preset | undefined {
  if (route.page !== 'compare' || route.left === undefined) return undefined;
  const [left, right] = [route.left, route.right ?? route.left];
  return { label: '', left: { label: left, example: left }, right: { label: right, example: right } };
}
