import { element } from '../page/element.ts';

const UNITS: readonly (readonly [number, string])[] = [
  [1e3, 'km'],
  [1, 'm'],
  [1e-2, 'cm'],
  [1e-3, 'mm'],
  [1e-6, 'µm'],
  [1e-9, 'nm'],
];

/** Size of a grid square, drawn to scale. */
export function createScaleBar(): { readonly element: HTMLElement; show(spacing: number, pixel: number): void } {
  const bar = element('span', { className: 'scale-line' });
  const words = element('span', {});
  const box = element('div', { className: 'scale-bar', 'aria-hidden': 'true' }, bar, words);
  return {
    element: box,
    show(spacing, pixel) {
      bar.style.width = `${spacing / pixel}px`;
      words.textContent = formatLength(spacing);
    },
  };
}

export function formatLength(length: number): string {
  const [unit, name] = UNITS.find(([size]) => length >= 0.999 * size) ?? UNITS[UNITS.length - 1];
  return `${Number((length / unit).toPrecision(6))} ${name}`;
}
