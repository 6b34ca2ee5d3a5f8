import { mat3 } from '../../src/index.ts';
import { formatLength } from '../../src/picture/format-length.ts';
import { element } from '../page/element.ts';
import type { Studio } from '../page/studio.ts';
import type { Recorded } from '../session/session.ts';
import { extentOf } from './extent.ts';
import { framingOf, isPlanar } from './first-camera.ts';
import type { Section } from './section.ts';
import { createToolCard } from './tool-card.ts';
import type { View } from './view.ts';
import type { ViewTool } from './view-bar.ts';

const AXES = ['x', 'y', 'z'] as const;
/** Steps of the slider over the whole extent. */
const STEPS = 400;
/** Two views on a page have separate radio buttons. */
let serial = 0;

/** Cuts bodies by a plane that is moved along an axis, by a slider or in the view. */
export function createSectionControls({ session, announce }: Studio, view: View, signal: AbortSignal): ViewTool {
  const group = `section-${++serial}`;
  let section: Section = { axis: 'y', position: 0, keep: 'above' };
  let isFresh = true;
  let known: string | undefined;
  const slider = element('input', { type: 'range', min: '0', max: String(STEPS), step: '1', 'aria-label': 'Position' });
  const place = element('output', { className: 'mono' });
  const axes = AXES.map((axis) => {
    const input = element('input', { type: 'radio', name: group, value: axis });
    input.addEventListener('change', () => {
      section = midpoint(axis);
      apply();
    });
    return { axis, input, line: element('label', {}, input, axis) };
  });
  const flip = element(
    'button',
    {
      type: 'button',
      className: 'button quiet',
      onclick: () => {
        section = { ...section, keep: section.keep === 'above' ? 'below' : 'above' };
        apply();
      },
    },
    'Other side',
  );
  const choice = element(
    'fieldset',
    { className: 'segmented' },
    element('legend', {}, 'Perpendicular to'),
    ...axes.map(({ line }) => line),
  );
  const row = element('div', { className: 'section-row' }, slider, place);
  const card = createToolCard('Section', [choice, row, flip]);

  const range = (axis: Section['axis']): readonly [number, number] => {
    const { recorded } = session.get();
    if (recorded === undefined) return [0, 0];
    const { min, max } = rangeOf(recorded);
    const k = AXES.indexOf(axis);
    return [min[k], max[k]];
  };
  /** At the midpoint; what is cut off is on the side of the camera. */
  const midpoint = (axis: Section['axis']): Section => {
    const [low, high] = range(axis);
    const { eye, target } = view.camera();
    const k = AXES.indexOf(axis);
    const position = 0.5 * (low + high);
    const isZero = Math.abs(position) < 0.002 * (high - low);
    return { axis, position: isZero ? 0 : position, keep: eye[k] > target[k] ? 'below' : 'above' };
  };
  const apply = () => {
    if (card.isOpen() && isFresh) section = midpoint(section.axis);
    isFresh &&= !card.isOpen();
    const [low, high] = range(section.axis);
    slider.value = String(Math.round((STEPS * (section.position - low)) / Math.max(high - low, 1e-300)));
    place.textContent = `${section.axis} = ${section.position < 0 ? '−' : ''}${formatLength(Number(Math.abs(section.position).toPrecision(4)))}`;
    for (const { axis, input } of axes) input.checked = axis === section.axis;
    view.setSection(card.isOpen() ? section : undefined);
  };
  slider.addEventListener('input', () => {
    const [low, high] = range(section.axis);
    section = { ...section, position: low + ((high - low) * slider.valueAsNumber) / STEPS };
    apply();
  });
  view.onSection((dragged) => {
    section = dragged;
    apply();
  });
  card.onChange(apply);
  session.follow(
    ['recorded'],
    ({ recorded }) => {
      if (recorded?.recording.title !== known) isFresh = true;
      known = recorded?.recording.title;
      if (recorded && isPlanar(recorded) && card.isOpen()) card.toggle();
      else apply();
    },
    signal,
  );
  return {
    label: 'Section',
    title: 'Cut the bodies by a plane',
    key: 'c',
    panel: card.element,
    isOn: card.isOpen,
    toggle() {
      const { recorded } = session.get();
      if (recorded && isPlanar(recorded)) announce('A planar world has no section.');
      else card.toggle();
    },
    onChange: card.onChange,
  };
}

function rangeOf(recorded: Recorded) {
  const { recording, scene } = recorded;
  return extentOf(recording, scene, mat3(), framingOf(recorded).travel);
}
