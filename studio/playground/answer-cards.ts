import { element } from '../page/element.ts';
import { formatTook } from './play-format.ts';

/** A name and a value; the value may be several lines. */
export type Fact = readonly [name: string, value: string];

export interface CopyTexts {
  /** A line of JSON for `appulse query`; undefined if there is nothing to ask. */
  query(): string | undefined;
  typescript(): string | undefined;
}

/** A part of the answer: facts, and buttons that copy how to ask for it. */
export interface AnswerCard {
  readonly element: HTMLElement;
  /** Below the facts. */
  readonly extra: HTMLElement;
  show(facts: readonly Fact[], note: string | undefined): void;
  /** Dims the values while newer ones are computed. */
  setStale(stale: boolean): void;
  setTook(milliseconds: number): void;
}

export function createAnswerCard(
  title: string,
  texts: CopyTexts,
  copy: (text: string | undefined, what: string) => void,
  open = true,
): AnswerCard {
  const list = element('dl', { className: 'play-facts' });
  const note = element('p', { className: 'play-note muted' });
  const took = element('span', { className: 'play-took muted' });
  const extra = element('div', { className: 'play-extra' });
  const button = (label: string, what: string, text: () => string | undefined) =>
    element(
      'button',
      {
        type: 'button',
        className: 'button quiet play-copy',
        onclick: () => copy(text(), what),
        'aria-label': `Copy ${title} as ${what}`,
      },
      label,
    );
  const box = element(
    'details',
    { className: 'play-card', open },
    element('summary', {}, element('h2', {}, title), took),
    list,
    note,
    extra,
    element(
      'div',
      { className: 'play-copies' },
      element('span', { className: 'muted' }, 'Copy as'),
      button('query', 'query line', texts.query),
      button('TypeScript', 'TypeScript', texts.typescript),
    ),
  );
  let shown = '';
  return {
    element: box,
    extra,
    show(facts, text) {
      note.textContent = text ?? '';
      note.hidden = !text;
      const key = facts.map(([name]) => name).join('\n');
      if (key !== shown) {
        shown = key;
        list.replaceChildren(
          ...facts.flatMap(([name]) => [element('dt', {}, name), element('dd', { className: 'mono' })]),
        );
      }
      for (const [i, [, value]] of facts.entries()) {
        const cell = list.children[2 * i + 1];
        if (cell.textContent !== value) cell.textContent = value;
      }
      list.hidden = facts.length === 0;
    },
    setStale: (stale) => box.classList.toggle('stale', stale),
    setTook(milliseconds) {
      took.textContent = formatTook(milliseconds);
    },
  };
}
