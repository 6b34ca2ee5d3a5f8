import { parse } from 'jsonc-parser';
import type { Dimension } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { bodyIndex, numberOf, read } from './numbers.ts';
import { type Change, createParameterControl, type Parameter, type ParameterControl } from './parameter-control.ts';

/** Controls for numbers of the scene and of the selected body; a change edits the text. */
export interface Parameters {
  readonly element: HTMLElement;
  show(text: string, bodyName: string | undefined): void;
}

export function createParameters(onChange: (parameter: Parameter, change: Change) => void): Parameters {
  const box = element('div', { className: 'parameters' });
  let shown = '';
  let controls: ParameterControl[] = [];
  return {
    element: box,
    show(text, bodyName) {
      const document: unknown = parse(text);
      const parameters = parametersOf(document, bodyName);
      const key = JSON.stringify(parameters.map(({ path }) => path));
      if (key !== shown) {
        shown = key;
        controls = parameters.map((parameter) =>
          createParameterControl(parameter, (change) => onChange(parameter, change)),
        );
        box.replaceChildren(...controls.map((control) => control.element));
      }
      for (const [i, parameter] of parameters.entries()) controls[i].show(valueIn(document, parameter));
    },
  };
}

function parametersOf(document: unknown, bodyName: string | undefined): Parameter[] {
  const world = read(document, ['world']) ?? 'planar';
  const common: Parameter[] = [
    { label: 'End', path: ['time', 'end'], dimension: 'time', unit: 's', above: 0 },
    ...(read(document, ['time', 'step']) === undefined
      ? []
      : [{ label: 'Step', path: ['time', 'step'], dimension: 'time', unit: 's', above: 0 } as const]),
    { label: 'Record every', path: ['record', 'interval'], dimension: 'time', unit: 's', above: 0 },
    ...(world === 'planar' || world === 'solids' || world === 'smooth'
      ? [{ label: 'Restitution', path: ['contacts', 'restitution'], unit: '', min: 0, max: 1, usual: 1 } as const]
      : []),
    ...frictionOf(document),
    ...axes('Gravity', document, ['forces', 'gravity'], 'acceleration', 'm/s²'),
  ];
  const index = bodyIndex(document, bodyName);
  if (index < 0) return common;
  const body = ['bodies', index] as const;
  return [
    ...common,
    ...axes(`${bodyName}: position`, document, [...body, 'position'], 'length', 'm'),
    ...axes(`${bodyName}: velocity`, document, [...body, 'velocity'], 'speed', 'm/s'),
    ...axes(`${bodyName}: angular velocity`, document, [...body, 'angularVelocity'], 'angular velocity', 'rad/s'),
    ...(read(document, [...body, 'density']) === undefined
      ? []
      : [
          {
            label: `${bodyName}: density`,
            path: [...body, 'density'],
            dimension: 'density',
            unit: 'kg/m³',
            above: 0,
          } as const,
        ]),
    ...(read(document, [...body, 'mass']) === undefined
      ? []
      : [{ label: `${bodyName}: mass`, path: [...body, 'mass'], dimension: 'mass', unit: 'kg', above: 0 } as const]),
  ];
}

/** The coefficients of friction that the text has. */
function frictionOf(document: unknown): Parameter[] {
  const friction = read(document, ['contacts', 'friction']);
  if (typeof friction !== 'object' || friction === null) return [];
  return Object.entries(friction)
    .filter(([, value]) => typeof value === 'number')
    .map(([key]) => ({ label: `Friction: ${key}`, path: ['contacts', 'friction', key], unit: '', min: 0 }));
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
