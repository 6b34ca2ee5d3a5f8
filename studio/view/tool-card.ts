import { element } from '../page/element.ts';
import { icon } from '../page/icons.ts';

/** A small panel over the view, with the controls of a tool. */
export interface ToolCard {
  readonly element: HTMLElement;
  isOpen(): boolean;
  toggle(): void;
  onChange(listener: () => void): void;
}

export function createToolCard(title: string, content: readonly HTMLElement[]): ToolCard {
  const listeners: (() => void)[] = [];
  const close = element(
    'button',
    { type: 'button', className: 'icon-button', 'aria-label': `Close ${title}` },
    icon('close'),
  );
  const head = element('div', { className: 'tool-head' }, element('h2', {}, title), close);
  const card = element('section', { className: 'tool-card', 'aria-label': title, hidden: true }, head, ...content);
  const toggle = () => {
    card.hidden = !card.hidden;
    for (const listener of listeners) listener();
  };
  close.addEventListener('click', toggle);
  return {
    element: card,
    isOpen: () => !card.hidden,
    toggle,
    onChange: (listener) => listeners.push(listener),
  };
}
