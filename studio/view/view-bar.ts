import { element } from '../page/element.ts';
import type { KeyBinding } from '../page/keys.ts';
import type { Studio } from '../page/studio.ts';
import type { OverlayName } from '../session/session.ts';
import { isPlanar, VIEW_DIRECTIONS, type ViewDirection } from './first-camera.ts';
import { OVERLAYS, wantsSelection, whyEmpty } from './overlays.ts';
import { keepShadowChoice, SHADOW_CHOICES, shadowChoice } from './shadow-choice.ts';
import type { View } from './view.ts';

/** A tool of the view that is switched on and off. */
export interface ViewTool {
  readonly label: string;
  readonly title: string;
  readonly key: string;
  /** Shown in the view while the tool is on. */
  readonly panel: HTMLElement;
  isOn(): boolean;
  toggle(): void;
  /** Called when the tool was switched on or off. */
  onChange(listener: () => void): void;
}

/** Keys of the views along the axes of a world with z up: x to the right, y to the back. */
const DIRECTION_KEYS: Readonly<Record<ViewDirection, string>> = {
  front: 'Shift+y',
  back: 'y',
  left: 'Shift+x',
  right: 'x',
  top: 'z',
  bottom: 'Shift+z',
  isometric: 'i',
};

/** The bar of a view: camera, tools, and what is shown. */
export function createViewBar(
  studio: Studio,
  view: View,
  tools: readonly ViewTool[],
  signal: AbortSignal,
): HTMLElement {
  const { session } = studio;
  const button = (label: string, title: string, onclick: () => void) =>
    element('button', { type: 'button', className: 'button quiet', title, onclick }, label);
  const follow = button('Follow', 'The camera follows the selected body (Shift+F)', () => toggleFollow(studio));
  session.follow(
    ['followed'],
    ({ followed }) => follow.setAttribute('aria-pressed', String(followed !== undefined)),
    signal,
  );
  const toolButtons = tools.map((tool) => {
    const made = button(tool.label, `${tool.title} (${tool.key})`, tool.toggle);
    const show = () => made.setAttribute('aria-pressed', String(tool.isOn()));
    tool.onChange(show);
    show();
    return made;
  });
  const menus = [createViewsMenu(studio, view, signal), createShowMenu(studio, view, signal)];
  closeOutside(menus, signal);
  return element(
    'div',
    { className: 'view-bar', role: 'group', 'aria-label': 'View' },
    button('Fit', 'Show everything (f)', () => fitAll(studio, view)),
    menus[0],
    button('Projection', 'With or without perspective (o)', () => toggleProjection(studio, view)),
    follow,
    ...toolButtons,
    menus[1],
  );
}

/** A press anywhere else closes open menus. */
function closeOutside(menus: readonly HTMLDetailsElement[], signal: AbortSignal): void {
  document.addEventListener(
    'pointerdown',
    (event) => {
      for (const menu of menus) if (!menu.contains(event.target as Node)) menu.open = false;
    },
    { signal },
  );
}

function createMenu(label: string, ...content: readonly HTMLElement[]): HTMLDetailsElement {
  return element(
    'details',
    { className: 'overlay-menu' },
    element('summary', { className: 'button quiet' }, label),
    element('div', { className: 'overlay-list' }, ...content),
  );
}

function createViewsMenu(studio: Studio, view: View, signal: AbortSignal): HTMLDetailsElement {
  const buttons = VIEW_DIRECTIONS.map((direction) =>
    element(
      'button',
      { type: 'button', className: 'button quiet view-choice', onclick: () => lookFrom(studio, view, direction) },
      element('span', {}, nameOf(direction)),
      element('kbd', {}, DIRECTION_KEYS[direction]),
    ),
  );
  const menu = createMenu('Views', ...buttons);
  studio.session.follow(
    ['recorded'],
    ({ recorded }) => {
      for (const made of buttons) made.disabled = recorded !== undefined && isPlanar(recorded);
      menu.title = recorded && isPlanar(recorded) ? 'A planar world is seen from above' : '';
    },
    signal,
  );
  return menu;
}

function nameOf(direction: ViewDirection): string {
  return direction[0].toUpperCase() + direction.slice(1);
}

function createShowMenu(studio: Studio, view: View, signal: AbortSignal): HTMLDetailsElement {
  const boxes = OVERLAYS.map(({ name, label, key, color }) => {
    const box = element('input', { type: 'checkbox', onchange: () => toggleOverlay(studio, name) });
    const sample = element('span', { className: 'overlay-sample', 'aria-hidden': 'true' });
    if (color) sample.style.background = `var(${color})`;
    const words = [element('span', {}, label), element('kbd', {}, key)];
    return { name, box, line: element('label', { className: 'overlay-line' }, box, sample, ...words) };
  });
  studio.session.follow(
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
    {},
    element('legend', { className: 'visually-hidden' }, 'Overlays'),
    ...boxes.map(({ line }) => line),
  );
  return createMenu('Show', list, createShadowChoice(view));
}

const SHADOW_WORDS = { auto: 'unless drawing is slow', on: 'always', off: 'never' } as const;

function createShadowChoice(view: View): HTMLElement {
  const choice = element(
    'select',
    { className: 'field' },
    ...SHADOW_CHOICES.map((value) => element('option', { value }, SHADOW_WORDS[value])),
  );
  choice.value = shadowChoice();
  choice.addEventListener('change', () => {
    const wanted = SHADOW_CHOICES[choice.selectedIndex];
    keepShadowChoice(wanted);
    view.setShadows(wanted);
  });
  return element('label', { className: 'shadow-choice' }, element('span', {}, 'Shadows'), choice);
}

/** Switches an overlay, or explains why it is empty. */
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

function lookFrom({ session, announce }: Studio, view: View, direction: ViewDirection): void {
  const { recorded } = session.get();
  if (recorded === undefined) return;
  if (isPlanar(recorded)) {
    announce('A planar world is seen from above.');
    return;
  }
  view.lookFrom(direction);
  session.set({ camera: view.camera(), followed: undefined });
}

function toggleFollow({ session, announce }: Studio): void {
  const { selection, followed } = session.get();
  if (followed !== undefined) session.set({ followed: undefined });
  else if (selection?.kind === 'body') session.set({ followed: selection.body });
  else announce('Select a body to follow it.');
}

export function addViewKeys(studio: Studio, view: View, tools: readonly ViewTool[], signal: AbortSignal): void {
  const group = 'View' as const;
  const directions = VIEW_DIRECTIONS.map(
    (direction): KeyBinding => ({
      key: DIRECTION_KEYS[direction],
      label: direction === 'isometric' ? 'Isometric view' : `View from the ${direction}`,
      group,
      run: () => lookFrom(studio, view, direction),
    }),
  );
  studio.keys.add(
    [
      { key: 'f', label: 'Show everything', group, run: () => fitAll(studio, view) },
      ...directions,
      { key: 'o', label: 'With or without perspective', group, run: () => toggleProjection(studio, view) },
      { key: 'Shift+f', label: 'Follow the selected body', group, run: () => toggleFollow(studio) },
      ...tools.map(({ key, title, toggle }): KeyBinding => ({ key, label: title, group, run: toggle })),
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
