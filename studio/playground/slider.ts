import { element } from '../page/element.ts';

/** A slider with its value. */
export function createSlider(label: string, min: number, max: number, change: (value: number) => void) {
  const value = element('output', { className: 'mono' });
  const input = element('input', { type: 'range', min: String(min), max: String(max), step: '0.01' });
  const show = (next: number) => {
    value.textContent = next.toFixed(2);
    input.setAttribute('aria-valuetext', next.toFixed(2));
  };
  input.addEventListener('input', () => {
    show(input.valueAsNumber);
    change(input.valueAsNumber);
  });
  return {
    element: element('label', { className: 'play-slider' }, element('span', {}, label), input, value),
    set(next: number): void {
      if (document.activeElement !== input) input.value = String(next);
      show(next);
    },
  };
}
