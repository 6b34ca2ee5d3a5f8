import { parse } from 'jsonc-parser';
import type { Dimension, SceneEdit } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { bodyIndex, numberOf, read } from './numbers.ts';

/** A frequently changed number of a scene. */
interface Parameter {
  readonly label: string;
  readonly path: readonly (string | number)[];
  readonly dimension?: Dimension;
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  /** Default value, shown if the text has none. */
  readonly usual?: number;
}

/** Controls for numbers of the scene and of the selected body; a change edits the text. */
export interface Parameters {
  readonly element: HTMLElement;
  show(text: string, bodyName: string | undefined): void;
}

export function createParameters(edit: (edits: readonly SceneEdit[]) => void): Parameters {
  const box = element('div', { className: 'parameters' });
  let shown = '';
  return {
    element: box,
    show(text, bodyName) {
      const document: unknown = parse(text);
      const parameters = parametersOf(document, bodyName);
      const key = JSON.stringify(parameters.map(({ path }) => path));
      if (key !== shown) {
        shown = key;
        box.replaceChildren(...parameters.map((parameter) => createControl(parameter, edit)));
      }
      for (const [i, parameter] of parameters.entries()) {
        const input = box.children[i].querySelector('input');
        const value = valueIn(document, parameter);
        if (input && focused(input) !== input) input.value = value === undefined ? '' : String(value);
      }
    },
  };
}

/** The focused element, including shadow trees. */
function focused(near: HTMLElement): Element | null {
  return (near.getRootNode() as Document | ShadowRoot).activeElement;
}

function createControl(
  { label, path, unit, min, max }: Parameter,
  edit: (edits: readonly SceneEdit[]) => void,
): HTMLElement {
  const input = element('input', {
    type: 'number',
    className: 'field',
    step: 'any',
    min: min === undefined ? '' : String(min),
    max: max === undefined ? '' : String(max),
  });
  const reason = element('span', { className: 'parameter-reason', role: 'alert', hidden: true });
  input.addEventListener('change', () => {
    const valid = input.value !== '' && input.checkValidity();
    input.setAttribute('aria-invalid', String(!valid));
    reason.hidden = valid;
    reason.textContent = valid ? '' : `Not applied: expected ${expectation(min, max)}.`;
    if (valid) edit([{ path, value: Number(input.value) }]);
  });
  return element(
    'label',
    { className: 'parameter' },
    element('span', {}, label),
    input,
    element('span', { className: 'muted' }, unit),
    reason,
  );
}

/** What a number may be. */
function expectation(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return 'a number';
  return max === undefined ? `a number of at least ${min}` : `a number from ${min} to ${max}`;
}

function parametersOf(document: unknown, bodyName: string | undefined): Parameter[] {
  const world = read(document, ['world']) ?? 'planar';
  const common: Parameter[] = [
    { label: 'End', path: ['time', 'end'], dimension: 'time', unit: 's', min: 0 },
    ...(read(document, ['time', 'step']) === undefined
      ? []
      : [{ label: 'Step', path: ['time', 'step'], dimension: 'time', unit: 's', min: 0 } as const]),
    { label: 'Record every', path: ['record', 'interval'], dimension: 'time', unit: 's', min: 0 },
    ...(world === 'planar' || world === 'solids' || world === 'smooth'
      ? [{ label: 'Restitution', path: ['contacts', 'restitution'], unit: '', min: 0, max: 1, usual: 1 } as const]
      : []),
    ...axes('Gravity', document, ['forces', 'gravity'], 'acceleration', 'm/s²'),
  ];
  const index = bodyIndex(document, bodyName);
  if (index < 0) return common;
  const body = ['bodies', index] as const;
  return [
    ...common,
    ...axes(`${bodyName}: position`, document, [...body, 'position'], 'length', 'm'),
    ...axes(`${bodyName}: velocity`, document, [...body, 'velocity'], 'speed', 'm/s'),
    ...(read(document, [...body, 'mass']) === undefined
      ? []
      : [{ label: `${bodyName}: mass`, path: [...body, 'mass'], dimension: 'mass', unit: 'kg', min: 0 } as const]),
  ];
}

/** A vector that the text has, component by component. */
function axes(
  label: string,
  document: unknown,
  path: readonly (string | number)[],
  dimension: Dimension,
  unit: string,
): Parameter[] {
  const vector = read(document, path);
  if (!Array.isArray(vector)) return [];
  return vector.map((_, k) => ({ label: `${label} ${'xyz'[k]}`, path: [...path, k], dimension, unit }));
}

function valueIn(document: unknown, { path, dimension, usual }: Parameter): number | undefined {
  return numberOf(read(document, path), dimension) ?? usual;
}
