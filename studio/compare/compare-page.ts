import { gallery } from 'virtual:gallery';
import { editSceneText } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { createKeyRegistry } from '../page/keys.ts';
import { type Link, routeHref } from '../page/link.ts';
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
  // keys and timeline control the left side; the right one follows
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
    choices.set(preset);
    plots.prefer(preset.quantity);
    if (isPlain(preset)) history.replaceState(null, '', addressOf(preset));
    void Promise.all([openVariant(left, preset.left, signal), openVariant(right, preset.right, signal)]).catch(
      (error: Error) => {
        if (!signal.aborted) studio.announce(error.message, 'error');
      },
    );
  };
  const choices = createChoices(show, signal);
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
    element('div', { className: 'compare-bar' }, element('h1', {}, 'Compare'), ...choices.elements),
    element(
      'div',
      { className: 'compare-views' },
      column(left, names[0], 'View on the left'),
      column(right, names[1], 'View on the right'),
    ),
    timelinePanel(left, signal),
    plots.element,
  );
  show(startOf(link) ?? PRESETS[0]);
  return page;
};

/** Each side has its own scene, worker and view. */
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
  // do not show the old picture while the new one loads
  side.session.set({ recorded: undefined, run: { kind: 'idle' } });
  const text = editSceneText(await fetchScene(example, signal), edits);
  await loadScene(side, { kind: edits.length > 0 ? 'own' : 'example', name: example }, text);
}

/** A preset pair, or any two scenes. */
function createChoices(show: (preset: Preset) => void, signal: AbortSignal) {
  const pair = choiceOf(
    'two scenes of your choice',
    PRESETS.map(({ label }) => [label, label] as const),
  );
  const scenes = gallery.map(({ name, title }) => [name, title] as const);
  const [left, right] = [choiceOf('any scene …', scenes), choiceOf('any scene …', scenes)];
  const showPair = () => {
    const preset = PRESETS.find(({ label }) => label === pair.value);
    if (preset) show(preset);
  };
  const showScenes = () => {
    const chosen = chosenPair(left.value, right.value);
    if (left.value !== '' && right.value !== '') show(chosen);
  };
  pair.addEventListener('change', showPair, { signal });
  for (const choice of [left, right]) choice.addEventListener('change', showScenes, { signal });
  const fields = [['Pair ', pair] as const, ['Left ', left] as const, ['Right ', right] as const];
  return {
    elements: fields.map(([label, choice]) => element('label', {}, label, choice)),
    /** Updates the choices; an edited variant matches no example. */
    set(preset: Preset): void {
      pair.value = preset.label;
      left.value = preset.left.edits ? '' : preset.left.example;
      right.value = preset.right.edits ? '' : preset.right.example;
    },
  };
}

function choiceOf(none: string, options: readonly (readonly [value: string, label: string])[]): HTMLSelectElement {
  const offers = [['', none] as const, ...options].map(([value, label]) => element('option', { value }, label));
  return element('select', { className: 'field' }, ...offers);
}

function chosenPair(left: string, right: string): Preset {
  const variant = (example: string) => ({
    label: gallery.find(({ name }) => name === example)?.title ?? example,
    example,
  });
  return { label: '', left: variant(left), right: variant(right) };
}

/** Whether both are unedited examples: such a pair has an address. */
function isPlain({ left, right }: Preset): boolean {
  return left.edits === undefined && right.edits === undefined;
}

function addressOf({ left, right }: Preset): string {
  return routeHref({ page: 'compare', left: left.example, right: right.example });
}

function startOf({ route }: Link): Preset | undefined {
  if (route.page !== 'compare' || route.left === undefined) return undefined;
  const pair = chosenPair(route.left, route.right ?? route.left);
  return PRESETS.find((preset) => isPlain(preset) && addressOf(preset) === addressOf(pair)) ?? pair;
}
