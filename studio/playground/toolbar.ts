import { element } from '../page/element.ts';
import { LAYERS, type Layer, MODES, type Mode, type PlayState } from './play-state.ts';

const MODE_LABELS: Readonly<Record<Mode, string>> = {
  move: 'Move',
  rotate: 'Rotate',
  scale: 'Scale',
  velocity: 'Velocity',
};

const LAYER_LABELS: Readonly<Record<Layer, string>> = {
  closest: 'Closest points and distance',
  normal: 'Normal',
  manifold: 'Contact manifold',
  derivatives: 'Derivatives of the distance',
  velocities: 'Velocities',
  impact: 'Impact and motion',
  boxes: 'AABBs',
  spheres: 'Bounding spheres',
  'oriented-boxes': 'Oriented boxes',
  dops: 'k-DOPs',
  hulls: 'Convex hulls',
};

export interface ToolbarActions {
  setMode(mode: Mode): void;
  setLayers(layers: readonly Layer[]): void;
  fit(): void;
  swap(): void;
  link(): void;
}

export interface Toolbar {
  readonly element: HTMLElement;
  show(state: PlayState): void;
}

/** What a drag does, what is drawn, and the whole of the view. */
export function createToolbar(actions: ToolbarActions, signal: AbortSignal): Toolbar {
  const modes = MODES.map((mode) => {
    const input = element('input', { type: 'radio', name: 'play-mode', value: mode });
    input.addEventListener('change', () => actions.setMode(mode), { signal });
    return { mode, input, label: element('label', {}, input, MODE_LABELS[mode]) };
  });
  const layers = LAYERS.map((layer) => {
    const input = element('input', { type: 'checkbox', value: layer });
    input.addEventListener(
      'change',
      () => actions.setLayers(layers.filter((entry) => entry.input.checked).map((entry) => entry.layer)),
      { signal },
    );
    return { layer, input, label: element('label', { className: 'play-check' }, input, LAYER_LABELS[layer]) };
  });
  const menu = element(
    'details',
    { className: 'play-menu' },
    element('summary', { className: 'button' }, 'Show'),
    element(
      'div',
      { className: 'play-menu-list', role: 'group', 'aria-label': 'Show' },
      ...layers.map(({ label }) => label),
    ),
  );
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    },
    { signal },
  );
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  const button = (text: string, title: string, run: () => void) =>
    element('button', { type: 'button', className: 'button', title, onclick: run }, text);
  return {
    element: element(
      'div',
      { className: 'play-toolbar' },
      element(
        'fieldset',
        { className: 'segmented' },
        element('legend', { className: 'visually-hidden' }, 'A drag changes'),
        ...modes.map(({ label }) => label),
      ),
      menu,
      button('Fit', 'Show both bodies (f)', actions.fit),
      button('Swap', 'Exchange A and B', actions.swap),
      button('Copy link', 'Copy a link with this state', actions.link),
    ),
    show({ mode, layers: shown }: PlayState): void {
      for (const entry of modes) entry.input.checked = entry.mode === mode;
      for (const entry of layers) entry.input.checked = shown.includes(entry.layer);
    },
  };
}
