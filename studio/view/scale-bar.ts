import { formatLength } from '../../src/picture/format-length.ts';
import { element } from '../page/element.ts';

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
