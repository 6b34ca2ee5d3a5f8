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
export interface ScaleBar {
  readonly element: HTMLElement;
  show(spacing: number, pixel: number): void;
  /** As shown last [CSS px]. */
  shown(): { readonly length: number; readonly text: string };
}

export function createScaleBar(): ScaleBar {
  const bar = element('span', { className: 'scale-line' });
  const words = element('span', {});
  const box = element('div', { className: 'scale-bar', 'aria-hidden': 'true' }, bar, words);
  let shown = { length: 0, text: '' };
  return {
    element: box,
    show(spacing, pixel) {
      shown = { length: spacing / pixel, text: formatLength(spacing) };
      bar.style.width = `${shown.length}px`;
      words.textContent = shown.text;
    },
    shown: () => shown,
  };
}

export function formatLength(length: number): string {
  const [unit, name] = UNITS.find(([size]) => length >= 0.999 * size) ?? UNITS[UNITS.length - 1];
  return `${Number((length / unit).toPrecision(6))} ${name}`;
}
