import { formatNumber } from '../../src/picture/format-number.ts';
import { element } from '../page/element.ts';
import { niceLength } from './grid.ts';
import { impulseScale } from './overlays/impulse-scale.ts';
import type { Shown } from './shown.ts';

/** Maximum length of the sample [CSS px]. */
const LONGEST = 70;

/** Key of the arrows of impulses: a sample of known size, and how lengths grow. */
export function createImpulseKey(): {
  readonly element: HTMLElement;
  /** `pixel` is the size of a pixel at the target [m]; without `shown` the key is hidden. */
  show(shown: Shown | undefined, pixel: number): void;
  /** As shown last [CSS px]; undefined if hidden. */
  sample(): { readonly length: number; readonly text: string } | undefined;
} {
  const bar = element('span', { className: 'impulse-sample' });
  const words = element('span', {});
  const box = element('div', { className: 'impulse-key', 'aria-hidden': 'true', hidden: true }, bar, words);
  let drawn: { length: number; text: string } | undefined;
  return {
    element: box,
    sample: () => drawn,
    show(shown, pixel) {
      const { largest, kind, lengthOf } = shown
        ? impulseScale(shown.recorded.recording, shown.size)
        : { largest: 0, kind: 'linear', lengthOf: () => 0 };
      box.hidden = !(largest > 0);
      drawn = undefined;
      if (box.hidden) return;
      const limit = Math.min(1, LONGEST / (lengthOf(largest) / pixel));
      const sample = niceLength(largest * (kind === 'linear' ? limit : limit * limit));
      const length = lengthOf(sample) / pixel;
      bar.style.width = `${length}px`;
      const law = kind === 'linear' ? '' : ', length ∝ √impulse';
      words.textContent = `${formatNumber(sample)} N s${law}`;
      drawn = { length, text: words.textContent };
    },
  };
}
