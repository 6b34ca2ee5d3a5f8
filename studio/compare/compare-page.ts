import { element } from '../page/element.ts';
import { createKeyRegistry } from '../page/keys.ts';
import { formatLink } from '../page/link.ts';
import type { Page, Studio } from '../page/studio.ts';
import { createSession } from '../session/session.ts';
import { createStore } from '../session/store.ts';
import { timelinePanel } from '../timeline/timeline-panel.ts';
import { viewPanel } from '../view/view-panel.ts';
import { runStatus } from '../workbench/run-status.ts';
import { createRunClient } from '../worker/run-client.ts';
import { createChoices } from './choices.ts';
import { createDifferencePlots } from './difference-plots.ts';
import { linkCameras } from './link-cameras.ts';
import { PRESETS, type Preset } from './presets.ts';
import { openVariant, pairOf, routeOf } from './variants.ts';
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
  let shown: Preset;
  const show = (preset: Preset) => {
    names[0].textContent = preset.left.label;
    names[1].textContent = preset.right.label;
    choices.set(preset);
    // own pairs keep the quantity that was chosen
    if (preset.quantity !== undefined) plots.prefer(preset.quantity);
    shown = preset;
    void writeAddress(preset, signal);
    void Promise.all([openVariant(left, preset.left, signal), openVariant(right, preset.right, signal)]).catch(
      (error: Error) => {
        if (!signal.aborted) studio.announce(error.message, 'error');
      },
    );
  };
  const choices = createChoices(studio, show, signal);
  const swap = element('button', { type: 'button', className: 'button quiet' }, 'Swap sides');
  swap.onclick = () => show({ ...shown, label: '', left: shown.right, right: shown.left });
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
      ...choices.elements,
      swap,
      linkCameras(left, right, signal),
    ),
    element(
      'div',
      { className: 'compare-views' },
      column(left, names[0], 'View on the left'),
      column(right, names[1], 'View on the right'),
    ),
    timelinePanel(left, signal),
    plots.element,
  );
  show(pairOf(link) ?? PRESETS[0]);
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

/** Pairs of examples and recordings have an address; so have scenes, with their text. */
async function writeAddress(preset: Preset, signal: AbortSignal): Promise<void> {
  const route = routeOf(preset);
  if (route === undefined) return;
  const before = location.hash;
  const hash = await formatLink({ route });
  // a page that was left meanwhile has another address
  if (!signal.aborted && location.hash === before) history.replaceState(null, '', hash);
}
