import { element } from './element.ts';
import { icon } from './icons.ts';

/** Duration of a note [ms]. */
const STAY = 4000;

export interface Announcer {
  readonly element: HTMLElement;
  announce(message: string, tone?: 'info' | 'error'): void;
}

/** Lines at the foot of the page. Notes disappear after a time; errors stay until they are dismissed. */
export function createAnnouncer(): Announcer {
  const notes = element('div', { role: 'status', className: 'announcer-notes' });
  const errors = element('div', { role: 'alert', className: 'announcer-errors' });
  return {
    element: element('div', { className: 'announcer' }, errors, notes),
    announce(message, tone = 'info') {
      if (tone === 'info') {
        const line = element('p', { className: 'announcement' }, message);
        notes.replaceChildren(line);
        setTimeout(() => line.remove(), STAY);
        return;
      }
      const dismiss = element(
        'button',
        { type: 'button', className: 'icon-button', 'aria-label': 'Dismiss' },
        icon('close'),
      );
      const line = element('div', { className: 'announcement error' }, element('p', {}, message), dismiss);
      dismiss.addEventListener('click', () => line.remove());
      errors.replaceChildren(line);
    },
  };
}
