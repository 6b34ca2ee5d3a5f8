import { element } from '../page/element.ts';

export interface SliderOptions {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Value of a position of the slider, and back: logarithmic sliders. */
  readonly toValue?: (position: number) => number;
  readonly toPosition?: (value: number) => number;
  readonly format: (value: number) => string;
  readonly change: (value: number) => void;
}

export interface Slider {
  readonly element: HTMLElement;
  set(value: number): void;
  /** With a reason it cannot be used, and has no value. */
  disable(reason: string | undefined): void;
}

/** A slider with its value in words, changed while it is dragged. */
export function createSlider(options: SliderOptions): Slider {
  const { label, min, max, step, toValue = same, toPosition = same, format, change } = options;
  const id = `live-slider-${++count}`;
  const output = element('span', { className: 'mono live-value', 'aria-hidden': 'true' });
  const input = element('input', { id, type: 'range', min: String(min), max: String(max), step: String(step) });
  const show = (value: number) => {
    output.textContent = format(value);
    input.setAttribute('aria-valuetext', format(value));
  };
  input.oninput = () => {
    const value = toValue(Number(input.value));
    show(value);
    change(value);
  };
  const line = element('div', { className: 'live-slider' }, element('label', { htmlFor: id }, label), output, input);
  return {
    element: line,
    set(value) {
      input.value = String(toPosition(value));
      show(value);
    },
    disable(reason) {
      input.disabled = reason !== undefined;
      line.title = reason ?? '';
      if (reason !== undefined) output.textContent = '';
    },
  };
}

/** A paragraph with the reason why controls cannot be used. */
export function createReason() {
  const place = element('p', { className: 'muted live-reason', hidden: true });
  return {
    element: place,
    set(reason: string | undefined): void {
      place.textContent = reason ?? '';
      place.hidden = reason === undefined;
    },
  };
}

/** Number of sliders made so far, for their ids. */
let count = 0;

const same = (value: number) => value;
