import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import type { LiveClient } from './live-client.ts';
import { type Ability, type LiveBody, type LiveCommand, PALETTE, type PaletteShape } from './live-protocol.ts';
import type { LiveScene } from './live-scene.ts';
import type { LiveStore } from './live-state.ts';
import { createReason, createSlider } from './slider.ts';

/** Decades of a mass that its slider covers in each direction. */
const DECADES = 2;

/** The selected body: what it is, and what can be changed about it. */
export function createBodyControls(state: LiveStore, client: LiveClient, signal: AbortSignal) {
  const choice = element('select', { className: 'field live-bodies', 'aria-label': 'Selected body' });
  choice.onchange = () => state.set({ selected: Number(choice.value) });
  /** Mass of the selected body when it was selected: that of the centre of the slider [kg]. */
  let centralMass = 1;
  const change = (changes: Partial<Pick<LiveBody, 'mass' | 'friction' | 'restitution'>>) => {
    const { selected, structure } = state.get();
    if (!structure?.bodies[selected]) return;
    client.command({ kind: 'body', body: selected, ...changes });
    const bodies = structure.bodies.map((body, k) => (k === selected ? { ...body, ...changes } : body));
    state.set({ structure: { ...structure, bodies } });
  };
  const sliders = {
    mass: createSlider({
      label: 'Mass',
      min: -DECADES,
      max: DECADES,
      step: 0.01,
      toValue: (position) => Number((centralMass * 10 ** position).toPrecision(3)),
      toPosition: (mass) => Math.log10(mass / centralMass),
      format: (mass) => `${formatNumber(Number(mass.toPrecision(3)))} kg`,
      change: (mass) => change({ mass }),
    }),
    friction: createSlider({ ...FRICTION, change: (friction) => change({ friction }) }),
    restitution: createSlider({ ...RESTITUTION, change: (restitution) => change({ restitution }) }),
  };
  const command = (make: (body: number) => LiveCommand) => () => {
    const { selected } = state.get();
    if (selected >= 0) client.command(make(selected));
  };
  const actions = {
    pin: command((body) => ({ kind: 'pin', body, on: state.get().structure?.bodies[body]?.motion === 'free' })),
    duplicate: command((body) => ({ kind: 'duplicate', body })),
    delete: () => {
      const { selected } = state.get();
      if (selected < 0) return;
      client.command({ kind: 'delete', body: selected });
      state.set({ selected: -1 });
    },
  };
  const button = (label: string, key: string, onclick: () => void) =>
    element('button', { type: 'button', className: 'button', title: `${label} (${key})`, onclick }, label);
  const buttons = {
    pin: button('Pin', 'p', actions.pin),
    duplicate: button('Duplicate', 'c', actions.duplicate),
    delete: button('Delete', 'Delete', actions.delete),
  };
  const facts = element('p', { className: 'muted live-body-facts' });
  const motion = element('p', { className: 'mono live-body-motion' });
  const reason = createReason();
  const settings = element(
    'div',
    { className: 'live-settings' },
    motion,
    reason.element,
    element('div', { className: 'live-buttons' }, buttons.pin, buttons.duplicate, buttons.delete),
    ...Object.values(sliders).map((slider) => slider.element),
  );
  let listed: unknown;
  state.follow(
    ['structure', 'selected'],
    ({ structure, selected }, changed) => {
      if (!structure) return;
      if (listed !== structure.recorded) {
        listed = structure.recorded;
        choice.replaceChildren(
          element('option', { value: '-1' }, 'None'),
          ...structure.bodies.map(({ name }, k) => element('option', { value: String(k) }, name)),
        );
      }
      choice.value = String(selected);
      const body = structure.bodies[selected];
      if (body && changed.has('selected')) centralMass = Number.isFinite(body.mass) ? body.mass : 1;
      settings.hidden = body === undefined;
      facts.textContent = body ? describe(body) : 'Select a body in the view or in the list.';
      buttons.pin.textContent = body?.motion === 'fixed' ? 'Unpin' : 'Pin';
      const none = body ? undefined : 'Select a body.';
      const immovable = body && body.motion !== 'free' ? 'No force moves this body.' : undefined;
      const disable = (name: 'pin' | 'duplicate' | 'delete', ability: Ability) => {
        const why = structure.limits[ability] ?? none;
        buttons[name].disabled = why !== undefined;
        if (why !== undefined) buttons[name].title = why;
      };
      for (const name of ['pin', 'duplicate', 'delete'] as const) disable(name, name);
      reason.set(structure.limits.body);
      for (const [name, slider] of Object.entries(sliders)) {
        slider.disable(structure.limits.body ?? none ?? (name === 'mass' ? immovable : undefined));
      }
      if (!body || structure.limits.body !== undefined) return;
      if (immovable === undefined) sliders.mass.set(body.mass);
      sliders.friction.set(body.friction);
      sliders.restitution.set(body.restitution);
    },
    signal,
  );
  const section = element('section', { className: 'live-section' }, element('h2', {}, 'Body'), choice, facts, settings);
  const show = createMotionText(state, motion);
  return { element: section, show, ...actions };
}

