import { element } from '../page/element.ts';
import { icon } from '../page/icons.ts';
import { routeHref } from '../page/link.ts';
import { keep, readStored } from '../page/theme.ts';

const KEY = 'appulse-visited';

/** Introduction; shown until it is dismissed. */
export function firstVisitHint(): HTMLElement | undefined {
  if (readStored(KEY) !== undefined) return undefined;
  const scene = (name: string, words: string) => element('a', { href: routeHref({ page: 'scene', name }) }, words);
  const dismiss = element(
    'button',
    { type: 'button', className: 'icon-button', 'aria-label': 'Dismiss' },
    icon('close'),
  );
  const hint = element(
    'aside',
    { className: 'hint', 'aria-label': 'Introduction' },
    element(
      'div',
      {},
      element('h2', {}, 'New here?'),
      element(
        'ol',
        {},
        element('li', {}, 'Open ', scene('elastic-polygons-in-a-box', 'four polygons in a box'), ' and play it.'),
        element(
          'li',
          {},
          'Select a body in the view for its numbers; drag the cursor on the timeline; change a mass under Edit.',
        ),
        element(
          'li',
          {},
          'Move two shapes in the ',
          element('a', { href: routeHref({ page: 'play' }) }, 'playground'),
          '.',
        ),
        element('li', { className: 'with-keyboard' }, 'Press ', element('kbd', {}, '?'), ' for all keys.'),
      ),
    ),
    dismiss,
  );
  dismiss.addEventListener('click', () => {
    keep(KEY, 'yes');
    hint.remove();
  });
  return hint;
}
