import { closestInto, createContact } from '../../src/index.ts';
import { formatLength } from '../../src/picture/format-length.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import { themeColor } from '../page/theme.ts';
import { bodyIn } from './shown.ts';
import { createToolCard } from './tool-card.ts';
import type { Mark, Point, SurfacePoint, View } from './view.ts';
import type { ViewTool } from './view-bar.ts';

/** What is measured between: two points of surfaces, or the closest points of two bodies. */
type Mode = 'points' | 'bodies';

/** A tool that takes presses in the view while it is on. */
export interface MeasureTool extends ViewTool {
  /** True if the press was taken. */
  press(clientX: number, clientY: number): boolean;
}

/** Measures distances in the view: they follow the bodies. */
export function createMeasureTool({ session }: Studio, view: View, signal: AbortSignal): MeasureTool {
  const group = `measure-${++serial}`;
  let mode: Mode = 'points';
  let points: readonly SurfacePoint[] = [];
  const result = element('output', { className: 'measure-result' });
  const choices = ['From', 'To'].map((label) => {
    const select = element('select', { className: 'field' });
    select.addEventListener('change', () => refresh());
    return { select, line: element('label', { className: 'measure-body' }, element('span', {}, label), select) };
  });
  const bodies = element('div', { hidden: true }, ...choices.map(({ line }) => line));
  const modes = (['points', 'bodies'] as const).map((value) => {
    const input = element('input', { type: 'radio', name: group, value, checked: value === mode });
    input.addEventListener('change', () => {
      mode = value;
      bodies.hidden = mode === 'points';
      refresh();
    });
    return element('label', {}, input, value === 'points' ? 'two points' : 'two bodies');
  });
  const clear = element(
    'button',
    {
      type: 'button',
      className: 'button quiet',
      onclick: () => {
        points = [];
        for (const { select } of choices) select.value = '';
        refresh();
      },
    },
    'Clear',
  );
  const between = element(
    'fieldset',
    { className: 'segmented' },
    element('legend', { className: 'visually-hidden' }, 'Distance between'),
    ...modes,
  );
  const card = createToolCard('Measure', [between, bodies, result, clear]);

  const chosenBodies = () => choices.map(({ select }) => (select.value === '' ? -1 : Number(select.value)));
  /** The ends of what is measured, as many as are known. */
  const ends = (): { readonly ends: readonly Point[]; readonly distance?: number } => {
    if (mode === 'points') return { ends: points.map((point) => point.now()) };
    const [a, b] = chosenBodies();
    const shown = view.shown();
    if (a < 0 || b < 0 || a === b || shown === undefined) return { ends: [] };
    const [first, second] = [bodyIn(shown, a), bodyIn(shown, b)];
    if (first === undefined || second === undefined) return { ends: [] };
    const { pointA: p, pointB: q, distance } = closestInto(contact, first.shape, first.pose, second.shape, second.pose);
    return {
      ends: [
        [p.x, p.y, p.z],
        [q.x, q.y, q.z],
      ],
      distance,
    };
  };
  const marks = (): Mark[] => {
    const measured = ends();
    const color = themeColor('--measure');
    const dots = measured.ends.map((at): Mark => ({ kind: 'point', at, color }));
    result.textContent = wordsFor(mode, measured);
    if (measured.ends.length < 2) return dots;
    const [from, to] = measured.ends;
    const label = formatMeasured(measured.distance ?? distanceOf(from, to));
    return [...dots, { kind: 'line', from, to, color, label }];
  };
  const refresh = () => view.setMeasure(card.isOpen() ? marks : undefined);
  card.onChange(refresh);
  session.follow(
    ['recorded'],
    ({ recorded }) => {
      points = [];
      for (const { select } of choices) {
        const names = recorded?.recording.bodies ?? [];
        const options = names.map((name, body) => element('option', { value: String(body) }, name));
        select.replaceChildren(element('option', { value: '' }, 'choose or pick a body'), ...options);
      }
      refresh();
    },
    signal,
  );
  return {
    label: 'Measure',
    title: 'Measure a distance',
    key: 'm',
    panel: card.element,
    isOn: card.isOpen,
    toggle: card.toggle,
    onChange: card.onChange,
    press(clientX, clientY) {
      if (!card.isOpen()) return false;
      const point = view.surfaceAt(clientX, clientY);
      if (point === undefined) return true;
      if (mode === 'points') points = points.length < 2 ? [...points, point] : [point];
      else pickBody(point.body);
      refresh();
      return true;
    },
  };

  /** The first choice that is empty; the second one if none is. */
  function pickBody(body: number): void {
    const [a, b] = chosenBodies();
    if (a < 0 || (b >= 0 && a === body)) choices[0].select.value = String(body);
    else if (a !== body) choices[1].select.value = String(body);
  }
}

const contact = createContact();
/** Two views on a page have separate radio buttons. */
let serial = 0;

function distanceOf(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}

/** Five digits and a unit, with the sign of an overlap. */
function formatMeasured(distance: number): string {
  const length = formatLength(Number(Math.abs(distance).toPrecision(5)));
  return distance < 0 ? `−${length}` : length;
}

function wordsFor(mode: Mode, { ends, distance }: { ends: readonly Point[]; distance?: number }): string {
  if (ends.length < 2) {
    if (mode === 'bodies') return 'Choose two bodies, here or in the view.';
    return ends.length === 0 ? 'Pick a point of a body in the view.' : 'Pick the second point.';
  }
  const [from, to] = ends;
  const along = ['x', 'y', 'z'].map((axis, k) => `Δ${axis} ${formatMeasured(to[k] - from[k])}`);
  const total = formatMeasured(distance ?? distanceOf(from, to));
  const overlap = distance !== undefined && distance < 0 ? ' (overlap)' : '';
  return `${total}${overlap}: ${along.join(', ')}`;
}
