import type { Dimension } from '../../src/index.ts';
import { element } from '../page/element.ts';
import { numberOf } from './numbers.ts';

/** A frequently changed number of a scene. */
export interface Parameter {
  readonly label: string;
  readonly path: readonly (string | number)[];
  readonly dimension?: Dimension;
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  /** Excluded minimum. */
  readonly above?: number;
  /** Default value, shown if the text has none. */
  readonly usual?: number;
}

/** `set`: a new value. `drag`: a slider that is still held; all values of one `gesture` are one change. `release`: it was let go. */
export type Change =
  | { readonly kind: 'set'; readonly value: number }
  | { readonly kind: 'drag'; readonly value: number; readonly gesture: number }
  | { readonly kind: 'release' };

export interface ParameterControl {
  readonly element: HTMLElement;
  /** The value in the text; undefined: none. */
  show(value: number | undefined): void;
}

/** Positions of a slider over its range. */
const STEPS = 200;

let gestures = 0;
let controls = 0;

/** A number field and a slider. A value that is not allowed is not applied, and the reason is shown. */
export function createParameterControl(parameter: Parameter, change: (change: Change) => void): ParameterControl {
  const { label, unit } = parameter;
  const id = `parameter-${++controls}`;
  const field = element('input', {
    id,
    className: 'field',
    inputMode: 'decimal',
    autocomplete: 'off',
    'data-history': 'scene',
    'aria-describedby': `${id}-reason`,
  });
  const slider = element('input', { type: 'range', className: 'parameter-slider', 'aria-label': `${label}, slider` });
  const reason = element('span', { id: `${id}-reason`, className: 'parameter-reason', role: 'alert', hidden: true });
  let shown: number | undefined;
  let gesture = 0;
  const reject = (why: string | undefined) => {
    field.setAttribute('aria-invalid', String(why !== undefined));
    reason.hidden = why === undefined;
    reason.textContent = why === undefined ? '' : `Not applied: ${why}.`;
  };
  const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));
  field.addEventListener('change', () => {
    const { value, why } = parseValue(field.value, parameter);
    reject(why);
    if (value === undefined) return;
    field.value = textOf(value);
    if (value !== shown) change({ kind: 'set', value });
  });
  field.addEventListener('keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    // what is not applied yet is taken back first
    if (!(isUndo || event.key === 'Escape') || field.value === textOf(shown)) return;
    event.preventDefault();
    event.stopPropagation();
    field.value = textOf(shown);
    reject(undefined);
  });
  slider.addEventListener('input', () => {
    if (gesture === 0) gesture = ++gestures;
    const value = Number(slider.value);
    field.value = textOf(value);
    reject(undefined);
    change({ kind: 'drag', value, gesture });
  });
  slider.addEventListener('change', () => {
    gesture = 0;
    change({ kind: 'release' });
  });
  return {
    element: element(
      'div',
      { className: 'parameter' },
      element('label', { htmlFor: id }, label),
      slider,
      field,
      element('span', { className: 'muted' }, unit),
      reason,
    ),
    show(value) {
      const changed = value !== shown;
      shown = value;
      // a range does not change under the pointer
      if (gesture === 0) placeSlider(slider, value, parameter);
      if (!changed && isFocused(field)) return;
      field.value = textOf(value);
      if (changed) reject(undefined);
    },
  };
}

/** The focused element may be in a shadow tree. */
function isFocused(field: HTMLElement): boolean {
  return (field.getRootNode() as Document | ShadowRoot).activeElement === field;
}

/** A number, or a number with a unit; else the reason why it is not accepted. */
export function parseValue(text: string, parameter: Parameter): { value?: number; why?: string } {
  const { dimension, unit, min, max, above } = parameter;
  const given = text.trim();
  const plain = given === '' ? Number.NaN : Number(given.replace(',', '.'));
  const value = Number.isFinite(plain) ? plain : numberOf(given, dimension);
  if (given === '') return { why: `a number is missing; expected ${expectation(parameter)}` };
  if (value === undefined || !Number.isFinite(value)) {
    const units = dimension === undefined || unit === '' ? '' : `, with or without a unit (${unit})`;
    return { why: `“${given}” is not a number; expected ${expectation(parameter)}${units}` };
  }
  const outside =
    (min !== undefined && value < min) || (max !== undefined && value > max) || (above !== undefined && value <= above);
  return outside ? { why: `${value} is outside the range; expected ${expectation(parameter)}` } : { value };
}

function expectation({ min, max, above }: Parameter): string {
  if (above !== undefined) return `a number above ${above}`;
  if (min === undefined) return 'a number';
  return max === undefined ? `a number of at least ${min}` : `a number from ${min} to ${max}`;
}

/** The range of a slider: that of the parameter; without limits, to twice the value. */
export function sliderRange(
  value: number,
  { min, max, above }: Parameter,
): { low: number; high: number; step: number } {
  const reach = 2 * Math.abs(value) || 1;
  const high = max ?? niceCeiling(reach);
  const floor = min ?? above;
  const step = niceStep((high - (floor ?? -high)) / STEPS);
  const low = above !== undefined ? above + step : (floor ?? -high);
  return { low, high, step };
}

function placeSlider(slider: HTMLInputElement, value: number | undefined, parameter: Parameter): void {
  slider.disabled = value === undefined;
  if (value === undefined) return;
  const isInside = slider.min !== '' && value >= Number(slider.min) && value <= Number(slider.max);
  // a range that is in use stays, so that keys and repeated drags do not widen it
  if (!isInside || !isFocused(slider)) {
    const range = sliderRange(value, parameter);
    slider.min = String(range.low);
    slider.max = String(range.high);
    slider.step = String(range.step);
  }
  slider.value = String(value);
}

/** The power of ten, or twice or five times one, that is not smaller. */
function niceCeiling(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return Number(([1, 2, 5, 10].find((factor) => factor * power >= size * (1 - 1e-12)) ?? 10) * power);
}

/** The power of ten, or twice or five times one, that is not larger: positions are short numbers. */
function niceStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size) + 1e-9);
  const factor = [5, 2, 1].find((candidate) => candidate * power <= size * (1 + 1e-9)) ?? 1;
  return Number((factor * power).toPrecision(12));
}
