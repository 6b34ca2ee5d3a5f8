import { element } from '../page/element.ts';
import type { Panel, Studio } from '../page/studio.ts';
import type { OverlayName } from '../session/session.ts';
import { createAutomatonPanel } from './automaton-panel.ts';
import { createView } from './create-view.ts';
import { OVERLAYS, wantsSelection, whyEmpty } from './overlays.ts';
import type { View } from './view.ts';
import './view.css';

/** A press that moves less than this is a click [CSS px]. */
const STILL = 4;

/** The bodies of the session, with a bar of what can be shown and how. */
export const viewPanel: Panel = (studio, signal) => {
  const { session } = studio;
  const place = element('div', { className: 'view-place' });
  const panel = element('section', { className: 'view', 'aria-label': 'View' }, place);
  let view: View;
  try {
    view = createView();
  } catch (error) {
    place.append(
      element(
        'p',
        { className: 'view-failure' },
        `This browser cannot draw the scene: ${error instanceof Error ? error.message : String(error)}. Values, plots and export still work.`,
      ),
    );
    return panel;
  }
  place.append(view.element, createAutomatonPanel(studio, signal), waitingNote(studio, signal));
  panel.append(createBar(studio, view, signal));
  listenForClicks(studio, view, signal);
  session.follow(['recorded'], ({ recorded }) => view.setRecorded(recorded), signal);
  session.follow(['time', 'recorded'], ({ time }) => view.setTime(time), signal);
  session.follow(['overlays'], ({ overlays }) => view.setOverlays(overlays), signal);
  session.follow(['selection', 'recorded'], ({ selection }) => view.setSelection(selection), signal);
  session.follow(['followed'], ({ followed }) => view.follow(followed), signal);
  let own: unknown;
  session.follow(
    ['camera', 'recorded'],
    ({ camera }) => {
      if (camera && camera !== own) view.setCamera(camera);
      own = camera;
    },
    signal,
  );
  view.onCamera((camera) => {
    own = camera;
    session.set({ camera });
  });
  studio.stage.set({ view });
  signal.addEventListener('abort', () => {
    studio.stage.set({ view: undefined });
    view.dispose();
  });
  addKeys(studio, view, signal);
  return panel;
};

/** A note while the first run is computed. */
function waitingNote({ session }: Studio, signal: AbortSignal): HTMLElement {
  const note = element('p', { className: 'view-note muted' }, 'Computing …');
  session.follow(
    ['run', 'recorded'],
    ({ run, recorded }) => {
      note.hidden = recorded !== undefined || run.kind !== 'running';
    },
    signal,
  );
  return note;
}

/** Explains an empty overlay. */
function toggleOverlay({ session, announce }: Studio, name: OverlayName): void {
  const { overlays: before, recorded, selection } = session.get();
  const empty = recorded && whyEmpty(name, recorded);
  if (empty) {
    announce(`${empty}.`);
    return;
  }
  const overlays = new Set(before);
  if (!overlays.delete(name)) {
    overlays.add(name);
    if (recorded && selection?.kind !== 'body' && wantsSelection(name, recorded))
      announce('With many bodies this overlay is shown for the selected one: select a body.');
  }
  session.set({ overlays });
}

function toggleProjection({ session }: Studio, view: View): void {
  const camera = view.camera();
  const changed = {
    ...camera,
    projection: camera.projection === 'perspective' ? 'orthographic' : 'perspective',
  } as const;
  view.setCamera(changed);
  session.set({ camera: view.camera() });
}

function fitAll({ session }: Studio, view: View): void {
  view.fit();
  session.set({ camera: view.camera(), followed: undefined });
}

function toggleFollow({ session, announce }: Studio): void {
  const { selection, followed } = session.get();
  if (followed !== undefined) session.set({ followed: undefined });
  else if (selection?.kind === 'body') session.set({ followed: selection.body });
  else announce('Select a body to follow it.');
}

function createBar(studio: Studio, view: View, signal: AbortSignal): HTMLElement {
  const { session } = studio;
  const boxes = OVERLAYS.map(({ name, label, key, color }) => {
    const box = element('input', { type: 'checkbox', onchange: () => toggleOverlay(studio, name) });
    const sample = element('span', { className: 'overlay-sample', 'aria-hidden': 'true' });
    if (color) sample.style.background = `var(${color})`;
    return {
      name,
      box,
      line: element(
        'label',
        { className: 'overlay-line' },
        box,
        sample,
        element('span', {}, label),
        element('kbd', {}, key),
      ),
    };
  });
  session.follow(
    ['overlays', 'recorded'],
    ({ overlays, recorded }) => {
      for (const { name, box, line } of boxes) {
        const empty = recorded && whyEmpty(name, recorded);
        box.checked = overlays.has(name) && !empty;
        box.disabled = empty !== undefined;
        line.title = empty ?? '';
      }
    },
    signal,
  );
  const list = element(
    'fieldset',
    { className: 'overlay-list' },
    element('legend', { className: 'visually-hidden' }, 'Overlays'),
    ...boxes.map(({ line }) => line),
  );
  const shown = element(
    'details',
    { className: 'overlay-menu' },
    element('summary', { className: 'button quiet' }, 'Show'),
    list,
  );
  const button = (label: string, title: string, onclick: () => void) =>
    element('button', { type: 'button', className: 'button quiet', title, onclick }, label);
  const follow = button('Follow', 'The camera follows the selected body (Shift+F)', () => toggleFollow(studio));
  session.follow(
    ['followed'],
    ({ followed }) => follow.setAttribute('aria-pressed', String(followed !== undefined)),
    signal,
  );
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (!shown.contains(event.target as Node)) shown.open = false;
    },
    { signal },
  );
  return element(
    'div',
    { className: 'view-bar', role: 'group', 'aria-label': 'View' },
    button('Fit', 'Show everything (f)', () => fitAll(studio, view)),
    button('Projection', 'With or without perspective (o)', () => toggleProjection(studio, view)),
    follow,
    shown,
  );
}

function listenForClicks({ session }: Studio, view: View, signal: AbortSignal): void {
  let pressed: readonly [number, number] | undefined;
  view.element.addEventListener(
    'pointerdown',
    ({ clientX, clientY, button }) => {
      pressed = button === 0 ? [clientX, clientY] : undefined;
    },
    { capture: true, signal },
  );
  view.element.addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      if (pressed && Math.hypot(clientX - pressed[0], clientY - pressed[1]) < STILL)
        session.set({ selection: view.pick(clientX, clientY) });
      pressed = undefined;
    },
    { signal },
  );
}

function addKeys(studio: Studio, view: View, signal: AbortSignal): void {
  studio.keys.add(
    [
      { key: 'f', label: 'Show everything', group: 'View', run: () => fitAll(studio, view) },
      { key: 'o', label: 'With or without perspective', group: 'View', run: () => toggleProjection(studio, view) },
      { key: 'Shift+f', label: 'Follow the selected body', group: 'View', run: () => toggleFollow(studio) },
      ...OVERLAYS.map(({ key, label, name }) => ({
        key,
        label,
        group: 'Overlays' as const,
        run: () => toggleOverlay(studio, name),
      })),
    ],
    signal,
  );
}