export const FRICTION = {
  label: 'Friction',
  min: 0,
  max: 1.5,
  step: 0.01,
  format: (value: number) => value.toFixed(2),
};
export const RESTITUTION = {
  label: 'Restitution',
  min: 0,
  max: 1,
  step: 0.01,
  format: (value: number) => value.toFixed(2),
};

function describe({ kind, motion, mass }: LiveBody): string {
  if (motion === 'free') return `${kind}, ${formatNumber(Number(mass.toPrecision(4)))} kg`;
  return motion === 'fixed' ? `${kind}, does not move` : `${kind}, moves as given`;
}

/** Interval between updates of the numbers [ms]: faster ones cannot be read. */
const CALM = 200;

/** Shows position and speed of the selected body. */
function createMotionText(state: LiveStore, place: HTMLElement) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return ({ position, velocity }: Pick<ReturnType<LiveScene['body']>, 'position' | 'velocity'>): void => {
    const now = performance.now();
    if (state.get().playing && now - shownAt < CALM) return;
    shownAt = now;
    const [x, y, z] = position.map((value) => (Math.abs(value) < 5e-4 ? 0 : value).toFixed(3));
    place.textContent = `at ${x}, ${y}, ${z} m; ${Math.hypot(...velocity).toFixed(2)} m/s`;
  };
}

/** Shapes to add, and their size. */
export function createPalette(
  state: LiveStore,
  client: LiveClient,
  where: () => readonly [number, number, number],
  signal: AbortSignal,
) {
  const kind = element('select', { className: 'field', 'aria-label': 'Shape' });
  /** Typical radius of the bodies of the scene [m]. */
  let typical = 1;
  let size = 1;
  const slider = createSlider({
    label: 'Size',
    min: -1,
    max: 1,
    step: 0.05,
    toValue: (position) => typical * 10 ** position,
    toPosition: (value) => Math.log10(value / typical),
    format: (value) => `${formatNumber(Number((2 * value).toPrecision(2)))} m`,
    change: (value) => {
      size = value;
    },
  });
  const add = () => {
    const { structure } = state.get();
    if (!structure || structure.limits.add !== undefined) return;
    const shape = PALETTE.includes(kind.value as PaletteShape) ? (kind.value as PaletteShape) : Number(kind.value);
    client.command({ kind: 'add', shape, size, position: where() });
  };
  const button = element('button', { type: 'button', className: 'button', title: 'Add (a)', onclick: add }, 'Add');
  const note = createReason();
  let isFirst = true;
  state.follow(
    ['structure'],
    ({ structure }) => {
      if (!structure) return;
      const reason = structure.limits.add;
      const wanted = kind.value;
      const own = structure.bodies.flatMap((body, k) =>
        ['trimesh', 'compound', 'hull'].includes(body.kind) ? [{ name: body.name, kind: body.kind, k }] : [],
      );
      const shown = own.filter((one, i) => own.findIndex((other) => other.kind === one.kind) === i || i < MAX_OWN);
      kind.replaceChildren(
        ...PALETTE.map((name) => element('option', { value: name }, name)),
        ...shown.map(({ name, k }) => element('option', { value: String(k) }, `shape of ${name}`)),
      );
      if ([...kind.options].some(({ value }) => value === wanted)) kind.value = wanted;
      kind.disabled = button.disabled = reason !== undefined;
      button.title = reason ?? 'Add (a)';
      slider.disable(reason);
      note.set(reason);
      if (!isFirst || reason !== undefined) return;
      isFirst = false;
      const radii = structure.bodies.flatMap(({ radius, motion }) => (motion === 'free' ? [radius] : []));
      radii.sort((a, b) => a - b);
      typical = size = radii.length > 0 ? radii[radii.length >> 1] : 1;
      slider.set(size);
    },
    signal,
  );
  const section = element(
    'section',
    { className: 'live-section' },
    element('h2', {}, 'Add a body'),
    note.element,
    element('div', { className: 'live-buttons' }, kind, button),
    slider.element,
  );
  return { element: section, add };
}

/** Bodies of the scene that are offered as shapes. */
const MAX_OWN = 8;
