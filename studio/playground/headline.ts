import { element } from '../page/element.ts';
import { relationOf } from './answer-panel.ts';
import { formatLength, formatTime } from './play-format.ts';
import type { PlayStore } from './play-model.ts';

/** The distance in large digits over the view. */
export interface Headline {
  readonly element: HTMLElement;
  show(store: PlayStore): void;
}

export function createHeadline(): Headline {
  const value = element('strong', { className: 'play-distance' });
  const words = element('span', { className: 'play-relation' });
  const impact = element('span', { className: 'play-impact' });
  const box = element('div', { className: 'play-headline' }, value, words, impact);
  return {
    element: box,
    show({ answers, failures }) {
      const failure = failures.A ?? failures.B ?? answers.closestReason;
      const contact = failure === undefined ? answers.closest?.contact : undefined;
      const relation = contact && relationOf(contact);
      box.dataset['relation'] = relation ?? 'none';
      value.textContent = contact ? formatLength(contact.distance).replace('−', '− ') : failure ? 'No answer' : '…';
      words.textContent = failure ?? relation ?? '';
      const hit = answers.impact?.impact;
      impact.textContent = contact && hit?.status === 'hit' ? `impact in ${formatTime(hit.time)}` : '';
    },
  };
}
